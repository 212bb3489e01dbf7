// Puts a shell together: the one file that knows every room, so that none of them needs to know one above it.
#include <unistd.h>

#include "builtins/bind.h"
#include "builtins/builtins.h"
#include "builtins/completion.h"
#include "directories.h"
#include "execute/executor.h"
#include "execute/jobs.h"
#include "execute/traps.h"
#include "expand/expand.h"
#include "history/history.h"
#include "shell.h"
#include "variables/special.h"

namespace shell {

namespace {

constexpr Services kServices{
    .builtins = &kBuiltinTable,
    .command_output = command_output,
    .process_substitution = process_substitution,
    .job_count = [](Shell& shell) { return shell.jobs->list().size(); },
    .in_exit_trap = [](const Shell& shell) { return shell.traps->running(Traps::kExit); },
    .run_exit_trap =
        [](Shell& shell) {
          if (shell.traps->of_this_shell()) shell.traps->run_exit();
        },
    .evaluate = evaluate,
    .evaluate_subscript = evaluate_subscript,
    .expand_key = expand_key,
    .expand_index = expand_index,
};

}  // namespace

Shell::Shell()
    : services(kServices),
      variables(*this),
      jobs(std::make_unique<Jobs>(*this)),
      traps(std::make_unique<Traps>(*this)),
      directories(std::make_unique<DirectoryStack>()),
      history(std::make_unique<History>(*this)),
      completions(std::make_unique<CompletionTable>()),
      process_id(getpid()) {
  positional = std::make_shared<std::vector<std::string>>();
  frames.reserve(16);
  frames.push_back({.function = "main", .source = {}, .call_line = 0, .arguments = nullptr});
  parser_host_.alias = [this](std::string_view word) -> const std::string* {
    if (!options[Shopt::expand_aliases]) return nullptr;
    const auto found = aliases.find(word);
    return found == aliases.end() ? nullptr : &found->second;
  };
  parser_host_.extglob = [this] { return options[Shopt::extglob]; };
  parser_host_.posix = [this] { return options[SetOption::posix]; };
  parser_host_.warn = [this](int at, std::string_view message) {
    const Scoped number(line, at);
    report("warning: " + std::string(message));
  };
  parser_host_.echo = [this](std::string_view text) {
    if (options[SetOption::verbose]) output.error(std::string(text) + (text.ends_with('\n') ? "" : "\n"));
  };
  define_special_variables(*this);
}

Shell::~Shell() = default;

}  // namespace shell
