# Traps and signals.
### exit trap
trap 'echo bye' EXIT; echo hello
### exit trap sees and keeps the status
trap 'echo status $?' EXIT; exit 5
### exit trap by number and lower case
trap 'echo zero' 0; (trap 'echo inner' exit; echo in); echo out
### exit trap in a subshell is its own
trap 'echo outer' EXIT; (echo sub); (trap 'echo sub exit' EXIT; exit 3); echo $?
### exit trap in a command substitution
x=$(trap 'echo from trap' EXIT; echo body); echo "$x"
### exit trap reset and ignored
trap 'echo no' EXIT; trap - EXIT; trap 'echo no2' EXIT; trap '' EXIT; echo end
### exit trap set inside a function
f() { trap 'echo from f $x' EXIT; local x=local; }; x=global; f; echo end
### exit trap replaced by a later one
trap 'echo 1' EXIT; trap 'echo 2' EXIT; trap 'trap "echo 4" EXIT; echo 3' EXIT
### exit trap and exec
trap 'echo not run' EXIT; exec echo replaced
### exit trap of a syntax error
trap 'echo trap' EXIT
echo a
if
### exit trap after an unset error
trap 'echo trap $?' EXIT; echo ${x?gone}
### exit trap can read positional parameters
set -- a b; trap 'echo "$@"' EXIT; set -- c
### double quotes expand when set, single quotes when run
x=1; trap "echo set $x" EXIT; trap "echo $x" USR1; trap 'echo $x' USR2; x=2; kill -USR1 $$; kill -USR2 $$
### signal traps
trap 'echo usr1' USR1; trap 'echo usr2' SIGUSR2; trap 'echo hup' 1; kill -USR1 $$; kill -s USR2 $$; kill -HUP $$; kill -1 $$; echo end
### ignored signals
trap '' USR1 TERM; kill -USR1 $$; kill $$; echo alive; (kill -TERM $BASHPID; echo sub alive)
### ignored signals are inherited, caught are reset
trap '' USR1; trap 'echo caught' USR2; bash -c 'kill -USR1 $$; echo ignored'; bash -c 'kill -USR2 $$; echo no' ; echo $?
### default action after reset
trap 'echo no' TERM; trap - TERM; (kill -TERM $BASHPID; echo no); echo $?
### trap p formats
trap 'echo "a b"' EXIT INT; trap '' QUIT; trap -- 'x' USR1; trap -p; trap -p INT; trap -p TERM; trap - EXIT
### trap without arguments
trap 'echo it'\''s' USR1; trap
### trap with a number as the only argument
trap 'echo x' USR1; trap USR1; trap -p USR1; trap 'echo y' 10; trap 10; trap -p; trap 0
### trap list of signals
trap -l | head -2; trap -l | wc -l
### trap invalid signals
trap 'x' NOSUCH; echo $?; trap 'x' 99; echo $?; trap -p BAD; echo $?; trap x; echo $?; trap -z; echo $?
### trap on KILL has no effect
trap 'echo k' KILL; echo $?; trap -p KILL; trap 'x' STOP; trap -p STOP
### several signals at once
trap 'echo caught' USR1 USR2 HUP; for s in USR1 USR2 HUP; do kill -$s $$; done; trap - USR1 USR2 HUP; trap -p
### trap that changes variables
n=0; trap 'n=$((n + 1))' USR1; kill -USR1 $$; kill -USR1 $$; echo $n
### trap runs after the foreground command
trap 'echo trapped' USR1; (sleep 0.05; kill -USR1 $$) & sleep 1; echo after; wait
### trap interrupts wait
trap 'echo trapped' USR1; sleep 20 & p=$!; (sleep 0.05; kill -USR1 $$) & wait $p; echo $(($? > 128)); kill $p; wait
### trap with return in a function
f() { trap 'return 7' USR1; kill -USR1 $$; echo no; }; f; echo $?
### trap with break in a loop
trap 'break' USR1; for i in 1 2 3; do echo $i; kill -USR1 $$; done; echo end
### trap with exit
trap 'echo leaving; exit 4' TERM; trap 'echo bye $?' EXIT; kill -TERM $$; echo no
### status is restored after a trap
trap 'false' USR1; true; kill -USR1 $$; echo $?; (exit 3); x=$?; kill -USR1 $$; echo $? $x
### nested signals in a trap
trap 'echo 1; kill -USR2 $$; echo 1 end' USR1; trap 'echo 2' USR2; kill -USR1 $$; echo end
### err trap basics
trap 'echo "err $?"' ERR; false; true; (exit 3); false || true; if false; then :; fi; ! true; false && true; nosuch 2>/dev/null; echo end
### err trap in functions needs errtrace
trap 'echo err' ERR; f() { false; true; }; f; g() { false; }; g; set -E; f; set +E; f; echo end
### err trap in subshells and substitutions
trap 'echo err in $BASH_SUBSHELL' ERR; (false; true); x=$(false; true); set -E; (false; true); x=$(false; echo sub); echo "$x"
### err trap line numbers
trap 'echo "line $LINENO: $BASH_COMMAND"' ERR
false
  ls none 2>/dev/null
