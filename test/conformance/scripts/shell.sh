# The shell itself: what scripts rely on.
### exit codes
no-such-command; echo $?; /no/such/file; echo $?; touch f; ./f; echo $?; /; echo $?; sh -c 'exit 300'; echo $?; sh -c 'kill -TERM $$'; echo $?; sh -c 'kill -KILL $$'; echo $?; (exit 5); echo $?; ! true; echo $?; exit 9
### exit by signal
sh -c 'kill -INT $$'; echo $?; bash -c 'kill -SEGV $$' 2>/dev/null; echo $?; kill -HUP $$
### errexit
set -e; false || echo handled; if false; then :; fi; (false) || true; echo before; false; echo not reached
### nounset
set -u; echo ${x-default}; (echo $undefined; echo not reached); echo $?
### redirections
echo out > f; echo more >> f; cat < f; { echo e >&2; } 2> err; cat err; ls none f > both 2>&1; sort both; echo a &> all; cat all; exec 5> five; echo to five >&5; exec 5>&-; cat five; cat < none; echo $?; : > f; set -C; echo x > f; echo $?; echo y >| f; cat f; echo z <> f; cat 0< f; echo bad >&9; echo $?
### here documents
x=value; cat <<A; cat <<'B'; cat <<-C
$x $(echo sub) \$x
A
$x $(echo sub)
B
	tabs gone
	C
