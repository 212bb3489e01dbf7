// Memory: private mappings, the heap, what is refused.
#include <sys/mman.h>

#include "conformance.h"

CASE(anonymous) {
  char *memory = mmap(NULL, 300000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("mapped %d\n", memory != MAP_FAILED);
  int zero = 1;
  for (int i = 0; i < 300000; i++) zero &= memory[i] == 0;
  printf("zero %d\n", zero);
  memset(memory, 'x', 300000);
  SHOW(munmap(memory, 300000));
  char *again = mmap(NULL, 300000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  zero = 1;
  for (int i = 0; i < 300000; i++) zero &= again[i] == 0;
  printf("zero again %d\n", zero);
  SHOW(munmap(again, 300000));
  errno = 0;
  printf("%s\n", mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno_text(errno) : "mapped");
}

CASE(private_file) {
  write_file("f", "mapped text");
  int fd = open("f", O_RDWR);
  char *memory = mmap(NULL, 11, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  printf("%.11s\n", memory);
  memory[0] = 'M';
  show_file("f");
  printf("%.11s after end %d\n", memory, memory[11]);
  close(fd);
  printf("%.11s\n", memory);
  SHOW(munmap(memory, 11));
  errno = 0;
  printf("%s\n", mmap(NULL, 10, PROT_READ, MAP_PRIVATE, 99, 0) == MAP_FAILED ? errno_text(errno) : "mapped");
}

CASE(heap) {
  char *blocks[200];
  for (int i = 0; i < 200; i++) {
    blocks[i] = malloc(i * 1000 + 1);
    memset(blocks[i], i, i * 1000 + 1);
  }
  for (int i = 0; i < 200; i += 2) free(blocks[i]);
  for (int i = 0; i < 200; i += 2) blocks[i] = calloc(i * 500 + 1, 1);
  int right = 0;
  for (int i = 0; i < 200; i++) right += blocks[i][i * 500] == (i % 2 ? (char)i : 0);
  printf("right %d\n", right);
  char *grown = NULL;
  for (int i = 1; i < 60; i++) {
    grown = realloc(grown, i * 50000);
    grown[i * 50000 - 1] = i;
    grown[0] = 7;
  }
  printf("grown %d %d\n", grown[0], grown[59 * 50000 - 1]);
  void *aligned = NULL;
  SHOW(posix_memalign(&aligned, 4096, 10000));
  printf("aligned %d\n", (uintptr_t)aligned % 4096 == 0);
  volatile size_t too_large = (size_t)1 << (sizeof(size_t) * 8 - 2);
  char *volatile refused = malloc(too_large);
  printf("too large %d\n", refused == NULL);
}

static int recurse(int depth) {
  volatile char frame[200];
  frame[0] = depth;
  return depth == 0 ? 0 : recurse(depth - 1) + (frame[0] == (char)depth);
}

CASE(recursion) { SHOW(recurse(2000)); }

CASE(large_file_in_memory) {
  int fd = open("f", O_RDWR | O_CREAT, 0644);
  static char block[100000];
  for (int i = 0; i < 50; i++) {
    memset(block, 'a' + i % 26, sizeof block);
    if (write(fd, block, sizeof block) != sizeof block) printf("short write\n");
  }
  char *memory = mmap(NULL, 5000000, PROT_READ, MAP_PRIVATE, fd, 0);
  unsigned long sum = 0;
  for (int i = 0; i < 5000000; i++) sum = sum * 31 % 1000003 + memory[i];
  printf("%lu\n", sum);
}

CASE(other_calls) {
  char *memory = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  SHOW(mprotect(memory, 65536, PROT_READ | PROT_WRITE));
  SHOW(madvise(memory, 65536, MADV_NORMAL));
  SHOW(munmap(memory, 65536));
}

CASE(shared_file) {
  write_file("f", "mapped text");
  int fd = open("f", O_RDWR);
  char *memory = mmap(NULL, 11, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  printf("mapped %d\n", memory != MAP_FAILED);
  if (memory == MAP_FAILED) return;
  memory[0] = 'M';
  SHOW(msync(memory, 11, MS_SYNC));
  show_file("f");
}
