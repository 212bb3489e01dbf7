#include "xtrace.h"

#include "../files.h"
#include "expand.h"

namespace shell {

namespace {

std::string prefix(Shell& shell) {
  const std::string* ps4 = shell.variables.get("PS4");
  if (ps4 == nullptr || ps4->empty()) return {};
  const Scoped untraced(shell.options[SetOption::xtrace], false);
  const Scoped substitution(shell.command_substitution_status, shell.command_substitution_status);
  const std::string text = decode_prompt(shell, std::string(*ps4));
  if (text.empty()) return {};
  const size_t first = character_length(text, 0);
  std::string result;
  for (int i = 0; i < shell.execution.evaluation_depth; i++) result.append(text, 0, first);
  return result + text;
}

}  // namespace

void trace_exported(Shell& shell, const std::vector<std::string>& words) {
  for (size_t i = 1; i < words.size(); i++) {
    const size_t equals = words[i].find('=');
    if (equals == std::string::npos || words[i][0] == '-') continue;
    std::string text = words[i].substr(0, equals + 1);
    text += quote_traced(std::string_view(words[i]).substr(equals + 1));
    trace_line(shell, text);
  }
}

void trace_line(Shell& shell, std::string_view text) {
  const std::string line = prefix(shell).append(text) + "\n";
  if (const int fd = shell.trace_descriptor; fd >= 0 && fd != 2 && write_all(fd, line) == 0) return;
  shell.output.error(line);
}

void trace_words(Shell& shell, const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    text += word.empty() ? "''" : quote_traced(word);
  }
  trace_line(shell, text);
}

}  // namespace shell
