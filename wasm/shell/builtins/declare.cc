// declare, typeset, local, export, readonly.
#include "declare.h"

#include "../execute/executor.h"
#include "../expand/expand.h"
#include "../expand/xtrace.h"
#include "../syntax/printer.h"
#include "../text/names.h"
#include "../variables/names.h"
#include "../variables/special.h"

namespace shell {

namespace {

// One argument: name, name=value, name+=value, name[subscript]=value, name=(…).
struct DeclareArgument {
  std::string name;
  std::string shown;  // for messages about the name
  bool has_subscript = false;
  std::string subscript;
  bool has_value = false;
  bool append = false;
  std::string_view value;
  const Assignment* compound = nullptr;       // an array literal
  std::vector<LiteralItem>* items = nullptr;  // its elements
  [[nodiscard]] bool assigns() const { return has_value || compound != nullptr; }
};

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

// The value of an argument, into a variable that has its attributes.
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

// While it lives, `variable` is the innermost one of its symbol: so that what assigns to the symbol assigns to a hidden
// variable.
class Uncovered : NonCopyable {
 public:
  Uncovered(Symbol* symbol, const Variable* variable) : symbol_(symbol) {
    if (symbol->variable.get() == variable) return;
    last_ = symbol->variable.get();
    while (last_->outer.get() != variable) last_ = last_->outer.get();
    top_ = std::move(symbol->variable);
    symbol->variable = std::move(last_->outer);
  }
  ~Uncovered() {
    if (last_ == nullptr) return;
    last_->outer = std::move(symbol_->variable);
    symbol_->variable = std::move(top_);
  }

