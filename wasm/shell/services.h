// What the rooms of the shell need done by rooms that stand above them. assembly.cc names the functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "failure.h"

namespace shell {

class Shell;
struct BuiltinTable;
struct CommandPart;
struct ProcessPart;

struct Services {
  // ---- of builtins/ ----
  const BuiltinTable* builtins;  // execute/builtin.h

  // ---- of execute/ ----
  // $(…): what the commands write, all trailing newlines included; NUL bytes dropped with bash's warning. Sets
  // command_substitution_status.
  std::string (*command_output)(Shell& shell, const CommandPart& part);
  // <(…), >(…): "/dev/fd/63".
  std::string (*process_substitution)(Shell& shell, const ProcessPart& part);
  size_t (*job_count)(Shell& shell);
  bool (*in_exit_trap)(const Shell& shell);
  void (*run_exit_trap)(Shell& shell);  // unless it is that of a shell around this one

  // ---- of expand/, which says what they do ----
  std::optional<int64_t> (*evaluate)(Shell& shell, std::string_view expression);
  std::optional<int64_t> (*evaluate_subscript)(Shell& shell, std::string_view subscript);
  Done (*expand_key)(Shell& shell, std::string_view text, std::string& out);
  Done (*expand_index)(Shell& shell, std::string_view text, std::string& out);
};

}  // namespace shell
