// fc: lists command lines of the history, edits them, runs them again.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "../execute/executor.h"
#include "../files.h"
#include "../history/history.h"
#include "../text/split.h"
#include "builtins.h"

namespace shell {

namespace {

constexpr int64_t kNotFound = -1;
constexpr int64_t kInvalid = -2;

// Positions in the history as fc counts them.
struct Range {
  const History& history;
  int64_t last;  // the newest one that is not this very command
  int64_t end;   // after all
  bool listing;

  [[nodiscard]] int64_t find(std::string_view text) const {
    const bool negative = text.starts_with('-');
    const std::string_view digits = negative ? text.substr(1) : text;
    int64_t number;
    if (!digits.empty() && digits[0] >= '0' && digits[0] <= '9' && parse_integer(digits, number)) {
      if (number == 0) return negative ? (listing ? end : kInvalid) : last;
      return negative ? std::max<int64_t>(last + 1 - number, 0) : std::clamp<int64_t>(number - history.base(), 0, last);
    }
    for (int64_t i = std::min(last, end - 1); i >= 0; i--) {
      if (history.entries()[static_cast<size_t>(i)].text.starts_with(text)) return i;
    }
    return kNotFound;
  }
};

int run_again(Shell& shell, const std::string& text) {
  shell.output.error(text + "\n");
  shell.history->replace_last(text);
  return execute_text(shell, text, "fc", 1);
}

void replace_all(std::string& text, std::string_view pattern, std::string_view replacement) {
  if (pattern.empty()) return;
  for (size_t at = 0; (at = text.find(pattern, at)) != std::string::npos; at += replacement.size()) {
    text.replace(at, pattern.size(), replacement);
  }
}

// fc -s [pattern=replacement ...] [command]
int substitute(Shell& shell, std::span<const std::string> words, const Range& range) {
  size_t given = 0;
  while (given < words.size() && words[given].find('=') != std::string::npos) given++;
  const int64_t found = given < words.size() ? range.find(words[given]) : range.last;
  if (found < 0 || found >= range.end) return fail(shell, "no command found");
  std::string text = range.history.entries()[static_cast<size_t>(found)].text;
  for (const std::string& word : words.first(given)) {
    const size_t equals = word.find('=');
    replace_all(text, std::string_view(word).substr(0, equals), std::string_view(word).substr(equals + 1));
  }
  return run_again(shell, text);
}

int edit(Shell& shell, std::string editor, const std::string& text) {
  if (editor.empty()) editor = shell.variables.text("FCEDIT", shell.variables.text("EDITOR", "vi"));
  std::string path = shell.variables.text("TMPDIR", "/tmp") + "/bash-fc.XXXXXX";
  const int fd = mkostemp(path.data(), O_CLOEXEC);
  if (fd < 0) return fail(shell, path + ": cannot open temp file");
  write_all(fd, text);
  close(fd);
  const int status = execute_text(shell, editor + " " + path, "fc", 1);
  std::string edited;
  if (status == 0) (void)read_file(path, edited);
  unlink(path.c_str());
  if (status != 0) return 1;
  while (edited.ends_with('\n')) edited.pop_back();
  return edited.empty() ? 0 : run_again(shell, edited);
}

}  // namespace

int builtin_fc(Shell& shell, BuiltinCall& call) {
  // Negative numbers are positions, not options.
  const auto is_number = [](const std::string& word) {
    return word.size() > 1 && word[0] == '-' && word[1] >= '0' && word[1] <= '9';
  };
  const auto first_number = std::find_if(call.words.begin() + 1, call.words.end(), is_number);
  std::vector<std::string> leading(call.words.begin(), first_number);
  BuiltinCall options(leading);
  if (!read_options(shell, options, "e:lnrs")) return kUsageStatus;
  const bool listing = options.has('l'), numbers = !options.has('n');
  bool reverse = options.has('r');
  History& history = *shell.history;
  const auto size = static_cast<int64_t>(history.entries().size());
  const bool recording = shell.session || shell.options[SetOption::history];
  Range range{history, std::max<int64_t>(size - (recording ? 1 : 0) - (history.last_line_added() ? 1 : 0), 0), size,
              listing};
  const std::span<const std::string> words =
      std::span<const std::string>(call.words).subspan(leading.size() - options.operands.size());
  if (options.has('s') || options.argument('e') == "-") return substitute(shell, words, range);
  if (size == 0) return 0;

  int64_t first = listing ? std::max<int64_t>(range.last - 15, 0) : range.last;
  int64_t last = range.last;
  if (!words.empty()) {
    first = range.find(words[0]);
    last = words.size() > 1 ? range.find(words[1]) : listing || first == range.end ? range.last : first;
  }
  if (first == kInvalid || last == kInvalid) return fail(shell, "history specification out of range");
  if (first == kNotFound || last == kNotFound) return fail(shell, "no command found");
  if (!listing && history.last_line_added()) history.drop_last();
  if (first > last) {
    std::swap(first, last);
    reverse = true;
  }
  std::vector<std::string> lines;
  const auto count = static_cast<int64_t>(history.entries().size());
  for (int64_t i = first; i <= last && i < count; i++) {
    std::string line = listing && numbers ? std::to_string(history.base() + i) : std::string();
    if (listing) line += shell.options[SetOption::posix] ? "\t" : "\t ";
    lines.push_back(line + history.entries()[static_cast<size_t>(i)].text + "\n");
  }
  if (reverse) std::ranges::reverse(lines);
  const std::string text = join(lines, "");
  if (!listing) return edit(shell, options.argument('e').value_or(""), text);
  shell.output.write(text);
  return 0;
}

}  // namespace shell
