# Quoting: what each kind keeps, removes and expands.
### single quotes keep everything
echo 'a  b' '$x' '`date`' '\n' '"' ; printf '<%s>\n' 'x
y'
### single quotes cannot hold a single quote
echo 'it'\''s' 'it'"'"'s' it\'s
### double quotes keep blanks and expand
x='a  b'; echo "$x" "${x}" "$(echo 'c  d')" "$((1 + 2))" "`echo e`"
### backslash in double quotes
echo "\$x \`y\` \" \\ \a \' \! \n \*"
### backslash newline in double quotes vanishes
echo "one\
two" thr\
ee
### backslash newline in single quotes stays
echo 'one\
two'
### backslash newline inside a word and an operator
ec\
ho a &\
& echo b |\
| echo c
### backslash outside quotes
echo \a \\ \$x \" \' a\ b \* \~ \# \
end
### backslash at the end of the script
echo 'a'\
### ansi-c simple escapes
printf '%s' $'\a\b\e\E\f\n\r\t\v\\\'\"\?' | od -An -tx1
### ansi-c octal and hex
printf '%s' $'\1\12\101\1012\x41\x4g\x414\xff' | od -An -tx1
### ansi-c unicode
printf '%s' $'\u41\u00e9\u20ac\U1f600\u4z' | od -An -tx1
### ansi-c control characters
printf '%s' $'\ca\cA\c[\c?\c@x' | od -An -tx1
### ansi-c nul ends the string
printf '<%s>' $'ab\0cd' $'\x00' $'x\u0000y'; echo
### ansi-c unknown escapes stay
printf '<%s>\n' $'\q\z\8\9\xzz\u\U'
### ansi-c braces in hex
printf '%s' $'\x{41}\x{263a}z' | od -An -tx1
### ansi-c is not special in double quotes
echo "$'a\tb'" "a$'b'"
### ansi-c in the middle of a word
echo pre$'\t'post$'\''end
### ansi-c joined with others
echo 'a'"b"$'c'd\e
### ansi-c in an assignment and a case pattern
x=$'a\nb'; case $x in $'a\nb') echo match;; esac; echo "${x}"
### ansi-c inside a parameter expansion word
unset x; echo "${x-$'a\tb'}" ${x-$'a\tb'} "${x:-'q'}" ${x:-'q'}
### ansi-c in a quoted removal pattern
x=$'a\tb'; echo "${x#$'a\t'}" "${x%%$'\t'*}" "${x//$'\t'/_}"
### locale quotes
echo $"hello" $"a $((1+1)) b"; x=v; echo $"x is $x"
### dollar that is no expansion
echo $ "$" "a$ b" $% "$%" "$ x" $'$' a$
### dollar before quotes in double quotes
x=1; echo "$"x "$""x" "$'x'"
### empty words survive quoted
set -- '' "" $'' a"" ''''; echo $#; printf '<%s>' "$@"; echo
### empty expansions vanish unquoted
x=; set -- $x "$x" $x$x "$x"$x ''$x; echo $#
### quoted at with no arguments
set --; set -- "$@" "x$@y" "$@$@" ""; echo $#; printf '<%s>' "$@"; echo
### quoted at glued to text
set -- a 'b c' d; printf '<%s>' "x$@y"; echo; printf '<%s>' "x${@}y${@}z"; echo
### quoted star and IFS
set -- a b c; IFS=-; echo "$*" $*; IFS=; echo "$*"; unset IFS; echo "$*"; IFS=:,; echo "$*"
### nested quotes in command substitution
echo "$(echo "a b" 'c "d"' "$(echo "x  y")")"
### nested quotes in backquotes
echo `echo "a  b"` "`echo "a  b"`" "`echo \"c  d\"`"
### backslashes in backquotes
echo `echo \\a \$HOME_ \\\\b` '|' `echo '\\x \$y'`
### nested backquotes
echo `echo \`echo \\\`echo deep\\\`\``
### quotes inside braces of an expansion
x=; echo "${x:-"a  b"}" ${x:-"a  b"} ${x:-a  b} "${x:-a  b}"
### single quotes inside a double quoted default
x=; echo "${x:-'a'}" "${x:-it's}" "${x:+'a'}"; y=1; echo "${y:+'a'}"
### single quotes in a double quoted removal are quotes
x="'a'b"; echo "${x#'a'}" "${x#\'a\'}" "${x#"'a'"}" ; x=a*b; echo "${x#'a*'}" "${x#a'*'}"
### closing brace in default words
x=; echo ${x:-a\}b} "${x:-a\}b}" ${x:-'}'} "${x:-"}"}"
### hash inside a word is no comment
echo a#b '#' "#" \# a# #comment
### comment after operators
echo a;# comment
echo b # another
(echo c #in paren
)
### tilde quoting
HOME=/h; echo ~ "~" '~' \~ ~/x ~"/x" "~/x" a~ x=~ --d=~/y
### quoted glob characters do not expand
touch a b; echo '*' "*" \* * "a"* ?\*
### quoted brace expansion
echo {a,b} "{a,b}" \{a,b} {a\,b} {a,b\} {"a,b",c} '{a,b}'
### keywords quoted are words
'if' true 2>/dev/null; echo $?; \while 2>/dev/null; echo $?; "done" 2>/dev/null; echo $?
### quoted command name
'echo' a; "ec"ho b; e\cho c; $'echo' d; ''echo e
### quoted empty command
'' ; echo $?; "" ; echo $?; $'' ; echo $?
### quoted assignment is no assignment
'x'=1 2>/dev/null; echo $? "$x"; x'='1 2>/dev/null; echo $? "$x"; "x=1" 2>/dev/null; echo $?
### assignment with quotes in the value
x=a' b'"c "$'d\t'\ e; echo "[$x]"
### unterminated single quote
echo start
echo 'abc
### unterminated double quote
echo start
echo "abc
def
### unterminated backquote
echo `echo a
### unterminated command substitution
echo $(echo a
### unterminated brace expansion
echo ${x
### unterminated ansi-c
echo $'abc
### unterminated arithmetic
echo $((1 + 2
### printf q round trip
for s in 'a b' "it's" '' $'a\nb' 'a$b' '~' '#x' 'x#' '=' 'a=b' '{a,b}' '!x' '^' 'é' '[x]' 'a;b'; do printf '%q ' "$s"; done; echo
### printf q of controls and bytes
printf '%q\n' $'\t' $'\001\002' $'\e[0m' $'\x7f' $'\xff' $'a\xffb' $'\u00a0' 'a\b' "a'\$b"
### transformation Q round trip
for s in 'a b' "it's" '' $'a\nb' 'a$b' $'\t' $'\xff' 'é'; do printf '%s ' "${s@Q}"; done; echo
### E transformation
x='a\tb\x41\u00e9\n'; echo "${x@E}|"; y='\101\e[m'; printf '%s' "${y@E}" | od -An -c
### eval adds a level of quoting
x='$y'; y='a  b'; eval echo $x; eval "echo \"$x\""; eval echo "'$x'"
### set output quoting
x='a b'; y=$'t\tn'; z="it's"; e=; set | grep -E '^[xyze]='
### declare p quoting
x='a b$c`d"e\f'; y=$'new\nline'; z='!'; declare -p x y z
### alias quoting
alias x='echo "it'\''s"' y='a b'; alias
### trap quoting
trap "echo 'x y'" USR1; trap -p USR1
### xtrace quoting
set -x; : 'a b' '' "it's" $'a\nb' 'a*' '~' '$x' plain '#c' = 'a;b' é
### backslash before a multibyte character
echo \é "\é" '\é'; printf '%s\n' $'\é'
### bytes that are not utf-8 pass through
x=$'\xff\xfe'; printf '%s' "$x" "a${x}b" | od -An -tx1; echo ${#x}
### here string quoting
x='a  b'; cat <<< $x; cat <<< "$x"; cat <<< '$x'; cat <<< a\ b; cat <<< $'x\ty'
### double quotes around an array
a=('1 2' '' 3); printf '<%s>' "${a[@]}"; echo; printf '<%s>' ${a[@]}; echo; printf '<%s>' "${a[*]}"; echo
### quotes in subscripts
declare -A m; m['a b']=1; m["c d"]=2; k='e f'; m[$k]=3; m["$k"]+=4; echo "${m['a b']} ${m["c d"]} ${m[$k]}"
### case with quoted patterns
x='a*'; case abc in "$x") echo q;; $x) echo u;; esac; case 'a*' in "$x") echo q;; esac
### dbracket with quoted patterns
x='a*'; [[ abc == $x ]]; echo $?; [[ abc == "$x" ]]; echo $?; [[ abc == a\* ]]; echo $?; [[ 'a*' == a\* ]]; echo $?
### newline inside double quotes counts lines
echo "a
b"; echo $LINENO
### dollar at the end of double quotes
echo "cost: 5$" "$" "a$"b
### exclamation mark is nothing special
echo "hi!" !x "!!" '!' a!b
### backslash and carriage return
printf '%s' a\ b | od -An -c
### quoted spaces around operators
x="a && b"; echo $x; echo a '&&' b "|" c \; d
### quote removal is not applied to results
x='"a"'; echo $x; y="'b c'"; printf '<%s>' $y; echo; z='\d'; echo $z
### backslash in expansion results and globbing
touch 'a*b' axb; x='a\*b'; echo $x; printf '%s\n' $x
### concatenation of all the kinds
a=1; echo "a"'b'$'c'\d$a"$a"'$a'${a}$(echo e)`echo f`$((a+1))
### braces without dollar are literal
echo {x} {} { } a{b}c {a,}
### a newline escaped within backquotes goes in single quotes too
echo `echo 'a\
b'`
### single quotes in a quoted default in posix mode
set -o posix
unset x; y=1
echo "${x-'}'z" "${y+'a}b'" "${x:-it's}"
### an escaped single quote in a quoted default opens nothing
s=v; echo "${s:+x=\'$s\'}" "${s:+'a}b'}"

### what messages show of a bad substitution
echo "a ${x!bad} b"
echo a${x!bad}b
x="$(echo ${x!bad}) z"
echo "${y-a ${x!bad} b}" z
echo 'q'"${x!b}"c
a=(1 ${x!b} 2)
[[ a${x!b} == c ]]
case z${x!b}z in esac
cat <<< "a ${x!b}"
for i in a "q${x!b}"; do :; done
: $(( 1 + ${x!b} ))
y=ab${x!b}
x=1
echo "${x@Z}q" p${x@Z}
echo "z${#x:1}"
echo ${#/}
echo ${#%}
echo ${#=}
echo ${#+}
### a double quote between single quotes of a double quoted default
echo "${x-'"'hey}" "${x-'"hey'}" "${x-'"}"'}" "${x-'"'${y-'"'}}"; cat <<END
${x-'"'a} ${x-"'"b}
END
f() { echo "${x+'"'a}"; }; declare -f f
