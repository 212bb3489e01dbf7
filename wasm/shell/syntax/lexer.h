// Characters to tokens and words. The parser (parser.cc) derives from it, because command substitutions need both.
//
// The text of the command line being parsed is kept whole in `buffer_`; lines are added when the reader runs into its
// end. Aliases and reformatted substitutions are put into the buffer in place of what was written, so that `text` of
// words shows them.
//
// What is nested is read where it stands, once, by Rules that say what ends it. Where bash looks for the bracket first,
// by brackets and quotes alone, so does this (find_close), and reads to there as if the input ended (read_within). Only
// text that is not as it was written, in backquotes and here-documents, has a lexer of its own.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "../text/characters.h"
#include "arena.h"
#include "ast.h"
#include "parser.h"

namespace shell {

enum class TokenKind : uint8_t {
  end,
  newline,
  word,
  number,    // digits right before < or >
  variable,  // {name} right before < or >
  redirect,
  and_and,
  or_or,
  semicolon,
  semi_semi,
  semi_and,
  semi_semi_and,
  ampersand,
  pipe,
  pipe_and,
  left_paren,
  right_paren,
};

struct Token {
  TokenKind kind = TokenKind::end;
  RedirectKind redirect = RedirectKind::input;
  bool strip_tabs = false;
  int line = 0;  // where it ends
  size_t start = 0;
  std::string_view text;
  const Word* word = nullptr;
};

// What the grammar expects where the next token is read.
struct Expect {
  bool command = false;   // the first word of a command, or an assignment before it: aliases, a[i]=, a=( )
  bool compound = false;  // an argument of a declaration built-in: a=( )
  bool pattern = false;   // extended patterns whatever shopt says
  bool regex = false;     // right of =~
};

// How the inside of some brackets reads.
struct Rules {
  bool word = false;    // ends at a metacharacter
  bool quoted = false;  // as within double quotes: text is quoted, backslash works before $ ` " \ and newline only
  bool single_quotes = true;  // ' quotes
  bool double_quotes = true;  // " opens a quoted part
  bool braces = false;        // } ends it
  // `close` ends it where no `open` is open: a quote, a slash, brackets, ?: of an offset, which may stand in ( ) as
  // well.
  char open = 0;
  char close = 0;
  bool extended = false;  // ?( *( +( @( !( open a group in which metacharacters are text
  bool regex = false;     // ( opens such a group, | is text
};

// How Lexer::find_close looks.
struct Matching {
  bool single_quotes = true;  // they quote
  bool braces = true;         // brackets within ${…} do not count; in arithmetic they do
};

class PartBuilder;

class Lexer {
 public:
  Lexer(const ParserHost& host, LineSource& source, int line, bool add_newline, Arena* arena);

  // A word by `rules`; the elements of a compound assignment.
  const Word* read_text(const Rules& rules);
  const Assignment* read_compound(std::string_view name);

  // Between two commands: the next line has this number, whatever it is.
  void renumber(int line);
  // Nothing is left to read, as is known without reading.
  [[nodiscard]] bool at_end() const { return position_ >= buffer_.size() && source_.at_end(); }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] const SyntaxError& error() const { return error_; }

 protected:
  ~Lexer() = default;

  // ---- input (lexer.cc) ----
  bool fill();
  [[nodiscard]] bool available(size_t index) {
    while (index + beyond_ >= buffer_.size()) {
      if (beyond_ > 0 || !fill()) return false;
    }
    return true;
  }
  // The character `ahead` of the reader, as unsigned; -1 at the end of the input.
  int look(size_t ahead = 0) {
    return available(position_ + ahead) ? static_cast<unsigned char>(buffer_[position_ + ahead]) : -1;
  }
  // The text of the input from one place to another; it holds until the input changes.
  [[nodiscard]] std::string_view slice(size_t start, size_t end) const {
    return std::string_view(buffer_).substr(start, end - start);
  }
  // Where `c` is next, or the end of what there is so far.
  [[nodiscard]] size_t find(char c, size_t from) const {
    return std::min(buffer_.find(c, from), buffer_.size() - beyond_);
  }
  void skip_to(size_t position);  // counts lines
  void replace(size_t start, size_t end, std::string_view text);
  void drop_consumed();
  bool join_lines();  // at a backslash before a newline: takes both out
  // The index of the bracket that closes what is open before `from`, by quotes and brackets alone, as bash finds it;
  // npos at the end of the input.
  size_t find_close(size_t from, char open, char close, Matching matching = {}) {
    unclosed_ = std::string::npos;
    return scan_close(from, open, close, matching);
  }
  std::string line_text(int line) const;
  [[nodiscard]] int line_behind() const { return first_line_ + static_cast<int>(lines_.size()); }  // all that were read