true
[ a = b ]
### err trap of pipelines
trap 'echo "err ${PIPESTATUS[*]}"' ERR; true | false; false | true; set -o pipefail; false | true; echo end
### err trap of compound commands
trap 'echo err' ERR; for i in 1; do false; done; { false; }; while false; do :; done; case x in x) false;; esac; ((0)); [[ a == b ]]; echo end
### err trap is not run in conditions
trap 'echo err' ERR; while false; do :; done; until true; do :; done; if ! true; then :; fi; false || false; echo end
### err trap reset and print
trap 'echo e' ERR; trap -p ERR; trap - ERR; false; trap -p ERR; echo end
### err trap with errexit order
set -eE; trap 'echo "ERR at $LINENO"' ERR; f() {
  false
}
f
### debug trap basics
trap 'echo "D:$BASH_COMMAND"' DEBUG; x=1; echo a | cat; for i in 1 2; do :; done; trap - DEBUG; echo end
### debug trap in compound commands
trap 'echo "D:$BASH_COMMAND"' DEBUG; if [ a ]; then echo b; fi; case x in x) :;; esac; ((1)); [[ a ]]; trap - DEBUG
### debug trap and functions
f() { echo f; }; trap 'echo D' DEBUG; f; trap - DEBUG; set -T; trap 'echo T' DEBUG; f; trap - DEBUG
### debug trap with extdebug skips commands
shopt -s extdebug; trap '[[ $BASH_COMMAND != *skip* ]]' DEBUG; echo run; echo skip me; echo again
### debug trap line numbers
trap 'echo -n "$LINENO "' DEBUG
:
: ; :

