#include "bind.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <memory>

#include "../files.h"
#include "../text/quote.h"
#include "../text/split.h"
#include "builtins.h"

namespace shell {

namespace {

using Kind = KeyBindings::Kind;

std::string_view trimmed(std::string_view text) {
  const size_t start = text.find_first_not_of(" \t");
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(" \t\r") - start + 1);
}

bool begins_with(std::string_view text, std::string_view beginning) {
  return text.size() >= beginning.size() &&
         std::ranges::equal(text.substr(0, beginning.size()), beginning, {},
                            [](char c) { return std::tolower(static_cast<unsigned char>(c)); });
}

// Where the quote that opens at `at` closes; npos: nowhere.
size_t closing_quote(std::string_view text, size_t at) {
  const char quote = text[at++];
  for (; at < text.size() && text[at] != quote; at++) {
    if (text[at] == '\\') at++;
  }
  return at < text.size() ? at : std::string_view::npos;
}

// Control-Meta-x, TAB and the like.
std::string named_key(std::string_view name) {
  constexpr std::pair<std::string_view, char> kNames[] = {
      {"del", 127},     {"esc", 27},     {"escape", 27}, {"lfd", '\n'}, {"newline", '\n'}, {"ret", '\r'},
      {"return", '\r'}, {"rubout", 127}, {"space", ' '}, {"spc", ' '},  {"tab", '\t'}};
  std::string prefix;
  for (bool more = true; more;) {
    more = false;
    for (const std::string_view modifier : {"control-", "ctrl-", "c-", "meta-", "m-"}) {
      if (name.size() == modifier.size() || !begins_with(name, modifier)) continue;
      prefix += modifier[0] == 'c' ? "\\C-" : "\\M-";
      name.remove_prefix(modifier.size());
      more = true;
    }
  }
  for (const auto& [known, key] : kNames) {
    if (name.size() == known.size() && begins_with(name, known))
      return KeyBindings::parse_keys(prefix + KeyBindings::show_keys({&key, 1}));
  }
  return KeyBindings::parse_keys(prefix + std::string(name.substr(0, 1)));
}

std::string listed(const std::vector<std::string>& keys) {
  constexpr size_t kShown = 5;
  std::string text;
  for (size_t i = 0; i < keys.size() && i < kShown; i++)
    text += "\"" + keys[i] + (i + 1 < keys.size() ? "\", " : "\".\n");
  if (keys.size() > kShown) text += "...\n";
  return text;
}

class Binder {
 public:
  Binder(Shell& shell, KeyBindings& bindings, KeyBindings::Map map)
      : shell_(shell), bindings_(bindings), map_(std::move(map)) {}

  void list_functions(bool words) const {
    shell_.output.write("\n");
    for (const std::string_view name : KeyBindings::functions()) {
      const std::vector<std::string> keys = KeyBindings::keys_of(map_, name);
      const std::string function(name);
      if (words) {
        shell_.output.write(function +
                            (keys.empty() ? " is not bound to any keys\n" : " can be found on " + listed(keys)));
      } else if (keys.empty()) {
        shell_.output.write("# " + function + " (not bound)\n");
      } else {
        for (const std::string& key : keys) shell_.output.write("\"" + key + "\": " + function + "\n");
      }
    }
  }

  void list_macros(bool words) const {
    each(Kind::macro, [&](const std::string& keys, const std::string& text) {
      const std::string shown = KeyBindings::show_macro(text);
      shell_.output.write(words ? keys + " outputs " + shown + "\n" : "\"" + keys + "\": \"" + shown + "\"\n");
    });
  }

  void list_variables(bool words) const {
    for (const auto& [name, value] : bindings_.variables())
      shell_.output.write(words ? name + " is set to `" + value + "'\n" : "set " + name + " " + value + "\n");
  }

  void list_commands() const {
    each(Kind::command, [&](const std::string& keys, const std::string& text) {
      std::string shown;
      append_escaped(shown, text, "\"\\");
      shell_.output.write("\"" + keys + "\": \"" + shown + "\"\n");
    });
  }

