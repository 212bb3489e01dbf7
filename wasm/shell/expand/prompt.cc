// The escapes of PS1 and ${x@P}.
#include <pwd.h>
#include <time.h>
#include <unistd.h>

#include "../directories.h"
#include "../history/history.h"
#include "../text/numbers.h"
#include "expander.h"

namespace shell {

namespace {

std::string formatted_time(const char* format) {
  const time_t now = time(nullptr);
  tm local;
  char buffer[512];
  if (localtime_r(&now, &local) == nullptr) return {};
  return {buffer, strftime(buffer, sizeof buffer, format, &local)};
}

std::string host_name() {
  char buffer[256] = "";
  if (gethostname(buffer, sizeof buffer - 1) != 0) return "localhost";
  return buffer;
}

std::string base_name(std::string_view path) {
  if (path == "/" || path.find('/') == std::string_view::npos) return std::string(path);
  return std::string(path.substr(path.rfind('/') + 1));
}

// \w: ~ for the home directory, only the last PROMPT_DIRTRIM components.
std::string directory(Shell& shell, bool last_only) {
  std::string path = shell.variables.text("PWD");
  if (last_only && path != shell.variables.text("HOME")) return base_name(path);
  path = with_tilde(shell, path);
  int64_t trim = 0;
  if (last_only || !parse_integer(shell.variables.text("PROMPT_DIRTRIM"), trim) || trim <= 0) return path;
  size_t at = path.size();
  for (int64_t left = trim; left > 0; --left) {
    at = at == 0 ? std::string::npos : path.rfind('/', at - 1);
    if (at == std::string::npos) return path;
  }
  const size_t kept = path[0] == '~' ? 2 : 0;
  if (at <= kept) return path;
  return (kept != 0 ? "~/..." : "...") + path.substr(at);
}

// What a letter stands for, but for those that need the text around them.
std::optional<std::string> escape_value(Shell& shell, char letter) {
  static constexpr std::pair<char, const char*> kTimes[] = {
      {'d', "%a %b %d"}, {'t', "%H:%M:%S"}, {'T', "%I:%M:%S"}, {'@', "%I:%M %p"}, {'A', "%H:%M"}};
  for (const auto& [name, format] : kTimes) {
    if (letter == name) return formatted_time(format);
  }
  static constexpr std::pair<char, const char*> kTexts[] = {{'a', "\a"}, {'e', "\033"}, {'n', "\n"},  {'r', "\r"},
                                                            {'[', ""},   {']', ""},     {'v', "5.2"}, {'V', "5.2.15"}};
  for (const auto& [name, value] : kTexts) {
    if (letter == name) return value;
  }
  if (letter == 'h' || letter == 'H') {
    const std::string host = host_name();
    return letter == 'H' ? host : host.substr(0, host.find('.'));
  }
  if (letter == 'j') return std::to_string(shell.services.job_count(shell));
  if (letter == 's') return base_name(shell.name);
  if (letter == 'w' || letter == 'W') return directory(shell, letter == 'W');
  if (letter == '$') return geteuid() == 0 ? "#" : "$";
  if (letter == 'u') {
    const passwd* const entry = getpwuid(geteuid());
    return entry == nullptr ? "I have no name!" : entry->pw_name;
  }
  if (letter == 'l') {
    const char* const terminal = ttyname(0);
    return terminal == nullptr ? "tty" : base_name(terminal);
  }
  if (letter != '!') return std::nullopt;
  return std::to_string(shell.history->base() + static_cast<int64_t>(shell.history->entries().size()));
}

}  // namespace

std::string decode_prompt(Shell& shell, std::string_view text, bool asks) {
  const bool expands = shell.options[Shopt::promptvars];
  std::string out;
  // What an escape gives is not expanded again.
  const auto add = [&](std::string_view value) { append_escaped(out, value, expands ? "$`\\" : ""); };
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    if (c >= '0' && c <= '7') {
      const std::string_view digits = text.substr(i, 3);  // three, or fewer at the end
      if (digits.find_first_not_of("01234567") != std::string_view::npos) {
        out.append("\\") += c;
        continue;
      }
      if (digits.find_first_not_of('0') != std::string_view::npos)
        out += decode_ansi_quotes("\\" + std::string(digits));
      i += digits.size() - 1;
    } else if (c == '\\') {
      out += c;
    } else if (c == '#') {
      out += std::to_string(shell.execution.command_number - (asks ? 0 : 1));
    } else if (c == 'D' && text.substr(i + 1).starts_with('{')) {
      const size_t close = std::min(text.find('}', i), text.size());
      const std::string format(text.substr(i + 2, close - i - 2));
      add(formatted_time(format.empty() ? "%X" : format.c_str()));
      i = close;
    } else if (const std::optional<std::string> value = escape_value(shell, c)) {
      add(*value);
    } else {
      out.append("\\") += c;
    }
  }
  if (!expands) return out;
  std::string expanded;
  const Scoped status(shell.status, shell.status);
  (void)expand_text(shell, out, expanded);
  return expanded;
}

}  // namespace shell
