// Assignments in all their forms.
#include "../syntax/printer.h"
#include "../text/names.h"
#include "../text/split.h"
#include "../variables/special.h"
#include "expander.h"
#include "xtrace.h"

namespace shell {

namespace {

// Behind its references; null: an element, which has no elements, or a circle, as has been reported.
Symbol* array_behind(Shell& shell, Symbol* symbol) {
  const Reference to = shell.variables.resolve(symbol);
  if (to.symbol != nullptr && !to.subscript) return to.symbol;
  if (to.subscript) shell.report("`" + to.symbol->name + "[" + *to.subscript + "]': not a valid identifier");
  (void)shell.give_up(Reach::rules);
  return nullptr;
}

Done assign_element(Shell& shell, const Assignment& assignment, std::string_view value) {
  const Subscript& subscript = *assignment.subscript;
  std::string text;
  if (!expand_subscript(shell, subscript, text, assignment.symbol)) return Failure();
  Symbol* const symbol = array_behind(shell, assignment.symbol);
  if (symbol == nullptr) return Failure();
  const Variable* const variable = shell.variables.variable(symbol);
  const bool associative = variable != nullptr && variable->associative;
  const bool none =
      associative ? text.empty() : subscript.text.empty() || subscript.kind != Subscript::Kind::expression;
  std::optional<Place> place;
  if (!none) place = shell.variables.locate_expanded(symbol, text, true);
  if (!none && !place) return Failure();
  if (none || !place->exists()) return shell.fail(print_target(assignment) + ": bad array subscript", Reach::rules);
  return shell.or_give_up(shell.variables.set(*place, value, assignment.append), Reach::rules);
}

// Of an associative array, whose literal begins without a subscript: keys and values in turn.
Done expand_pairs(Shell& shell, const Assignment& assignment, std::vector<LiteralItem>& items) {
  for (const Assignment* element : assignment.elements) {
    const Word& word = element->subscript != nullptr ? *element->whole : *element->value;
    LiteralItem& item = items.emplace_back(LiteralItem{{}, std::string(word.text), nullptr});
    if (!expand_to_string(shell, word, item.value, TildeRule::none)) return Failure();
  }
  return {};
}

Done expand_items(Shell& shell, const Assignment& assignment, bool associative, bool pairs,
                  std::vector<LiteralItem>& items) {
  if (pairs) return expand_pairs(shell, assignment, items);
  const TildeRule tildes = associative ? TildeRule::none : TildeRule::assignment;
  std::vector<std::string> fields;
  for (const Assignment* element : assignment.elements) {
    std::optional<Done> braced;
    if (element->whole != nullptr && !associative) braced = expand_braced_word(shell, *element->whole, fields);
    if (braced && !*braced) return Failure();
    if (!braced && element->subscript != nullptr) {
      LiteralItem& item = items.emplace_back(LiteralItem{{}, {}, element});
      if (!expand_subscript(shell, *element->subscript, item.subscript)) return Failure();
      if (element->value != nullptr && !expand_to_string(shell, *element->value, item.value, tildes)) return Failure();
    } else if (!braced && associative) {  // only to be refused: as written
      fields.emplace_back(element->value->text);
    } else if (!braced) {
      Word word = *element->value;
      word.assignment = nullptr;  // x=~ is no assignment here
      if (!expand_word(shell, word, fields)) return Failure();
    }
    for (std::string& field : fields) items.push_back({std::move(field), {}, nullptr});
    fields.clear();
  }
  return {};
}

// The value an element gets, with its attributes applied.
Done converted(Shell& shell, const Variable& variable, const std::string* before, bool append, std::string& value) {
  if (append && before != nullptr && variable.has(kInteger)) {
    value = "(" + *before + ")+(" + value + ")";
  } else if (append && before != nullptr) {
    value.insert(0, *before);
  }
  return shell.variables.convert(variable, value);
}

Done fill_indexed(Shell& shell, Variable& variable, std::vector<LiteralItem>& items, bool append) {
  int64_t index = append ? variable.indexed->next_index() : 0;
  for (LiteralItem& item : items) {
    bool adds = false;
    if (item.source != nullptr) {
      const bool all = item.source->subscript->kind != Subscript::Kind::expression;
      const bool bad = all || item.subscript.empty();
      const std::optional<int64_t> found = bad ? -1 : evaluate_subscript(shell, item.subscript);
      if (!found) return Failure();
      const int64_t at = *found < 0 && !bad ? *found + variable.indexed->next_index() : *found;
      if (at < 0) {
        const std::string shown(all ? item.source->subscript->text : item.subscript);
        const char* const why = all ? ": cannot assign to non-numeric index" : ": bad array subscript";
        shell.report_error("[" + shown + "]=" + item.value + why);
        continue;
      }
      index = at;
      adds = item.source->append;
    }
    if (!converted(shell, variable, adds ? variable.indexed->find(index) : nullptr, adds, item.value)) return Failure();
    variable.indexed->at(index++) = std::move(item.value);
  }
  return {};
}

// An item without a key as messages show it: as written, or as a declaration has made it.
std::string shown_item(const LiteralItem& item, bool pair, bool declared) {
  const Assignment* const element = item.source;
  if (pair) return declared ? "''" : item.subscript;
  if (element == nullptr) return declared ? quote_single(item.value) : item.value;
  if (declared) return (element->append ? "['']+=" : "['']=") + quote_single(item.value);
  return print_head(*element).append(element->value->text);
}

// `before`: what += adds to, the array as it was before the literal.
Done fill_associative(Shell& shell, const std::string& name, Variable& variable, const AssociativeArray& before,
                      std::vector<LiteralItem>& items, bool pairs, bool declared) {
  for (size_t i = 0; i < items.size(); ++i) {
    const LiteralItem& item = items[i];
    std::string nothing;
    const std::string& key = pairs ? item.value : item.subscript;
    std::string& value = !pairs ? items[i].value : ++i < items.size() ? items[i].value : nothing;
    if (!pairs && item.source == nullptr) {
      const std::string shown = shown_item(item, pairs, declared);
      shell.report_error(name + ": " + shown + ": must use subscript when assigning associative array");
    } else if (key.empty()) {
      shell.report_error(shown_item(item, pairs, declared) + ": bad array subscript");
    } else {
      const bool adds = !pairs && item.source->append;
      if (!converted(shell, variable, adds ? before.find(key) : nullptr, adds, value)) return Failure();
      variable.associative->at(key) = std::move(value);
    }
  }
  return {};
}

// x=( … ) before a command: no array, but its text.
Done assign_temporary_list(Shell& shell, Symbol* symbol, const Assignment& assignment) {
  std::string list;
  for (const Assignment* element : assignment.elements) {
    list += list.empty() ? '(' : ' ';
    if (element->subscript != nullptr) list.append("[").append(element->subscript->text).append("]=");
    if (element->value != nullptr && !expand_to_string(shell, *element->value, list, TildeRule::none)) return Failure();
  }
  return shell.variables.set_temporary(symbol, list.empty() ? "()" : list + ")", assignment.append);
}

}  // namespace

Done expand_literal(Shell& shell, const Assignment& literal, bool associative, std::vector<LiteralItem>& items) {
  const bool pairs = associative && !literal.elements.empty() && literal.elements[0]->subscript == nullptr;
  return shell.or_give_up(expand_items(shell, literal, associative, pairs, items), Reach::rules);
}

Done assign_compound(Shell& shell, Symbol* symbol, const Assignment& assignment, std::vector<LiteralItem>* expanded) {
  const std::string& written = symbol->name;
  symbol = array_behind(shell, symbol);
  if (symbol == nullptr) return Failure();
  const bool unset = symbol->variable == nullptr;
  Variable* variable = shell.variables.declare_here(symbol);
  if (variable->has(kReadonly)) return shell.fail(written + ": readonly variable", Reach::rules);
  const bool ignored = variable->dynamic != nullptr && variable->dynamic->assign == nullptr;
  if (variable->has(kNameref)) shell.report("warning: " + symbol->name + ": removing nameref attribute");
  // It is an array before its elements are expanded.
  if (!ignored && !variable->is_array()) shell.variables.add_attributes(symbol, variable, kIndexed);
  if (unset) variable->clear(kUnset);
  const bool associative = variable->has(kAssociative);
  const bool declared = expanded != nullptr;
  const bool written_pairs = !assignment.elements.empty() && assignment.elements[0]->subscript == nullptr &&
                             !assignment.elements[0]->value->text.starts_with('[');
  const bool pairs =
      associative && (declared ? !expanded->empty() && expanded->front().source == nullptr : written_pairs);
  std::vector<LiteralItem> own;
  if (!declared && !expand_items(shell, assignment, associative, pairs, own)) return shell.give_up(Reach::rules);
  std::vector<LiteralItem>& items = declared ? *expanded : own;
  if (ignored) return {};
  variable = shell.variables.declare_here(symbol);
  if (!variable->is_array()) shell.variables.add_attributes(symbol, variable, kIndexed);
  if (variable->indexed && !assignment.append) variable->indexed->clear();
  std::optional<AssociativeArray> before;
  if (variable->associative && !assignment.append) {
    before = std::move(*variable->associative);
    variable->associative->clear();
  }
  variable->clear(kUnset);
  if (shell.options[SetOption::allexport]) shell.variables.add_attributes(symbol, variable, kExported);
  const Done done = variable->associative
                        ? fill_associative(shell, symbol->name, *variable, before ? *before : *variable->associative,
                                           items, pairs, declared)
                        : fill_indexed(shell, *variable, items, assignment.append);
  if (symbol->special) special_variable_changed(shell, *symbol);
  return shell.or_give_up(done, Reach::rules);
}

Done assign(Shell& shell, const Assignment& assignment, AssignHow how) {
  if (assignment.symbol == nullptr) assignment.symbol = shell.variables.intern(assignment.name);
  Symbol* const symbol = assignment.symbol;
  const bool element = assignment.subscript != nullptr;
  const bool traced = how.traced && shell.options[SetOption::xtrace];
  if (traced && assignment.compound) trace_line(shell, print_assignment(assignment));
  if (element && how.temporary) {
    shell.report("`" + print_target(assignment) + "': not a valid identifier");
    return {};
  }
  if (assignment.compound) {
    if (how.temporary) return assign_temporary_list(shell, symbol, assignment);
    if (element) return shell.fail(print_target(assignment) + ": cannot assign list to array member", Reach::rules);
    return assign_compound(shell, symbol, assignment);
  }
  std::string value;
  if (assignment.value != nullptr && !expand_to_string(shell, *assignment.value, value, TildeRule::assignment))
    return Failure();
  if (traced) trace_line(shell, print_head(assignment) + quote_traced(value));
  if (how.temporary) return shell.variables.set_temporary(symbol, value, assignment.append);
  if (element) return assign_element(shell, assignment, value);
  return shell.or_give_up(shell.variables.set(symbol, value, assignment.append), Reach::rules);
}

}  // namespace shell
