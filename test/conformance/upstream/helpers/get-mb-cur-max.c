// Prints how many bytes a character of a locale can have.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  if (argc < 2 || !setlocale(LC_ALL, argv[1])) return EXIT_FAILURE;
  printf("%zu\n", (size_t)MB_CUR_MAX);
  return EXIT_SUCCESS;
}
