// The program `bash`: its arguments, its environment, what it reads commands from.
#include <unistd.h>

#include <clocale>
#include <new>

#include "shell.h"
#include "start/invocation.h"

namespace {

void out_of_memory() {
  constexpr char kMessage[] = "bash: cannot allocate memory\n";
  (void)!write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  _exit(2);
}

}  // namespace

int main(int count, char** arguments, char** environment) {
  std::setlocale(LC_CTYPE, "C.UTF-8");
  std::set_new_handler(out_of_memory);
  shell::Invocation invocation;
  int status = 0;
  if (!shell::parse_invocation(count, arguments, invocation, status)) return status;
  // Never destroyed: whatever way out is taken, the process ends.
  shell::Shell& shell = *new shell::Shell;
  // A copy: what a variable does when it is set may change the C library's list, as that of TZ does.
  std::vector<std::string> entries;
  while (*environment != nullptr) entries.emplace_back(*environment++);
  status = shell::run_shell(shell, invocation, entries);
  (void)shell.output.flush();
  _exit(status & 0xff);
}