  int query(const std::string& function) const {
    if (!KeyBindings::is_function(function)) return unknown(function);
    const std::vector<std::string> keys = KeyBindings::keys_of(map_, function);
    shell_.output.write(function +
                        (keys.empty() ? " is not bound to any keys.\n" : " can be invoked via " + listed(keys)));
    return keys.empty() ? 1 : 0;
  }

  int unbind_function(const std::string& function) {
    if (!KeyBindings::is_function(function)) return unknown(function);
    std::erase_if(*map_.table, [&](const auto& entry) {
      return entry.first.starts_with(map_.prefix) && entry.second.kind == Kind::function &&
             entry.second.text == KeyBindings::function_of(function);
    });
    return 0;
  }

  void unbind_keys(std::string_view keys) { map_.table->erase(map_.prefix + KeyBindings::parse_keys(keys)); }

  int bind_command(const std::string& text) {
    const auto refuse = [&](const std::string& message) { return fail(shell_, message); };
    const std::string_view line = trimmed(text);
    if (!line.starts_with('"')) return refuse(std::string(line) + ": first non-whitespace character is not `\"'");
    const size_t close = closing_quote(line, 0);
    if (close == std::string_view::npos) return refuse("no closing `\"' in " + std::string(line));
    const size_t colon = line.find_first_not_of(" \t", close + 1);
    if (colon == std::string_view::npos || line[colon] != ':')
      return refuse(std::string(line) + ": missing colon separator");
    std::string_view command = trimmed(line.substr(colon + 1));
    if (command.starts_with('"')) {
      const size_t end = closing_quote(command, 0);
      if (end == std::string_view::npos) return refuse("no closing `\"' in " + std::string(command));
      command = command.substr(1, end - 1);
    }
    set(KeyBindings::parse_keys(line.substr(1, close - 1)), Kind::command, std::string(command));
    return 0;
  }

