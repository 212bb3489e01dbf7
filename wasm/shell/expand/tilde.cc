// ~ ~user ~+ ~- ~N
#include <pwd.h>
#include <unistd.h>

#include "../directories.h"
#include "../text/numbers.h"
#include "expander.h"

namespace shell {

size_t expand_tilde(Shell& shell, std::string_view text, std::string& out) {
  const std::string_view prefix = text.substr(0, text.find('/'));
  const std::string_view user = prefix.substr(1);
  const auto take = [&](const std::string* value) -> size_t {
    if (value == nullptr) return 0;
    out = *value;
    return prefix.size();
  };
  if (user.empty()) {
    if (const std::string* home = shell.variables.get("HOME")) return take(home);
    const passwd* entry = getpwuid(getuid());
    out = entry != nullptr ? entry->pw_dir : "/";
    return prefix.size();
  }
  if (user == "+") return take(shell.variables.get("PWD"));
  if (user == "-") return take(shell.variables.get("OLDPWD"));
  const bool is_signed = user[0] == '+' || user[0] == '-';
  const std::string_view digits = user.substr(is_signed ? 1 : 0);
  if (is_number(digits) && digits.size() < 6) {
    const std::vector<std::string> stack = directory_stack(shell);
    size_t at = 0;
    const size_t number = read_digits(digits, at, digits.size(), 10);
    if (number >= stack.size()) return 0;
    return take(&stack[user[0] == '-' ? stack.size() - 1 - number : number]);
  }
  const passwd* entry = getpwnam(std::string(user).c_str());
  if (entry == nullptr) return 0;
  out = entry->pw_dir;
  return prefix.size();
}

}  // namespace shell
