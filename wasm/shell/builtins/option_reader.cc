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

OptionCursor::Found OptionCursor::next(std::span<const std::string> words, std::string_view letters,
                                       std::string_view signs) {
  argument.reset();
  if (offset == 0 || offset >= words[index].size()) {
    offset = 0;
    if (index >= words.size() || words[index].size() < 2 || signs.find(words[index][0]) == std::string_view::npos) {
      return Found::none;
    }
    if (words[index] == "--") {
      ++index;
      return Found::none;
    }
    offset = 1;
  }
  const std::string& word = words[index];
  letter = word[offset++];
  const size_t at = letter == ':' ? std::string_view::npos : letters.find(letter);
  const bool takes_argument = at != std::string_view::npos && letters.substr(at + 1).starts_with(':');
  if (takes_argument && offset < word.size()) argument = word.substr(offset);
  if (takes_argument || offset >= word.size()) {
    ++index;
    offset = 0;
  }
  if (at == std::string_view::npos) return Found::unknown;
  if (!takes_argument || argument) return Found::option;
  if (index >= words.size()) return Found::without_argument;
  argument = words[index++];
  return Found::option;
}

OptionReader::OptionReader(Shell& shell, const std::vector<std::string>& words, std::string_view letters, bool plus)
    : shell_(shell), words_(words), letters_(letters), signs_(plus ? "-+" : "-") {}

int OptionReader::next() {
  using Found = OptionCursor::Found;
  if (cursor_.offset == 0 && cursor_.index < words_.size()) {
    plus_ = words_[cursor_.index].starts_with('+');
    if (words_[cursor_.index] == "--help") {
      show_help(shell_, words_[0]);
      return '?';
    }
  }
  const Found found = cursor_.next(words_, letters_, signs_);
  if (found == Found::none) return -1;
  if (cursor_.argument) argument_ = *cursor_.argument;
  if (found == Found::option) return static_cast<unsigned char>(cursor_.letter);
  const std::string shown{plus_ ? '+' : '-', cursor_.letter};
  shell_.builtin_error(shown + (found == Found::unknown ? ": invalid option" : ": option requires an argument"));
  show_usage(shell_, words_[0]);
  return '?';
}

bool read_options(Shell& shell, BuiltinCall& call, std::string_view letters) {
  OptionReader reader(shell, call.words, letters);
  for (int read; (read = reader.next()) != -1;) {
    if (read == '?') return false;
    const auto letter = static_cast<char>(read);
    const bool with_argument = letters.substr(letters.find(letter) + 1).starts_with(':');
    with_argument ? call.add_option(letter, reader.argument()) : call.add_option(letter);
  }
  call.operands = reader.rest();
  return true;
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
  if (reads_options && !read_options(shell, call, builtin.letters)) return kUsageStatus;
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
