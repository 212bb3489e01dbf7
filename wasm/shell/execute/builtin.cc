#include "builtin.h"

#include <algorithm>

namespace shell {

std::optional<std::string> BuiltinCall::argument(char letter) const {
  for (auto given = arguments_.rbegin(); given != arguments_.rend(); ++given) {
    if (given->first == letter) return given->second;
  }
  return std::nullopt;
}

char BuiltinCall::last_of(std::string_view letters) const {
  const size_t at = given_.find_last_of(letters);
  return at == std::string::npos ? '\0' : given_[at];
}

const Builtin* find_builtin(const Shell& shell, std::string_view name) {
  const std::span<const Builtin> all = shell.services.builtins->all;
  const auto found = std::ranges::lower_bound(all, name, {}, &Builtin::name);
  if (found == all.end() || found->name != name) return nullptr;
  return std::ranges::count(shell.disabled_builtins, name) > 0 ? nullptr : &*found;
}

}  // namespace shell
