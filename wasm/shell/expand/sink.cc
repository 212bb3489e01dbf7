// Fields out of pieces.
#include "../interrupt.h"
#include "expander.h"

namespace shell {

size_t ifs_length(std::string_view ifs, std::string_view text, size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) return ifs.find(text[at]) == std::string_view::npos ? 0 : 1;
  const size_t length = character_length(text, at);
  return ifs.find(text.substr(at, length)) == std::string_view::npos ? 0 : length;
}

std::string_view first_of_ifs(const Shell& shell) {
  if (!shell.ifs_is_set) return " ";
  if (shell.ifs.empty()) return {};
  return std::string_view(shell.ifs).substr(0, character_length(shell.ifs, 0));
}

namespace {

const std::string kBlank(" ");
constexpr std::string_view kPatternSpecial = "*?[]\\()|!+@-^#%";
// Whether the regular expression so far ends within [ ]: quoting means nothing there.
bool in_brackets(std::string_view regex) {
  for (size_t i = 0; i < regex.size(); i++) {
    if (regex[i] == '\\') {
      i++;
      continue;
    }
    if (regex[i] != '[') continue;
    i++;
    if (i < regex.size() && regex[i] == '^') i++;
    if (i < regex.size() && regex[i] == ']') i++;
    while (i < regex.size() && regex[i] != ']') {
      const size_t end = named_end(regex, i);
      i = end == std::string_view::npos ? i + 1 : end;
    }
    if (i >= regex.size()) return true;
  }
  return false;
}

constexpr std::string_view kRegexSpecial = "\\.[]{}()*+?|^$";

bool may_have_pattern(std::string_view text, bool extglob) {
  return text.find_first_of(extglob ? "*?[(" : "*?[") != std::string_view::npos;
}

}  // namespace

Sink::Sink(Shell& shell, std::vector<std::string>& fields, bool globbing)
    : shell_(shell), text_(&field_), fields_(&fields), globbing_(globbing && !shell.options[SetOption::noglob]) {}

Sink::Sink(Shell& shell, std::vector<std::string>& fields, Document document) : Sink(shell, fields, false) {
  document_ = document;
}

void Sink::literal(std::string_view text) {
  if (mode_ == Mode::replacement && text.find('&') == std::string_view::npos) return quoted(text);
  if (mode_ == Mode::fields && globbing_ && !may_glob_)
    may_glob_ = may_have_pattern(text, shell_.options[Shopt::extglob]);
  *text_ += text;
}

void Sink::quoted(std::string_view text) {
  if (mode_ == Mode::fields) {
    exists_ = exists_ || !text.empty();
    if (globbing_ && !text.empty()) quoted_runs_.emplace_back(field_.size(), field_.size() + text.size());
  }
  if (mode_ == Mode::pattern) return append_escaped(*text_, text, kPatternSpecial);
  if (mode_ == Mode::regex) return append_escaped(*text_, text, in_brackets(*text_) ? "" : kRegexSpecial);
  if (mode_ == Mode::replacement) return append_escaped(*text_, text, "&\\");
  *text_ += text;
}

void Sink::expansion(std::string_view text) {
  if (mode_ != Mode::fields) return literal(text);
  size_t start = 0;
  const auto take = [&](size_t end) {
    if (end > start) literal(text.substr(start, end - start));
  };
  const std::string& ifs = !joins_star() && shell_.ifs.empty() ? kBlank : shell_.ifs;
  if (ifs.empty()) return take(text.size());
  for (size_t i = 0; i < text.size() && !interrupted();) {
    const size_t length = ifs_length(ifs, text, i);
    if (length == 0) {
      i += character_length(text, i);
      continue;
    }
    take(i);
    const bool open = exists_ || !field_.empty();
    if (is_space(text[i])) {
      if (open) {
        end_field();
        after_blank_ = true;
      }
    } else if (open || !after_blank_) {
      exists_ = true;
      end_field();
    } else {
      after_blank_ = false;
    }
    i += length;
    start = i;
  }
  take(text.size());
  if (start < text.size()) after_blank_ = false;
}

void Sink::between(bool star, bool quoted_list) {
  const std::string_view separator = !joins_star() && !quoted_list ? kBlank : first_of_ifs(shell_);
  if (mode_ != Mode::fields) {
    const std::string_view joint = star ? separator : std::string_view(" ");
    return quoted_list ? quoted(joint) : expansion(joint);
  }
  if (quoted_list && star) return quoted(separator);
  if (quoted_list) return end_field();
  if (!separator.empty()) return expansion(in_operator && !star ? kBlank : separator);
  if (exists_ || !field_.empty()) end_field();
}

bool Sink::expand_pathname() {
  std::string pattern;
  size_t at = 0;
  for (const auto& [start, end] : quoted_runs_) {
    pattern.append(field_, at, start - at);
    append_escaped(pattern, std::string_view(field_).substr(start, end - start), kPatternSpecial);
    at = end;
  }
  pattern.append(field_, at, std::string::npos);
  if (!has_pattern_characters(pattern, shell_.options[Shopt::extglob])) return false;
  const size_t before = fields_->size();
  glob(shell_, pattern, *fields_);
  if (fields_->size() > before) return true;
  if (!shell_.options[Shopt::failglob]) return shell_.options[Shopt::nullglob];
  if (!failed_) (void)shell_.fail("no match: " + field_, Reach::line);
  return failed_ = true;
}

void Sink::end_field() {
  after_blank_ = false;
  if (!std::exchange(may_glob_, false) || !expand_pathname()) fields_->push_back(std::move(field_));
  field_.clear();
  quoted_runs_.clear();
  exists_ = false;
}

Done Sink::finish() {
  if (mode_ == Mode::fields) {
    if (exists_ || !field_.empty()) end_field();
    after_blank_ = false;
  }
  return Done::when(!failed_);
}

}  // namespace shell