cat <<< "here $x"; cat <<< 'multi
line'; wc -c <<< ''; while read -r a b; do echo "$b-$a"; done <<E
1 2
3 4
E
### parameter expansion
p=/usr/local/file.tar.gz; echo ${p##*/} ${p#*/} ${p%.*} ${p%%.*} ${#p} ${p/local/x} ${p//l/L} ${p:5:5} ${p: -2}; unset u; echo ${u:-d} ${u:=set} $u ${u:+alt} "${u?}"; a=(one two three); echo ${a[1]} ${#a[@]} ${a[@]:1} ${!a[@]} "${a[*]/t/T}"; declare -A m=([k]=v [j]=w); echo ${m[k]} ${#m[@]}; s=Hello; echo ${s,,} ${s^^} ${s,} ; n=p; echo ${!n}; echo ${u@Q}; echo ${none?message}; echo not reached
### quoting
echo "a  b" 'c  d' e\ f $'g\th' "$(echo "in  ner")" "\$x" '\n'; set -- 'a b' c; printf '<%s>' "$@"; echo; printf '<%s>' $@; echo; printf '<%s>' "$*"; echo; IFS=:; x=a:b; printf '<%s>' $x; echo; echo `echo back\`echo tick\``
### functions and scopes
f() { local x=in; echo $x $1 $#; return 3; }; x=out; f a b; echo $? $x; g() { echo "$FUNCNAME"; f "$@"; }; g 1; r() { [ $1 -le 0 ] || { echo -n $1; r $(($1 - 1)); }; }; r 5; echo; unset -f f; f; echo $?
### loops and cases
for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done; i=0; while ((i++ < 5)); do ((i == 3)) && break; echo w$i; done; until ((i-- <= 1)); do echo u$i; done; for ((j = 0; j < 2; j++)); do echo c$j; done; case abc in a*) echo star ;;& *c) echo end ;; esac; select s in x; do echo $s; break; done <<< 1 2>/dev/null
### conditions
[[ abc == a* ]] && echo glob; [[ abc =~ ^a(.)c$ ]] && echo ${BASH_REMATCH[1]}; [[ -z '' && ! -e none ]] && echo both; [[ 10 -gt 9 ]] && [[ a < b ]] && echo less; [[ x ]] || echo no
### arrays
a=(); a+=(x y); a[5]=z; echo ${#a[@]} ${!a[@]}; unset 'a[0]'; echo "${a[@]}"; readarray -t l < <(seq 3); echo ${l[2]}; IFS=, read -ra p <<< a,b,c; echo ${p[1]}; declare -p p; b=("${p[@]:0:2}"); echo ${b[@]}
### read
printf 'a b c\nsecond\n' | { read x y; echo "$x|$y"; read -r z; echo $z; read q; echo $?; }; echo abc | { read -n2 x; echo $x; }; read -t 0.1 x < <(sleep 1); echo $(($? > 128)); printf 'a\\b\n' | { read x; echo $x; }; printf 'x:y' | { IFS=: read a b; echo "$a $b $?"; }; printf 'nul\0sep\0' | while IFS= read -r -d '' i; do echo $i; done
### traps
trap 'echo bye' EXIT; trap 'echo caught' USR1; kill -USR1 $$; trap 'echo error on line' ERR; false; trap - ERR; (trap 'echo sub bye' EXIT; exit 3); echo $?; trap -p USR1; trap '' USR2; kill -USR2 $$; echo survived
### trap while waiting
trap 'echo term; exit 3' TERM; sleep 5 >/dev/null 2>&1 & (sleep 0.2; kill -TERM $$) & wait %1; echo not reached
### debug and return traps
f() { trap 'echo returning' RETURN; :; }; f; trap 'echo -n .' DEBUG; :; : ; trap - DEBUG; echo
### background jobs
sleep 0.1 & p=$!; wait $p; echo $?; (exit 4) & wait $!; echo $?; false & true & wait; echo $?; sleep 5 & kill $!; wait $!; echo $?; wait 999999; echo $?; (sleep 0.05; exit 6) & (sleep 1; exit 7) & wait -n; echo $?; kill %2 2>/dev/null; jobs -p | wc -l; jobs -r | wc -l >/dev/null
### kill and signals
sleep 10 & p=$!; kill -0 $p; echo $?; kill -STOP $p; kill -CONT $p; kill -9 $p; wait $p; echo $?; kill -0 $p; echo $?; kill -l 9 15 130; kill -l | head -1; kill none; echo $?
### stop and continue a job
( for i in 1 2 3; do sleep 0.05; done; echo done ) & p=$!; kill -STOP $p; sleep 0.3; echo still stopped; kill -CONT $p; wait $p; echo $?
### job control
set -m; sleep 5 & jobs %1 | sed 's/ \+/ /g'; kill %1; wait %1; echo $?; sh -c 'exit 3' & fg %1 2>/dev/null; echo $?; set +m
### substitution statuses
x=$(exit 3); echo $?; echo $(exit 4) $?; local_var() { local v=$(false); echo $?; }; local_var; y=$(cat none 2>&1); echo "$y"; z=$(printf 'a\n\n\n'); echo "$z|"; n=$(printf 'a\0b' 2>/dev/null | tr -d '\0'); echo $n; echo "$(< /etc/hostname)" | wc -l
### process substitution
diff <(seq 3) <(seq 2 4); cat <(echo a) <(echo b); wc -l < <(seq 5); while read x; do s=$((s + x)); done < <(seq 10); echo $s; paste <(seq 2) <(seq 3 4) <(seq 5 6)
### subshells keep out
x=1; (x=2; cd /; echo $x); echo $x; { x=3; }; echo $x; echo 4 | read x; echo $x; shopt -s lastpipe; echo 5 | read x; echo $x; (exit 1) && echo no; $(echo echo) via substitution; BASH_SUBSHELL=0; (echo $BASH_SUBSHELL)
### exec
(exec echo replaced; echo not reached); exec 3< <(seq 3); read -u 3 a; read -u 3 b; echo $a $b; exec 3<&-; (exec no-such 2>/dev/null; echo not reached); echo $?; exec > out; echo into file; exec >&2; cat out
### eval, source and command
eval 'x=5; echo $((x + 1))'; echo 'y=7; return 2' > lib; . ./lib; echo $? $y; source none; echo $?; command -v cd ls; type cd; command echo plain; builtin echo built; alias e=echo; shopt -s expand_aliases; eval 'e alias'; type -t if e cd ls; hash -r
### getopts
while getopts ab:c o -a -b val -x; do echo "$o ${OPTARG-}"; done 2>&1; echo $OPTIND; f() { local OPTIND; while getopts :a:b o; do echo "$o $OPTARG"; done; }; f -b -a 1 -z -a
### special parameters
set -- a b c; echo $# $1 ${10-none} "$*"; shift 2; echo $1 $#; shift 5; echo $?; echo $0 | head -c 4; echo; echo $- | tr -d a-z; echo $_; f() { echo ${FUNCNAME[0]} $LINENO; }; f; echo $PPID | grep -c '[0-9]'; echo $SECONDS; echo $BASH_VERSION; [ $RANDOM != $RANDOM ] || [ $RANDOM != $RANDOM ] && echo random
### syntax errors
bash -c 'if true'; echo $?; bash -c 'echo )'; echo $?; eval 'for'; echo $?; bash -n -c 'echo x'; bash -c "echo 'unterminated"; echo $?
### script files
printf '#!/bin/bash\necho "$0 $# $1"\nexit 4\n' > s.sh; chmod +x s.sh; ./s.sh 'a b'; echo $?; bash s.sh x; printf 'echo no shebang $1\n' > t; chmod +x t; ./t arg; printf '#!/usr/bin/awk -f\nBEGIN {print "awk script"}\n' > a; chmod +x a; ./a; printf '#!/no/interp\n' > b; chmod +x b; ./b; echo $?; printf '#!/bin/sed -nf\n2p\n' > c; chmod +x c; seq 3 | ./c; PATH=.:$PATH; s.sh; sh s.sh
### crlf scripts
printf 'echo one\r\n' > s; bash s | od -An -c; printf '#!/bin/sh\r\necho x\n' > t; chmod +x t; ./t 2>/dev/null; echo $?
### dash
dash -c 'echo ${x:-posix} $((1 + 2)) "$@"' sh a b; dash -c 'f() { echo f; }; f; case x in [a-z]) echo lower;; esac; set -- 1 2; echo $#; echo a\\tb; for i; do echo $i; done; trap "echo bye" EXIT; cat <<E
$1
E'; dash -c 'echo $(echo nested $(echo deep)); (exit 3); echo $?; sleep 0.01 & wait; false | true; echo $?; printf "%s\n" x; read a <<E
in
E
echo $a'; dash -c 'if'; echo $?; dash -c '. ./none'; echo $?; echo 'echo from stdin' | dash; echo 'exit 3' | dash -s; echo $?
### printf -v and others
printf -v x '%03d' 5; echo $x; mapfile -n 2 m < <(seq 5); echo ${#m[@]}; declare -i n=5; n+=3; echo $n; readonly r=1; r=2; echo $?; declare -l low=ABC; echo $low; export -p | grep -c DATA; typeset -f | wc -l; test -v x && echo set; enable -n echo; echo from usr bin; times | wc -l; ulimit -v >/dev/null; umask; dirs | wc -l; pushd / >/dev/null; pwd; popd > /dev/null; caller; echo $?; history | wc -l; suspend 2>/dev/null; bind 2>/dev/null; disown 2>/dev/null; echo end
### brace and tilde
echo {1..5} {a..e..2} {01..03} x{,y}z {5..1} {a,b{c,d}}; HOME=/h; echo ~ ~/x ~root ~none; echo a{b; echo {}
### xtrace and verbose
set -x; echo traced $((1 + 1)); x=y; set +x; PS4='> '; set -x; : done; { set +x; } 2>/dev/null; set -v; set +v
### time keyword
TIMEFORMAT='%R' ; { time true; } 2>&1 | tr '0-9' '#'; time -p true 2>/dev/null >/dev/null; { time sleep 0.1 | cat; } 2>&1 | cut -c1
### large command lines
x=$(printf '%100000s' x); echo ${#x}; echo "$x" | wc -c; /bin/echo "$x" | wc -c; set -- $(seq 5000); echo $#; eval "y=($(seq 3000))"; echo ${#y[@]}; /bin/echo $(printf '%140000s' x | tr ' ' y) > /dev/null; echo $?
### recursion
f() { (($1 > 0)) && f $(($1 - 1)); echo -n; return 0; }; f 200; echo $?; fact() { if (($1 <= 1)); then echo 1; else echo $(($1 * $(fact $(($1 - 1))))); fi; }; fact 12
