// All built-ins, sorted by name.
#include <algorithm>

#include "builtins.h"

namespace shell {

namespace {

constexpr uint8_t kNone = 0;

constexpr Builtin kBuiltins[] = {
    {".", builtin_source, kSpecial, ". filename [arguments]", "Runs the commands of a file in this shell."},
    {":", builtin_true, kSpecial | kInProcess, ":", "Does nothing, successfully."},
    {"[", builtin_test, kInProcess, "[ arg... ]", "Tests a condition, as test does; the last argument must be ]."},
    {"alias", builtin_alias, kNone, "alias [-p] [name[=value] ... ]", "Defines or shows aliases."},
    {"bg", builtin_bg, kNone, "bg [job_spec ...]", "Lets stopped jobs go on in the background."},
    {"bind", builtin_bind, kNone,
     "bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] "
     "[keyseq:readline-function or readline-command]",
     "Shows or changes key bindings."},
    {"break", builtin_break, kSpecial | kInProcess, "break [n]", "Leaves n enclosing loops."},
    {"builtin", builtin_builtin, kNone, "builtin [shell-builtin [arg ...]]",
     "Runs a built-in, even behind a function."},
    {"caller", builtin_caller, kInProcess, "caller [expr]", "Shows where the current function was called from."},
    {"cd", builtin_cd, kInProcess, "cd [-L|[-P [-e]] [-@]] [dir]", "Changes the working directory."},
    {"command", builtin_command, kNone, "command [-pVv] command [arg ...]",
     "Runs a command and never a function, or tells what a name is."},
    {"compgen", builtin_compgen, kNone,
     "compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] "
     "[-X filterpat] [-P prefix] [-S suffix] [word]",
     "Prints the completions of a word."},
    {"complete", builtin_complete, kNone,
     "complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] "
     "[-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]",
     "Says how the arguments of commands are completed."},
    {"compopt", builtin_compopt, kNone, "compopt [-o|+o option] [-DEI] [name ...]", "Changes options of completions."},
    {"continue", builtin_continue, kSpecial | kInProcess, "continue [n]",
     "Goes on with the next turn of the nth loop."},
    {"declare", builtin_declare, kInProcess,
     "declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]",
     "Sets or shows values and attributes of variables and functions."},
    {"dirs", builtin_dirs, kNone, "dirs [-clpv] [+N] [-N]", "Shows the stack of directories."},
    {"disown", builtin_disown, kNone, "disown [-h] [-ar] [jobspec ... | pid ...]", "Forgets jobs."},
    {"echo", builtin_echo, kInProcess, "echo [-neE] [arg ...]", "Writes its arguments."},
    {"enable", builtin_enable, kNone, "enable [-a] [-dnps] [-f filename] [name ...]", "Switches built-ins on and off."},
    {"eval", builtin_eval, kSpecial, "eval [arg ...]", "Runs its arguments as commands."},
    {"exec", builtin_exec, kSpecial, "exec [-cl] [-a name] [command [argument ...]] [redirection ...]",
     "Replaces the shell by a program, or makes redirections last."},
    {"exit", builtin_exit, kSpecial | kInProcess, "exit [n]", "Ends the shell with status n."},
    {"export", builtin_export, kSpecial | kInProcess, "export [-fn] [name[=value] ...] or export -p",
     "Puts variables or functions into the environment of programs."},
    {"false", builtin_false, kInProcess, "false", "Does nothing, unsuccessfully."},
    {"fc", builtin_fc, kNone, "fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]",
     "Shows, edits and repeats commands of the history."},
    {"fg", builtin_fg, kNone, "fg [job_spec]", "Brings a job to the foreground."},
    {"getopts", builtin_getopts, kNone, "getopts optstring name [arg ...]", "Reads the next option of the arguments."},
    {"hash", builtin_hash, kNone, "hash [-lr] [-p pathname] [-dt] [name ...]",
     "Remembers or shows where programs are."},
    {"help", builtin_help, kNone, "help [-dms] [pattern ...]", "Describes built-ins."},
    {"history", builtin_history, kNone,
     "history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]",
     "Shows or changes the history."},
    {"jobs", builtin_jobs, kNone, "jobs [-lnprs] [jobspec ...] or jobs -x command [args]", "Shows the jobs."},
    {"kill", builtin_kill, kNone, "kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]",
     "Sends a signal to processes or jobs."},
    {"let", builtin_let, kInProcess, "let arg [arg ...]", "Evaluates arithmetic expressions."},
    {"local", builtin_local, kInProcess, "local [option] name[=value] ...",
     "Declares variables of the current function."},
    {"logout", builtin_logout, kNone, "logout [n]", "Ends a login shell."},
    {"mapfile", builtin_mapfile, kNone,
     "mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
     "Reads lines into an array."},
    {"popd", builtin_popd, kNone, "popd [-n] [+N | -N]", "Takes a directory off the stack and goes there."},
    {"printf", builtin_printf, kInProcess, "printf [-v var] format [arguments]",
     "Writes its arguments as a format says."},
    {"pushd", builtin_pushd, kNone, "pushd [-n] [+N | -N | dir]", "Puts a directory on the stack and goes there."},
    {"pwd", builtin_pwd, kInProcess, "pwd [-LP]", "Writes the working directory."},
    {"read", builtin_read, kInProcess,
     "read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]",
     "Reads a line and splits it into variables."},
    {"readarray", builtin_mapfile, kNone,
     "readarray [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
     "Reads lines into an array."},
    {"readonly", builtin_readonly, kSpecial | kInProcess, "readonly [-aAf] [name[=value] ...] or readonly -p",
     "Makes variables or functions unchangeable."},
    {"return", builtin_return, kSpecial | kInProcess, "return [n]", "Leaves a function or sourced file."},
    {"set", builtin_set, kSpecial, "set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]",
     "Changes options and positional parameters, or shows variables."},
    {"shift", builtin_shift, kSpecial | kInProcess, "shift [n]", "Drops the first n positional parameters."},
    {"shopt", builtin_shopt, kNone, "shopt [-pqsu] [-o] [optname ...]", "Changes or shows shell options."},
    {"source", builtin_source, kSpecial, "source filename [arguments]", "Runs the commands of a file in this shell."},
    {"suspend", builtin_suspend, kNone, "suspend [-f]", "Stops the shell until it is continued."},
    {"test", builtin_test, kInProcess, "test [expr]", "Tests a condition."},
    {"times", builtin_times, kSpecial | kInProcess, "times", "Shows the processor time of the shell and its children."},
    {"trap", builtin_trap, kSpecial, "trap [-lp] [[arg] signal_spec ...]",
     "Says what to do on signals and other events."},
    {"true", builtin_true, kInProcess, "true", "Does nothing, successfully."},
    {"type", builtin_type, kNone, "type [-afptP] name [name ...]", "Tells what a name would run."},
    {"typeset", builtin_declare, kInProcess,
     "typeset [-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]",
     "Sets or shows values and attributes of variables and functions."},
    {"ulimit", builtin_ulimit, kNone, "ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]", "Shows or sets resource limits."},
    {"umask", builtin_umask, kNone, "umask [-p] [-S] [mode]", "Shows or sets the mask of file modes."},
    {"unalias", builtin_unalias, kNone, "unalias [-a] name [name ...]", "Removes aliases."},
    {"unset", builtin_unset, kSpecial, "unset [-f] [-v] [-n] [name ...]", "Removes variables or functions."},
    {"wait", builtin_wait, kNone, "wait [-fn] [-p var] [id ...]", "Waits for jobs to end and gives their status."},
};

constexpr bool sorted() {
  for (size_t i = 1; i < std::size(kBuiltins); ++i) {
    if (!(kBuiltins[i - 1].name < kBuiltins[i].name)) return false;
  }
  return true;
}
static_assert(sorted());

}  // namespace

const Builtin* find_builtin(const Shell& shell, std::string_view name) {
  const Builtin* found =
      std::lower_bound(std::begin(kBuiltins), std::end(kBuiltins), name,
                       [](const Builtin& builtin, std::string_view key) { return builtin.name < key; });
  if (found == std::end(kBuiltins) || found->name != name) return nullptr;
  for (const std::string& disabled : shell.disabled_builtins) {
    if (disabled == name) return nullptr;
  }
  return found;
}

std::span<const Builtin> all_builtins() { return kBuiltins; }

bool is_builtin_name(std::string_view name) {
  return std::ranges::find(kBuiltins, name, &Builtin::name) != std::end(kBuiltins);
}

}  // namespace shell
