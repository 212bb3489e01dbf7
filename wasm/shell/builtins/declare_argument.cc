#include "declare_argument.h"

#include "names.h"

namespace shell {

namespace {

// Errors in the elements do not name the built-in.
Done assign_elements(Shell& shell, Symbol* symbol, const Assignment& assignment, std::vector<LiteralItem>* items) {
  const Scoped nameless(shell.command_name, std::string_view());
  return assign_compound(shell, symbol, assignment, items);
}

// "(1 2)" as the value of an array.
Done assign_compound_text(Shell& shell, Symbol* symbol, const DeclareArgument& argument) {
  Arena arena;
  SyntaxError error{};
  const Assignment* parsed = parse_compound_assignment(shell.parser_host(), arena, symbol->name, argument.value, error);
  if (parsed == nullptr) {
    for (const std::string& message : error.messages) shell.report(message);
    return Failure();
  }
  Assignment assignment = *parsed;
  assignment.append = argument.append;
  return assign_elements(shell, symbol, assignment, nullptr);
}

bool looks_compound(std::string_view value) { return value.size() > 1 && value.front() == '(' && value.back() == ')'; }

}  // namespace

DeclareArgument parse_argument(std::string_view word) {
  DeclareArgument argument;
  size_t end = 0;
  while (end < word.size() && is_name_char(word[end])) ++end;
  size_t behind = end;
  if (behind < word.size() && word[behind] == '[') {
    int depth = 0;
    do {
      depth += word[behind] == '[' ? 1 : word[behind] == ']' ? -1 : 0;
      ++behind;
    } while (behind < word.size() && depth > 0);
    if (depth != 0) behind = end;
  }
  const std::string_view rest = word.substr(behind);
  argument.append = rest.starts_with("+=");
  if (rest.starts_with('=') || argument.append) {
    argument.has_value = true;
    argument.value = rest.substr(argument.append ? 2 : 1);
  } else if (!rest.empty()) {
    argument.name = argument.shown = word;  // no identifier
    return argument;
  }
  argument.name = word.substr(0, end);
  argument.shown = word.substr(0, behind);
  if (behind > end) {
    argument.has_subscript = true;
    argument.subscript = word.substr(end + 1, behind - end - 2);
  }
  return argument;
}

Done assign_value(Shell& shell, Symbol* symbol, const DeclareArgument& argument, bool text_may_be_compound) {
  Variables& variables = shell.variables;
  if (argument.compound != nullptr) {
    Variable* variable = variables.declare_here(symbol);
    if (!variable->is_array()) variables.add_attributes(symbol, variable, kIndexed);
    return assign_elements(shell, symbol, *argument.compound, argument.items);
  }
  if (argument.has_subscript) return assign_element(shell, symbol, argument.subscript, argument.value, argument.append);
  const bool is_array = symbol->variable != nullptr && symbol->variable->is_array();
  if (text_may_be_compound && is_array && looks_compound(argument.value)) {
    return assign_compound_text(shell, symbol, argument);
  }
  return shell.variables.set(symbol, argument.value, argument.append);
}

}  // namespace shell
