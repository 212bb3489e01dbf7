#include "observable.h"

#include <sys/stat.h>

#include <algorithm>

#include "../builtins/builtins.h"
#include "../expand/expand.h"

namespace shell {

namespace {

// Variables that tell which process this is, or whose values come from a state no journal keeps.
bool mentions_process_state(std::string_view text) {
  if (text.size() < 6) return false;
  for (const std::string_view name : {"BASHPID", "RANDOM", "SECONDS", "LINENO=", "BASH_ARGV0", ">("}) {
    if (text.find(name) != std::string_view::npos) return true;
  }
  return false;
}

class Walk {
 public:
  explicit Walk(Shell& shell) : shell_(shell) {}
  static bool redirects(std::span<const Redirect* const> redirects);
  bool changes_directory = false;

  bool command(const Command& command) {
    if (!redirects(command.redirects)) return false;
    switch (command.kind) {
      case CommandKind::simple:
        return simple(static_cast<const SimpleCommand&>(command));
      case CommandKind::pipeline: {
        const auto& stages = static_cast<const Pipeline&>(command).stages;
        // The other stages are processes of their own.
        return this->command(*stages.back());
      }
      case CommandKind::and_or: {
        const auto& commands = static_cast<const AndOr&>(command).commands;
        return std::all_of(commands.begin(), commands.end(),
                           [this](const Command* part) { return this->command(*part); });
      }
      case CommandKind::list:
        return list(static_cast<const List*>(&command));
      case CommandKind::subshell:
        return true;  // decides for itself
      case CommandKind::group:
        return list(static_cast<const CompoundCommand&>(command).body);
      case CommandKind::if_: {
        const auto& branches = static_cast<const IfCommand&>(command).branches;
        return std::all_of(branches.begin(), branches.end(), [this](const IfCommand::Branch& branch) {
          return list(branch.condition) && list(branch.body);
        });
      }
      case CommandKind::for_: {
        const auto& loop = static_cast<const ForCommand&>(command);
        return words(loop.words) && !mentions_process_state(loop.name) && list(loop.body);
      }
      case CommandKind::arithmetic_for: {
        const auto& loop = static_cast<const ArithmeticForCommand&>(command);
        return word(loop.initial) && word(loop.condition) && word(loop.step) && list(loop.body);
      }
      case CommandKind::while_:
      case CommandKind::until: {
        const auto& loop = static_cast<const WhileCommand&>(command);
        return list(loop.condition) && list(loop.body);
      }
      case CommandKind::case_:
        return case_command(static_cast<const CaseCommand&>(command));
      case CommandKind::arithmetic:
        return word(static_cast<const ArithmeticCommand&>(command).expression);
      case CommandKind::conditional:
        return condition(*static_cast<const ConditionalCommand&>(command).condition);
      default:
        return false;
    }
  }

 private:
  bool list(const List* list) {
    if (list == nullptr) return true;
    return std::all_of(list->items.begin(), list->items.end(),
                       [this](const ListItem& item) { return !item.background && command(*item.command); });
  }

  bool case_command(const CaseCommand& command) {
    if (!word(command.subject)) return false;
    return std::all_of(command.clauses.begin(), command.clauses.end(), [this](const CaseCommand::Clause& clause) {
      return words(clause.patterns) && list(clause.body);
    });
  }

  bool condition(const Condition& condition) {
    if (condition.op == "-t") return false;  // a captured output is no descriptor
    return word(condition.left) && word(condition.right) &&
           (condition.first == nullptr || this->condition(*condition.first)) &&
           (condition.second == nullptr || this->condition(*condition.second));
  }

  static bool word(const Word* word) { return word == nullptr || !mentions_process_state(word->text); }
  static bool words(std::span<const Word* const> words) { return std::all_of(words.begin(), words.end(), word); }

  static bool assignment(const Assignment& assignment) {
    if (mentions_process_state(assignment.name) || !word(assignment.value) || assignment.name == "SECONDS")
      return false;
    if (assignment.subscript != nullptr && !word(assignment.subscript->word)) return false;
    return std::all_of(assignment.elements.begin(), assignment.elements.end(),
                       [](const Assignment* element) { return Walk::assignment(*element); });
  }

