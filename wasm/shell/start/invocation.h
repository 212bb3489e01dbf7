// The command line of the shell itself, and from there to a running shell.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../options.h"

namespace shell {

struct Invocation {
  std::string name = "bash";  // as it was called
  bool command_given = false;
  std::string command;                 // -c
  std::vector<std::string> arguments;  // script and its arguments, or $0 and arguments of -c
  bool reads_stdin = false;
  bool interactive = false;
  bool login = false;
  bool posix = false;
  bool restricted = false;
  bool pretty_print = false;
  bool dump_strings = false;
  bool dump_po_strings = false;
  bool no_rc = false;
  bool no_profile = false;
  bool plan = false;     // --plan command
  bool session = false;  // --session: the host's requests come on a channel
  std::string rc_file;
  std::vector<std::pair<SetOption, bool>> set_options;
  std::vector<std::pair<Shopt, bool>> shopts;
  bool list_set_options = false;  // -o or +o without a name
  bool list_shopts = false;       // -O or +O without a name
  bool plus = false;              // of those
};

// False: the process ends with `status`; what there was to say has been said.
bool parse_invocation(int count, char** arguments, Invocation& invocation, int& status);

class Shell;

// Everything from startup files to the EXIT trap. Returns the status to exit with.
int run_shell(Shell& shell, const Invocation& invocation, std::span<const std::string> environment);

}  // namespace shell
