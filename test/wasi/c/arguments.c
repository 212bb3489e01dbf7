// args_*, environ_*: what main() and getenv() see. Run with the arguments "", "two words", "ü".
#include "check.h"

int main(int argc, char** argv) {
  CHECK(argc == 4);
  CHECK(strcmp(argv[1], "") == 0);
  CHECK(strcmp(argv[2], "two words") == 0);
  CHECK(strcmp(argv[3], "\xc3\xbc") == 0);
  CHECK(argv[4] == NULL);
  CHECK(strcmp(getenv("EMPTY"), "") == 0);
  CHECK(strcmp(getenv("EQUALS"), "a=b=c") == 0);
  CHECK(getenv("MISSING") == NULL);
  return done();
}
