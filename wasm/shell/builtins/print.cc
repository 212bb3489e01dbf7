// echo and printf.
#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "../expand/expand.h"
#include "../interrupt.h"
#include "../text/names.h"
#include "../variables/names.h"
#include "../variables/special.h"
#include "builtins.h"

namespace shell {

int builtin_echo(Shell& shell, BuiltinCall& call) {
  const std::vector<std::string>& words = call.words;
  bool newline = true;
  bool escapes = shell.options[Shopt::xpg_echo];
  size_t i = 1;
  if (!(escapes && shell.options[SetOption::posix])) {
    for (; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (word.size() < 2 || word[0] != '-' || word.find_first_not_of("neE", 1) != std::string::npos) break;
      for (const char c : word) {
        if (c == 'n') newline = false;
        if (c == 'e') escapes = true;
        if (c == 'E') escapes = false;
      }
    }
  }
  for (bool first = true; i < words.size(); ++i, first = false) {
    if (!first) shell.output.write(' ');
    if (escapes && words[i].find('\\') != std::string::npos) {
      bool stop = false;
      shell.output.write(decode_escapes(words[i], 'e', &stop));
      if (stop) return 0;
    } else {
      shell.output.write(words[i]);
    }
  }
  if (newline) shell.output.write('\n');
  return 0;
}

namespace {

constexpr int kWidthLimit = 1 << 24;  // wider fields than this are refused: they would only fill memory

// One %… of a format.
struct Specification {
  std::string flags;
  int width = 0;
  int precision = -1;  // -1: none
  char conversion = 0;
};

class Printer {
 public:
  Printer(Shell& shell, std::span<const std::string> words, bool to_variable)
      : shell_(shell), words_(words), to_variable_(to_variable) {}

