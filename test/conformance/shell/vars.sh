# Variables: assignment, scope, attributes, special variables.
### a sub-shell that reads RANDOM through another name leaves the sequence as it was
RANDOM=7; n=RANDOM; a=$RANDOM
RANDOM=7
(: ${!n})
echo $((a == RANDOM))

### assignment forms
a=1 b=2; c=$a$b d="$a $b" e='$a' f=; echo $a $b $c "$d" $e "[$f]"
### assignments are left to right
a=1 b=$a c=$b$a; echo $a$b$c; a=2 a=$a$a; echo $a
### append
s=ab; s+=cd; s+=; s+="e f"; echo "$s"; unset u; u+=x; echo $u
### assignment before a builtin does not stay
x=1; x=2 true; echo $x; x=3 echo $x; y=5 :; echo "[$y]"
### assignment before a function is visible inside
f() { echo "in $x"; x=changed; }; x=1; x=2 f; echo $x
### assignment before eval
x=1; x=2 eval 'echo $x'; echo $x
### assignment before an external command
x=1; x=2 bash -c 'echo $x'; bash -c 'echo "[$x]"'; export x; bash -c 'echo $x'; x=7; bash -c 'echo $x'
### assignment before a special builtin in posix mode
#= posix
x=1; x=2 :; echo $x; x=3 export y=4; echo $x; x=5 true; echo $x
### assignment before unset and export
x=1; x=2 export y=$x; echo $x $y; x=9 unset y; echo $x
### several assignments before a command
a=1 b=$a c=$a$b bash -c 'echo $a $b $c'; echo "[$a]"
### assignment with a failing substitution
x=$(exit 3); echo $?; x=$(true) y=$(false); echo $?; x=$(false) true; echo $?; x=1; echo $?
### assignment with redirection
x=5 > f; echo $x; ls f; y=$(echo out) > g; echo $y; cat g
### assignment-like arguments
echo a=b x=1; echo "[$a]"; f() { echo $1; }; f x=5; echo "[$x]"
### names that are invalid
1a=b; echo $?; a-b=c; echo $?; =x; echo $?; a.b=1; echo $?; é=1; echo $?
### readonly variables
readonly r=1; r=2; echo not reached
### readonly in a command's environment
readonly r=1; r=2 true; echo $? $r; r=3 bash -c 'echo "[$r]"'; echo $?
### readonly and other ways to assign
readonly r=1; (unset r); (read r <<< x); (declare r=2); (printf -v r x); (for r in 1; do echo loop; done); ((r++)); echo $? $r; (: ${r:=5}); (local r=1)
### readonly again and listing
readonly a=1 b; a=2 2>/dev/null || true; echo never
### readonly listing
readonly zr=1 yr='a b'; readonly -p | grep -E '[zy]r='; declare -r | grep -c zr
### readonly of an unset variable
readonly u; echo "[$u]"; (u=1); echo $?; declare -p u
### readonly with usage errors
readonly 1x=2; echo $?; readonly -z; echo $?; readonly a-b; echo $?
### export and unexport
export e=1; declare -p e; export -n e; declare -p e; e=2; export e; bash -c 'echo $e'; export -n nothere; echo $?
### export errors
export 1a=b; echo $?; export -z; echo $?; export a.b; echo $?
### export p
export zz='a b' yy; export -p | grep -E ' (zz|yy)'
### exported unset variable
export u; bash -c 'echo "[${u-unset}]"'; u=1; bash -c 'echo $u'
### export f
f() { echo "exported $1"; }; export -f f; bash -c 'f x'; export -nf f; bash -c 'f x' 2>/dev/null; echo $?
### export of no function
export -f nofunc; echo $?
### declare x and plus x
declare -x d=1; bash -c 'echo $d'; declare +x d; bash -c 'echo "[$d]"'; declare -p d
### allexport
set -a; z1=x; set +a; z2=y; bash -c 'echo "[$z1][$z2]"'; declare -p z1 z2
### unset variables and functions
x=1; f() { echo f; }; unset x; echo "[$x]"; unset -f f; f 2>/dev/null; echo $?; unset nothere; echo $?
### unset prefers variables
x=var; x() { echo fn; }; unset x; echo "[$x]"; x; unset x; x 2>/dev/null; echo $?
### unset v and f
x=1; x() { :; }; unset -f x; echo $x; x() { echo fn; }; unset -v x; x
### unset errors
unset 1a; echo $?; unset -z; echo $?; readonly r=1; unset r; echo $?; unset -f -v x; echo $?
### unset inside a function reveals the outer
x=global; f() { local x=l; unset x; echo "[$x]"; x=again; echo $x; }; f; echo $x
### unset of a caller's local
g() { unset x; echo "g:[$x]"; }; f() { local x=l; g; echo "f:[$x]"; }; x=top; f; echo "top:[$x]"
### unset of a caller's local with localvar_unset
shopt -s localvar_unset; g() { unset x; echo "g:[$x]"; }; f() { local x=l; g; echo "f:[$x]"; }; x=top; f; echo $x
### local variables
f() { local a=1 b; b=2; echo $a $b; g; }; g() { echo "g sees $a"; a=3; }; f; echo "[$a]"
### local keeps the outer value away
x=out; f() { local x; echo "[$x]"; x=in; }; f; echo $x; g() { local x=$x.; echo $x; }; g
### localvar_inherit
shopt -s localvar_inherit; x=out; declare -i n=5; f() { local x n; echo $x; n=1+1; echo $n; }; f
### local I inherits
declare -u x=abc; f() { local -I x; echo $x; x=def; echo $x; }; f; echo $x
### local outside a function
local x=1; echo $? "[$x]"
### local and its status
f() { local x=$(false); echo $?; local y; y=$(false); echo $?; }; f
### local several with references
f() { local a=1 b=$a c=${b}2; echo $a $b $c; }; f
### local invalid names
f() { local 1x=2; echo $?; local a-b; echo $?; local -Z; echo $?; }; f
### local listing
f() { local zz=1 yy='a b'; local; }; f; f() { local -p q=1; }; f
### local dash restores options
f() { local -; set -f; echo $-; }; case $- in *f*) echo no;; esac; f | grep -c f; case $- in *f*) echo leaked;; *) echo restored;; esac
### recursive locals
f() { local n=$1; ((n > 0)) && f $((n - 1)); echo -n "$n "; }; f 4; echo
### dynamic scope through three levels
a() { local v=a; b; }; b() { c; }; c() { echo $v; v=c; d; }; d() { local v=d; echo $v; }; v=top; a; echo $v; c
### declare in a function is local, g is global
f() { declare x=1; declare -g y=2; typeset z=3; echo $x $y $z; }; f; echo "[$x][$y][$z]"
### declare g with a local of the same name
x=top; f() { local x=loc; declare -g x=glob; echo $x; }; f; echo $x
### declare attributes
declare -i i=5; declare -u u=up; declare -l l=LOW; declare -c c=word 2>/dev/null; declare -r r=ro; declare -x e=ex; declare -p i u l r e
### declare combined attributes
declare -irx n=5; declare -p n; declare -ux s=abc; declare -p s; declare -ai a; declare -p a; declare -lA m=([K]=V); declare -p m
### declare plus removes
declare -iu x=5; declare +i x; x=a+b; echo $x; declare +u x; x=abc; echo $x; declare -p x; declare +r none; echo $?
### declare cannot remove readonly
declare -r r=1; declare +r r; echo $?; declare +i r; echo $?
### declare u and l cancel
declare -u x=a; declare -l x; x=QwE; echo $x; declare -p x; declare -ul y=Abc; declare -p y
### declare usage errors
declare -z; echo $?; declare 1x; echo $?; declare -a -A x; echo $?; declare -f nofunc; echo $?; declare -p novar; echo $?
### declare F and f
f() { echo a; }; g() { echo b; }; declare -F; declare -F f; declare -f g; declare -F nope; echo $?
### declare with a value from expansions
x='a b'; declare y=$x z="$x c" 'w=q r'; echo "$y|$z|$w"; n=name; declare $n=5; echo $name; declare "$n"='x y'; echo "$name"
### declare p with attributes only
declare -i i; declare -a a; declare -A m; declare x; declare -x e; declare -p i a m x e
### declare n prints
declare -n r=target; declare -p r; target=5; declare -p target; echo ${!r}
### typeset is declare
typeset -i x=2+2; echo $x; typeset -p x
### nameref basics
x=1; declare -n r=x; echo $r; r=2; echo $x; r+=3; echo $x ${!r}; unset r; echo "[$x]"; unset -n r; echo "[$r]"
### nameref to an array
a=(1 2 3); declare -n r=a; echo ${r[1]} ${#r[@]} ${r[@]}; r+=(4); r[0]=x; echo ${a[@]}; unset 'r[1]'; echo ${!a[@]}
### nameref to an element
a=(x y z); declare -n r='a[1]'; echo $r; r=new; echo ${a[@]}
### nameref parameters
inc() { local -n v=$1; ((v += ${2:-1})); }; n=5; inc n; inc n 10; echo $n; swap() { local -n a=$1 b=$2; local t=$a; a=$b; b=$t; }; p=1 q=2; swap p q; echo $p $q
### nameref to itself warns
declare -n r=r; echo $?; f() { local -n x=x; echo $?; x=5; }; f; echo "[$x]"
### nameref circular
declare -n a=b; declare -n b=a; echo "[$a]"; a=1; echo $?
### nameref invalid target
declare -n r='1x'; echo $?; declare -n r='a b'; echo $?; declare -n s=; echo $?
### nameref unset target
declare -n r=nothere; echo "[$r]" "${r-unset}" "${r+set}"; r=made; echo $nothere; [[ -v r ]]; echo $?; [[ -R r ]]; echo $?
### nameref retargeted
x=1 y=2; declare -n r=x; declare -n r=y; echo $r; r=5; echo $x $y; for r in x y; do echo $r; done
### nameref in a for loop
declare -n r; a=1 b=2; for r in a b; do r=new; done; echo $a $b
### nameref chains
x=end; declare -n a=x; declare -n b=a; echo $b ${!b}; b=new; echo $x; unset b; echo "[$x]"
### nameref attributes
x=1; declare -n r=x; declare -i r; r=2+3; echo $x; declare -p x; export r; declare -p x; readonly r; x=1 2>/dev/null; echo $?
### unset n and unset of a nameref
x=1; declare -n r=x; unset -n r; declare -p x; declare -n r=x; unset r; declare -p x; echo $?
### nameref declared in a function to a global
f() { local -n r=g; r=(1 2); r[5]=x; }; f; declare -p g; h() { declare -n r=$1; r[k]=v; }; declare -A m; h m; declare -p m
### uppercase and lowercase
declare -u U; declare -l L; U='mixed Case é' L='MIXED Case É'; echo "$U" "$L"; U+=more; echo "$U"
### capitalise attribute
declare -c C; C='hello WORLD'; echo "$C"
### integer append and bad values
declare -i n=10; n+=5; n+=n; echo $n; n=0x10; echo $n; n=; echo $n; n=' 7 '; echo $n
### special parameter question mark
true; echo $?; false; echo $?; (exit 77); echo $?; echo $?
### special parameter hash and shift
set -- a b c; echo $#; shift; echo $# $1; shift 2; echo $#; shift; echo $?; shift 5; echo $?; shift -1; echo $?; shift x; echo not reached
### shift verbosely
shopt -s shift_verbose; set -- a; shift 2; echo $? $#
### dash flags
set -eu; echo $-; set +e -x; echo $-; set +x; set -f; echo $-; bash -c 'echo $-'; echo x | bash -s -- 2>/dev/null; echo $?
### zero and argument names
#= args x
echo $0 $1; f() { echo $0 $1; }; f y; bash -c 'echo $0' ; bash -c 'echo $0' name
### LINENO
echo $LINENO
echo $LINENO; f() {
echo $LINENO
}
f; echo \
 $LINENO
### LINENO assignment and unset
LINENO=100; echo $LINENO
echo $LINENO; unset LINENO; echo "[$LINENO]"
### SECONDS and assignment
SECONDS=100; ((SECONDS >= 100 && SECONDS < 110)) && echo ok; unset SECONDS; SECONDS=x; echo $SECONDS
### RANDOM seeded
RANDOM=1; a=$RANDOM; b=$RANDOM; RANDOM=1; [[ $a == $RANDOM && $b == $RANDOM ]] && echo same; unset RANDOM; echo "[$RANDOM]"
### BASH_VERSINFO shape
echo ${#BASH_VERSINFO[@]} ${BASH_VERSINFO[0]}.${BASH_VERSINFO[1]} ${BASH_VERSION%.*}; BASH_VERSINFO[0]=9; echo not reached
### EUID and UID are readonly
(UID=5); echo $?; (EUID=5); echo $?; (PPID=1); echo $?; declare -p UID | cut -c1-11
### BASHOPTS and SHELLOPTS
echo $SHELLOPTS; set -f; echo $SHELLOPTS; [[ :$BASHOPTS: == *:extquote:* ]] && echo has; (SHELLOPTS=x); echo $?
### BASH_SUBSHELL and BASHPID
echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL)); echo $(echo $BASH_SUBSHELL); { echo $BASH_SUBSHELL; } | cat; [[ $BASHPID == $$ ]] && echo same; ([[ $BASHPID != $$ ]] && echo differs)
### BASH_EXECUTION_STRING and BASH_COMMAND
echo "${BASH_EXECUTION_STRING:0:4}"; echo "$BASH_COMMAND"; trap 'echo "<$BASH_COMMAND>"' DEBUG; x=1; : a  b
### BASH_ARGV0
BASH_ARGV0=newname; echo $0; nosuchcmd
### BASH_SOURCE in a command string
echo "[${BASH_SOURCE[0]}]"; f() { echo "[${BASH_SOURCE[0]}] [${BASH_SOURCE[1]}]"; }; f
### FUNCNAME at top level
echo "[$FUNCNAME]" "[${FUNCNAME[0]}]"; f() { echo $FUNCNAME; }; f; FUNCNAME=x; echo "[$FUNCNAME]"
### PWD and OLDPWD
mkdir a; cd a; echo ${PWD##*/} ${OLDPWD##*/}x; cd ..; echo ${OLDPWD##*/}; unset OLDPWD; cd -; echo $?
### IFS default value
printf '%q\n' "$IFS"; bash -c 'printf "%q\n" "$IFS"'
### OPTIND starts at one
echo $OPTIND; bash -c 'echo $OPTIND $OPTERR "[$OPTARG]"'
### PS4 and default prompts
echo "[$PS4]" "[$PS1]" "[$PS2]"; PS4='> '; set -x; echo a
### PPID and dollar in a subshell
a=$$; (b=$$; [[ $a == $b ]] && echo same); [[ $PPID -gt 0 ]] && echo ok
### SHLVL grows
echo $SHLVL; bash -c 'echo $SHLVL; bash -c "echo \$SHLVL"'; (echo $SHLVL)
### environment variables imported
env -i x=1 'y=a b' "$(type -P bash)" -c 'echo $x "$y"; declare -p x y'
### environment with odd names
env 'a-b=1' 'x.y=2' bash -c 'echo ok; env | grep -c "^a-b="'
### underscore in the environment
_=x bash -c 'echo ${_##*/}'; bash -c 'true a b; echo $_'
### vars with the same name as functions
f=1; f() { f=2; echo $f; }; echo $f; f; echo $f
### assignment to a special name is refused
?=1; echo $?; 1=x; echo $?; @=y; echo $?; '#'=z; echo $?
### assignment in conditions and loops
if x=5; then echo $x; fi; while y=$(false); do :; done; echo $?; z=1 && echo $z || echo no
### set as variable listing
a1=x; set | grep '^a1='; set -o posix; set | grep '^a1='
### set positional parameters
set a b; echo $# $1; set -- -x y; echo $1; set - z; echo $1 $#; set --; echo $#; set -; echo $#
### set with invalid options
set -Z; echo $?; set -o nonesuch; echo $?; set +Q; echo $?
### set o listing
set -o | head -5; set +o | head -5
### unset of special variables
unset HOME; cd; echo $?; unset PATH; nosuch; echo $?
### BASH_ENV is read
echo 'echo from env' > e; BASH_ENV=./e bash -c 'echo main'
echo 'echo env $0' > e; BASH_ENV=./e bash -p -c 'echo main'; BASH_ENV=./e bash ./nofile; echo $?; BASH_ENV=./e bash -c 'echo $0' zero; echo 'echo script $0' > s; BASH_ENV=./e bash s; BASH_ENV=./e bash -s <<< 'echo $0'
### variables and very long values
x=$(printf '%100000s' ''); echo ${#x}; y=$x$x; echo ${#y}
### array variable as a scalar in the environment
a=(1 2); export a; bash -c 'echo "[$a]"'; b=5; export b; b[1]=6; bash -c 'echo "[$b]"'
### value with newline survives the environment
x=$'a\nb' bash -c 'echo "$x"'; x=$'\xff' bash -c 'printf %s "$x" | od -An -tx1'
### test v
x=; unset y; [[ -v x ]]; echo $?; [[ -v y ]]; echo $?; test -v x; echo $?; [ -v PATH ]; echo $?; [[ -v 1 ]]; echo $?; set -- a; [[ -v 1 ]]; echo $?; [[ -v @ ]]; echo $?
### FUNCNAME in a sourced file
echo 'echo "[${FUNCNAME[@]}] ${FUNCNAME-unset}"' > s; . ./s; f() { . ./s; }; f
### the locale of a command alone
v=éa; LC_ALL=C; echo ${#v} ${v:2}; unset LC_ALL; LC_CTYPE=C eval 'echo ${#v}'

### SHLVL of programs that take the place of a shell
export SHLVL=5
while IFS= read -r script; do
  echo "$script: $(bash -c "$script" 2>&1)"
done <<'E'
printenv SHLVL
true; printenv SHLVL
true && printenv SHLVL
printenv SHLVL > /dev/stderr
{ printenv SHLVL; }
if true; then printenv SHLVL; fi
trap : 2; printenv SHLVL
! printenv SHLVL
eval printenv SHLVL
f() { printenv SHLVL; }; f
printenv SHLVL | cat
x=1 printenv SHLVL
false || printenv SHLVL;
true | printenv SHLVL
E
for level in abc 999 1000 -5 ''; do SHLVL=$level bash -c 'echo $SHLVL'; done

### an arithmetic error in the value of an integer variable
for c in 'printf -v n %s "ab}"' 'read -r n <<< "ab}"' 'n="ab}"' 'for n in "ab}"; do :; done' 'declare n="ab}"' ': ${n="ab}"}' \
  'read -ra n <<< "ab} 2"' 'n=(1 "ab}")' 'eval "n=ab}"'; do
  printf 'declare -i n\n%s; echo same line\necho next line\n' "$c" > script
  bash ./script; echo $?
  bash -c "$(< script)"; echo $?
done
### edited lists assigned
set -- d/x d/y; a=("$@"); IFS=,
x="$@"; y="${@/q}"; z="${@:1}$*"; w="${a[@]%y}"; v=${@^^}; u="${!a[@]} ${a[@]}"; local_() { local x="${@@Q}" y="${@:-q}"; echo "$x $y"; }; local_ q r; echo "$x $y $z $w $v $u"; a[1]="${@@U}" y="${@/q}" eval 'echo "$y"'; echo "${a[1]}"
### IGNOREEOF
IGNOREEOF=3; shopt -o ignoreeof; unset IGNOREEOF; shopt -o ignoreeof; f() { local IGNOREEOF=1; shopt -o ignoreeof; }; f; shopt -o ignoreeof; set -o ignoreeof; echo "$IGNOREEOF"
### a loop ends where its name reference cannot follow
f() { local -n ref=$1; for ref in a 'b[1]' 'c['; do echo "in ${!ref}"; done; echo "${!ref} $?"; }
f nope
### the length of what a reference to an element stands for
arr=(aXbXc Hello)
f() { local -n ref=$1; echo "${#ref} ${#ref[@]} $ref"; }
f 'arr[1]'
set -u
(f 'arr[1]')
(declare -n ref='arr[1]'; echo "${#ref}")
### a list assigned to a reference to an element ends the line, not the shell
set -e
f() { local -n ref=$1; ref=(1); echo unseen; }
f 'map[k]' 2>&1
echo $?
### a readonly variable behind a reference, by the name that was written
readonly y
f() { declare -n ref=$1; ref=(1); }
f y
### a reference that is declared as an array
f() { declare -n ref=(a b); declare -p ref; }
f
### SHELL is set
echo "${SHELL:+set}"

### BASH_SUBSHELL in the words of a stage
echo $BASH_SUBSHELL | cat; { echo $BASH_SUBSHELL; } | cat; (echo $BASH_SUBSHELL | cat); echo $BASH_SUBSHELL $(echo $BASH_SUBSHELL | cat)
x=$BASH_SUBSHELL env | grep ^x=; echo $(echo $BASH_SUBSHELL) | cat; echo $( (echo $BASH_SUBSHELL | cat) ) | cat
f() { echo $1 $BASH_SUBSHELL; (echo $BASH_SUBSHELL); echo $BASH_SUBSHELL | cat; }; f $BASH_SUBSHELL | cat
eval "echo $BASH_SUBSHELL; echo \$BASH_SUBSHELL" | cat; echo a >f$BASH_SUBSHELL | cat; ls f?; cat <<<$BASH_SUBSHELL | cat
[[ $BASH_SUBSHELL == 1 ]] | cat; echo ${PIPESTATUS[@]}; test $BASH_SUBSHELL = 1 | cat; echo ${PIPESTATUS[@]}
echo $BASH_SUBSHELL | echo $BASH_SUBSHELL; shopt -s lastpipe; echo a | echo $BASH_SUBSHELL; echo $BASH_SUBSHELL & wait; echo $BASH_SUBSHELL | cat & wait
{ echo $BASH_SUBSHELL | cat; } | cat; exec echo $BASH_SUBSHELL | cat

### TZ counts once it is exported
printf '%(%H)T\n' 0; TZ=EST5; printf '%(%H %Z)T\n' 0; TZ=JST-9 printf '%(%H)T\n' 0; printf '%(%H)T\n' 0; export TZ; printf '%(%H)T\n' 0
f() { local TZ=JST-9; printf '%(%H)T\n' 0; }; f; printf '%(%H)T\n' 0; unset TZ; printf '%(%H)T\n' 0

### HISTSIZE shrinks the list
set -o history; history -c; for i in 1 2 3 4 5; do history -s "l$i"; done; HISTSIZE=3; history; HISTSIZE=2; history; history -s new; history; HISTSIZE=1; history
HISTSIZE=; history -s x; history -s y; history; HISTSIZE=2; HISTSIZE=abc; history -s r; history; unset HISTSIZE; history -s z; history; HISTSIZE=0; history; history -s q; history

### HISTFILESIZE shrinks the file
printf '%s\n' 1 2 3 4 5 >h; HISTFILE=h; HISTFILESIZE=3; cat h; HISTFILESIZE=7; cat h; HISTFILESIZE=abc; HISTFILESIZE=-1; cat h; HISTFILESIZE=0; cat h; echo end
printf '%s\n' '#1' 1 '#2' 2 >h; HISTFILESIZE=1; cat h; HISTTIMEFORMAT=%s; printf '%s\n' '#1' 1 '#2' 2 >h; HISTFILESIZE=1; cat h; HISTFILE=none; HISTFILESIZE=1; ls none
### BASH_SUBSHELL with a value of its own
(BASH_SUBSHELL=7; echo $BASH_SUBSHELL); echo $BASH_SUBSHELL; x=$(BASH_SUBSHELL=4; echo $BASH_SUBSHELL); echo $x $BASH_SUBSHELL
