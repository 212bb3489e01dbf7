// From an invocation to a running shell.
#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "../directories.h"
#include "../execute/input.h"
#include "../execute/internal.h"
#include "../execute/settings.h"
#include "../execute/traps.h"
#include "../expand/expand.h"
#include "../files.h"
#include "../history/history.h"
#include "../session/session.h"
#include "../syntax/grammar.h"
#include "../syntax/printer.h"
#include "../text/numbers.h"
#include "../text/split.h"
#include "invocation.h"

namespace shell {

namespace {

std::string expanded_text(Shell& shell, std::string_view variable) {
  std::string result;
  const std::string source = shell.variables.text(variable);
  if (source.empty() || !expand_text(shell, source, result)) return {};
  return result;
}

// A startup file; nothing happens when there is none. True: it was there.
bool run_startup_file(Shell& shell, const std::string& path) {
  std::string text;
  if (path.empty() || read_file(path, text) != 0) return false;
  execute_file(shell, path, text, nullptr);
  return true;
}

void run_startup_files(Shell& shell, const Invocation& invocation) {
  const std::string home = shell.variables.text("HOME");
  if (invocation.login && !invocation.no_profile) {
    run_startup_file(shell, "/etc/profile");
    if (invocation.posix) {
      run_startup_file(shell, home + "/.profile");
    } else if (!shell.unwinding() && !run_startup_file(shell, home + "/.bash_profile") &&
               !run_startup_file(shell, home + "/.bash_login")) {
      run_startup_file(shell, home + "/.profile");
    }
    if (shell.unwinding()) return;
  }
  const bool posix = shell.options[SetOption::posix], privileged = shell.options[SetOption::privileged];
  if (shell.interactive) {
    if (posix) {
      if (!privileged) run_startup_file(shell, expanded_text(shell, "ENV"));
    } else if (!invocation.no_rc && !invocation.login) {
      run_startup_file(shell, invocation.rc_file.empty() ? home + "/.bashrc" : invocation.rc_file);
    }
  } else if (!posix && !privileged) {
    // $0 is the script already that is run then.
    const bool runs_script = !shell.reads_stdin && !invocation.command_given;
    const Scoped name(shell.name, runs_script ? invocation.arguments[0] : shell.name);
    run_startup_file(shell, expanded_text(shell, "BASH_ENV"));
  }
}

void export_value(Shell& shell, std::string_view name, std::string_view value) {
  shell.variables.force(name, value);
  shell.variables.add_attributes(name, kExported);
}

void set_default(Shell& shell, std::string_view name, std::string_view value) {
  if (shell.variables.get(name) == nullptr) shell.variables.force(name, value);
}

void define_startup_variables(Shell& shell, const Invocation& invocation) {
  std::string pwd = shell.variables.text("PWD");
  if (!pwd.starts_with('/') || !is_same_file(pwd, ".")) pwd = physical_directory();
  if (!pwd.empty()) {
    export_value(shell, "PWD", pwd);
    shell.directories->set_current(pwd);
  }
  const std::string* const old = shell.variables.get("OLDPWD");
  if (old != nullptr && !is_directory(*old)) shell.variables.unset("OLDPWD");
  if (shell.variables.get("OLDPWD") == nullptr) shell.variables.add_attributes("OLDPWD", kExported);
  int64_t level = 0;
  if (!parse_integer(shell.variables.text("SHLVL"), level)) level = 0;
  level = std::max<int64_t>(level + 1, 0);
  if (level >= 1000) {
    const std::string number = std::to_string(std::exchange(level, 1));
    shell.output.error(shell.name + ": warning: shell level (" + number + ") too high, resetting to 1\n");
  }
  export_value(shell, "SHLVL", std::to_string(level));
  set_default(shell, "PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
  set_default(shell, "TERM", "dumb");
  if (const passwd* user = getpwuid(getuid())) set_default(shell, "SHELL", user->pw_shell);
  set_default(shell, "PS4", "+ ");
  set_default(shell, "OPTIND", "1");
  set_default(shell, "OPTERR", "1");
  shell.variables.force("IFS", " \t\n");
  shell.ifs = " \t\n";
  shell.ifs_is_set = true;
  const std::string& name = invocation.name;
  shell.variables.force("BASH", name.find('/') != std::string::npos ? name : find_program(shell, name, false, false));
  if (shell.interactive) {
    set_default(shell, "PS1", "\\s-\\v\\$ ");
    set_default(shell, "PS2", "> ");
  }
}

// ---- what the commands are read from ----

// The script: as named, or found in PATH. -1 after reporting, with a status.
int open_script(Shell& shell, const std::string& name, int& status) {
  const auto refuse = [&](std::string_view text, int code) {
    shell.output.error(shell.name + ": " + name + ": " + std::string(text) + "\n");
    status = code;
    return -1;
  };
  int fd = open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT && name.find('/') == std::string::npos) {
    const std::string found = find_program(shell, name, false, false);
    if (!found.empty()) fd = open(found.c_str(), O_RDONLY | O_CLOEXEC);
    if (found.empty()) errno = ENOENT;
  }
  if (fd < 0) return refuse(std::strerror(errno), errno == ENOENT ? 127 : 126);
  struct stat information{};
  const bool directory = fstat(fd, &information) == 0 && S_ISDIR(information.st_mode);
  if (directory || (S_ISREG(information.st_mode) && looks_binary(fd))) {
    close(fd);
    shell.name = name;
    return refuse(directory ? "Is a directory" : "cannot execute binary file", 126);
  }
  constexpr int kScriptDescriptor = 255;  // out of the way of the script's own numbers
  const int moved = fcntl(fd, F_DUPFD_CLOEXEC, kScriptDescriptor);
  if (moved < 0) return fd;
  close(fd);
  return moved;
}

// For --pretty-print: what separates commands, as one empty line.
class SpacedSource final : public LineSource {
 public:
  SpacedSource(Shell& shell, LineSource& source) : shell_(shell), source_(source) {}
  bool next(std::string& line) override {
    const bool more = source_.next(line);
    const size_t text = more ? line.find_first_not_of(" \t\n") : std::string::npos;
    const bool blank = text == std::string::npos || line[text] == '#';
    if (!shell_.execution.continues && blank && !std::exchange(blank_, true)) shell_.output.write("\n");
    if (!blank) shell_.execution.continues = true;
    return more;
  }
  void printed() { blank_ = false; }

