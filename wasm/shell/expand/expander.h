// Inside of this room: where expansions put their text, and the walk over a word's parts.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expand.h"

namespace shell {

// Takes the pieces of one word. As fields: splits unquoted expansions by IFS, remembers what is quoted, globs each
// finished field. As text: joins everything, escaping quoted characters for the use it is put to.
class Sink {
 public:
  enum class Mode : uint8_t { fields, text, pattern, regex, replacement };

  Sink(Shell& shell, std::vector<std::string>& fields, bool globbing = true);
  // As the text of a here-document: all is quoted, $* is joined by blanks. Where there is $@ as well, $* is split.
  enum class Document : uint8_t { none, whole, split };
  Sink(Shell& shell, std::vector<std::string>& fields, Document document);
  Sink(Shell& shell, Mode mode, std::string& text) : shell_(shell), mode_(mode), text_(&text) {}

  [[nodiscard]] Mode mode() const { return mode_; }
  // Whether $* is joined by IFS, and whether it stays one field.
  [[nodiscard]] bool joins_star() const { return document_ == Document::none; }
  [[nodiscard]] bool quotes_star() const { return document_ != Document::split; }
  void literal(std::string_view text);    // unquoted, of the script: not split
  void quoted(std::string_view text);     // stands for itself
  void expansion(std::string_view text);  // the result of an unquoted expansion
  void exists() { exists_ = true; }       // "": a field, though it is empty
  // The elements of $@ or $*, or of an array. `star`: joined by the first character of IFS when quoted.
  template <typename Values>
  void list(const Values& values, bool star, bool quoted_list) {
    if (quoted_list && values.empty() && !star) met_empty_list_ = true;
    bool first = true;
    for (const std::string_view value : values) {
      if (!first) between(star, quoted_list);
      first = false;
      if (quoted_list) {
        quoted(value);
        if (!star) exists_ = true;
      } else {
        expansion(value);
      }
    }
  }
  // What an operator has made of a list. In a value to assign, IFS joins "${@…}" too, though not "$@"; and ${@%…} and
  // ${@@Q} without quotes. In a here-document it joins what ${*/…} gives, but nothing else.
  // Where IFS is null, ${a[@]%…} is one word.
  enum class Edit : uint8_t { listed, cut, cut_elements, replaced };
  template <typename Values>
  void edited_list(const Values& values, bool star, bool quoted_list, Edit edit = Edit::listed);
  bool assigns = false;
  bool in_operator = false;  // in the word of ${x-word}, where blanks join an unquoted $@, whatever IFS is
  // "$@" without elements takes the field of the double quotes around it away.
  bool take_met_empty_list() { return std::exchange(met_empty_list_, false); }
  // Ends the word. False: failglob.
  Done finish();

 private:
  void between(bool star, bool quoted_list);
  void end_field();
  bool expand_pathname();  // false: the field is none that a pattern could replace

  Shell& shell_;
  Mode mode_ = Mode::fields;
  std::string* text_;
  std::vector<std::string>* fields_ = nullptr;
  std::string field_;
  std::vector<std::pair<size_t, size_t>> quoted_runs_;
  bool globbing_ = false;
  Document document_ = Document::none;
  bool exists_ = false;
  bool after_blank_ = false;  // the last field was ended by blanks of IFS: a delimiter that follows belongs to them
  bool may_glob_ = false;
  bool met_empty_list_ = false;
  bool failed_ = false;
};

template <typename Values>
void Sink::edited_list(const Values& values, bool star, bool quoted_list, Edit edit) {
  if (document_ != Document::none && edit != Edit::replaced) star = false;
  const bool cut = edit == Edit::cut || edit == Edit::cut_elements;
  if (edit == Edit::cut_elements && mode_ == Mode::fields && !quoted_list && shell_.ifs.empty()) {
    std::string all;
    for (const std::string_view value : values) (all += value) += ' ';
    return expansion(std::string_view(all).substr(0, all.empty() ? 0 : all.size() - 1));
  }
  list(values, star || (assigns && (quoted_list || cut) && !shell_.ifs.empty() && !values.empty()), quoted_list);
}

class Expander {
 public:
  Expander(Shell& shell, Sink& sink) : shell_(shell), sink_(sink) {}

  Done word(const Word& word, TildeRule tildes);
  // `split`: literals are part of an operator's word, and split like its expansions.
  Done parts(std::span<const Part* const> parts, bool quoted, bool split = false);
  Done part(const Part& part, bool quoted, bool split = false);

