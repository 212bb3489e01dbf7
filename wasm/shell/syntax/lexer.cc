#include "lexer.h"

#include "../../sys/process.h"
#include "../text/quote.h"

namespace shell {

namespace {

constexpr size_t kDropBytes = 64 * 1024;

struct Operator {
  std::string_view text;
  TokenKind kind;
};
constexpr Operator kOperators[] = {
    {"&&", TokenKind::and_and},   {"&", TokenKind::ampersand},  {"||", TokenKind::or_or},
    {"|&", TokenKind::pipe_and},  {"|", TokenKind::pipe},       {";;&", TokenKind::semi_semi_and},
    {";;", TokenKind::semi_semi}, {";&", TokenKind::semi_and},  {";", TokenKind::semicolon},
    {"(", TokenKind::left_paren}, {")", TokenKind::right_paren}};

// The text after an alias continues it: within quotes, after a backslash or a newline.
bool is_open(std::string_view text) {
  char quote = '\0';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'') {
      if (++i == text.size()) return true;
    } else if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '\'' || c == '"') {
      quote = c;
    }
  }
  return quote != '\0' || text.ends_with('\n');
}

}  // namespace

bool too_deep() { return sys::stack_is_short(); }

Lexer::Lexer(const ParserHost& host, LineSource& source, int line, bool add_newline, Arena* arena)
    : host_(host), source_(source), arena_(arena), line_(line), add_newline_(add_newline), first_line_(line) {}

// ---- input ----

bool Lexer::fill() {
  if (!source_.next(line_buffer_)) return false;
  std::erase(line_buffer_, '\0');
  if (add_newline_) {
    host_.echo(line_buffer_);
    if (line_buffer_.empty() || line_buffer_.back() != '\n') {
      // A backslash that ends the input stands for itself.
      if (ends_in_odd_backslashes(line_buffer_)) line_buffer_ += '\\';
      line_buffer_ += '\n';
    }
    lines_.push_back(line_buffer_);
  }
  buffer_ += line_buffer_;
  return true;
}

void Lexer::skip_to(size_t position) {
  line_ += static_cast<int>(std::count(buffer_.begin() + static_cast<ptrdiff_t>(position_),
                                       buffer_.begin() + static_cast<ptrdiff_t>(position), '\n'));
  position_ = position;
}

void Lexer::replace(size_t start, size_t end, std::string_view text) {
  buffer_.replace(start, end - start, text);
  for (ActiveAlias& alias : active_aliases_) {
    if (alias.end >= end) alias.end = alias.end - (end - start) + text.size();
  }
  if (next_word_alias_ != std::string::npos && next_word_alias_ >= end) {
    next_word_alias_ = next_word_alias_ - (end - start) + text.size();
  }
  position_ = start + text.size();
}

// Between two command lines: forgets what is behind the reader.
void Lexer::drop_consumed() {
  if (position_ < buffer_.size() && position_ < kDropBytes) return;
  buffer_.erase(0, position_);
  std::erase_if(active_aliases_, [&](const ActiveAlias& alias) { return alias.end <= position_; });
  for (ActiveAlias& alias : active_aliases_) alias.end -= position_;
  next_word_alias_ = std::string::npos;
  position_ = 0;
  const auto behind = static_cast<size_t>(std::max(0, line_ - first_line_));
  lines_.erase(lines_.begin(), lines_.begin() + static_cast<ptrdiff_t>(std::min(behind, lines_.size())));
  first_line_ = line_;
}

void Lexer::renumber(int line) {
  if (position_ < buffer_.size()) return;
  lines_.clear();
  line_ = first_line_ = line;
}

bool Lexer::join_lines() {
  if (look() != '\\' || look(1) != '\n') return false;
  const size_t at = position_;
  replace(at, at + 2, {});
  ++line_;
  return true;
}

