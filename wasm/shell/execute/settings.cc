#include "settings.h"

#include "../history/history.h"

namespace shell {

namespace {

void change_posix(Shell& shell, bool on) {
  Options& options = shell.options;
  options[Shopt::expand_aliases] = on || shell.interactive;
  options[Shopt::shift_verbose] = on;
  ++shell.definitions_epoch;
  if (!on) {
    shell.variables.unset("POSIXLY_CORRECT");
    return;
  }
  options[Shopt::inherit_errexit] = options[Shopt::sourcepath] = true;
  options[Shopt::interactive_comments] = options[SetOption::interactive_comments] = true;
  if (shell.variables.get("POSIXLY_CORRECT") == nullptr) shell.variables.force("POSIXLY_CORRECT", "y");
}

}  // namespace

void change_set_option(Shell& shell, SetOption option, bool on) {
  Options& options = shell.options;
  const bool before = options[option];
  // A session could never turn it off again, as a terminal could not.
  if (option == SetOption::noexec && on && (shell.interactive || shell.session)) return;
  options[option] = on;
  if (on && option == SetOption::vi) options[SetOption::emacs] = false;
  if (on && option == SetOption::emacs) options[SetOption::vi] = false;
  if (on && !before && option == SetOption::history) shell.history->enable();
  if (option == SetOption::interactive_comments) options[Shopt::interactive_comments] = on;
  if (option == SetOption::ignoreeof && on) (void)shell.variables.set("IGNOREEOF", "10");
  if (option == SetOption::ignoreeof && !on) shell.variables.unset("IGNOREEOF");
  if (option == SetOption::posix && on != before) change_posix(shell, on);
}

void change_shopt(Shell& shell, Shopt option, bool on) {
  if (option == Shopt::login_shell || option == Shopt::restricted_shell) return;
  shell.options[option] = on;
  if (option == Shopt::interactive_comments) shell.options[SetOption::interactive_comments] = on;
  if (option == Shopt::expand_aliases) ++shell.definitions_epoch;
  if (option == Shopt::extdebug) {
    shell.options[SetOption::functrace] = on;
    shell.options[SetOption::errtrace] = on;
  }
}

void change_option(Shell& shell, bool shopt, size_t option, bool on) {
  shopt ? change_shopt(shell, static_cast<Shopt>(option), on)
        : change_set_option(shell, static_cast<SetOption>(option), on);
}

void restrict_shell(Shell& shell) {
  shell.restricted = true;
  for (const char* name : {"PATH", "SHELL", "ENV", "BASH_ENV", "HISTFILE"}) {
    shell.variables.add_attributes(name, kReadonly);
  }
}

}  // namespace shell
