// Commands about commands.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "../execute/executor.h"
#include "../expand/expand.h"
#include "builtins.h"
#include "describe.h"

namespace shell {

namespace {

using Style = DescribeHow::Style;

std::span<const std::string> arguments_of(const BuiltinCall& call, size_t first) {
  return std::span<const std::string>(call.words).subspan(std::min(first, call.words.size()));
}

int failure(Shell& shell, const std::string& subject, std::string_view what) {
  shell.builtin_error(subject + ": " + std::string(what));
  return 1;
}

bool exists(std::string_view name) {
  const auto all = all_builtins();
  return std::ranges::find(all, name, &Builtin::name) != all.end();
}

bool is_alias_name(std::string_view name) {
  return name.find_first_of("()<>;&| \t\n'\"\\$`/") == std::string_view::npos;
}

void print_alias(Shell& shell, const std::string& name, const std::string& value) {
  shell.output.write((name.starts_with('-') ? "alias -- " : "alias ") + name + "=" + quote_single(value) + "\n");
}

std::string hash_line(const std::string& name, const HashedCommand& command, bool reusable, bool several) {
  if (reusable) return "builtin hash -p " + command.path + " " + name + "\n";
  return (several ? name + "\t" : std::string()) + command.path + "\n";
}

void list_hashed(Shell& shell, bool reusable) {
  if (shell.hashed.empty()) {
    if (!shell.options[SetOption::posix] || reusable) shell.output.write("hash: hash table empty\n");
    return;
  }
  std::vector<std::string> names;
  for (const auto& [name, command] : shell.hashed) names.push_back(name);
  sort_by_hash(names, 256);
  if (!reusable) shell.output.write("hits\tcommand\n");
  for (const std::string& name : names) {
    const HashedCommand& command = shell.hashed.find(name)->second;
    if (reusable) {
      shell.output.write(hash_line(name, command, true, false));
      continue;
    }
    char hits[32];
    snprintf(hits, sizeof hits, "%4d\t", command.hits);
    shell.output.write(hits + command.path + "\n");
  }
}

// The syntax that is no built-in, for `help`.
struct Topic {
  std::string_view name;
  std::string_view usage;
  std::string_view help;
};
constexpr Topic kSyntax[] = {
    {"!", "! PIPELINE", "Turns the status of a pipeline around."},
    {"((", "(( expression ))", "Evaluates an arithmetic expression; true unless it is 0."},
    {"[[", "[[ expression ]]", "Evaluates a conditional expression, without splitting and globbing of its words."},
    {"case", "case WORD in [PATTERN [| PATTERN]...) COMMANDS ;;]... esac",
     "Runs the commands of the first pattern that matches."},
    {"coproc", "coproc [NAME] command [redirections]", "Runs a command beside the shell, joined to it by two pipes."},
    {"for", "for NAME [in WORDS ... ] ; do COMMANDS; done", "Runs commands once for each word."},
    {"for ((", "for (( exp1; exp2; exp3 )); do COMMANDS; done", "Runs commands while an arithmetic condition holds."},
    {"function", "function name { COMMANDS ; } or name () { COMMANDS ; }", "Defines a function."},
    {"if", "if COMMANDS; then COMMANDS; [ elif COMMANDS; then COMMANDS; ]... [ else COMMANDS; ] fi",
     "Runs commands on a condition."},
    {"select", "select NAME [in WORDS ... ;] do COMMANDS; done",
     "Offers words as a menu and runs commands for each choice."},
    {"time", "time [-p] pipeline", "Reports the time a pipeline takes."},
    {"until", "until COMMANDS; do COMMANDS-2; done", "Runs commands as long as a condition fails."},
    {"while", "while COMMANDS; do COMMANDS-2; done", "Runs commands as long as a condition holds."},
    {"{", "{ COMMANDS ; }", "Runs commands as a unit in this shell."},
};

std::vector<Topic> help_topics() {
  std::vector<Topic> topics(std::begin(kSyntax), std::end(kSyntax));
  for (const Builtin& builtin : all_builtins()) topics.push_back({builtin.name, builtin.usage, builtin.help});
  std::ranges::sort(topics, {}, &Topic::usage);
  return topics;
}

// All usages in two columns.
void list_topics(Shell& shell) {
  shell.output.write(
      "These commands are part of the shell.  `help name' tells more about one of them.\n"
      "A star (*) stands before those that are disabled.\n\n");
  int64_t columns = 80;
  if (!parse_integer(shell.variables.text("COLUMNS", "80"), columns) || columns < 20) columns = 80;
  const size_t width = std::min<size_t>(static_cast<size_t>(columns) / 2, 120);
  const std::vector<Topic> topics = help_topics();
  const size_t height = (topics.size() + 1) / 2;
  const auto cell = [&](const Topic& topic) {
    std::string text(exists(topic.name) && find_builtin(shell, topic.name) == nullptr ? "*" : " ");
    text += topic.usage;
    if (text.size() > width - 2) text.replace(width - 2, std::string::npos, ">");
    return text;
  };
  for (size_t i = 0; i < height; i++) {
    std::string line = cell(topics[i]);
    line.resize(width, ' ');
    if (i + height < topics.size()) line += cell(topics[i + height]);
    line.erase(line.find_last_not_of(' ') + 1);
    shell.output.write(line + "\n");
  }
}

}  // namespace

int builtin_type(Shell& shell, BuiltinCall& call) {
  DescribeHow how;
  OptionReader options(shell, call, "afptP");
  for (int letter; (letter = options.next()) != -1;) {
    if (letter == '?') return kUsageStatus;
    if (letter == 'a') how.all = true;
    if (letter == 'f') how.functions = false;
    if (letter == 't') how.style = Style::kind;
    if (letter == 'p' || letter == 'P') how.style = Style::path;
    if (letter == 'P') how.only_programs = true;
  }
  int status = 0;
  for (const std::string& name : arguments_of(call, options.first())) {
    if (describe_command(shell, name, how)) continue;
    status = 1;
    if (how.style == Style::sentence) failure(shell, name, "not found");
  }
  return status;
}

int builtin_command(Shell& shell, BuiltinCall& call) {
  DescribeHow how{.absolute = true};
  bool describe = false;
  OptionReader options(shell, call, "pvV");
  for (int letter; (letter = options.next()) != -1;) {
    if (letter == '?') return kUsageStatus;
    if (letter == 'p') {
      how.standard_path = true;
      continue;
    }
    describe = true;
    how.style = letter == 'V' ? Style::sentence : Style::reusable;
  }
  const auto words = arguments_of(call, options.first());
  if (words.empty()) return 0;
  if (!describe) {
    return run_words(shell, std::vector<std::string>(words.begin(), words.end()),
                     {.functions = false, .standard_path = how.standard_path});
  }
  bool any = false;
  for (const std::string& name : words) {
    if (describe_command(shell, name, how)) {
      any = true;
    } else if (how.style == Style::sentence) {
      failure(shell, name, "not found");
    }
  }
  return any ? 0 : 1;
}

int builtin_builtin(Shell& shell, BuiltinCall& call) {
  OptionReader options(shell, call, "");
  if (options.next() == '?') return kUsageStatus;
  const auto words = arguments_of(call, options.first());
  if (words.empty()) return 0;
  if (find_builtin(shell, words[0]) == nullptr) return failure(shell, words[0], "not a shell builtin");
  return run_words(shell, std::vector<std::string>(words.begin(), words.end()), {.functions = false});
}

int builtin_hash(Shell& shell, BuiltinCall& call) {
  bool erase = false, reusable = false, forget = false, show = false, has_path = false;
  std::string path;
  OptionReader options(shell, call, "dlp:rt");
  for (int letter; (letter = options.next()) != -1;) {
    if (letter == '?') return kUsageStatus;
    if (letter == 'd') erase = true;
    if (letter == 'l') reusable = true;
    if (letter == 'r') forget = true;
    if (letter == 't') show = true;
    if (letter == 'p') {
      has_path = true;
      path = options.argument();
    }
  }
  if (!shell.options[SetOption::hashall]) {
    shell.builtin_error("hashing disabled");
    return 1;
  }
  const auto names = arguments_of(call, options.first());
  if (names.empty() && (erase || show)) return failure(shell, erase ? "-d" : "-t", "option requires an argument");
  if (names.empty() && !forget) {
    list_hashed(shell, reusable);
    return 0;
  }
  if (forget) shell.hashed.clear();
  int status = 0;
  for (const std::string& name : names) {
    const auto hashed = shell.hashed.find(name);
    const bool known = hashed != shell.hashed.end();
    if (show) {
      if (known) {
        hashed->second.hits++;
        shell.output.write(hash_line(name, hashed->second, reusable, names.size() > 1));
      } else {
        status = failure(shell, name, "not found");
      }
    } else if (name.find('/') != std::string::npos) {
      continue;
    } else if (has_path) {
      struct stat information{};
      if (stat(path.c_str(), &information) == 0 && S_ISDIR(information.st_mode)) {
        status = failure(shell, path, "Is a directory");
      } else {
        shell.hashed.insert_or_assign(name, HashedCommand{.path = path});
      }
    } else if (erase) {
      if (known) {
        shell.hashed.erase(hashed);
      } else {
        status = failure(shell, name, "not found");
      }
    } else if (!shell.functions.contains(name) && find_builtin(shell, name) == nullptr) {
      if (known) shell.hashed.erase(hashed);
      std::string found = find_program(shell, name, false, false);
      if (found.empty()) {
        status = failure(shell, name, "not found");
      } else {
        shell.hashed.insert_or_assign(name, HashedCommand{.path = std::move(found)});
      }
    }
  }
  return status;
}

int builtin_enable(Shell& shell, BuiltinCall& call) {
  bool all = false, print = false, disable = false, special = false, unload = false, load = false;
  std::string file;
  OptionReader options(shell, call, "adnpsf:");
  for (int letter; (letter = options.next()) != -1;) {
    if (letter == '?') return kUsageStatus;
    if (letter == 'a') all = true;
    if (letter == 'd') unload = true;
    if (letter == 'n') disable = true;
    if (letter == 'p') print = true;
    if (letter == 's') special = true;
    if (letter == 'f') {
      load = true;
      file = options.argument();
    }
  }
  const auto names = arguments_of(call, options.first());
  if (names.empty() || print) {
    for (const Builtin& builtin : all_builtins()) {
      const bool enabled = find_builtin(shell, builtin.name) != nullptr;
      if ((special && (builtin.flags & kSpecial) == 0) || (!all && enabled == disable)) continue;
      shell.output.write((enabled ? "enable " : "enable -n ") + std::string(builtin.name) + "\n");
    }
    return 0;
  }
  if (load) {
    shell.builtin_error("cannot open shared object " + file + ": dynamic loading not available");
    return 1;
  }
  int status = 0;
  for (const std::string& name : names) {
    if (!exists(name)) {
      status = failure(shell, name, "not a shell builtin");
    } else if (unload) {
      status = failure(shell, name, "not dynamically loaded");
    } else {
      std::erase(shell.disabled_builtins, name);
      if (disable) shell.disabled_builtins.push_back(name);
      shell.definitions_epoch++;
    }
  }
  return status;
}

int builtin_alias(Shell& shell, BuiltinCall& call) {
  bool print = false;
  OptionReader options(shell, call, "p");
  for (int letter; (letter = options.next()) != -1;) {
    if (letter == '?') return kUsageStatus;
    print = true;
  }
  const auto words = arguments_of(call, options.first());
  if (words.empty() || print) {
    for (const auto& [name, value] : shell.aliases) print_alias(shell, name, value);
  }
  int status = 0;
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    if (equals != std::string::npos && equals > 0) {
      const std::string name = word.substr(0, equals);
      if (!is_alias_name(name)) {
        status = failure(shell, "`" + name + "'", "invalid alias name");
        continue;
      }
      shell.aliases.insert_or_assign(name, word.substr(equals + 1));
      shell.definitions_epoch++;
    } else if (const auto found = shell.aliases.find(word); found != shell.aliases.end()) {
      print_alias(shell, word, found->second);
    } else {
      status = failure(shell, word, "not found");
    }
  }
  return status;
}

