// proc_exit, proc_raise and traps; random_get and sched_yield on the way.
#include <sched.h>
#include <unistd.h>

#include "check.h"

int main(int argc, char** argv) {
  static uint8_t bytes[1 << 20];
  OK(__wasi_random_get(bytes, sizeof bytes));
  int zeros = 0;
  for (size_t i = 0; i < sizeof bytes; ++i) zeros += bytes[i] == 0;
  CHECK(zeros > 3000 && zeros < 5500);
  CHECK_ERRNO(__wasi_random_get((uint8_t*)0xfffffff0, 32), FAULT);
  CHECK(sched_yield() == 0);

  CHECK(argc == 2);
  const char* end = argv[1];
  if (strcmp(end, "return") == 0) return 7;
  if (strcmp(end, "exit") == 0) exit(8);
  if (strcmp(end, "_exit") == 0) _exit(9);
  if (strcmp(end, "abort") == 0) abort();
  void (*volatile nothing)(void) = NULL;
  if (strcmp(end, "null") == 0) nothing();
  if (strcmp(end, "bounds") == 0) return *(volatile char*)0xfffffff0;
  return 0;
}
