// `set -o` and `shopt` options by their names.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace shell {

// The formatter never comes to rest with lists like these.
// clang-format off
#define SHELL_SET_OPTIONS(X)                                                                                        \
  X(allexport, 'a') X(braceexpand, 'B') X(emacs, 0) X(errexit, 'e') X(errtrace, 'E') X(functrace, 'T')              \
  X(hashall, 'h') X(histexpand, 'H') X(history, 0) X(ignoreeof, 0) X(interactive_comments, 0) X(keyword, 'k')       \
  X(monitor, 'm') X(noclobber, 'C') X(noexec, 'n') X(noglob, 'f') X(nolog, 0) X(notify, 'b') X(nounset, 'u')        \
  X(onecmd, 't') X(physical, 'P') X(pipefail, 0) X(posix, 0) X(privileged, 'p') X(verbose, 'v') X(vi, 0)            \
  X(xtrace, 'x')

#define SHELL_SHOPT_OPTIONS(X)                                                                                      \
  X(autocd) X(assoc_expand_once) X(cdable_vars) X(cdspell) X(checkhash) X(checkjobs) X(checkwinsize) X(cmdhist)     \
  X(compat31) X(compat32) X(compat40) X(compat41) X(compat42) X(compat43) X(compat44) X(complete_fullquote)         \
  X(direxpand) X(dirspell) X(dotglob) X(execfail) X(expand_aliases) X(extdebug) X(extglob) X(extquote) X(failglob)  \
  X(force_fignore) X(globasciiranges) X(globskipdots) X(globstar) X(gnu_errfmt) X(histappend) X(histreedit)         \
  X(histverify) X(hostcomplete) X(huponexit) X(inherit_errexit) X(interactive_comments) X(lastpipe) X(lithist)      \
  X(localvar_inherit) X(localvar_unset) X(login_shell) X(mailwarn) X(no_empty_cmd_completion) X(nocaseglob)         \
  X(nocasematch) X(noexpand_translation) X(nullglob) X(patsub_replacement) X(progcomp) X(progcomp_alias)            \
  X(promptvars) X(restricted_shell) X(shift_verbose) X(sourcepath) X(varredir_close) X(xpg_echo)
// clang-format on

enum class SetOption : uint8_t {
#define X(name, letter) name,
  SHELL_SET_OPTIONS(X)
#undef X
      count
};

enum class Shopt : uint8_t {
#define X(name) name,
  SHELL_SHOPT_OPTIONS(X)
#undef X
      count
};

struct Options {
  std::array<bool, static_cast<size_t>(SetOption::count)> set{};
  std::array<bool, static_cast<size_t>(Shopt::count)> shopt{};

  Options();  // bash's defaults for a non-interactive shell

  [[nodiscard]] bool operator[](SetOption option) const { return set[static_cast<size_t>(option)]; }
  [[nodiscard]] bool operator[](Shopt option) const { return shopt[static_cast<size_t>(option)]; }
  bool& operator[](SetOption option) { return set[static_cast<size_t>(option)]; }
  bool& operator[](Shopt option) { return shopt[static_cast<size_t>(option)]; }
};

// The options of `set -o` and those of `shopt` alike: their names, in the order of lists, and what they are.
struct OptionTable {
  struct Name {
    std::string_view name;  // "interactive-comments"
    char letter = 0;        // 0: none
  };
  std::span<const Name> names;
  std::span<const bool> values;

  [[nodiscard]] size_t find(std::string_view name) const;  // the number of them: there is none
  [[nodiscard]] std::string joined() const;                // of SHELLOPTS and BASHOPTS
};
OptionTable table_of(const Options& options, bool shopts);

// count: no such option.
SetOption find_set_option(std::string_view name);
SetOption find_set_option(char letter);

}  // namespace shell
