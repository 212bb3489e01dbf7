// What all built-ins need to read their arguments and to report errors.
#include <cstring>

#include "builtins.h"

namespace shell {

namespace {

void show_help(Shell& shell, std::string_view name) {
  const Builtin* const builtin = find_builtin(shell, name);
  if (builtin == nullptr) return;
  shell.output.write(std::string(name) + ": " + std::string(builtin->usage) + "\n    " + std::string(builtin->help) +
                     "\n");
}

void show_usage(Shell& shell, std::string_view name) {
  const Builtin* const builtin = find_builtin(shell, name);
  if (builtin != nullptr) shell.builtin_usage(builtin->usage);
}

}  // namespace

OptionReader::OptionReader(Shell& shell, const std::vector<std::string>& words, std::string_view letters, bool plus)
    : shell_(shell), words_(words), letters_(letters), allow_plus_(plus) {}

int OptionReader::next() {
  if (offset_ == 0) {
    if (index_ >= words_.size()) return -1;
    const std::string& word = words_[index_];
    if (word.size() < 2 || (word[0] != '-' && !(allow_plus_ && word[0] == '+'))) return -1;
    if (word == "--") {
      ++index_;
      return -1;
    }
    if (word == "--help") {
      show_help(shell_, words_[0]);
      return '?';
    }
    plus_ = word[0] == '+';
    offset_ = 1;
  }
  const std::string& word = words_[index_];
  const char letter = word[offset_++];
  const bool last = offset_ >= word.size();
  const size_t at = letter == ':' ? std::string_view::npos : letters_.find(letter);
  const std::string shown = {plus_ ? '+' : '-', letter};
  const auto refuse = [&](const char* why) {
    shell_.builtin_error(shown + why);
    show_usage(shell_, words_[0]);
    return static_cast<int>('?');
  };
  if (at == std::string_view::npos) return refuse(": invalid option");
  const bool takes_argument = at + 1 < letters_.size() && letters_[at + 1] == ':';
  if (takes_argument) {
    if (!last) {
      argument_ = word.substr(offset_);
    } else {
      if (++index_ >= words_.size()) return refuse(": option requires an argument");
      argument_ = words_[index_];
    }
    ++index_;
    offset_ = 0;
  } else if (last) {
    ++index_;
    offset_ = 0;
  }
  return static_cast<unsigned char>(letter);
}

bool BuiltinCall::read_options(Shell& shell, std::string_view letters) {
  OptionReader reader(shell, words, letters);
  for (int letter; (letter = reader.next()) != -1;) {
    if (letter == '?') return false;
    given_ += static_cast<char>(letter);
    const size_t at = letters.find(static_cast<char>(letter));
    if (letters.substr(at + 1).starts_with(':')) arguments_.emplace_back(static_cast<char>(letter), reader.argument());
  }
  operands = reader.rest();
  return true;
}

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

int call_builtin(Shell& shell, const Builtin& builtin, BuiltinCall& call) {
  const bool only_help = builtin.letters == kOnlyHelp;
  const std::string_view first = call.operands.empty() ? std::string_view() : call.operands[0];
  if (only_help && first == "--help") {
    show_help(shell, call.words[0]);
    return kUsageStatus;
  }
  if (only_help && first == "--") call.operands = call.operands.subspan(1);
  const bool reads_options = !only_help && builtin.letters != kAsTheyCome;
  if (reads_options && !call.read_options(shell, builtin.letters)) return kUsageStatus;
  return builtin.function(shell, call);
}

Failure too_many_arguments(Shell& shell) {
  shell.builtin_error("too many arguments");
  return shell.give_up(Reach::text);
}

Failure fail_usage(Shell& shell, std::string_view message) {
  if (!message.empty()) shell.builtin_error(message);
  show_usage(shell, shell.command_name);
  return {kUsageStatus};
}

void report_errno(Shell& shell, std::string_view subject, int error) {
  shell.builtin_error(std::string(subject) + ": " + std::strerror(error));
}

}  // namespace shell