  int run(std::string_view format) {
    do {
      const size_t before = next_;
      once(format);
      if (stopped_ || next_ == before || interrupted()) break;
    } while (next_ < words_.size());
    if (!to_variable_) shell_.output.write(text_);
    return status_;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string decoded(std::string_view text, char dialect, bool* stop) {
    std::string without_digits;
    std::string result = decode_escapes(text, dialect, stop, &without_digits);
    for (const char letter : without_digits) {
      shell_.builtin_error(std::string(letter == 'x' ? "missing hex" : "missing unicode") + " digit for \\" + letter);
    }
    return result;
  }

  void once(std::string_view format) {
    size_t i = 0;
    while (i < format.size() && !stopped_ && !interrupted()) {
      size_t end = i;
      bool escaped = false;
      while (end < format.size() && format[end] != '%') {
        if (format[end] == '\\') {
          escaped = true;
          if (end + 1 < format.size() && format[end + 1] != '%') ++end;
        }
        ++end;
      }
      if (end > i) {
        const std::string_view literal = format.substr(i, end - i);
        text_ += escaped ? decoded(literal, 'q', nullptr) : std::string(literal);
      }
      i = end < format.size() ? specification(format, end) : end;
      if (text_.size() > size_t{1} << 16) hand_over();
    }
  }

  void hand_over() {
    if (to_variable_) return;
    written_ += text_.size();
    shell_.output.write(text_);
    text_.clear();
  }

  // What is before a message must not come after it.
  void report(const std::string& message) {
    hand_over();
    shell_.builtin_error(message);
  }

  size_t stop_with(const std::string& message, size_t end) {
    if (!message.empty()) report(message);
    stopped_ = true;
    status_ = 1;
    return end;
  }

  // `start` is the place of a %. Returns where the format goes on.
  size_t specification(std::string_view format, size_t start) {
    size_t i = start + 1;
    const char first = i < format.size() ? format[i] : '\0';
    if (first == '%' || first == 's') {
      text_ += first == 's' ? string() : "%";
      return i + 1;
    }
    Specification spec = parse(format, i);
    if (i >= format.size()) {
      return stop_with("`" + std::string(format.substr(start)) + "': missing format character", i);
    }
    spec.conversion = format[i++];
    const bool is_number = std::strchr("diouxXaAeEfFgG", spec.conversion) != nullptr;
    if (spec.width > kWidthLimit || (is_number && spec.precision > kWidthLimit)) {
      return stop_with("`" + std::string(format.substr(start, i - start)) + "': " + std::strerror(EOVERFLOW), i);
    }
    if (spec.conversion == '(') return time(format, start, i, spec);
    if (spec.conversion == 'n') return store_length() ? i : stop_with({}, i);
    if (is_number) {
      print_number(spec);
    } else if (std::strchr("csbqQ", spec.conversion) != nullptr) {
      print_text(spec);
    } else {
      return stop_with(std::string("`") + spec.conversion + "': invalid format character", i);
    }
    return i;
  }

  // What stands between the % and the conversion, to which `i` moves.
  Specification parse(std::string_view format, size_t& i) {
    const auto at = [&] { return i < format.size() ? format[i] : '\0'; };
    const auto digits = [&] {
      int64_t sum = 0;
      for (; is_digit(at()); ++i) sum = sum > kWidthLimit ? sum : sum * 10 + (at() - '0');
      return static_cast<int>(std::min<int64_t>(sum, kWidthLimit + 1));
    };
    const auto number = [&] {
      if (at() != '*') return digits();
      ++i;
      return star();
    };
    Specification spec;
    for (; is_one_of(at(), "#'-+ 0"); ++i) {
      if (spec.flags.find(at()) == std::string::npos) spec.flags += at();
    }
    spec.width = number();
    if (spec.width < 0) {
      spec.flags += '-';
      spec.width = -spec.width;
    }
    if (at() == '.') {
      const bool negative = format.substr(++i).starts_with('-');
      if (negative) ++i;
      spec.precision = number();
      if (negative || spec.precision < 0) spec.precision = -1;
    }
    while (is_one_of(at(), "hjlLtz")) ++i;
    return spec;
  }

  void print_text(Specification& spec) {
    std::string value(string());
    if (spec.conversion == 'c') {
      return pad(spec, value.empty() ? std::string_view("\0", 1) : std::string_view(value).substr(0, 1));
    }
    if (spec.conversion == 'b') value = decoded(value, 'b', &stopped_);
    if (spec.conversion == 'Q') {
      value = cut(spec, value);
      spec.precision = -1;
    }
    if (spec.conversion == 'q' || spec.conversion == 'Q') value = quote_backslash(value);
    pad(spec, cut(spec, value));
  }

  void print_number(const Specification& spec) {
    const bool integer = std::strchr("diouxX", spec.conversion) != nullptr;
    const bool is_signed = spec.conversion == 'd' || spec.conversion == 'i';
    if (is_signed && spec.flags.empty() && spec.width == 0 && spec.precision < 0) {
      text_ += std::to_string(signed_number());
      return;
    }
    const char conversion[] = {integer ? 'j' : 'L', spec.conversion, '\0'};
    if (is_signed) {
      number(spec, conversion, signed_number());
    } else if (integer) {
      number(spec, conversion, unsigned_number());
    } else {
      number(spec, conversion, floating_number());
    }
  }

  // ---- arguments; missing ones are empty or zero ----
  std::string_view string() { return next_ < words_.size() ? std::string_view(words_[next_++]) : std::string_view(); }

  int star() {
    if (next_ >= words_.size()) return 0;
    const intmax_t value = signed_number();
    if (value >= -kWidthLimit && value <= kWidthLimit) return static_cast<int>(value);
    if (value > INT_MAX || value < -INT_MAX) warn_range(words_[next_ - 1]);
    return value < 0 ? -kWidthLimit - 1 : kWidthLimit + 1;
  }

  void warn_range(const std::string& word) { report("warning: " + word + ": " + std::strerror(ERANGE)); }

  // 'A and "A are the code of the character A.
  static bool character_code(const std::string& word, intmax_t& code) {
    if (word.empty() || (word[0] != '\'' && word[0] != '"')) return false;
    const std::string_view rest = std::string_view(word).substr(1);
    size_t length = 0;
    const uint32_t decoded = rest.empty() ? 0 : decode_utf8(rest, 0, length);
    code = length > 1 ? decoded : static_cast<unsigned char>(rest.empty() ? '\0' : rest[0]);
    return true;
  }

  void check(const std::string& word, const char* end) {
    if (end != word.c_str() + word.size()) {
      const bool leading_zero = word[0] == '0';
      const char* kind = leading_zero && word.size() > 1 && word[1] >= '0' && word[1] <= '9' ? "octal "
                         : leading_zero && word.size() > 1 && word[1] == 'x'                 ? "hex "
                                                                                             : "";
      report(word + ": invalid " + kind + "number");
      status_ = 1;
    } else if (errno == ERANGE) {
      warn_range(word);
    }
  }

  template <typename Number, typename Convert>
  Number convert(Convert&& how) {
    if (next_ >= words_.size()) return 0;
    const std::string& word = words_[next_++];
    intmax_t code = 0;
    if (character_code(word, code)) return static_cast<Number>(code);
    char* end = nullptr;
    errno = 0;
    const Number value = how(word.c_str(), &end);
    check(word, end);
    return value;
  }

  intmax_t signed_number() {
    return convert<intmax_t>([](const char* word, char** end) { return std::strtoimax(word, end, 0); });
  }
  uintmax_t unsigned_number() {
    return convert<uintmax_t>([](const char* word, char** end) { return std::strtoumax(word, end, 0); });
  }
  long double floating_number() {
    return convert<long double>([](const char* word, char** end) { return std::strtold(word, end); });
  }

  // ---- output ----
  static std::string_view cut(const Specification& spec, std::string_view value) {
    return spec.precision < 0 ? value : value.substr(0, static_cast<size_t>(spec.precision));
  }

  void pad(const Specification& spec, std::string_view value) {
    const auto width = static_cast<size_t>(spec.width);
    const size_t blanks = width > value.size() ? width - value.size() : 0;
    const bool left = spec.flags.find('-') != std::string::npos;
    if (!left) text_.append(blanks, ' ');
    text_ += value;
    if (left) text_.append(blanks, ' ');
  }

  template <typename Number>
  void number(const Specification& spec, const char* conversion, Number value) {
    const std::string format = "%" + spec.flags + (spec.precision < 0 ? "*" : "*.*") + conversion;
    const auto print = [&](char* buffer, size_t size) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
      return spec.precision < 0 ? std::snprintf(buffer, size, format.c_str(), spec.width, value)
                                : std::snprintf(buffer, size, format.c_str(), spec.width, spec.precision, value);
#pragma clang diagnostic pop
    };
    char buffer[128];
    const int length = print(buffer, sizeof buffer);
    if (length < 0) return;
    const size_t before = text_.size();
    if (static_cast<size_t>(length) < sizeof buffer) {
      text_.append(buffer, static_cast<size_t>(length));
    } else {
      text_.resize(before + static_cast<size_t>(length) + 1);
      print(text_.data() + before, static_cast<size_t>(length) + 1);
      text_.resize(before + static_cast<size_t>(length));
    }
  }

