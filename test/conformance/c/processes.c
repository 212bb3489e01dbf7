// fork, exec, wait, exit.
#include <signal.h>
#include <sys/resource.h>

#include "conformance.h"

static pid_t child_that_exits(int status) {
  pid_t child = fork();
  if (child == 0) _exit(status);
  return child;
}

CASE(exit_statuses) {
  wait_and_show("0", child_that_exits(0));
  wait_and_show("1", child_that_exits(1));
  wait_and_show("255", child_that_exits(255));
  wait_and_show("256", child_that_exits(256));
  wait_and_show("-1", child_that_exits(-1));
  pid_t child = fork();
  if (child == 0) raise(SIGKILL);
  wait_and_show("killed", child);
}

static void say_first(void) { printf("registered first\n"); }
static void say_second(void) { printf("registered second\n"); }

CASE(exit_handlers) {
  pid_t child = fork();
  if (child == 0) {
    atexit(say_first);
    atexit(say_second);
    exit(3);
  }
  wait_and_show("exit", child);
  child = fork();
  if (child == 0) {
    atexit(say_first);
    _exit(4);
  }
  wait_and_show("_exit", child);
}

// Memory, descriptors and buffers are copies; the offset of a file is shared.
CASE(copies) {
  int value = 1;
  char *heap = malloc(100000);
  memset(heap, 'a', 100000);
  pid_t child = fork();
  if (child == 0) {
    value = 2;
    memset(heap, 'b', 100000);
    printf("child %d %c\n", value, heap[99999]);
    _exit(0);
  }
  wait_and_show("child", child);
  printf("parent %d %c\n", value, heap[99999]);
  SHOW(IN_SANDBOX(getppid() > 0));  // 0: the parent is outside of a container
  fflush(stdout);
}

CASE(deep_fork) {
  // A fork far down the stack, with locals that must survive in both.
  volatile int depth = 0;
  int numbers[50];
  for (int i = 0; i < 50; i++) numbers[i] = i * i;
  pid_t child = fork();
  if (child == 0) {
    pid_t grandchild = fork();
    if (grandchild == 0) {
      depth = 2;
      int sum = 0;
      for (int i = 0; i < 50; i++) sum += numbers[i];
      _exit(sum % 256);
    }
    wait_and_show("grandchild", grandchild);
    _exit(7);
  }
  wait_and_show("child", child);
  printf("%d %d\n", depth, numbers[49]);
}

CASE(wait_rules) {
  int status;
  SHOW(wait(&status));
  SHOW(waitpid(-1, &status, WNOHANG));
  SHOW(waitpid(kNoProcess, &status, 0));
  SHOW(waitpid(getpid(), &status, 0));
  int hold[2];
  pipe(hold);
  pid_t child = fork();
  if (child == 0) {
    char byte;
    close(hold[1]);
    read(hold[0], &byte, 1);
    _exit(9);
  }
  SHOW(waitpid(child, &status, WNOHANG));
  SHOW(waitpid(child, &status, 0x40000000 >> 2));
  close(hold[1]);
  SHOW(waitpid(child, &status, 0) == child);
  show_status("child", status);
  SHOW(waitpid(child, &status, 0));
}

CASE(any_child) {
  int sum = 0;
  for (int i = 1; i <= 5; i++) child_that_exits(i * 10);
  int status, count = 0;
  while (waitpid(-1, &status, 0) > 0) {
    sum += WEXITSTATUS(status);
    count++;
  }
  printf("count %d sum %d %s\n", count, sum, errno_text(errno));
}

CASE(wait_with_information) {
  pid_t child = child_that_exits(42);
  siginfo_t info;
  memset(&info, 0, sizeof info);
  SHOW(waitid(P_PID, child, &info, WEXITED | WNOWAIT));
  printf("pid %d code %d status %d signo %d uid %d\n", info.si_pid == child, info.si_code == CLD_EXITED, info.si_status, info.si_signo, (int)info.si_uid);
  SHOW(waitid(P_PID, child, &info, WEXITED));
  SHOW(waitid(P_PID, child, &info, WEXITED));
  child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  memset(&info, 0, sizeof info);
  SHOW(waitid(P_ALL, 0, &info, WEXITED | WNOHANG));
  printf("none %d\n", info.si_pid);
  kill(child, SIGTERM);
  SHOW(waitid(P_ALL, 0, &info, WEXITED));
  printf("killed %d by %d\n", info.si_code == CLD_KILLED, info.si_status);
  SHOW(waitid(P_ALL, 0, &info, 0));
}

CASE(zombies_keep_their_pid) {
  pid_t child = child_that_exits(1);
  siginfo_t info;
  waitid(P_PID, child, &info, WEXITED | WNOWAIT);
  SHOW(kill(child, 0));
  SHOW(getpgid(child) == getpgrp());
  wait_and_show("zombie", child);
  SHOW(kill(child, 0));
}

CASE(orphans) {
  int ends[2];
  pipe(ends);
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    pid_t middle = getpid();
    if (fork() == 0) {
      while (getppid() == middle) sleep_ms(2);
      char text[64];
      int length = snprintf(text, sizeof text, "new parent %d\n", getppid() != middle && IN_SANDBOX(getppid() != parent));
      write(ends[1], text, length);
      _exit(0);
    }
    _exit(0);
  }
  close(ends[1]);
  wait_and_show("middle", child);
  show_read("orphan", ends[0], 64);
  SHOW(IN_SANDBOX(wait(NULL) < 0 && errno == ECHILD));  // a container's first process would be the new parent
}