int builtin_unalias(Shell& shell, BuiltinCall& call) {
  OptionReader options(shell, call, "a");
  for (int letter; (letter = options.next()) != -1;) {
    if (letter == '?') return kUsageStatus;
    shell.aliases.clear();
    shell.definitions_epoch++;
    return 0;
  }
  const auto names = arguments_of(call, options.first());
  if (names.empty()) {
    shell.builtin_usage(find_builtin(shell, "unalias")->usage);
    return kUsageStatus;
  }
  int status = 0;
  for (const std::string& name : names) {
    if (shell.aliases.erase(name) == 0) status = failure(shell, name, "not found");
    shell.definitions_epoch++;
  }
  return status;
}

int builtin_help(Shell& shell, BuiltinCall& call) {
  char form = 0;
  OptionReader options(shell, call, "dms");
  for (int letter; (letter = options.next()) != -1;) {
    if (letter == '?') return kUsageStatus;
    form = static_cast<char>(letter);
  }
  const auto patterns = arguments_of(call, options.first());
  if (patterns.empty()) {
    list_topics(shell);
    return 0;
  }
  if (has_pattern_characters(patterns[0], false)) {
    std::string names;
    for (const std::string& pattern : patterns) names += (names.empty() ? "" : ", ") + pattern;
    shell.output.write(
        (patterns.size() > 1 ? "Shell commands matching keywords `" : "Shell commands matching keyword `") + names +
        "'\n\n");
  }
  const std::vector<Topic> topics = help_topics();
  bool found = false;
  for (const std::string& pattern : patterns) {
    // An exact name wins over names that only begin so.
    const bool exact = std::ranges::find(topics, pattern, &Topic::name) != topics.end();
    for (const Topic& topic : topics) {
      if (exact ? topic.name != pattern : !topic.name.starts_with(pattern) && !matches(pattern, topic.name, {}))
        continue;
      found = true;
      const std::string name(topic.name);
      const std::string usage(topic.usage);
      const std::string help(topic.help);
      switch (form) {
        case 'd':
          shell.output.write(name + " - " + help + "\n");
          break;
        case 's':
          shell.output.write(name + ": " + usage + "\n");
          break;
        case 'm':
          shell.output.write("NAME\n    " + name + " - " + help + "\n\nSYNOPSIS\n    " + usage +
                             "\n\nDESCRIPTION\n    " + help + "\n\nSEE ALSO\n    bash(1)\n\n");
          break;
        default:
          shell.output.write(name + ": " + usage + "\n    " + help + "\n");
      }
    }
  }
  if (found) return 0;
  const std::string& last = patterns.back();
  shell.builtin_error("no help topics match `" + last + "'.  Try `help help' or `man -k " + last + "' or `info " +
                      last + "'.");
  return 1;
}

}  // namespace shell
