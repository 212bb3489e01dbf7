#include "../expand/expander.h"
#include "../syntax/printer.h"
#include "declare.h"

namespace shell {

namespace {

// Computed at each reading, and not worth it for a list: RANDOM, SECONDS, LINENO. bash shows them without a value
// unless they are exported.
bool is_computed(const Variable& variable) {
  return variable.dynamic != nullptr && !variable.is_array() && !variable.has(kReadonly | kExported);
}

}  // namespace

void print_declaration(Shell& shell, Symbol& symbol, std::string_view command) {
  const Variable* variable = shell.variables.variable(&symbol);
  if (variable == nullptr) return;
  if (symbol.name == "-") {
    shell.output.write("local -\n");
    return;
  }
  const std::string text = describe_variable(shell, symbol, *variable);
  if (command != "declare" && shell.options[SetOption::posix]) {
    shell.output.write(command,
                       variable->associative ? " -A"
                       : variable->indexed   ? " -a"
                                             : "",
                       std::string_view(text).substr(text.find(' ', sizeof "declare")));
  } else {
    shell.output.write(text);
  }
  shell.output.write('\n');
}

void print_declarations(Shell& shell, uint16_t attributes, std::string_view command) {
  for (Symbol* symbol : shell.variables.sorted()) {
    const uint16_t kinds = attributes & (kIndexed | kAssociative);
    const uint16_t others = attributes & ~kinds;
    if ((symbol->variable->attributes & kinds) != kinds || (others != 0 && !symbol->variable->has(others))) continue;
    if (is_computed(*symbol->variable)) {
      Variable bare;
      bare.attributes = symbol->variable->attributes | kUnset;
      shell.output.write(describe_variable(shell, *symbol, bare) + "\n");
    } else {
      print_declaration(shell, *symbol, command);
    }
  }
}

void print_locals(Shell& shell) {
  for (Symbol* symbol : shell.variables.locals()) print_declaration(shell, *symbol);
}

void print_state(Shell& shell) {
  for (Symbol* symbol : shell.variables.sorted()) {
    if (is_computed(*symbol->variable)) continue;
    const Variable* variable = shell.variables.variable(symbol);
    if (variable == nullptr || !variable->is_set()) continue;
    shell.output.write(symbol->name, '=');
    if (variable->is_array()) {
      shell.output.write(describe_array_value(*variable));
    } else if (shell.options[SetOption::posix] && needs_ansi_quoting(variable->value)) {
      shell.output.write(quote_single(variable->value));
    } else {
      shell.output.write(quote_reusable(variable->value));
    }
    shell.output.write('\n');
  }
  if (shell.options[SetOption::posix]) return;
  for (const auto& [name, function] : shell.functions) print_function_declaration(shell, name, function, true, false);
}

void print_function_declaration(Shell& shell, const std::string& name, const Function& function, bool with_body,
                                bool with_attributes) {
  if (with_body) {
    shell.output.write(print_function(name, *function.body, shell.options[SetOption::posix]), '\n');
  }
  if (!with_attributes || (with_body && function.attributes == 0)) return;
  shell.output.write("declare -f", attribute_letters(function), " ", name, "\n");
}

void print_functions(Shell& shell, bool with_body, uint16_t attributes) {
  for (const auto& [name, function] : shell.functions) {
    const bool wanted = attributes == 0 || function.has(attributes);
    if (wanted) print_function_declaration(shell, name, function, with_body, true);
  }
}

}  // namespace shell
