# Command substitution, introspection, unicode, bytes, posix mode, prompts, and odd corners.
### substitution strips trailing newlines only
x=$(printf '\n\na\n\n\n'); printf '[%s]' "$x"; y=$(printf 'a\n '); printf '[%s]\n' "$y"
### substitution of a file
printf 'l1\nl2\n' > f; x=$(< f); echo "$x"; echo $(<f); y="$(< none)"; echo "$? [$y]"; z=$(< f cat); echo $z
### substitution drops NUL bytes with a warning
x=$(printf 'a\0b'); echo "$x" ${#x}
### substitution in assignments keeps the status
x=$(exit 4); echo $?; x=$(exit 4)$(exit 5); echo $?; x=a y=$(exit 6) z=b; echo $?; x=$(true); echo $?
### substitution and positional parameters
set -- a 'b c'; echo $(echo $# $2); x=$(set -- z; echo $1); echo $x $1
### substitution with background and loops
echo $(for i in 1 2; do echo $i; done) $(case x in x) echo c;; esac) $(if true; then echo t; fi) $( { echo g; } ) $( (echo s) )
### substitution with an exit trap
x=$(trap 'echo t' EXIT; echo b); echo "$x"; x=$(exit 3; echo no); echo "$x $?"
### backquotes with nesting and dollars
echo `echo \`echo a\`` `echo \$HOME | wc -c | tr -d ' ' | cut -c0-0 2>/dev/null`; x='a b'; echo `echo "$x"` "`echo \"$x\"`"
### substitutions do not change the shell
x=1; : $(x=2; cd /; set -f; shopt -s nullglob); echo $x $-; shopt nullglob
### large substitutions
x=$(seq 20000); echo ${#x}; set -- $x; echo $# ${20000}
### substitution of commands with here documents
x=$(cat <<E
a
E
cat <<F
b
F
); echo "$x"
### lengths in characters and bytes
s=aé日🎉; echo ${#s}; (LC_ALL=C; echo ${#s}); printf %s "$s" | wc -c; echo ${s:1:2} ${s:3}
### combining characters
s=$'e\u0301'; echo ${#s}; [[ $s == ?? ]]; echo $?; printf '%s\n' "${s:0:1}"
### invalid utf-8 counts bytes
s=$'a\xffb\xc3'; echo ${#s}; printf %s "${s:1:1}" | od -An -tx1; printf %s "${s#?}" | od -An -tx1; [[ $s == ???? ]]; echo $?
### invalid utf-8 in patterns and replacement
s=$'x\xffy'; printf %s "${s/$'\xff'/-}"; printf %s "${s//?/.}"; case $s in x?y) echo one;; x*y) echo many;; esac
### bytes survive arrays, functions and files
f() { printf %s "$1"; }; a=($'\xfe' $'\x80a'); f "${a[0]}${a[1]}" > b; od -An -tx1 b; x=$(cat b); printf %s "$x" | cmp - b && echo same
### escapes of code points
printf '%s' $'\u00e9\u65e5\U0001f389' | od -An -tx1; printf '\u00e9' | od -An -tx1; echo -e '\u65e5' | od -An -tx1
### code points of characters
for c in A é 日 🎉; do printf '%d %x\n' "'$c" "'$c"; done
### case conversion of letters
s='straße ÉCOLE ñ'; echo "${s^^}" "${s,,}" | sed 's/ß\|ẞ\|SS/s/g'; declare -u u=é; echo $u
### sorting and ranges of letters
touch a B c; echo [a-c]; echo [A-C]; [[ b == [a-c] ]] && echo in; [[ B == [a-c] ]] || echo out
### width of fields in printf
printf '[%4s][%-4s]\n' é é; printf '[%.1s][%.2s]\n' éa éa
### unicode in names of files and keys
touch é日; echo *; declare -A m=([日]=sun); echo ${m[日]} ${!m[@]}; for é in 1; do :; done; echo $?
### null bytes in read, mapfile and printf
printf 'a\0b\n' | { read -r x; echo ${#x}; }; printf 'a\0b\0' | { mapfile -d '' a; echo ${#a[@]}; }; printf '%s\0' x y | xargs -0 echo
### BASH_LINENO and FUNCNAME in sourced code
printf 'g() { echo "${FUNCNAME[*]} ${BASH_LINENO[*]}"; }\ng\n' > s; f() { . ./s; }; f | sed 's/ *$//'
### BASH_SOURCE names files
echo 'echo "${BASH_SOURCE[0]}"; f() { echo "${BASH_SOURCE[0]}"; }' > lib; . ./lib; f; echo 'echo "$BASH_SOURCE $0"' > s; bash s; bash ./s
### BASH_ARGC and BASH_ARGV under extdebug
shopt -s extdebug; f() { echo "${BASH_ARGC[0]} ${BASH_ARGV[@]:0:2}"; }; f x y
### declare F under extdebug
printf '\nf() { :; }\n' > lib; . ./lib; shopt -s extdebug; declare -F f; shopt -u extdebug; declare -F f
### prompt expansions
u() { echo "${1@P}"; }; u 'a\nb'; u '\\'; u '\$'; u '\s'; u '\v' | tr 0-9 n; u '\V' | tr -s 0-9 n; u '\j'; u '\!' | tr 0-9 n; u '\#' | tr 0-9 n; u '\[x\]' | od -An -tx1; u '\101\e' | od -An -tx1; u '\q'
### prompt with directories
cd /usr; for p in '\w' '\W' '\w/\W'; do echo "${p@P}"; done; HOME=/usr; p='\w'; echo "${p@P}"; cd /usr/bin; echo "${p@P}"; PROMPT_DIRTRIM=1; cd /usr/share/; HOME=/x; echo "${p@P}"
### prompt with expansions
x=5; p='$x $(echo sub) \$x $((1+1)) `echo b`'; echo "${p@P}"; shopt -u promptvars; echo "${p@P}"
### posix mode basics
#= posix
echo $SHELLOPTS; set -o | grep posix; x=1 :; echo $x; f() { echo f; }; f; type -t f
### posix mode exits on special builtin errors
#= posix
echo a; shift 5; echo "after $?"; set -o nosuch; echo not reached
### posix mode and readonly assignment
#= posix
readonly r=1; r=2; echo not reached
### posix mode and bad expansions
#= posix
(echo ${x?gone}; echo no); echo $?; (echo ${a b}; echo no); echo $?
### posix mode export and assignments
#= posix
x='a b'; export y=$x; echo "$y"; readonly z=$x; echo "$z"; export -p | grep ' y='; readonly -p | grep ' z='
### posix mode process substitution and brace keywords
#= posix
cat <(echo ok); function f { echo f; }; f; time true 2>/dev/null; echo $?
### posix mode unset and functions first
#= posix
x=1; x() { echo fn; }; unset x; echo "[$x]"; x
### posix mode source needs a path
#= posix
echo 'echo in' > s; . ./s; . s
echo not reached
### posix mode kill and trap output
#= posix
trap 'echo a b' USR1; trap; kill -l 9; kill -s USR1 $$; echo end
### posix mode echo and test
#= posix
echo 'a\tb'; echo -e 'a\tb'; [ a == a ]; echo $?; [[ a == a ]]; echo $?
### posix mode here documents and aliases
#= posix
alias hi='echo alias'
hi there
cat <<E
$((1+1))
E
### posix mode arithmetic and division
#= posix
echo $((1/0)); echo not reached
### POSIXLY_CORRECT switches it on
POSIXLY_CORRECT=1; set -o | grep posix; unset POSIXLY_CORRECT; set -o | grep posix
### sh dash c uses its own arguments
bash -c 'echo "$0|$1|$#"' zero one; bash -c 'echo "$@"' a b 'c d'; bash -c 'shift; echo $1' x y z
### nested shells share the environment
export A=1; bash -c 'A=2; export B=3; bash -c "echo \$A \$B"'; echo "$A [$B]"
### deep nesting of quotes in bash c
bash -c 'bash -c "echo \"\$(bash -c '"'"'echo deep'"'"')\""'
### exec replaces and keeps variables exported
export V=x; (exec bash -c 'echo $V'); (exec -c bash -c 'echo "[$V]"') 2>/dev/null; echo $?
### subshell environment is a copy
x=1; a=(1 2); f() { echo f1; }; (x=2; a+=(3); f() { echo f2; }; f; echo $x ${#a[@]}; unset x); echo $x ${#a[@]}; f
### subshell inherits options and functions
set -f; shopt -s extglob; f() { echo fn; }; (echo $-; shopt -q extglob && echo ext; f)
### background jobs and traps of the parent
trap 'echo bye' EXIT; (echo child) ; { echo group; } ; (exit 0) & wait
### colon, true and parameters
: ${x:=5} "${y:=a b}"; echo $x "$y"; : > f; : | cat; :; echo $?
### unusual but valid names
_=5; __=6; _1=7; A1_b=8; echo $__ $_1 $A1_b
### variable names are case sensitive
a=1 A=2; echo $a $A ${a}$A
### command name from an expansion
c=echo; $c a; ${c} b; "$c" c; $(echo echo) d; e='echo e f'; $e; "$e" 2>/dev/null; echo $?
### command words that expand to nothing
$undefined echo a; "$undefined" 2>/dev/null; echo $?; $undefined; echo $?; x=$undefined; echo $?; $(true) echo b
### command word that expands to an assignment
v='x=5'; $v 2>/dev/null; echo $? "[$x]"; eval $v; echo $x; x=1 $undefined; echo $x
### assignment words after expansions
$undefined x=3 2>/dev/null; echo "$? [$x]"; env=1; $empty y=4; echo "[$y]"
### glob as a command name
printf 'echo ran $1\n' > cmd1; chmod +x cmd1; ./cmd* a; ./c?d1 b
### arithmetic looks like a file
touch 1 2; echo $((1 > 2)); ls; ((1 < 2)) && ls
### many redirections and words mixed
< /dev/null > out echo a 2>&1 b; cat out; 2>&1 echo c | cat
### exclamation marks
echo ! a!b "!" '!!' "!x"; [ ! = '!' ]; echo $?; ! :; echo $?
### percent, at and hash in words
echo %1 @x #c
echo a#b a%b a@b %%
### dollar digits and letters
set -- one two; echo $1a $2b ${1}0 $10 "$12" $#x $?y
### option like words
echo -a -- --b -n; printf '%s\n' -n --; set -- -a --; echo "$@"; [ -n ]; echo $?; test --; echo $?
### very long words and many arguments
x=$(printf 'a%.0s' {1..5000}); echo ${#x}; f() { echo $# ${#1}; }; f $x {1..3000}
### deep recursion
f() { (($1 == 0)) && echo bottom || f $(($1 - 1)); }; f 500
### loops of substitutions
x=a; for i in {1..10}; do x=$(echo "$x$i"); done; echo $x
### variables named like commands
echo=printf; $echo '%s\n' a; ls=b; echo $ls; test=c; echo $test
### functions named like variables
HOME() { echo fn; }; HOME; [[ $HOME == / ]] || echo var
### last argument in different contexts
: a b; echo $_; x=5; echo "[$_]"; (: c; echo $_); echo $(: d; echo $_); f() { echo $_; }; f e f; [[ a ]]; echo "$_"
### exit status in substitutions and conditions
if x=$(false); then echo yes; else echo no $?; fi; while x=$(exit 2); do :; done; echo $?; x=$(exit 3) || echo or $?
### tabs and vertical whitespace between words
echo	a	b	 c; x=1	y=2; echo	$x$y
### form feeds are characters
printf 'echo a\fb\n' > s; bash s | od -An -c; printf 'echo\va\n' > t; bash t 2>/dev/null; echo $?
### sorting of set and declare output
b1=1 a1=2 c1=3; set | grep -E '^[abc]1='; declare -p | grep -E ' [abc]1='
### declare output of many kinds
declare -i i1=5; declare -a a1=(x 'y z'); declare -A m1=([k]=v); declare -r r1=ro; declare -x x1=ex; declare -n n1=i1; declare -l l1=LOW; declare -t t1=tr; declare -p i1 a1 m1 r1 x1 n1 l1 t1
### declare listing by attribute
declare -i zi=1; declare -r zr=2; declare -x zx=3; declare -a za=(4); declare -A zA=([k]=5); declare -n zn=zi; declare -l zl=q; for o in i r x a A n l; do declare -$o | grep -E ' z|^z'; done
### declare p of odd values
a=$'\001\e' b=$'\xff' c=$'a\tb' d='`' e=$'\n' f="'" g='"' h='\' ; declare -p a b c d e f g h
### set output of odd values
za=$'\001' zb=$'\xff' zc='a b' zd= ze='$x' zf="it's" zg='~' zh='a=b' zi='#' zj=é zk='[x]'; set | grep -a '^z[a-k]='
### set output of arrays
za=(1 'a b' '') zb=([3]=x); declare -A zc=([k 1]='v"'); set | grep '^z[a-c]='
### round trip through declare p
a=('x y' $'t\tn' "q'q" '"' ''); d=$(declare -p a); unset a; eval "$d"; printf '<%s>' "${a[@]}"; echo
### round trip through printf q of bytes
x=$(printf '\x01\x7f\x80\xff\n\t\\'"'"'"a'); y=$(printf %q "$x"); eval "z=$y"; [[ $x == "$z" ]] && echo same; echo "$y"
### all ascii through printf q
for i in {33..126}; do printf -v c "\\x$(printf %x $i)"; printf '%q' "$c"; done; echo
### all ascii through the Q transformation
for i in {32..47} {58..64} {91..96} {123..126}; do printf -v c "\\x$(printf %x $i)"; printf '%s ' "${c@Q}"; done; echo
### control characters through printf q
for i in {1..31} 127; do printf -v c "\\x$(printf %x $i)"; printf '%q ' "$c"; done; echo
### alphabet of printable escapes
for e in a b e f n r t v '\' '"' "'" '?' 0 1 7 x41 u41; do eval "x=\$'\\$e'"; printf '%s' "$x" | od -An -tx1; done 2>&1 | tr -d '\n'; echo
### arithmetic of characters
printf -v n %d "'a"; for ((i = 0; i < 5; i++)); do printf "\\$(printf %o $((n + i)))"; done; echo
### evaluation order of words
n=0; echo $((n++)) $((n++)) $((n++)); echo ${u:=1} $u ${u:+2}; f() { echo "$@"; }; x=1; f $x $((x = 2)) $x
### evaluation order of assignments and redirections
x=old; x=new > $x; ls; y=$(echo a) z=$y$(echo b); echo $z
### side effects in subscripts
i=0; a[i++]=x a[i++]=y; declare -p a; echo $i; a[i]=$((i++)); declare -p a
### assignments see earlier ones
a=1 b=$a$a c=$b$a; echo $c; a=2 b=$a eval 'echo $b'; echo $b
### whitespace in arithmetic and subscripts
echo $((  1   +
  2  )); a=(5 6 7); echo ${a[ 1 ]} ${a[1 + 1]}; ((  x  =  3  )); echo $x
### old style features
echo `expr 1 + 1` $[2*3]; test 1 -eq 1 -a 2 -eq 2 && echo and; if test a = a; then echo yes; fi; for x in `seq 2`; do echo $x; done
### zsh like idioms
x=(a b c); echo ${#x} ${#x[@]} $x[1] ${x[1]}; echo $x; for i ({a,b}) echo $i
### functions of csh like style are errors
foreach x (a b)
### compat level
echo $BASH_COMPAT; BASH_COMPAT=4.4; echo $BASH_COMPAT; BASH_COMPAT=99; echo $?; shopt compat44
### nocaseglob and nocasematch together
shopt -s nocasematch nocaseglob; touch Ab; echo a*; [[ AB == ab ]]; echo $?; x=HELLO; echo ${x/l/_} ${x#he}
### lastpipe with read and mapfile
shopt -s lastpipe; printf '1 2\n' | read a b; echo $a $b; seq 3 | mapfile -t m; echo ${m[@]}; echo x | { read y; }; echo $y
### expand_aliases in posix mode is on
#= posix
alias a='echo yes'
a
### inherit_errexit, and its absence
set -e; x=$(false; echo a); echo $x; shopt -s inherit_errexit; x=$(false; echo b) || true; echo "[$x]"
### checkwinsize, cmdhist and others can be toggled
for o in checkwinsize cmdhist lithist sourcepath progcomp huponexit gnu_errfmt; do shopt -s $o; shopt -q $o; echo -n "$? "; shopt -u $o; shopt -q $o; echo -n "$? "; done; echo
### gnu_errfmt changes messages
shopt -s gnu_errfmt; nosuch; echo ${x?gone}
### set k puts assignments anywhere
set -k; bash -c 'echo "$x $#"' _ x=5 a; set +k; bash -c 'echo "[$x] $#"' _ x=5 a
### set t and set n in scripts
echo a; set -n; echo not reached
### set p, set h, set b, set m
set -h; set -b; set -P; echo $-; set +h +b +P; echo $-; set -m; echo $-; set +m
### physical option and cd
set -o physical; [[ -o physical ]] && echo on; set +o physical; [[ -o physical ]] || echo off
### ignoreeof, vi and emacs without a terminal
set -o ignoreeof; set -o | grep ignoreeof | tr -s '\t ' ' '; set -o vi; set -o | grep -E '^(vi|emacs)' | tr -s '\t ' ' '
### keyword, nolog, notify, privileged
for o in keyword nolog notify hashall interactive-comments; do set -o $o; [[ -o $o ]]; echo -n "$? "; set +o $o; [[ -o $o ]]; echo -n "$? "; done; echo
### aliases after an alias with a blank, and open quotes in one
shopt -s expand_aliases
alias foo='echo ' bar=baz baz=quux e="echo 'Error:"
foo bar
e bar'
### commands before each prompt, a line after the other
printf 'PROMPT_COMMAND=("echo one" "echo two")\nfor i in a; do\necho $i\ndone\nhistory\n' | bash --norc -i 2>/dev/null
### BASH_ARGC and BASH_ARGV of nested calls
#= args x y
shopt -s extdebug; f() { echo "${BASH_ARGC[@]}|${BASH_ARGV[@]}"; g 3 4 5; }; g() { echo "${BASH_ARGC[@]:0:2}|${BASH_ARGV[@]:0:5}"; }; f 1 2

### names that are no text in messages

$'no\nsuch\tprogram'
eval 'fi
$'"'a\\tb'"
eval "if true; 'a
b' ) x"
command $'a\001b'
é日本

### assignments among the words
set -k
a=5 b=6 $nothing c=7 $nothing d=8 $nothing e=9
echo $a $b $c $d $e
$nothing f=7 g=8
echo $f $g
printenv c=3 c
f() { echo "$1 $v"; }
f v=1 a
echo "[$v]"
echo x=1 y

### a file that looks like a program is no script
printf '\x7fELF' > elf; printf 'echo text\n\x7fELF\n' > text; printf 'a\0b\n' > nul
chmod +x elf text nul
./elf; echo $?; ./nul; echo $?
bash elf; echo $?; ./elf | cat
### the history of a script
HISTFILE=h; printf '%s\n' 'echo one' 'ls -l a b' > h
set -o history
history
# a comment

for i in 1 2; do
  echo $i
done
if true
then echo x; fi
echo "a
b"
f() {
 :
}
history
fc -l -3 -2
fc -s a=c echo
set +o history
echo not remembered
history | wc -l
### the history of a script is written at its end
HISTFILE=h bash -c 'printf "%s\n" "set -o history" "echo a" > s; bash s; cat h'
### history expansion in a script
HISTFILE=; set -o history
set -H
echo a b c d
!!
echo !$ x!^ !* !!:0
!echo:p
echo !-2:1-2 !e:2- !!:1* !-3:$
echo 'no !! here' "but !!:0 here" \!x a! b!=c
^here^there^
cat <<EOF
doc !! ^a^b
EOF
!cat:0 /dev/null
echo /usr/lib/foo.tar.gz
echo !$:h !$:t !$:r !$:e !$:h:t
echo !!:s/usr/opt/ !!:gs/foo/bar/:q !!:x !echo:s,lib,&64, !echo:&
echo foo bar foo 2>/dev/null
!!:gs/foo/baz/
echo bar !-2:& $'it\'s !!'
echo !#:0 !?tar?:% ${x!y} [!a] $!
!nosuch
echo "!-3:9" !!:99
echo !!:z
echo "x" && echo 'y z';echo w
echo !!:1 !!:4
set +H
echo !!
### history -d out of range
set -o history; for i in 16-40 -20-50 5-0xaf 1-200 x 0 99; do history -d $i; echo $?; done
### a command of an interactive shell is not remembered
echo kept > h; HISTFILE=h bash --norc -ic 'echo hi' 2>/dev/null; cat h
### erasedups leaves alone what history -a is to write
HISTFILE=h HISTCONTROL=erasedups; set -o history
: one
: two
: one
history -a
: three
: two
: three
history -a; cat h
history
### history expansion within quotes, substitutions and comments
HISTFILE=; set -o history -H
echo "$( echo '!' )" "$( (echo '!a'; echo ")" ) )" "`echo '!q'`" # !nope
echo one # !nope
x=a#b; echo a "it's !" '!b' "!" $x
set -o posix
echo "!x" "!!"
set +o posix
for i in 1 2; do
  echo !x:0
done
### words of history expansions
HISTFILE=; shopt -s extglob; set -o history -H
echo a$(echo b c)d <(:) x+(a|b)y 2>&1 3</dev/null 4<&-
echo "!:1 , !:3 , !:4 , !:5 , !:6"
### fc before the first entry
HISTFILE= HISTSIZE=3; set -o history; history -c
echo a
echo b
echo c
fc -l 1 99
