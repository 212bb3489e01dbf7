// The current directory and the stack of pushd and popd.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shell {

class Shell;
struct Variable;

class DirectoryStack {
 public:
  // Bottom first; the current directory lies on top of the last and is not stored.
  std::vector<std::string> below;

  // The current directory as it was reached, symbolic links kept. Empty: it cannot be told (errno).
  const std::string& current(Shell& shell);
  void set_current(std::string path) { current_ = std::move(path); }

 private:
  std::string current_;
};

// From / on, by the current directory as it was reached.
std::string absolute_path(Shell& shell, std::string_view path);
// With ~ for the home directory.
std::string with_tilde(Shell& shell, const std::string& path);
// DIRSTACK: the current directory first; and what assigning to its elements does.
std::vector<std::string> directory_stack(const Shell& shell);
void store_directory_stack(Shell& shell, const Variable& variable);

}  // namespace shell
