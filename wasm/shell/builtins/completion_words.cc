// Where completions come from.

#include <algorithm>

#include "../execute/executor.h"
#include "../execute/jobs.h"
#include "../execute/traps.h"
#include "../expand/expand.h"
#include "../files.h"
#include "../syntax/keywords.h"
#include "../text/split.h"
#include "bind.h"
#include "builtins.h"
#include "completion.h"
#include "describe.h"

namespace shell {

namespace {

constexpr CompletionAction kActions[] = {
    {"alias", 'a'},  {"builtin", 'b'}, {"command", 'c'}, {"directory", 'd'}, {"export", 'e'}, {"file", 'f'},
    {"group", 'g'},  {"job", 'j'},     {"keyword", 'k'}, {"service", 's'},   {"user", 'u'},   {"variable", 'v'},
    {"arrayvar", 0}, {"binding", 0},   {"disabled", 0},  {"enabled", 0},     {"function", 0}, {"helptopic", 0},
    {"hostname", 0}, {"running", 0},   {"setopt", 0},    {"shopt", 0},       {"signal", 0},   {"stopped", 0},
};

// The order in which the actions of one specification answer.
constexpr std::string_view kActionOrder[] = {"alias",   "arrayvar", "binding",   "builtin",  "disabled", "enabled",
                                             "export",  "function", "helptopic", "hostname", "job",      "keyword",
                                             "running", "setopt",   "shopt",     "signal",   "stopped",  "variable",
                                             "command", "file",     "user",      "group",    "service",  "directory"};

void append(std::vector<std::string>& words, std::vector<std::string> more) {
  words.insert(words.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// The first word of each line of a file, up to a blank or colon; or, for hosts, all but the first.
std::vector<std::string> names_in(const char* path, bool hosts) {
  std::vector<std::string> names;
  std::string text;
  (void)read_file(path, text);
  for (std::string_view line : lines_of(text)) {
    line = line.substr(0, line.find('#'));
    for (size_t field = 0; !line.empty(); field++) {
      const size_t length = std::min(line.find_first_of(hosts ? " \t" : " \t:"), line.size());
      if (length > 0 && (hosts ? field > 0 : field == 0)) names.emplace_back(line.substr(0, length));
      line.remove_prefix(length);
      line.remove_prefix(std::min(line.find_first_not_of(" \t:"), line.size()));
      if (!hosts) break;
    }
  }
  return names;
}

std::vector<std::string> paths(Shell& shell, const std::string& beginning, bool directories, bool programs = false) {
  std::vector<std::string> found;
  const size_t slash = beginning.rfind('/');
  const std::string typed = slash == std::string::npos ? std::string() : beginning.substr(0, slash + 1);
  const std::string_view base = std::string_view(beginning).substr(typed.size());
  std::string folder = typed.empty() ? "." : typed;
  if (folder.starts_with("~/")) folder = shell.variables.text("HOME") + folder.substr(1);
  for (const auto& [name, type] : read_directory(folder)) {
    if (name == "." || name == ".." || !name.starts_with(base)) continue;
    const std::string path = folder + "/" + name;
    if ((directories && !is_directory(path)) || (programs && !is_executable(path))) continue;
    found.push_back(typed + name);
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::string> jobs(Shell& shell, const ProcessState* state) {
  std::vector<std::string> names;
  for (const Job* job : shell.jobs->list()) {
    if (state == nullptr || job->state() == *state) names.push_back(job->command.substr(0, job->command.find(' ')));
  }
  return names;
}

std::vector<std::string> variables(Shell& shell, uint16_t attributes) {
  std::vector<std::string> names;
  for (Symbol* symbol : shell.variables.sorted()) {
    const Variable* variable = shell.variables.variable(symbol);
    if (variable != nullptr && variable->is_set() && (attributes == 0 || variable->has(attributes)))
      names.push_back(symbol->name);
  }
  return names;
}

// Everything an action knows, not yet narrowed to a beginning (but for paths, which are read by it).
std::vector<std::string> candidates(Shell& shell, std::string_view action, const std::string& beginning) {
  std::vector<std::string> words;
  if (action == "alias") {
    for (const auto& [name, value] : shell.aliases) words.push_back(name);
  } else if (action == "builtin" || action == "enabled" || action == "disabled") {
    for (const Builtin& builtin : all_builtins()) {
      const bool enabled = find_builtin(shell, builtin.name) != nullptr;
      if (action == "builtin" || enabled == (action == "enabled")) words.emplace_back(builtin.name);
    }
  } else if (action == "binding") {
    for (const std::string_view name : KeyBindings::functions()) words.emplace_back(name);
  } else if (action == "helptopic") {
    for (const std::string_view name : help_topic_names()) words.emplace_back(name);
  } else if (action == "function") {
    for (const auto& [name, function] : shell.functions) words.push_back(name);
  } else if (action == "keyword") {
    words.assign(keywords().begin(), keywords().end());
  } else if (action == "setopt" || action == "shopt") {
    for (const auto& option : table_of(shell.options, action == "shopt").names) words.emplace_back(option.name);
  } else if (action == "signal") {
    for (int number = 0; number < Traps::kCount; number++) {
      if (number != 32 && number != 33) words.push_back(Traps::name_of(number));
    }
  } else if (action == "variable" || action == "export" || action == "arrayvar") {
    words = variables(shell, action == "export" ? kExported : action == "arrayvar" ? kIndexed | kAssociative : 0);
  } else if (action == "job") {
    words = jobs(shell, nullptr);
  } else if (action == "running" || action == "stopped") {
    const ProcessState state = action == "running" ? ProcessState::running : ProcessState::stopped;
    words = jobs(shell, &state);
  } else if (action == "user" || action == "group" || action == "service") {
    words = names_in(action == "user" ? "/etc/passwd" : action == "group" ? "/etc/group" : "/etc/services", false);
  } else if (action == "hostname") {
    words = names_in("/etc/hosts", true);
  } else if (action == "file" || action == "directory") {
    words = paths(shell, beginning, action == "directory");
  } else if (action == "command") {
    if (beginning.find('/') != std::string::npos) {
      append(words, paths(shell, beginning, true));
      append(words, paths(shell, beginning, false, true));
      return words;
    }
    for (const char* kind : {"alias", "keyword", "function", "builtin"})
      append(words, candidates(shell, kind, beginning));
    const std::string list = shell.variables.text("PATH");
    for (const std::string_view part : split(list, ':')) {
      if (list.empty()) break;
      const std::string folder = std::string(part.empty() ? "." : part) + "/";
      for (const std::string& path : paths(shell, folder + beginning, false, true))
        words.push_back(path.substr(folder.size()));
    }
  }
  return words;
}

// One word of -W in its source form: from `at` to the next separator outside of quotes and substitutions. `quote`: the
// one that has no end.
size_t word_end(std::string_view text, size_t at, std::string_view separators, char& quote) {
  int depth = 0;
  for (quote = 0; at < text.size(); at++) {
    const char c = text[at];
    if (c == '\\' && quote != '\'') {
      at++;
    } else if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"' || c == '`') {
      quote = c;
    } else if (c == '$' && at + 1 < text.size() && (text[at + 1] == '(' || text[at + 1] == '{')) {
      depth++;
      at++;
    } else if (depth > 0) {
      if (c == ')' || c == '}') depth--;
      if (c == '(' || c == '{') depth++;
    } else if (separators.find(c) != std::string_view::npos) {
      return at;
    }
  }
  return text.size();
}

// A substitution in `source` has no end.
void report_open(Shell& shell, const std::string& source) {
  const std::string rest = source.substr(std::min(source.find_first_of("$`"), source.size()));
  if (rest.starts_with("${")) return shell.report(rest + ": bad substitution");
  const std::string_view closing = rest.starts_with('`') ? "\"`\"" : "`)'";
  shell.report("bad substitution: no closing " + std::string(closing) + " in " + rest);
}

std::vector<std::string> word_list(Shell& shell, const std::string& text) {
  std::vector<std::string> words;
  const Scoped noglob(shell.options[SetOption::noglob], true);
  const Scoped braces(shell.options[SetOption::braceexpand], false);
  for (size_t at = 0; (at = text.find_first_not_of(shell.ifs, at)) != std::string::npos;) {
    char quote;
    const size_t end = word_end(text, at, shell.ifs, quote);
    std::string source = text.substr(at, end - at);
    at = end;
    if (quote == '"' || quote == '\'') source += quote;
    if (quote == 0 && ends_in_odd_backslashes(source)) source.pop_back();
    if (source.find_first_of("\\'\"$`~") == std::string::npos) {
      words.push_back(source);
      continue;
    }
    Arena arena;
    SyntaxError error;
    const Word* word = parse_word_text(shell.parser_host(), arena, source, shell.line, error);
    if (word == nullptr) report_open(shell, source);
    if (word == nullptr || !expand_word(shell, *word, words)) {
      words.clear();
      (void)shell.give_up(Reach::line);
      break;
    }
  }
  return words;
}

// The variables a completion function or command finds. They go when it is done.
void bind_context(Shell& shell, const CompletionContext& context) {
  (void)shell.variables.set("COMP_LINE", context.line);
  (void)shell.variables.set("COMP_POINT", std::to_string(context.point));
  (void)shell.variables.set("COMP_TYPE", context.index < 0 ? "0" : "9");
  (void)shell.variables.set("COMP_KEY", context.index < 0 ? "0" : "9");
  (void)shell.variables.set("COMP_CWORD", std::to_string(context.index));
  (void)shell.variables.set_array(shell.variables.intern("COMP_WORDS"), context.words);
}

void unbind_context(Shell& shell) {
  for (const char* name : {"COMP_LINE", "COMP_POINT", "COMP_TYPE", "COMP_KEY", "COMP_CWORD", "COMP_WORDS"})
    shell.variables.unset(name);
}

void from_function(Shell& shell, const CompletionSpec& spec, const CompletionContext& context,
                   std::vector<std::string>& words) {
  if (!shell.functions.contains(spec.function)) {
    shell.report("completion: function `" + spec.function + "' not found");
    return;
  }
  bind_context(shell, context);
  shell.variables.unset("COMPREPLY");
  const int status = shell.status;
  call_function(shell, spec.function, {spec.function, context.command, context.word, context.previous});
  if (!shell.unwinding()) shell.status = status;
  append(words, shell.variables.values("COMPREPLY"));
  shell.variables.unset("COMPREPLY");
  unbind_context(shell);
}

void from_command(Shell& shell, const CompletionSpec& spec, const CompletionContext& context,
                  std::vector<std::string>& words) {
  bind_context(shell, context);
  std::string output;
  (void)expand_text(shell,
                    "$(" + spec.command + " " + quote_single(context.command) + " " + quote_single(context.word) + " " +
                        quote_single(context.previous) + ")",
                    output);
  unbind_context(shell);
  for (const std::string_view line : lines_of(output)) words.emplace_back(line);
}

// -X: leaves out what matches, or with ! what does not. & stands for the word.
void filter(Shell& shell, const std::string& pattern, const std::string& word, std::vector<std::string>& words) {
  const bool negated = pattern.starts_with('!');
  std::string real;
  for (size_t i = negated ? 1 : 0; i < pattern.size(); i++) {
    if (pattern[i] == '\\' && i + 1 < pattern.size() && pattern[i + 1] == '&') {
      real += pattern[++i];
    } else if (pattern[i] == '&') {
      real += word;
    } else {
      real += pattern[i];
    }
  }
  const PatternFlags flags = pattern_flags(shell);
  std::erase_if(words, [&](const std::string& candidate) { return matches(real, candidate, flags) != negated; });
}

}  // namespace

std::span<const CompletionAction> completion_actions() { return kActions; }

std::vector<std::string> complete_action(Shell& shell, std::string_view action, const std::string& beginning) {
  std::vector<std::string> words = candidates(shell, action, beginning);
  std::erase_if(words, [&beginning](const std::string& word) { return !word.starts_with(beginning); });
  return words;
}

std::vector<std::string> generate(Shell& shell, const CompletionSpec& spec, const CompletionContext& context) {
  std::vector<std::string> words;
  for (const std::string_view action : kActionOrder) {
    const auto position = std::ranges::find(kActions, action, &CompletionAction::name) - std::begin(kActions);
    if ((spec.actions & (1U << position)) != 0) append(words, complete_action(shell, action, context.word));
  }
  if (!spec.glob.empty()) glob(shell, spec.glob, words);
  if (!spec.words.empty()) {
    for (std::string& word : word_list(shell, spec.words)) {
      if (word.starts_with(context.word)) words.push_back(std::move(word));
    }
  }
  if (!spec.function.empty()) from_function(shell, spec, context, words);
  if (!spec.command.empty()) from_command(shell, spec, context, words);
  if (!spec.filter.empty()) filter(shell, spec.filter, context.word, words);
  if (!spec.prefix.empty() || !spec.suffix.empty()) {
    for (std::string& word : words) word = spec.prefix + word + spec.suffix;
  }
  if (words.empty() && (spec.options & kBashDefault) != 0 && context.word.starts_with('$')) {
    for (const std::string& name : complete_action(shell, "variable", context.word.substr(1)))
      words.push_back("$" + name);
  }
  const bool nothing = words.empty();
  if ((nothing && (spec.options & kDirNames) != 0) || (spec.options & kPlusDirs) != 0)
    append(words, paths(shell, context.word, true));
  if (words.empty() && (spec.options & kDefault) != 0) append(words, paths(shell, context.word, false));
  return words;
}

}  // namespace shell
