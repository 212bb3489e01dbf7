// Standard input in capitals, until its end.
#include <ctype.h>
#include <stdio.h>

int main(void) {
  for (int c; (c = getchar()) != EOF;) putchar(toupper(c));
}
