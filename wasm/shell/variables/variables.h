// Shell variables with dynamic scope.
//
// Each name is a Symbol that lives as long as the shell; a symbol knows its innermost variable, and each variable the
// one it hides. Function scopes and the environments of single commands ("x=1 command") are scopes alike.
//
// Every change goes through Variables: it enforces attributes, and keeps the journal from which a sub-shell that ran in
// this process is undone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../failure.h"
#include "../text/characters.h"
#include "arrays.h"
#include "place.h"

namespace shell {

class Shell;

enum Attribute : uint16_t {
  kExported = 1 << 0,
  kReadonly = 1 << 1,
  kInteger = 1 << 2,
  kLowercase = 1 << 3,
  kUppercase = 1 << 4,
  kCapitalize = 1 << 5,
  kNameref = 1 << 6,
  kTrace = 1 << 7,        // declare -t
  kIndexed = 1 << 8,      // the value is `indexed`
  kAssociative = 1 << 9,  // the value is `associative`
  kUnset = 1 << 10,       // declared, without a value
  kNoUnset = 1 << 11,
  kLasting = 1 << 12,  // exported or readonly since: what stood before a command outlives it
};

inline constexpr uint16_t kCases = kLowercase | kUppercase | kCapitalize;
inline constexpr uint16_t kConverts = kInteger | kCases;  // what is assigned becomes another value

struct Attributed {
  uint16_t attributes = 0;
  [[nodiscard]] bool has(uint16_t attribute) const { return (attributes & attribute) != 0; }
  void clear(uint16_t attribute) { attributes &= static_cast<uint16_t>(~attribute); }
};

struct Variable;

// A variable whose value is computed: RANDOM, SECONDS, LINENO, FUNCNAME…
struct DynamicVariable {
  std::string_view name;
  uint16_t attributes;
  void (*refresh)(Shell&, Variable&);                        // before each reading: brings the value up to date
  void (*assign)(Shell&, std::string_view value) = nullptr;  // null: assignment is silently ignored
  void (*store)(Shell&, const Variable&) = nullptr;          // after an element of an array was changed
};

struct Variable : Attributed {
  uint32_t level = 0;  // of the scope it belongs to; 0 is global
  std::string value;   // scalar
  std::unique_ptr<IndexedArray> indexed;
  std::unique_ptr<AssociativeArray> associative;
  const DynamicVariable* dynamic = nullptr;
  std::unique_ptr<Variable> outer;  // what it hides

  [[nodiscard]] bool is_array() const { return has(kIndexed | kAssociative); }
  [[nodiscard]] bool is_set() const { return !has(kUnset); }
  [[nodiscard]] std::unique_ptr<Variable> copy() const;  // with what it hides
  // Null: there is none.
  [[nodiscard]] const std::string* element(const Place& place) const;
};

// Assigning to it has an effect elsewhere.
struct SpecialVariable {
  std::string_view name;
  void (*changed)(Shell& shell, const Variable* variable);  // null: it is not set
};

struct Symbol {
  std::string name;
  std::unique_ptr<Variable> variable;        // innermost; null: none
  uint32_t journal = 0;                      // the journal that has saved this symbol already
  const SpecialVariable* special = nullptr;  // PATH, IFS, OPTIND…
};

// What a name stands for once namerefs are followed. `declare -n r=a[1]` leads to a symbol and a subscript.
struct Reference {
  Symbol* symbol = nullptr;
  std::optional<std::string> subscript;
};

enum class ScopeKind : uint8_t { function, command };  // command: the assignments before one command

class Variables {
 public:
  explicit Variables(Shell& shell);
  ~Variables();

  // ---- names ----
  Symbol* intern(std::string_view name);
  [[nodiscard]] Symbol* find(std::string_view name) const;  // null: never seen
  // Follows namerefs. Warns of a circle ("warning: x: circular name reference") and then answers with a null symbol.
  Reference resolve(Symbol* symbol);
  Reference resolve(std::string_view name) { return resolve(intern(name)); }
  // All symbols with a variable (set or declared), by name.
  [[nodiscard]] std::vector<Symbol*> sorted() const;

  // ---- reading. Namerefs are followed; dynamic variables computed; an array gives its element 0 ----
  // Null: unset. The pointer holds until the next change of any variable or the next reading of a dynamic one.
  const std::string* get(Symbol* symbol);
  const std::string* get(std::string_view name);
  [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise = {});
  // All of an indexed array, or what a scalar has.
  std::vector<std::string> values(std::string_view name);
  // The variable itself, brought up to date; null when there is none. No namerefs.
  Variable* variable(Symbol* symbol);

  // ---- writing. Namerefs are followed; attributes applied (integer, case); a readonly one is refused with a message
  // ---- False: refused, reported, status 1. A value is set in the innermost scope that has the name, else globally.
  Done set(Symbol* symbol, std::string_view value, bool append = false);
  Done set(std::string_view name, std::string_view value, bool append = false) {
    return set(intern(name), value, append);
  }
  // The whole array at once (mapfile, read -a, compound assignment). The variable becomes an indexed array unless it is
  // one already.
  Done set_array(Symbol* symbol, std::vector<std::string> values);
  // Sets the shell's own: no attributes, no readonly check (_, PIPESTATUS, BASH_REMATCH, REPLY after checks…).
  void force(std::string_view name, std::string_view value);
  void force_array(std::string_view name, std::vector<std::string> values);

  enum class Unset : uint8_t { done, readonly, not_array, bad_subscript, cannot };
  // Removes the innermost variable. Namerefs are followed unless `reference_itself`. Does not report.
  Unset unset(std::string_view name, bool reference_itself = false);

