// All options of a built-in read at once, for those to whom their order means nothing.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "builtins.h"

namespace shell {

class OptionSet {
 public:
  // `letters` as OptionReader takes them.
  OptionSet(Shell& shell, BuiltinCall& call, std::string_view letters) {
    OptionReader reader(shell, call, letters);
    for (int letter; (letter = reader.next()) != -1;) {
      if (letter == '?') {
        failed = true;
        return;
      }
      given_ += static_cast<char>(letter);
      const size_t at = letters.find(static_cast<char>(letter));
      if (letters.substr(at + 1).starts_with(':'))
        arguments_.emplace_back(static_cast<char>(letter), reader.argument());
    }
    words = std::span<const std::string>(call.words).subspan(reader.first());
  }

  bool failed = false;                 // reported: return kUsageStatus
  std::span<const std::string> words;  // what follows the options

  [[nodiscard]] bool has(char letter) const { return given_.find(letter) != std::string::npos; }
  [[nodiscard]] bool any() const { return !given_.empty(); }
  // Of the last appearance of the letter; nullopt: it was not given.
  [[nodiscard]] std::optional<std::string> argument(char letter) const {
    for (auto given = arguments_.rbegin(); given != arguments_.rend(); ++given) {
      if (given->first == letter) return given->second;
    }
    return std::nullopt;
  }
  // The last of these that was given; 0: none.
  [[nodiscard]] char last_of(std::string_view letters) const {
    const size_t at = given_.find_last_of(letters);
    return at == std::string::npos ? '\0' : given_[at];
  }

 private:
  std::string given_;
  std::vector<std::pair<char, std::string>> arguments_;
};

// "cd: message", and the status to return.
inline int fail(Shell& shell, std::string_view message, int status = 1) {
  shell.builtin_error(message);
  return status;
}

inline int fail_identifier(Shell& shell, std::string_view shown, int status = 1) {
  return fail(shell, "`" + std::string(shown) + "': not a valid identifier", status);
}

// The usage line of the built-in that runs, after a message unless that is empty.
inline int fail_usage(Shell& shell, std::string_view message = {}) {
  if (!message.empty()) shell.builtin_error(message);
  const Builtin* builtin = find_builtin(shell, shell.command_name);
  if (builtin != nullptr) shell.builtin_usage(builtin->usage);
  return kUsageStatus;
}

// For built-ins that take no other option: "--help" has been answered; return kUsageStatus.
inline bool help_given(Shell& shell, BuiltinCall& call) {
  return call.words.size() > 1 && call.words[1] == "--help" && OptionReader(shell, call, "").next() == '?';
}

}  // namespace shell
