# Which errors end the script, which only the command, and what the status is.
### assignment to a readonly variable
readonly r=1
r=2
echo "next line $?"
### assignment to a readonly variable in a list
readonly r=1; r=2 || echo or; echo same line
### assignment to a readonly variable in a function
readonly r=1
f() { r=2; echo in f; }
f
echo "after $?"
### assignment to a readonly variable in a subshell and a substitution
readonly r=1
(r=2; echo no); echo "sub $?"
x=$(r=2; echo no); echo "cs $? [$x]"
echo end
### assignment to a readonly variable in eval and source
readonly r=1
eval 'r=2; echo no'
echo "eval $?"
### assignment to a readonly variable in a sourced file
readonly r=1
echo 'r=2; echo no' > s
. ./s
echo "source $?"
### assignment to a readonly element
readonly -a a=(1)
a[0]=2
echo "next $?"
### assignment to a readonly name in arithmetic
readonly r=1
((r = 2)); echo "command $?"
echo $((r = 2)); echo "no"
echo "next line"
### readonly loop variable
readonly i=1
for i in a b; do echo body; done; echo "same line $?"
echo "next line"
### readonly for builtins
readonly r=1
read r <<< x; echo "read $?"
printf -v r x; echo "printf $?"
export r=2; echo "export $?"
declare r=2; echo "declare $?"
unset r; echo "unset $?"
getopts a r -a; echo "getopts $?"
mapfile r < /dev/null; echo "mapfile $?"
let r=5; echo "let $?"
### readonly for local
readonly r=1
f() { local r=2; echo "local $? $r"; }
f
echo end
### readonly before commands
readonly r=1
r=2 true; echo "builtin $?"
r=2 cat /dev/null; echo "external $?"
f() { echo f; }; r=2 f; echo "function $?"
r=2 :; echo "special $?"
### expansion error of an unset variable with nounset
set -u
echo $nope; echo same line
echo next line
### expansion error in a function with nounset
set -u
f() { echo $nope; echo in f; }
f || echo or
echo next line
### question mark error in a function
f() { echo ${nope?gone}; echo in f; }
f || echo or
echo next line
### question mark error in a subshell and in pipelines
(echo ${nope?gone}; echo no); echo $?
echo ${nope?gone} | cat; echo $?
echo a | { echo ${nope?gone}; cat; }; echo $?
### bad substitution in a list
echo ${a b}; echo same line
echo "next line $?"
### bad substitution in a function
f() { echo ${a b}; echo in f; }
f; echo same line
echo next line
### bad substitution in a subshell, a substitution and a pipeline
(echo ${a b}; echo no); echo $?
x=$(echo ${a b}; echo no); echo "$? [$x]"
echo ${a b} | cat; echo $?
### bad substitution in an assignment, a redirection and a case
x=${a b}; echo no
echo > ${a b}; echo no
case ${a b} in *) echo no;; esac
echo end
### bad substitution in double quotes with an unknown operator
echo "${x!}"; echo same
echo "next"
### arithmetic error in an expansion
echo $((1 +)); echo same line
echo "next line $?"
### arithmetic error in a function
f() { echo $((1 / 0)); echo in f; }
f || echo or
echo next line
### arithmetic error in an assignment and a subscript
x=$((1 / 0)); echo same
echo "next [$x]"
a[1/0]=5; echo same2
echo next2
### arithmetic error in a loop
for i in 1 2; do echo $i; echo $((i / 0)); done; echo same
echo next
### arithmetic error in a command only fails it
((1 / 0)); echo "c $?"
let 1/0; echo "let $?"
[[ 1/0 -eq 1 ]]; echo "cond $?"
for ((i = 1/0; i < 2; i++)); do echo no; done; echo "for $?"
### arithmetic error in a slice
s=abc; echo ${s:1/0}; echo same
echo next
### arithmetic error in an integer variable
declare -i n; n=1/0; echo "same $?"
echo next
### negative slice
s=abc; echo ${s:0:-9}; echo same
echo "next $?"
### failglob
shopt -s failglob
echo none*; echo same
echo "next $?"
f() { echo none*; echo in f; }
f; echo same2
echo next2
### special builtin with a bad option
export -Z; echo $?
set -Z; echo $?
unset -Z; echo $?
readonly -Z; echo $?
shift -Z; echo $?
trap -Z; echo $?
eval -Z; echo $?
. -Z; echo $?
exec -Z; echo $?
break -Z; echo $?
### break with a word ends the script outside loops or not
break x; echo "$?"
### break with a word in a loop
for i in 1 2; do break x; echo "in $?"; done; echo "after $?"
echo next
### return with a word
f() { return x; echo in f; }
f; echo "after $?"
### exit with a word
exit x; echo no
### shift with a word and too many
shift x; echo "a $?"
set -- 1; shift 1 2; echo "b $?"
### source of a missing file
. ./none; echo "same $?"
echo next
### source of a missing file in posix mode
#= posix
. ./none; echo no
### eval of a syntax error
eval 'if'; echo "same $?"
echo next
### eval of a syntax error in posix mode
#= posix
eval 'if'; echo no
### exec of a missing command ends the script
exec nosuchcommand
echo no
### exec with a bad redirection
exec 5< none; echo "same $?"
echo next
### exec with a bad redirection in posix mode
#= posix
exec 5< none; echo no
### command not found in conditions and lists
nosuch && echo no || echo or
if nosuch; then echo no; else echo else $?; fi
! nosuch; echo $?
### syntax error ends the rest
echo one
echo two; fi
echo three
### syntax error later in the same line runs nothing of it
echo a; echo b; )
### invalid function name
f() { :; }
$x() { :; }
echo after
### unset of a readonly function and variable
readonly v=1; f() { :; }; readonly -f f
unset v; echo $?
unset -f f; echo $?
### local outside of a function
local x; echo $?
echo next
### nested function exits
f() { g; echo f goes on; }; g() { exit 3; }
(f); echo $?
f
### division by zero in a condition with errexit
set -e
if ((1 / 0)); then echo no; fi
((1 / 0)) || echo handled
x=$((1 / 0)) || echo no
### fatal errors run the exit trap
trap 'echo "trap $?"' EXIT
echo ${nope?gone}
### fatal errors in a sourced file
echo 'echo in; echo ${nope?gone}; echo no' > s
. ./s
echo no either
### nounset error and the err trap
set -u; trap 'echo err' ERR; trap 'echo exit $?' EXIT
echo $nope
### messages name the function's line
f() {
  echo ${nope?gone}
}

