// What all built-ins need to read their arguments and to report errors.
#include <cstring>

#include "builtins.h"

namespace shell {

OptionReader::OptionReader(Shell& shell, BuiltinCall& call, std::string_view letters, bool plus)
    : shell_(shell), call_(call), letters_(letters), allow_plus_(plus) {}

int OptionReader::next() {
  const std::vector<std::string>& words = call_.words;
  if (offset_ == 0) {
    if (index_ >= words.size()) return -1;
    const std::string& word = words[index_];
    if (word.size() < 2 || (word[0] != '-' && !(allow_plus_ && word[0] == '+'))) return -1;
    if (word == "--") {
      ++index_;
      return -1;
    }
    if (word == "--help") {
      const Builtin* builtin = find_builtin(shell_, words[0]);
      if (builtin != nullptr) {
        shell_.output.write(words[0] + ": ");
        shell_.output.write(builtin->usage);
        shell_.output.write("\n    ");
        shell_.output.write(builtin->help);
        shell_.output.write('\n');
      }
      return '?';
    }
    plus_ = word[0] == '+';
    offset_ = 1;
  }
  const std::string& word = words[index_];
  const char letter = word[offset_++];
  const bool last = offset_ >= word.size();
  const size_t at = letter == ':' ? std::string_view::npos : letters_.find(letter);
  const std::string shown = {plus_ ? '+' : '-', letter};
  const auto refuse = [&](const char* why) {
    shell_.builtin_error(shown + why);
    const Builtin* builtin = find_builtin(shell_, words[0]);
    if (builtin != nullptr) shell_.builtin_usage(builtin->usage);
    return static_cast<int>('?');
  };
  if (at == std::string_view::npos) return refuse(": invalid option");
  const bool takes_argument = at + 1 < letters_.size() && letters_[at + 1] == ':';
  if (takes_argument) {
    if (!last) {
      argument_ = word.substr(offset_);
    } else {
      if (++index_ >= words.size()) return refuse(": option requires an argument");
      argument_ = words[index_];
    }
    ++index_;
    offset_ = 0;
  } else if (last) {
    ++index_;
    offset_ = 0;
  }
  return static_cast<unsigned char>(letter);
}

void report_errno(Shell& shell, std::string_view subject, int error) {
  shell.builtin_error(std::string(subject) + ": " + std::strerror(error));
}

}  // namespace shell
