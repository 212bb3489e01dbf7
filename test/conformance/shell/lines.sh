# Line numbers: in errors, in LINENO, after what spans lines.
### line numbers in errors
nosuch1

nosuch2; f() {
  nosuch3
}
f; cd /none
### line numbers after continuation lines
echo a \
  b; nosuch
x="1
2"; nosuch
cat <<E; nosuch
a
E
nosuch
### line numbers in command substitutions
x=$(
nosuch
)
echo $(nosuch)
### line numbers in eval
eval 'nosuch1
nosuch2'
nosuch3
### line numbers in sourced files and functions
printf 'nosuch1\nf() {\n nosuch2\n}\n' > s; . ./s
f
### line numbers in compound commands
for i in 1
do
  nosuch
done
case x in
x) nosuch;;
esac
if nosuch; then
  :
elif nosuch; then :
fi
### line numbers in subshells and pipelines
(
nosuch
)
echo a |
  nosuch |
  nosuch2 2>/dev/null
### line numbers of arithmetic and conditional errors
x=1

((1 +))
[[ 1+ -eq 1 ]]
let 'a b'
### line numbers of redirection errors
echo a > /none/x
{
echo b
} > /none/y
### LINENO in several places
echo $LINENO
x=$LINENO; echo $x $(echo $LINENO) \
  $LINENO
f() { echo $LINENO
echo $LINENO; }
f
### line numbers within substitutions of many kinds of commands
x=$(
f1
)
echo a $(
 foo
 bar; baz

 qux
 if nope1; then
   :
 else
   nope2
 fi
 for i in 1; do nope3; done
 (
 nope4
 )
 case x in
   x) nope5
   ;;
 esac
 { nope6
   nope7; }
 nope8 |
  cat
 nope10 && 
  nope11 || nope12
 while nope13; do
 :
 done
 g() {
  nope14
 }
 g
 echo $(nope15
  nope16
  nope17)
 (( 1 + ))
 [[ a -eq + ]]
 echo ${x?bad}
)
g
y="`
nope20
nope21
`"
cat <(nope22
nope23
)
cat <<E
$(nope24
nope25)
E
for x in a$(
 nope26
 nope27
 )
do :
done

### lines of quotes without an end
for text in '[[ $(echo '\'' )' '[[ "$('\'\\\'\'':)"' 'a=($('\'\\\'\'')' '(exit 3)
[[ a b '\' '(exit 3)
if [[ '\'; do bash -c "$text
echo" bash; echo $?; done
### commands after assignments of several lines
a='x
y' nosuch1'a
b' c
a='x
y' b='z
' nosuch2
### redirections that fail in the body of an arithmetic for
for ((i = 0; i < 1; i++)); do
  {
    b
  } < ${x!}
done
