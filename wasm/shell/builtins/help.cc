// help.
#include <algorithm>

#include "../text/pattern.h"
#include "../text/split.h"
#include "builtins.h"

namespace shell {

namespace {

// The syntax that is no built-in, for `help`.
struct Topic {
  std::string_view name;
  std::string_view usage;
  std::string_view help;
};
constexpr Topic kSyntax[] = {
    {"%", "job_spec [&]", "Brings a job to the foreground, or with & lets it go on in the background."},
    {"(( ... ))", "(( expression ))", "Evaluates an arithmetic expression; true unless it is 0."},
    {"[[ ... ]]", "[[ expression ]]",
     "Evaluates a conditional expression, without splitting and globbing of its words."},
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
    {"variables", "variables - Names and meanings of some shell variables",
     "PATH, HOME, IFS, PS1, HISTFILE and others, which the shell reads and sets."},
    {"while", "while COMMANDS; do COMMANDS-2; done", "Runs commands as long as a condition holds."},
    {"{ ... }", "{ COMMANDS ; }", "Runs commands as a unit in this shell."},
};

std::vector<Topic> help_topics() {
  std::vector<Topic> topics(std::begin(kSyntax), std::end(kSyntax));
  for (const Builtin& builtin : all_builtins()) topics.push_back({builtin.name, builtin.usage, builtin.help});
  std::ranges::sort(topics, {}, &Topic::name);
  return topics;
}

// All usages in two columns.
void list_topics(Shell& shell) {
  shell.output.write("GNU bash, version " + shell.variables.text("BASH_VERSION") + " (" +
                     shell.variables.text("MACHTYPE") + ")\n" +
                     "These commands are part of the shell.  `help name' tells more about one of them.\n"
                     "A star (*) stands before those that are disabled.\n\n");
  int64_t columns = 80;
  if (!parse_integer(shell.variables.text("COLUMNS", "80"), columns) || columns < 20) columns = 80;
  const size_t width = std::min<size_t>(static_cast<size_t>(columns) / 2, 120);
  const std::vector<Topic> topics = help_topics();
  const size_t height = (topics.size() + 1) / 2;
  const auto cell = [&](const Topic& topic, bool right) {
    const size_t room = width - (right ? 3 : 2);
    std::string text(is_builtin_name(topic.name) && find_builtin(shell, topic.name) == nullptr ? "*" : " ");
    text += topic.usage;
    if (text.size() > room) text.replace(room, std::string::npos, ">");
    return text;
  };
  for (size_t i = 0; i < height; i++) {
    std::string line = cell(topics[i], false);
    line.resize(width, ' ');
    if (i + height < topics.size()) line += cell(topics[i + height], true);
    line.erase(line.find_last_not_of(' ') + 1);
    shell.output.write(line + "\n");
  }
}

}  // namespace

std::vector<std::string_view> help_topic_names() {
  std::vector<std::string_view> names;
  for (const Topic& topic : help_topics()) names.push_back(topic.name);
  return names;
}

int builtin_help(Shell& shell, BuiltinCall& call) {
  const auto patterns = call.operands;
  if (patterns.empty()) {
    list_topics(shell);
    return 0;
  }
  if (has_pattern_characters(patterns[0], false)) {
    shell.output.write("Shell commands matching keyword", patterns.size() > 1 ? "s `" : " `", join(patterns, ", "),
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
      const std::string name(topic.name), usage(topic.usage), help(topic.help);
      const char form = call.last_of("dms");
      shell.output.write(form == 'd'   ? name + " - " + help
                         : form == 's' ? name + ": " + usage
                         : form == 'm' ? "NAME\n    " + name + " - " + help + "\n\nSYNOPSIS\n    " + usage +
                                             "\n\nDESCRIPTION\n    " + help + "\n\nSEE ALSO\n    bash(1)\n"
                                       : name + ": " + usage + "\n    " + help,
                         '\n');
    }
  }
  if (found) return 0;
  const std::string& last = patterns.back();
  return fail(shell,
              "no help topics match `" + last + "'.  Try `help help' or `man -k " + last + "' or `info " + last + "'.");
}

}  // namespace shell
