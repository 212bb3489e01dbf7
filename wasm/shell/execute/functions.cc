// Calling functions, and functions in the environment.

#include "../../sys/process.h"
#include "../syntax/printer.h"
#include "../text/numbers.h"
#include "internal.h"
#include "settings.h"

namespace shell {

namespace {

constexpr std::string_view kPrefix = "BASH_FUNC_";
constexpr std::string_view kSuffix = "%%";
constexpr size_t kStackReserve = 320 * 1024;

Done nesting_allowed(Shell& shell, const std::string& name) {
  int64_t most = 0;
  const std::string* limit = shell.variables.get("FUNCNEST");
  const bool limited = limit != nullptr && parse_integer(*limit, most) && most > 0;
  if ((!limited || shell.function_depth < most) && sys::stack_left() >= kStackReserve) return {};
  const int64_t reached = limited && shell.function_depth >= most ? most : shell.function_depth;
  shell.report(name + ": maximum function nesting level exceeded (" + std::to_string(reached) + ")");
  return shell.give_up(Reach::rules);
}

// What a call changes and its end gives back.
class CallFrame : NonCopyable {
 public:
  CallFrame(Shell& shell, const Function& function, const std::string& name, std::vector<std::string>&& words)
      : shell_(shell),
        program_(shell.execution.program, function.program),
        first_line_(shell.execution.first_line, function.first_line),
        compound_line_(shell.execution.compound_line, line_of(shell, *function.body)),
        positional_(shell.positional, {}),
        loop_depth_(shell.loop_depth, 0) {
    words.erase(words.begin());
    shell.positional = std::make_shared<const std::vector<std::string>>(std::move(words));
    shell.frames.push_back({.function = name,
                            .source = function.source,
                            .call_line = shell.line,
                            .arguments = shell.positional,
                            .is_function = true});
    shell.function_depth++;
    shell.variables.push_scope(ScopeKind::function);
    if (shell.traps->any_pseudo()) {
      sleeping_ = std::make_unique<Traps::Sleeping>(shell.traps->enter_function(function.has(kTrace)));
    }
  }
  ~CallFrame() {
    if (sleeping_ != nullptr) shell_.traps->leave_function(std::move(*sleeping_));
    restore_options();
    const GetoptsState inner = std::exchange(shell_.getopts, {.index = -1});
    shell_.variables.pop_scope();
    shell_.getopts = shell_.getopts.index < 0 ? inner : getopts_;  // where the caller stood, if OPTIND was local
    shell_.function_depth--;
    if (shell_.execution.called != shell_.execution.command) {
      shell_.execution.called = shell_.execution.command;
      shell_.execution.called_in = shell_.execution.program;
    }
    shell_.line = shell_.frames.back().call_line;
    shell_.frames.pop_back();
  }

 private:
  void restore_options() {
    const auto& options = shell_.frames.back().options;
    for (size_t i = 0; options && i < options->size(); i++) {
      if (shell_.options.set[i] != (*options)[i]) change_set_option(shell_, static_cast<SetOption>(i), (*options)[i]);
    }
  }

  Shell& shell_;
  const Scoped<std::shared_ptr<Program>> program_;
  const Scoped<int> first_line_;
  const Scoped<int> compound_line_;
  const Scoped<Arguments> positional_;
  const Scoped<int> loop_depth_;
  const GetoptsState getopts_ = shell_.getopts;
  std::unique_ptr<Traps::Sleeping> sleeping_;
};

}  // namespace

int invoke_function(Shell& shell, const Function& function, const std::string& name, std::vector<std::string> words) {
  if (!nesting_allowed(shell, name)) return shell.status;
  const Command* const body = function.body;
  const CallFrame frame(shell, function, name, std::move(words));
  if (shell.traps->any_pseudo()) shell.line = line_of(shell, *body);
  if (shell.traps->any_pseudo() && !debug_allows(shell, *body)) {
    if (shell.unwind == Unwind::return_) shell.unwind = Unwind::none;
    return shell.status;
  }
  execute(shell, *body);
  end_returned(shell);
  return shell.status;
}

void end_returned(Shell& shell) {
  const bool returned = shell.unwind == Unwind::return_;
  if (returned) shell.unwind = Unwind::none;
  if (!shell.traps->any_pseudo() || shell.unwinding()) return;
  // The trap sees what $? was before `return`.
  const int status = shell.status;
  if (returned && !shell.execution.pipe_status.empty()) shell.status = shell.execution.pipe_status.back();
  shell.traps->run_return();
  if (!shell.unwinding()) shell.status = status;
  if (shell.unwind == Unwind::return_) shell.unwind = Unwind::none;
}

int call_function(Shell& shell, const std::string& name, const std::vector<std::string>& words) {
  const auto found = shell.functions.find(name);
  if (found == shell.functions.end()) return 127;
  const Scoped nameless(shell.command_name, std::string_view());
  return invoke_function(shell, found->second, found->first, words);
}

std::vector<std::string> exported_functions(const Shell& shell) {
  std::vector<std::string> entries;
  for (const auto& [name, function] : shell.functions) {
    if (!function.has(kExported)) continue;
    const std::string text = print_function(name, *function.body);
    const size_t body = text.find('\n');
    entries.emplace_back(kPrefix).append(name).append(kSuffix).append("=() ").append(
        body == std::string::npos ? "{ :; }" : std::string_view(text).substr(body + 1));
  }
  return entries;
}

void import_functions(Shell& shell, std::span<const std::string> environment) {
  for (std::string_view entry : environment) {
    if (!entry.starts_with(kPrefix)) continue;
    entry.remove_prefix(kPrefix.size());
    const size_t end = entry.find("%%=() {");
    if (end == std::string_view::npos || end == 0) continue;
    const std::string name(entry.substr(0, end));
    const std::string text = name + " " + std::string(entry.substr(end + kSuffix.size() + 1));
    std::shared_ptr<Program> program;
    SyntaxError error;
    const bool good = parse_all(shell.parser_host(), text, 1, program, error) == Outcome::command &&
                      program->body->items.size() == 1 &&
                      program->body->items[0].command->kind == CommandKind::function;
    if (!good) {
      shell.report("error importing function definition for `" + name + "'");
      continue;
    }
    Function function;
    function.program = program;
    function.body = static_cast<const FunctionCommand*>(program->body->items[0].command)->body;
    function.source = "environment";
    function.line = 1;
    function.attributes = kExported;
    shell.functions.insert_or_assign(name, std::move(function));
    shell.definitions_epoch++;
  }
}

}  // namespace shell
