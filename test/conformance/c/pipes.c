// Pipes and FIFOs.
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>

#include "conformance.h"

CASE(end_of_file) {
  int ends[2];
  SHOW(pipe(ends));
  SHOW(write(ends[1], "abc", 3));
  SHOW(close(ends[1]));
  show_read("first", ends[0], 2);
  show_read("rest", ends[0], 10);
  show_read("end", ends[0], 10);
  show_read("end again", ends[0], 10);
}

CASE(broken_pipe) {
  int ends[2];
  pipe(ends);
  close(ends[0]);
  signal(SIGPIPE, SIG_IGN);
  SHOW(write(ends[1], "x", 1));
  SHOW(write(ends[1], "", 0));
  pid_t child = fork();
  if (child == 0) {
    signal(SIGPIPE, SIG_DFL);
    write(ends[1], "x", 1);
    _exit(0);
  }
  wait_and_show("child", child);
}

CASE(nonblocking) {
  int ends[2];
  SHOW(pipe2(ends, O_NONBLOCK | O_CLOEXEC));
  show_read("empty", ends[0], 10);
  char block[4096];
  memset(block, 'b', sizeof block);
  long total = 0;
  ssize_t count;
  while ((count = write(ends[1], block, sizeof block)) > 0) total += count;
  printf("%s after %ld\n", errno_text(errno), total);
  SHOW(write(ends[1], "x", 1));
  int waiting = 0;
  SHOW(ioctl(ends[0], FIONREAD, &waiting));
  printf("waiting %d\n", waiting);
  SHOW(read(ends[0], block, 100));
  SHOW(write(ends[1], block, 4096));
  SHOW(read(ends[0], block, 4096));
  SHOW(write(ends[1], block, 4096));
  SHOW(fcntl(ends[0], F_GETFL) & O_NONBLOCK);
  SHOW(pipe2(ends, 0x12345));
}

CASE(capacity) {
  int ends[2];
  pipe(ends);
  SHOW(fcntl(ends[0], F_GETPIPE_SZ));
  SHOW(fcntl(ends[0], F_SETPIPE_SZ, 131072));
  SHOW(fcntl(ends[1], F_GETPIPE_SZ));
  int fd = open("f", O_RDWR | O_CREAT, 0644);
  SHOW(fcntl(fd, F_GETPIPE_SZ));
}

CASE(wrong_end) {
  int ends[2];
  pipe(ends);
  SHOW(write(ends[0], "x", 1));
  show_read("write end", ends[1], 1);
  struct stat st;
  fstat(ends[0], &st);
  printf("fifo %d\n", S_ISFIFO(st.st_mode));
  SHOW(ftruncate(ends[1], 0));
}

// More than fits: the writer blocks, the reader gets every byte in order.
CASE(large_transfer) {
  int ends[2];
  pipe(ends);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    unsigned char block[10007];
    unsigned next = 0;
    for (int i = 0; i < 200; i++) {
      for (unsigned j = 0; j < sizeof block; j++) block[j] = next++ % 251;
      if (write(ends[1], block, sizeof block) != sizeof block) _exit(1);
    }
    _exit(0);
  }
  close(ends[1]);
  unsigned char block[8192];
  unsigned expected = 0, wrong = 0;
  long total = 0;
  for (ssize_t count; (count = read(ends[0], block, sizeof block)) > 0;) {
    for (ssize_t i = 0; i < count; i++) wrong += block[i] != expected++ % 251;
    total += count;
  }
  printf("total %ld wrong %u\n", total, wrong);
  wait_and_show("writer", child);
}

// Writes of up to PIPE_BUF are never mixed.
CASE(atomic_writes) {
  int ends[2];
  pipe(ends);
  for (int writer = 0; writer < 4; writer++) {
    if (fork() == 0) {
      char record[512];
      memset(record, 'a' + writer, sizeof record);
      for (int i = 0; i < 300; i++) write(ends[1], record, sizeof record);
      _exit(0);
    }
  }
  close(ends[1]);
  char record[512];
  int records = 0, mixed = 0;
  size_t have = 0;
  for (ssize_t count; (count = read(ends[0], record + have, sizeof record - have)) > 0;) {
    have += count;
    if (have < sizeof record) continue;
    have = 0;
    records++;
    for (unsigned i = 1; i < sizeof record; i++) {
      if (record[i] != record[0]) {
        mixed++;
        break;
      }
    }
  }
  printf("records %d mixed %d rest %zu\n", records, mixed, have);
  for (int i = 0; i < 4; i++) wait(NULL);
}

CASE(reader_waits) {
  int ends[2];
  pipe(ends);
  pid_t child = fork();
  if (child == 0) {
    sleep_ms(50);
    write(ends[1], "late", 4);
    _exit(0);
  }
  show_read("blocked", ends[0], 10);
  wait_and_show("child", child);
}

CASE(blocked_writer_gets_sigpipe) {
  int ends[2];
  pipe(ends);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    static char block[200000];
    write(ends[1], block, sizeof block);
    _exit(0);
  }
  close(ends[1]);
  char byte;
  SHOW(read(ends[0], &byte, 1));
  sleep_ms(50);
  close(ends[0]);
  wait_and_show("child", child);
}

CASE(chain) {
  int in[2], out[2];
  pipe(in);
  pipe(out);
  pid_t child = fork();
  if (child == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]);
    execlp("tr", "tr", "a-z", "A-Z", (char *)NULL);
    _exit(127);
  }
  close(in[0]), close(out[1]);
  SHOW(write(in[1], "shout\n", 6));
  close(in[1]);
  show_read("answer", out[0], 100);
  show_read("end", out[0], 100);
  wait_and_show("tr", child);
}

CASE(fifo_exchange) {
  SHOW(mkfifo("p", 0644));
  SHOW(mkfifo("p", 0644));
  pid_t child = fork();
  if (child == 0) {
    int fd = open("p", O_WRONLY);  // waits for the reader
    write(fd, "hello", 5);
    _exit(0);
  }
  int fd = SHOW(open("p", O_RDONLY));
  show_read("message", fd, 10);
  wait_and_show("child", child);
  show_read("end", fd, 10);
  struct stat st;
  stat("p", &st);
  printf("fifo %d size %lld\n", S_ISFIFO(st.st_mode), (long long)st.st_size);
}

CASE(fifo_nonblocking) {
  mkfifo("p", 0644);
  SHOW(open("p", O_WRONLY | O_NONBLOCK));
  int reader = SHOW(open("p", O_RDONLY | O_NONBLOCK));
  show_read("no writer", reader, 10);
  int writer = SHOW(open("p", O_WRONLY | O_NONBLOCK));
  show_read("writer, no data", reader, 10);
  SHOW(write(writer, "data", 4));
  show_read("data", reader, 10);
  close(writer);
  show_read("writer gone", reader, 10);
  int both = SHOW(open("p", O_RDWR));
  SHOW(write(both, "self", 4));
  show_read("self", both, 10);
  SHOW(unlink("p"));
  SHOW(write(both, "gone", 4));
  show_read("unlinked", reader, 10);
}

CASE(splice_free_copy) {
  int ends[2];
  pipe(ends);
  write_file("f", "from a file through sendfile");
  int fd = open("f", O_RDONLY);
  (void)ends;
  int out = open("g", O_RDWR | O_CREAT, 0644);
  off_t from = 5;
  loff_t to = 0;
  SHOW(copy_file_range(fd, &from, out, &to, 6, 0));
  printf("%lld %lld\n", (long long)from, (long long)to);
  show_file("g");
}
