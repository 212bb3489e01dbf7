#include "variables.h"

#include <algorithm>

#include "../shell.h"
#include "../text/letter_case.h"
#include "../text/names.h"
#include "special.h"

namespace shell {

namespace {

constexpr int kMaxReferences = 8;

std::string cased(std::string_view text, uint16_t attributes) {
  if ((attributes & kUppercase) != 0) return change_case(text, CaseChange::upper, CaseReach::all);
  std::string lower = change_case(text, CaseChange::lower, CaseReach::all);
  return (attributes & kCapitalize) != 0 ? change_case(lower, CaseChange::upper, CaseReach::first) : lower;
}

}  // namespace

std::unique_ptr<Variable> Variable::copy() const {
  auto twin = std::make_unique<Variable>();
  twin->attributes = attributes;
  twin->level = level;
  twin->value = value;
  if (indexed) twin->indexed = std::make_unique<IndexedArray>(*indexed);
  if (associative) twin->associative = std::make_unique<AssociativeArray>(*associative);
  twin->dynamic = dynamic;
  if (outer) twin->outer = outer->copy();
  return twin;
}

const std::string* Variable::element(const Place& place) const {
  if (!place.exists()) return nullptr;
  if (associative) return associative->find(place.kind == Place::Kind::variable ? "0" : place.key);
  if (indexed) return indexed->find(place.index);
  return place.index == 0 && is_set() ? &value : nullptr;
}

Variables::Variables(Shell& shell) : shell_(shell) {}
Variables::~Variables() = default;

// ---- names ----

Symbol* Variables::find(std::string_view name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? nullptr : found->second.get();
}

Symbol* Variables::intern(std::string_view name) {
  if (Symbol* symbol = find(name)) return symbol;
  auto symbol = std::make_unique<Symbol>();
  symbol->name = name;
  Symbol* made = symbol.get();
  symbols_.emplace(made->name, std::move(symbol));
  return made;
}

Reference Variables::resolve(Symbol* symbol) {
  Symbol* const first = symbol;
  for (int steps = 0; steps < kMaxReferences; steps++) {
    Variable* variable = symbol->variable.get();
    if (variable == nullptr || !variable->has(kNameref) || !variable->is_set() || variable->value.empty()) {
      return {symbol, std::nullopt};
    }
    if (const auto element = split_subscript(variable->value)) {
      return {intern(element->name), std::string(element->subscript)};
    }
    Symbol* target = intern(variable->value);
    if (target == symbol) {
      if (variable->level > 0) shell_.report("warning: " + symbol->name + ": circular name reference");
      return {variable->level > 0 ? symbol : nullptr, std::nullopt};
    }
    symbol = target;
  }
  shell_.report("warning: " + first->name + ": circular name reference");
  return {nullptr, std::nullopt};
}

std::vector<Symbol*> Variables::sorted() const {
  std::vector<Symbol*> all;
  for (const auto& [name, symbol] : symbols_) {
    if (symbol->variable) all.push_back(symbol.get());
  }
  std::ranges::sort(all, {}, &Symbol::name);
  return all;
}

// ---- reading ----

Variable* Variables::variable(Symbol* symbol) {
  Variable* variable = symbol->variable.get();
  if (variable != nullptr && variable->dynamic != nullptr) variable->dynamic->refresh(shell_, *variable);
  return variable;
}

const std::string* Variables::get(Symbol* symbol) {
  Variable* variable = symbol->variable.get();
  if (variable == nullptr) return nullptr;
  if (variable->has(kNameref)) {
    const Reference reference = resolve(symbol);
    if (reference.symbol == nullptr) return nullptr;
    if (reference.symbol == symbol) {
      // A local reference to its own name means the global variable.
      if (!variable->is_set() || variable->value != symbol->name)
        return variable->is_set() ? &variable->value : nullptr;
      while (variable != nullptr && variable->level > 0) variable = variable->outer.get();
      return variable != nullptr && variable->is_set() ? &variable->value : nullptr;
    }
    if (!reference.subscript) return get(reference.symbol);
    const std::optional<Place> place = locate(reference.symbol, *reference.subscript);
    return place ? get(*place) : nullptr;
  }
  if (variable->dynamic != nullptr) variable->dynamic->refresh(shell_, *variable);
  return variable->is_array() ? variable->element({symbol}) : variable->is_set() ? &variable->value : nullptr;
}

const std::string* Variables::get(std::string_view name) {
  Symbol* symbol = find(name);
  return symbol == nullptr ? nullptr : get(symbol);
}

std::string Variables::text(std::string_view name, std::string_view otherwise) {
  const std::string* value = get(name);
  return value == nullptr ? std::string(otherwise) : *value;
}

std::vector<std::string> Variables::values(std::string_view name) {
  std::vector<std::string> values;
  const Variable* const variable = this->variable(intern(name));
  if (variable != nullptr && variable->indexed) {
    for (const IndexedArray::Entry& entry : variable->indexed->entries()) values.push_back(entry.value);
  } else if (variable != nullptr && variable->is_set() && !variable->associative) {
    values.push_back(variable->value);
  }
  return values;
}

// ---- writing ----

bool Variables::refuse_readonly(const Symbol& symbol, const Variable* variable) {
  if (variable == nullptr || !variable->has(kReadonly)) return false;
  shell_.report_error(symbol.name + ": readonly variable");
  return true;
}

Done Variables::convert(const Variable& variable, std::string& value) {
  if (variable.has(kInteger)) {
    const std::optional<int64_t> number = shell_.services.evaluate(shell_, value);
    if (!number) return shell_.give_up(Reach::text);
    value = std::to_string(*number);
  }
  if (variable.has(kCases)) value = cased(value, variable.attributes);
  return {};
}

Done Variables::store(Variable& variable, std::string& place, std::string_view value, bool append) {
  if (!variable.has(kConverts)) {
    append ? place.append(value) : place.assign(value);
    return {};
  }
  if (append && variable.has(kInteger)) {
    const std::optional<int64_t> before = shell_.services.evaluate(shell_, place);
    const std::optional<int64_t> added = before ? shell_.services.evaluate(shell_, value) : std::nullopt;
    if (!added) return shell_.give_up(Reach::text);
    place = std::to_string(static_cast<int64_t>(static_cast<uint64_t>(*before) + static_cast<uint64_t>(*added)));
    return {};
  }
  std::string text = append ? place : std::string();
  text += value;
  if (!convert(variable, text)) return Failure();
  place = std::move(text);
  return {};
}

void Variables::touch(Symbol* symbol) {
  if (journal_starts_.empty() || symbol->journal == journal_number_) return;
  journal_.push_back({symbol, symbol->variable ? symbol->variable->copy() : nullptr, symbol->journal});
  symbol->journal = journal_number_;
}

void Variables::changed(Symbol* symbol) {
  if (symbol->variable == nullptr || symbol->variable->has(kExported) || symbol->variable->outer) {
    environment_current_ = false;
  }
  if (symbol->special) special_variable_changed(shell_, *symbol);
  const Variable* variable = symbol->variable.get();
  if (variable != nullptr && variable->dynamic != nullptr && variable->dynamic->store) {
    variable->dynamic->store(shell_, *variable);
  }
}

Variable* Variables::make(Symbol* symbol, uint32_t level) {
  std::unique_ptr<Variable>* place = &symbol->variable;
  while (*place && (*place)->level > level) place = &(*place)->outer;
  if (*place && (*place)->level == level) return place->get();
  auto made = std::make_unique<Variable>();
  made->attributes = kUnset;
  made->level = level;
  made->outer = std::move(*place);
  *place = std::move(made);
  if (level > 0) scopes_[level - 1].symbols.push_back(symbol);
  return place->get();
}

Done Variables::assign_value(Symbol* symbol, Variable& variable, std::string_view value, bool append) {
  if (variable.dynamic != nullptr) {
    const std::string before = append && variable.is_set() ? variable.value : std::string();
    if (variable.dynamic->assign != nullptr) variable.dynamic->assign(shell_, before + std::string(value));
    return {};
  }
  const auto place = [&variable]() -> std::string& {
    if (variable.indexed) return variable.indexed->at(0);
    return variable.associative ? variable.associative->at("0") : variable.value;
  };
  if (!variable.is_array() && !variable.is_set()) variable.value.clear();
  // An integer's own name is there already in its first value.
  const uint16_t unset = variable.is_array() ? 0 : variable.attributes & kUnset;
  variable.attributes ^= unset;
  // The conversion may fail, and may itself change the array: first the value, then its place.
  const bool converts = variable.has(kConverts);
  std::string text = converts && append ? place() : std::string();
  if (!store(variable, converts ? text : place(), value, append)) {
    variable.attributes |= unset;
    return Failure();
  }
  if (converts) place() = std::move(text);
  variable.clear(kUnset);
  if (shell_.options[SetOption::allexport]) variable.attributes |= kExported;
  changed(symbol);
  return {};
}

Done Variables::set(Symbol* symbol, std::string_view value, bool append) {
  Variable* variable = symbol->variable.get();
  if (variable != nullptr && variable->has(kNameref)) {
    const Reference reference = resolve(symbol);
    if (reference.symbol == nullptr) return Failure();
    if (reference.subscript) {
      if (*reference.subscript == "@" || *reference.subscript == "*") {
        return shell_.fail(reference.symbol->name + "[" + *reference.subscript + "]: bad array subscript");
      }
      const std::optional<Place> place = locate(reference.symbol, *reference.subscript, true);
      return Done::when(place && set(*place, value, append));
    }
    if (reference.symbol != symbol) return set(reference.symbol, value, append);
    if (variable->is_set() && !variable->value.empty()) {
      variable = declare_global(symbol);
      return Done::when(!refuse_readonly(*symbol, variable) && assign_value(symbol, *variable, value, append));
    }
    // A reference without a target: the value names one.
    if (refuse_readonly(*symbol, variable)) return Failure();
    const auto element = split_subscript(value);
    if (!is_name(element ? element->name : value)) return shell_.refuse_identifier(value);
    touch(symbol);
    variable->value = value;
    variable->clear(kUnset);
    return {};
  }
  if (variable != nullptr && variable->has(kReadonly)) return Done::when(!refuse_readonly(*symbol, variable));
  return assign_value(symbol, *declare_here(symbol), value, append);
}

Symbol* Variables::writable(Symbol* symbol) {
  const Reference reference = resolve(symbol);
  if (reference.symbol == nullptr || reference.subscript) return nullptr;
  if (refuse_readonly(*reference.symbol, reference.symbol->variable.get())) return nullptr;
  return reference.symbol;
}

Done Variables::set_array(Symbol* symbol, std::vector<std::string> values) {
  symbol = writable(symbol);
  if (symbol == nullptr) return Failure();
  if (symbol->variable && symbol->variable->associative) {
    return shell_.refuse(symbol->name + ": cannot convert associative to indexed array");
  }
  Variable* variable = declare_here(symbol);
  if (!variable->indexed) add_attributes(symbol, variable, kIndexed);
  variable->indexed->clear();
  for (std::string& value : values) {
    if (!convert(*variable, value)) return Failure();
    variable->indexed->append(std::move(value));
  }
  variable->clear(kUnset);
  changed(symbol);
  return {};
}

void Variables::force(std::string_view name, std::string_view value) {
  Symbol* symbol = intern(name);
  Variable* variable = declare_here(symbol);
  variable->value = value;
  variable->clear(kUnset);
  changed(symbol);
}

void Variables::force_array(std::string_view name, std::vector<std::string> values) {
  Symbol* symbol = intern(name);
  Variable* variable = declare_here(symbol);
  if (!variable->indexed) add_attributes(symbol, variable, kIndexed);
  variable->indexed->assign(std::move(values));
  variable->clear(kUnset);
}

void Variables::remove(Symbol* symbol) {
  touch(symbol);
  const uint32_t level = symbol->variable->level;
  const bool local = level > 0 && scopes_[level - 1].kind == ScopeKind::function;
  if (local && (level == this->level() || shell_.options[Shopt::localvar_unset])) {
    // A local variable of this function stays local, without a value.
    auto emptied = std::make_unique<Variable>();
    emptied->attributes = kUnset;
    emptied->level = level;
    emptied->outer = std::move(symbol->variable->outer);
    symbol->variable = std::move(emptied);
  } else {
    std::unique_ptr<Variable> outer = std::move(symbol->variable->outer);
    symbol->variable = std::move(outer);
  }
  environment_current_ = false;
  if (symbol->special) special_variable_changed(shell_, *symbol);
}

Variables::Unset Variables::unset(std::string_view name, bool reference_itself) {
  Symbol* symbol = find(name);
  if (symbol == nullptr) return Unset::done;
  if (!reference_itself) {
    const Reference reference = resolve(symbol);
    if (reference.symbol == nullptr) return Unset::done;
    if (reference.subscript) {
      const std::optional<Place> place = locate(reference.symbol, *reference.subscript);
      return place ? unset(*place) : Unset::done;
    }
    symbol = reference.symbol;
  }
  if (!symbol->variable) return Unset::done;
  if (symbol->variable->has(kReadonly)) return Unset::readonly;
  if (symbol->variable->has(kNoUnset)) return Unset::cannot;
  remove(symbol);
  return Unset::done;
}

}  // namespace shell
