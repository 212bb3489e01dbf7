# Here documents and here strings.
### expansions in a here document
x=v; a=(1 2); cat <<E
$x ${x} ${x:-d} $(echo sub) `echo back` $((1 + 2)) ${a[1]} ${#x} $x$x
E
### quoted delimiters stop expansion
x=v; cat <<'A'; cat <<"B"; cat <<\C; cat <<D'E'
$x `a` \$ "q"
A
$x
B
$(x)
C
$((1))
DE
### backslashes in a here document
x=v; cat <<E
\$x \\ \` \" \' \n \a end\
joined
E
### backslashes in a quoted here document
cat <<'E'
\$x \\ \` line\
next
E
### quotes are literal in a here document
x='a  b'; cat <<E
"$x" '$x' "'" "quoted" 'single'
E
### default words in a here document
unset u; cat <<E
${u-'a b'} ${u:-"c d"} ${u-\$x} ${u:-$(echo "e f")}
E
### tab stripping
cat <<-E
	one
		two
	  three
 	four
	E
echo after
### tab stripping with a quoted delimiter
x=1; cat <<-'E'
	$x
		y
	E
### tab stripping does not touch expansions
t=$'\tindented'; cat <<-E
	$t
	a	b
	E
### delimiter with blanks is not the end
cat <<E
a
 E
E 
 E
b
E
### empty here document
cat <<E
E
echo "[$(cat <<E
E
)]"
### empty delimiter
cat <<''
line

echo after
### delimiter words with odd characters
cat <<END-OF.FILE; cat <<'two words'; cat <<!
a
END-OF.FILE
b
two words
c
!
### delimiter is not expanded
E=x; cat <<$E
text
$E
### several here documents on one line
cat <<A; cat <<B; cat - <<C
a
A
b
B
c
C
### two here documents for one command
cat <<A <<B
a
A
b
B
### here document on another descriptor
cat 3<<A <<B <&3
three
A
zero
B
### here document in a pipeline
cat <<E | tr a-z A-Z | tac
abc
def
E
### here document before the pipe and after
cat <<A | cat - /dev/fd/3 3<<B
first
A
second
B
### here document and a list
cat <<E && echo and || echo or
text
E
### here document in a loop
for i in 1 2; do cat <<E; done
i=$i
E
### here document for a loop
while read a b; do echo "$b $a"; done <<E
1 2
3 4
E
### here document in a function
f() { cat <<E
$1
E
}
f a; f 'b c'
### here document in a subshell and a group
(cat <<E
sub
E
); { cat <<E; }
group
E
### here document in command substitution
x=$(cat <<E
a
 b
E
); echo "$x"; y="$(cat <<'E'
")"
E
)"; echo "$y"
### here document in backquotes
x=`cat <<E
a $HOME_
E
`; echo "$x"
### here document in a condition
if grep -q b <<E
abc
E
then echo found; fi
### here document in a case
case x in x) cat <<E
in case
E
;; esac
### here document in an eval
eval 'cat <<E
$((1+1))
E'
### here document inside a here document's substitution
cat <<A
$(cat <<B
inner
B
)
outer
A
### here document with command substitution and quotes
cat <<E
$(echo "a  b" 'c "d"') "$(echo x)"
E
### here document keeps blank lines
cat <<E

a


b

E
### here document at the end of the script without the delimiter
cat <<E
abc
### unterminated here document with following text
echo start
cat <<E
abc
echo not run
### here document and arithmetic shifts
echo $((1 << 2)); ((x = 1 << 3)); echo $x; cat <<E
$((1 << 4))
E
### here document with multibyte and raw bytes
cat <<E
é日本 $(printf '\xff\xfe')
E
### here document of several pages
cat <<E | wc
$(seq 20000)
E
### here document status
cat <<E > /dev/null; echo $?
x
E
false <<E; echo $?
y
E
### here document with a failing substitution
cat <<E; echo $?
a $(false) b
E
### here document with an error in an expansion
cat <<E
${x?missing}
E
echo "after $?"
### here document and nounset
set -u
cat <<E
$undefined
E
echo after $?
### here document side effects
x=1; cat <<E
${y:=assigned} $((x++)) $((x++))
E
echo $x $y
### here document with a bad substitution
cat <<E
${a b}
E
echo after $?
### here document and the comment character
cat <<E # comment
# not a comment
E
### here document with a space before the delimiter
cat << E; cat <<   'F'
a
E
b
F
### here document to a builtin
read x y <<E
one two three
E
echo "$y/$x"; mapfile -t a <<E
l1
l2
E
echo ${#a[@]} ${a[1]}
### here document with exec
exec 3<<E
from three
E
cat <&3; exec 3<&-
### here document and background
cat <<E & wait
background
E
### here document line numbers
cat <<E
$LINENO
$LINENO
E
echo $LINENO
### command after a here document line
cat <<E; echo $((1+1)); echo "still $(echo on)" \
line
body
E
echo next
### here document with dollar single quotes
cat <<E
$'a\tb' $"c"
E
### here document with braces and globs
touch f; cat <<E
{a,b} * ~ ?
E
### here document with a positional parameter
set -- a 'b c'; cat <<E
$1 $2 $# $@ $*
E
### at and star with IFS in here documents
set -- a b; IFS=-; cat <<E
$* $@ "$*" "$@"
E
### here strings
x='a  b'; cat <<< $x; cat <<< "$x"; cat <<< 'lit $x'; cat <<<word; wc -c <<< ''; cat <<< ~ | grep -c /
### here string with expansions
cat <<< "$(echo a; echo b)"; cat <<< $((3 * 4)); cat <<< {a,b}; touch g1 g2; cat <<< g*; cat <<< a\ b
### here string with split words
IFS=:; x=a:b; cat <<< $x; cat <<< "$x"; set -- 1 2; cat <<< $*; cat <<< "$*"; cat <<< "$@"
### here string on other descriptors
cat 3<<< three <&3; read -u 4 x 4<<< four; echo $x
### here string in loops
while read -r w; do echo "[$w]"; done <<< $'x\ny z\n\nlast'
### here string to read with IFS
IFS=, read -r a b c <<< 'x,y z,'; echo "[$a][$b][$c]"
### here string with a trailing newline
od -c <<< $'a\n'; od -c <<< a
### here string and a here document together
cat <<< string - <<E
document
E
### here string of an array
a=('x y' z); cat <<< "${a[@]}"; cat <<< ${a[*]}
### here string without a word
cat <<<
### here document keeps carriage returns
printf 'cat <<E\na\r\nE\n' > s; bash s | od -c
### delimiter followed by other operators
cat <<E>f;cat f
x
E
cat <<E|cat
y
E
### tab stripped delimiter in a nested block
if true; then
	cat <<-E
		deep
	E
fi
### writing a configuration file
port=80; cat > conf <<E
listen = $port
path = "/srv/$USER_NAME"
price = \$5
E
cat conf
### writing a script and running it
cat > s.sh <<'E'
for a in "$@"; do echo "<$a>"; done
exit 4
E
bash s.sh 1 '2 3'; echo $?
### delimiter that begins with the stripped tab
cat <<-'	END'
	hello
	END
echo after
### end of the document and of the substitution in one line
text=$(cat <<EOF
here
EOF)
echo "= $text ="
### star in here documents is joined by blanks and split
set -- 'x  y' '' a:b; a=("$@"); for IFS in '' : $' \t\n'; do cat <<X; done
[$*][${*:-d}][$@][${a[*]}] p  $* "q"
X

### positional parameters in a document
set -- $'t\tab' ' l  e ' $'n1\nn2\n'; cat <<E
[$*] [${*}] [$@] [${@}] [${*%x}] [${*:1}] [${x-$*}]
E
IFS=,; cat <<E
[$*] [${*}] [$@] [${@}] [${*%x}] [${*:1}] [${x-$*}]
E
IFS=; cat <<E
[$*] [${*}] [$@] [${@}] [${*%x}] [${*:1}]
E
set -- a,b c; IFS=,;  cat <<E
[$*] [${*}] [$@] [${@}] [${*%x}] [${*:1}]
E
cat <<< $*; cat <<< "$*"; cat <<< $@; a=(1 2 3); cat <<< ${a[*]}; cat <<E
${a[*]} ${a[@]}
E
### star in here documents without at keeps blanks
set -- 'x  y' '' a:b; a=("$@")
for IFS in '' : $' \t\n'; do cat <<X; cat <<Y; cat <<Z; done
[$*][${*:-d}][${x-$*}]
X
[${*:1}] [${*#q}] [${*^^}] [${*/b/c}] [${*@Q}] [${a[*]}]
Y
[$*][${a[@]}]
Z
### lists with operators
arr=('1 2' 0x1f); set 'a b' c
for IFS in , ''; do cat << E
${arr[*]%q}|${arr[*]}|${*%q}|$*|${arr[*]/q/z}|${*/q/z}|${arr[*]^}|${*:1}|${arr[*]:0}|${*@Q}|${arr[*]@Q}|${arr[*]@a}|${!arr[*]}
E
done