CASE(usage) {
  pid_t child = fork();
  if (child == 0) {
    volatile unsigned work = 0;
    for (long i = 0; i < 80000000; i++) work += i;
    _exit(0);
  }
  struct rusage usage;
  int status;
  memset(&usage, 0, sizeof usage);
  SHOW(wait4(child, &status, 0, &usage) == child);
  printf("used time %d\n", usage.ru_utime.tv_sec * 1000000 + usage.ru_utime.tv_usec > 0);
  SHOW(getrusage(RUSAGE_CHILDREN, &usage));
  printf("children %d\n", usage.ru_utime.tv_sec * 1000000 + usage.ru_utime.tv_usec > 0);
  SHOW(getrusage(RUSAGE_SELF, &usage));
  SHOW(getrusage(99, &usage));
}

CASE(exec_keeps) {
  write_file("f", "abcdef");
  int fd = open("f", O_RDONLY);
  char byte;
  read(fd, &byte, 1);
  mkdir("d", 0755);
  chdir("d");
  umask(077);
  pid_t child = fork();
  if (child == 0) {
    dup2(fd, 0);
    char script[128];
    snprintf(script, sizeof script, "test $$ = %d && echo same pid; cat; echo; umask; test -f ../f && echo same directory", (int)getpid());
    char *argv[] = {"sh", "-c", script, NULL}, *envp[] = {"PATH=/usr/bin:/bin", NULL};
    execve("/bin/sh", argv, envp);
    _exit(127);
  }
  wait_and_show("sh", child);
}

static void run_exec(const char *label, char **argv, char **envp) {
  pid_t child = fork();
  if (child == 0) {
    execve(argv[0], argv, envp);
    printf("%s: %s\n", label, errno_text(errno));
    _exit(127);
  }
  wait_and_show(label, child);
}

CASE(exec_arguments) {
  char *envp[] = {"A=1", "B=two words", "=odd", "NOEQUALS", NULL};
  char *argv[] = {"/bin/sh", "-c", "printf '<%s>' \"$@\"; echo \" $0 $A $B\"", "zero", "", "a b", "new\nline", "\xff", NULL};
  run_exec("arguments", argv, envp);
  static char large[100000];
  memset(large, 'x', sizeof large - 1);
  char *many[] = {"/bin/sh", "-c", "echo ${#1}", "sh", large, NULL};
  run_exec("100 KB argument", many, envp);
  static char huge[200000];
  memset(huge, 'x', sizeof huge - 1);
  many[4] = huge;
  run_exec("200 KB argument", many, envp);
}

CASE(interpreter_lines) {
  char *envp[] = {"PATH=/usr/bin:/bin", NULL};
  write_file("plain", "#!/bin/sh\necho \"$0|$1|$#\"\n");
  write_file("option", "#!/bin/sh -e\nfalse\necho not reached\n");
  write_file("spaces", "#!   /bin/echo   one two  \nx\n");
  write_file("nested", "#!./plain\n");
  write_file("loop", "#!./loop\n");
  write_file("relative", "#!bin/none\n");
  write_file("bare", "#!\n");
  write_file("env", "#!/usr/bin/env sh\necho env\n");
  write_file("nonewline", "#!/bin/echo end");
  const char *names[] = {"plain", "option", "spaces", "nested", "loop", "relative", "bare", "env", "nonewline"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    char path[32];
    snprintf(path, sizeof path, "./%s", names[i]);
    chmod(path, 0755);
    char *argv[] = {path, "argument", NULL};
    run_exec(names[i], argv, envp);
  }
}

CASE(vforked) {
  pid_t child = vfork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", "exit 6", (char *)NULL);
    _exit(127);
  }
  wait_and_show("vfork", child);
  child = vfork();
  if (child == 0) _exit(8);
  wait_and_show("vfork", child);
}

CASE(path_search) {
  mkdir("one", 0755);
  mkdir("two", 0755);
  write_file("one/tool", "#!/bin/sh\necho one\n");
  write_file("two/tool", "#!/bin/sh\necho two\n");
  chmod("two/tool", 0755);
  setenv("PATH", "one:two:/usr/bin:/bin", 1);
  pid_t child = fork();
  if (child == 0) {
    execlp("tool", "tool", (char *)NULL);
    _exit(127);
  }
  wait_and_show("tool", child);
  SHOW(execlp("no-such-tool", "x", (char *)NULL));
  chmod("two/tool", 0644);
  SHOW(execlp("tool", "x", (char *)NULL));
}

CASE(many_children) {
  for (int i = 0; i < 40; i++) wait_and_show("child", child_that_exits(i));
}

CASE(concurrent_children) {
  int gate[2], done[2];
  pipe(gate);
  pipe(done);
  for (int i = 0; i < 12; i++) {
    if (fork() == 0) {
      char byte;
      close(gate[1]);
      read(gate[0], &byte, 1);
      write(done[1], "d", 1);
      _exit(0);
    }
  }
  close(gate[1]);
  int count = 0;
  char byte;
  while (count < 12 && read(done[0], &byte, 1) == 1) count++;
  while (wait(NULL) > 0) {
  }
  printf("%d\n", count);
}
