#include "observable.h"

#include <signal.h>
#include <sys/stat.h>

#include <algorithm>

#include "../expand/expand.h"
#include "../syntax/walk.h"
#include "builtin.h"
#include "traps.h"

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
    using Kind = CommandKind;
    const Kind kind = command.kind;
    if (kind == Kind::select || kind == Kind::function || kind == Kind::coproc) return false;
    if (kind == Kind::simple) return simple(static_cast<const SimpleCommand&>(command));
    if (kind == Kind::subshell) return true;  // decides for itself
    // The other stages are processes of their own.
    if (kind == Kind::pipeline) return this->command(*static_cast<const Pipeline&>(command).stages.back());
    if (kind == Kind::list && starts_background(static_cast<const List&>(command))) return false;
    if (kind == Kind::for_ && mentions_process_state(static_cast<const ForCommand&>(command).name)) return false;
    if (kind == Kind::conditional && asks_for_terminal(*static_cast<const ConditionalCommand&>(command).condition))
      return false;
    return for_each_child(command, *this);
  }
  bool operator()(const Command* child) { return command(*child); }
  bool operator()(const Word* child) { return word(child); }

 private:
  static bool starts_background(const List& list) { return std::ranges::any_of(list.items, &ListItem::background); }

  // A captured output is no descriptor.
  static bool asks_for_terminal(const Condition& condition) {
    return condition.op == "-t" || (condition.first != nullptr && asks_for_terminal(*condition.first)) ||
           (condition.second != nullptr && asks_for_terminal(*condition.second));
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
  // A trap of CHLD counts the children.
  const bool watched = shell.traps->any_pseudo() || shell.traps->active(SIGCHLD) || shell.options[SetOption::monitor] ||
                       shell.options[Shopt::lastpipe];
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
