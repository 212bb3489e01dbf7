# Functions.
### three ways to define
f() { echo f; }; function g { echo g; }; function h() { echo h; }; f; g; h
### bodies of other kinds
a() (echo sub; x=1); b() if true; then echo if; fi; c() for i in 1 2; do echo $i; done; d() ((1)); e() [[ a ]]; a; b; c; d; echo $?; e; echo $? "[$x]"
### newline before the body
f()
{
  echo body
}
f
function g
{ echo g; }
g
### arguments
f() { echo $# "$1" "$2" "$@"; }; f; f a; f 'a b' c; set -- outer; f in; echo $1
### return values
f() { return 3; }; f; echo $?; g() { false; return; }; g; echo $?; h() { true; }; h; echo $?; i() { (exit 9); }; i; echo $?
### return with large and negative numbers
f() { return $1; }; for n in 0 1 255 256 257 -1 1000; do f $n; echo -n "$? "; done; echo
### return with bad arguments
f() { return abc; echo no; }; f; echo $?; g() { return 1 2; echo after; }; g; echo $?
### return outside a function
return 3; echo "after $?"; return; echo $?
### return in a subshell of a function
f() { (return 5; echo no); echo $?; }; f; g() { x=$(return 6); echo $?; }; g
### return in a pipeline of a function
f() { echo a | { read x; return 4; }; echo $?; }; f
### redefinition and unset
f() { echo 1; }; f; f() { echo 2; }; f; unset -f f; f 2>/dev/null; echo $?
### redefinition while running
f() { echo first; f() { echo second; }; }; f; f
### a function unsets itself
f() { unset -f f; echo still; }; f; f 2>/dev/null; echo $?
### nested definitions
outer() { inner() { echo inner; }; }; inner 2>/dev/null; echo $?; outer; inner
### recursion
fact() { if (($1 <= 1)); then echo 1; else echo $(($1 * $(fact $(($1 - 1))))); fi; }; fact 10; cnt() { [ $1 -gt 0 ] || return; echo -n $1; cnt $(($1 - 1)); }; cnt 9; echo
### mutual recursion
even() { ((n == 0)) && return 0; ((n--)); odd; }; odd() { ((n == 0)) && return 1; ((n--)); even; }; n=10; even; echo $?; n=7; even; echo $?
### FUNCNEST limits the depth
FUNCNEST=3; f() { echo $1; f $(($1 + 1)); }; f 1; echo $?
### functions shadow builtins and commands
echo() { builtin echo "my $*"; }; echo a; unset -f echo; echo b; ls() { command echo fake; }; ls; command ls; \ls; unset -f ls
### functions shadow special builtins
export() { echo mine; }; export x=1; set() { echo myset; }; set a; builtin set -- b; echo $1
### function names with odd characters
a-b() { echo dash; }; a.b() { echo dot; }; @x() { echo at; }; +() { echo plus; }; a:b() { echo colon; }; a-b; a.b; @x; +; a:b
### function names that are digits or unicode
function 1() { echo one; }; 1; é() { echo e; }; é; function a=b { echo eq; }; "a=b"
### invalid function names
a$b() { :; }; echo $?
### function name that is a keyword
function if { echo f; }; \if; echo $?
### function keyword without parentheses and a subshell body
function f (echo sub); f; function g ( ) (echo sub2); g
### redirections of a definition
f() { echo out; echo err >&2; } > f.out 2>&1; f; cat f.out; g() { cat; } <<< input; g; h() { read x; echo $x; } < f.out; h
### redirection on call
f() { echo a; echo b >&2; }; f > o 2> e; cat o e; f 2>&1 | sort
### redirection expands at each call
f() { echo $1; } > "$1.txt"; f a; f b; cat a.txt b.txt
### here document in a function
f() { cat <<E
$1 and $2
E
}; f x y; f 1 2
### declare f output
f() { echo a; if true; then echo b; else echo c; fi; for i in 1 2; do echo $i; done; }; declare -f f
### declare f of loops and cases
f() { while read x; do echo $x; done < f; until false; do break; done; case $1 in a|b) echo;; (c) : ;& *) x;;& d) esac; select y in a b; do :; done; }; declare -f f
### declare f of pipelines and lists
f() { a | b |& c && d || e; ! f & g; { h; i; } > o 2>&1; (j; k) & }; declare -f f
### declare f of arithmetic and conditions
f() { ((x = 1 + 2)); [[ $a == b* && ! -f c || ( $d =~ ^x ) ]]; for ((i=0;i<3;i++)); do :; done; let x++; }; declare -f f
### declare f of here documents
f() { cat <<A <<-'B' > o; echo after
text $x
A
	tab
	B
cat <<< "str"; }; declare -f f
### declare f of redirections
f() { a >x 2>>y <z 3<>w 4>&1 5<&0 6>&- >|c &>d &>>e <<<s; exec {fd}>o; }; declare -f f
### declare f of quotes and expansions
f() { echo "a $b" 'c' $'d\n' $"e" \f ${g:-h} $(i; j) `k` $((1+2)) <(l) >(m) {a,b} ~ *; x=1 y=(1 2) z+=3 cmd; }; declare -f f
### declare f of nested functions
f() { g() { echo inner; }; function h { echo h; }; i() (sub); g; }; declare -f f
### declare f of time and coproc
f() { time a; time -p b | c; coproc d; coproc N { e; }; }; declare -f f
### declare f of nested ifs
f() { if a; then if b; then c; fi; elif d; then e; else f; fi; }; declare -f f
### declare f of a subshell body with redirection
f() (echo a; echo b) > o 2>&1; declare -f f; g() { :; } <&3 >&2-; declare -f g
### type of a function
f() { echo x; }; type f; type -t f; command -V f; command -v f
### set lists functions
zf() { echo z; }; set | grep -A3 '^zf'
### declared functions can be evaluated again
f() { local x="a  b"; echo "$x" "${1:-none}"; cat <<E
$x
E
}; d=$(declare -f f); unset -f f; eval "$d"; f; f y
### copying a function
f() { echo original $1; }; eval "$(declare -f f | sed '1s/f/g/')"; g x
### FUNCNAME, BASH_LINENO and caller
f() { echo ${FUNCNAME[@]} ${BASH_LINENO[@]}; caller; caller 0; caller 1; echo $?; }
g() {
  f
}
g
### caller outside and beyond
caller; echo $?; f() { caller 5; echo $?; caller x; echo $?; }; f
### wrapper that passes everything
log() { echo "run: $*"; "$@"; }; log echo 'a  b' c; log test 1 = 2; echo $?
### callbacks
map() { local f=$1 x; shift; for x; do $f "$x"; done; }; dbl() { echo $(($1 * 2)); }; map dbl 1 2 3
### results by variables
ret() { printf -v "$1" '%s' "value of $2"; }; ret out x; echo "$out"; f() { REPLY=$(($1 + 1)); }; f 41; echo $REPLY
### local keeps arrays and options
f() { local -a a=(1 2); local -i n=3*3; local -r c=const; echo ${a[1]} $n $c; c=x; echo not reached; }; f; echo $?
### positional parameters are restored
f() { set -- x y z; shift; echo $@; }; set -- 1 2; f a; echo $@
### getopts in functions
f() { local OPTIND o; while getopts ab: o; do echo $o $OPTARG; done; shift $((OPTIND - 1)); echo $@; }; f -a -b x rest; f -bq more
### exit from a function
f() { exit 4; }; (f; echo no); echo $?; f; echo not reached
### assignment before a function call
f() { echo "$x $(printenv x)"; }; x=1 f; echo "[$x]"
### trap in a function
f() { trap 'echo f-exit' EXIT; echo in; }; (f; echo out)
### function in a pipeline
up() { tr a-z A-Z; }; echo hello | up; gen() { printf '%s\n' "$@"; }; gen c a b | sort | up | paste -sd,
### function in command substitution
f() { echo "$1-$BASH_SUBSHELL"; return 3; }; x=$(f a); echo "$x" $?; echo "$(f b)" "$(f $(f c))"
### function in the background
f() { echo bg $1; return 5; }; f 1 & wait $!; echo $?
### unset local in a callee and globals
f() { x=global; local y=local; }; f; echo "[$x] [$y]"
### readonly functions
f() { echo 1; }; readonly -f f; f() { echo 2; }; echo $?; f; unset -f f; echo $?
### syntax error inside a function body
f() { echo a
if; }
f
### unterminated function
f() { echo a;
### missing body
f() echo hi
### definition followed by a command on the line
f() { echo f; } ; f; g() { echo g; } && g; h() { echo h; } | cat; h
### status of a definition
false; f() { false; }; echo $?
### posix mode refuses odd names
#= posix
a-b() { :; }; echo after
### posix mode and special builtin names
#= posix
export() { echo mine; }; echo after
### command bypasses functions
test() { return 9; }; test a; echo $?; command test a; echo $?; builtin test ''; echo $?
### local with the same name as a positional
f() { local x=$1 y=$2; shift; echo "$x $y $1 $#"; }; f a b c
### many arguments
f() { echo $# ${100} ${!#}; }; f {1..200}
### functions and aliases in scripts
shopt -s expand_aliases
alias hi='echo alias'
f() { hi $1; }
unalias hi
f x
### RETURN trap and functrace
f() { :; }; trap 'echo ret' RETURN; f; set -T; f; set +T; trap - RETURN
### a dollar underscore after a call
f() { :; }; f a b; echo $_
### functions whose names no variable can have are not exported
function a=b { :; }; export -f a=b; echo $?; function x/y { :; }; export -f x/y; echo $?; export -fn x/y; echo $?; env | grep -c BASH_FUNC
### subscripts as functions show them
f() { a[$(echo    1)]=$'a\tb'; m[$'c\td']=1; echo ${a[$(echo   1)]} $(( $(echo    2) + ${a[1]} )); }; declare -f f