std::string Lexer::line_text(int line) const {
  const int index = line - first_line_;
  if (index < 0 || static_cast<size_t>(index) >= lines_.size()) return {};
  std::string text = lines_[static_cast<size_t>(index)];
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

// Of the quote at `at`, and what is around it.
size_t Lexer::none_closes(size_t at) {
  if (unclosed_ == std::string::npos) unclosed_ = at;
  return std::string::npos;
}

size_t Lexer::scan_close(size_t from, char open, char close, Matching matching) {
  if (too_deep()) return std::string::npos;
  int depth = 1;
  for (size_t i = from; available(i); ++i) {
    const char c = buffer_[i];
    const size_t at = i;
    if (c == close && --depth == 0) return i;
    if (c == open && open != close) {
      ++depth;
    } else if (c == '\\') {
      ++i;
    } else if (c == '`' || (c == '\'' && matching.single_quotes)) {
      const bool escapes = c == '`' || (at > from && buffer_[at - 1] == '$');
      for (++i; available(i) && buffer_[i] != c; ++i) {
        if (escapes && buffer_[i] == '\\') ++i;
      }
      if (!available(i)) return none_closes(at);
    } else if (c == '"' && close != '"' && close != '\'') {
      i = scan_close(i + 1, '"', '"', {.single_quotes = false});
      if (i == std::string::npos) return none_closes(at);
    } else if (c == '$' && available(i + 1) && buffer_[i + 1] == '(') {
      i = scan_close(i + 2, '(', ')', {.braces = !available(i + 2) || buffer_[i + 2] != '('});
    } else if (c == '$' && matching.braces && available(i + 1) && buffer_[i + 1] == '{') {
      i = scan_close(i + 2, '}', '}', {.single_quotes = matching.single_quotes});
    }
    if (i == std::string::npos) return i;
  }
  return std::string::npos;
}

// ---- errors ----

std::nullptr_t Lexer::fail(int line, std::string message) {
  if (!failed_) {
    failed_ = true;
    error_ = {};
    error_.line = line;
    error_.messages.push_back(std::move(message));
  }
  has_token_ = false;
  return nullptr;
}

bool Lexer::fail_too_deep() { return too_deep() && fail(line_, "maximum nesting level exceeded") == nullptr; }

std::nullptr_t Lexer::fail_at_end(int line, std::string message) {
  const bool first = !failed_;
  fail(line, std::move(message));
  error_.at_end = error_.at_end || first;
  if (first) error_.status = kKeepStatus;
  return nullptr;
}

std::nullptr_t Lexer::fail_matching(int line, std::string_view wanted) {
  if (fail_too_deep()) return nullptr;
  const bool first = !failed_;
  fail_at_end(line, "unexpected EOF while looking for matching `" + std::string(wanted) + "'");
  if (first) error_.wanted = wanted[0];
  return nullptr;
}

std::nullptr_t Lexer::fail_unclosed(std::string_view wanted) {
  if (unclosed_ == std::string::npos) return fail_matching(line_, wanted);
  skip_to(unclosed_);
  return fail_matching(line_, std::string_view(buffer_).substr(unclosed_, 1));
}

// (( where a command may begin.
bool Lexer::begins_arithmetic(size_t at) {
  if (!available(at + 1) || buffer_[at + 1] != '(') return false;
  const size_t before = std::string_view(buffer_).substr(0, at).find_last_not_of(" \t");
  return before == std::string_view::npos || std::string_view("\n;&|)").find(buffer_[before]) != std::string_view::npos;
}

std::nullptr_t Lexer::fail_token(const Token& token, bool in_array) {
  if (failed_) return nullptr;
  if (token.kind == TokenKind::end) {
    if (substitution_depth_ > 0) return fail_matching(line_, ")");
    fail(line_, "syntax error: unexpected end of file");
    error_.at_end = true;
    return nullptr;
  }
  std::string_view text = token.text;
  if (token.kind == TokenKind::left_paren && !in_array && begins_arithmetic(token.start)) {  // (( )) is one token then
    const size_t close = find_close(token.start + 2, '(', ')', {.braces = false});
    if (close == std::string::npos) return fail_unclosed(")");
    if (available(close + 1) && buffer_[close + 1] == ')') text = slice(token.start + 2, close);
  }
  fail(token.line, "syntax error near unexpected token `" + printable(text) + "'");
  error_.messages.push_back("`" + line_text(token.line) + "'");
  return nullptr;
}

// ---- tokens ----

const Token& Lexer::peek(Expect expect) {
  if (!has_token_) {
    token_ = failed_ ? Token{} : read_token(expect);
    has_token_ = true;
    if (failed_) token_ = Token{};
  }
  return token_;
}

void Lexer::consume() {
  has_token_ = false;
  if (token_.kind == TokenKind::newline) ++line_;
}

void Lexer::skip_blanks() {
  while (true) {
    const int c = look();
    if (is_blank(c)) {
      ++position_;
    } else if (c == '#') {
      // The newline is a token of its own.
      position_ = find('\n', position_);
      return;
    } else if (c != '\\' || !join_lines()) {
      return;
    }
  }
}

Token Lexer::read_token(Expect expect) {
  for (bool after_alias = false;;) {
    skip_blanks();
    Token token;
    token.start = position_;
    token.line = line_;
    const int c = look();
    if (c < 0) return token;
    if (c == '\n') {
      ++position_;
      token.kind = TokenKind::newline;
      token.text = "newline";
      if (!pending_documents_.empty()) {
        ++line_;
        read_here_documents();
        token.line = --line_;
      }
      return token;
    }
    const bool substitution = (c == '<' || c == '>') && look(1) == '(';
    if (is_meta(c) && !substitution && !(expect.regex && (c == '(' || c == '|'))) return read_operator_token();
    if ((is_digit(c) || c == '{') && read_descriptor(token)) return token;

    // Only the word right after an alias that ends in a blank is looked up as well.
    if (next_word_alias_ != std::string::npos && token.start >= next_word_alias_) {
      after_alias = true;
      next_word_alias_ = std::string::npos;
    }
    const Word* word = read_word(expect);
    if (word == nullptr) return token;
    token.kind = TokenKind::word;
    token.word = word;
    token.text = word->text;
    token.line = line_;
    if ((!expect.command && !after_alias) || word->quoted || word->assignment != nullptr || in_conditional_)
      return token;
    if (!expand_alias(token.start)) return token;
  }
}

Token Lexer::read_operator_token() {
  Token token;
  token.start = position_;
  // A backslash and a newline may stand within an operator.
  for (size_t i = 1; i <= 2; ++i) {
    if (i > 1 && (!is_meta(look(1)) || is_blank(look(1)))) break;
    if (look(i) != '\\' || look(i + 1) != '\n') continue;
    replace(position_ + i, position_ + i + 2, {});
    position_ = token.start;
    ++line_;
  }
  const std::string_view rest = std::string_view(buffer_).substr(position_);
  const auto take = [&](std::string_view text, TokenKind kind) {
    const bool longer = text[0] == rest[0] && text.size() > token.text.size() && rest.starts_with(text);
    if (longer) token.text = text;
    if (longer) token.kind = kind;
    return longer;
  };
  for (const Operator& op : kOperators) take(op.text, op.kind);
  for (size_t i = 0; i < std::size(kRedirectOperators); ++i) {
    if (take(kRedirectOperators[i], TokenKind::redirect)) token.redirect = static_cast<RedirectKind>(i);
  }
  token.strip_tabs = token.text == "<<" && rest.starts_with("<<-");
  if (token.strip_tabs) token.text = "<<-";
  position_ += token.text.size();
  token.line = line_;
  return token;
}

// 2> and {name}>
bool Lexer::read_descriptor(Token& token) {
  size_t end = position_;
  if (look() == '{') {
    end += 1 + name_length(position_ + 1);
    if (end > position_ + 1 && buffer_[end] == '[')
      end = std::min(buffer_.find_first_of("] \n", end) + 1, buffer_.size());
    if (end == position_ + 1 || end >= buffer_.size() || buffer_[end] != '}') return false;
    token.text = arena_->copy(slice(position_ + 1, end));
    token.kind = TokenKind::variable;
    ++end;
  } else {
    while (available(end) && is_digit(buffer_[end])) ++end;
    token.text = arena_->copy(slice(position_, end));
    token.kind = TokenKind::number;
  }
  const bool before_redirect = available(end) && (buffer_[end] == '<' || buffer_[end] == '>');
  // 2147483648 and more are words.
  if (!before_redirect || (token.kind == TokenKind::number && token.text.size() > 9)) {
    token = {.line = token.line, .start = token.start};
    return false;
  }
  position_ = end;
  return true;
}

bool Lexer::expand_alias(size_t start) {
  const std::string_view name = slice(start, position_);
  if (name.empty() || name == "\\") return false;
  const std::string* value = host_.alias(name);
  if (value == nullptr) return false;
  std::erase_if(active_aliases_, [&](const ActiveAlias& alias) { return alias.end <= start; });
  for (const ActiveAlias& alias : active_aliases_) {
    if (alias.name == name) return false;
  }
  active_aliases_.push_back({std::string(name), position_});
  const bool blank_at_end = !value->empty() && is_blank(value->back());
  std::string text = *value;
  if (!blank_at_end && !is_open(text)) text += ' ';
  replace(start, position_, text);
  active_aliases_.back().end = position_;
  if (blank_at_end) next_word_alias_ = position_;
  position_ = start;
  return true;
}

// ---- here-documents ----

void Lexer::read_here_documents() {
  for (Redirect* redirect : std::exchange(pending_documents_, {})) read_here_document(*redirect);
}

std::string remove_delimiter_quotes(std::string_view text) {
  std::string out;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      const char next = text[i + 1];
      if (quote == '"' && next != '"' && next != '\\' && next != '$' && next != '`') out += c;
      out += next;
      ++i;
    } else if (quote != 0 ? c == quote : (c == '\'' || c == '"')) {
      quote = quote != 0 ? '\0' : c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string Lexer::cut_short(int line, std::string_view delimiter) {
  return "here-document at line " + std::to_string(line) + " delimited by end-of-file (wanted `" +
         std::string(delimiter) + "')";
}

void Lexer::read_here_document(Redirect& redirect) {
  // The target is the delimiter's word until here.
  const bool quoted = redirect.target->quoted;
  const std::string delimiter = remove_delimiter_quotes(redirect.delimiter);
  std::string body;
  const int first = line_;
  while (true) {
    if (!available(position_)) {
      host_.warn(line_ - 1, cut_short(first - 1, delimiter));
      break;
    }
    std::string line;
    do {
      if (!line.empty()) line.resize(line.size() - 2);
      size_t end = find('\n', position_);
      if (available(end)) ++end;
      line.append(buffer_, position_, end - position_);
      skip_to(end);
    } while (!quoted && line.ends_with("\\\n") &&
             ends_in_odd_backslashes(std::string_view(line).substr(0, line.size() - 1)) && available(position_));
    std::string_view text = line;
    if (redirect.strip_tabs && text != delimiter + "\n")
      text.remove_prefix(std::min(text.find_first_not_of('\t'), text.size()));
    if (text.starts_with(delimiter)) {
      const std::string_view rest = text.substr(delimiter.size());
      if (rest.empty() || rest == "\n") break;
      // "EOF)" ends the document and the substitution.
      if (substitution_depth_ > 0 && rest.find(')') != std::string_view::npos) {
        host_.warn(line_ - 1, cut_short(first - 1, delimiter));
        position_ -= rest.size();
        if (rest.ends_with('\n')) --line_;
        break;
      }
    }
    body += text;
  }
  redirect.body = arena_->copy(body);
  if (quoted) {
    Word* const word = part_word(arena_->make<TextPart>(Part{PartKind::quoted}, redirect.body), redirect.body);
    word->quoted = true;
    redirect.target = word;
    return;
  }
  SyntaxError why{};
  redirect.target = parse_document(redirect.body, first, why);
  if (redirect.target == nullptr) redirect.target = bad_document(redirect.body, why.wanted);
}

// The text of a here-document that does not parse: bash notices when it expands it.
const Word* Lexer::bad_document(std::string_view body, char wanted) {
  if (!is_one_of(wanted, "`})")) return bad_word(body);
  const bool backquote = wanted == '`';
  const std::string_view shown = backquote ? body.substr(std::min(body.find('`'), body.size())) : body;
  return bad_word(
      body, '<',
      arena_->copy("bad substitution: no closing " +
                   (backquote ? std::string("\"`\"") : std::string("`") + wanted + "'") + " in " + std::string(shown)));
}

}  // namespace shell
