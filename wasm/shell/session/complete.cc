// complete_line.
#include <algorithm>

#include "../builtins/completion.h"
#include "../files.h"
#include "../shell.h"
#include "../text/quote.h"
#include "../text/split.h"
#include "session.h"

namespace shell {

namespace {

// The command that the cursor is in, read no further than the cursor.
struct Reading {
  std::vector<std::string> words;  // finished, quotes removed; assignments and keywords before the command left out
  std::string word;                // the one at the cursor, quotes removed
  size_t start = 0;                // of that word in the line
  size_t command_start = 0;
  char quote = 0;           // the quote the cursor is in
  bool redirected = false;  // the word is the target of a redirection
};

bool is_assignment(std::string_view word) {
  const size_t equals = word.find('=');
  return equals != std::string_view::npos && is_name(word.substr(0, equals));
}

bool opens_command(std::string_view word) {
  constexpr std::string_view kOpeners[] = {"if", "then", "else", "elif", "while", "until", "do", "time", "!", "{"};
  return std::ranges::find(kOpeners, word) != std::end(kOpeners);
}

Reading read_line(std::string_view line) {
  Reading reading;
  bool in_word = false;
  const auto finish = [&] {
    const bool leads = reading.words.empty() && (is_assignment(reading.word) || opens_command(reading.word));
    if (in_word && !reading.redirected && !leads) reading.words.push_back(reading.word);
    if (in_word) reading.redirected = false;
    reading.word.clear();
    in_word = false;
  };
  const auto begin_command = [&](size_t start) {
    reading = Reading{};
    reading.command_start = start;
    in_word = false;
  };
  for (size_t i = 0; i < line.size(); i++) {
    const char c = line[i];
    if (!in_word) reading.start = i;
    const bool substitution = c == '`' || (c == '$' && i + 1 < line.size() && line[i + 1] == '(');
    if (substitution && reading.quote != '\'') {
      // A new command begins inside.
      i += c == '$' ? 1 : 0;
      begin_command(i + 1);
    } else if (reading.quote != 0) {
      if (c == reading.quote) {
        reading.quote = 0;
      } else if (c == '\\' && reading.quote == '"' && i + 1 < line.size()) {
        reading.word += line[++i];
      } else {
        reading.word += c;
      }
    } else if (c == '\'' || c == '"') {
      reading.quote = c;
      in_word = true;
    } else if (c == '\\' && i + 1 < line.size()) {
      reading.word += line[++i];
      in_word = true;
    } else if (c == ' ' || c == '\t') {
      finish();
    } else if (c == ';' || c == '|' || c == '&' || c == '(' || c == ')' || c == '\n') {
      begin_command(i + 1);
    } else if (c == '<' || c == '>') {
      if (in_word && reading.word.find_first_not_of("0123456789") == std::string::npos) in_word = false;
      finish();
      reading.redirected = true;
    } else {
      reading.word += c;
      in_word = true;
    }
  }
  if (!in_word) reading.start = line.size();
  return reading;
}

struct Completer {
  Shell& shell;
  std::string_view line;
  Reading reading;
  std::vector<std::string> words;
  bool as_paths = false;  // the words may name directories, and are quoted
  std::string before;     // what precedes the words within the word: "$", "${", "-"
  std::string after;      // "}"

  void add(std::string_view action) {
    const std::string beginning = reading.word.substr(before.size());
    for (std::string& word : complete_action(shell, action, beginning)) words.push_back(std::move(word));
    as_paths = as_paths || action == "file" || action == "directory" || action == "command";
  }

  // "$HO" and "${HO", also inside a word.
  bool complete_variable() {
    const size_t dollar = reading.quote == '\'' ? std::string::npos : reading.word.rfind('$');
    if (dollar == std::string::npos) return false;
    const bool braced = reading.word.compare(dollar + 1, 1, "{") == 0;
    const std::string name = reading.word.substr(dollar + (braced ? 2 : 1));
    if (!name.empty() && !is_name(name)) return false;
    before = reading.word.substr(0, dollar + (braced ? 2 : 1));
    if (braced) after = "}";
    add("variable");
    return true;
  }

  bool complete_programmed() {
    auto& specs = shell.completions->specs;
    const std::string& command = reading.words[0];
    auto found = specs.find(command);
    if (found == specs.end()) found = specs.find(std::string_view(command).substr(command.rfind('/') + 1));
    if (found == specs.end()) found = specs.find(kDefaultSpec);
    if (found == specs.end()) return false;
    CompletionSpec spec = found->second;  // a copy: the function may define another
    CompletionContext context{.command = command,
                              .word = reading.word,
                              .previous = reading.words.back(),
                              .line = std::string(line.substr(reading.command_start)),
                              .point = line.size() - reading.command_start,
                              .words = reading.words,
                              .index = static_cast<int>(reading.words.size())};
    context.words.push_back(reading.word);
    shell.completions->active = &spec;
    words = generate(shell, spec, context);
    shell.completions->active = nullptr;
    as_paths = (spec.options & (kFileNames | kDirNames | kPlusDirs | kDefault)) != 0;
    for (const std::string_view action : {"file", "directory", "command"}) {
      const auto position =
          std::ranges::find(completion_actions(), action, &CompletionAction::name) - completion_actions().begin();
      as_paths = as_paths || (spec.actions & (1U << position)) != 0;
    }
    return !words.empty() || (spec.options & (kDefault | kBashDefault)) == 0;
  }

