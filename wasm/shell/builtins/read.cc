// read.
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <bitset>
#include <cerrno>
#include <climits>
#include <csignal>

#include "../expand/expand.h"
#include "../text/names.h"
#include "input.h"

namespace shell {

namespace {

constexpr int kTimedOut = 128 + SIGALRM;

// A terminal without echo (-s) or without lines (-n), for as long as it lives.
class TerminalMode : NonCopyable {
 public:
  TerminalMode(int fd, bool silent, bool characters) : fd_(fd) {
    if ((!silent && !characters) || tcgetattr(fd, &saved_) != 0) return;
    termios changed = saved_;
    if (silent) changed.c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHOE | ECHOK | ECHONL);
    if (characters) {
      changed.c_lflag &= ~static_cast<tcflag_t>(ICANON);
      changed.c_cc[VMIN] = 1;
      changed.c_cc[VTIME] = 0;
    }
    active_ = tcsetattr(fd, TCSADRAIN, &changed) == 0;
  }
  ~TerminalMode() {
    if (active_) tcsetattr(fd_, TCSADRAIN, &saved_);
  }

 private:
  int fd_;
  bool active_ = false;
  termios saved_{};
};

// Text that was read, and which of its characters a backslash protects.
class ReadText {
 public:
  void add(std::string_view bytes) {
    text_ += bytes;
    if (!mask_.empty()) mask_.append(bytes.size(), '\0');
  }
  void add_protected(char c) {
    mask_.resize(text_.size(), '\0');
    text_ += c;
    mask_ += '\1';
  }
  [[nodiscard]] const std::string& all() const { return text_; }

  void split_by(std::string_view ifs) {
    ifs_ = ifs;
    begins_separator_.reset();
    for (const char c : ifs) begins_separator_.set(static_cast<unsigned char>(c));
    skip_blanks();
  }
  [[nodiscard]] bool at_end() const { return position_ >= text_.size(); }
  // The next field; `position_` moves behind its delimiter.
  std::string_view field() {
    const size_t start = position_;
    size_t end = start;
    while (end < text_.size() && separates(end) == 0) {
      end += static_cast<unsigned char>(text_[end]) < 0x80 ? 1 : character_length(text_, end);
    }
    position_ = end;
    if (end < text_.size()) {
      const bool was_blank = blank(end);
      position_ += separates(end);
      skip_blanks();
      if (was_blank && position_ < text_.size() && separates(position_) != 0) {
        position_ += separates(position_);
        skip_blanks();
      }
    }
    return std::string_view(text_).substr(start, end - start);
  }
  // What the last variable gets: one field without its delimiter, or all that is left without blanks at the end.
  std::string_view rest() {
    const size_t start = position_;
    const std::string_view one = field();
    if (at_end()) return one;
    size_t end = text_.size();
    while (end > start && blank(end - 1)) --end;
    return std::string_view(text_).substr(start, end - start);
  }

 private:
  [[nodiscard]] size_t separates(size_t i) const {
    if (!begins_separator_.test(static_cast<unsigned char>(text_[i]))) return 0;
    return mask_.empty() || mask_[i] == 0 ? ifs_length(ifs_, text_, i) : 0;
  }
  [[nodiscard]] bool blank(size_t i) const {
    return (text_[i] == ' ' || text_[i] == '\t' || text_[i] == '\n') && separates(i) != 0;
  }
  void skip_blanks() {
    while (position_ < text_.size() && blank(position_)) ++position_;
  }

