// The expansions. Each reports its own errors; what is not Done (or nullopt) means that the command must not run:
// shell.unwind and shell.status then say how far the failure reaches.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../shell.h"
#include "../syntax/ast.h"
#include "../text/characters.h"
#include "../text/escapes.h"
#include "../text/pattern.h"
#include "../text/quote.h"
#include "../text/utf8.h"

namespace shell {

// All of them: brace, tilde, parameter, command, arithmetic, process; splitting; pathname; quote removal. Appends to
// `out`.
Done expand_words(Shell& shell, std::span<const Word* const> words, std::vector<std::string>& out);
Done expand_word(Shell& shell, const Word& word, std::vector<std::string>& out);
// The same if there are braces in it that expand; nullopt: none, and nothing is done.
std::optional<Done> expand_braced_word(Shell& shell, const Word& word, std::vector<std::string>& out);

// No brace expansion, no splitting, no globbing: assignment values, the subject of case, targets of here-strings, [[ ]]
// operands. Several fields ("$@") are joined with blanks (in an assignment also "${a[*]}" with the first character of
// IFS).
enum class TildeRule : uint8_t { at_start, assignment /* also after = and : */, none };
Done expand_to_string(Shell& shell, const Word& word, std::string& out, TildeRule tildes = TildeRule::at_start);

// The text of a here-document.
Done expand_document(Shell& shell, const Word& word, std::string& out);

// As expand_to_string, with each quoted character that means something in a pattern escaped by a backslash: case
// patterns, [[ == ]],
// ${x%pattern}.
Done expand_to_pattern(Shell& shell, const Word& word, std::string& out);
// As expand_to_string, with quoted characters that mean something in a regular expression escaped: [[ =~ ]].
Done expand_to_regex(Shell& shell, const Word& word, std::string& out);

// A redirection's target: full expansion that must give exactly one field ("x: ambiguous redirect", reported). In posix
// mode no globbing.
Done expand_redirect_target(Shell& shell, const Word& word, std::string& out);

// The expanded text of a subscript: quotes removed, expansions done. That of an element of `owner`, unless the array is
// associative, is read as arithmetic is: as if within double quotes.
Done expand_subscript(Shell& shell, const Subscript& subscript, std::string& out, Symbol* owner = nullptr);

// Subscripts that came as text. Keys are words: their quotes go, their expansions are made; what does not close fails
// without a word. Of an index only the double quotes go.
Done expand_key(Shell& shell, std::string_view text, std::string& out);
Done expand_index(Shell& shell, std::string_view text, std::string& out);

// Text made at run time: parsed as within double quotes, then expanded (PS4, ${x@P} after decoding, indirect
// subscripts).
Done expand_text(Shell& shell, std::string_view text, std::string& out);

// ---- assignments (expand/assign.cc) ----
struct AssignHow {
  bool temporary = false;  // into the command scope on top
  bool traced = false;     // set -x shows it, between the expansion of its value and the assignment
};
// name=value, name[i]=value, name=(…), in all forms.
Done assign(Shell& shell, const Assignment& assignment, AssignHow how = {});
// One element of an array literal after expansion.
struct LiteralItem {
  std::string value;
  std::string subscript;     // or, of a key that comes with its value as a pair, its text for messages
  const Assignment* source;  // null: without a subscript
};
Done expand_literal(Shell& shell, const Assignment& literal, bool associative, std::vector<LiteralItem>& items);
// The elements of a compound assignment into a variable that already has its attributes (declare -A x=(…)); replaces
// its content unless assignment.append. `expanded`: a declaration has expanded them already.
Done assign_compound(Shell& shell, Symbol* symbol, const Assignment& assignment,
                     std::vector<LiteralItem>* expanded = nullptr);
// Expands and evaluates: "x", "a[i]", "a[@]" → is it set? For -v. `expanded`: the subscript has been expanded.
bool is_set(Shell& shell, std::string_view name, bool expanded = false);

// ---- arithmetic (expand/arithmetic.cc) ----
// Already expanded text. nullopt: an error, reported as bash does: "1/0: division by 0 (error token is "0")".
// `shell.command_name` gives "let: ".
std::optional<int64_t> evaluate(Shell& shell, std::string_view expression);
// The number a subscript stands for. An error gives up the text that runs, and names no built-in.
std::optional<int64_t> evaluate_subscript(Shell& shell, std::string_view subscript);
// Expands first; keeps the compiled form for words without expansions.
std::optional<int64_t> evaluate(Shell& shell, const Word& expression);

// As the options say now.
PatternFlags pattern_flags(const Shell& shell);

// ---- pathnames (expand/glob.cc) ----
// Sorted as bash sorts; appends the paths that match, none if none does. Follows dotglob, globstar, nocaseglob,
// GLOBIGNORE, globskipdots.
void glob(Shell& shell, const std::string& pattern, std::vector<std::string>& out);

// \u \h \w \D{…} of PS1 and ${x@P}, then expansion. `asks`: for a command yet to be read, which \# counts.
std::string decode_prompt(Shell& shell, std::string_view text, bool asks = false);

// ---- splitting ----
// The length of the separator of IFS at `at`; 0: none there.
size_t ifs_length(std::string_view ifs, std::string_view text, size_t at);

// Values as ${x@A}, declare -p, set print them: declare -ai a=([0]="1").
std::string describe_variable(Shell& shell, const Symbol& symbol, const Variable& variable);  // "declare -x x=\"1\""
std::string describe_array_value(const Variable& variable);                                   // ([0]="a" [1]="b")

}  // namespace shell
