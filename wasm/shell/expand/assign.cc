// Assignments in all their forms.
#include "../execute/executor.h"
#include "../syntax/printer.h"
#include "../variables/special.h"
#include "expander.h"

namespace shell {

namespace {

// An element has no elements.
Done refuse_reference(Shell& shell, const Reference& to) {
  shell.report("`" + to.symbol->name + "[" + *to.subscript + "]': not a valid identifier");
  return shell.give_up(Reach::rules);
}

// `written`: "a[i]" as messages show it.
Done assign_element(Shell& shell, Symbol* symbol, const std::string& written, std::string_view subscript, bool all,
                    std::string_view value, bool append) {
  const Reference reference = shell.variables.resolve(symbol);
  if (reference.symbol == nullptr) return shell.give_up(Reach::rules);
  if (reference.subscript) return refuse_reference(shell, reference);
  const Variable* variable = shell.variables.variable(reference.symbol);
  if (variable != nullptr && variable->has(kAssociative)) {
    if (subscript.empty()) return shell.fail(written + ": bad array subscript", Reach::rules);
    return shell.variables.set_element(reference.symbol, subscript, value, append) || shell.give_up(Reach::rules);
  }
  if (all || written.ends_with("[]")) return shell.fail(written + ": bad array subscript", Reach::rules);
  const std::optional<int64_t> found = evaluate(shell, subscript);
  if (!found) return shell.give_up(Reach::text);
  const int64_t index = *found < 0 ? *found + end_of(shell.variables.variable(reference.symbol)) : *found;
  if (index < 0) return shell.fail(written + ": bad array subscript", Reach::rules);
  return shell.variables.set_indexed(reference.symbol, index, value, append) || shell.give_up(Reach::rules);
}

// One element of an array literal after expansion.
struct Item {
  std::string value;
  std::string subscript;               // or, of a key that comes with its value as a pair, its text for messages
  const Assignment* source = nullptr;  // null: without a subscript
};

Done expand_pairs(Shell& shell, const Assignment& assignment, bool declared, std::vector<Item>& items) {
  for (const Assignment* element : assignment.elements) {
    const Word& word = element->subscript != nullptr ? *element->whole : *element->value;
    Item& item = items.emplace_back();
    if (!expand_to_string(shell, word, item.value, TildeRule::none)) return false;
    item.subscript = declared ? quote_single(item.value) : word.text;
  }
  return true;
}

Done expand_items(Shell& shell, const Assignment& assignment, bool associative, bool declared,
                  std::vector<Item>& items) {
  const TildeRule tildes = associative ? TildeRule::none : TildeRule::assignment;
  std::vector<std::string> fields;
  const auto take_fields = [&] {
    for (std::string& field : fields) items.push_back({std::move(field), {}, nullptr});
    fields.clear();
  };
  for (const Assignment* element : assignment.elements) {
    if (element->whole != nullptr && !associative) {
      if (const std::optional<Done> done = expand_braced_word(shell, *element->whole, fields)) {
        if (!*done) return false;
        take_fields();
        continue;
      }
    }
    if (element->subscript != nullptr) {
      Item& item = items.emplace_back();
      item.source = element;
      if (!expand_subscript(shell, *element->subscript, item.subscript)) return false;
      if (element->value != nullptr && !expand_to_string(shell, *element->value, item.value, tildes)) return false;
      continue;
    }
    Word word = *element->value;
    if (associative) {  // only to be refused: as written
      items.push_back({declared ? quote_single(word.text) : std::string(word.text), {}, nullptr});
      continue;
    }
    word.assignment = nullptr;  // x=~ is no assignment here
    if (!expand_word(shell, word, fields)) return false;
    take_fields();
  }
  return true;
}

// The value an element gets, with its attributes applied.
Done converted(Shell& shell, const Variable& variable, const std::string* before, bool append, std::string& value) {
  if (append && before != nullptr && variable.has(kInteger)) {
    value = "(" + *before + ")+(" + value + ")";
  } else if (append && before != nullptr) {
    value.insert(0, *before);
  }
  return !variable.has(kInteger | kLowercase | kUppercase | kCapitalize) || shell.variables.convert(variable, value);
}

Done fill_indexed(Shell& shell, Variable& variable, std::vector<Item>& items, bool append) {
  int64_t index = append ? variable.indexed->next_index() : 0;
  for (Item& item : items) {
    bool adds = false;
    if (item.source != nullptr) {
      const bool all = item.source->subscript->kind != Subscript::Kind::expression;
      const std::string shown(all ? item.source->subscript->text : item.subscript);
      const std::string written = "[" + shown + "]=" + item.value;
      if (all || item.subscript.empty()) {
        shell.report_error(written + (all ? ": cannot assign to non-numeric index" : ": bad array subscript"));
        continue;
      }
      const std::optional<int64_t> found = evaluate(shell, item.subscript);
      if (!found) return shell.give_up(Reach::text);
      index = *found < 0 ? *found + variable.indexed->next_index() : *found;
      if (index < 0) {
        shell.report_error(written + ": bad array subscript");
        continue;
      }
      adds = item.source->append;
    }
    if (!converted(shell, variable, adds ? variable.indexed->find(index) : nullptr, adds, item.value)) return false;
    if (index == variable.indexed->next_index())
      variable.indexed->append(std::move(item.value));
    else
      variable.indexed->at(index) = std::move(item.value);
    index += 1;
  }
  return true;
}

// "[key]=value" as messages about an associative array show it: as written, or as a declaration has made it.
std::string written_element(const Assignment& element, const std::string& value, bool declared) {
  if (declared) return std::string("['']") + (element.append ? "+=" : "=") + quote_single(value);
  return print_head(element).append(element.value->text);
}

// `before`: what += adds to, the array as it was before the literal.
Done fill_associative(Shell& shell, const std::string& name, Variable& variable, const AssociativeArray& before,
                      std::vector<Item>& items, bool pairs, bool declared) {
  for (size_t i = 0; i < items.size(); ++i) {
    Item& item = items[i];
    if (pairs) {
      std::string key = std::move(item.value);
      std::string value = ++i < items.size() ? std::move(items[i].value) : std::string();
      if (key.empty()) {
        shell.report_error(item.subscript + ": bad array subscript");
        continue;
      }
      if (!converted(shell, variable, nullptr, false, value)) return false;
      variable.associative->at(key) = std::move(value);
      continue;
    }
    if (item.source == nullptr) {
      shell.report_error(name + ": " + item.value + ": must use subscript when assigning associative array");
      continue;
    }
    if (item.subscript.empty()) {
      shell.report_error(written_element(*item.source, item.value, declared) + ": bad array subscript");
      continue;
    }
    const bool adds = item.source->append;
    if (!converted(shell, variable, adds ? before.find(item.subscript) : nullptr, adds, item.value)) return false;
    variable.associative->at(item.subscript) = std::move(item.value);
  }
  return true;
}

}  // namespace

const Assignment* expand_literal(Shell& shell, const Assignment& literal, bool associative, Arena& arena) {
  const bool pairs = associative && !literal.elements.empty() && literal.elements[0]->subscript == nullptr;
  std::vector<Item> items;
  if (!(pairs ? expand_pairs(shell, literal, false, items) : expand_items(shell, literal, associative, false, items))) {
    (void)shell.give_up(Reach::rules);
    return nullptr;
  }
  const auto quoted = [&](std::string_view value) {
    const std::string_view kept = arena.copy(value);
    const Part* const part = arena.make<TextPart>(Part{PartKind::quoted}, kept);
    return arena.make<Word>(std::span<const Part* const>(arena.make<const Part*>(part), 1), kept, nullptr, 0, true);
  };
  std::vector<const Assignment*> elements;
  for (const Item& item : items) {
    auto* const element = item.source == nullptr ? arena.make<Assignment>() : arena.make<Assignment>(*item.source);
    element->whole = nullptr;
    element->value = quoted(item.value);
    if (item.source != nullptr) {
      const Subscript::Kind kind = item.source->subscript->kind;
      element->subscript = arena.make<Subscript>(kind, quoted(item.subscript), arena.copy(item.subscript));
    }
    elements.push_back(element);
  }
  Assignment* const expanded = arena.make<Assignment>(literal);
  expanded->elements = arena.copy(elements);
  return expanded;
}

Done assign_compound(Shell& shell, Symbol* symbol, const Assignment& assignment, bool declared) {
  const Reference reference = shell.variables.resolve(symbol);
  if (reference.symbol == nullptr) return shell.give_up(Reach::rules);
  const std::string& written = std::exchange(symbol, reference.symbol)->name;
  if (reference.subscript) return refuse_reference(shell, reference);
  const bool unset = symbol->variable == nullptr;
  Variable* variable = shell.variables.declare_here(symbol);
  if (variable->has(kReadonly)) return shell.fail(written + ": readonly variable", Reach::rules);
  const bool ignored = variable->dynamic != nullptr && !variable->dynamic->assign;
  shell.variables.touch(symbol);
  if (variable->has(kNameref)) shell.report("warning: " + symbol->name + ": removing nameref attribute");
  // It is an array before its elements are expanded.
  if (!ignored && !variable->is_array()) shell.variables.add_attributes(symbol, variable, kIndexed);
  if (unset) variable->attributes &= static_cast<uint16_t>(~kUnset);
  const bool associative = variable->has(kAssociative);
  const bool pairs = associative && !assignment.elements.empty() && assignment.elements[0]->subscript == nullptr &&
                     (declared || !assignment.elements[0]->value->text.starts_with('['));
  std::vector<Item> items;
  if (!(pairs ? expand_pairs(shell, assignment, declared, items)
              : expand_items(shell, assignment, associative, declared, items))) {
    return shell.give_up(Reach::rules);
  }
  if (ignored) return true;
  variable = shell.variables.declare_here(symbol);
  shell.variables.touch(symbol);
  if (!variable->is_array()) shell.variables.add_attributes(symbol, variable, kIndexed);
  if (variable->indexed && !assignment.append) variable->indexed->clear();
  std::optional<AssociativeArray> before;
  if (variable->associative && !assignment.append) {
    before = std::move(*variable->associative);
    variable->associative->clear();
  }
  variable->attributes &= static_cast<uint16_t>(~kUnset);
  if (shell.options[SetOption::allexport]) shell.variables.add_attributes(symbol, variable, kExported);
  const Done done = variable->associative
                        ? fill_associative(shell, symbol->name, *variable, before ? *before : *variable->associative,
                                           items, pairs, declared)
                        : fill_indexed(shell, *variable, items, assignment.append);
  if (symbol->special) special_variable_changed(shell, *symbol);
  return done || shell.give_up(Reach::rules);
}

Done assign(Shell& shell, const Assignment& assignment, bool temporary) {
  if (assignment.symbol == nullptr) assignment.symbol = shell.variables.intern(assignment.name);
  Symbol* const symbol = assignment.symbol;
  if (assignment.subscript == nullptr && !assignment.compound) {
    std::string value;
    if (assignment.value != nullptr && !expand_to_string(shell, *assignment.value, value, TildeRule::assignment))
      return false;
    if (temporary) return shell.variables.set_temporary(symbol, value, assignment.append);
    return shell.variables.set(symbol, value, assignment.append) || shell.give_up(Reach::rules);
  }
  const std::string written = print_target(assignment);
  if (temporary) {
    if (assignment.subscript != nullptr) {
      shell.report("`" + written + "': not a valid identifier");
      return true;
    }
    std::string list;  // no array, but its text
    for (const Assignment* element : assignment.elements) {
      list += list.empty() ? '(' : ' ';
      if (element->subscript != nullptr) list.append("[").append(element->subscript->text).append("]=");
      if (element->value != nullptr && !expand_to_string(shell, *element->value, list, TildeRule::none)) return false;
    }
    return shell.variables.set_temporary(symbol, list.empty() ? "()" : list + ")", assignment.append);
  }
  if (assignment.compound) {
    if (assignment.subscript != nullptr)
      return shell.fail(written + ": cannot assign list to array member", Reach::rules);
    return assign_compound(shell, symbol, assignment);
  }
  std::string value, subscript;
  if (assignment.value != nullptr && !expand_to_string(shell, *assignment.value, value, TildeRule::assignment))
    return false;
  if (!expand_subscript(shell, *assignment.subscript, subscript, symbol)) return false;
  const bool all = assignment.subscript->kind != Subscript::Kind::expression;
  return assign_element(shell, symbol, written, all ? assignment.subscript->text : subscript, all, value,
                        assignment.append);
}

bool split_subscript(std::string_view text, std::string_view& name, std::string_view& subscript) {
  const size_t open = text.find('[');
  if (open == 0 || open == std::string_view::npos || text.back() != ']') return false;
  int depth = 0;
  char quote = 0;
  for (size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\') {
      i += 1;
    } else if (quote != 0) {
      if (c == quote) quote = 0;
    } else if ((c == '"' || c == '\'') && text.find(c, i + 1) != std::string_view::npos) {
      quote = c;
    } else if (c == '[') {
      depth += 1;
    } else if (c == ']' && --depth == 0 && i + 1 != text.size()) {
      return false;
    }
  }
  if (depth != 0) return false;
  name = text.substr(0, open);
  subscript = text.substr(open + 1, text.size() - open - 2);
  return true;
}

}  // namespace shell