:
trap - DEBUG; echo
### return trap basics
trap 'echo R' RETURN; f() { echo f; }; f; . /dev/null; echo end
### return trap inside a function
f() { trap 'echo returning from ${FUNCNAME[0]}' RETURN; echo body; }; f; g() { echo g; }; g
### return trap of sourced files
echo 'echo in source' > s; trap 'echo R' RETURN; . ./s; echo end
### return trap sees the status
f() { trap 'echo "R $?"' RETURN; return 5; }; f; echo $?
### cleanup of temporary files
tmp=./work; mkdir $tmp; trap 'rm -rf "$tmp"; echo cleaned' EXIT; touch $tmp/a; ls $tmp; (exit 2)
### cleanup runs once
trap 'cleanup' EXIT TERM; cleanup() { trap - EXIT TERM; echo cleanup; exit 3; }; kill -TERM $$; echo no
### stack of cleanup actions
defer=(); at_exit() { defer+=("$*"); }; trap 'for ((i = ${#defer[@]} - 1; i >= 0; i--)); do eval "${defer[i]}"; done' EXIT; at_exit echo first; at_exit echo second; echo body
### kill with numbers and names
trap 'echo got' USR1; kill -USR1 $$; kill -SIGUSR1 $$; kill -s usr1 $$; kill -n 10 $$; kill -10 $$; echo end
### kill usage errors
kill; echo $?; kill -s; echo $?; kill -NOSUCH $$; echo $?; kill abc; echo $?; kill -s USR1; echo $?; kill %5; echo $?; kill -l 999; echo $?
### kill l
kill -l 1 2 15; kill -l HUP SIGTERM usr1; kill -l 137 130; kill -l EXIT; kill -l 0; kill -l | head -1
### kill zero checks
kill -0 $$; echo $?; sleep 0 & wait $!; kill -0 $! 2>/dev/null; echo $?
### death by signal of a child
#= stdout-only
bash -c 'kill -TERM $$'; echo $?; (kill -HUP $BASHPID; echo no); echo $?; bash -c 'kill -ABRT $$' 2>/dev/null; echo $?; sleep 5 & kill $!; wait $! 2>/dev/null; echo $?
### broken pipes end writers quietly
yes | head -1; echo "${PIPESTATUS[@]}"; (while echo x; do :; done) 2>/dev/null | head -2; echo end
### broken pipe with the signal ignored
trap '' PIPE; { sleep 0.1; echo x; echo "$?" >&2; } 2>&1 >&1 | true; echo end
### subshells reset traps but print the parent's
trap 'echo outer' USR1; (trap -p; kill -USR1 $BASHPID; echo no); echo $?
### substitution shows the traps
trap 'echo x' USR1 EXIT; t=$(trap -p); echo "$t"; trap - EXIT
### background jobs reset traps
trap 'echo caught' USR1; (kill -USR1 $BASHPID; echo no) & wait $!; echo $?
### traps with newlines and functions
trap 'echo line1
echo line2' EXIT; handler() { echo "handler $1 $?"; }; trap 'handler arg' USR1; (exit 3); kill -USR1 $$; trap -p USR1
### trap of a syntax error
trap 'if' USR1; kill -USR1 $$; echo after $?; trap 'echo )' EXIT
### trap in posix mode
#= posix
trap 'echo a' SIGUSR1; trap; trap -p USR1; kill -USR1 $$; trap 'x' usr1; echo $?
### posix mode lists unset signals
#= posix
trap -p TERM; trap 'echo x' EXIT; trap; trap - EXIT
### ignoring and restoring around a section
trap '' INT; kill -INT $$; trap - INT; echo after; (kill -INT $BASHPID; echo no); echo $?
### CHLD trap counts children
n=0; trap 'n=$((n + 1))' CHLD; (exit 0) & wait $!; trap - CHLD; echo $((n > 0))
### suspended reading of a trap's output in pipelines
trap 'echo exit trap' EXIT; echo a | cat; exit 3 | cat; echo b
### trap keeps xtrace
set -x; trap 'echo x' EXIT; trap -p
### exit trap with errexit inside the trap
set -e; trap 'echo a; false; echo b' EXIT; echo body
### dollar question in the exit trap of a subshell
(trap 'echo "s=$?"' EXIT; false); echo $?; (trap 'echo "s=$?"; exit 0' EXIT; exit 6); echo $?
### real time signals by name
trap 'echo rt' RTMIN; kill -RTMIN $$ ; kill -l RTMAX

### an ERR trap set by the command that fails

trap "echo err" EXT ERR
f() { trap "echo err2" ERR; return 3; }
f
trap - ERR
f
false

### an unset variable in an EXIT trap keeps the status
(set -u; trap 'echo "$nope"; echo not reached' EXIT; (exit 4)); echo $?
trap '(set -u; echo "$nope"; echo not reached); echo $?; set -u; echo ${nope?a message}; echo not reached' EXIT
exit 5

### the EXIT trap of a stage whose words do not expand
#= stdout-only
trap 'echo trap' EXIT
echo ${!x} | cat
true | echo ${!x}
/bin/echo ${!x} | cat
y=${!x} | cat
y=${!x} true | cat
f() { echo f; }; f ${!x} | cat
/bin/echo ${!x} & wait
echo no trap
true > ${!x} | cat
/bin/echo > ${!x} | cat
{ true ${!x}; } | cat
exit 3 | cat
(echo ${!x} | cat)
y=$(echo ${!x} | cat); echo "$y"
printf %s ${!x} | while read -r a; do echo "[$a]"; done; echo "${PIPESTATUS[@]}"

### an expansion that fails in a redirection of a stage is reported once
/bin/echo > ${!x} | cat

### exit without a number in an EXIT trap gives the status before it
bash -c "trap 'false; exit' EXIT; true"; echo $?
bash -c "trap 'f() { false; exit; }; f' EXIT; exit 4"; echo $?
bash -c "trap '(false; exit); echo \$?; false; exit' EXIT; exit 4"; echo $?
(trap 'false; exit' EXIT; true); echo $?
bash -c "trap 'exit 3' EXIT; true"; echo $?
bash -c "trap 'false; exit' USR1; kill -USR1 \$\$"; echo $?
### EXIT trap where the shell was ended
x=global; trap 'echo "$? $x $1 $FUNCNAME"' EXIT
(trap 'echo "$? $x $1 $FUNCNAME"' EXIT; f() { local x=local; { exit 3; } > out; }; f a; echo no); cat out
for o in -e -eu -u; do
  for end in '(exit 4)' 'echo $nope' 'exit 5'; do
    bash -c 'x=g; trap "echo \$x \${1-} \${FUNCNAME-}" EXIT; set '$o'; f() { local x=l; '"$end"'; }; f a' bash; echo $?
  done