  // A line of an init file.
  void parse_line(std::string_view line) {
    line = trimmed(line);
    if (line.empty() || line.starts_with('#')) return;
    if (line.starts_with("set ") || line.starts_with("set\t")) return set_variable(trimmed(line.substr(4)));
    std::string keys;
    size_t colon;
    if (line.starts_with('"')) {
      const size_t close = closing_quote(line, 0);
      if (close == std::string_view::npos) return complain(std::string(line) + ": no closing `\"' in key binding");
      keys = KeyBindings::parse_keys(line.substr(1, close - 1));
      colon = line.find(':', close);
      if (colon == std::string_view::npos) return;
    } else {
      colon = line.find(':');
      if (colon == std::string_view::npos) return complain(std::string(line) + ": no key sequence terminator");
      keys = named_key(trimmed(line.substr(0, colon)));
    }
    const std::string_view action = trimmed(line.substr(colon + 1));
    if (action.starts_with('"') || action.starts_with('\'')) {
      const size_t close = closing_quote(action, 0);
      const size_t end = close == std::string_view::npos ? action.size() : close;
      return set(keys, Kind::macro, KeyBindings::parse_keys(action.substr(1, end - 1)));
    }
    std::string function(action.substr(0, action.find_first_of(" \t")));
    std::ranges::transform(function, function.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (KeyBindings::is_function(function))
      return set(keys, Kind::function, std::string(KeyBindings::function_of(function)));
    map_.table->erase(map_.prefix + keys);
  }

  int read_file(const std::string& path) {
    std::string text;
    if (const int error = shell::read_file(path, text); error != 0) {
      return fail(shell_, path + ": cannot read: " + std::strerror(error));
    }
    const std::string& mode = bindings_.variable("editing-mode");
    std::vector<bool> skips;  // of each $if around: whether its lines do not count
    const auto holds = [&](std::string_view test) {
      if (test.starts_with("mode=")) return test.substr(5) == mode;
      return test == "Bash" || test == "bash";
    };
    for (const std::string_view whole : lines_of(text)) {
      const std::string_view line = trimmed(whole);
      if (line.starts_with("$if")) {
        skips.push_back(!holds(trimmed(line.substr(3))));
      } else if (line.starts_with("$else")) {
        if (!skips.empty()) skips.back() = !skips.back();
      } else if (line.starts_with("$endif")) {
        if (!skips.empty()) skips.pop_back();
      } else if (!line.starts_with('$') && std::ranges::count(skips, true) == 0) {
        parse_line(line);
      }
    }
    return 0;
  }

 private:
  int unknown(const std::string& function) const { return fail(shell_, "`" + function + "': unknown function name"); }
  void set(std::string_view keys, Kind kind, std::string text) {
    if (!keys.empty()) (*map_.table)[map_.prefix + std::string(keys)] = {kind, std::move(text)};
  }
  void complain(const std::string& text) const { shell_.output.error("readline: " + text + "\n"); }

  void set_variable(std::string_view text) {
    const std::string_view name = text.substr(0, text.find_first_of(" \t"));
    const std::string_view value = trimmed(text.substr(name.size()));
    if (name == "keymap") {
      if (const KeyBindings::Map map = bindings_.find_map(value); map.table != nullptr) map_ = map;
    }
    if (!bindings_.set_variable(name, value)) complain(std::string(name) + ": unknown variable name");
  }

  void each(Kind kind, auto use) const {
    for (const auto& [keys, binding] : *map_.table) {
      if (binding.kind == kind && keys.size() > map_.prefix.size() && keys.starts_with(map_.prefix))
        use(KeyBindings::show_keys(std::string_view(keys).substr(map_.prefix.size())), binding.text);
    }
  }

  Shell& shell_;
  KeyBindings& bindings_;
  KeyBindings::Map map_;
};

}  // namespace

int builtin_bind(Shell& shell, BuiltinCall& call) {
  const bool edits = shell.options[SetOption::vi] || shell.options[SetOption::emacs];
  if (!edits) shell.builtin_error("warning: line editing not enabled");
  if (!read_options(shell, call, "lvpVPsSXf:q:u:m:r:x:")) return kUsageStatus;
  if (shell.key_bindings == nullptr) shell.key_bindings = std::make_unique<KeyBindings>();
  KeyBindings& bindings = *shell.key_bindings;
  if (edits) bindings.set_variable("editing-mode", shell.options[SetOption::vi] ? "vi" : "emacs");
  const std::string usual = bindings.variable("editing-mode") == "vi" ? "vi-insert" : "emacs";
  bindings.set_variable("keymap", usual);
  const std::string name = call.argument('m').value_or(usual);
  const KeyBindings::Map map = bindings.find_map(name);
  if (map.table == nullptr) return fail(shell, "`" + name + "': invalid keymap name");
  Binder binder(shell, bindings, map);
  if (call.has('l')) {
    for (const std::string_view function : KeyBindings::functions()) shell.output.write(std::string(function) + "\n");
  }
  for (const char letter : std::string_view("pPsSvV")) {
    if (!call.has(letter)) continue;
    const bool words = letter < 'a';
    if (letter == 'p' || letter == 'P') binder.list_functions(words);
    if (letter == 's' || letter == 'S') binder.list_macros(words);
    if (letter == 'v' || letter == 'V') binder.list_variables(words);
  }
  int status = 0;
  if (const auto file = call.argument('f'); file && binder.read_file(*file) != 0) return 1;
  if (const auto function = call.argument('q')) status = binder.query(*function);
  if (const auto function = call.argument('u')) status = binder.unbind_function(*function);
  if (const auto keys = call.argument('r')) binder.unbind_keys(*keys);
  if (const auto command = call.argument('x')) status = binder.bind_command(*command);
  if (call.has('X')) binder.list_commands();
  for (const std::string& line : call.operands) binder.parse_line(line);
  return status;
}

}  // namespace shell
