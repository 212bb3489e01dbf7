# Redirections.
### output, append and input
echo a > f; echo b >> f; cat < f; echo c >f; cat<f; > g; wc -c < g; >>g echo late; cat g
### redirections anywhere in the command
> f echo a b; echo < f > g c; cat g; echo 1>f x 2>&1 y; cat f
### several outputs, the last wins
echo x > a > b > c; wc -c a b c | head -3
### standard error
ls none 2> e; echo $?; wc -l < e; ls none > both 2>&1; wc -l < both; ls none 2>&1 > o | wc -l; wc -c < o
### ampersand redirections
{ echo o; echo e >&2; } &> f; cat f; { echo o2; echo e2 >&2; } &>> f; cat f; { echo o3; echo e3 >&2; } >& g; cat g
### pipe with standard error
{ echo o; echo e >&2; } |& sort; { echo o; echo e >&2; } 2>&1 | sort
### duplicating descriptors
exec 3>&1; echo to three >&3; { echo swapped; } 3>&1 1>&2 2>&3 3>&-; exec 3>&-; echo x >&3; echo $?
### swapping stdout and stderr
f() { echo out; echo err >&2; }; f 3>&1 1>&2 2>&3 3>&- | sed 's/^/piped: /'
### moving descriptors
exec 5> f; exec 6>&5-; echo moved >&6; echo bad >&5; echo $?; exec 6>&-; cat f; echo in > g; exec 7< g 8<&7-; cat <&8
### closing
echo x >&-; echo $?; (exec >&-; echo y) 2>/dev/null; echo $?; cat <&-; echo $?; (exec 2>&-; echo quiet >&2; ls none); echo $?
### reading and writing
echo 12345 > f; exec 3<> f; read -n 2 x <&3; echo -n XX >&3; exec 3>&-; echo $x; cat f; : <> new; ls new
### noclobber
set -C; echo a > f; echo b > f; echo $?; cat f; echo c >| f; cat f; echo d >> f; cat f; echo x > /dev/null; echo $?; echo e &> f; echo $?
### noclobber and read write
set -o noclobber; echo a > f; : <> f; echo $?; set +o noclobber; echo b > f; cat f
### missing input file
cat < none; echo $?; echo after; : < none; echo $?; { echo not; } < none; echo $?; < none; echo $?
### output to a directory or a missing one
mkdir d; echo x > d; echo $?; echo x > none/f; echo $?; echo x > ''; echo $?; : > "$undefined"; echo $?
### ambiguous redirects
touch a b; x='a b'; echo 1 > $x; echo $?; echo 2 > *; echo $?; echo 3 > $undefined; echo $?; cat < $x; echo $?
### bad descriptors
echo a >&9; echo $?; cat <&9; echo $?; echo a >&x; echo $?; cat <&x; echo $?; exec 3>&9; echo $?
### word that names a descriptor
fd=2; echo e >&$fd; fd=1; echo o >&"$fd"; fd=-; echo c >&$fd; echo $?
### file names from expansions
n=1; echo a > f$n; echo b > "f $n"; echo c > $(echo f3); echo d > f$((2+2)); echo e > {x,y} 2>/dev/null; ls
### file names with a tilde
cd /; echo t > ~/tilde; cd; cat tilde
### quotes and globs in targets
touch 'one file'; echo g > one*; cat 'one file'; echo q > 'new*'; ls
### digit before the operator
echo 2>f; cat f; echo 2 >f; cat f; echo a2>f; cat f; x=2; echo $x>f; cat f; echo 2\>f
### large descriptor numbers
exec 20> f; echo twenty >&20; exec 20>&-; cat f; echo x 100>g >&100; cat g; (exec 10>h; echo ten >&10); cat h
### named descriptors
exec {fd}> f; echo named >&$fd; ((fd >= 10)) && echo big; exec {fd}>&-; cat f; echo x >&$fd 2>/dev/null; echo $?
### named descriptors stay open after the command
echo a {v}> f; echo b >&$v; exec {v}>&-; cat f
### named descriptor with varredir_close
shopt -s varredir_close; echo a {v}> f; (echo b >&$v) 2>/dev/null; echo $?
### named descriptor in an array element
exec {a[1]}> f; echo x >&${a[1]}; exec {a[1]}>&-; cat f
### named descriptor of a readonly name
readonly r=1; echo x {r}> f; echo $?
### exec redirects for good
exec 3>&1 > f; echo hidden; exec >&3 3>&-; echo shown; cat f; exec < f; read x; echo "$x"
### exec in a subshell only
(exec > f; echo in); echo out; cat f
### exec of a missing command
(exec nosuchcommand; echo not reached); echo $?; (shopt -s execfail; exec nosuchcommand; echo reached $?); exec ./none 2>/dev/null; echo not reached
### exec with a failing redirection
exec < none; echo "after $?"
### exec with options
(exec -a name bash -c 'echo $0'); (exec -c env | grep -c HOME); (exec -l bash -c 'echo $0'); exec -z; echo $?
### group and loop redirections
{ echo a; echo b; } > f; for i in 1 2; do read x; echo "$x"; done < f; if true; then echo if; fi >> f; (echo sub) >> f; cat f
### nested redirections
{ echo outer; { echo inner >&2; } 2> i; } > o; cat i o
### order of evaluation
ls none 2>&1 >f | wc -l; ls none >f 2>&1 | wc -l; echo x > $(echo a >&2; echo f) 2> e; cat f; wc -c < e
### redirection errors stop only the command
echo a > none/x; echo still; echo b > none/x || echo failed; ! echo c > none/y; echo $?
### redirection error on a special builtin in posix mode
#= posix
: > none/x; echo not reached
### redirection error on special builtins in bash mode
: > none/x; echo $?; export a=1 > none/y; echo $? "[$a]"; eval 'echo x' < none; echo $?
### redirection error in a function
f() { echo in; } ; f > none/x; echo $?; g() { echo g > none/y; echo $?; }; g
### assignment with redirection only
x=5 > f; echo $x; ls f; > g; ls g; 2>&1; echo $?
### input twice
echo 1 > a; echo 2 > b; cat < a < b; cat <<< here < a; cat < a <<< here
### reading in parts
printf '%s\n' one two three > f; { read a; read b; echo $a $b; cat; } < f; exec 4< f; read -u 4 x; read -u 4 y; echo $x $y; cat <&4
### sharing an offset
printf '%s\n' 1 2 3 4 > f; exec 3< f; (read x <&3; echo $x); read y <&3; echo $y; head -n 1 <&3 > /dev/null; exec 3<&-
### writing at the same offset
exec 3> f; echo a >&3; (echo b >&3); echo c 1>&3; exec 3>&-; cat f
### output to several files with tee
echo x | tee a b > c; cat a b c; echo y | tee -a a > /dev/null; cat a
### dev null
echo x > /dev/null; cat /dev/null; ls none 2>/dev/null; echo $?; read x < /dev/null; echo $?; wc -c < /dev/null
### dev fd
echo a | cat /dev/fd/0; echo err > /dev/fd/2; exec 3<<< three; cat /dev/fd/3; cat /dev/stdin <<< in
### dev stdout in a pipe
echo via > /dev/stdout | cat; { echo o > /dev/stdout; echo e > /dev/stderr; } 2>&1 | sort
### dev tcp without a network
(exec 3<>/dev/tcp/nohost) 2>/dev/null; echo $?
### pipelines and redirections
echo a | cat > f | wc -l; cat f; echo b | cat < f; echo c > g | cat; cat g
### builtins write errors to closed outputs
echo a >&-; echo $?; printf x >&-; echo $?; pwd >&-; echo $?
### builtin writes to a full device
echo x > /dev/full; echo $?; printf 'x\n' > /dev/full; echo $?
### truncation before a command runs
echo content > f; cat f > f; wc -c < f; echo x > f; nosuch > f 2>/dev/null; wc -c < f
### unwritable file
echo x > f; chmod 400 f; echo y > f; echo $?; cat f; chmod 000 f; cat < f; echo $?
### symbolic links
echo x > t; ln -s t l; echo y > l; cat t; ln -s nowhere d; echo z > d; cat nowhere
### spaces around operators
echo a>f;cat<f;echo b >> f;cat < f;cat 0<f;cat 0< f; echo c 1> f;cat f
### operators that look alike
echo a >|f; echo b>&1; echo c 1>&1; cat <>f; echo d &>f;cat f; echo e>>f; cat f
### redirection of a compound with a here document
while read x; do echo "[$x]"; done <<E > out
a
b
E
cat out
### redirection in a background command
echo bg > f & wait; cat f; { echo x; echo y; } > g & wait; cat g
### redirection applies to command not found
nosuchcommand 2> e; echo $?; cat e; nosuchcommand > o 2>&1; cat o
### redirection on a case and select
case x in x) echo in case;; esac > f; cat f; if read y; then echo $y; fi < f; until read z; do :; done < f; echo $z
### time and redirections
TIMEFORMAT=t; { time :; } 2> f; cat f; time echo x > g; cat g
### unset variable in a redirection with nounset
set -u; echo x > $u; echo not reached
### syntax errors at the operator
echo a >
### syntax error with two operators
echo a > > f
### syntax error with a pipe after the operator
echo a > | cat
### syntax error in a named descriptor
echo {1}>f; cat f; echo {a b}>f; cat f
### clobbering with append and truncate
echo 1 > f; { echo 2 >> f; echo 3; } >> f; cat f
### input from a process substitution
read x < <(echo sub); echo $x; while read a b; do echo $b$a; done < <(printf '1 2\n3 4\n'); cat < <(echo a) <(echo b)
### descriptors do not leak into redirected children
exec 9> f; bash -c 'echo x >&9' 2>/dev/null; echo $?; exec 9>&-; cat f
### xtrace with redirections
set -x; echo a > f; cat < f 2>&1; echo b >> f
### BASH_XTRACEFD
exec 5> trace; BASH_XTRACEFD=5; set -x; echo a; x=1; set +x; unset BASH_XTRACEFD; cat trace
### redirections under a small limit of descriptors
echo in > f; (ulimit -n 6; cat < f; echo a > g; cat g < f; { cat; echo b; } < f > h; cat h)