done
bash -c 'trap "echo trap" EXIT; { exit 3; } > out' bash; cat out
f() { local x=local; shift; eval 'exit 5'; }; f a b
### status of a stage that an unset variable ends
set -u; f() { echo $nope; }
echo a | echo $nope; echo $?
echo a | cat $nope; echo $?
echo a | f; echo $?
echo a | { echo $nope; }; echo $?
(echo a | echo $nope; echo $?)
echo $nope & wait $!; echo $?
### ERR of a sub-shell at the end of a pipeline
trap 'echo "trap $?"' ERR
true | (exit 3); true | (exit 3) || echo x; ! true | (exit 4); (exit 3) | true; set -o pipefail; (exit 3) | (exit 0)
### errexit within redirections: the EXIT trap runs there
(set -eu; trap 'echo trap' EXIT; { echo $nope; } > out)
cat out
(set -e; trap 'echo trap' EXIT; { : ${a[-1]}; } > out)
cat out
### a file that cannot be sourced, with errexit
(set -e; trap 'echo trap' ERR; . ./none || echo or; if . ./none; then :; fi; . ./none; echo unseen)
echo $?
### a stage that fails within a sub-shell
trap 'echo trap' EXIT
(echo $((1 +)) | cat; echo here)

### the command of a trap after a function
trap 'echo "ERR $BASH_COMMAND"' ERR
f() { true; false; }; f
g() { f; }; g
h() { return 3; }; h; x=1 h
k() { unset -f k; k2() { false; unset -f k2; false; }; k2; }; k
eval f
trap - ERR
trap 'echo "EXIT $BASH_COMMAND"' EXIT
f
### a stage that fails within a function: its variables are gone in the EXIT trap
trap 'echo "trap $x"' EXIT
f() { local x=1y; echo "${!x}" | cat; echo here; }
f

### return in a trap gives the status before
f() { (exit 5); kill -USR1 $$; echo not; }; trap 'false; return' USR1; f; echo $?; trap 'return 7' USR1; f; echo $?
h() { false; return; }; trap 'h; echo after $?' USR1; (exit 7); kill -USR1 $$; echo $?; trap '(false; exit); echo s $?' USR1; kill -USR1 $$
g() { trap '(exit 9); return' ERR; (exit 4); echo no; }; g; echo $?; trap - ERR; trap 'h; echo d $?' DEBUG; :; trap - DEBUG; trap 'h2() { false; return; }; h2; echo $?' EXIT; (exit 9)

### RETURN of a file sees the status before its return
trap 'echo ret $?' RETURN
for t in 'echo sourced; return 3' 'false\nreturn' '(exit 5)' 'true\nreturn 4\n' 'if return 2; then :; fi' ': ; (exit 3) || return 5'; do printf "$t" > s; . ./s; echo $?; done
printf 'f() { false; return 6; }; f; echo in $?; true | (exit 7); return 1\n' > s; . ./s; echo $?

### signals that have traps come before errexit and ERR
( set -e; trap 'echo T $?; exit 0' TERM; sleep 1 & wait $! ) & p=$!; sleep 0.2; kill $p; wait $p; echo $?
bash -c 'set -e; trap "echo T \$?; exit 4" USR1; trap "echo E \$?" EXIT; (kill -USR1 $$; exit 3); echo no'; echo $?
bash -c 'set -e; trap "echo T \$?" USR1; trap "echo E \$?" EXIT; bash -c "kill -USR1 \$PPID; exit 3"; echo no'; echo $?
trap 'echo T $?' USR1; trap 'echo ERR $?' ERR; (kill -USR1 $$; exit 4); (sleep 0.2; kill -USR1 $$) & sleep 1 & wait > out; echo $?; cat out; trap - ERR
(sleep 0.2; kill -USR1 $$) & sleep 1 & wait && echo a || echo b $?

