# set -e, set -u, pipefail, and exit statuses.
### a failing command ends the script
set -e; echo a; false; echo not reached
### status of the failing command is the script's
set -e; (exit 7); echo not reached
### conditions are exempt
set -e; if false; then :; fi; while false; do :; done; until true; do :; done; false || echo or; false && echo and; ! true; echo end
### left sides of lists are exempt, the last is not
set -e; false && true; echo a; true && false; echo not reached
### or with a failing right side
set -e; false || false; echo not reached
### negation is exempt
set -e; ! true; echo a; ! false; echo b; ! (exit 3); echo c
### a function in a condition ignores errors
set -e; f() { false; echo continues; }; if f; then echo yes; fi; f && echo and; f || echo or; ! f; echo end; f; echo not reached
### a function that fails
set -e; f() { echo in; return 3; }; f; echo not reached
### a subshell that fails
set -e; (echo in; false; echo no); echo not reached
### a subshell in a condition
set -e; (false; echo inside goes on) || echo or; if (false; echo again); then echo then; fi
### a group that fails
set -e; { echo a; false; echo no; }; echo no
### a group on the left of or
set -e; { false; echo goes on; } || echo or; echo end
### assignment with a failing substitution
set -e; x=$(false); echo not reached
### local hides the status
set -e; f() { local x=$(false); echo hidden; local y; y=$(false); echo not reached; }; f
### export and declare hide the status
set -e; export x=$(false); declare y=$(false); readonly z=$(false); echo end
### substitution in arguments does not matter
set -e; echo $(false) a; echo "$(exit 3)" b; : $(false); echo end
### substitutions do not inherit errexit
set -e; x=$(false; echo inside); echo "$x"; echo $(false; echo also)
### substitutions inherit with inherit_errexit
shopt -s inherit_errexit; set -e; echo "[$(echo a; false; echo b)]"; x=$(false; echo never); echo not reached
### substitutions inherit in posix mode
#= posix
set -e; x=$(echo a; false; echo b) || echo "failed [$x]"; x=$(false; echo c); echo not reached
### a pipeline counts its last command
set -e; false | true; echo a; true | false; echo not reached
### pipefail and errexit
set -e -o pipefail; true | true; echo a; false | true; echo not reached
### pipefail status
set -o pipefail; true | (exit 3) | true; echo $?; (exit 2) | (exit 3) | true; echo $?; (exit 4) | (exit 5); echo $?; ! false | true; echo $?; set +o pipefail; false | true; echo $?
### arithmetic command that is zero
set -e; ((1)); echo a; i=0; ((i++)) || true; echo b; ((i = 0)); echo not reached
### let that is zero
set -e; let x=1; echo a; let x=0; echo not reached
### dbracket and test that fail
set -e; [[ a == a ]]; echo a; [ a = b ] || echo b; [[ a == b ]]; echo not reached
### for loop bodies
set -e; for i in 1 2 3; do [ $i != 2 ]; echo $i; done; echo not reached
### for loop last command with and
set -e; for i in 1 2 3; do [ $i = 2 ] && echo two; done; echo not reached $?
### while loop bodies
set -e; i=0; while true; do ((++i)); echo $i; ((i < 3)); done; echo not reached
### case bodies
set -e; case x in x) false;; esac; echo not reached
### if bodies
set -e; if true; then false; fi; echo not reached
### background commands
set -e; false & wait $! || echo waited; false & echo a; wait; echo b; false & wait $!; echo not reached
### command not found
set -e; nosuchcommand || echo handled $?; nosuchcommand; echo not reached
### redirection failures
set -e; echo a < none || echo handled; echo b < none; echo not reached
### eval and source
set -e; eval 'false || true; echo a'; echo 'echo in; false; echo no' > s; . ./s; echo not reached
### eval in a condition
set -e; eval 'false; echo goes on' || echo or; if eval 'false; echo again'; then :; fi; echo end
### exit trap runs
set -e; trap 'echo trap $?' EXIT; (exit 5); echo not reached
### err trap runs first
set -e; trap 'echo err $?' ERR; trap 'echo exit $?' EXIT; false; echo not reached
### plus e switches off
set -e; set +e; false; echo a; set -e; false; echo not reached
### errexit in a subshell only
(set -e; false; echo no); echo $?; (set -e; (false); echo no); echo $?; echo end
### errexit within a function and back
f() { set -e; true; }; f; echo $-; false; echo not reached
### errexit set inside a condition takes no effect there
if (set -e; false; echo still); then echo yes; fi; (set -e; false; echo shown) || echo no
### read at end of file
set -e; read x < /dev/null || echo eof; while read y; do echo $y; done <<< a; read z < /dev/null; echo not reached
### command and builtin
set -e; command false || echo a; command false; echo not reached
### process substitution failures are ignored
set -e; cat <(echo a; false); echo end
### negated pipeline under pipefail
set -eo pipefail; ! false | true; echo a; ! true | true; echo b
### time and errexit
set -e; TIMEFORMAT=; time true; time false; echo not reached
### coprocess and pipeline parts
set -e; { false; echo in pipe; } | cat; echo end
### function in a pipeline with errexit
set -e; f() { false; echo no; }; f | cat; echo "status $?"
### subshell inside function inside condition
set -e; f() { (false; echo sub goes on); false; echo f goes on; }; f || true; echo end
### bash e option
bash -e -c 'false; echo no'; echo $?; bash -ec 'echo a; (exit 3); echo no'; echo $?
### set o errexit and SHELLOPTS
set -o errexit; [[ $SHELLOPTS == *errexit* ]] && echo on; set +o errexit; false; echo end
### return status under errexit
set -e; f() { return 1; }; f || echo a; x=0; f && x=1; echo $x; g() { f; echo no; }; g || echo "or: function went on"; g; echo not reached
### unset variable ends the script
set -u; echo "${a-ok}"; echo $a; echo not reached
### unset variable in a subshell
set -u; (echo $a; echo no); echo $?; x=$(echo $a); echo $?
### unset variable in a function
set -u; f() { echo "$1"; echo no; }; f; echo no
### unset positional parameters
set -u; echo "$#" "$@" "$*"; echo ${1-none}; echo ${2}; echo no
### nounset and arrays
set -u; a=(1); echo ${a[0]} ${a[@]} ${#a[@]}; b=(); echo "${b[@]}"; echo ${a[1]}; echo no
### nounset and associative arrays
set -u; declare -A m; echo ${#m[@]} "${m[@]}"; echo ${m[x]-d}; echo ${m[x]}; echo no
### nounset in tests and cases
set -u; [[ -z ${a-} ]] && echo empty; case ${a-} in '') echo empty;; esac; [[ -n $a ]] && echo no; echo no
### nounset in a redirection and assignment
set -u; x=${y:-1}; echo $x; z=$y; echo no
### nounset in here strings
set -u; cat <<< "$undefined"; echo "after"
### nounset in a for list
set -u; for i in a $undefined; do echo $i; done; echo no
### nounset and declared but unset
set -u; declare x; echo ${x-unset}; local_f() { local y; echo ${y-unset}; echo $y; }; local_f; echo no
### nounset with an exit trap
trap 'echo bye $?' EXIT; set -u; echo $nope
### nounset special parameters
set -u; echo "$?" "$-" "$#" "$$" > /dev/null; echo "$!"; echo no
### exit statuses of signals
#= stdout-only
bash -c 'kill -TERM $$'; echo $?; bash -c 'kill -KILL $$'; echo $?; (kill -INT $BASHPID); echo $?; bash -c 'kill -PIPE $$'; echo $?
### exit with numbers
for n in 0 1 255 256 257 -1 -255 4096; do (exit $n); echo -n "$? "; done; echo
### exit without an argument
false; (exit); echo $?; (true; exit); echo $?; (false; exit $?); echo $?
### exit with bad arguments
(exit abc); echo $?; (exit 1 2; echo goes on); echo $?; (exit 99999999999999999999); echo $?; (exit ''); echo $?
### exit with an option-like argument
(exit -- 3); echo $?; (exit -x); echo $?; (exit --help > /dev/null); echo $?
### exit in a substitution and a pipeline
x=$(exit 3); echo $?; exit 4 | true; echo $?; true | exit 5; echo $?; { exit 6; } | cat; echo $?
### exit status of the script is its last command's
echo a; (exit 9)
### exit status of an empty script

### exit status of a comment
# nothing
### exit inside a function and a source
echo 'exit 6' > s; (. ./s; echo no); echo $?; f() { . ./s; }; (f); echo $?
### command not found and not executable
nosuch; echo $?; touch f; ./f; echo $?; mkdir d; ./d; echo $?; ./none; echo $?
### status of assignments and empty commands
x=1; echo $?; x=$(exit 4); echo $?; $(exit 5); echo $?; $(true); echo $?; `false`; echo $?; ""; echo $?
### status after a redirection alone
> f; echo $?; < none; echo $?; false; > f; echo $?; x=$(exit 3) > f; echo $?
### PIPESTATUS
true | false | (exit 7); echo "${PIPESTATUS[@]}"; false; echo ${PIPESTATUS[0]}; ! true | false; echo ${PIPESTATUS[*]}; (exit 3) | cat; s=("${PIPESTATUS[@]}"); echo ${s[0]}
### PIPESTATUS after compound commands
{ true | false; }; echo ${PIPESTATUS[@]}; (exit 2); echo ${PIPESTATUS[@]}; if true; then false | true; fi; echo ${PIPESTATUS[@]}; x=1; echo ${PIPESTATUS[@]}
### status in traps
trap 'echo "in $?"; false' EXIT; (exit 3)
### exit in the exit trap
trap 'exit 9' EXIT; exit 3
### status of wait and background
(exit 3) & wait $!; echo $?; wait; echo $?; wait 99999; echo $?; wait %7; echo $?; wait abc; echo $?
### status of the not operator on pipelines
! true | true; echo $?; ! false | false; echo $?; ! { exit 3; } | cat; echo $?
### onecmd
bash -t -c 'echo a; echo b'; echo 'echo a
echo b' | bash -t
### noexec checks syntax only
bash -n -c 'echo not run; if true; then echo x; fi'; echo $?; bash -n -c 'if true'; echo $?
### status 127 for a missing script
bash ./none.sh 2>/dev/null; echo $?; mkdir d; bash ./d 2>/dev/null; echo $?; bash -c; echo $?
### strict mode script
set -euo pipefail; IFS=$'\n\t'; main() { local n=${1:-3}; for ((i = 1; i <= n; i++)); do printf '%d\n' "$i"; done | grep -v 2; }; main; main 1; main 2 | grep -c 3
### an unset variable's status under errexit, in -c and from standard input
bash -c 'set -eu; echo $x'; echo $?; bash -c 'set -u; echo $x'; echo $?; echo 'set -u; echo $x' | bash; echo $?
### a syntax error ends the shell with its own status
set -e
echo before
done

### errexit after a pipeline on a line of its own
set -e
echo a | cat
false
echo not reached
### readonly variables before a command
bash -c 'set -e; readonly z; z=1 eval "echo no"; echo no' bash; echo $?
