#include "input.h"

#include <unistd.h>

#include <algorithm>

#include "../expand/expand.h"
#include "../history/history.h"
#include "executor.h"
#include "jobs.h"
#include "traps.h"

namespace shell {

FileSource::FileSource(int fd, bool own, std::function<bool()> goes_on)
    : fd_(fd), own_(own), input_(fd, std::move(goes_on)) {
  if (own) input_.take_all();
}

FileSource::~FileSource() {
  if (own_) close(fd_);
}

bool FileSource::next(std::string& line) {
  line.clear();
  const bool more = input_.line(line, '\n');
  if (!own_) input_.give_back();
  return more;
}

bool InteractiveSource::next(std::string& line) {
  if (ended_) return false;
  continues_ = shell_.execution.continues;
  if (!continues_) {
    const int status = shell_.status;
    for (const std::string& command : shell_.variables.values("PROMPT_COMMAND")) {
      execute_text(shell_, command, "PROMPT_COMMAND", 1);
      shell_.status = status;
    }
    shell_.jobs->reap();
    for (Job* job : shell_.jobs->list()) {
      if (job->state() != ProcessState::done) continue;
      if (!job->notified) shell_.output.error(shell_.jobs->describe(*job, ' ') + "\n");
      shell_.jobs->remove(job->number);
    }
  }
  show_prompt();
  shell_.execution.continues = true;
  ended_ = !input_.next(line);
  return !ended_;
}

void InteractiveSource::show_prompt() {
  shell_.output.error(decode_prompt(shell_, shell_.variables.text(continues_ ? "PS2" : "PS1"), true));
}

// The terminal has forgotten what was typed of the line.
bool InteractiveSource::goes_on() {
  if (interrupted()) return false;
  if (shell_.traps->take_keyboard_interrupt()) {
    shell_.output.error("\n");
    show_prompt();
  }
  return true;
}

// False: the line is not to run.
bool RememberedSource::expand(std::string& line) {
  std::string expanded, error;
  const HistoryExpansion outcome = expand_history(shell_, line, expanded, error);
  if (outcome == HistoryExpansion::none) return true;
  if (outcome == HistoryExpansion::failed) {
    shell_.report(error);
    return false;
  }
  shell_.output.error(expanded + "\n");
  line = std::move(expanded);
  if (outcome == HistoryExpansion::changed) return true;
  shell_.history->add(line);
  return false;
}

bool RememberedSource::next(std::string& line) {
  const bool continues = shell_.execution.continues && !history_.empty();
  if (!source_.next(line)) return false;
  shell_.execution.continues = true;
  if (!shell_.options[SetOption::history]) return true;
  std::string text = line.substr(0, line.find('\n'));
  const bool in_document = continues && history_.find("<<") != std::string::npos;
  if (shell_.options[SetOption::histexpand] && !in_document && text.find_first_of("!^") != std::string::npos) {
    if (continues) shell_.history->drop_last();  // the command so far is not the last one
    if (!expand(text)) text.clear();
    if (continues) shell_.history->add(history_);
    line = text + "\n";
  }
  // These begin no command.
  const size_t start = text.find_first_not_of(" \t");
  if (!continues && (start == std::string::npos || text[start] == '#')) shell_.execution.continues = false;
  if (text.empty()) return true;
  // One entry for one command, whatever its lines.
  if (!continues) {
    history_ = text;
  } else {
    shell_.history->drop_last();
    const size_t word = history_.find_last_of(" ;") + 1;
    constexpr std::string_view kOpen[] = {"do", "then", "else", "elif", "in", "if", "while", "until"};
    const bool open =
        history_.find_last_of("{(&|;)") + 1 == history_.size() ||
        std::find(std::begin(kOpen), std::end(kOpen), std::string_view(history_).substr(word)) != std::end(kOpen);
    const auto odd = [&](char quote) { return std::count(history_.begin(), history_.end(), quote) % 2 != 0; };
    const bool as_it_is = in_document || odd('"') || odd('\'');
    history_.append(as_it_is ? "\n" : open ? " " : "; ").append(text);
  }
  shell_.history->add(history_);
  return true;
}

}  // namespace shell
