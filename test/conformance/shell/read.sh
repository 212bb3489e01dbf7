# read.
### one line to several names
read a b c <<< 'one two three four'; echo "[$a][$b][$c]"; read a b c <<< one; echo "[$a][$b][$c]"
### REPLY keeps blanks
read <<< '  a  b  '; echo "[$REPLY]"; read x <<< '  a  b  '; echo "[$x]"; IFS= read y <<< '  a  b  '; echo "[$y]"
### status at end of input
read x < /dev/null; echo "$? [$x]"; printf abc | { read x; echo "$? [$x]"; }; printf 'a\n' | { read x; read y; echo "$? [$x][$y]"; }
### backslashes
#= stdin a\\ b\\tc\\\\d\nnext\\\nline end\n
read x; echo "[$x]"; read x; echo "[$x]"
### r keeps backslashes
#= stdin a\\ b\\tc\\\\d\nnext\\\nline end\n
read -r x; echo "[$x]"; read -r x y; echo "[$x][$y]"
### backslash protects a separator
IFS=: read a b <<< 'x\:y:z'; echo "[$a][$b]"; IFS=: read -r a b <<< 'x\:y:z'; echo "[$a][$b]"; read a b <<< 'x\ y z'; echo "[$a][$b]"
### d sets the delimiter
printf 'a;b;c' | { read -d ';' x; echo $x; read -d ';' x; echo $x; read -d ';' x; echo "$? $x"; }; printf 'a\0b\0' | { read -d '' x; read -d '' y; echo $x$y; }; printf 'line1\nline2;' | { read -d ';' x; echo "[$x]"; }
### n reads characters
printf 'abcdef\n' | { read -n 3 x; echo "[$x]"; read -n 2 y; echo "[$y]"; read z; echo "[$z]"; }; printf 'a\nbc' | { read -n 5 x; echo "[$x] $?"; read -n 5 y; echo "[$y] $?"; }
### N reads exactly
printf 'a b\ncd' | { read -N 4 x; printf '%q\n' "$x"; read -N 5 y; echo "$? $y"; }; printf ' a b ' | { read -N 3 x; echo "[$x]"; }
### n and N with zero and multibyte
printf 'éàb' | { read -n 2 x; echo $x; read -N 1 y; echo $y; }; printf abc | { read -n 0 x; echo "$? [$x]"; read y; echo $y; }
### n with separators
printf 'a b c\n' | { read -n 3 x y; echo "[$x][$y]"; }; printf 'ab:cd' | { IFS=: read -n 4 x y; echo "[$x][$y]"; }
### a fills an array
read -a a <<< 'x y  z'; declare -p a; IFS=: read -a b <<< 'p::q:'; declare -p b; read -a c <<< ''; declare -p c; a=(1 2 3); read -a a <<< one; declare -p a
### a with r
read -ra a <<< 'a\ b c'; declare -p a; read -a a <<< 'a\ b c'; declare -p a
### u reads from a descriptor
exec 3<<< $'first\nsecond'; read -u 3 x; read -u3 y; echo $x $y; read -u 3 z; echo $?; exec 3<&-; read -u 3 w; echo $?
### p without a terminal prints nothing
read -p 'prompt> ' x <<< in; echo $x
### s and e and i without a terminal
read -s x <<< secret; echo $x; read -e y <<< edit; echo $y; read -i default z <<< given; echo $z
### t with input and zero
read -t 2 x <<< quick; echo $? $x; read -t 0 <<< data; echo $?; read -t 0.01 x < <(sleep 0.3); echo $(($? > 128)); read -t abc x; echo $?; read -t -1 x; echo $?
### invalid names and options
read 1x <<< a; echo $?; read a-b <<< a; echo $?; read -z; echo $?; read -n x a <<< a; echo $?; read -d; echo $?; read -u x a; echo $?; read -n -1 a <<< b; echo $?
### readonly names
readonly r=1; read r <<< x; echo $? $r; read a r b <<< 'x y z'; echo $? "[$a][$r][$b]"
### several reads from one input
#= stdin l1\nl2\nl3\nl4\n
read a; read b; echo $a $b; cat
### read does not take more than its line
#= stdin one\ntwo\nthree\n
read x; head -n 1; echo "[$x]"
### read in a loop over columns
while IFS=: read -r u _ n _; do echo "$u $n"; done <<< $'root:x:0:0\nbin:x:1:1'
### read in a loop keeps blanks
printf '%s\n' '  a' 'b\n' '' 'c  ' | while IFS= read -r l; do echo "[$l]"; done
### read of csv with empty fields
while IFS=, read -r a b c; do echo "<$a|$b|$c>"; done <<< $'1,2,3\n,,\n1,,3\nx'
### read tab separated values
printf 'a\tb\t\tc\n' | { IFS=$'\t' read -r w x y z; echo "[$w][$x][$y][$z]"; }
### read with IFS of many characters
IFS=' ,;' read a b c d <<< 'x , y;z ;; w'; echo "[$a][$b][$c][$d]"; IFS=, read a b <<< 'a b, c d '; echo "[$a][$b]"
### read last field keeps separators
IFS=, read a b <<< 'x,y,z,'; echo "[$b]"; IFS=, read a b <<< 'x,y,'; echo "[$b]"; IFS=, read a <<< 'x,'; echo "[$a]"; IFS=, read a <<< 'x,y,'; echo "[$a]"
### read of NUL bytes drops them
printf 'a\0b\n' | { read x; printf '%s' "$x" | od -An -c; }
### read of bytes that are not utf-8
printf 'a\xffb\n' | { read x; printf '%s' "$x" | od -An -tx1; echo ${#x}; }
### read from a pipeline is lost, from others kept
echo a | read x; echo "[$x]"; read x < <(echo b); echo $x; read x <<< c; echo $x; { read x; } <<< d; echo $x; x=$(read y <<< e; echo $y); echo $x
### read sets names even at end of file
x=old y=old; read x y < /dev/null; echo "[$x][$y]"; x=old; read x <<< ''; echo "[$x] $?"
### read into integer and case attributes
declare -i n; read n <<< '3 + 4'; echo $n; declare -u u; read u <<< abc; echo $u; declare -a a; read a <<< scalar; declare -p a
### read into an element
read a[1] a[0] <<< 'x y'; declare -p a; declare -A m; read m[k] <<< v; declare -p m
### read in a function with local
f() { local x; read x <<< in; echo $x; }; x=out; f; echo $x
### read with a temporary IFS only
IFS=: read a b <<< x:y; echo $a $b; c='p:q r'; set -- $c; echo $#
### read continuation without r
printf 'one \\\n  two\\\nthree\n' | { read x; echo "[$x]"; }
### read a menu choice
#= stdin 9\nq\n2\n
while read -r c; do case $c in [1-3]) echo choice $c; break;; q) echo quit;; *) echo bad;; esac; done
### read with yes and no
#= stdin maybe\nYes\n
until read -r a && [[ ${a,,} =~ ^(y|yes|n|no)$ ]]; do echo again; done; echo "${a,,}"
### read key value configuration
#= stdin # comment\nhost = example\nport=80\n\n bad line\n
while IFS='=' read -r k v; do [[ $k =~ ^[[:space:]]*(#|$) ]] && continue; k=${k//[[:space:]]/}; v=${v# }; echo "[$k]=[$v]"; done
### TMOUT for read
TMOUT=0.05; read x < <(sleep 0.3); echo $(($? > 128))
### read in posix mode
#= posix
read x <<< 'a b'; echo $x; read 2>/dev/null <<< y; echo "$? $REPLY"
### mapfile from standard input
#= stdin a\nb\n\nc
mapfile -t a; declare -p a; mapfile b <<< x; printf '%q\n' "${b[@]}"
### cat after read in a group
#= stdin head\nbody1\nbody2\n
{ read h; echo "H=$h"; cat -n | tr -s ' \t' ' '; }
### skipping lines and columns
printf 'h1 h2\n1 2\n3 4\n' | { read _; while read a b; do echo $((a * b)); done; }
### part of a character before a newline
printf 'a\xe6\nb\n' | while IFS= read -r line; do echo "[$line]"; done | od -c
### characters are bytes in the locale C
x=é日本; LC_ALL=C; read -n 2 a <<< "$x"; echo "${#a}"; read -N 3 b <<< "$x"; echo "${#b}"; [[ é =~ ^.$ ]]; echo $?; [[ é =~ ^..$ ]]; echo $?; LC_ALL=C.UTF-8; [[ é =~ ^.$ ]]; echo $?; read -n 2 a <<< "$x"; echo "${#a}"; f() { local LC_ALL=C; [[ é =~ ^.$ ]]; echo $?; }; f; [[ é =~ ^.$ ]]; echo $?
### mapfile of nothing
mapfile -O 2 list < /dev/null; declare -p list
l=(1 2); mapfile -O 5 l < /dev/null; declare -p l; mapfile l < /dev/null; declare -p l