  // ---- tokens (lexer.cc) ----
  const Token& peek(Expect expect = {});
  void consume();
  void skip_blanks();
  bool expand_alias(size_t start);
  void read_here_documents();
  void read_here_document(Redirect& redirect);
  const Word* bad_document(std::string_view body, char wanted);
  static std::string cut_short(int line, std::string_view delimiter);

  // ---- errors ----
  std::nullptr_t fail(int line, std::string message);
  [[nodiscard]] bool fail_too_deep();                         // where nesting is deeper than the stack allows
  std::nullptr_t fail_at_end(int line, std::string message);  // where more was needed; $? stays
  std::nullptr_t fail_matching(int line, std::string_view wanted);
  // After find_close has found no `wanted`: a quote within that is open still is what is missed.
  std::nullptr_t fail_unclosed(std::string_view wanted);
  std::nullptr_t fail_token(const Token& token, bool in_array = false);
  bool begins_arithmetic(size_t at);

  // ---- words (words.cc) ----
  const Word* read_word(Expect expect);
  bool read_parts(const Rules& rules, PartBuilder& parts);
  bool read_piece(const Rules& rules, int c, PartBuilder& parts);
  bool read_dollar(const Rules& rules, PartBuilder& parts);
  bool read_backslash(const Rules& rules, PartBuilder& parts);
  bool read_double_quotes(PartBuilder& parts);
  bool read_single_quotes(PartBuilder& parts);
  bool read_ansi_quotes(PartBuilder& parts);
  const Part* read_backquotes(bool in_double_quotes);
  const Part* read_substitution(size_t start);  // after $( or <(
  // $((a); (b)): bash looks for the bracket that closes it, and parses when it runs.
  const Part* read_unparsed_substitution(size_t close);
  // What is there until `end`, where the input seems to end meanwhile. The reader stands at what was there then.
  const Word* read_within(size_t end, const Rules& rules);
  const Word* read_expression(size_t end);  // the same, of arithmetic
  const Part* read_arithmetic(size_t open, size_t close, size_t brackets);
  const Word* finish_word(PartBuilder& parts, size_t start);
  Word* make_word(PartBuilder& parts, size_t start);  // of parts that another word has as well
  static void show_bad(std::span<const Part* const> parts, std::string_view text);
  Word* part_word(const Part* part, std::string_view text) {
    return arena_->make<Word>(std::span(arena_->make<const Part*>(part), 1), text);
  }
  const Word* literal_word(std::string_view text);
  // What is refused when it is expanded. Letter and message as in ParameterPart.
  const Word* bad_word(std::string_view text, char letter = 0, std::string_view message = {});

  // ---- assignments (assignments.cc) ----
  [[nodiscard]] size_t name_length(size_t start);
  // name=, name[…]+=, […]= with nothing read of the value. Null: what is there is no assignment, and what was read of
  // it is in `parts`. `one_word`: no subscript goes on beyond the end of the word.
  Assignment* read_head(PartBuilder& parts, bool one_word);
  const Word* read_value(Assignment& assignment, Expect expect, size_t start);
  bool read_elements(std::vector<const Assignment*>& elements);
  const Assignment* read_element(bool may_be_word);
  // As parts of a word.
  static void add_assignment(const Assignment& assignment, PartBuilder& parts);
  static void add_elements(std::span<const Assignment* const> elements, PartBuilder& parts);
  const Subscript* make_subscript(const Word* word);

  // ---- parameters (parameters.cc) ----
  const Part* read_parameter(bool in_double_quotes);
  bool read_parameter_body(ParameterPart& part, bool in_double_quotes);
  bool read_operator(ParameterPart& part, bool in_double_quotes);
  bool read_substring(ParameterPart& part);
  bool read_transform(ParameterPart& part);
  bool read_replacement(ParameterPart& part);
  std::string_view read_parameter_name();