### lines of errors of redirections of compound commands
{
 echo a
 { echo b; } > /nope/x
 for i in 1; do
  echo $i > /nope/y
 done < /nope/z
 :
}
f() {
 :
 while :; do break; done < /nope
 if true; then
   { :; } > /nope/q
 fi
 :
}
:
f
:
(
 :
) > /nope/x
[[ a ]] < /nope
[[ a ]] < /nope \
  < /nopeb
case a in
 a) :
esac < /nope
eval '
{ :
} > /nope/x
:'
for i in 1
do
  :
  { :; } > /nope/x
done
case a in
 a) 
  :
  { :; } > /nope/x
 ;;
esac
while :
do
  { :; } > /nope/x
  break
done
if :
then
  { :; } > /nope/x
fi
(
  :
  { :; } > /nope/x
)
: | {
  :
  { :; } > /nope/x
}
### pipes where a standard descriptor is closed
exec <&-; echo a | cat; x=$(echo b); echo "$x"; cat <<< c; cat <(echo d); echo e | { read v; echo "$v"; } | tr e f; seq 3 | while read n; do echo "$n"; done
### pipes where standard output is closed
exec 3>&1 >&-; echo j | cat >&3; y=$(echo k); echo "$y" >&3; echo l | tr l m >&3; cat <(echo n) >&3

