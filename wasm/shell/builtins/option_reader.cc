// What all built-ins need to read their arguments and to report errors.
#include <cctype>
#include <cstdint>
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

bool parse_integer(std::string_view text, int64_t& value) {
  const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (text.empty()) return false;
  const uint64_t limit = static_cast<uint64_t>(INT64_MAX) + (negative ? 1 : 0);
  uint64_t sum = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    const auto digit = static_cast<uint64_t>(c - '0');
    if (sum > (limit - digit) / 10) return false;
    sum = sum * 10 + digit;
  }
  value = static_cast<int64_t>(negative ? 0 - sum : sum);
  return true;
}

void report_errno(Shell& shell, std::string_view subject, int error) {
  shell.builtin_error(std::string(subject) + ": " + std::strerror(error));
}

}  // namespace shell
