# Word splitting and IFS.
### default IFS trims and joins
x='  a  b
c	d  '; printf '<%s>' $x; echo
### a colon separates
IFS=:; x=a:b::c:; printf '<%s>' $x; echo; x=:a; printf '<%s>' $x; echo; x=:; printf '<%s>' $x; echo
### blank and colon together
IFS=' :'; x=' a : b :: c '; printf '<%s>' $x; echo; x='a :b: c'; printf '<%s>' $x; echo
### several non-blank separators
IFS=,:; x='a,b:c,:d'; printf '<%s>' $x; echo
### empty IFS does not split
IFS=; x='a b:c'; printf '<%s>' $x; echo; set -- 1 2; printf '<%s>' $*; echo; printf '<%s>' "$*"; echo
### unset IFS is the default
unset IFS; x='a b	c'; printf '<%s>' $x; echo; set -- 1 2; echo "$*"
### letters in IFS
IFS=x; v=axbxxc; printf '<%s>' $v; echo; IFS=0; v=1002; printf '<%s>' $v $((10 * 10 + 1)); echo
### backslash in IFS
IFS='\'; v='a\b\\c'; printf '<%s>' $v; echo
### literal text is not split
IFS=b; echo abc; x=b; echo a${x}c "a${x}c"
### IFS newline only
IFS=$'\n'; x=$'a b\nc d\n\ne'; printf '<%s>' $x; echo
### command substitution is split
printf '<%s>' $(echo 'a  b'; echo c); echo; printf '<%s>' "$(echo 'a  b'; echo c)"; echo
### arithmetic is split
IFS=1; printf '<%s>' $((2132)); echo; printf '<%s>' "$((2132))"; echo
### assignment is not split
x='a  b'; y=$x; echo "$y"; z=$(echo 'c  d'); echo "$z"; w=$x$z; echo "$w"
### case word is not split
x='a b'; case $x in 'a b') echo whole;; esac
### dbracket is not split
x='a b'; [[ $x == 'a b' ]] && echo whole; [ -n "$x" ]; echo $?; [ $x ] 2>&1; echo $?
### redirection target is split and refused
x='a b'; echo hi > $x; echo $?; ls
### export and local arguments are not split
x='a b'; export y=$x; f() { local z=$x; echo "$z"; }; f; declare w=$x; echo "$y|$w"; readonly r=$x; echo "$r"
### splitting after concatenation
x='a b'; printf '<%s>' pre${x}post; echo; printf '<%s>' $x$x; echo; printf '<%s>' "p"$x"q"; echo
### leading and trailing blanks of neighbours
x=' a '; printf '<%s>' p${x}q; echo; printf '<%s>' "p"${x}; echo
### colon next to literal text
IFS=:; x=:a:; printf '<%s>' p${x}q; echo; printf '<%s>' ${x}q; echo
### star unquoted is split again
set -- 'a b' c; printf '<%s>' $*; echo; printf '<%s>' $@; echo; IFS=:; set -- a:b 'c d'; printf '<%s>' $*; echo
### empty positional parameters unquoted
set -- '' a '' b ''; printf '<%s>' $@; echo; printf '<%s>' $*; echo; printf '<%s>' "$@"; echo
### empty positional parameters with non-blank IFS
IFS=:; set -- '' a '' b; printf '<%s>' $*; echo; printf '<%s>' "$*"; echo; x=$*; echo "$x"
### star in an assignment
set -- a b; IFS=-; x=$*; echo "$x"; y=$@; echo "$y"; z="$@"; echo "$z"; w="$*"; echo "$w"
### array star with IFS
a=(1 '2 3' 4); IFS=+; echo "${a[*]}"; x=${a[*]}; echo "$x"; y="${a[@]}"; echo "$y"; printf '<%s>' ${a[*]}; echo
### IFS changes apply to later words
IFS=:; x=a:b; IFS=- ; printf '<%s>' $x; echo; y=c-d; printf '<%s>' $y; echo
### temporary IFS for read only
IFS=: read a b <<< x:y; echo "$a $b"; z='p q'; printf '<%s>' $z; echo
### temporary IFS does not split the same command
x=a:b; f() { printf '<%s>' "$@"; echo; }; IFS=: f $x; IFS=: eval 'f $x'
### local IFS
f() { local IFS=,; local x=a,b; printf '<%s>' $x; echo; }; f; x=c,d; printf '<%s>' $x; echo
### IFS in a subshell
(IFS=x; v=axb; echo $v); v=axb; echo $v
### read trims IFS blanks
echo '  a  b  ' | { read x; echo "[$x]"; }; echo '  a  b  ' | { IFS= read x; echo "[$x]"; }
### read puts the rest into the last
echo 'a b c  d ' | { read x y; echo "[$x][$y]"; }; echo 'a:b:c:' | { IFS=: read x y; echo "[$x][$y]"; }
### read with one trailing separator
for s in a: a:b a:b: a:b:: a::b: :a; do IFS=: read x y <<< $s; echo "[$x][$y]"; done
### read with mixed IFS
for s in 'a : b' ' a b : c ' 'a::b' ': a'; do IFS=' :' read x y <<< "$s"; echo "[$x][$y]"; done
### read into an array with separators
IFS=, read -ra a <<< 'x,,y,'; declare -p a; IFS=' ,' read -ra a <<< ' x , , y '; declare -p a
### empty results are dropped unquoted
f() { echo $#; }; e=; f $e; f "$e"; f $e"" ; f $e$e; f ${e:-} ; f "${e:-}"; f ${e:-''}
### splitting inside default words
f() { printf '<%s>' "$@"; echo; }; unset u; f ${u-a b} ${u-"a b"} "${u-a b}" ${u-a "b c" d}; x='p q'; f ${u-$x} "${u-$x}" ${u-"$x"}
### splitting inside alternative words
f() { printf '<%s>' "$@"; echo; }; s=1; f ${s+a b} ${s+"a b"} "${s+a b}" ${s+"a" 'b c'}
### quoted at inside a default
f() { printf '<%s>' "$@"; echo; }; set -- 'a b' c; unset u; f ${u-"$@"} "${u-$@}" ${u-$@}; f "${u-"$@"}"
### splitting in default with IFS
IFS=x; unset u; f() { printf '<%s>' "$@"; echo; }; f ${u-axb} ${u-"axb"} "${u-axb}"
### for loop over split words
x='a b
c'; for w in $x; do echo "[$w]"; done; for w in "$x"; do echo "[$w]"; done
### globs after splitting
touch f1 f2; x='f? g*'; printf '<%s>' $x; echo; printf '<%s>' "$x"; echo; set -f; printf '<%s>' $x; echo
### IFS containing a glob character
touch ab; IFS='*'; x='a*b'; printf '<%s>' $x; echo; y='a*'; printf '<%s>' $y; echo
### IFS of multibyte characters
IFS=é; x=aébéc; printf '<%s>' $x; echo; IFS=' é'; x='a é b'; printf '<%s>' $x; echo; set -- 1 2; echo "$*"
### first character of IFS joins
set -- a b; for IFS in : '  ' 'xy' $'\n-' é; do echo "$*"; done
### IFS with NUL-like escapes stays literal
IFS='\n'; x='a\nb n'; printf '<%s>' $x; echo
### set from split words
x='-a b'; set -- $x; echo "$1|$2|$#"; set -- $(seq 5); echo $# $5
### nested substitutions split once
x='a  b'; printf '<%s>' $(echo "$x"); echo; printf '<%s>' $(printf '<%s>' $x); echo; printf '<%s>' "$(printf '<%s>' $x)"; echo
### at in a nested quoted context
set -- 'a  b' c; printf '<%s>' "$(printf '[%s]' "$@")"; echo; eval 'printf "<%s>" "$@"'; echo
### trailing newlines of substitutions
x=$(printf 'a\n\n'); echo "[$x]"; y=$(printf '\n\na'); echo "[$y]"; z=$(printf '\n'); echo "[$z]"
### word made only of separators
IFS=,; x=,,; set -- $x; echo $#; IFS=' '; x='   '; set -- $x; echo $#; IFS=', '; x=' , , '; set -- $x; echo $#
### separator after a quoted empty string
IFS=:; x=:a; set -- ""$x; echo $#; printf '<%s>' "$@"; echo; set -- $x""; echo $#; printf '<%s>' "$@"; echo
### here document and here string do not split
x='a   b'; cat <<E
$x
E
cat <<< $x
### pattern of expansion is not split
x='a b c'; p='a b'; echo "${x#$p}" "${x/$p/X}" "${x%$p}"
### index is not split
a=(x y z); i='1 + 1'; echo ${a[$i]} ${a[i]}
### arithmetic operands are not split
x='1 +'; echo $(($x 2)); y='2 * 3'; echo $((y)) $(($y))
### splitting of positional slices
set -- a 'b c' d; printf '<%s>' "${@:2}"; echo; printf '<%s>' ${@:2}; echo; printf '<%s>' "${*:1:2}"; echo
### splitting of indirect expansion
x='a b'; n=x; printf '<%s>' ${!n} "${!n}"; echo; n=@; set -- 'p q' r; printf '<%s>' "${!n}"; echo
### IFS unset in a function with local
f() { local IFS; x='a:b c'; printf '<%s>' $x; echo; }; IFS=:; f; printf '<%s>' $x; echo
### IFS as an exported variable is not inherited
export IFS=:; bash -c 'x="a:b c"; printf "<%s>" $x; echo'
### values of lists that operators have changed, with an IFS of its own
set 'a b' c; a=('d e' f)
for IFS in : ' '; do
  x=${@%q}; y=${a[@]#q}; z=$@; echo "$x|$y|$z"
  x=${@/q/z}; y=${a[@]@Q}; z=${@:1}; echo "$x|$y|$z"
  cat <<< ${@%q}
done
### lists that operators have cut, with a null IFS
a=(1 2 3); set -- 1 '3 4'; IFS=
printf '<%s>' ${a[@]%q} x${a[*]#q}y; echo
printf '<%s>' ${@%q} ${a[@]/q/z} ${a[@]@Q}; echo
printf '<%s>' ${*@A} ${a[*]@A}; echo
### blanks join an unquoted list in the word of an operator
set -- a 'b c'; a=(1 '2 3'); IFS=:; printf '<%s>' ${1+$@} ${1+"$@"} ${u-x$@y} ${u-${a[@]}} ${u-${a[*]}} ${u-$*}; echo; IFS=; printf '<%s>' ${1+$@} ${u-${a[@]}}; echo; IFS=' :'; printf '<%s>' ${1+$@}