 private:
  Shell& shell_;
  LineSource& source_;
  bool blank_ = false;
};

int pretty_print(Shell& shell, LineSource& source) {
  SpacedSource lines(shell, source);
  Grammar grammar(shell.parser_host(), lines, 1);
  std::shared_ptr<Program> program;
  SyntaxError error{};
  Outcome outcome;
  while (shell.execution.continues = false, outcome = grammar.next(program, error), outcome == Outcome::command) {
    shell.output.write(print_command(*program->body, true) + "\n");
    lines.printed();
  }
  if (outcome == Outcome::end) return 0;
  shell.report_syntax_error(error, {});
  return 1;
}

// For -D: each $"…" as it stands, or as an entry of a catalogue of messages.
void dump_string(Shell& shell, int line, std::string_view text, bool as_entry) {
  if (!as_entry) return shell.output.write("\"" + std::string(text) + "\"\n");
  std::string entry = "#: " + (shell.command_string ? "-c" : shell.name) + ":" + std::to_string(line) + "\nmsgid \"";
  if (text.find('\n') != std::string_view::npos) entry += "\"\n\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') entry += '\\';
    if (c == '\n') {
      entry += "\\n\"\n\"";
    } else {
      entry += c;
    }
  }
  shell.output.write(entry + "\"\nmsgstr \"\"\n");
}

int run_input(Shell& shell, const Invocation& invocation, LineSource& source) {
  if (invocation.pretty_print && !invocation.command_given) return shell.status = pretty_print(shell, source);
  RememberedSource lines(shell, source);
  return execute_source(shell, lines, invocation.command_given ? "-c" : "", 1);
}

int run_commands(Shell& shell, const Invocation& invocation) {
  if (invocation.dump_strings) {
    shell.options[SetOption::noexec] = true;
    shell.dump_translatable(
        [&](int line, std::string_view text) { dump_string(shell, line, text, invocation.dump_po_strings); });
  }
  if (invocation.command_given) {
    StringSource source(invocation.command);
    // Of an interactive shell only what is typed is remembered.
    return shell.interactive ? execute_source(shell, source, "-c", 1) : run_input(shell, invocation, source);
  }
  if (!shell.reads_stdin) {
    int status = 0;
    const int fd = open_script(shell, invocation.arguments[0], status);
    if (fd < 0) return shell.status = status;
    shell.name = invocation.arguments[0];
    shell.frames.back().source = shell.name;
    FileSource source(fd, true);
    return run_input(shell, invocation, source);
  }
  if (!shell.interactive) {
    FileSource source(STDIN_FILENO, false);
    return run_input(shell, invocation, source);
  }
  InteractiveSource source(shell);
  run_input(shell, invocation, source);
  if (!shell.unwinding()) shell.output.error(shell.login ? "logout\n" : "exit\n");
  return shell.status;
}

void apply_invocation(Shell& shell, const Invocation& invocation) {
  shell.name = invocation.name;
  shell.login = invocation.login;
  shell.session = invocation.session;
  shell.command_string = invocation.command_given;
  shell.reads_stdin = !invocation.command_given && (invocation.reads_stdin || invocation.arguments.empty());
  shell.interactive = invocation.interactive || (shell.reads_stdin && invocation.arguments.empty() &&
                                                 isatty(STDIN_FILENO) != 0 && isatty(STDERR_FILENO) != 0);
  if (invocation.command_given) shell.variables.force("BASH_EXECUTION_STRING", invocation.command);
  auto first = invocation.arguments.begin();
  if (!shell.reads_stdin && first != invocation.arguments.end()) {
    if (invocation.command_given) shell.name = *first;
    ++first;
  }
  shell.positional = std::make_shared<const std::vector<std::string>>(first, invocation.arguments.end());
  shell.frames.back().arguments = shell.positional;
  if (invocation.posix || shell.variables.get("POSIXLY_CORRECT") != nullptr)
    change_set_option(shell, SetOption::posix, true);
  if (shell.interactive) {
    for (const SetOption option : {SetOption::histexpand, SetOption::history, SetOption::emacs}) {
      shell.options[option] = true;
    }
    shell.options[SetOption::monitor] = isatty(2);
    shell.options[Shopt::expand_aliases] = true;
  }
  shell.options[Shopt::login_shell] = invocation.login;
  for (const auto& [option, on] : invocation.set_options) change_set_option(shell, option, on);
  for (const auto& [option, on] : invocation.shopts) change_shopt(shell, option, on);
}

// SHELLOPTS and BASHOPTS from the environment turn options on.
void import_options(Shell& shell, std::span<const std::string> environment) {
  for (const std::string_view entry : environment) {
    const bool shopts = entry.starts_with("BASHOPTS=");
    if (!shopts && !entry.starts_with("SHELLOPTS=")) continue;
    const OptionTable table = table_of(shell.options, shopts);
    for (const std::string_view name : split(entry.substr(entry.find('=') + 1), ':')) {
      const size_t option = table.find(name);
      if (option < table.names.size()) change_option(shell, shopts, option, true);
    }
  }
}

}  // namespace

