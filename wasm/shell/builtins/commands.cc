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
#include "option_set.h"

namespace shell {

namespace {

using Style = DescribeHow::Style;

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
    if (!shell.options[SetOption::posix] && !reusable) shell.output.write("hash: hash table empty\n");
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
  const OptionSet options(shell, call, "afptP");
  if (options.failed) return kUsageStatus;
  const char kind = options.last_of("tpP");
  const DescribeHow how{.style = kind == 't' ? Style::kind
                                 : kind == 0 ? Style::sentence
                                             : Style::path,
                        .all = options.has('a'),
                        .functions = !options.has('f'),
                        .only_programs = options.has('P')};
  int status = 0;
  for (const std::string& name : options.words) {
    if (describe_command(shell, name, how)) continue;
    status = 1;
    if (how.style == Style::sentence) fail(shell, name + ": not found");
  }
  return status;
}

int builtin_command(Shell& shell, BuiltinCall& call) {
  const OptionSet options(shell, call, "pvV");
  if (options.failed) return kUsageStatus;
  if (options.has('p') && shell.forbids("-p")) return 1;
  const char kind = options.last_of("vV");
  const DescribeHow how{
      .style = kind == 'V' ? Style::sentence : Style::reusable, .standard_path = options.has('p'), .absolute = true};
  const auto words = options.words;
  if (words.empty()) return 0;
  if (kind == 0) {
    shell.execution.ordinary = true;
    const int status = run_words(shell, std::vector<std::string>(words.begin(), words.end()),
                                 {.functions = false, .standard_path = how.standard_path});
    shell.execution.ordinary = false;
    return status;
  }
  bool any = false;
  for (const std::string& name : words) {
    if (describe_command(shell, name, how)) {
      any = true;
    } else if (how.style == Style::sentence) {
      fail(shell, name + ": not found");
    }
  }
  return any ? 0 : 1;
}

int builtin_builtin(Shell& shell, BuiltinCall& call) {
  const OptionSet options(shell, call, "");
  if (options.failed) return kUsageStatus;
  const auto words = options.words;
  if (words.empty()) return 0;
  if (find_builtin(shell, words[0]) == nullptr) return fail(shell, words[0] + ": not a shell builtin");
  return run_words(shell, std::vector<std::string>(words.begin(), words.end()), {.functions = false});
}

int builtin_hash(Shell& shell, BuiltinCall& call) {
  const OptionSet options(shell, call, "dlp:rt");
  if (options.failed) return kUsageStatus;
  const bool erase = options.has('d'), reusable = options.has('l'), forget = options.has('r'), show = options.has('t');
  const std::string& path = options.argument;
  if (!shell.options[SetOption::hashall]) return fail(shell, "hashing disabled");
  const auto names = options.words;
  if (names.empty() && (erase || show))
    return fail(shell, erase ? "-d: option requires an argument" : "-t: option requires an argument");
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
        status = fail(shell, name + ": not found");
      }
    } else if (name.find('/') != std::string::npos) {
      continue;
    } else if (options.has('p') && path.find('/') != std::string::npos && shell.forbids(path)) {
      status = 1;
    } else if (options.has('p')) {
      struct stat information{};
      if (stat(path.c_str(), &information) == 0 && S_ISDIR(information.st_mode)) {
        status = fail(shell, path + ": Is a directory");
      } else {
        shell.hashed.insert_or_assign(name, HashedCommand{.path = path});
      }
    } else if (erase) {
      if (known) {
        shell.hashed.erase(hashed);
      } else {
        status = fail(shell, name + ": not found");
      }
    } else if (!shell.functions.contains(name) && find_builtin(shell, name) == nullptr) {
      if (known) shell.hashed.erase(hashed);
      std::vector<std::string> found = find_all_programs(shell, name);
      if (found.empty()) {
        status = fail(shell, name + ": not found");
      } else {
        shell.hashed.insert_or_assign(name, HashedCommand{.path = std::move(found[0])});
      }
    }
  }
  return status;
}

int builtin_enable(Shell& shell, BuiltinCall& call) {
  const OptionSet options(shell, call, "adnpsf:");
  if (options.failed) return kUsageStatus;
  const bool disable = options.has('n');
  const auto names = options.words;
  if (names.empty() || options.has('p')) {
    for (const Builtin& builtin : all_builtins()) {
      const bool enabled = find_builtin(shell, builtin.name) != nullptr;
      if ((options.has('s') && (builtin.flags & kSpecial) == 0) || (!options.has('a') && enabled == disable)) continue;
      shell.output.write((enabled ? "enable " : "enable -n ") + std::string(builtin.name) + "\n");
    }
    return 0;
  }
  if ((options.has('f') || options.has('d')) && shell.forbids("")) return 1;
  if (options.has('f'))
    return fail(shell, "cannot open shared object " + options.argument + ": dynamic loading not available");
  int status = 0;
  for (const std::string& name : names) {
    if (!exists(name)) {
      status = fail(shell, name + ": not a shell builtin");
    } else if (options.has('d')) {
      status = fail(shell, name + ": not dynamically loaded");
    } else {
      std::erase(shell.disabled_builtins, name);
      if (disable) shell.disabled_builtins.push_back(name);
      shell.definitions_epoch++;
    }
  }
  return status;
}

int builtin_alias(Shell& shell, BuiltinCall& call) {
  const OptionSet options(shell, call, "p");
  if (options.failed) return kUsageStatus;
  const auto words = options.words;
  if (words.empty() || options.any()) {
    for (const auto& [name, value] : shell.aliases) print_alias(shell, name, value);
  }
  int status = 0;
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    if (equals != std::string::npos && equals > 0) {
      const std::string name = word.substr(0, equals);
      if (!is_alias_name(name)) {
        status = fail(shell, "`" + name + "'" + ": invalid alias name");
        continue;
      }
      shell.aliases.insert_or_assign(name, word.substr(equals + 1));
      shell.definitions_epoch++;
    } else if (const auto found = shell.aliases.find(word); found != shell.aliases.end()) {
      print_alias(shell, word, found->second);
    } else {
      status = fail(shell, word + ": not found");
    }
  }
  return status;
}

int builtin_unalias(Shell& shell, BuiltinCall& call) {
  const OptionSet options(shell, call, "a");
  if (options.failed) return kUsageStatus;
  if (options.any()) {
    shell.aliases.clear();
    shell.definitions_epoch++;
    return 0;
  }
  const auto names = options.words;
  if (names.empty()) return fail_usage(shell);
  int status = 0;
  for (const std::string& name : names) {
    if (shell.aliases.erase(name) == 0) status = fail(shell, name + ": not found");
    shell.definitions_epoch++;
  }
  return status;
}

int builtin_help(Shell& shell, BuiltinCall& call) {
  const OptionSet options(shell, call, "dms");
  if (options.failed) return kUsageStatus;
  const auto patterns = options.words;
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
      switch (options.last_of("dms")) {
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
