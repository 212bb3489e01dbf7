// Where variables live: scopes, the journal of sub-shells in this process, the environment.
#include <algorithm>

#include "../shell.h"
#include "special.h"
#include "variables.h"

namespace shell {

// ---- declaring ----

Variable* Variables::declare_local(Symbol* symbol, bool inherit) {
  const uint32_t level = function_level();
  if (level == 0) return declare_global(symbol);
  touch(symbol);
  Variable* hidden = symbol->variable.get();
  while (hidden != nullptr && hidden->level > level) hidden = hidden->outer.get();
  if (hidden != nullptr && hidden->level == level) return hidden;
  // What was assigned before the call of this function becomes its local variable.
  if (hidden != nullptr && level > 1 && hidden->level == level - 1 && scopes_[level - 2].kind == ScopeKind::command) {
    hidden->level = level;
    hidden->clear(kReadonly);
    scopes_[level - 1].symbols.push_back(symbol);
    return hidden;
  }
  Variable* made = make(symbol, level);
  environment_current_ = false;
  // A local variable is exported when what it hides is.
  if (hidden != nullptr) made->attributes |= hidden->attributes & kExported;
  if (hidden == nullptr || !(inherit || shell_.options[Shopt::localvar_inherit])) return made;
  const std::unique_ptr<Variable> twin = hidden->copy();
  made->attributes = static_cast<uint16_t>(twin->attributes & ~(kReadonly | kNameref));
  made->value = std::move(twin->value);
  made->indexed = std::move(twin->indexed);
  made->associative = std::move(twin->associative);
  return made;
}

Variable* Variables::declare_global(Symbol* symbol) {
  touch(symbol);
  return make(symbol, 0);
}

Variable* Variables::declare_here(Symbol* symbol) {
  touch(symbol);
  return symbol->variable ? symbol->variable.get() : make(symbol, 0);
}

void Variables::add_attributes(Symbol* symbol, Variable* variable, uint16_t attributes) {
  touch(symbol);
  if ((attributes & kIndexed) != 0 && !variable->indexed && !variable->associative) {
    variable->indexed = std::make_unique<IndexedArray>();
    if (variable->is_set()) variable->indexed->at(0) = std::move(variable->value);
  }
  if ((attributes & kAssociative) != 0 && !variable->associative && !variable->indexed) {
    variable->associative = std::make_unique<AssociativeArray>();
    if (variable->is_set()) variable->associative->at("0") = std::move(variable->value);
  }
  if ((attributes & (kIndexed | kAssociative)) != 0) variable->clear(kNameref);
  variable->attributes |= attributes;
  if ((attributes & kExported) != 0) environment_current_ = false;
  if (symbol->special) special_variable_changed(shell_, *symbol);
}

void Variables::remove_attributes(Symbol* symbol, Variable* variable, uint16_t attributes) {
  touch(symbol);
  variable->clear(attributes);
  environment_current_ = false;
}

// ---- scopes ----

void Variables::push_scope(ScopeKind kind) {
  scopes_.push_back({kind, {}});
  if (kind == ScopeKind::function) functions_++;
}

void Variables::pop_scope() {
  if (scopes_.empty()) return;
  const uint32_t level = this->level();
  const std::vector<Symbol*> symbols = std::move(scopes_.back().symbols);
  const bool function = scopes_.back().kind == ScopeKind::function;
  if (function) functions_--;
  scopes_.pop_back();
  for (Symbol* symbol : symbols) {
    // It may be gone already: unset, or undone with a sub-shell.
    if (!symbol->variable || symbol->variable->level != level) continue;
    touch(symbol);
    const bool exported = symbol->variable->has(kExported);
    const std::unique_ptr<Variable> gone = std::move(symbol->variable);
    symbol->variable = std::move(gone->outer);
    if (!function && gone->has(kLasting)) {
      Variable* variable = declare_here(symbol);
      variable->value = gone->value;
      variable->attributes =
          static_cast<uint16_t>((variable->attributes & ~kUnset) | (gone->attributes & (kExported | kReadonly)));
    }
    if (exported || (symbol->variable && symbol->variable->has(kExported))) environment_current_ = false;
    if (symbol->special) special_variable_changed(shell_, *symbol);
  }
}

Variables::Lifted Variables::lift_scope() {
  Lifted lifted;
  for (Symbol* symbol : scopes_.back().symbols) {
    if (!symbol->variable || symbol->variable->level != level()) continue;
    touch(symbol);
    std::unique_ptr<Variable> variable = std::move(symbol->variable);
    symbol->variable = std::move(variable->outer);
    lifted.emplace_back(symbol, std::move(variable));
    if (symbol->special) special_variable_changed(shell_, *symbol);
  }
  scopes_.pop_back();
  environment_current_ = false;
  return lifted;
}

void Variables::lower_scope(Lifted lifted) {
  push_scope(ScopeKind::command);
  for (auto& [symbol, variable] : lifted) {
    touch(symbol);
    variable->outer = std::move(symbol->variable);
    symbol->variable = std::move(variable);
    scopes_.back().symbols.push_back(symbol);
    if (symbol->special) special_variable_changed(shell_, *symbol);
  }
  environment_current_ = false;
}

Done Variables::set_temporary(Symbol* symbol, std::string_view value, bool append) {
  const Reference reference = resolve(symbol);
  if (reference.symbol == nullptr) return Failure();
  symbol = reference.symbol;
  Variable* before = symbol->variable.get();
  if (refuse_readonly(*symbol, before)) return Failure();
  touch(symbol);
  std::string text;
  if (append) {
    if (const std::string* old = get(symbol)) text = *old;
  }
  // The attributes count only for += and are not the temporary variable's.
  const uint16_t inherited = !append || before == nullptr ? 0 : before->attributes & kConverts;
  Variable* variable = make(symbol, level());
  variable->attributes = static_cast<uint16_t>(inherited | kUnset | kExported);
  variable->value = std::move(text);
  if (!store(*variable, variable->value, value, append)) return Failure();
  variable->attributes = kExported;
  environment_current_ = false;
  if (symbol->special) special_variable_changed(shell_, *symbol);
  return {};
}

std::vector<Symbol*> Variables::locals() const {
  std::vector<Symbol*> found;
  for (size_t level = scopes_.size(); level > 0; level--) {
    if (scopes_[level - 1].kind != ScopeKind::function) continue;
    for (Symbol* symbol : scopes_[level - 1].symbols) {
      if (symbol->variable && symbol->variable->level == level) found.push_back(symbol);
    }
    break;
  }
  std::ranges::sort(found, {}, &Symbol::name);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// ---- sub-shells in this process ----

void Variables::begin_journal() {
  journal_starts_.push_back({journal_.size(), journal_number_});
  journal_number_ = ++journals_begun_;
}

void Variables::rollback_journal() {
  const JournalStart start = journal_starts_.back();
  while (journal_.size() > start.entries) {
    JournalEntry& entry = journal_.back();
    entry.symbol->variable = std::move(entry.variable);
    entry.symbol->journal = entry.previous_journal;
    Symbol* symbol = entry.symbol;
    journal_.pop_back();
    environment_current_ = false;
    if (symbol->special) special_variable_changed(shell_, *symbol);
  }
  journal_starts_.pop_back();
  journal_number_ = start.number;
}

// ---- environment ----

const std::vector<std::string>& Variables::environment() {
  if (environment_current_) return environment_;
  environment_ = passed_on_;
  for (const auto& [name, symbol] : symbols_) {
    // A local variable that is not exported, or not set, does not hide an exported one from programs.
    const Variable* variable = symbol->variable.get();
    while (variable != nullptr && !(variable->has(kExported) && variable->is_set())) variable = variable->outer.get();
    if (variable == nullptr || variable->is_array()) continue;
    environment_.push_back(symbol->name + "=" + variable->value);
  }
  environment_current_ = true;
  return environment_;
}

void Variables::pass_on(std::string_view entry) {
  const std::string_view name = entry.substr(0, entry.find('=') + 1);
  const auto same = std::ranges::find_if(passed_on_, [&](const std::string& other) { return other.starts_with(name); });
  if (same == passed_on_.end())
    passed_on_.emplace_back(entry);
  else
    *same = entry;
  environment_current_ = false;
}

void Variables::pass_on_only(std::vector<std::string> entries) {
  passed_on_ = std::move(entries);
  environment_current_ = false;
}

void Variables::import_environment(std::span<const std::string> entries) {
  for (const std::string_view text : entries) {
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    const std::string_view name = text.substr(0, equals);
    if (!is_name(name)) {
      // Not ours to drop, but for functions, which the executor takes in and gives out.
      if (!name.starts_with("BASH_FUNC_")) pass_on(text);
      continue;
    }
    Symbol* symbol = intern(name);
    if (symbol->variable && (symbol->variable->has(kReadonly) || symbol->variable->dynamic != nullptr)) {
      symbol->variable->attributes |= kExported;
      if (symbol->variable->has(kReadonly)) continue;
    }
    Variable* variable = make(symbol, 0);
    variable->attributes |= kExported;
    if (!assign_value(symbol, *variable, text.substr(equals + 1), false)) variable->clear(kExported);
  }
  environment_current_ = false;
}

void Variables::define_dynamic(std::span<const DynamicVariable> variables) {
  for (const DynamicVariable& dynamic : variables) {
    Symbol* const symbol = intern(dynamic.name);
    Variable* const variable = make(symbol, 0);
    variable->dynamic = &dynamic;
    variable->attributes = 0;
    add_attributes(symbol, variable, dynamic.attributes);
  }
}

void Variables::define_special(std::span<const SpecialVariable> variables) {
  for (const SpecialVariable& special : variables) intern(special.name)->special = &special;
}

}  // namespace shell
