// set -x.
#include <utility>

#include "../expand/expand.h"
#include "internal.h"

namespace shell {

namespace {

// As bash quotes here: simple quotes around anything the shell would read differently.
bool needs_quotes(std::string_view word) {
  for (size_t i = 0; i < word.size(); i++) {
    switch (word[i]) {
      case '~':
        if (i == 0 || word[i - 1] == '=' || word[i - 1] == ':') return true;
        break;
      case '#':
        if (i == 0) return true;
        break;
      default:
        if (std::string_view(" \t\n'\"\\|&;()<>!{}*[?]^$`").find(word[i]) != std::string_view::npos) return true;
    }
  }
  return false;
}

void append_quoted(std::string& text, std::string_view word) {
  if (needs_quotes(word)) {
    text += quote_single(word);
  } else if (needs_ansi_quoting(word)) {
    text += quote_ansi(word);
  } else {
    text += word;
  }
}

std::string prefix(Shell& shell) {
  const std::string* ps4 = shell.variables.get("PS4");
  if (ps4 == nullptr || ps4->empty()) return {};
  const std::string source = *ps4;
  shell.options[SetOption::xtrace] = false;
  const int status = shell.status;
  const int substitution_status = shell.command_substitution_status;
  const std::string text = decode_prompt(shell, source);
  shell.command_substitution_status = substitution_status;
  shell.status = status;
  shell.options[SetOption::xtrace] = true;
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
    append_quoted(text, std::string_view(words[i]).substr(equals + 1));
    trace_line(shell, text);
  }
}

void trace_line(Shell& shell, std::string_view text) {
  std::string line = prefix(shell);
  line += text;
  line += '\n';
  if (const int fd = shell.trace_descriptor; fd >= 0 && fd != 2 && write_all(fd, line) == 0) return;
  shell.output.error(line);
}

void trace_words(Shell& shell, const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    if (word.empty()) text += "''";
    append_quoted(text, word);
  }
  trace_line(shell, text);
}

void trace_assignment(Shell& shell, const Assignment& assignment, std::string_view value) {
  std::string text(assignment.name);
  if (assignment.subscript != nullptr) (text += '[').append(assignment.subscript->text) += ']';
  text += assignment.append ? "+=" : "=";
  append_quoted(text, value);
  trace_line(shell, text);
}

void trace_literal(Shell& shell, const Assignment& literal, bool expanded) {
  if (!traces(shell)) return;
  const auto shown = [&](std::string_view text) { return expanded ? quote_single(text) : std::string(text); };
  std::string text(literal.name);
  text += literal.append ? "+=(" : "=(";
  for (const Assignment* element : literal.elements) {
    if (text.back() != '(') text += ' ';
    if (element->subscript != nullptr) text += "[" + shown(element->subscript->text) + (element->append ? "]+=" : "]=");
    if (element->value != nullptr) text += shown(element->value->text);
  }
  trace_line(shell, text + ")");
}

}  // namespace shell