### redirections do not see the assignments before the command
a=1
a=2 /bin/echo program >&$a; a=2 echo builtin >&$a; a=2 eval 'echo eval' >&$a; f() { echo function; }; a=2 f >&$a
a=2 : > "f$a"; ls; rm f1
a=2 cat <<< "$a ${b:=4}"; echo "$b"
a=3 b=5 env > "f$a"; grep '^[ab]=' f1 | sort
IFS=: read -r x y <<< "$a:$b"; echo "$x $y"
g() { local a=3; a=7 printenv a 2> "o$a"; a=8 f 2> "o$a"; }; g; ls o*
a=2 y=$(echo not hidden >&2) /bin/echo hi 2> "n$a"; cat n1
a=4 printenv a < "/dev/null${a#1}" | cat
### errors into a pipe come behind the redirections of the command
ls nosuch 2>/dev/null |& cat; f() { echo e >&2; echo o; }; f >/dev/null |& cat; f |& tr a-z A-Z; { f; } 2>&1 >/dev/null |& cat; if f; then f; fi > out |& cat; cat out
x='a b'; { echo ${!x} |& cat; } 2>/dev/null; ${unset?} |& cat; nosuch |& cat; (f; exit 3) |& cat; echo ${PIPESTATUS[@]}; cat <<E |& cat
here
E
g() { a |& b >c |& d; (x) |& y; cat <<E |& cat
doc
E
}; declare -f g
### the status before, in the redirections of programs
false
true
cat <<< $?
(exit 3)
cat <<< $?
(exit 4)
cat > out.$?
echo out.*
(exit 5)
cat << END
$?
END
(exit 6)
cat < ${x?err}
echo $?
(exit 7)
cat < nowhere
echo $?
### here-strings expand as assignments do
HOME=/h
set -- a 'b  c'
IFS=:
cat <<< $*
cat <<< ~:~
cat <<< x:~/y
### descriptors one after another
f() { cat 2>&1>out; echo b 2>&1>>out 3>&-; ls nowhere 2>&1>/dev/null | sed 's/.*nowhere/nowhere/'; }
echo a | f; type f; cat out

