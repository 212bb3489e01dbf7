# [[ ]], [ ] and test.
### strings
[[ abc ]]; echo $?; [[ '' ]]; echo $?; [[ -n abc && -z '' ]]; echo $?; [[ a == a ]]; echo $?; [[ a = b ]]; echo $?; [[ a != b ]]; echo $?; [[ a < b ]]; echo $?; [[ b > a ]]; echo $?
### numbers
[[ 1 -eq 1 ]]; echo $?; [[ 2 -ne 2 ]]; echo $?; [[ 1 -lt 2 ]]; echo $?; [[ 2 -le 1 ]]; echo $?; [[ 10 -gt 9 ]]; echo $?; [[ -5 -ge -5 ]]; echo $?; [[ 10 < 9 ]]; echo $?
### logic and grouping
[[ a && b ]]; echo $?; [[ a && '' ]]; echo $?; [[ '' || b ]]; echo $?; [[ ! a ]]; echo $?; [[ ! ( a && '' ) ]]; echo $?; [[ ( a ) ]]; echo $?; [[ '' && x || y ]]; echo $?; [[ ! '' && ! '' ]]; echo $?
### short circuit
n=0; [[ a || $((n++)) ]]; [[ '' && $((n++)) ]]; echo $n; [[ a && $((n++)) ]]; echo $n
### no word splitting
x='a b'; e=; [[ $x == 'a b' ]]; echo $?; [[ $e == '' ]]; echo $?; [[ -z $e ]]; echo $?; [[ -n $undefined ]]; echo $?; [[ $x ]]; echo $?
### patterns on the right
x=abc; [[ $x == a* ]]; echo $?; [[ $x == "a*" ]]; echo $?; [[ $x != *d* ]]; echo $?; [[ $x == [a-c]?c ]]; echo $?; p='*b*'; [[ $x == $p ]]; echo $?; [[ $x == "$p" ]]; echo $?; [[ $x == a"b"* ]]; echo $?
### patterns on the left are text
[[ a* == abc ]]; echo $?; [[ '*' == '*' ]]; echo $?; [[ * == '*' ]]; echo $?
### regular expressions
[[ abc =~ b ]]; echo $?; [[ abc =~ ^a.c$ ]]; echo $?; [[ abc =~ x ]]; echo $?; [[ ab12 =~ ([a-z]+)([0-9]+) ]]; echo ${BASH_REMATCH[@]}; [[ a =~ '' ]]; echo $?
### several lines
[[ a == a
&& b == b ||
c == d
]]; echo $?
### file tests
mkdir d; touch f; echo x > s; ln -s f l; ln -s none b; for t in e f d L h s r w x p S b c; do for n in d f s l b none; do test -$t $n && echo -n 1 || echo -n 0; done; echo " $t"; done
### file comparisons
touch -d '2020-01-01' old; touch -d '2021-01-01' new; ln new hard; [[ new -nt old ]]; echo $?; [[ old -nt new ]]; echo $?; [[ old -ot new ]]; echo $?; [[ new -ef hard ]]; echo $?; [[ new -ef old ]]; echo $?; [[ new -nt none ]]; echo $?; [[ none -ot new ]]; echo $?; [[ none -nt new ]]; echo $?
### permission bits
touch f; for m in 000 400 200 100 700 4755 2755 1777; do chmod $m f; for t in r w x u g k; do test -$t f && echo -n $t || echo -n -; done; echo " $m"; done
### option and variable tests
set -f; [[ -o noglob ]]; echo $?; [[ -o errexit ]]; echo $?; [[ -o nosuch ]]; echo $?; x=; [[ -v x ]]; echo $?; [[ -v y ]]; echo $?; declare -n r=x; [[ -R r ]]; echo $?; [[ -R x ]]; echo $?
### terminals and descriptors
[[ -t 0 ]]; echo $?; [[ -t 99 ]]; echo $?; [ -t 1 ]; echo $?; [[ -t x ]]; echo $?; [ -t x ]; echo $?
### one argument to test
[ ]; echo $?; [ '' ]; echo $?; [ a ]; echo $?; [ -n ]; echo $?; [ -z ]; echo $?; [ ! ]; echo $?; [ = ]; echo $?; [ '(' ]; echo $?; test; echo $?
### two arguments to test
[ ! a ]; echo $?; [ ! '' ]; echo $?; [ -n '' ]; echo $?; [ -z '' ]; echo $?; [ a b ]; echo $?; [ -x ! ]; echo $?; [ ! ! ]; echo $?; [ -q x ]; echo $?
### three arguments to test
[ a = a ]; echo $?; [ a == b ]; echo $?; [ a != b ]; echo $?; [ ! a = ]; echo $?; [ ! -n '' ]; echo $?; [ '(' a ')' ]; echo $?; [ '(' '' ')' ]; echo $?; [ a -a b ]; echo $?; [ '' -o b ]; echo $?; [ -n = -n ]; echo $?; [ ! = ! ]; echo $?
### four arguments to test
[ ! a = a ]; echo $?; [ ! a = b ]; echo $?; [ '(' -n a ')' ]; echo $?; [ '(' ! a ')' ]; echo $?; [ ! '(' a ')' ]; echo $?; [ a = a b ]; echo $?
### more arguments to test
[ a = a -a b = b ]; echo $?; [ a = a -a b = c ]; echo $?; [ a = b -o b = b ]; echo $?; [ '' -a '' -o x ]; echo $?; [ x -o '' -a '' ]; echo $?; [ ! '' -a ! '' ]; echo $?; [ '(' a = b -o c = c ')' -a d ]; echo $?
### test errors
[ a -eq 1 ]; echo $?; [ 1 -eq ]; echo $?; [ 1 -eq 1 ; echo $?; [ a b c ]; echo $?; [ a b c d ]; echo $?; [ ( a ) ] 2>/dev/null; echo $?
### test numeric errors
[ '' -eq 0 ]; echo $?; [ 1.5 -eq 1 ]; echo $?; [ ' 3 ' -eq 3 ]; echo $?; [ +3 -eq 3 ]; echo $?; [ 0x10 -eq 16 ]; echo $?; [ 99999999999999999999 -eq 1 ]; echo $?
### missing bracket
[ a = a; echo $?; test a ]; echo $?; [; echo $?; [ ]]; echo $?
### test is a command
x='='; [ a $x a ]; echo $?; o=-n; [ $o abc ]; echo $?; [ "$o" ]; echo $?; test "$undefined"; echo $?; [ $undefined ]; echo $?; [ $undefined = x ]; echo $?
### test of strings that look like operators
[ '!' = '!' ]; echo $?; [ -f = -f ]; echo $?; [ '(' = '(' ]; echo $?; [ ')' ]; echo $?; [ -a ]; echo $?; [ -o -o -o ]; echo $?; [ -a -a -a ]; echo $?
### test with less and greater
[ a \< b ]; echo $?; [ b '>' a ]; echo $?; [ b \< a ]; echo $?; [ 10 \< 9 ]; echo $?; test a '<' A; echo $?; [ a < b ] 2>/dev/null; echo $?
### test v with arrays
a=(x); declare -A m=([k]=v); [ -v a ]; echo $?; [ -v 'a[0]' ]; echo $?; [ -v 'a[1]' ]; echo $?; [ -v 'm[k]' ]; echo $?; [ -v 'm[z]' ]; echo $?; [ -v m ]; echo $?
### dbracket arithmetic operands
x=5; [[ x -eq 5 ]]; echo $?; [[ x+1 -eq 6 ]]; echo $?; [[ 0x1f -eq 31 ]]; echo $?; [[ 010 -eq 8 ]]; echo $?; [[ '' -eq 0 ]]; echo $?; [[ y -eq 0 ]]; echo $?; [[ 1 -lt '2 * 3' ]]; echo $?
### dbracket syntax errors
[[ a b ]]
### dbracket missing operand
[[ a == ]]
### dbracket missing end
[[ a == b
### dbracket unknown operator
[[ a -xx b ]]
### dbracket unbalanced parentheses
[[ ( a ]]
### dbracket empty
[[ ]]
### dbracket bare not
[[ ! ]]
### dbracket dangling and
[[ a && ]]
### dbracket old and operator is not known
[[ a -a b ]]
### dbracket equals without blanks is a word
[[ a=b ]]; echo $?; [[ a==b ]]; echo $?; [[ a!=a ]]; echo $?
### dbracket keywords need blanks
[[a == a]]; echo $?; [[ a == a]]; echo $?
### dbracket from a variable is no keyword
x='[['; $x a = a ]]; echo $?; \[[ a ]]; echo $?
### dbracket string operators in the locale
[[ a < B ]]; echo $?; [[ Z < a ]]; echo $?; [[ '' < a ]]; echo $?; [[ a < aa ]]; echo $?; [[ é > z ]]; echo $?
### dbracket with substitutions
[[ $(echo a) == a && `echo b` == b ]]; echo $?; [[ $((1+1)) -eq 2 ]]; echo $?; [[ "$(printf 'a\n\n')" == a ]]; echo $?; [[ <(true) == /dev/fd/* ]]; echo $?
### dbracket with arrays
a=(x y); [[ ${a[@]} == 'x y' ]]; echo $?; [[ "${a[*]}" == "x y" ]]; echo $?; [[ ${#a[@]} -eq 2 ]]; echo $?; set -- p q; [[ $@ == 'p q' ]]; echo $?; [[ $* == "p q" ]]; echo $?
### dbracket negation variants
[[ ! a == b ]]; echo $?; ! [[ a == b ]]; echo $?; [[ ! ! a ]]; echo $?; [[ ! -e none ]]; echo $?; [[ ! ( ! a ) ]]; echo $?; [[ ! a && b ]]; echo $?
### dbracket precedence
[[ a || b && '' ]]; echo $?; [[ ( a || b ) && '' ]]; echo $?; [[ '' && '' || a ]]; echo $?; [[ ! '' || '' ]]; echo $?
### dbracket in lists and conditions
[[ a ]] && echo 1 || echo 2; if [[ x == y ]]; then echo 3; elif [[ x ]]; then echo 4; fi; while [[ ${#s} -lt 3 ]]; do s+=x; done; echo $s
### dbracket with redirection
[[ -z $(cat none) ]] 2> e; echo $?; wc -l < e; [[ a ]] > f; ls f
### dbracket with quotes of all kinds
[[ 'a'b"c"$'d'\e == abcde ]]; echo $?; [[ "a b" == a\ b ]]; echo $?; [[ $'\n' == $'\n' ]]; echo $?; [[ "" == '' ]]; echo $?
### dbracket tilde and braces
HOME=/h; [[ ~ == /h ]]; echo $?; [[ /h == ~ ]]; echo $?; [[ {a,b} == '{a,b}' ]]; echo $?; [[ -d ~ ]]; echo $?
### equality of similar text
[[ a == A ]]; echo $?; [[ 1 == 01 ]]; echo $?; [[ 1 -eq 01 ]]; echo $?; [[ ' a' == a ]]; echo $?; [[ 'a ' == a* ]]; echo $?
### file descriptors as files
[[ -e /dev/fd/0 ]]; echo $?; [[ -e /dev/null && -c /dev/null && ! -f /dev/null ]]; echo $?; [[ -p /dev/stdin ]]; echo $?; [ -r /dev/null ] && [ -w /dev/null ]; echo $?
### N and O and G
touch f; [[ -O f ]]; echo $?; [[ -G f ]]; echo $?; touch -a -d 2020-01-01 f; touch -m -d 2021-01-01 f; [[ -N f ]]; echo $?; [[ -N none ]]; echo $?
### empty string file names
[ -e '' ]; echo $?; [ -f "" ]; echo $?; [[ -d '' ]]; echo $?; [[ '' -ef '' ]]; echo $?; test -s ''; echo $?
### long logical chain
x=5; [[ $x -gt 1 && $x -lt 10 && ( $x == 5 || $x == 6 ) && ! $x -eq 7 ]] && echo in; [ $x -gt 1 -a $x -lt 10 -a '(' $x = 5 -o $x = 6 ')' ] && echo in
### xtrace of conditions
set -x; x='a b'; [[ $x == a* && -n $x || ! -f f ]]; [ "$x" = "a b" ]; [[ ab =~ ^a(.)$ ]]; [[ $x == "a b" ]]; test -z ''
### help of the bracket
type [ test [[; type -t [ [[ 
### regex captures
[[ 2024-05-06 =~ ^([0-9]{4})-([0-9]{2})-([0-9]{2})$ ]]; echo $? ${#BASH_REMATCH[@]} ${BASH_REMATCH[1]} ${BASH_REMATCH[2]} ${BASH_REMATCH[3]}; [[ x =~ y ]]; echo "${#BASH_REMATCH[@]}"
### regex optional groups
[[ ac =~ (a)(b)?(c) ]]; declare -p BASH_REMATCH; [[ abc =~ (a)(b)?(c) ]]; declare -p BASH_REMATCH; [[ a =~ (x)|(a) ]]; declare -p BASH_REMATCH
### regex quoting makes text literal
[[ a.c =~ a.c ]]; echo $?; [[ abc =~ a"."c ]]; echo $?; [[ a.c =~ a"."c ]]; echo $?; [[ abc =~ 'a.c' ]]; echo $?; [[ abc =~ a\.c ]]; echo $?; [[ 'a*' =~ "*" ]]; echo $?; [[ a+b =~ a\+b ]]; echo $?
### regex from variables
r='^a.c$'; [[ abc =~ $r ]]; echo $?; [[ abc =~ "$r" ]]; echo $?; r='a b'; [[ 'xa by' =~ $r ]]; echo $?; r='(a|b)+'; [[ abab =~ $r ]] && echo ${BASH_REMATCH[0]}; r='\.'; [[ a.b =~ $r ]]; echo $?
### regex special words
[[ 'a b' =~ a\ b ]]; echo $?; [[ 'a|b' =~ a\|b ]]; echo $?; [[ 'a(b' =~ a\(b ]]; echo $?; [[ ab =~ (a)(b) ]]; echo $?; [[ 'a;b' =~ a\;b ]]; echo $?; [[ '<' =~ \< ]]; echo $?; [[ '$' =~ \$ ]]; echo $?
### regex classes and bounds
[[ abc123 =~ [[:digit:]]+ ]]; echo ${BASH_REMATCH}; [[ aaa =~ ^a{3}$ ]]; echo $?; [[ aaa =~ ^a{4,}$ ]]; echo $?; [[ a]b =~ []] ]]; echo $?; [[ a-b =~ [a-] ]]; echo $?; [[ ab =~ [^a] ]]; echo ${BASH_REMATCH}
### regex alternation and anchors
for s in cat dog bird cats; do [[ $s =~ ^(cat|dog)$ ]] && echo $s; done; [[ abc =~ ^ ]]; echo $?; [[ abc =~ $ ]]; echo $?; [[ $'a\nb' =~ ^b ]]; echo $?; [[ $'a\nb' =~ a.b ]]; echo $?
### regex is greedy and leftmost
[[ aXbXc =~ .*X ]]; echo ${BASH_REMATCH}; [[ foobar =~ o+ ]]; echo ${BASH_REMATCH}; [[ abcabc =~ (abc)+ ]]; echo ${BASH_REMATCH[*]}; [[ ab =~ a|ab ]]; echo ${BASH_REMATCH}
### regex syntax error
r='('; [[ a =~ $r ]]; echo $?; r='['; [[ a =~ $r ]]; echo $?; r='*'; [[ a =~ $r ]]; echo $?; r='a{2'; [[ aa =~ $r ]]; echo $?
### regex nocasematch
shopt -s nocasematch; [[ ABC =~ ^a(b)c ]]; echo $? ${BASH_REMATCH[1]}; [[ É =~ é ]]; echo $?
### regex multibyte
[[ née =~ n.e ]]; echo $?; [[ 日本 =~ ^..$ ]]; echo $?; [[ aéb =~ [é] ]]; echo ${BASH_REMATCH}; [[ é =~ [[:alpha:]] ]]; echo $?
### regex loop over matches
s='a1b22c333'; while [[ $s =~ ([a-z])([0-9]+) ]]; do echo ${BASH_REMATCH[1]}=${BASH_REMATCH[2]}; s=${s#*"${BASH_REMATCH[0]}"}; done
### regex parse a url
[[ http://user@host.org:8080/a/b?q=1 =~ ^([a-z]+)://(([^@]+)@)?([^:/]+)(:([0-9]+))?(/[^?]*)?(\?(.*))?$ ]] && printf '<%s>' "${BASH_REMATCH[@]}"; echo
### regex BASH_REMATCH is local to nothing
f() { [[ ab =~ (b) ]]; }; [[ xy =~ (x) ]]; f; echo ${BASH_REMATCH[1]}; BASH_REMATCH=(mine); echo ${BASH_REMATCH[0]}; unset BASH_REMATCH; [[ q =~ q ]]; echo $BASH_REMATCH
### regex with a quoted bracket expression
[[ a =~ ["abc"] ]]; echo $?; [[ '"' =~ ["abc"] ]]; echo $?; x=bc; [[ c =~ [a$x] ]]; echo $?; [[ '\' =~ [\\] ]]; echo $?; [[ . =~ [.] ]]; echo $?
### regex backreference and perl classes
[[ aa =~ (a)\1 ]]; echo $?; [[ 5 =~ \d ]]; echo $?; r='\bfoo\b'; [[ 'a foo b' =~ $r ]]; echo $?; r='\w+'; [[ 'ab c' =~ $r ]]; echo $? $BASH_REMATCH; r='\s'; [[ 'a b' =~ $r ]]; echo $?
### quoted text within brackets of a regular expression
s='$.*'; [[ "\\" =~ ["."] ]]; echo $?; [[ "\\" =~ [\.] ]]; echo $?; [[ ']' =~ [']'] ]]; echo $?; [[ "\\" =~ [^]"."] ]]; echo $?; [[ '\' =~ ["$s"] ]]; echo $?; [[ 'a*' =~ a["$s"] ]]; echo $?; [[ 'x5' =~ x[[:digit:]'.'] ]]; echo $?; [[ 'axb' =~ [a]"."b ]]; echo $?; [[ '[x' =~ \["." ]]; echo $?; [[ '\.' =~ \\"." ]]; echo $?; [[ "it's" =~ ["'\""]s ]]; echo $?; [[ a-b =~ ["a-c"]+ ]]; echo "$? ${BASH_REMATCH[0]}"
### what is missed at the end
for text in '[[ (a != b' '[[ ((a != b' '[[ a == b $(x' '[[ (a && -n b) "x' '[[ ! a == b `x' '[[ (a ||' '[[ a && b'; do
  (eval "$text") 2>&1 | sed 's/^[^:]*: eval: //'
done
### numbers and names before a redirection
for text in '[[ a 3>x ]]' '[[ 3>x ]]' '[[ a == 3>x ]]' '[[ -f 3>x ]]' '[[ (a == b 3>x ]]' '[[ a == b 3>x ]]' '[[ {fd}>x ]]'; do
  (eval "$text") 2>&1 | sed 's/^[^:]*: eval: //'
done

### a pattern that looks like an array assignment
[[ a=1 =~ a=(1) ]] && declare -p BASH_REMATCH; [[ x =~ a=(b|c) ]]; echo $?; [[ a[0]=1 =~ a\[0]=(1) ]]; echo $?; [[ a+=1 =~ a+=(1) ]]; echo $?; [[ 'a=()' =~ a=() ]]; echo $?
[[ 'a= b' =~ a=( b|c d) ]]; echo $? "${BASH_REMATCH[@]}"; [[ "k=v w" =~ ([a-z]+)=(v\ w) ]]; echo "${BASH_REMATCH[@]}"; v=q=3; [[ $v =~ q=("3") ]] && echo y; [[ a=$v =~ a=(q=(3)) ]] && echo "${BASH_REMATCH[@]}"; [[ ! x =~ a=(1) ]] && echo not
