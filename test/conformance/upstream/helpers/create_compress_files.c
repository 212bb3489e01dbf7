// Makes a file for xz's tests, by its name: text that repeats, bytes that do not, words in changing order.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t next(uint32_t* state) { return *state = 101771 * *state + 71777; }

int main(int argc, char** argv) {
  static const char* const words[] = {"lorem",  "ipsum",  "dolor", "sit",  "amet",
                                      "tempor", "labore", "minim", "nisi", "id"};
  uint32_t state = 5;
  FILE* file = argc < 2 ? NULL : fopen(argv[1], "wb");
  if (!file) return EXIT_FAILURE;
  for (int i = 0; i < 100000; i++) {
    if (strstr(argv[1], "abc"))
      fputs("abc\n", file);
    else if (strstr(argv[1], "random"))
      putc(next(&state) >> 24, file);
    else
      fprintf(file, "%s%c", words[next(&state) / 0x1999999au], i % 13 == 0 ? '\n' : ' ');
  }
  return fclose(file) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