  // ---- elements of arrays ----
  // Of a symbol that is no nameref, by a subscript as it is written; nullopt: it cannot be expanded or evaluated, which
  // has been reported unless it is its quotes that do not close.
  std::optional<Place> locate(Symbol* symbol, std::string_view written, bool to_write = false);
  // By an expanded one: a key of an associative array, else an arithmetic expression. Where a value is written, a
  // negative index counts from behind a scalar as well.
  std::optional<Place> locate_expanded(Symbol* symbol, std::string_view subscript, bool to_write = false);
  const std::string* get(const Place& place);  // null: there is none
  // Makes an indexed array of a scalar.
  Done set(const Place& place, std::string_view value, bool append = false);
  Unset unset(const Place& place);  // a whole array is emptied

  // ---- declaring ----
  // The variable of exactly this scope (the current function's, or the global one), made (unset) if it is not there. No
  // namerefs. A new local variable starts unset; under shopt localvar_inherit or `inherit` with the value it hides.
  Variable* declare_local(Symbol* symbol, bool inherit = false);
  Variable* declare_global(Symbol* symbol);
  Variable* declare_here(Symbol* symbol);  // where a plain assignment would land
  // All changes of attributes and of the kind of array go through here, so that the journal sees them. Turning a scalar
  // into an array keeps its value as element 0 (key "0").
  void add_attributes(Symbol* symbol, Variable* variable, uint16_t attributes);
  void add_attributes(std::string_view name, uint16_t attributes) {  // to the one that a plain assignment would change
    Symbol* const symbol = intern(name);
    add_attributes(symbol, declare_here(symbol), attributes);
  }
  void remove_attributes(Symbol* symbol, Variable* variable, uint16_t attributes);
  // Before any direct change of a Variable.
  void touch(Symbol* symbol);

  // ---- scopes ----
  void push_scope(ScopeKind kind);
  void pop_scope();  // none is left after pop_all_scopes
  void pop_all_scopes() {
    while (!scopes_.empty()) pop_scope();
  }
  [[nodiscard]] uint32_t level() const { return static_cast<uint32_t>(scopes_.size()); }
  [[nodiscard]] bool in_function() const { return functions_ > 0; }
  [[nodiscard]] uint32_t function_level() const {  // of the innermost function's scope
    uint32_t level = this->level();
    while (level > 0 && scopes_[level - 1].kind != ScopeKind::function) level--;
    return level;
  }
  // x=1 command: in the scope just pushed, exported.
  Done set_temporary(Symbol* symbol, std::string_view value, bool append);
  // What stands before the command that runs; null: nothing of that name.
  [[nodiscard]] Variable* temporary(const Symbol& symbol) const {
    const bool innermost = symbol.variable && symbol.variable->level == level() && !scopes_.empty();
    return innermost && scopes_.back().kind == ScopeKind::command ? symbol.variable.get() : nullptr;
  }
  // Takes the innermost scope away with its variables, and puts it back: redirections do not see what stands before the
  // command.
  using Lifted = std::vector<std::pair<Symbol*, std::unique_ptr<Variable>>>;
  Lifted lift_scope();
  void lower_scope(Lifted lifted);
  // The names declared in the innermost function scope: `local` without arguments.
  [[nodiscard]] std::vector<Symbol*> locals() const;

  // ---- sub-shells in this process ----
  void begin_journal();
  void rollback_journal();

  // ---- environment ----
  // NAME=value of every exported variable, exported functions not included. Rebuilt only after a change.
  const std::vector<std::string>& environment();
  void import_environment(std::span<const std::string> entries);
  // An entry whose name is no identifier goes to programs as it came, in the place of one with the same name.
  void pass_on(std::string_view entry);
  [[nodiscard]] const std::vector<std::string>& passed_on() const { return passed_on_; }
  void pass_on_only(std::vector<std::string> entries);

  // What they are given stays where it is.
  void define_dynamic(std::span<const DynamicVariable> variables);
  void define_special(std::span<const SpecialVariable> variables);

  // Converts as the attributes say. False: the arithmetic of an integer variable failed (reported).
  Done convert(const Variable& variable, std::string& value);

 private:
  struct Scope {
    ScopeKind kind;
    std::vector<Symbol*> symbols;
  };
  struct JournalEntry {
    Symbol* symbol;
    std::unique_ptr<Variable> variable;
    uint32_t previous_journal;
  };

  struct JournalStart {
    size_t entries;
    uint32_t number;
  };

  Variable* make(Symbol* symbol, uint32_t level);
  Symbol* writable(Symbol* symbol);  // behind its references; null: an element, or readonly
  bool refuse_readonly(const Symbol& symbol, const Variable* variable);
  Done assign_value(Symbol* symbol, Variable& variable, std::string_view value, bool append);
  Done store(Variable& variable, std::string& place, std::string_view value, bool append);
  void remove(Symbol* symbol);
  void changed(Symbol* symbol);

  Shell& shell_;
  std::unordered_map<std::string_view, std::unique_ptr<Symbol>> symbols_;
  std::vector<Scope> scopes_;
  uint32_t functions_ = 0;
  std::vector<JournalEntry> journal_;
  std::vector<JournalStart> journal_starts_;
  uint32_t journal_number_ = 0;
  uint32_t journals_begun_ = 0;
  std::vector<std::string> passed_on_;
  std::vector<std::string> environment_;
  bool environment_current_ = false;
};

}  // namespace shell