  // Arguments of built-ins we know.
  bool complete_builtin() {
    // By command, or by it and the word before.
    static constexpr std::pair<std::string_view, std::string_view> kActions[] = {
        {"setopt", "set -o|set +o"},
        {"shopt", "shopt"},
        {"directory", "cd|pushd|rmdir"},
        {"variable", "export|unset|declare|local|readonly|typeset|read"},
        {"command", "type|command|which|hash|exec"},
        {"builtin", "builtin|enable"},
        {"helptopic", "help"},
        {"alias", "alias|unalias"},
        {"signal", "trap|kill -s"},
    };
    static constexpr std::pair<std::string_view, std::string_view> kOptions[] = {
        {"set", "abefhkmnptuvxBCEHPTo"},
        {"shopt", "opqsu"},
        {"declare", "aAfFgiIlnprtux"},
        {"typeset", "aAfFgiIlnprtux"},
        {"local", "aAiIlnrtux"},
        {"export", "fnp"},
        {"readonly", "aAfp"},
        {"read", "adeinNprstu"},
        {"type", "afptP"},
        {"cd", "LPe"},
        {"unset", "fnv"},
        {"trap", "lp"},
    };
    const std::string& command = reading.words[0];
    if (command == "kill" && reading.word.starts_with('-')) {
      before = "-";
      for (const std::string& name : complete_action(shell, "signal", "")) {
        const std::string bare = name.starts_with("SIG") ? name.substr(3) : name;
        const std::string beginning = reading.word.substr(1);
        if (name.starts_with(beginning) && beginning.starts_with("SIG")) words.push_back(name);
        if (bare.starts_with(beginning)) words.push_back(bare);
      }
      return true;
    }
    if (reading.word.starts_with('-')) {
      const auto* options = std::ranges::find(kOptions, command, &std::pair<std::string_view, std::string_view>::first);
      for (const char letter : options != std::end(kOptions) ? options->second : "") {
        words.push_back(std::string("-") + letter);
      }
      std::erase_if(words, [this](const std::string& word) { return !word.starts_with(reading.word); });
      if (options != std::end(kOptions)) return true;
    }
    const std::string with_previous = command + " " + reading.words.back();
    for (const auto& [action, commands] : kActions) {
      for (const std::string_view known : split(commands, '|')) {
        if (known != command && known != with_previous) continue;
        add(action);
        return true;
      }
    }
    return false;
  }

  void complete() {
    if (complete_variable()) return;
    if (reading.word.starts_with('~') && reading.word.find('/') == std::string::npos && reading.quote == 0) {
      before = "~";
      after = "/";
      add("user");
      return;
    }
    if (reading.redirected) return add("file");
    if (reading.words.empty()) return add("command");
    if (complete_programmed() || complete_builtin()) return;
    // option=path
    const size_t equals = reading.word.find('=');
    if (equals != std::string::npos) before = reading.word.substr(0, equals + 1);
    add("file");
  }

  // The word as it stands in the line.
  [[nodiscard]] std::string finished(const std::string& word) const {
    std::string text = before + word + after;
    if (!as_paths) return reading.quote == 0 ? text : reading.quote + text;
    std::string path = word;
    if (path.starts_with("~/")) path = shell.variables.text("HOME") + path.substr(1);
    const bool path_like = !reading.words.empty() || reading.redirected || word.find('/') != std::string::npos;
    const bool directory = path_like && !text.ends_with('/') && is_directory(path);
    std::string quoted;
    if (reading.quote != 0) quoted += reading.quote;
    if (text.starts_with('~') && !word.starts_with("~/")) quoted += '\\';
    if (reading.quote == '\'') {
      const std::string whole = in_single_quotes(text);
      quoted.append(whole, 1, whole.size() - 2);
    } else {
      append_escaped(quoted, text, reading.quote == '"' ? "\\\"$`" : " \t\n\\\"'`$&;|<>()*?[]#!{}");
    }
    if (directory) {
      quoted += '/';
    } else if (reading.quote != 0) {
      quoted += reading.quote;
    }
    return quoted;
  }
};

}  // namespace

CompletionResult complete_line(Shell& shell, std::string_view line, size_t cursor) {
  line = line.substr(0, std::min(cursor, line.size()));
  Completer completer{.shell = shell, .line = line, .reading = read_line(line)};
  completer.complete();
  CompletionResult result{.start = completer.reading.start, .end = line.size()};
  for (const std::string& word : completer.words) result.words.push_back(completer.finished(word));
  std::ranges::sort(result.words);
  const auto repeated = std::ranges::unique(result.words);
  result.words.erase(repeated.begin(), repeated.end());
  return result;
}

}  // namespace shell
