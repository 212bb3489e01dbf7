#include "shell.h"

#include <algorithm>

namespace shell {

std::string Shell::option_letters() const {
  std::string letters;
  for (const char letter : std::string_view("abefhikmnprtuvxBCEHPT")) {
    const SetOption option = find_set_option(letter);
    const bool on = letter == 'i' ? interactive : letter == 'r' ? restricted : options[option];
    if (on) letters += letter;
  }
  return letters + (command_string ? "c" : "") + (reads_stdin ? "s" : "");
}

std::string Shell::error_prefix() const {
  // Within a file the messages name that file; elsewhere the shell itself.
  const std::string& file = frames.back().source;
  const std::string& who = interactive || file.empty() ? name : file;
  if (interactive) return who + ": ";
  return who + (options[Shopt::gnu_errfmt] ? ":" : ": line ") + std::to_string(line) + ": ";
}

void Shell::report(std::string_view message) { output.error(error_prefix().append(message) + "\n"); }

void Shell::report_error(std::string_view message) {
  report(message);
  if (!options[SetOption::errexit]) return;
  exit_shell(std::max(status, 1));
  services.run_exit_trap(*this);
}

void Shell::builtin_error(std::string_view message) {
  report(std::string(command_name).append(command_name.empty() ? "" : ": ").append(message));
}

bool Shell::forbids(std::string_view what, std::string_view why) {
  if (restricted) builtin_error(std::string(what) + (what.empty() ? "" : ": ") + std::string(why));
  return restricted;
}

void Shell::builtin_usage(std::string_view usage) {
  output.error(std::string(command_name).append(": usage: ").append(usage) + "\n");
}

void Shell::report_syntax_error(const SyntaxError& error, std::string_view where) {
  const std::string& file = frames.back().source;
  std::string prefix = file.empty() || file == "main" ? name : file;
  prefix += ": ";
  if (!where.empty()) prefix.append(where).append(": ");
  const auto at = [&](int number) { return interactive ? prefix : prefix + "line " + std::to_string(number) + ": "; };
  std::string text;
  for (const std::string& message : error.messages) {
    text += at(error.line) + message + "\n";
    if (options[SetOption::errexit]) break;  // it ends the shell
  }
  if (!options[SetOption::errexit]) {
    for (const auto& [number, message] : error.more) text += at(number) + message + "\n";
    if (!where.empty()) prefix.resize(prefix.size() - where.size() - 2);
    for (const auto& [number, message] : error.warnings) text += at(number) + "warning: " + message + "\n";
  }
  output.error(text);
}

Failure Shell::refuse(std::string_view message) {
  report(message);
  return {};
}

Failure Shell::refuse_identifier(std::string_view shown) {
  builtin_error("`" + std::string(shown) + "': not a valid identifier");
  return {};
}

Failure Shell::fail(std::string_view message, Reach reach) {
  report_error(message);
  return give_up(reach);
}

Failure Shell::give_up(Reach reach, int code) {
  if (reach == Reach::command) return {code};
  if (unwinding()) return {status};
  const bool ends_shell = reach == Reach::shell || (reach == Reach::rules && options[SetOption::posix]);
  if (ends_shell && !interactive) return {end_by_failure()};
  unwind = reach == Reach::text ? Unwind::abandon : Unwind::discard;
  return {status = code};
}

int Shell::end_by_failure() {
  // Of the EXIT trap only the trap is left to end, and its status does not count.
  if (services.in_exit_trap(*this)) {
    unwind = Unwind::discard;
    return status = 1;
  }
  const int code = command_string && subshell_level == execution.simple_stages ? 127 : 1;
  return options[SetOption::errexit] ? exit_here(code) : exit_shell(code);
}

int Shell::exit_here(int code) {
  exit_shell(code);
  if (function_depth > 0 || !command_string) services.run_exit_trap(*this);
  return status;
}

int Shell::exit_shell(int code) {
  status = code & 0xff;
  unwind = Unwind::exit;
  return status;
}

}  // namespace shell
