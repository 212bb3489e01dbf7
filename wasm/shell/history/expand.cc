// History expansion: !!, !-2:$, ^a^b^ and the like, with word designators and modifiers.
#include <cstring>

#include "../shell.h"
#include "../text/characters.h"
#include "../text/quote.h"
#include "history.h"

namespace shell {

namespace {

constexpr std::string_view kOperators = "()<>;&|";

// Whether the parenthesis there belongs to a word: of a substitution, or of an extended pattern.
bool opens_within_word(std::string_view line, size_t at) {
  return line[at] == '(' && at > 0 && std::strchr("$<>?*+@!", line[at - 1]) != nullptr;
}

// The words of a line as designators count them: operators are words.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (size_t i = 0; i < line.size();) {
    const size_t start = i;
    char quote = 0;
    if (is_space(line[i])) {
      i++;
      continue;
    }
    const bool substitution = i + 1 < line.size() && opens_within_word(line, i + 1);
    if (kOperators.find(line[i]) != std::string_view::npos && !substitution) {
      while (i < line.size() && i - start < 2 && (i == start || line[i] == line[start] || line[i] == '&')) i++;
    } else {
      for (int depth = 0; i < line.size(); i++) {
        const char c = line[i];
        if (c == '\\' && quote != '\'') {
          i++;
        } else if (quote == 0 && i + 1 < line.size() && opens_within_word(line, i + 1)) {
          depth++;
          i++;
        } else if (depth > 0 && quote == 0 && (c == '(' || c == ')')) {
          depth += c == '(' ? 1 : -1;
        } else if (quote != 0) {
          if (c == quote) quote = 0;
        } else if (c == '\'' || c == '"' || c == '`') {
          quote = c;
        } else if (depth == 0 && (is_space(c) || kOperators.find(c) != std::string_view::npos)) {
          const bool descriptor = (c == '<' || c == '>') && line.find_first_not_of("0123456789", start) == i;
          if (!descriptor) break;
          while (i + 1 < line.size() && std::strchr("<>&", line[i + 1]) != nullptr) i++;
          if (line[i] == '&') continue;
          i++;
          break;
        }
      }
    }
    words.emplace_back(line.substr(start, i - start));
  }
  return words;
}

class Expansion {
 public:
  Expansion(Shell& shell, std::string_view text) : shell_(shell), entries_(shell.history->entries()), text_(text) {}

  bool run(std::string& out) {
    if (text_.starts_with('^')) text_.insert(0, "!!:s");
    std::string open;  // double quotes, and within them the parentheses and backquotes of substitutions
    while (at_ < text_.size()) {
      const char c = text_[at_];
      size_t length = 1;
      const bool was_quoted = open.ends_with('"');
      if (c == '\\') length = 2;
      const bool opens = c == '"' || (!open.empty() && (c == '`' || (c == '(' && !was_quoted))) ||
                         (was_quoted && opens_within_word(text_, at_));
      if (((c == '"' || c == '`') && open.ends_with(c)) || (c == ')' && open.ends_with('(')))
        open.pop_back();
      else if (opens)
        open += c;
      const bool double_quoted = open.ends_with('"');
      if (c == '#' && open.empty() && (at_ == 0 || is_space(text_[at_ - 1]))) length = text_.size() - at_;
      if (c == '\'' && !double_quoted) {
        const bool escapes = at_ > 0 && text_[at_ - 1] == '$';
        while (at_ + length < text_.size() && text_[at_ + length] != '\'') {
          length += escapes && text_[at_ + length] == '\\' ? 2 : 1;
        }
        length++;
      }
      if (c != '!' || plain(at_, double_quoted)) {
        out.append(text_, at_, length);
        at_ += length;
        continue;
      }
      std::string line;
      const size_t start = at_++;
      if (!event(line, out, double_quoted)) return fail(text_.substr(start, at_ - start), "event not found");
      if (!designator(line) || !modifiers(line)) return false;
      out += line;
      changed = true;
    }
    return true;
  }

