#include "directories.h"

#include "files.h"
#include "shell.h"

namespace shell {

const std::string& DirectoryStack::current(Shell& shell) {
  const std::string real = physical_directory();
  if (real.empty() || real == current_ || (!current_.empty() && is_same_file(current_, "."))) return current_;
  const std::string pwd = shell.variables.text("PWD");
  current_ = pwd.starts_with('/') && is_same_file(pwd, ".") ? pwd : real;
  return current_;
}

std::string absolute_path(Shell& shell, std::string_view path) {
  if (path.starts_with('/')) return std::string(path);
  std::string result = shell.directories->current(shell);
  if (!result.ends_with('/')) result += '/';
  return result.append(path);
}

std::string with_tilde(Shell& shell, const std::string& path) {
  const std::string home = shell.variables.text("HOME");
  if (home.size() > 1 && path.starts_with(home) && (path.size() == home.size() || path[home.size()] == '/')) {
    return "~" + path.substr(home.size());
  }
  return path;
}

void store_directory_stack(Shell& shell, const Variable& variable) {
  std::vector<std::string>& below = shell.directories->below;
  for (const auto& [index, path] : variable.indexed->entries()) {
    const auto at = static_cast<size_t>(index);
    if (at > 0 && at <= below.size()) below[below.size() - at] = path;
  }
}

std::vector<std::string> directory_stack(const Shell& shell) {
  // current() only fills a cache.
  std::vector<std::string> result{shell.directories->current(const_cast<Shell&>(shell))};
  const auto& below = shell.directories->below;
  result.insert(result.end(), below.rbegin(), below.rend());
  return result;
}

}  // namespace shell