 private:
  struct Value;
  Done parameter(const ParameterPart& part, bool quoted);
  Done length(const ParameterPart& part, Value& value, bool quoted);
  Done parameter_with_operator(const ParameterPart& part, bool quoted);
  Done load(const ParameterPart& part, Value& value);
  Done reload_list(const ParameterPart& part, Value& value);  // after such expansions
  Done load_special(std::string_view name, Value& value);
  Done load_name(std::string_view name, const Subscript* subscript, Value& value);
  Done load_element(Symbol* symbol, const Subscript& subscript, Value& value);
  Done load_place(const std::optional<Place>& place, const Subscript& subscript, Value& value);
  Done load_all(Symbol* symbol, Subscript::Kind kind, Value& value);
  Done resolve_indirect(const ParameterPart& part, Value& value);
  [[nodiscard]] bool is_null(const Value& value, bool quoted) const;
  Done check_set(const Value& value, const ParameterPart& part);
  Done names(const ParameterPart& part, bool quoted);
  Done indices(const ParameterPart& part, bool quoted);
  Done operator_word(const Word* word, bool quoted);
  Done assign_default(const ParameterPart& part, Value& value, bool quoted);
  Done report_unset(const ParameterPart& part);
  Done substring(const ParameterPart& part, Value& value, bool quoted);
  Done letter_transform(const ParameterPart& part, Value& value, bool quoted);
  Done describe_transform(const ParameterPart& part, Value& value, const Variable* variable, bool quoted);
  Done pairs_transform(char letter, const Value& value, bool quoted);
  std::string transformed(char letter, std::string_view text);
  Done edited(const ParameterPart& part, bool quoted);
  // What is left to do when a value is known. They do not fail.
  Done emit(std::string_view text, bool quoted) {
    quoted ? sink_.quoted(text) : sink_.expansion(text);
    return {};
  }
  Done emit_value(const Value& value, bool quoted);
  template <typename Values>
  Done emit_list(const Values& values, bool star, bool quoted, Sink::Edit edit = Sink::Edit::listed) {
    sink_.edited_list(values, star, quoted, edit);
    return {};
  }

  Shell& shell_;
  Sink& sink_;
};

// What a parameter stands for. The views hold until a variable changes.
struct Expander::Value {
  enum class Shape : uint8_t { scalar, at, star };
  Shape shape = Shape::scalar;
  bool set = false;
  bool positional = false;  // $@, $*
  std::string_view text;
  std::vector<std::string_view> elements;
  std::string storage;                 // behind `text` when it is computed
  std::vector<int64_t> indices;        // of the elements of an indexed array
  std::vector<std::string_view> keys;  // of the elements of an associative one
  std::string name;                    // for messages and assignment: "x", "a[1]"
  Place place;                         // no symbol: no variable
  bool counted = false;                // ${#a[1]}
  bool bad = false;                    // an element that cannot be, as has been reported
  [[nodiscard]] bool is_list() const { return shape != Shape::scalar; }
  [[nodiscard]] bool is_element() const { return place.kind != Place::Kind::variable; }
  // Before expansions that may change the variable: a subscript is evaluated only once.
  void keep() {
    if (!is_list()) text = storage = std::string(text);
  }
};

// What joins "$*".
std::string_view first_of_ifs(const Shell& shell);

// A parameter as messages name it.
std::string display_name(const ParameterPart& part, bool dollar);
// As set -u and ${x?} do.
Failure fail_unset(Shell& shell, std::string_view message);

// {a,b} and {1..9}: the parts of each word that results, none if nothing expands. Refuses what would exceed memory;
// false.
Done expand_braces(Shell& shell, const Word& word, std::vector<std::vector<const Part*>>& words, Arena& arena);

// Where the tilde prefix ends that begins at `at` in the literal that is parts[0]; npos: there is none, for some of it
// is quoted.
size_t tilde_prefix_end(std::span<const Part* const> parts, size_t at, bool in_assignment);
// The length of the tilde prefix at the start of `text` that expands, and what it expands to; 0: none.
size_t expand_tilde(Shell& shell, std::string_view text, std::string& out);

// The letters of ${x@a} and declare: "aAilnrtux" in bash's order.
std::string attribute_letters(const Attributed& variable);

}  // namespace shell