  // %(…)T: i is behind the opening bracket.
  size_t time(std::string_view format, size_t start, size_t i, const Specification& spec) {
    const size_t begin = i;
    int depth = 1;
    for (; i < format.size(); ++i) {
      if (format[i] == '(') ++depth;
      if (format[i] == ')' && --depth == 0) break;
    }
    const char after = i + 1 < format.size() ? format[i + 1] : '\0';
    if (depth != 0 || after != 'T') {
      const char shown = depth != 0 ? '\0' : after;
      report(std::string("warning: `") + shown + "': invalid time format specification");
      text_ += '%';
      return start + 1;
    }
    std::string layout(format.substr(begin, i - begin));
    if (layout.empty()) layout = "%X";
    const intmax_t argument = next_ < words_.size() ? signed_number() : -1;
    auto seconds = static_cast<time_t>(argument);
    if (argument == -1) seconds = ::time(nullptr);
    if (argument == -2) {
      const std::string* since = shell_.variables.get("SECONDS");
      seconds =
          ::time(nullptr) - (since != nullptr ? static_cast<time_t>(std::strtoll(since->c_str(), nullptr, 10)) : 0);
    }
    std::tm fields{};
    char buffer[1024];
    special_variable_changed(shell_, *shell_.variables.intern("TZ"));
    if (localtime_r(&seconds, &fields) == nullptr) {
      seconds = 0;
      localtime_r(&seconds, &fields);
    }
    const size_t length = std::strftime(buffer, sizeof buffer, layout.c_str(), &fields);
    pad(spec, cut(spec, std::string_view(buffer, length)));
    return i + 2;
  }

  Done store_length() {
    const std::string_view name = string();
    if (name.empty()) return {};
    if (is_name(name)) return shell_.variables.set(name, std::to_string(written_ + text_.size()));
    report("`" + std::string(name) + "': not a valid identifier");
    return Failure();
  }

  Shell& shell_;
  const std::span<const std::string> words_;
  size_t next_ = 0;
  bool to_variable_;
  std::string text_;
  size_t written_ = 0;
  bool stopped_ = false;
  int status_ = 0;
};

}  // namespace

int builtin_printf(Shell& shell, BuiltinCall& call) {
  OptionReader options(shell, call.words, "v:");
  std::string variable;
  bool to_variable = false;
  for (int option; (option = options.next()) != -1;) {
    if (option == '?') return kUsageStatus;
    variable = options.argument();
    to_variable = true;
    if (!is_variable_name(variable)) return fail_identifier(shell, variable, kUsageStatus);
  }
  const std::span<const std::string> words = options.rest();
  if (words.empty()) return fail_usage(shell);
  Printer printer(shell, words.subspan(1), to_variable);
  const int status = printer.run(words[0]);
  if (!to_variable) return status;
  return assign_name(shell, variable, printer.text().c_str()) ? status : 1;  // up to a NUL byte
}

}  // namespace shell
