// unset.
#include "../expand/expand.h"
#include "names.h"

namespace shell {

namespace {

Done report_unset(Shell& shell, Variables::Unset result, const std::string& name, std::string_view subscript) {
  switch (result) {
    case Variables::Unset::done:
      return {};
    case Variables::Unset::readonly:
      return fail(shell, name + ": cannot unset: readonly variable");
    case Variables::Unset::not_array:
      return fail(shell, name + ": not an array variable");
    case Variables::Unset::bad_subscript:
      if (shell.unwinding()) return Failure();
      return fail(shell, "[" + std::string(subscript) + "]" + ": bad array subscript");
    default:
      return fail(shell, name + ": cannot unset");
  }
}

Done unset_element(Shell& shell, const std::string& name, std::string_view brackets) {
  const Reference target = shell.variables.resolve(name);
  const Variable* variable = target.symbol != nullptr ? target.symbol->variable.get() : nullptr;
  std::string subscript;
  if (variable == nullptr) return {};
  if (!expand_subscript_text(shell, brackets, variable->has(kAssociative), subscript))
    return Done::when(!shell.unwinding());
  if (subscript.empty() && !brackets.empty() && variable->has(kAssociative)) {
    return report_unset(shell, Variables::Unset::bad_subscript, name, brackets);
  }
  const bool whole = subscript == "@" || subscript == "*";
  if (variable->has(kIndexed) && !whole && !evaluate_subscript(shell, subscript)) return Failure();
  return report_unset(shell, shell.variables.unset_element(name, subscript), name, subscript);
}

Done unset_function(Shell& shell, const std::string& name) {
  const auto found = shell.functions.find(name);
  if (found == shell.functions.end()) return {};
  if (found->second.readonly) return fail(shell, name + ": cannot unset: readonly function");
  shell.functions.erase(found);
  ++shell.definitions_epoch;
  return {};
}

}  // namespace

int builtin_unset(Shell& shell, BuiltinCall& call) {
  const bool functions = call.has('f'), variables = call.has('v'), reference = call.has('n');
  if (functions && variables) return fail(shell, "cannot simultaneously unset a function and a variable");
  int status = 0;
  for (const std::string& word : call.operands) {
    Done done;
    std::string_view base;
    std::string_view brackets;
    if (functions) {
      done = unset_function(shell, word);
    } else if (!reference && word.ends_with(']') && split_subscript(word, base, brackets) && is_name(base)) {
      done = unset_element(shell, std::string(base), brackets);
    } else if (!is_name(word)) {
      done = variables ? fail_identifier(shell, word) : unset_function(shell, word);
    } else {
      const Symbol* symbol = shell.variables.find(word);
      if ((symbol == nullptr || !symbol->variable) && !variables && !reference) {
        done = unset_function(shell, word);
      } else if (symbol != nullptr && symbol->variable) {
        std::string shown = word;
        if (!reference && symbol->variable->has(kNameref)) {
          const Reference target = shell.variables.resolve(word);
          if (target.symbol != nullptr) shown = target.symbol->name;
        }
        const bool plain = reference && !symbol->variable->has(kNameref);  // -n has nothing to do with it
        const auto kept = symbol->variable->has(kReadonly) ? Variables::Unset::readonly : Variables::Unset::done;
        done = report_unset(shell, plain ? kept : shell.variables.unset(word, reference), shown, {});
      }
    }
    if (!done) status = 1;
    if (shell.unwinding()) break;
  }
  return status;
}

}  // namespace shell
