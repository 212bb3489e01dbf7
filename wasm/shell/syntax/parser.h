// From text to syntax tree. Knows nothing of the running shell but what ParserHost tells it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ast.h"

namespace shell {

// Where the text comes from, one line at a time.
class LineSource {
 public:
  virtual ~LineSource() = default;
  // Puts the next line, with its newline if it has one, into `line`. False at the end of the input.
  virtual bool next(std::string& line) = 0;
  // Known to have no more lines, without a look at the input.
  [[nodiscard]] virtual bool at_end() const { return false; }
};

class StringSource final : public LineSource {
 public:
  explicit StringSource(std::string_view text) : text_(text) {}
  bool next(std::string& line) override {
    if (position_ >= text_.size()) return false;
    const size_t end = text_.find('\n', position_);
    const size_t stop = end == std::string_view::npos ? text_.size() : end + 1;
    line.assign(text_.substr(position_, stop - position_));
    position_ = stop;
    return true;
  }
  [[nodiscard]] bool at_end() const override { return position_ >= text_.size(); }

 private:
  std::string_view text_;
  size_t position_ = 0;
};

// What a parser asks of the shell. Options may change between two commands of one input.
struct ParserHost {
  std::function<const std::string*(std::string_view)> alias = [](std::string_view) {
    return nullptr;
  };  // null: none, or expand_aliases is off
  std::function<bool()> extglob = [] { return false; };
  std::function<bool()> posix = [] { return false; };
  std::function<void(int line, std::string_view message)> warn = [](int, std::string_view) {
  };  // "here-document at line 1 delimited by end-of-file (wanted `EOF')"
  std::function<void(int line, std::string_view text)> translatable;  // the inside of each $"…", where one wants them
  std::function<void(std::string_view line)> echo = [](std::string_view) {};  // each line as it is read, for set -v
};

// The input just ends at the error and $? stays (eval: 2), as in bash after an error in [[ ]]. There may be no message
// then.
inline constexpr int kKeepStatus = -1;

struct SyntaxError {
  int line;
  // What bash prints after "bash: line N: " (or "bash: -c: line N: "), one entry a line of output:
  // "syntax error near unexpected token `fi'", then "`if; fi'".
  std::vector<std::string> messages;
  std::vector<std::pair<int, std::string>> more;      // what else bash finds before the end of the line, and where
  std::vector<std::pair<int, std::string>> warnings;  // then, of here-documents that were to be read yet
  bool at_end = false;                                // the input ended where more was needed
  char wanted = 0;                                    // then, or in [[ ]]: the quote or bracket that is missed
  int status = 2;                                     // of the shell that stops because of it, or kKeepStatus
  bool in_substitution = false;                       // of $(…): bash -c exits with 127, eval ends the shell with 1
  bool in_array = false;  // in an array literal: bash gives up the line, with status 1, and goes on with the next
};

enum class Outcome : uint8_t { command, end, error };

// Parses all of `text`: for eval-like uses where nothing runs in between ($(…) bodies, functions from the environment,
// plan).
Outcome parse_all(const ParserHost& host, std::string_view text, int first_line, std::shared_ptr<Program>& program,
                  SyntaxError& error);

// Parses `text` as the inside of double quotes (no quote is special but backslash, $ and `) for expansions of text made
// at run time: prompts, subscripts, here-documents. The word lies in `arena`.
const Word* parse_double_quoted_text(const ParserHost& host, Arena& arena, std::string_view text, int line,
                                     SyntaxError& error);

// Parses `text` as one unquoted word, blanks included (subscripts of names given to built-ins, compound values "(a b)"
// of declare and eval).
const Word* parse_word_text(const ParserHost& host, Arena& arena, std::string_view text, int line, SyntaxError& error);

// Parses "(a [k]=v …)" or "a b" as the elements of a compound assignment: declare -a 'x=(1 2)'.
const Assignment* parse_compound_assignment(const ParserHost& host, Arena& arena, std::string_view name,
                                            std::string_view text, SyntaxError& error);

}  // namespace shell
