# Parameter expansion: tests, lengths, removal, replacement, slices, case, indirection.
### default for unset and empty
unset u; e=; s=v; echo "${u-d}" "${u:-d}" "[${e-d}]" "${e:-d}" "${s-d}" "${s:-d}"
### alternative for unset and empty
unset u; e=; s=v; echo "[${u+a}]" "[${u:+a}]" "[${e+a}]" "[${e:+a}]" "[${s+a}]" "[${s:+a}]"
### assignment for unset and empty
unset u w; e=; f=; echo "${u=1}$u" "${e=2}$e" "${w:=3}$w" "${f:=4}$f"
### error for unset
unset u; echo ${u?}; echo not reached
### error for empty with a colon
e=; echo "[${e?}]"; echo ${e:?}; echo not reached
### error with a message
unset u; x=expanded; (echo ${u?my message $x}); echo $?; (echo "${u:?"quoted  message"}"); echo $?
### error inside a function and a subshell
f() { : ${1:?need an argument}; echo "got $1"; }; (f); echo $?; f a; x=$(f); echo "[$x] $?"
### error of a positional parameter
: ${1?one}; echo not reached
### assignment to a positional parameter
echo ${1=x}; echo after
### assignment to a special parameter
echo ${#=x} ${?=y} ${*=z}; echo $?
### nested defaults
unset a b; c=deep; echo ${a-${b-${c}}} ${a:-${b:-none}} ${a-x${b-y}z}
### default runs only when needed
s=v; n=0; echo ${s-$((n++))} $n ${u-$((n++))} $n ${s:+$((n++))} $n
### default with command substitution
unset u; echo ${u-$(echo 'a b')} "${u-$(echo 'a  b')}" ${u:=`echo set`} $u
### default on positional parameters
set -- '' b; echo "[${1-d}]" "[${1:-d}]" "[${2:-d}]" "[${3-d}]" "[${3:+a}]" "${#-x}" "${@:-none}" "${*+set}"
### defaults on at with none
set --; echo "${@-none}" "${*:-none}" "[${@+set}]"; set -- ''; echo "[${@-none}]" "[${@:-none}]" "[${@+set}]" "[${*:+x}]"; set -- '' ''; echo "[${@:-none}]" "[${*:-none}]"
### length
s=hello; e=; unset u; echo ${#s} ${#e} ${#u} ${#}; set -- a bb; echo ${#} ${#@} ${#*} ${#1} ${#2} ${#3}
### length counts characters
s=é日本🎉; echo ${#s}; LC_ALL=C; echo ${#s}
### length of special parameters
true; echo ${#?} ${#-} ; false; echo ${#?}; sh -c 'exit 123'; echo ${#?}
### prefix removal
p=/a/b/c.tar.gz; echo ${p#/} ${p#*/} ${p##*/} ${p#/a} ${p#x} ${p##*.} ${p#*.} "[${p##*}]" "[${p#}]"
### suffix removal
p=/a/b/c.tar.gz; echo ${p%.gz} ${p%.*} ${p%%.*} ${p%/*} "[${p%%/*}]" ${p%x} "[${p%%*}]" "[${p%}]"
### removal with classes and questions
s=abc123; echo ${s#[a-c]} ${s##[a-c]} ${s#???} ${s%[0-9]} ${s%%[0-9]*} ${s##[!0-9]*[!0-9]} ${s#[[:alpha:]]} ${s%%[[:digit:]]*}
### removal with quoted patterns
s='*a*b*'; echo "${s#\*}" "${s#"*"}" "${s##'*a'}" "${s%'*'}" "${s%%"*"*}"
### removal with a pattern variable
p='a*'; s=abcab; echo ${s#$p} ${s##$p} ${s#"$p"} ${s%b*} ${s%%b*}; q='*'; s='x*y'; echo ${s#x"$q"} ${s#x$q}
### removal of slashes and backslashes
s='a\b\c'; echo "${s#*\\}" "${s##*\\}" "${s%\\*}" "${s%%\\*}"
### removal of braces and spaces
s='{a} b c'; echo "${s#\{}" "${s%%\}*}" "${s#* }" "${s##* }" "${s% *}" "${s%% *}" "${s#*\}}"
### removal on positional parameters
set -- a.c b.c c.h; echo ${@%.c} "${*%.c}" ${1%.c} "${@#?.}"
### removal with extglob
shopt -s extglob
s=aaabbb; echo ${s##+(a)} ${s%%+(b)} ${s#+(a)} ${s##?(a)} ${s##!(b)} ${s##@(aa|aaa)} ${s%%*(b)}
### removal of multibyte characters
s=éàü; echo ${s#?} ${s%?} ${s#é} ${s%%[ü]} ${s#[à-ü]}
### replacement of the first and of all
s=banana; echo ${s/a/A} ${s//a/A} ${s/an/} ${s//an/} ${s/x/y} ${s//a} ${s/a} ${s/#b/B} ${s/%a/A} ${s/#a/A} ${s/%b/B}
### replacement with patterns
s=foo123bar; echo ${s//[0-9]/#} ${s/[0-9]*/N} ${s/o*b/X} ${s//o/0} ${s/#*o/P} ${s/%[a-z]*/S} ${s//?/.} ${s/*/all}
### replacement with slashes
p=a/b/c; echo ${p/\//-} ${p//\//-} ${p//b\/c/x} ${p////-} ${p/'/'/:} ${p//"/"/:} ${p/b/\/}
### replacement with quoted text
s='a*b'; echo "${s/\*/x}" "${s/"*"/x}" "${s/'*'/x}" ${s/*/x}; t='a b'; echo "${t/ /  }" ${t/ /"  "}
### replacement with variables
s=hello p=l r=L; echo ${s/$p/$r} ${s//$p/$r} ${s/"$p"/"$r$r"} ${s//$p/} ${s//[$p]/<&>}
### ampersand in the replacement
s=abc; echo ${s/b/[&]} "${s/b/[&]}" "${s/b/[\&]}" ${s//?/&&} "${s/b/'&'}" "${s/b/"&"}"; r='<&>'; echo ${s/b/$r} "${s/b/"$r"}"
### ampersand without patsub_replacement
shopt -u patsub_replacement; s=abc; r='<&>'; echo ${s/b/[&]} ${s/b/$r} "${s/b/\&}"
### backslashes in the replacement
s=abc; echo "${s/b/\\}" "${s/b/\x}" "${s/b/\/}" ${s/b/\\\\}; r='\n'; echo "${s/b/$r}"
### replacement of the empty string
e=; s=abc; echo "[${e/a/b}]" "[${e/#/x}]" "[${e/%/x}]" "[${s/#/x}]" "[${s/%/x}]" "[${s//}]" "[${s//''/x}]" "[${e/*/x}]" "[${e//*/x}]"
### replacement on arrays and positional parameters
set -- one two; echo ${@/o/0} "${*/o/0}" ${@//[aeiou]/_} ${@/#/pre-} ${@/%/-post}; a=(x.c y.c); echo ${a[@]/%.c/.o}
### replacement with newlines and tabs
s=$'a\nb\tc'; echo "${s//$'\n'/,}" "${s//[$'\n\t']/ }" "${s//$'\t'/}"
### replacement longest match
s=aXbXc; echo ${s/X*X/-} ${s/*X/-} ${s//X*/-} ${s/X?/-} ${s/#*X/-} ${s/%X*/-}
### replacement nocasematch
shopt -s nocasematch; s=Hello; echo ${s/h/J} ${s//L/x} ${s#h} ${s/#HE/}
### replacement of multibyte characters
s=née; echo ${s/é/e} ${s//[é]/_} ${s/?é/X} ${s//e/é}
### replacement with extglob
shopt -s extglob
s=foobarbar; echo ${s/@(foo|bar)/X} ${s//@(foo|bar)/X} ${s/+(bar)/X} ${s//!(bar)/X} ${s/%+(bar)/E} ${s/#?(f)o/S}
### replacement with an unquoted space word
s=a_b; set -- ${s/_/ }; echo $#; set -- "${s/_/ }"; echo $#
### slices of strings
s=0123456789; echo ${s:3} ${s:3:2} ${s: -3} ${s: -3:2} ${s:0:-7} ${s: -5:-2} ${s:(-2)} "[${s:10}]" "[${s:11}]" "[${s:2:0}]" ${s:0:100}
### slices of unset and empty
unset u; e=; echo "[${u:0:1}]" "[${e:0}]" "[${e: -1}]" "[${u:5}]"; s=ab; echo "[${s: -3}]" "[${s: -3:2}]"
### slices of multibyte strings
s=日本語テキスト; echo ${s:1:2} ${s: -3} ${s:0:1} ${#s}
### slices of positional parameters
set -- a b c d e; echo ${@:2} "|" ${@:2:2} "|" ${@: -2} "|" ${@: -2:1} "|" ${@:5} "|" ${@:6} "|" ${*:1:1}; echo ${@:1:0}.
### slices from zero include the name
set -- a b; echo ${@:0:2} ${@:0:1} ${*:0}
### slices with a negative count of parameters
set -- a b c; echo ${@:1:-1}; echo after
### slices with expressions
s=abcdef n=2; echo ${s:n:n+1} ${s:$n} ${s:n-1:$((n*2))} ${s:${#s}-1} ${s: n==2?1:3}
### slice ambiguity with the default operator
s=abc; echo ${s:-1} ${s: -1} ${s:0-1} ${s:(-1)}
### case modification
s='hello World'; echo "${s^}" "${s^^}" "${s,}" "${s,,}" "${s~}" "${s~~}"; t=HELLO; echo ${t,} ${t,,} ${t~}
### case modification with patterns
s=hello; echo ${s^h} ${s^e} ${s^^[el]} ${s^^l} ${s^^[!l]} ${s^^?} ${s^^ll}; t=HELLO; echo ${t,,[HL]} ${t,H} ${t,E}
### case modification takes extended patterns without extglob
x=abcab; for p in '@(a|b)' '!(a)' '[ab]'; do echo "${x^^$p} ${x^$p} ${x~~$p}"; done; shopt -s extglob; echo "${x^^@(a|c)}"
### case modification of multibyte letters
s=éàñ; echo ${s^} ${s^^}; t=ÉÀ; echo ${t,,} ${t,}
### case modification of several words
set -- one two; a=(three four); echo ${@^} ${a[@]^^} ${*^t} "${a[*]^[tf]}"
### indirection
x=y y=z z=end; echo ${!x} ${!y}; n=1; set -- first; echo ${!n} ${!#}; echo ${!x-d} ${!x:1} ${!x%z}
### indirection with operators
name=v v=hello; echo ${!name^} ${!name#h} ${!name/l/L} ${#name} ${!name:-d}; unset v; echo ${!name:-d} "[${!name+set}]"
### indirection to unset names
unset x; echo "[${!x}]"; echo after $?
### indirection to an invalid name
x='a b'; echo ${!x}; echo after $?
### indirection to an empty name
x=; echo "[${!x}]"; echo after $?
### indirection to special parameters
set -- a b; n='#'; echo ${!n}; n='@'; echo ${!n}; n='?'; false; echo ${!n}; n='*'; echo "${!n}"
### names by prefix
abc_1=x abc_2=y abd=z; echo ${!abc_@} ${!abc_*} "${!ab@}"; IFS=-; echo "${!abc*}"; echo "[${!nonesuch@}]"
### names by prefix with quotes
q_a=1 q_b=2; for n in "${!q_@}"; do echo "<$n>"; done; for n in "${!q_*}"; do echo "<$n>"; done
### transformation of case
s='hello World'; echo "${s@U}" "${s@u}" "${s@L}"
### prompt transformation
p='a\$b\\c\n'; echo "${p@P}"; q='$((1+2))\e'; printf '%s' "${q@P}" | od -An -c
### transformations of unset
unset u; echo "[${u@Q}]" "[${u@A}]" "[${u@U}]" "[${u@a}]"; declare -i i; echo "[${i@a}]"
### transformation of positional parameters
set -- 'a b' "it's"; echo "${@@Q}" "${*@Q}" "${1@Q}" ${@@U}; echo "${@@A}"
### unknown transformation
x=1; echo ${x@Z}; echo after
### bad substitutions
x=1; (echo ${x!y}); echo $?; (echo ${x&y}); echo $?; (echo ${}); echo $?; (echo ${ x}); echo $?; (echo ${x y}); echo $?
### bad substitution with a name that is none
(echo ${1a}); echo $?; (echo ${a-b-c}); echo $?; (echo ${-x}); echo $?; (echo ${.}); echo $?
### bad substitution ends a script
echo ${x.y}; echo not reached
### special parameters with operators
set -- a b c; echo ${#:-x} ${?:+ok} ${-:+flags} ${$:+pid} ${!-nobg} ${0##*/} ${@#a} ${#@}
### braces delimit names
x=1 xy=2; echo $xy ${x}y $x'y' "$x"y ${x}${xy} $x$xy $x-y $x.y $x/y
### digits of positional parameters
set -- a b c d e f g h i j k; echo $1 $10 ${10} ${11} $11 ${1}0
### value with percent and hash
s='50%'; echo ${s%%%} ${s%\%} ${s%'%'}; t='#x#'; echo ${t#\#} ${t##\#} ${t%#} ${#t}
### hash operator ambiguities
set -- aXb; echo ${#} ${##} ${#1} ${1#a} ${1##*X} ${#-} ${#?}
### operators with a closing brace in quotes
s='a}b}c'; echo "${s%\}*}" "${s%%'}'*}" "${s#*"}"}" "${s/\}/x}" "${s//'}'/y}"
### operator words are expanded
s=abcabc x=b; echo ${s#*$x} ${s##*${x}} ${s%$(echo b)*} ${s%%`echo b`*} ${s/$(echo a)/${x}${x}}
### operator words with tilde
HOME=/home/u; unset u; echo ${u:-~} ${u:-~/x} "${u:-~}" ${u:=~/y}; p=$HOME/z; echo ${p#~} ${p/#~/T} ${p/#$HOME/'~'}
### operator word with arithmetic
s=a1b2; echo ${s#*$((1))} ${s%$((1 + 1))} ${s/$((0+1))/$((5*5))}
### patterns do not see their own quotes
s='[x]'; echo ${s#[x]} ${s#\[} ${s#'['} ${s/[x]/y} ${s/\[x\]/y} "${s/"[x]"/z}"
### bracket patterns with specials
s='a-b]c^d'; echo ${s//[]]/_} ${s//[-]/_} ${s//[\^]/_} ${s//[]-]/_} ${s//[a\]]/_} ${s//[^a-z]/_}
### repeated removal in a loop
p=a/b/c/d; while [[ $p == */* ]]; do p=${p%/*}; echo $p; done; s=a,b,c,; while [ -n "$s" ]; do echo "<${s%%,*}>"; s=${s#*,}; done
### trimming blanks
s='  x y  '; t=${s#"${s%%[![:space:]]*}"}; t=${t%"${t##*[![:space:]]}"}; echo "[$t]"
### path parts
for p in /usr/lib/x.so.1 file dir/ /; do echo "[${p%/*}] [${p##*/}] [${p##*.}]"; done
### repeat and pad
printf -v line '%*s' 5 ''; echo "[${line// /=}]"; s=abc; printf -v pad '%-6s' $s; echo "[${pad// /.}]"
### nounset with operators
set -u; unset u; echo "${u-d}" "[${u+x}]" "${u:=v}"; unset u; (echo ${#u}); (echo ${u#x}); (echo ${u/x/y}); (echo ${u:1}); echo $?
### nounset of positional parameters and at
set -u; echo "[$@]" "[$*]" $#; (echo $1); echo $?; (echo ${3}); echo "${1-none}"
### nounset of indirection
set -u; n=u; (echo ${!n}); echo $?; (unset m; echo ${!m}); echo $?
### nounset status and message in a function
set -u; f() { echo $nope; echo not reached; }
f; echo not reached either
### case modification of a digit start
s='1abc éa'; echo "${s^}" "${s^^}" "${s@u}"
### substitution result is not expanded again
s='$x `y` $((1))'; x=no; echo "$s" ${s/x/z} "${s#\$}"
### long strings
printf -v s '%0*d' 10000 0; echo ${#s} ${#s} ; t=${s//0/ab}; echo ${#t}; u=${t%b*}; echo ${#u}; v=${s:5000:3}; echo $v
### unset variable in the middle
unset u; echo a${u}b "a${u}b" a"$u"b a$u$u
### underscore variable
echo a b c; echo $_; : x y; echo $_; true; echo $_
### a quoted default of no arguments is a word
x=("${u-$@}" "${*:-$@}"); echo ${#x[@]}; x=("$@"); echo ${#x[@]}

### substrings out of range leave the length alone

set -- a b
i=0
echo "[${*:9:-1}]" "[${@:4:i=5}]" $i "${@:3:1}" "${@: -3:1}" "[${@: -4:1}]"
x=abc
echo "[${x:9:1/0}]" "[${x: -4:1/0}]" "[${x:3:i=7}]" $i
l=(1 2 3)
echo "[${l[@]:3:-1}]" "[${l[@]: -4:-1}]" "${l[@]: -3:1}"
declare -A m=([k]=1 [j]=2)
echo "${m[@]: -3:5}" "[${m[@]: -4:5}]" "${m[@]: -2:1}" "[${m[@]:3}]"
declare y
echo "[${!y}]"
set -- "" q
echo "[${*@a}]" "${@@a}" "${nope[@]@A}" "${nope[@]@K}" end
shopt -s extglob
x=
echo "${x/*/foo}" "${x/!(a)/foo}" "${x//*/foo}" "${x/#/foo}" "${x/%/foo}" "${x/%*/foo}" "${x/?(a)/foo}" "<${@/!(a)/foo}>"

### operators on unset names under nounset
set -u; declare -i i; (echo "${i@a}"); (echo "${i@A}"); a=(1); (echo "${a[7]@A}"); (echo "${a[7]@a}"); (echo "${nope@Q}"); (echo ${nope@a}); (echo "${a[@]@a}"); (declare -A m; echo "${m[@]@A}"; echo ${m@a}); (echo ${!nope@}); (echo ${nope[@]} ${nope[*]@Q}); (declare -n r; echo $r); (x=nope; echo ${!x}); (echo ${nope:-d} ${nope+x}); (echo "${#nope}"); (echo ${nope^}); (echo ${nope//a/b}); (echo ${nope:1}); (echo ${1}); (echo "$@" $* $#); (echo $9); (echo $!); (echo $((nope))); (echo $((nope+1)) ); ((nope)); [[ -v nope ]]; [[ nope -eq 0 ]]; echo after; (unset nope; echo ${nope[1]}); for i in $nope; do :; done

### the pattern of an unset parameter is not expanded
set --
echo "${nope#${y=5}}${nope/a/${y=5}}${nope^${y=5}}${*#${y=5}}${*/a/${y=5}}${y-unset}"
arr=(); echo "${arr[@]/a/${y=5}}${arr[0]/a/${y=5}}${arr[*]##${y=5}}${y-unset}"
e=; echo "${e/a/${y=5}}${e#${z=3}}${e^^${w=2}}$y${z-unset}$w"
i=0; arr=(a b); echo "${arr[i++]##a}${arr[i++]/b/c}$i"

### a group of patterns behind a star begins before the end of the text
shopt -s extglob
for p in '*!(?)' '*@(|b)' '*+(|b)' '*?(b)' '**(b)' '*!(?)*' '*!(a)' 'a*!(?)'; do
  for s in '' a ab abc; do [[ $s == $p ]] && echo "$s ~ $p"; done
done
for p in '!(?)' '@(|b)' '+(|b)' '*(b)' '!(a)'; do
  for s in '' a ab abc; do echo "$p: ${s/%$p/Q} ${s/$p/Q} ${s//$p/Q}"; done
done
### positional parameters as a command
set 5 é 'a b'; for IFS in , '' ' ' ': '; do printf '<%s>' "${@@A}" "${*@A}" ${@@A}; a=(1 2); printf '<%s>' "${a[@]@A}"; done
### empty patterns for case, and alternatives of an empty list
y=aBc x=; echo ${y^$x} ${y^"$x"} ${y^} ${y^""} ${y^^""} "${y,,''}" "${y,,}"; set -- ''; printf '<%s>' "${@:+"$*"}" "${*:+x}" "${@+x}"; set --; printf '<%s>' "${@:+x}" "${*:+x}"
### case changes where case does not count
shopt -s nocasematch; x=/usr/lib/x.so; echo "${x^^X*} ${x^^U} ${x^^[us]} ${x/LIB/q}"
### null of lists: one empty element
map[0]=
set -- ''
x=${map[@]:-b}; echo "1 $x"; x=${map[*]:+b}; echo "2 $x"; x="${map[@]:-b}"; echo "3 $x"
x=${@:-b}; echo "4 $x"; x=${*:+b}; echo "5 $x"; x="${*:-b}"; echo "6 $x"
echo ${map[@]:-b} "${map[*]:+b}" ${@:-b}; cat <<< ${map[@]:-b}
map=('' ''); IFS=
echo "${map[@]:-b}" "${map[*]:-b}" "${map[*]:+b}"
x=${map[*]:?}; echo unseen
### subscripts are evaluated once
i=0; a=(one two three); echo "${a[i++]:0:i++}" "$i"; i=0; echo "${a[i++]: -1}" "${a[i++]:1}" "$i"; set -u; echo "${a[i++]:1:2}" "$i"; x=hello; echo "${x:x=2}" "$x"; x=hello; echo "${x:1:x=2}"; f() { echo 1; echo once >&2; }; echo "${a[$(f)]:1}"
### the value that an assigning default gives
declare -ai a=(); echo "${a[4]=4+3}"; declare -i n; echo "${n:=1+2}"; declare -Au h=(); echo "${h[k]=foo}" "${h[@]:=x}"; declare -p a n h; declare -A s=(); echo "${s[*]:=y}"; declare -p s
### lists that are null as one text
A=(''); set -- ''; echo "<${A[*]:-X}>" "<${*:-X}>" "<${A[@]:-X}>"; IFS=; A=('' ''); set -- '' ''; echo "<${A[*]:-X}>" "<${*:-X}>" "<${A[@]:-X}>" "<${@:-X}>" "${*:+y}" "${@:+y}"; IFS=:; echo "<${A[*]:-X}>" "<${A[@]:-X}>"; A=(); echo "<${A[*]:-X}>" "<${A[@]:-X}>"
### attributes of lists without a value
declare -ra v; declare -A h; declare -r s; a=(); b=1; printf '<%s>' "${v[@]@a}" ${v[@]@a} "${v[*]@a}" "${h[@]@a}" "${s[@]@a}" ${s[1]@a} "${a[@]@a}" "${a[*]@a}" "${none[*]@a}" "${b[@]@A}"
### process substitutions in the words of operators
cat ${none:-<(echo a)}; x=${none:-<(:)}; [[ $x == /dev/fd/* ]]; echo $?; echo "${none:-<(echo a)}"; cat ${HOME:+<(echo b)}
### indirection through all parameters
set --; echo "[${!*}]" "[${!@}]" "[${!*:-none}]"; x=y; set -- x; echo "${!*}" "${!@}"; set --; set -u; echo "${!*}"; echo no

### a length of a substring with more colons
x=abcdef h=(q)
(echo ${x:1:2:3}) 2>&1
(echo "${x:1::}") 2>&1
(echo ${u:1:2:3} ${h:9:1:}) 2>&1
echo ${x:1?2:3:2} "${x: (1?2:3) : 1?2:3}"

### case operators after special parameters
for name in - '?' '#' '@' '*' 0 '!'; do
  eval "(set -- a; echo \${$name^^}x) >/dev/null 2>&1; echo \"$name \$?\""
done
(echo ${#,}) 2>&1

### indirection through arguments
set -- b; b=c
echo ${!@} ${!*} ${!#} ${!@-x} ${!@/c/d} ${!*^}
for op in @P '@^' '#P' '?x' '@x'; do
  (eval "echo \${!$op}") 2>&1
done
set -- 'x y' z; a=(1 2)
for IFS in : '' ,; do
  (echo ${!a[*]-x}) 2>&1
  (echo ${!@}) 2>&1
done

### lists that operators have edited are joined in assignments
a=(1 2 3); set -- 4 5
p() { printf '<%s>' "$v"; }
for IFS in : '' ' :'; do
  v=${a[@]#x}; p; v="${a[@]#x}"; p; v=${a[@]/x}; p; v="${a[@]/x}"; p; v=${a[@]@Q}; p; v=${a[@]:0}; p; v=${a[@]^}; p
  v=${@%x}; p; v="${@%x}"; p; v="${@:1}"; p; v=$@; p; v="$@"; p; v=${@@Q}; p; v=${*%x}; p; declare v=${@%x}; p
  cat <<< ${a[@]%%x}; cat <<< "${@%%x}"
done

### groups in patterns of case operators
shopt -u extglob
x=abc; echo ${x^^!(a)} ${x^@(a|b)} ${x~~*(b)}

### bad substitutions within arguments that look like assignments
x=1
(declare v=a${#x:=1}) 2>&1
(echo v=a${#x-1}) 2>&1
f() { local v=${#x/1}; }
(f) 2>&1
(v=a${#x-1}) 2>&1

### escapes of ${x@E}
for s in '\x{41}' '\x{414}' '\x{41' '\x{}a' '\x{g}' '\c\\x' '\ca' '\c?' '\c' '\0a' '\u0000x' '\u41' '\400' '\8' '\"' '\?' '\z'; do
  echo "$s => ${s@E}"
done | od -An -c

### escapes of ${x@P}
for s in '\1' '\1x' '\12' '\12x' '\101' '\1012' '\0' '\0x' '\000' '\007' '\\' '\\\' '\\x' '\\$HOME' '\\\$' 'a\\b' '\D' '\D{a$b' \
    '\D{a"b}' '\D{}x' '\D{' '\$' '\\\\' '\z' '"' '$x"'; do
  echo "$s => ${s@P}"
done | sed 's/[0-9]*:[0-9]*:[0-9]*/TIME/g' | od -An -c

### the number of the command in ${x@P}
s='\#'
echo ${s@P}
bash <<< 's="\#"
echo ${s@P}; f() { echo ${s@P}; }
f; eval "echo \${s@P}
echo \${s@P}"; (echo ${s@P})'

### brackets that bash miscounts when it replaces
x='a]b[c'
echo "${x//[^]]/X}|${x//[!]]/X}|${x/[^]b]/X}|${x//[]]/X}|${x//[][]/X}|${x//[^]]*/X}|${x#*[^]]}|${x/#[^]]/X}|${x//[^][]/}"
x='[!]'; echo "${x/[!]/q}|${x/\[!]/q}|${x/[!/q}"

### tilde in the pattern of a replacement
HOME=/h/u; y=/h/u/foo; z='~/b~c'; echo "${y//~/T}" ${y//~/T} ${y/~/T} ${y/~\/f/T} ${y/#~/T} ${y/%~/T}
echo "${z//~/T}" ${z/~/T} ${z/~\//T} ${z//\~/T} ${z//'~'/T} ${z/#~/T} ${z/%~c/T}; x='~homedir/a'; echo ${x//~homedir/} ${x/~homedir/} "${x/~homedir/Q}" ${x/#~homedir/Q}
w=/root/q; echo ${w//~root/T} ${w/~root\/q/T} ${w/#~root/T} ${w//~root*/T}; x=~; echo "${x/~/T}<${x//~}>" ${y//foo/~}
### the end is tried before it is replaced
shopt -s extglob; for v in a '~' ab; do for p in '*!(?)' '*+(b)' '@(a|b)' 'a!(b)' '*(b)'; do printf '<%s>' "${v/%$p/X}"; done; done; echo