int run_shell(Shell& shell, const Invocation& invocation, std::span<const std::string> environment) {
  if (invocation.plan) {
    shell.output.write(plan_json(shell.parser_host(), invocation.command) + "\n");
    return shell.output.flush() ? 0 : 1;
  }
  shell.traps->remember_initially_ignored();
  shell.name = invocation.name;
  shell.variables.import_environment(environment);
  shell.last_argument = shell.variables.text("_", invocation.name);
  define_execution_variables(shell);
  if (!shell.options[SetOption::privileged] && !invocation.restricted) import_functions(shell, environment);
  if (!invocation.restricted) import_options(shell, environment);
  apply_invocation(shell, invocation);
  define_startup_variables(shell, invocation);
  if (invocation.list_set_options) return run_words(shell, {"set", invocation.plus ? "+o" : "-o"}, {});
  if (invocation.list_shopts)
    return run_words(shell,
                     invocation.plus ? std::vector<std::string>{"shopt", "-p"} : std::vector<std::string>{"shopt"}, {});
  if (shell.interactive) shell.traps->ignore_as_interactive();
  if (invocation.session) run_session(shell);
  run_startup_files(shell, invocation);
  if (invocation.restricted) {
    restrict_shell(shell);
    shell.options[Shopt::restricted_shell] = true;
  }
  const bool remembers = shell.interactive && !invocation.command_given;
  if (remembers && shell.variables.get("HISTFILE") == nullptr) {
    shell.variables.force("HISTFILE", shell.variables.text("HOME") + "/.bash_history");
  }
  if (remembers) shell.history->enable();
  if (!shell.unwinding()) run_commands(shell, invocation);
  if (Traps::pending()) shell.traps->run_pending();
  shell.traps->run_exit();
  const std::string history = shell.variables.text("HISTFILE");
  if ((remembers || !shell.interactive) && !history.empty() && shell.options[SetOption::history]) {
    (void)shell.history->write(history, shell.options[Shopt::histappend]);
  }
  return shell.status;
}

}  // namespace shell