### children of a shell that begins with CHLD ignored
env --ignore-signal=CHLD bash -c '/bin/false; echo $?; (exit 3); echo $?; x=$(exit 4); echo $?; sh -c "exit 5" & wait $!; echo $?; ls | false; echo ${PIPESTATUS[@]}'

### line of ERR after a redirection that failed
trap 'echo err $? $LINENO' ERR
:
{ :; } </none

while :; do break; done </none
(( 1 )) </none
( : ) </none
if :; then :; fi </none
: </none
exec 3</none

### wait is left by each signal that has a trap
trap 'echo T' USR1 USR2; sleep 5 & p=$!; (sleep 0.1; kill -USR1 $$; sleep 0.2; kill -USR2 $$; sleep 0.2; kill -USR1 $$) & wait $p; echo $?; wait; echo $?; wait $p; echo $?; kill $p; wait $p; echo $?

### wait goes on when a child ends
trap 'echo T' CHLD; sleep 0.1 & sleep 0.3 & wait; echo $?; wait; echo $?; sleep 0.1 & wait $!; echo $?

### CHLD is for each sub-shell and each substitution too
trap 'echo T' CHLD; (exit 1); echo a; (exit 2); x=$(echo hi); echo b; x=$( (exit 3); echo y); echo "$x $?"; for i in 1 2; do (:); done; f() { (return 4); echo f $?; }; f; y=`exit 5`; echo $?; (trap 'echo in' CHLD; (exit 1); echo q); trap '' CHLD; (exit 7); echo $?; trap - CHLD; (exit 8); echo $?
n=0; trap '((n++))' CHLD; for i in 1 2 3; do (exit $i); done; echo $n; x=$(echo $n); echo $n; sleep 0.1 & wait; echo $n
trap '' CHLD; /bin/sh -c 'exit 7'; echo $?; sh -c 'exit 3' & wait $!; echo $?; (exit 5) | cat; echo ${PIPESTATUS[@]}; trap -p CHLD; set -o posix; sleep 0.1 & wait; echo $?; set +o posix
n=0; trap 'n=$((n+1)); x=$(echo hi)' CHLD; (exit 1); echo $n; :; echo $n

### wait is left by a child that ends, in POSIX mode
set -o posix; trap 'echo T' CHLD; sleep 0.2 & sleep 0.5 & wait; echo $?; wait; echo $?

### traps of the parent are listed until the first change
trap 'echo x' EXIT USR1; f() ( trap -p; trap 'echo y' EXIT; trap -p; ); f; (f | cat); echo "$(trap -p EXIT; trap - EXIT; trap -p)"; trap -p USR1 & wait; trap -p | cat; cat <(trap -p); cat <(trap 'z' USR2; trap -p); trap - USR1; (trap); (trap - INT; trap); (: ; (trap))
### traps of signals have lines of their own
trap 'echo "$LINENO $BASH_COMMAND"
nosuch; echo $LINENO' USR1

kill -USR1 $$
f() {
  kill -USR1 $$
}
f; echo $LINENO
trap 'echo chld $LINENO' CHLD
/bin/true

### the command of a trap's sub-shells, and what a trap substitutes
trap 'echo "T $BASH_COMMAND"; (echo "in $BASH_COMMAND"); y=$(echo "cs $BASH_COMMAND"); echo "$y"' USR1; kill -USR1 $$; : after; f() { (exit 3); echo "f $BASH_COMMAND"; }; trap '(exit 4); echo "E $BASH_COMMAND $?"' ERR; false; trap - ERR; trap '( : x; echo "X $BASH_COMMAND" ); echo "X2 $BASH_COMMAND"' EXIT; f
set -T; trap 'case $BASH_COMMAND in "echo ret"*) (exit 2); echo "D $BASH_COMMAND $?";; *) x=$(echo sub $BASH_COMMAND);; esac' DEBUG; echo ret; : b; trap - DEBUG; echo "$x"
set -T; trap 'x=$(echo sub $BASH_COMMAND; echo again | cat)' DEBUG; echo ret; : b; trap - DEBUG; echo "$x"
set -T; n=0; trap 'if ((n++ < 3)); then (: "g"; x=$(echo "y $BASH_COMMAND"); echo "$x $BASH_COMMAND"); fi' DEBUG; echo ret; trap - DEBUG; echo $n