 private:
  Symbol* symbol_;
  Variable* last_ = nullptr;
  std::unique_ptr<Variable> top_;
};

struct Declaration {
  uint16_t on = 0;
  uint16_t off = 0;
  bool functions = false;   // -f
  bool names_only = false;  // -F
  bool global = false;      // -g
  bool here = false;        // export, readonly: where a plain assignment would land
  bool inherit = false;     // -I
  bool print = false;       // -p
  bool local = false;       // called as `local`
  [[nodiscard]] bool plain() const { return on == 0 && off == 0; }
};

uint16_t attribute_of(int letter) {
  constexpr std::pair<char, uint16_t> kAttributes[] = {
      {'a', kIndexed}, {'A', kAssociative}, {'c', kCapitalize}, {'i', kInteger},   {'l', kLowercase},
      {'n', kNameref}, {'r', kReadonly},    {'t', kTrace},      {'u', kUppercase}, {'x', kExported}};
  for (const auto& [name, attribute] : kAttributes) {
    if (name == letter) return attribute;
  }
  return 0;
}

// The checks on "declare -n name=target" before anything is made.
Done check_reference(Shell& shell, const DeclareArgument& argument, bool in_function) {
  if (argument.has_subscript) return fail(shell, argument.shown + ": reference variable cannot be an array");
  if (!argument.has_value) return {};
  if (argument.value == argument.name && !argument.append) {
    if (!in_function) return fail(shell, argument.name + ": nameref variable self references not allowed");
    const std::string warning = "warning: " + argument.name + ": circular name reference";
    shell.builtin_error(warning);
    shell.report(warning);
    return {};
  }
  if (argument.value.empty() && !argument.append) return fail_identifier(shell, "");
  if (argument.append || is_variable_name(argument.value)) return {};
  return fail(shell, "`" + std::string(argument.value) + "': invalid variable name for name reference");
}

// Kinds and attributes that exclude each other. Reports.
Done check_attributes(Shell& shell, const std::string& name, const Variable& variable, const Declaration& declaration,
                      bool assigns) {
  if (variable.has(kReadonly) && (assigns || (declaration.off & kReadonly) != 0)) {
    return fail(shell, name + ": readonly variable");
  }
  if (variable.is_array() && (declaration.off & (kIndexed | kAssociative) & variable.attributes) != 0) {
    return fail(shell, name + ": cannot destroy array variables in this way");
  }
  if ((declaration.on & kNameref) != 0 && variable.is_array()) {
    return fail(shell, name + ": reference variable cannot be an array");
  }
  if ((declaration.on & kAssociative) != 0 && variable.indexed) {
    return fail(shell, name + ": cannot convert indexed to associative array");
  }
  constexpr uint16_t kBoth = kIndexed | kAssociative;
  if (((declaration.on & kIndexed) != 0 && variable.associative) || (declaration.on & kBoth) == kBoth) {
    return fail(shell, name + ": cannot convert associative to indexed array");
  }
  return {};
}

bool makes_local(const Shell& shell, const Declaration& declaration) {
  return shell.variables.in_function() && !declaration.global && !declaration.here;
}

// A local variable that becomes an array begins anew.
void begin_array(Variables& variables, const Declaration& declaration, const DeclareArgument& argument, Symbol* symbol,
                 Variable* variable) {
  const uint16_t kind = (declaration.on & kAssociative) != 0 ? kAssociative : kIndexed;
  const bool becomes_array = (declaration.on & kind) != 0 || argument.has_subscript || argument.compound != nullptr;
  if (!becomes_array || variable->is_array() || !variable->is_set()) return;
  variable->value.clear();
  variables.add_attributes(symbol, variable, kind);
  if (variable->indexed) variable->indexed->clear();
  if (variable->associative) variable->associative->clear();
}

// With the value, which meets all of them but the last.
Done give_attributes(Shell& shell, const Declaration& declaration, const DeclareArgument& argument, Symbol* symbol,
                     Variable* variable) {
  Variables& variables = shell.variables;
  uint16_t on = declaration.on;
  if ((on & kCases) != 0) {
    if ((on & kCases & ((on & kCases) - 1)) != 0) on &= static_cast<uint16_t>(~kCases);
    variables.remove_attributes(symbol, variable, kCases);
  }
  const bool makes_array = argument.has_subscript && !variable->is_array() && (on & kAssociative) == 0;
  if (makes_array) on |= kIndexed;
  if (declaration.off != 0) variables.remove_attributes(symbol, variable, declaration.off & ~(kIndexed | kAssociative));
  constexpr uint16_t kLast = kReadonly | kNameref;  // what assigning must not meet
  if ((on & ~kLast) != 0) variables.add_attributes(symbol, variable, on & ~kLast);
  if ((declaration.on & kNameref) != 0) {
    if (argument.has_value) {
      if (!argument.append) variable->value.clear();
      variable->value += argument.value;
      variable->clear(kUnset);
    } else if (variable->is_set() && !is_variable_name(variable->value)) {
      return fail(shell, "`" + variable->value + "'" + ": invalid variable name for name reference");
    }
  } else if (argument.assigns()) {
    if (!assign_value(shell, symbol, argument, true)) return Failure();
  }
  if (symbol->special && !argument.assigns()) special_variable_changed(shell, *symbol);
  if ((on & kLast) != 0 && symbol->variable) variables.add_attributes(symbol, symbol->variable.get(), on & kLast);
  return {};
}

Done declare_variable(Shell& shell, const Declaration& declaration, const DeclareArgument& argument) {
  Variables& variables = shell.variables;
  const bool local = makes_local(shell, declaration);
  const bool reference = (declaration.on & kNameref) != 0;
  if (reference && !check_reference(shell, argument, variables.in_function())) return Failure();
  const bool no_element = argument.has_subscript && argument.subscript.empty() && !argument.has_value;
  if (!is_name(argument.name) || no_element) {
    return fail_identifier(shell,
                           argument.has_value ? argument.shown + "=" + std::string(argument.value) : argument.shown);
  }
  Symbol* symbol = variables.intern(argument.name);
  if (((declaration.on | declaration.off) & kNameref) == 0 && symbol->variable && symbol->variable->has(kNameref) &&
      (!local || symbol->variable->level == variables.function_level())) {
    const Reference target = variables.resolve(symbol);
    if (target.symbol == nullptr) return Failure();
    if (target.subscript && argument.has_value) return variables.set(symbol, argument.value, argument.append);
    symbol = target.symbol;
  }
  if (local && symbol->variable && symbol->variable->level == 0 && symbol->variable->has(kReadonly)) {
    return fail(shell, symbol->name + ": readonly variable");
  }
  // +n with a value: the value is the target's.
  if ((declaration.off & kNameref) != 0 && argument.has_value && symbol->variable && symbol->variable->has(kNameref)) {
    if (!variables.set(symbol, argument.value, argument.append)) return Failure();
    variables.remove_attributes(symbol, symbol->variable.get(), kNameref);
    return {};
  }
  // What stands before the command gives a local variable its value, and an exported one; else it is all that changes.
  const Variable* const temporary = argument.assigns() ? nullptr : variables.temporary(*symbol);
  if (temporary != nullptr && !local) {
    variables.add_attributes(symbol, symbol->variable.get(),
                             declaration.on | ((declaration.on & (kExported | kReadonly)) != 0 ? kLasting : 0));
    return {};
  }
  Variable* variable = local              ? variables.declare_local(symbol, declaration.inherit)
                       : declaration.here ? variables.declare_here(symbol)
                                          : variables.declare_global(symbol);
  variables.touch(symbol);
  if (temporary != nullptr && !variable->is_array()) {
    variable->value = temporary->value;
    variable->attributes = kExported;
  }
  const Uncovered uncovered(symbol, variable);
  if (local && !shell.options[Shopt::localvar_inherit]) begin_array(variables, declaration, argument, symbol, variable);
  if (argument.compound != nullptr && variable->has(kReadonly)) {
    return shell.fail(symbol->name + ": readonly variable", Reach::rules);
  }
  if (!check_attributes(shell, symbol->name, *variable, declaration, argument.assigns())) return Failure();
  return give_attributes(shell, declaration, argument, symbol, variable);
}

Done change_function(Shell& shell, const Declaration& declaration, const std::string& word) {
  const auto found = shell.functions.find(word);
  if (found == shell.functions.end()) {
    return declaration.print ? fail_not_found(shell, word) : Failure();
  }
  Function& function = found->second;
  if (declaration.plain() || declaration.print) {
    if (declaration.names_only && !declaration.print) {
      shell.output.write(word);
      if (shell.options[Shopt::extdebug]) {
        shell.output.write(" " + std::to_string(function.line) + " " + function.source);
      }
      shell.output.write('\n');
    } else {
      print_function_declaration(shell, word, function, !declaration.names_only, declaration.print);
    }
    return {};
  }
  if ((declaration.off & kReadonly) != 0 && function.has(kReadonly)) return fail(shell, word + ": readonly function");
  function.attributes |= declaration.on & kFunctionAttributes;
  function.clear(declaration.off);
  return {};
}

Done print_named(Shell& shell, const std::string& name) {
  Symbol* const symbol = shell.variables.find(name);
  if (symbol == nullptr || !symbol->variable) return fail_not_found(shell, name);
  print_declaration(shell, *symbol);
  return {};
}

int list_declarations(Shell& shell, const Declaration& declaration) {
  if (declaration.functions || declaration.names_only) {
    print_functions(shell, !declaration.names_only, declaration.on & kFunctionAttributes);
  } else if (declaration.local) {
    print_locals(shell);
  } else if (declaration.on != 0 || declaration.print) {
    print_declarations(shell, declaration.on);
  } else {
    print_state(shell);
  }
  return 0;
}

// local -
Done keep_options(Shell& shell) {
  Variable* const variable = shell.variables.declare_local(shell.variables.intern("-"));
  auto frame = shell.frames.rbegin();
  while (!frame->is_function) ++frame;
  frame->options = shell.options.set;
  variable->value = shell.option_letters();
  variable->clear(kUnset);
  return {};
}

int declare(Shell& shell, BuiltinCall& call, bool local) {
  Declaration declaration;
  declaration.local = local;
  OptionReader options(shell, call.words, "aAcfFgGiIlnprtux", true);
  for (int option; (option = options.next()) != -1;) {
    if (option == '?') return kUsageStatus;
    if (option == 'f') declaration.functions = declaration.functions || !options.is_plus();
    if (option == 'F') declaration.functions = declaration.names_only = true;
    if (option == 'g' || option == 'G') declaration.global = true;
    if (option == 'I') declaration.inherit = true;
    if (option == 'p') declaration.print = true;
    (options.is_plus() ? declaration.off : declaration.on) |= attribute_of(option);
  }
  const std::span<const std::string> names = options.rest();
  if (names.empty()) return list_declarations(shell, declaration);
  for (const char letter : std::string_view(declaration.functions ? "iAan" : "")) {
    if ((declaration.on & attribute_of(letter)) == 0) continue;
    return fail(shell, std::string{'-', letter} + ": invalid option");
  }
  const auto has_value = [](const std::string& word) { return parse_argument(word).has_value; };
  const auto end = declaration.functions ? std::ranges::find_if(names, has_value) : names.end();
  const int status = each(shell, {names.begin(), end}, [&](const std::string& word) {
    if (declaration.functions) return change_function(shell, declaration, word);
    if (declaration.print) return print_named(shell, word);
    if (word == "-" && local) return keep_options(shell);
    return declare_variable(shell, declaration, parse_argument(word));
  });
  return end == names.end() ? status : fail(shell, "cannot use `-f' to make functions");
}

// export -f and readonly -f.
Done mark_function(Shell& shell, const std::string& name, uint16_t attribute, bool remove) {
  const auto found = shell.functions.find(name);
  if (found == shell.functions.end()) return fail(shell, name + ": not a function");
  if (attribute == kExported && !remove && name.find_first_of("=/") != std::string::npos) {
    return fail(shell, name + ": cannot export");
  }
  remove ? found->second.clear(attribute) : void(found->second.attributes |= attribute);
  return {};
}

// export and readonly of one argument. `special`: what fails ends the shell.
Done mark_variable(Shell& shell, const std::string& word, uint16_t attribute, uint16_t kind, bool remove,
                   bool special) {
  const DeclareArgument argument = parse_argument(word);
  if (argument.has_subscript || !is_name(argument.name)) {
    return fail_identifier(shell, is_name(argument.name) ? argument.shown : word);
  }
  const auto& [symbol, subscript] = shell.variables.resolve(argument.name);
  if (symbol == nullptr) return Failure();
  if (subscript) {
    (void)fail_identifier(shell, symbol->name + "[" + *subscript + "]");
    return {};
  }
  if (kind != 0 && argument.assigns() && !(symbol->variable && symbol->variable->has(kReadonly))) {
    Variable* variable = shell.variables.declare_here(symbol);
    if (!check_attributes(shell, argument.name, *variable, {.on = kind}, false)) return Failure();
    shell.variables.add_attributes(symbol, variable, kind);
  }
  Done done;
  if (argument.assigns()) done = assign_value(shell, symbol, argument, kind != 0);
  if (!done && special && !shell.unwinding()) shell.exit_shell(1);
  if (!done && shell.unwinding()) return done;
  if (!remove) {
    shell.variables.add_attributes(symbol, shell.variables.declare_here(symbol), attribute | kLasting);
  } else if (attribute != kReadonly && symbol->variable) {
    shell.variables.remove_attributes(symbol, symbol->variable.get(), attribute);
  }
  return done;
}

// export and readonly.
int set_attribute(Shell& shell, BuiltinCall& call, uint16_t attribute) {
  const bool readonly = attribute == kReadonly;
  const bool functions = call.has('f');
  const bool remove = call.has('n');
  const uint16_t kind = attribute_of(call.last_of("aA"));
  if (call.operands.empty()) {
    functions ? print_functions(shell, true, attribute)
              : print_declarations(shell, attribute | kind, readonly ? "readonly" : "export");
    return 0;
  }
  return each(shell, call.operands, [&](const std::string& word) {
    return functions ? mark_function(shell, word, attribute, remove)
                     : mark_variable(shell, word, attribute, kind, remove, call.special);
  });
}

}  // namespace

// As set -x shows it.
static void trace_items(Shell& shell, const Assignment& literal, const std::vector<LiteralItem>& items) {
  std::string text = print_head(literal) + "(";
  for (const LiteralItem& item : items) {
    if (text.back() != '(') text += ' ';
    if (item.source != nullptr) text += "[" + quote_single(item.subscript) + (item.source->append ? "]+=" : "]=");
    text += quote_single(item.value);
  }
  trace_line(shell, text + ")");
}

Done declare_literal(Shell& shell, std::span<const std::string> words, const Assignment& literal) {
  Declaration declaration;
  for (const std::string& word : words) {
    declaration.here = declaration.here || word == "export" || word == "readonly";
    if (!word.starts_with('-') && !word.starts_with('+')) continue;
    for (const char letter : word) {
      uint16_t& attributes = word[0] == '+' ? declaration.off : declaration.on;
      attributes |= attribute_of(letter) & (kIndexed | kAssociative | kInteger | kCases);
      declaration.global = declaration.global || letter == 'g' || letter == 'G';
      declaration.inherit = declaration.inherit || letter == 'I';
    }
  }
  Variables& variables = shell.variables;
  const Reference target = variables.resolve(literal.name);
  const Variable* before = target.symbol == nullptr ? nullptr : target.symbol->variable.get();
  if (makes_local(shell, declaration) && !declaration.inherit && !shell.options[Shopt::localvar_inherit] &&
      before != nullptr && before->level != variables.function_level()) {
    before = nullptr;
  }
  const bool associative = (declaration.on & kAssociative) != 0 || (before != nullptr && before->has(kAssociative));
  std::vector<LiteralItem> items;
  if (!expand_literal(shell, literal, associative, items)) return Failure();
  if (shell.options[SetOption::xtrace]) trace_items(shell, literal, items);
  DeclareArgument argument{.name = std::string(literal.name), .shown = std::string(literal.name)};
  argument.append = literal.append;
  argument.compound = &literal;
  argument.items = &items;
  const Scoped nameless(shell.command_name, std::string_view());
  // In a function the built-in goes on, and meets what is wrong once more.
  if (!declare_variable(shell, declaration, argument) && !variables.in_function()) (void)shell.give_up(Reach::rules);
  return Done::when(!shell.unwinding());
}

int builtin_declare(Shell& shell, BuiltinCall& call) { return declare(shell, call, false); }

int builtin_local(Shell& shell, BuiltinCall& call) {
  if (shell.variables.in_function()) return declare(shell, call, true);
  return fail(shell, "can only be used in a function");
}

int builtin_export(Shell& shell, BuiltinCall& call) { return set_attribute(shell, call, kExported); }

int builtin_readonly(Shell& shell, BuiltinCall& call) { return set_attribute(shell, call, kReadonly); }

}  // namespace shell