### a dash after >& is all of the word
echo hi >&-1; echo $?; echo a >&- b; echo $?; echo c 3>&-x; echo d 2>&-; echo e 3>& -; echo f 3>& -2
f() { echo g >&-h; }; declare -f f
exec 3>&1; echo i 3>&-j; { v}>&-k echo 2>/dev/null; echo l 2>&--; ls; echo $?

### a descriptor duplicated onto itself need not be open
echo a 9>&9; echo $?; cat 9<&9 /dev/null; echo $?; exec 8>&8; echo $?; { echo c; } 9>&9; (exec 5>&5; echo d >&5) 2>&1

### descriptors moved to others
exec 5>f; echo a >&5-; echo b >&5
exec 6>g 7>&6-; echo c >&7; (echo d >&6) 2>&1
{ echo e; } 8>&7-; (echo f >&7) 2>&1
cat f g

### redirections of compound commands that fail leave PIPESTATUS
for command in 'if :; then :; fi' '{ :; }' '(:)' '((1))' ':' 'ls' '' '[[ a ]]' 'x=5' 'for i in 1; do :; done'; do
  eval "false | true; $command <nosuch; echo \$? \${PIPESTATUS[@]}" 2>/dev/null
done
### network redirections that lead nowhere
echo x 2>&1 >/dev/tcp/127.0.0.1/1; echo $?; (cat </dev/tcp/127.0.0.1/1) 2>&1; echo $?; echo x >/dev/udp/127.0.0.1/9; echo $?; (echo x >/dev/tcp/127.0.0.1) 2>&1; (exec 3<>/dev/tcp/127.0.0.1/nonsense) 2>&1; echo $?
### descriptors that the shell has for itself, taken by the script
f() { exec 100>lock; echo held >&100; }; f > log 2>&1; echo out; echo err >&2; cat lock log; exec 100>&-
{ exec 101>a 100>b 102>c; echo a >&101; } > log 2>&1; echo out; echo err >&2; cat a b c log; echo b >&101; cat a; exec 100>&- 101>&- 102>&-
{ { { exec 100<&0 101>x 102>y; } > o1; } > o2; } 2> o3; echo out; echo err >&2; cat o1 o2 o3 x y; exec 100<&- 101>&- 102>&-
g() { echo hi >&100; }; { g 100>k; exec 100>&-; } > o; echo out; cat k; { exec 100>&-; } > o; echo out
