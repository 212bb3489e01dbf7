# Background commands, wait, jobs, coprocesses, process substitution.
### wait for one and for all
(exit 3) & p=$!; wait $p; echo $?; (exit 4) & (exit 5) & wait; echo $?
### status of wait for several
(exit 3) & a=$!; (exit 4) & b=$!; wait $a $b; echo $?; wait $b; echo $?; wait $a; echo $?
### wait n
(exit 7) & wait -n; echo $?; wait -n; echo $?
### wait n takes the first to end
(sleep 2; exit 1) & (exit 2) & wait -n; echo $?; wait -n; echo $?; wait -n; echo $?
### wait n with a list
(sleep 2; exit 1) & a=$!; (exit 2) & b=$!; wait -n $a $b; echo $?; wait $a; echo $?
### wait n p names the process
(exit 5) & p=$!; wait -n -p who; echo $?; [[ $who == $p ]] && echo same; wait -p who $p; echo $?
### wait p unsets its variable
v=x; wait -p v; echo "[$v]" $?; wait -n -p v; echo "[$v]" $?
### wait errors
wait 1 2>/dev/null; echo $?; wait %1; echo $?; wait -z; echo $?; wait abc; echo $?; wait ''; echo $?
### background of a list, a group, a loop
{ echo a; echo b; } & wait; for i in 1 2; do echo $i; done & wait; (echo c) & wait; true && echo d & wait; echo e | cat & wait
### background reads nothing
cat & wait; echo $?; { read x; echo "[$x] $?"; } & wait
### background keeps variables out
x=1; x=2 & wait; echo $x; { y=1; } & wait; echo "[$y]"
### last background process id
true & a=$!; true & b=$!; [[ $a != $b ]] && echo differ; wait; [[ $! == $b ]] && echo kept; (true & [[ $! != $b ]] && echo own; wait)
### jobs listing
sleep 20 & jobs -r | tr -s ' '; jobs -p | wc -l; kill %1; wait %1; echo $?
### jobs with several states
sleep 3 & sleep 4 & jobs | tr -s ' '; kill %1 %2; wait; echo $?
### jobs x and errors
jobs %3; echo $?; jobs -x echo hello; echo $?; jobs -z; echo $?; jobs; echo $?
### job specifications
sleep 3 & a=$!; sleep 4 & b=$!; kill %2; wait $b; echo $?; kill %1; wait $a; echo $?; sleep 5 & kill %?ee; wait $!; echo $?
### ambiguous job specification
sleep 3 & sleep 4 & kill %sleep; echo $?; kill %1 %2; wait
### disown
sleep 2 > /dev/null 2>&1 & disown; jobs; echo $?; disown; echo $?; disown %4; echo $?; sleep 20 & disown -h %1; jobs -p | wc -l; kill %1
### fg and bg without job control
true & fg; echo $?; bg; echo $?; fg %1; echo $?; suspend; echo $?
### job control in a script
set -m; (sleep 0.3; exit 3) & fg %1 > /dev/null; echo $?; sleep 5 & kill %1; wait %1 2>/dev/null; echo $?
### parallel workers with results in files
for i in 1 2 3; do (echo "result $i" > out.$i) & done; wait; cat out.*
### parallel workers with statuses
pids=(); for i in 0 1 2; do (exit $i) & pids+=($!); done; for p in "${pids[@]}"; do wait $p; echo -n "$? "; done; echo
### parallel with a limit
run=0; for i in 1 2 3 4 5; do ((run++ < 2)) || { wait -n; }; echo $i >> log & done; wait; sort log | tr '\n' ' '
### background in a function and a subshell
f() { echo bg & wait; }; f; (echo s & wait); x=$(echo c & wait); echo $x
### command substitution waits for its output
x=$( (sleep 0.1; echo late) & ); echo "[$x]"
### pipes wait for the last writer
{ (sleep 0.5; echo late) & echo early; } | cat
### coprocess
coproc { read x; echo "got $x"; }; echo hello >&${COPROC[1]}; read y <&${COPROC[0]}; echo "$y"; wait $COPROC_PID; echo $?
### named coprocess
coproc UP { while read l; do echo "${l^^}"; done; }; echo abc >&"${UP[1]}"; read r <&"${UP[0]}"; echo $r; exec {UP[1]}>&-; wait $UP_PID; echo $?
### coprocess of a simple command
coproc cat; echo line >&${COPROC[1]}; read l <&${COPROC[0]}; echo $l; eval "exec ${COPROC[1]}>&-"; wait $!; echo $?
### coprocess array after its end
coproc true; p=$COPROC_PID; wait $p; echo $?; [[ $p -gt 0 ]] && echo id
### coprocess with a bidirectional calculator
coproc CALC { while read e; do echo $((e)); done; }; for e in 1+1 6*7 2**10; do echo "$e" >&${CALC[1]}; read r <&${CALC[0]}; echo $r; done; kill $CALC_PID; wait $CALC_PID 2>/dev/null; echo $?
### process substitution for reading
cat <(echo a) <(echo b); diff <(printf '1\n2\n') <(printf '1\n3\n'); echo $?; wc -l < <(seq 3); read x < <(echo x y); echo $x
### process substitution for writing
echo hello > >(tr a-z A-Z > out); wait $!; cat out; echo a b | tee >(wc -w > n) > /dev/null; sleep 1; cat n
### process substitution names a descriptor
x=<(echo); [[ $x == /dev/fd/* ]] && echo ok; f() { cat "$1" "$2"; }; f <(echo 1) <(echo 2); [ -p <(true) ] && echo pipe
### process substitution and its status
true <(exit 5); echo $?; wait $!; echo $?; cat < <(echo x; exit 3); wait $!; echo $?
### process substitution keeps loops in the shell
n=0; while read x; do ((n += x)); done < <(seq 5); echo $n; mapfile -t a < <(printf '%s\n' p q); echo ${a[1]}
### process substitution in arguments of functions and loops
for f in <(echo a) <(echo b); do cat $f; done; paste -d, <(seq 3) <(seq 4 6)
### process substitution nested
cat <(cat <(cat <(echo deep))); sort -m <(sort <(printf 'b\na\n')) <(echo ab)
### process substitution with quotes and expansions
x='a b'; cat <(echo "$x" '$x'); cat <(echo $(echo sub) $((1+1)))
### process substitution is a word of its own
echo '<(x)' "<(y)" \<\(z\); [[ -e <(true) ]] && echo exists
### comm and join over substitutions
comm -12 <(printf '%s\n' a b c) <(printf '%s\n' b c d); join <(printf '%s\n' '1 a' '2 b') <(printf '%s\n' '1 x' '2 y')
### pipelines run in parallel
{ sleep 0.5; echo slow; } | { echo fast; cat; }
### pipeline stages are subshells
x=1; echo a | { x=2; cat; }; echo $x; echo 5 | read y; echo "[$y]"; true | exit 3; echo $?
### lastpipe
shopt -s lastpipe; echo 5 | read y; echo $y; seq 3 | while read n; do s=$((s + n)); done; echo $s; printf 'a\nb\n' | mapfile -t a; echo ${#a[@]}; true | exit 4; echo no
### lastpipe and status
shopt -s lastpipe; false | true | (exit 3); echo ${PIPESTATUS[@]}; echo x | f() { :; }; echo $?; echo y | { z=in; return 2>/dev/null; }; echo $z
### long pipeline
seq 100 | grep 1 | sed 's/1/X/g' | sort -r | head -5 | tail -2 | tr X x | cat -n | tr -s ' \t' ' '
### negated and timed pipelines
! echo a | grep -q b; echo $?; TIMEFORMAT=; time echo a | cat; ! true | ! true
### pipeline over lines
echo b a |
  tr ' ' '\n' |

  sort
### pipe errors
| echo a
### two pipes
echo a | | cat
### pipe at the end
echo a |
### ampersand at the start
& echo a
### ampersand then semicolon
echo a &; echo b
### pipe into a compound command
seq 3 | while read x; do echo "<$x>"; done; seq 3 | if read x; then echo $x; cat; fi; seq 2 | for i in 1; do cat; done; echo c | case x in x) cat;; esac
### pipe from a compound command
for i in 1 2; do echo $i; done | tac; if true; then echo y; fi | cat; (echo s) | cat; { echo g; } | cat; case x in x) echo c;; esac | cat; [[ a ]] | cat; ((1)) | cat; echo $?
### wait in a subshell for the parent's job
sleep 0.1 & p=$!; (wait $p 2>/dev/null); echo $?; wait $p; echo $?
### killing a group of workers
for i in 1 2 3; do sleep 10 & done; kill $(jobs -p); wait; echo $?
### timeout pattern
(sleep 10) & p=$!; (sleep 0.1; kill $p) & wait $p 2>/dev/null; echo $?; wait
### stopping and continuing
set -m; sleep 0.3 & kill -STOP %1; sleep 0.05; jobs -s | tr -s ' '; kill -CONT %1; wait %1; echo $?
### exit status after many children
for i in {1..40}; do (exit $((i % 3))) & done; n=0; while wait -n; s=$?; ((s != 127)); do ((n++)); done; echo $((n >= 0)); wait; echo $?
### lock by mkdir
lock() { mkdir lock.d 2>/dev/null; }; lock && echo got; lock || echo busy; rmdir lock.d; lock && echo again
### queue in a named pipe
mkfifo q; (printf '%s\n' a b c > q) & while read x; do echo "job $x"; done < q; wait; echo $?
### read from two descriptors in turn
exec 3< <(printf '1\n2\n') 4< <(printf 'a\nb\n'); while read -u 3 n && read -u 4 l; do echo $n$l; done
### time limit with read
read -t 0.05 x < <(sleep 0.5; echo late); echo $(($? > 128)) "[$x]"; read -t 4 y < <(echo soon); echo $? $y; read -t 0 < <(sleep 0.2); echo $?
### coprocess that was waited for
coproc C { read x; echo "$x"; }; echo hi >&${C[1]}; read y <&${C[0]}; echo $y; wait; echo "[${C[@]}]" "[$C_PID]"
### a program in the background waits by itself for the other end of a FIFO
mkfifo p; cat < p & exec 6> p; echo through >&6; exec 6>&-; wait; echo done

### a command that names a job

'%a' b; echo $?
%1; echo $?
\%2
%x | cat

### jobs that signals have ended
{
  sleep 100 & kill -9 $!; wait; echo "a $?"
  sleep 100 & kill -9 $!; wait $!; echo "b $?"
} 2>&1 | sed 's/: *[0-9]* Killed/: PID Killed/'
### what wait without arguments leaves
exec 2>/dev/null
for i in 3 1 2; do (sleep 0.$i; exit $i) & done; wait; wait $!; echo $?; wait $!; echo $?
for i in 3 1; do (sleep 0.$i; exit $i) & done; wait; wait -n; echo $?; wait -n; echo $?
for i in 1 3; do (sleep 0.$i; exit $i) & done; wait; wait -n; echo $?; wait $! 2>/dev/null; echo $?
(exit 3) & sleep 0.1; jobs; wait -n; echo $?; wait $!; echo $?
### a second coprocess beside the first
coproc A { sleep 0.2; }; { coproc B { :; }; } 2>e; sed 's/\[[0-9]*:/[N:/' e; { coproc B { :; }; } 2>&1 | cat; wait
coproc C { :; }; wait; coproc D { :; }; wait; echo ${#D[@]}
### the processes of a pipeline in the background are the shell's own
sleep 0.05 | sleep 0.06 | cat & jobs -l | sed 's/ *[0-9]\{2,\}/ PID/'; wait $!; echo $?; set -o pipefail; (exit 3) | cat & wait $!; echo $?; (exit 3) | cat & wait -n; echo $?
### a signal ends a pipeline in the background
{ sh -c 'kill -9 $$' | sh -c 'kill -9 $$' & wait; } 2>&1 | sed 's/ *[0-9]\{2,\}/ PID/'; sleep 1 | cat & kill $!; wait $!; echo $?
### a posix shell with -c is silent about signals
bash --posix -c 'sh -c "kill -9 \$\$"; echo $?; sh -c "kill -9 \$\$" & wait; echo $?'
### job control: all of a pipeline
set -m; sleep 0.3 | sleep 0.2 | cat & jobs -l | sed 's/ *[0-9]\{2,\}/ PID/'; kill -STOP %1; sleep 0.05; jobs -l | sed 's/ *[0-9]\{2,\}/ PID/'; kill -CONT %1; wait
### commands in the background read what the commands around them read
for x in 1 2; do { read l; echo "$l"; } & wait; done <<< $'a\nb\nc'; (cat & wait) <<< sub; f() { cat & wait; }; f <<< fn; echo pipe | { cat & wait; }; if :; then cat & wait; fi <<< if; { cat | cat & wait; } <<< two
### wait -f waits for the end of a stopped job
#= stdout-only
set -m; sleep 1 & p=$!; { sleep 0.2; kill -STOP $p; sleep 0.3; kill -CONT $p; } & wait -f %1; echo $?; wait
### the current and the previous job
p() { jobs | sed 's/ *[a-z(].*//'; echo -; }
sleep 0.2 & sleep 0.4 & sleep 0.6 & p; wait %1; p; sleep 0.05; jobs > /dev/null; p; wait %3; p
sleep 1 & sleep 1 & p; kill %2; wait %2 2>/dev/null; p; kill %+; wait %+ 2>/dev/null; p; wait; p
sleep 0.1 & sleep 0.2; p; sleep 0.3 & p; p; wait; p; sleep 0.3 & sleep 0.3 & sleep 0.3 & disown %2; p; disown %3; p; kill %-; wait 2>/dev/null

### waiting for a disowned job
sleep 0.2 & disown; wait $!; echo $?
sleep 0.2 & disown %1; wait $!; echo $?
sleep 0.2 & disown -a; wait $! 2>/dev/null; echo $?