  bool changed = false;
  bool only_shown = false;  // :p
  std::string error;

 private:
  // Whether the ! there is text.
  bool plain(size_t at, bool double_quoted) const {
    const char next = at + 1 < text_.size() ? text_[at + 1] : '\n';
    const char before = at > 0 ? text_[at - 1] : '\0';
    if (is_space(next) || next == '\r' || next == '=') return true;
    if (double_quoted && (next == '"' || shell_.options[SetOption::posix])) return true;
    if (next == '(' && shell_.options[Shopt::extglob]) return true;
    return before == '$' || (before == '[' && text_.find(']', at) != std::string::npos) ||
           (before == '{' && at > 1 && text_[at - 2] == '$');
  }

  bool event(std::string& line, const std::string& so_far, bool double_quoted) {
    const char c = peek();
    const auto size = static_cast<int64_t>(entries_.size());
    int64_t index = size - 1;
    if (c == '#') {
      at_++;
      line = so_far;
      return true;
    }
    if (c == '!') {
      at_++;
    } else if (is_digit(c) || (c == '-' && is_digit(peek(1)))) {
      if (c == '-') at_++;
      const auto value = static_cast<int64_t>(number());
      index = c == '-' ? size - value : value - shell_.history->base();
    } else if (std::strchr("^$*%:-", c) == nullptr) {
      const bool anywhere = c == '?';
      if (anywhere) at_++;
      const size_t start = at_;
      const auto ends = [&](char letter) {
        if (anywhere) return letter == '?' || letter == '\n';
        return is_space(letter) || std::strchr(":^$*%;&()|<>", letter) != nullptr || (letter == '-' && at_ > start) ||
               (double_quoted && letter == '"');
      };
      while (at_ < text_.size() && !ends(text_[at_])) at_++;
      const std::string wanted = text_.substr(start, at_ - start);
      if (anywhere && peek() == '?') at_++;
      if (anywhere) searched_ = wanted;
      for (; index >= 0; index--) {
        const std::string& entry = entries_[static_cast<size_t>(index)].text;
        if (anywhere ? entry.find(wanted) != std::string::npos : entry.starts_with(wanted)) break;
      }
    }
    if (index < 0 || index >= size) return false;
    line = entries_[static_cast<size_t>(index)].text;
    return true;
  }

  // Narrows the line to the words that are named.
  bool designator(std::string& line) {
    const size_t start = at_;
    const bool colon = peek() == ':';
    const char c = peek(colon ? 1 : 0);
    if (c == '\0' || !(std::strchr("^$*%-", c) != nullptr || (colon && is_digit(c)))) return true;
    at_ += colon ? 1 : 0;
    const std::vector<std::string> words = words_of(line);
    const size_t end = words.empty() ? 0 : words.size() - 1;
    const auto one = [&](size_t& word) {
      const char kind = peek();
      if (is_digit(kind)) {
        word = number();
        return true;
      }
      if (kind == '^') word = 1;
      if (kind == '$') word = end;
      if (kind == '%') {
        for (word = end; word > 0 && words[word].find(searched_) == std::string::npos;) word--;
      }
      if (kind == '\0' || std::strchr("^$%", kind) == nullptr) return false;
      at_++;
      return true;
    };
    size_t first = 0, last = 0;
    bool all = false;
    if (peek() == '*') {
      first = 1;
    } else if (peek() != '-') {
      one(first);
    }
    last = first;
    if (peek() == '*') {
      at_++;
      last = end;
      all = true;
    } else if (peek() == '-') {
      at_++;
      if (!one(last)) last = end > 0 ? end - 1 : 0;
    }
    if ((last > end || first > last) && !(all && first == end + 1)) {
      return fail(text_.substr(start, at_ - start), "bad word specifier");
    }
    line.clear();
    for (size_t i = first; i <= last && i < words.size(); i++) line += (i > first ? " " : "") + words[i];
    return true;
  }

