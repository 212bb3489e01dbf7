// The tables of key bindings, and how keys are written.
#include <algorithm>
#include <cctype>

#include "../text/numbers.h"
#include "bind.h"

namespace shell {

namespace {

constexpr char kEscape = 27, kDelete = 127;
// After keys that another may follow: what happens if none does. Written as a NUL.
constexpr char kAnyOther = 0;

void each_word(std::string_view text, std::string_view separators, auto use) {
  for (size_t at = 0; (at = text.find_first_not_of(separators, at)) != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_of(separators, at), text.size());
    use(text.substr(at, end - at));
    at = end;
  }
}

void load(KeyBindings::Table& table, std::string_view lines) {
  each_word(lines, "\n", [&](std::string_view line) {
    const std::string function(line.substr(0, line.find(' ')));
    each_word(line.substr(function.size()), " ", [&](std::string_view keys) {
      const size_t dots = keys.find("..", 1);
      std::string first = KeyBindings::parse_keys(keys.substr(0, dots));
      const std::string last = dots == std::string_view::npos ? first : KeyBindings::parse_keys(keys.substr(dots + 2));
      for (;; first.back()++) {
        table[first] = {KeyBindings::Kind::function, function};
        if (first == last) break;
      }
    });
  });
}

char control(char c) {
  return c == '?' ? kDelete : static_cast<char>(std::toupper(static_cast<unsigned char>(c)) & 0x1f);
}

// The character after a backslash at `at`, which moves behind it.
char escaped(std::string_view text, size_t& at) {
  constexpr std::string_view kNames = "abdefnrtv", kValues = "\a\b\x7f\x1b\f\n\r\t\v";
  const char c = text[at];
  if (c >= '0' && c <= '7') return static_cast<char>(read_digits(text, at, 3, 8));
  at++;
  if (c == 'x' && at < text.size() && std::isxdigit(static_cast<unsigned char>(text[at])) != 0)
    return static_cast<char>(read_digits(text, at, 2, 16));
  const size_t name = kNames.find(c);
  return name == std::string_view::npos ? c : kValues[name];
}

}  // namespace

KeyBindings::KeyBindings() {
  for (Table* table : {&emacs_, &vi_insert_, &vi_move_}) load(*table, kCommonKeys);
  load(emacs_, kEmacsKeys);
  load(vi_insert_, kViInsertKeys);
  load(vi_move_, kViMoveKeys);
  each_word(kEditorVariables, " \n", [this](std::string_view variable) {
    const size_t equals = variable.find('=');
    variables_.emplace_back(variable.substr(0, equals), variable.substr(equals + 1));
  });
}

KeyBindings::Map KeyBindings::find_map(std::string_view name) {
  if (name == "emacs" || name == "emacs-standard") return {&emacs_, {}};
  if (name == "emacs-meta") return {&emacs_, "\x1b"};
  if (name == "emacs-ctlx") return {&emacs_, "\x18"};
  if (name == "vi-insert") return {&vi_insert_, {}};
  if (name == "vi" || name == "vi-move" || name == "vi-command") return {&vi_move_, {}};
  return {};
}

std::vector<std::string_view> KeyBindings::functions() {
  std::vector<std::string_view> names;
  each_word(kEditorFunctions, " \n", [&](std::string_view name) { names.push_back(name); });
  return names;
}

bool KeyBindings::is_function(std::string_view name) { return std::ranges::count(functions(), name) > 0; }

std::string_view KeyBindings::function_of(std::string_view name) {
  return name == "insert-last-argument" ? "yank-last-arg" : name;
}

std::vector<std::string> KeyBindings::keys_of(const Map& map, std::string_view name) {
  std::vector<std::string> keys;
  const std::string_view function = function_of(name);
  for (auto entry = map.table->lower_bound(map.prefix);
       entry != map.table->end() && entry->first.starts_with(map.prefix); ++entry) {
    const Binding& binding = entry->second;
    if (binding.kind != Kind::function || binding.text != function || entry->first == map.prefix) continue;
    keys.push_back(show_keys(std::string_view(entry->first).substr(map.prefix.size())));
  }
  return keys;
}

bool KeyBindings::set_variable(std::string_view name, std::string_view value) {
  const auto found = std::ranges::find(variables_, name, &std::pair<std::string, std::string>::first);
  if (found == variables_.end()) return false;
  const bool is_switch = found->second == "on" || found->second == "off";
  const bool on = value.empty() || value == "1" || value == "on" || value == "On" || value == "ON";
  found->second = is_switch ? (on ? "on" : "off") : std::string(value);
  return true;
}

const std::string& KeyBindings::variable(std::string_view name) const {
  return std::ranges::find(variables_, name, &std::pair<std::string, std::string>::first)->second;
}

std::string KeyBindings::parse_keys(std::string_view text) {
  std::string keys;
  for (size_t at = 0; at < text.size();) {
    bool controls = false, meta = false;
    for (; text.substr(at).starts_with("\\C-") || text.substr(at).starts_with("\\M-"); at += 3) {
      (text[at + 1] == 'C' ? controls : meta) = true;
    }
    if (at == text.size()) break;
    char c = text[at++];
    if (c == '\\' && at < text.size()) c = escaped(text, at);
    if (controls) c = control(c);
    keys += meta ? static_cast<char>(c | 0x80) : c;
  }
  return keys;
}

std::string KeyBindings::show_keys(std::string_view keys) {
  std::string text;
  for (size_t i = 0; i < keys.size(); i++) {
    const char c = keys[i];
    const auto code = static_cast<unsigned char>(c);
    if (c == kEscape) {
      text += "\\e";
    } else if (c == kDelete) {
      text += "\\C-?";
    } else if (code >= 0x80 || (c == kAnyOther && i > 0)) {
      text += '\\';
      for (int shift = 6; shift >= 0; shift -= 3) text += static_cast<char>('0' + (code >> shift & 7));
    } else if (code < ' ') {
      text += "\\C-";
      if (c == 28) text += '\\';
      text += static_cast<char>(std::tolower(code + '@'));
    } else {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text;
}

std::string KeyBindings::show_macro(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    shown += code >= 0x80 ? std::string(1, c) : show_keys({&c, 1});
  }
  return shown;
}

}  // namespace shell
