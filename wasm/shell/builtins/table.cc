// All built-ins, sorted by name.
#include <algorithm>

#include "builtins.h"
#include "declare.h"

namespace shell {

namespace {

constexpr uint8_t kNone = 0;

constexpr Builtin kBuiltins[] = {
    {".", builtin_source, kSpecial, "", ". filename [arguments]", "Runs the commands of a file in this shell."},
    {":", builtin_true, kSpecial | kInProcess, kAsTheyCome, ":", "Does nothing, successfully."},
    {"[", builtin_test, kInProcess, kAsTheyCome, "[ arg... ]",
     "Tests a condition, as test does; the last argument must be ]."},
    {"alias", builtin_alias, kNone, "p", "alias [-p] [name[=value] ... ]", "Defines or shows aliases."},
    {"bg", builtin_bg, kNone, kOnlyHelp, "bg [job_spec ...]", "Lets stopped jobs go on in the background."},
    {"bind", builtin_bind, kNone, kAsTheyCome,
     "bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] "
     "[keyseq:readline-function or readline-command]",
     "Shows or changes key bindings."},
    {"break", builtin_break, kSpecial | kInProcess, kOnlyHelp, "break [n]", "Leaves n enclosing loops."},
    {"builtin", builtin_builtin, kNone, "", "builtin [shell-builtin [arg ...]]",
     "Runs a built-in, even behind a function."},
    {"caller", builtin_caller, kInProcess, kAsTheyCome, "caller [expr]",
     "Shows where the current function was called from."},
    {"cd", builtin_cd, kInProcess, kAsTheyCome, "cd [-L|[-P [-e]] [-@]] [dir]", "Changes the working directory."},
    {"command", builtin_command, kNone, "pvV", "command [-pVv] command [arg ...]",
     "Runs a command and never a function, or tells what a name is."},
    {"compgen", builtin_compgen, kNone, kAsTheyCome,
     "compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] "
     "[-X filterpat] [-P prefix] [-S suffix] [word]",
     "Prints the completions of a word."},
    {"complete", builtin_complete, kNone, kAsTheyCome,
     "complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] "
     "[-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]",
     "Says how the arguments of commands are completed."},
    {"compopt", builtin_compopt, kNone, kAsTheyCome, "compopt [-o|+o option] [-DEI] [name ...]",
     "Changes options of completions."},
    {"continue", builtin_continue, kSpecial | kInProcess, kOnlyHelp, "continue [n]",
     "Goes on with the next turn of the nth loop."},
    {"declare", builtin_declare, kInProcess, kAsTheyCome,
     "declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]",
     "Sets or shows values and attributes of variables and functions."},
    {"dirs", builtin_dirs, kNone, kOnlyHelp, "dirs [-clpv] [+N] [-N]", "Shows the stack of directories."},
    {"disown", builtin_disown, kNone, "ahr", "disown [-h] [-ar] [jobspec ... | pid ...]", "Forgets jobs."},
    {"echo", builtin_echo, kInProcess, kAsTheyCome, "echo [-neE] [arg ...]", "Writes its arguments."},
    {"enable", builtin_enable, kNone, "adnpsf:", "enable [-a] [-dnps] [-f filename] [name ...]",
     "Switches built-ins on and off."},
    {"eval", builtin_eval, kSpecial, "", "eval [arg ...]", "Runs its arguments as commands."},
    {"exec", builtin_exec, kSpecial, "cla:", "exec [-cl] [-a name] [command [argument ...]] [redirection ...]",
     "Replaces the shell by a program, or makes redirections last."},
    {"exit", builtin_exit, kSpecial | kInProcess, kOnlyHelp, "exit [n]", "Ends the shell with status n."},
    {"export", builtin_export, kSpecial | kInProcess, "aAfnp", "export [-fn] [name[=value] ...] or export -p",
     "Puts variables or functions into the environment of programs."},
    {"false", builtin_false, kInProcess, kAsTheyCome, "false", "Does nothing, unsuccessfully."},
    {"fc", builtin_fc, kNone, kAsTheyCome, "fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]",
     "Shows, edits and repeats commands of the history."},
    {"fg", builtin_fg, kNone, kOnlyHelp, "fg [job_spec]", "Brings a job to the foreground."},
    {"getopts", builtin_getopts, kNone, "", "getopts optstring name [arg ...]",
     "Reads the next option of the arguments."},
    {"hash", builtin_hash, kNone, "dlp:rt", "hash [-lr] [-p pathname] [-dt] [name ...]",
     "Remembers or shows where programs are."},
    {"help", builtin_help, kNone, "dms", "help [-dms] [pattern ...]", "Describes built-ins."},
    {"history", builtin_history, kNone, "acd:npsrw",
     "history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]",
     "Shows or changes the history."},
    {"jobs", builtin_jobs, kNone, "lpnxrs", "jobs [-lnprs] [jobspec ...] or jobs -x command [args]", "Shows the jobs."},
    {"kill", builtin_kill, kNone, kOnlyHelp,
     "kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]",
     "Sends a signal to processes or jobs."},
    {"let", builtin_let, kInProcess, kOnlyHelp, "let arg [arg ...]", "Evaluates arithmetic expressions."},
    {"local", builtin_local, kInProcess, kAsTheyCome, "local [option] name[=value] ...",
     "Declares variables of the current function."},
    {"logout", builtin_logout, kNone, kOnlyHelp, "logout [n]", "Ends a login shell."},
    {"mapfile", builtin_mapfile, kNone, kAsTheyCome,
     "mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
     "Reads lines into an array."},
    {"popd", builtin_popd, kNone, kOnlyHelp, "popd [-n] [+N | -N]", "Takes a directory off the stack and goes there."},
    {"printf", builtin_printf, kInProcess, kAsTheyCome, "printf [-v var] format [arguments]",
     "Writes its arguments as a format says."},
    {"pushd", builtin_pushd, kNone, kOnlyHelp, "pushd [-n] [+N | -N | dir]",
     "Puts a directory on the stack and goes there."},
    {"pwd", builtin_pwd, kInProcess, "LP", "pwd [-LP]", "Writes the working directory."},
    {"read", builtin_read, kInProcess, kAsTheyCome,
     "read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]",
     "Reads a line and splits it into variables."},
    {"readarray", builtin_mapfile, kNone, kAsTheyCome,
     "readarray [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
     "Reads lines into an array."},
    {"readonly", builtin_readonly, kSpecial | kInProcess, "aAfnp", "readonly [-aAf] [name[=value] ...] or readonly -p",
     "Makes variables or functions unchangeable."},
    {"return", builtin_return, kSpecial | kInProcess, kOnlyHelp, "return [n]", "Leaves a function or sourced file."},
    {"set", builtin_set, kSpecial, kOnlyHelp, "set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]",
     "Changes options and positional parameters, or shows variables."},
    {"shift", builtin_shift, kSpecial | kInProcess, kOnlyHelp, "shift [n]", "Drops the first n positional parameters."},
    {"shopt", builtin_shopt, kNone, "psuoq", "shopt [-pqsu] [-o] [optname ...]", "Changes or shows shell options."},
    {"source", builtin_source, kSpecial, "", "source filename [arguments]",
     "Runs the commands of a file in this shell."},
    {"suspend", builtin_suspend, kNone, "f", "suspend [-f]", "Stops the shell until it is continued."},
    {"test", builtin_test, kInProcess, kAsTheyCome, "test [expr]", "Tests a condition."},
    {"times", builtin_times, kSpecial | kInProcess, "", "times",
     "Shows the processor time of the shell and its children."},
    {"trap", builtin_trap, kSpecial, "lp", "trap [-lp] [[arg] signal_spec ...]",
     "Says what to do on signals and other events."},
    {"true", builtin_true, kInProcess, kAsTheyCome, "true", "Does nothing, successfully."},
    {"type", builtin_type, kNone, "afptP", "type [-afptP] name [name ...]", "Tells what a name would run."},
    {"typeset", builtin_declare, kInProcess, kAsTheyCome,
     "typeset [-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]",
     "Sets or shows values and attributes of variables and functions."},
    {"ulimit", builtin_ulimit, kNone, kOnlyHelp, "ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]",
     "Shows or sets resource limits."},
    {"umask", builtin_umask, kNone, "Sp", "umask [-p] [-S] [mode]", "Shows or sets the mask of file modes."},
    {"unalias", builtin_unalias, kNone, "a", "unalias [-a] name [name ...]", "Removes aliases."},
    {"unset", builtin_unset, kSpecial, "fnv", "unset [-f] [-v] [-n] [name ...]", "Removes variables or functions."},
    {"wait", builtin_wait, kNone, "fnp:", "wait [-fn] [-p var] [id ...]",
     "Waits for jobs to end and gives their status."},
};

constexpr bool sorted() {
  for (size_t i = 1; i < std::size(kBuiltins); ++i) {
    if (!(kBuiltins[i - 1].name < kBuiltins[i].name)) return false;
  }
  return true;
}
static_assert(sorted());

}  // namespace

const BuiltinTable kBuiltinTable{.all = kBuiltins, .call = call_builtin, .declare_literal = declare_literal};

std::span<const Builtin> all_builtins() { return kBuiltins; }

bool is_builtin_name(std::string_view name) {
  return std::ranges::find(kBuiltins, name, &Builtin::name) != std::end(kBuiltins);
}

}  // namespace shell
