// The key bindings of the line editor: `bind` shows and changes them. Nothing reads lines with them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shell {

class Shell;

// bind_tables.cc
extern const std::string_view kEditorFunctions, kCommonKeys, kEmacsKeys, kViInsertKeys, kViMoveKeys, kEditorVariables;

class KeyBindings {
 public:
  enum class Kind : uint8_t { function, macro, command };
  struct Binding {
    Kind kind = Kind::function;
    std::string text;  // the function's name, the macro's keys, the command
  };
  // By the bytes of the keys; the order of lists.
  using Table = std::map<std::string, Binding, std::less<>>;
  // A table, or the part of it that begins with a prefix.
  struct Map {
    Table* table = nullptr;
    std::string prefix;
  };

  KeyBindings();

  // Null table: there is none of that name.
  Map find_map(std::string_view name);
  [[nodiscard]] static bool is_function(std::string_view name);
  [[nodiscard]] static std::vector<std::string_view> functions();
  // One function has two names.
  [[nodiscard]] static std::string_view function_of(std::string_view name);
  // The keys that call a function, as they are written.
  [[nodiscard]] static std::vector<std::string> keys_of(const Map& map, std::string_view name);
  // False: no such variable.
  bool set_variable(std::string_view name, std::string_view value);
  [[nodiscard]] const std::string& variable(std::string_view name) const;
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& variables() const { return variables_; }

  // "\C-xa" and the like: what it stands for, and the reverse.
  static std::string parse_keys(std::string_view text);
  static std::string show_keys(std::string_view keys);
  static std::string show_macro(std::string_view text);

 private:
  Table emacs_, vi_insert_, vi_move_;
  std::vector<std::pair<std::string, std::string>> variables_;
};

}  // namespace shell
