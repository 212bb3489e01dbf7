// history.
#include "../history/history.h"

#include <cstdio>
#include <ctime>

#include "../text/split.h"
#include "builtins.h"

namespace shell {

namespace {

int out_of_range(Shell& shell, const std::string& what) {
  return fail(shell, what + ": history position out of range");
}

// The index of the entry that a number means: as `history` shows it, or counted from the end. False: there is none.
bool entry_index(const History& history, std::string_view text, size_t& index) {
  int64_t number;
  if (!parse_integer(text, number)) return false;
  const auto size = static_cast<int64_t>(history.entries().size());
  number = number < 0 ? number + size : number - history.base();
  if (number < 0 || number >= size) return false;
  index = static_cast<size_t>(number);
  return true;
}

int show(Shell& shell, std::span<const std::string> words) {
  const History& history = *shell.history;
  const size_t size = history.entries().size();
  size_t first = 0;
  if (!words.empty()) {
    int64_t count;
    if (!parse_integer(words[0], count)) return fail(shell, words[0] + ": numeric argument required");
    if (words.size() > 1) return too_many_arguments(shell);
    const uint64_t wanted = count < 0 ? 0 - static_cast<uint64_t>(count) : static_cast<uint64_t>(count);
    if (wanted < size) first = size - static_cast<size_t>(wanted);
  }
  const std::string format = shell.variables.text("HISTTIMEFORMAT");
  for (size_t i = first; i < size; i++) {
    const History::Entry& entry = history.entries()[i];
    char text[256];
    const int64_t number = history.base() + static_cast<int64_t>(i);
    snprintf(text, sizeof text, "%5lld  ", static_cast<long long>(number));
    std::string line = text;
    if (!format.empty() && entry.time == 0) line += "??";
    if (!format.empty() && entry.time != 0) {
      const auto seconds = static_cast<time_t>(entry.time);
      struct tm local{};
      localtime_r(&seconds, &local);
      line.append(text, strftime(text, sizeof text, format.c_str(), &local));
    }
    shell.output.write(line + entry.text + "\n");
  }
  return 0;
}

int erase(Shell& shell, const std::string& range) {
  History& history = *shell.history;
  size_t first, last;
  const size_t dash = range.find('-', 1);
  const std::string end = range.substr(dash == std::string::npos ? 0 : dash + 1);
  int64_t number;
  if (dash != std::string::npos && !parse_integer(end, number)) return out_of_range(shell, range);
  if (!entry_index(history, std::string_view(range).substr(0, dash), first)) {
    return out_of_range(shell, range.substr(0, dash));
  }
  if (!entry_index(history, end, last)) return out_of_range(shell, end);
  if (last < first) return 1;
  history.erase(first, last);
  return 0;
}

}  // namespace

int builtin_history(Shell& shell, BuiltinCall& call) {
  const char file = call.last_of("anrw");
  for (const char letter : {'a', 'n', 'r', 'w'}) {
    if (letter != file && call.has(letter)) return fail(shell, "cannot use more than one of -anrw");
  }
  const bool clear = call.has('c');
  const auto words = call.operands;
  History& history = *shell.history;
  if (clear) history.clear();
  if (clear && words.empty()) return 0;
  if (call.has('s')) {
    if (!words.empty()) history.replace_last(join(words, " "));
    return 0;
  }
  if (call.has('p')) {
    if (!words.empty()) history.drop_own_line();
    return each(shell, words, [&](const std::string& word) -> Done {
      std::string text, error;
      const HistoryExpansion outcome = expand_history(shell, word, text, error);
      if (outcome == HistoryExpansion::failed) return fail(shell, word + ": history expansion failed");
      shell.output.write(text, '\n');
      return {};
    });
  }
  if (call.has('d')) return erase(shell, *call.argument('d'));
  if (file == 0) return clear ? 0 : show(shell, words);
  const std::string path = words.empty() ? shell.variables.text("HISTFILE") : words[0];
  if (path.empty()) return 0;
  if (path.find('/') != std::string::npos && shell.forbids(path)) return 1;
  const int error = file == 'a' || file == 'w' ? history.write(path, file == 'a') : history.read(path, file == 'n');
  return error == 0 ? 0 : 1;
}

}  // namespace shell