  bool modifiers(std::string& line) {
    char quote = 0;
    while (peek() == ':') {
      const size_t start = at_++;
      const bool everywhere = peek() == 'g' || peek() == 'a';
      const bool each_word = peek() == 'G';
      if (everywhere || each_word) at_++;
      const char letter = peek();
      at_++;
      const size_t slash = line.rfind('/');
      const size_t dot = line.rfind('.');
      const bool dotted = dot != std::string::npos && (slash == std::string::npos || dot > slash);
      if (letter == 'h' && slash != std::string::npos) line.resize(std::max<size_t>(slash, 1));
      if (letter == 't' && slash != std::string::npos) line.erase(0, slash + 1);
      if (letter == 'r' && dotted) line.resize(dot);
      if (letter == 'e' && dotted) line.erase(0, dot);
      if (letter == 'p') only_shown = true;
      if (letter == 'q' || letter == 'x') quote = letter;
      if (letter == 's') read_substitution();
      const bool substitutes = letter == 's' || letter == '&';
      if (substitutes && !(each_word ? substitute_words(line) : substitute(line, everywhere))) {
        return fail(text_.substr(start, at_ - start), "substitution failed");
      }
      if (!is_one_of(letter, "htrepqxs&")) return fail(std::string(1, letter), "unrecognized history modifier");
    }
    if (quote == 'q') line = quote_single(line);
    if (quote == 'x') {
      std::string quoted;
      for (const std::string& word : words_of(line)) quoted += (quoted.empty() ? "" : " ") + quote_single(word);
      line = std::move(quoted);
    }
    return true;
  }

  bool substitute(std::string& line, bool everywhere) {
    size_t found = line.find(old_);
    if (old_.empty() || found == std::string::npos) return false;
    for (; found != std::string::npos; found = everywhere ? line.find(old_, found) : std::string::npos) {
      line.replace(found, old_.size(), new_);
      found += new_.size();
    }
    return true;
  }

  bool substitute_words(std::string& line) {
    std::string changed_line;
    for (std::string& word : words_of(line)) {
      if (word.find(old_) != std::string::npos && !substitute(word, false)) return false;
      changed_line += (changed_line.empty() ? "" : " ") + word;
    }
    line = std::move(changed_line);
    return true;
  }

  // s/old/new/ with any delimiter; an empty old stands for the last one, & in new for old.
  void read_substitution() {
    const char delimiter = peek();
    const auto side = [&](bool replacement) {
      std::string part;
      for (at_++; at_ < text_.size() && peek() != delimiter && peek() != '\n'; at_++) {
        if (peek() == '\\' && (peek(1) == delimiter || (replacement && peek(1) == '&'))) {
          at_++;
          part += peek();
        } else if (replacement && peek() == '&') {
          part += old_;
        } else {
          part += peek();
        }
      }
      return part;
    };
    if (std::string part = side(false); !part.empty()) old_ = std::move(part);
    new_ = side(true);
    if (peek() == delimiter) at_++;
  }

  bool fail(std::string_view what, std::string_view why) {
    error = std::string(what) + ": " + std::string(why);
    return false;
  }
  [[nodiscard]] char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  size_t number() {
    size_t value = 0;
    for (; is_digit(peek()) && value < 1000000; at_++) value = value * 10 + static_cast<size_t>(peek() - '0');
    return value;
  }

  Shell& shell_;
  const std::deque<History::Entry>& entries_;
  std::string text_;
  size_t at_ = 0;
  std::string& old_ = shell_.history->substitution.from;
  std::string& new_ = shell_.history->substitution.to;
  std::string searched_;  // of !?…?, for :%
};

}  // namespace

HistoryExpansion expand_history(Shell& shell, std::string_view line, std::string& out, std::string& error) {
  Expansion expansion(shell, line);
  if (!expansion.run(out)) {
    error = std::move(expansion.error);
    return HistoryExpansion::failed;
  }
  if (expansion.only_shown) return HistoryExpansion::shown;
  return expansion.changed ? HistoryExpansion::changed : HistoryExpansion::none;
}

}  // namespace shell