f
### messages of a script file name it
printf 'echo a\nnosuch\nreadonly r=1\nr=2\n' > s.sh; bash s.sh; echo $?
printf '. ./inner\n' > outer; printf 'x=1\nnosuch\n' > inner; bash outer; echo $?
### messages from standard input
printf 'nosuch\necho ${x?gone}\n' | bash; echo $?
### messages of builtins name them
cd none; pushd none; shift 9 ; unset 1x; export 1x; declare 1x; read 1x; printf -v 1x a; getopts a 1x; let 1x; test 1 -eq x; kill x; wait x; umask 9; ulimit -n x; trap x BAD; type nosuch; hash nosuch; alias nosuch; unalias nosuch; enable nosuch; builtin nosuch; command nosuch; . none; shopt none; set -o none; exec none
### status of an unset parameter in a script file
echo 'echo ${x?gone}; echo no' > s; bash s; echo $?; echo 'set -u; echo $x; echo no' > s; bash s; echo $?; bash -c 'echo ${x?gone}'; echo $?

### line numbers after an error that ends a command of several lines
f() {
  :
  echo ${x!bad}
  :
}
:
f
echo $LINENO
echo $LINENO
for i in 1 2 3
do
  :
  echo ${y!bad}
  :
done
echo $LINENO
eval 'echo
echo ${x!bad}
echo
'
echo $LINENO
readonly r=1
:

{
 :
 r=2
 :
}
echo $LINENO
if true; then
  echo $((1/0))
fi

nocommand
(

 echo ${z!bad} 
)
echo $LINENO
case a in
  a) echo ${z!bad} 
 ;;
esac; echo foo
echo $LINENO

echo $(
echo ${z!bad} 
echo hi
)
echo $LINENO
echo ${z!bad} \
 b
echo $LINENO
cat <<EOS
$((1+))
EOS
echo $LINENO

### errexit ends at errors of expansions wherever they are

for script in ': ${!x}' ': ${x!bad}' ': $((1/0))' ': ${a[-1]}' ': ${x:0:-1}' 'x=abc; : ${x:2:-3}' 'readonly r=1; r=2' \
  'a[-1]=3' 'a=([-1]=3)' 'x=1+; declare -i y; y=x' 'shopt -s failglob; : *nope*' 'if : ${!x}; then :; fi' ': ${!x} || :' \
  '(exit 3) || : ${!x}' '! : ${x!bad}' 'declare -A m; m[]=1' 'echo $(: ${!x})' '(: ${!x}) || echo sub'; do
  bash -c "set -e
$script
echo goes on"
  echo "$script: $?"
done

### posix mode: export and readonly of a readonly variable end the shell
for c in 'export r=3' 'readonly r=3' 'declare r=3' 'command export r=3'; do
  bash --posix -c "readonly r=1; $c; echo after"; echo $?
done
### expansions that fail in (( )) end the line
((y=${x!})); echo unseen
f() { (( ${x!} )); echo unseen; }; f; echo unseen
((y=${x[1/0]})); echo unseen
echo next
### empty subscripts
(echo ${list[]}; echo unseen)
(echo ${#list[]-q}; echo unseen)
echo $?
### an array that does not close, in eval
eval "arr=(it's)"; echo "here $?"
(eval "arr=(it's)"; echo unseen)
echo $?
x=$(eval 'arr=(a'; echo unseen); echo "[$x] $?"

### expansion errors in posix mode
x=abc y='a b'
for word in '${!zz}' '${!y}' '${x:1/0}' '${x:0:-9}' '${1:=x}' '${a[1/0]}' '${@:1:-1}' '${x@Z}' '${x!}' '$((1/0))' '${zz?}'; do
  bash --posix -c "x=abc y='a b'"$'\necho '"$word"$'; echo no\necho yes $?'
  echo $?
done

### special built-ins that are misused in posix mode, with an answer to that
for command in 'return' 'set -o nosuch' 'unset -z' 'trap -z' '>* return' 'shift 1 2' 'export -z' 'exec nosuch' '. nosuch' 'break -z'; do
  bash --posix -c "$command || echo or; if $command; then :; else echo else; fi; ! $command; echo not; $command; echo no" 2>/dev/null
  echo "$? $command"
done; ls

### targets of redirections in posix mode are one word
set -o posix
s='f g'; set -- p q
>$s; >$@; >"x$@"; >$(echo 'h i'); (>{a,b}) 2>&1; (>$u) 2>&1; (>"") 2>&1; >*
IFS=g; echo in >$s; cat <$s; ls