  // The commands up to the closing parenthesis, which is consumed.
  virtual const List* substitution_body(int line) = 0;
  // With a parser of its own: the commands in backquotes, the text of a here-document. Null: it does not parse.
  virtual const List* parse_commands(std::string_view text) = 0;
  virtual const Word* parse_document(std::string_view text, int line, SyntaxError& error) = 0;

  const ParserHost& host_;
  LineSource& source_;
  Arena* arena_;
  std::string buffer_;
  size_t position_ = 0;
  size_t beyond_ = 0;  // how much at the end of the buffer is out of sight: read_within
  int line_;
  bool add_newline_;
  Token token_;
  bool has_token_ = false;
  bool in_conditional_ = false;
  bool in_document_ = false;  // text of a here-document: $'…' is decoded in patterns only
  int substitution_depth_ = 0;
  std::vector<Redirect*> pending_documents_;
  size_t no_bracket_after_ = std::string::npos;
  bool failed_ = false;
  SyntaxError error_{};
  std::vector<std::string> lines_;
  int first_line_;

 private:
  struct ActiveAlias {
    std::string name;
    size_t end;
  };
  Token read_token(Expect expect);
  Token read_operator_token();
  bool read_descriptor(Token& token);
  size_t scan_close(size_t from, char open, char close, Matching matching);
  size_t none_closes(size_t at);

  std::string line_buffer_;
  size_t unclosed_ = std::string::npos;  // the quote that scan_close has found open at the end
  std::vector<ActiveAlias> active_aliases_;
  size_t next_word_alias_ = std::string::npos;  // the end of an alias that ends in a blank
};

// Collects the parts of a word; neighbouring text of one kind becomes one part.
class PartBuilder {
 public:
  PartBuilder(Arena& arena, bool quoted) : arena_(arena), quoted_text_(quoted) {}

  void text(std::string_view text, bool quoted) {
    if (quoted != pending_quoted_) flush();
    pending_quoted_ = quoted;
    pending_ += text;
    has_pending_ = true;
  }
  void text(char c, bool quoted) { text(std::string_view(&c, 1), quoted); }
  void plain(char c) { text(c, quoted_text_); }
  // False: null, after a failure.
  bool add(const Part* part) {
    flush();
    if (part != nullptr) parts_.push_back(part);
    return part != nullptr;
  }
  // All of `word`.
  void add(const Word& word) {
    for (const Part* part : word.parts) {
      const bool quoted = part->kind == PartKind::quoted;
      if (quoted || part->kind == PartKind::literal) {
        text(static_cast<const TextPart*>(part)->text, quoted);
      } else {
        add(part);
      }
    }
    any_quoted |= word.quoted;
  }
  std::span<const Part* const> finish() {
    if (parts_.empty() && has_pending_) return {arena_.make<const Part*>(take_text()), 1};  // as most words are
    flush();
    return arena_.copy(parts_);
  }
  bool any_quoted = false;

 private:
  void flush() {
    if (has_pending_) parts_.push_back(take_text());
  }
  const Part* take_text() {
    const PartKind kind = pending_quoted_ ? PartKind::quoted : PartKind::literal;
    const Part* part = arena_.make<TextPart>(Part{kind}, arena_.copy(pending_));
    pending_.clear();
    has_pending_ = false;
    return part;
  }

  Arena& arena_;
  std::vector<const Part*> parts_;
  std::string pending_;
  bool quoted_text_;
  bool pending_quoted_ = false;
  bool has_pending_ = false;
};

// The quotes of a here-document's delimiter taken away.
std::string remove_delimiter_quotes(std::string_view text);

// Deeper nesting than the stack allows.
[[nodiscard]] bool too_deep();

inline constexpr Rules kWordRules{.word = true};
inline constexpr Rules kQuoteRules{.quoted = true, .single_quotes = false, .double_quotes = false, .close = '"'};
inline constexpr Rules kTextRules{.quoted = true, .single_quotes = false, .double_quotes = false};
inline constexpr Rules kArithmeticRules{.quoted = true, .single_quotes = false};
inline constexpr Rules kFreeRules{};

}  // namespace shell
