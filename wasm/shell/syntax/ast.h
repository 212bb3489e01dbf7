// The syntax tree. Every node lies in the arena of its Program; text is a view into that arena.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "arena.h"

namespace shell {

struct Command;
struct List;
struct Symbol;
struct Word;
struct ArithmeticProgram;

// ---- words ----

enum class PartKind : uint8_t {
  literal,        // unquoted text: subject to brace, tilde and pathname expansion
  quoted,         // '…', $'…', \c: text that stands for itself (escapes already decoded)
  double_quoted,  // "…" and $"…"
  parameter,      // $x, ${…}
  command,        // $(…), `…`
  arithmetic,     // $((…)), $[…]
  process,        // <(…), >(…)
};

struct Part {
  PartKind kind;
};

struct TextPart : Part {  // literal, quoted
  std::string_view text;
};

struct DoubleQuotedPart : Part {
  std::span<const Part* const> parts;  // quoted text inside is PartKind::quoted, never literal
};

struct Subscript {
  enum class Kind : uint8_t { expression, at, star };  // a[i], a[@], a[*]
  Kind kind;
  const Word* word;       // expression: expanded without splitting, then a number or a key, as the array wants
  std::string_view text;  // as written, without the brackets
};

enum class ParameterOperator : uint8_t {
  none,
  use_default,     // - and :-
  assign_default,  // = and :=
  error,           // ? and :?
  alternative,     // + and :+
  substring,       // :offset:length (word, second; second null: to the end)
  remove_shortest_prefix,
  remove_longest_prefix,
  remove_shortest_suffix,
  remove_longest_suffix,
  replace_first,  // /pattern/replacement (second null: empty)
  replace_all,
  replace_prefix,
  replace_suffix,
  upper_first,  // ^ ^^ , ,, ~ ~~ (word null: any character)
  upper_all,
  lower_first,
  lower_all,
  toggle_first,
  toggle_all,
  transform,     // @Q @P @A @a @E @U @u @L @K @k (letter)
  names_at,      // ${!prefix@}
  names_star,    // ${!prefix*}
  indices_at,    // ${!array[@]}
  indices_star,  // ${!array[*]}
  bad,           // a form bash accepts when parsing and refuses when it expands: "bad substitution"
};

struct ParameterPart : Part {
  std::string_view name;  // a name, digits, or one of @ * # ? - $ ! 0 _
  const Subscript* subscript = nullptr;
  ParameterOperator op = ParameterOperator::none;
  bool colon = false;     // :- instead of -
  bool length = false;    // ${#x}
  bool indirect = false;  // ${!x}
  bool braced = false;
  bool in_double_quotes = false;
  char letter = 0;  // of transform; of bad: @ when it would be one, < when `name` is the whole message
  const Word* word = nullptr;
  const Word* second = nullptr;
  // As written: "${…}" or "$x". What messages show of a bad one is all of the word or the quotes around it.
  mutable std::string_view text;
  mutable Symbol* symbol = nullptr;  // found at the first use
};

struct CommandPart : Part {
  const List* body;       // null: does not parse; parse text again when it runs to report that (`…` only)
  std::string_view text;  // what is between the brackets, backquotes already unescaped
};

struct ArithmeticPart : Part {
  const Word* expression;  // parts as within double quotes
};

struct ProcessPart : Part {
  const List* body;
  bool output;  // >(…)
  std::string_view text;
};

struct Assignment;

struct Word {
  std::span<const Part* const> parts;
  std::string_view text;                   // as written
  const Assignment* assignment = nullptr;  // set when the word has the form name=…, name+=…, name[…]=…
  bool quoted = false;                     // some of it is quoted
  bool has_brace = false;                  // an unquoted { that may begin a brace expansion
  bool plain = false;  // one literal part without tilde, brace and pattern characters: it stands for itself
};

// name=value, name+=value, name[subscript]=value, name=(…). In an array literal: [subscript]=value or just a value.
struct Assignment {
  std::string_view name;
  const Subscript* subscript = nullptr;
  bool append = false;
  bool compound = false;  // =( … ): elements, not value
  // Null when compound; otherwise a word, perhaps empty. Its tildes expand as in assignments.
  const Word* value = nullptr;
  // An element without subscript is a word that is expanded in full (braces, splitting, globbing).
  std::span<const Assignment* const> elements;
  // All of an element with a subscript that may be no assignment: brace expansion makes words of it, and so does a list
  // of keys and values, which begins without a subscript.
  const Word* whole = nullptr;
  mutable Symbol* symbol = nullptr;
};

// ---- redirections ----

enum class RedirectKind : uint8_t {
  input,             // <
  output,            // >
  append,            // >>
  clobber,           // >|
  read_write,        // <>
  here_document,     // << and <<-
  here_string,       // <<<
  duplicate_input,   // <&
  duplicate_output,  // >&
  output_both,       // &> (and >& word)
  append_both,       // &>>
};
// As they are written.
inline constexpr std::string_view kRedirectOperators[] = {"<",   ">",  ">>", ">|", "<>", "<<",
                                                          "<<<", "<&", ">&", "&>", "&>>"};
[[nodiscard]] constexpr std::string_view operator_of(RedirectKind kind) {
  return kRedirectOperators[static_cast<size_t>(kind)];
}
[[nodiscard]] constexpr bool duplicates(RedirectKind kind) {
  return kind == RedirectKind::duplicate_input || kind == RedirectKind::duplicate_output;
}

struct Redirect {
  RedirectKind kind;
  int fd = -1;                   // -1: the usual one of the operator
  std::string_view fd_variable;  // {name}>
  const Word* target = nullptr;  // here-document: its text, ready for expansion as within double quotes (one quoted
                                 // part when the delimiter was quoted)
  std::string_view delimiter;    // here-document: as written
  std::string_view body;         // here-document: as written, tabs stripped if so asked
  bool strip_tabs = false;
  // The descriptor that is redirected.
  [[nodiscard]] int descriptor() const { return fd >= 0 ? fd : operator_of(kind)[0] == '<' ? 0 : 1; }
};

// ---- commands ----

enum class CommandKind : uint8_t {
  simple,
  pipeline,
  and_or,
  list,
  subshell,
  group,
  if_,
  for_,
  arithmetic_for,
  while_,
  until,
  case_,
  select,
  function,
  arithmetic,
  conditional,
  coproc,
};

struct Command {
  CommandKind kind;
  // In $(…), `…` and <(…): counted from 0 in their text, and added to the line of the command they stand in.
  int line = 0;
  std::span<const Redirect* const> redirects;
  mutable uint32_t analysis_epoch = 0;  // the executor's cache; see execute/observable.h
  mutable bool analysis = false;
  mutable bool changes_directory = false;
};

struct SimpleCommand : Command {
  std::span<const Assignment* const> assignments;  // before the command name
  std::span<const Word* const> words;
  bool declaration =
      false;  // the name is declare, typeset, local, export, readonly: words may hold compound assignments
};

struct Pipeline : Command {
  std::span<const Command* const> stages;
  bool negated = false;  // an odd number of !
  bool timed = false;
  bool time_posix = false;  // time -p
};

struct AndOr : Command {  // left to right; operators[i] stands between commands[i] and commands[i + 1]
  std::span<const Command* const> commands;
  std::span<const uint8_t> is_and;
};

struct ListItem {
  const Command* command;
  bool background;
  bool newline = false;  // a newline stands behind it, not ; (printing needs it)
};

struct List : Command {
  std::span<const ListItem> items;
};

struct CompoundCommand : Command {  // subshell, group
  const List* body;
};

struct IfCommand : Command {
  struct Branch {
    const List* condition;  // null: else
    const List* body;
  };
  std::span<const Branch> branches;
};

struct ForCommand : Command {  // for and select
  std::string_view name;
  bool has_words;  // without "in …" it goes over "$@"
  std::span<const Word* const> words;
  const List* body;
  mutable Symbol* symbol = nullptr;
};

struct ArithmeticForCommand : Command {
  const Word* initial;  // each may be empty text
  const Word* condition;
  const Word* step;
  const List* body;
};

struct WhileCommand : Command {  // while and until
  const List* condition;
  const List* body;
};

struct CaseCommand : Command {
  enum class End : uint8_t { stop, fall_through, test_next };  // ;; ;& ;;&
  struct Clause {
    std::span<const Word* const> patterns;
    const List* body;  // may be null
    End end;
  };
  const Word* subject;
  std::span<const Clause> clauses;
};

inline constexpr std::string_view kClauseEnds[] = {";;", ";&", ";;&"};  // as they are written

struct FunctionCommand : Command {
  std::string_view name;
  const Command* body;  // a compound command, its redirections with it
};

struct ArithmeticCommand : Command {
  const Word* expression;
};

struct Condition {  // inside [[ ]]
  enum class Kind : uint8_t { word, unary, binary, not_, and_, or_ };
  Kind kind;
  std::string_view op;         // "-f", "==", "=~", "<", "-nt"…
  const Word* left = nullptr;  // unary: the operand
  const Word* right = nullptr;
  const Condition* first = nullptr;  // not_, and_, or_
  const Condition* second = nullptr;
  bool parenthesized = false;
};

struct ConditionalCommand : Command {
  const Condition* condition;
};

struct CoprocCommand : Command {
  std::string_view name;  // COPROC when none is given
  const Command* body;
};

// What is parsed in one go, and owns it. Functions keep their Program alive.
struct Program {
  Arena arena;
  const List* body = nullptr;
};

}  // namespace shell
