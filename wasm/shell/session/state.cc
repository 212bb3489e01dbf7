#include "state.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "../expand/expand.h"
#include "../shell.h"
#include "../syntax/printer.h"

namespace shell {

std::vector<std::string> directory_stack(const Shell& shell);

namespace {

// The shell's own: every shell has them, and most refuse to be set.
constexpr std::array<std::string_view, 13> kOwnVariables = {"_",    "BASHOPTS", "BASH_VERSINFO", "BASH_VERSION", "EUID",
                                                            "UID",  "PPID",     "SHELLOPTS",     "PIPESTATUS",   "PWD",
                                                            "BASH", "OLDPWD",   "SHLVL"};

bool is_own(const Symbol& symbol) {
  return symbol.variable->dynamic != nullptr ||
         std::find(kOwnVariables.begin(), kOwnVariables.end(), symbol.name) != kOwnVariables.end();
}

void add_variables(Shell& shell, std::string& script) {
  for (Symbol* symbol : shell.variables.sorted()) {
    if (!is_own(*symbol)) script += describe_variable(shell, *symbol, *symbol->variable) + "\n";
  }
}

void add_functions(const Shell& shell, std::string& script) {
  // Their bodies may need it to be parsed.
  script += "shopt -s extglob\n";
  for (const auto& [name, function] : shell.functions) {
    script += print_function(name, *function.body) + "\n";
    if (function.exported) script += "declare -fx " + name + "\n";
    if (function.readonly) script += "declare -fr " + name + "\n";
    if (function.traced) script += "declare -ft " + name + "\n";
  }
}

void add_options(const Shell& shell, std::string& script) {
  const Options usual;
  for (size_t i = 0; i < kShoptNames.size(); i++) {
    const bool extglob = i == static_cast<size_t>(Shopt::extglob);
    if (shell.options.shopt[i] == usual.shopt[i] && !extglob) continue;
    script += std::string("shopt -") + (shell.options.shopt[i] ? "s " : "u ") + kShoptNames[i] + " 2>/dev/null\n";
  }
  for (size_t i = 0; i < kSetOptionNames.size(); i++) {
    if (shell.options.set[i] == usual.set[i]) continue;
    script += std::string("set ") + (shell.options.set[i] ? "-o " : "+o ") + kSetOptionNames[i].name + "\n";
  }
}

void add_traps(const Shell& shell, std::string& script) {
  for (int number = 0; number < Traps::kCount; number++) {
    const std::string* commands = shell.traps.get(number);
    if (commands != nullptr) script += "trap -- " + quote_single(*commands) + " " + Traps::name_of(number) + "\n";
  }
}

void add_directories(const Shell& shell, std::string& script) {
  const std::vector<std::string> stack = directory_stack(shell);
  for (size_t i = stack.size(); i-- > 1;) script += "pushd -n " + quote_single(stack[i]) + " >/dev/null 2>&1\n";
}

}  // namespace

std::string state_script(Shell& shell) {
  std::string script = "#" + std::to_string(shell.status) + "\n";
  const mode_t mask = umask(0);
  umask(mask);
  std::string octal;
  for (int shift = 6; shift >= 0; shift -= 3) octal += static_cast<char>('0' + (mask >> shift & 7));
  script += "umask " + octal + "\n";
  if (const std::string* directory = shell.variables.get("OLDPWD"))
    script += "OLDPWD=" + quote_single(*directory) + "\n";
  add_directories(shell, script);
  add_variables(shell, script);
  for (const auto& [name, value] : shell.aliases) script += "alias -- " + quote_single(name + "=" + value) + "\n";
  add_functions(shell, script);
  add_traps(shell, script);
  script += "set --";
  for (const std::string& argument : *shell.positional) script += " " + quote_single(argument);
  script += "\n";
  add_options(shell, script);
  return script;
}

}  // namespace shell
