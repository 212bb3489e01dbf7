// unset.
#include "../expand/expand.h"
#include "../text/names.h"
#include "builtins.h"

namespace shell {

namespace {

Done report_unset(Shell& shell, Variables::Unset result, const std::string& name, std::string_view subscript) {
  using Unset = Variables::Unset;
  if (result == Unset::done) return {};
  if (result == Unset::bad_subscript) return fail(shell, "[" + std::string(subscript) + "]: bad array subscript");
  return fail(shell, name + (result == Unset::readonly    ? ": cannot unset: readonly variable"
                             : result == Unset::not_array ? ": not an array variable"
                                                          : ": cannot unset"));
}

Done unset_element(Shell& shell, const std::string& name, std::string_view subscript) {
  const Reference target = shell.variables.resolve(name);
  const bool any = target.symbol != nullptr && !target.subscript && target.symbol->variable && !subscript.empty();
  const std::optional<Place> place = any ? shell.variables.locate(target.symbol, subscript) : std::nullopt;
  if (!place) return Done::when(!shell.unwinding());
  const bool none = place->kind == Place::Kind::keyed && place->key.empty();
  const auto result = none ? Variables::Unset::bad_subscript : shell.variables.unset(*place);
  return report_unset(shell, result, name, none ? subscript : place->key);
}

Done unset_function(Shell& shell, const std::string& name) {
  const auto found = shell.functions.find(name);
  if (found == shell.functions.end()) return {};
  if (found->second.has(kReadonly)) return fail(shell, name + ": cannot unset: readonly function");
  shell.functions.erase(found);
  ++shell.definitions_epoch;
  return {};
}

}  // namespace

int builtin_unset(Shell& shell, BuiltinCall& call) {
  const bool functions = call.has('f'), variables = call.has('v'), reference = call.has('n');
  if (functions && variables) return fail(shell, "cannot simultaneously unset a function and a variable");
  return each(shell, call.operands, [&](const std::string& word) -> Done {
    if (functions) return unset_function(shell, word);
    const auto element = reference ? std::nullopt : split_subscript(word);
    if (element && is_name(element->name)) return unset_element(shell, std::string(element->name), element->subscript);
    if (!is_name(word)) return variables ? fail_identifier(shell, word) : unset_function(shell, word);
    const Symbol* const symbol = shell.variables.find(word);
    if (symbol == nullptr || !symbol->variable) {
      return variables || reference ? Done() : unset_function(shell, word);
    }
    const bool refers = symbol->variable->has(kNameref);
    if (reference && !refers) {  // -n has nothing to do with it
      using Unset = Variables::Unset;
      return report_unset(shell, symbol->variable->has(kReadonly) ? Unset::readonly : Unset::done, word, {});
    }
    const Symbol* const target = refers && !reference ? shell.variables.resolve(word).symbol : nullptr;
    const Variables::Unset result = shell.variables.unset(word, reference);
    if (shell.unwinding()) return Failure();
    return report_unset(shell, result, target != nullptr ? target->name : word, {});
  });
}

}  // namespace shell
