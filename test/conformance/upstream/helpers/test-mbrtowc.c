// Prints what mbrtowc says of each byte of the input.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  if (!setlocale(LC_ALL, "")) return EXIT_FAILURE;
  const char* separator = "";
  for (int c; (c = getchar()) != EOF; separator = ",") {
    char byte = c;
    wchar_t wide;
    printf("%s%d", separator, (int)mbrtowc(&wide, &byte, 1, NULL));
  }
  putchar('\n');
  return EXIT_SUCCESS;
}