  std::string text_;
  std::string mask_;
  std::string_view ifs_;
  std::bitset<256> begins_separator_;
  size_t position_ = 0;
};

struct ReadOptions {
  bool raw = false;
  bool silent = false;
  bool exactly = false;     // -N
  int64_t characters = -1;  // -n and -N
  char delimiter = '\n';
  int fd = 0;
  int64_t timeout = -1;  // microseconds
  std::string array;
  bool to_array = false;
  std::string prompt;
};

// "1.25" in microseconds.
bool parse_timeout(std::string_view text, int64_t& microseconds) {
  int64_t seconds = 0;
  int64_t fraction = 0;
  int64_t scale = 100000;
  bool behind_point = false;
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  if (text.empty()) return false;
  for (const char c : text) {
    if (c == '.' && !behind_point) {
      behind_point = true;
    } else if (c < '0' || c > '9') {
      return false;
    } else if (!behind_point) {
      seconds = std::min<int64_t>(seconds * 10 + (c - '0'), INT_MAX);
    } else {
      fraction += (c - '0') * scale;
      scale /= 10;
    }
  }
  microseconds = seconds * 1000000 + fraction;
  return true;
}

// Takes what needs no look at each byte: what is there up to the delimiter, a backslash or a NUL.
void take_plain(Input& input, const ReadOptions& options, ReadText& text) {
  std::string_view plain = input.buffered();
  for (const char stop : {options.delimiter, '\0', '\\'}) {
    if (stop != '\\' || !options.raw) plain = plain.substr(0, plain.find(stop));
  }
  text.add(plain);
  input.skip(plain.size());
}

// 0: the delimiter or the count was reached; 1: the end of the input came first.
int read_text(Input& input, const ReadOptions& options, ReadText& text) {
  bool escaped = false;
  int64_t count = 0;
  int continuation = 0;  // bytes the current character still lacks
  for (;;) {
    const size_t sure = options.exactly ? static_cast<size_t>(std::max<int64_t>(options.characters - count, 1)) : 1;
    const int byte = input.next(sure);
    if (byte < 0) return 1;
    const char c = static_cast<char>(byte);
    if (escaped) {
      escaped = false;
      if (c == '\n' || c == '\0') continue;
      text.add_protected(c);
    } else if (c == '\\' && !options.raw) {
      escaped = true;
      continue;
    } else if (!options.exactly && c == options.delimiter) {
      return 0;
    } else if (c == '\0') {
      continue;
    } else {
      text.add({&c, 1});
    }
    if (options.characters < 0) {
      if (!escaped) take_plain(input, options, text);
      continue;
    }
    if ((byte & 0xc0) == 0x80 && continuation > 0) {
      --continuation;
    } else {
      count += continuation > 0 ? 1 : 0;
      continuation = bytes_are_characters ? 0 : byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
    }
    if (continuation == 0 && ++count >= options.characters) return 0;
  }
}

Done assign_read(Shell& shell, const ReadOptions& options, std::span<const std::string> names, ReadText& text) {
  const std::string_view ifs = options.exactly ? std::string_view() : std::string_view(shell.ifs);
  if (options.to_array) {
    Symbol* symbol = indexed_target(shell, options.array);
    if (symbol == nullptr) return Failure();
    std::vector<std::string> values;
    text.split_by(ifs);
    while (!text.at_end()) values.emplace_back(text.field());
    return shell.variables.set_array(symbol, std::move(values));
  }
  if (names.empty()) return assign_name(shell, "REPLY", text.all());
  text.split_by(ifs);
  for (const std::string& name : names.first(names.size() - 1)) {
    if (!assign_name(shell, name, text.at_end() ? std::string_view() : text.field())) return Failure();
  }
  return assign_name(shell, names.back(), text.at_end() ? std::string_view() : text.rest());
}

// 0, or the status to return.
int parse_read_options(Shell& shell, OptionReader& reader, ReadOptions& options) {
  for (int option; (option = reader.next()) != -1;) {
    const std::string& argument = reader.argument();  // -e and -i are for line editing
    if (option == '?') return kUsageStatus;
    if (option == 'r') options.raw = true;
    if (option == 's') options.silent = true;
    if (option == 'a') options.to_array = true;
    if (option == 'a') options.array = argument;
    if (option == 'd') options.delimiter = argument.empty() ? '\0' : argument[0];
    if (option == 'p') options.prompt = argument;
    if (option == 't' && !parse_timeout(argument, options.timeout)) {
      return fail(shell, argument + ": invalid timeout specification");
    }
    if (option == 'n' || option == 'N') {
      options.exactly = option == 'N';
      int64_t& count = options.characters;
      if (!parse_integer(argument, count) || count < 0 || count > INT_MAX)
        return fail(shell, argument + ": invalid number");
    }
    if (option == 'u' && !check_descriptor(shell, argument, options.fd)) return 1;
  }
  return 0;
}

}  // namespace

int builtin_read(Shell& shell, BuiltinCall& call) {
  OptionReader reader(shell, call.words, "ersa:d:i:n:p:t:u:N:");
  ReadOptions options;
  const int refused = parse_read_options(shell, reader, options);
  if (refused != 0) return refused;

  const std::span<const std::string> names = reader.rest();
  if (options.timeout == 0) {
    pollfd entry{options.fd, POLLIN, 0};
    return poll(&entry, 1, 0) > 0 && (entry.revents & POLLNVAL) == 0 ? 0 : 1;
  }
  if (!names.empty() && !is_variable_name(names[0])) return fail_identifier(shell, names[0]);
  if (options.to_array && !is_name(options.array)) return fail_identifier(shell, options.array);
  if (options.timeout < 0) {
    const std::string* limit = shell.variables.get("TMOUT");
    int64_t timeout = 0;
    if (limit != nullptr && parse_timeout(*limit, timeout) && timeout > 0) options.timeout = timeout;
  }

  ReadText text;
  int status = 0;
  {
    // Asked only where it matters: a loop over the lines of a file lives by its system calls.
    const bool terminal =
        (!options.prompt.empty() || options.silent || options.characters > 0) && isatty(options.fd) != 0;
    if (terminal && !options.prompt.empty()) shell.output.error(options.prompt);
    const TerminalMode mode(options.fd, terminal && options.silent, terminal && options.characters > 0);
    Input input(options.fd, taking_signals(shell));
    if (options.timeout > 0 && !input.seekable()) input.set_timeout(options.timeout);
    if (options.characters == 0) {
      char nothing = 0;
      status = ::read(options.fd, &nothing, 0) < 0 ? 1 : 0;
    } else {
      status = read_text(input, options, text);
    }
    // A signal has ended the command line, or the shell.
    if (shell.unwinding()) return shell.status;
    if (input.error() != 0) {
      report_errno(shell, "read error: " + std::to_string(options.fd), input.error());
      return 1;
    }
    if (input.timed_out()) status = kTimedOut;
  }
  if (shell.unwinding()) return status;
  return assign_read(shell, options, names, text) ? status : 1;
}

}  // namespace shell