  bool simple(const SimpleCommand& command) {
    if (!words(command.words)) return false;
    for (const Assignment* part : command.assignments) {
      if (!assignment(*part)) return false;
    }
    size_t at = 0;
    const auto plain = [&] { return at < command.words.size() && command.words[at]->plain; };
    if (command.words.empty()) return true;
    if (!plain()) return false;
    bool functions = true;
    while (plain() && (command.words[at]->text == "command" || command.words[at]->text == "builtin")) {
      functions = false;
      at++;
      while (plain() && command.words[at]->text.starts_with('-')) {
        if (command.words[at++]->text.find_first_of("vV") != std::string_view::npos) return true;
      }
      if (at == command.words.size()) return true;
      if (!plain()) return false;
    }
    const std::string_view name = command.words[at]->text;
    if (functions) {
      const auto found = shell_.functions.find(name);
      if (found != shell_.functions.end()) return function(*found->second.body);
    }
    const Builtin* const builtin = find_builtin(shell_, name);
    if (builtin == nullptr) return true;
    if ((builtin->flags & kInProcess) == 0) return false;
    changes_directory |= name == "cd";
    return arguments_allow(name, command.words.subspan(at + 1), command.declaration);
  }

  // Options that reach functions, descriptors or other commands.
  static bool arguments_allow(std::string_view name, std::span<const Word* const> words, bool declaration) {
    const bool tests = name == "test" || name == "[";
    const bool maps = name == "mapfile" || name == "readarray";
    for (const Word* word : words) {
      if (word->assignment != nullptr && !assignment(*word->assignment)) return false;
      if (tests && word->text == "-t") return false;
      if (!word->text.starts_with('-')) continue;
      if (declaration && word->text.find('f') != std::string_view::npos) return false;
      if (maps && word->text.find('C') != std::string_view::npos) return false;
    }
    return name != "unset" && name != "eval";
  }

  bool function(const Command& body) {
    if (std::find(functions_.begin(), functions_.end(), &body) != functions_.end()) return true;
    functions_.push_back(&body);
    return command(body);
  }

  Shell& shell_;
  std::vector<const Command*> functions_;  // that have been looked at: recursion changes nothing
};

bool Walk::redirects(std::span<const Redirect* const> redirects) {
  for (const Redirect* redirect : redirects) {
    if (!redirect->fd_variable.empty() || !word(redirect->target)) return false;
    if (!duplicates(redirect->kind)) continue;
    const std::string_view from = redirect->target->text;
    const int to = redirect->descriptor();
    if (from == "-") continue;
    if (!is_number(from)) return false;
    // A captured output has no number that others could share.
    if ((from == "1" || from == "2") && to != 1 && to != 2) return false;
  }
  return true;
}

}  // namespace

bool observe_redirects(std::span<const Redirect* const> redirects) { return Walk::redirects(redirects); }

Observation observe(Shell& shell, const Command& root) {
  const bool watched = shell.traps.any_pseudo() || shell.options[SetOption::monitor] || shell.options[Shopt::lastpipe];
  if (watched) return {false, false};
  if (root.analysis_epoch != shell.definitions_epoch) {
    Walk walk(shell);
    root.analysis = walk.command(root);
    root.changes_directory = walk.changes_directory;
    root.analysis_epoch = shell.definitions_epoch;
  }
  return {root.analysis, root.changes_directory};
}

// Opening one waits for the other end: only the process itself may do that.
static bool opens_fifo(Shell& shell, const Redirect& redirect) {
  if (redirect.kind == RedirectKind::here_document || redirect.kind == RedirectKind::here_string) return false;
  std::string path(redirect.target->text);
  if (!redirect.target->plain) {
    // Only what expands without effect and without error.
    if (path.find_first_of("`(?=:[!") != std::string::npos || shell.options[SetOption::nounset]) return false;
    path.clear();
    if (!expand_to_string(shell, *redirect.target, path)) return false;
  }
  struct stat information{};
  return stat(path.c_str(), &information) == 0 && S_ISFIFO(information.st_mode);
}

bool is_program(Shell& shell, const Command& command) {
  if (command.kind != CommandKind::simple) return false;
  const auto& simple = static_cast<const SimpleCommand&>(command);
  if (simple.words.empty() || !simple.words[0]->plain) return false;
  const std::string_view name = simple.words[0]->text;
  return !shell.functions.contains(name) && find_builtin(shell, name) == nullptr &&
         std::none_of(simple.redirects.begin(), simple.redirects.end(),
                      [&](const Redirect* redirect) { return opens_fifo(shell, *redirect); });
}

}  // namespace shell
