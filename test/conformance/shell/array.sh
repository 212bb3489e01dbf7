# Indexed arrays.
### assign and expand
a=(one two three); echo $a ${a} ${a[0]} ${a[1]} ${a[@]} ${#a[@]} ${#a} ${#a[1]} ${a[7]}.
### empty array
a=(); echo "${#a[@]}" "[${a[@]}]" "[${a[*]}]" "[${a[0]}]"; for x in "${a[@]}"; do echo never; done; printf '<%s>' "${a[@]}"; echo
### explicit indices
a=([2]=c [0]=a d [5+1]=g); declare -p a; echo ${!a[@]}
### append elements
a=(a); a+=(b c); a+=([5]=f g); a+=(); declare -p a
### append to an element and to the scalar view
a=(x y); a[1]+=z; a+=w; declare -p a
### scalar becomes an array
s=text; s+=(more); declare -p s; t=abc; t[2]=d; declare -p t
### unset elements leave holes
a=(1 2 3 4); unset 'a[1]' a[3]; declare -p a; echo ${#a[@]} ${!a[*]}; unset a; declare -p a
### negative indices
a=(1 2 3); echo ${a[-1]} ${a[-3]}; a[-1]=z; unset 'a[-2]'; declare -p a
### negative index too far
a=(1 2); echo ${a[-3]}; echo $?; a[-3]=x; echo $?; unset 'a[-3]'; echo $?
### negative index of an empty array
a=(); a[-1]=x; echo $?; echo "${a[-1]}"; echo $?
### sparse arrays
a[1000000]=m; a[3]=t; echo ${#a[@]} ${!a[@]} "${a[@]}"; a+=(next); echo ${!a[@]}
### slices
a=(a b c d e); echo ${a[@]:1} "|" ${a[@]:1:2} "|" ${a[@]: -2} "|" ${a[@]: -2:1} "|" ${a[@]:5} "|" ${a[@]:0:0} "|" ${a[*]:3:9}
### slices of sparse arrays count elements
a=([2]=c [5]=f [9]=j); echo ${a[@]:0} "|" ${a[@]:3} "|" ${a[@]:3:1} "|" ${a[@]: -1} "|" ${a[@]: -5}
### slice with a negative length
a=(a b c); echo ${a[@]:0:-1}; echo after
### substring of an element
a=(hello world); echo ${a[1]:1:3} ${a:1} ${a[0]: -2} ${a[-1]:0:1}
### quoted and unquoted expansion
a=('x y' '' z); printf '<%s>' "${a[@]}"; echo; printf '<%s>' ${a[@]}; echo; printf '<%s>' "${a[*]}"; echo; printf '<%s>' ${a[*]}; echo
### glued text around at
a=(1 2 3); printf '<%s>' "x${a[@]}y"; echo; printf '<%s>' x${a[@]}y; echo; printf '<%s>' "x${a[*]}y"; echo; e=(); printf '<%s>' "x${e[@]}y"; echo
### operators on every element
a=(foo.c bar.c baz.h); echo ${a[@]%.c} ${a[@]#ba} ${a[@]/a/A} ${a[@]//[ao]/_} ${a[@]^} ${a[*]^^} ${a[@]##*.}
### defaults on arrays
a=(); echo ${a[@]-none} ${a[@]:-none} ${a[0]-zero}; a=(''); echo "${a[@]-none}|${a[@]:-none}|${a[@]+set}"; a=(1 2); echo ${a[@]+set} ${a[@]:+set} ${a[5]-unset}
### assign default to an element
unset a; echo ${a[2]:=two}; declare -p a; echo ${a[2]:=three} ${a[0]=zero}; declare -p a
### keys
a=(x y z); unset 'a[1]'; echo ${!a[@]} "${!a[*]}"; for i in "${!a[@]}"; do echo "$i=${a[i]}"; done; e=(); echo "[${!e[@]}]"
### subscripts are evaluated
a=(0 1 2 3); i=1; echo ${a[i]} ${a[i+1]} ${a[a[1]+1]} ${a["1"]} ${a[$((i*3))]}; a[i=2]=x; echo $i ${a[2]}
### subscript with a quoted expression
a=(x y); n='0 + 1'; echo ${a[n]} ${a["$n"]} ${a[$n]}
### empty subscript
a=(x); echo ${a[]}; echo after
### blank subscript
a=(x y); echo "${a[ ]}"; echo $?
### bad subscript in an assignment
a[]=x; echo after $?
### assignment with a subscript and append
a[1]=one; a[1]+=' more'; a[0]+=zero; declare -p a
### copying an array
a=('p q' '' r); b=("${a[@]}"); declare -p b; c=(${a[@]}); declare -p c; unset 'a[1]'; d=("${a[@]}"); declare -p d
### joining and splitting
a=(a b c); IFS=,; j="${a[*]}"; unset IFS; echo $j; IFS=, read -ra b <<< "$j"; declare -p b
### array from a command and a glob
touch g1 g2 'g 3'; a=(g*); declare -p a; b=($(echo x y z)); echo ${#b[@]}; c=(none*); declare -p c
### array from brace expansion
a=({1..3} x{a,b}); declare -p a
### array literal over several lines
a=(
  one   # comment
  'two 2'

  [4]=four
  five
)
declare -p a
### array literal keeps quotes and splits expansions
x='a b'; a=($x "$x" '$x' ''); declare -p a
### assignment of an array to a scalar name
a=(1 2); a=x; declare -p a; b=y; b=(z); declare -p b
### declare a and its variants
declare -a a; declare -p a; declare -a b=(1 2); declare -p b; declare -a c=5; declare -p c; declare c[2]=9; declare -p c
### declare with a quoted array
declare -a 'a=(1 "2 3")'; declare -p a; declare b='(1 2)'; declare -p b; declare -a c='(x y)'; declare -p c
### local arrays
f() { local a=(in side); local -a b; b[3]=x; declare -p a b; }; a=(out); f; declare -p a; declare -p b
### readonly arrays
readonly -a a=(1 2); a[0]=x; echo $?; a+=(3); echo $?; echo ${a[@]}; unset a; echo $?
### exported arrays do not reach children
export a=(1 2); bash -c 'echo "[$a]"'; declare -p a
### array as argument list
f() { echo $#; for x; do echo "<$x>"; done; }; a=('1 2' '' 3); f "${a[@]}"; f ${a[@]}; f "${a[@]:1}" end
### pushing, popping and shifting
a=(); a+=(1); a+=(2); a+=(3); echo ${a[-1]}; unset 'a[-1]'; a=("${a[@]:1}"); a=(0 "${a[@]}"); declare -p a
### reversing an array
a=(1 2 3 4 5); for ((i = ${#a[@]} - 1; i >= 0; i--)); do b+=(${a[i]}); done; echo ${b[*]}
### membership test
a=(apple 'big pear'); has() { local x; for x in "${a[@]}"; do [[ $x == "$1" ]] && return; done; return 1; }; has apple; echo $?; has pear; echo $?; [[ " ${a[*]} " == *" big pear "* ]]; echo $?
### sorting an array
a=(banana apple cherry); IFS=$'\n' b=($(sort <<< "${a[*]}")); unset IFS; echo ${b[@]}
### bubble sort
a=(5 2 9 1 7); n=${#a[@]}; for ((i = 0; i < n; i++)); do for ((j = 0; j < n - i - 1; j++)); do if ((a[j] > a[j + 1])); then t=${a[j]}; a[j]=${a[j+1]}; a[j+1]=$t; fi; done; done; echo ${a[@]}
### matrix by arithmetic
for ((i = 0; i < 3; i++)); do for ((j = 0; j < 3; j++)); do m[i*3+j]=$((i * j)); done; done; echo ${m[@]}; echo ${m[2*3+2]}
### unique elements
declare -A seen; a=(b a b c a); u=(); for x in "${a[@]}"; do [[ ${seen[$x]} ]] || u+=("$x"); seen[$x]=1; done; echo ${u[@]}
### length of elements
a=(a bb ccc é日本); for i in ${!a[@]}; do echo -n "${#a[i]} "; done; echo ${#a[9]}
### set test on elements
a=([1]=x [2]=); [[ -v a ]]; echo $?; [[ -v a[1] ]]; echo $?; [[ -v a[2] ]]; echo $?; [[ -v a[3] ]]; echo $?; [[ -v a[@] ]]; echo $?; i=1; [[ -v a[i] ]]; echo $?
### test v with element zero
a=([0]=z); [[ -v a ]]; echo $?; unset 'a[0]'; [[ -v a ]]; echo $?; test -v 'a[0]'; echo $?
### indirect access to arrays
a=(x y z); n='a[1]'; echo ${!n}; n='a[@]'; printf '<%s>' "${!n}"; echo; n=a; echo ${!n}
### A transformation
a=(1 'b c' $'d\te'); echo "${a[@]@A}"; echo "${a@A}"; declare -i n=5; echo "${n@A}"; declare -r r=x; echo ${r@A}
### Q, K and k transformations
a=(1 'b c' ''); echo "${a[@]@Q}"; echo "${a[@]@K}"; printf '<%s>' "${a[@]@k}"; echo
### a transformation shows attributes
declare -ai a=(1); declare -rx s=1; declare -A m; f() { :; }; echo "${a@a}" "${s@a}" "${m@a}" "${a[@]@a}" "[${none@a}]"
### case transformations on arrays
a=(one Two THREE); echo ${a[@]@U} ${a[@]@u} ${a[@]@L}
### reading lines into an array
printf 'l 1\nl 2\n\nl 4' | { mapfile -t a; declare -p a; }; printf 'x\ny\n' | { readarray a; declare -p a; }
### mapfile options
seq 10 > f; mapfile -t -s 2 -n 3 a < f; declare -p a; mapfile -t -O 5 -n 2 a < f; declare -p a; mapfile -d 5 -t b < f; echo ${#b[@]} "${b[0]//$'\n'/,}"
### mapfile with a callback
seq 6 | { mapfile -t -c 2 -C 'echo cb' a; echo ${#a[@]}; }
### mapfile default name and errors
mapfile -t <<< x; echo $MAPFILE; mapfile -n x a < /dev/null; echo $?; mapfile 1bad < /dev/null; echo $?; mapfile -u 9 a; echo $?
### mapfile delimited by nul
printf 'a\0b c\0\nd' | { mapfile -d '' -t a; declare -p a; }
### mapfile clears the array
a=(1 2 3); mapfile -t a <<< only; declare -p a; mapfile a < /dev/null; declare -p a
### read into array elements
read 'a[3]' a[1] <<< 'x y'; declare -p a; read -a b <<< '1 2 3'; declare -p b
### printf into an element
printf -v 'a[2]' '%03d' 7; printf -v a[0] x; declare -p a
### for over keys and values with holes
a=([3]=c [1]=a); for v in "${a[@]}"; do echo $v; done; for k in ${!a[@]}; do echo $k; done
### very large index
a[9223372036854775807]=x; echo ${!a[@]}; a+=(y); echo $? ${#a[@]}
### assigning a list to an element
a[0]=(1 2); echo after $?
### array in a here document
a=(1 '2 3'); cat <<E
${a[@]} ${a[*]} ${#a[@]} ${a[1]} $a
E
### array in arithmetic conditions
a=(3 1 2); max=${a[0]}; for n in "${a[@]}"; do ((n > max)) && max=$n; done; echo $max $((a[0] + a[1] + a[2]))
### PIPESTATUS is an array
false | true | (exit 3); echo ${PIPESTATUS[@]}; true; echo ${#PIPESTATUS[@]} ${PIPESTATUS[0]}
### function names and line numbers are arrays
f() { echo ${FUNCNAME[@]} ${#FUNCNAME[@]}; g; }; g() { echo ${FUNCNAME[*]} ${BASH_LINENO[*]}; }
f
### GROUPS and DIRSTACK ignore assignment
DIRSTACK=(x); echo ${#DIRSTACK[@]}; GROUPS=5; echo $?
### unset star and at
a=(1 2); unset 'a[@]'; declare -p a; a=(1 2); unset 'a[*]'; declare -p a
### unset with an expression
a=(1 2 3); i=1; unset 'a[i+1]' "a[$i]"; declare -p a
### compound assignment with append to keys
a=(x y); a+=([0]+=1 [1]=2); declare -p a
### compound assignment refers to the old value
a=(1 2 3); a=("${a[@]}" 4); a=(0 ${a[@]}); echo ${a[@]}; a=([1]=${a[0]} [0]=${a[1]}); echo ${a[@]}
### arrays and nounset
set -u; a=(); echo "${a[@]}" "${#a[@]}"; echo "${a[*]}"; echo "${a[0]}"; echo not reached
### arrays and xtrace
set -x; a=(1 'b c'); a[2]=x; a+=(y); echo "${a[@]}"
### declare p of many
a=(1) b=x; declare -A c=([k]=v); declare -p a b c none; echo $?
### declare i on arrays
declare -ia a=(1+1 x); a[2]=3*3; declare -p a
### declare u and l on arrays
declare -ua a=(one two); a+=(three); declare -la b=(ONE); declare -p a b
### converting between kinds is refused
a=(1); declare -A a; echo $?; declare -A m=([x]=1); declare -a m; echo $?
### element assignment before a command
a=(1); a[0]=9 true; echo ${a[0]}; a[0]=7 eval 'echo ${a[0]}'; echo ${a[0]}
### array assignment before a command
a=(1 2) true; echo $?; declare -p a
### quotes in subscripts of indexed arrays
a=(1 2 3); echo ${a["1"]}; (echo ${a['1']}); (a['1']=x; echo no); declare -A m=(['1']=y); echo ${m['1']}
### the text of an array before a command
f() { echo "$A"; }; x='a  b'; A=(1 $x) f; A=([2]=q "$x") f; echo "[$A]"
### array transformed to words
a=('x y' z); printf '<%s>' "${a[@]@A}" "${a[*]@A}"; set -- 'a b' c; printf '<%s>' "${@@A}" "${*@A}"
### the length of an element that cannot be
echo ${#none[-1]}; a=(1 2); echo ${#a[-3]}; echo not reached
### a scalar has no last element
x=1; echo "[${x[-1]}]"
### a list in brackets is one element for declare
declare -a 'x=([[ a b ]])'; declare -p x; y=([[ a b ]]); declare -p y; declare -a 'z=([a b] [c d]=e)' 2>/dev/null; declare -p z
### what is more than an array literal
f() { printf '<%s>' "$@"; echo; }
a=(1 "2  3")b 2>&1; echo "$a"; declare c=(1  2)d 2>&1; echo "$c"; eval 'f x=(1)y' 2>&1 | head -1
### a bad subscript ends the shell under errexit
set -e; echo ${none[-1]:-x}; echo not reached
### the substring of what is not set minds no numbers
echo "[${none:1/0}]" "[${none[@]:1/0}]"
### a positional parameter has no attributes to show
set -- '~'; echo "[${1@A}]"

### subscripts that are empty or refused

a[1]=
a[ ]=3
a=([ ]=5)
declare -p a
x=
b[""]=3
b["$x"]+=9
declare -p b
read "b[ ]" <<< 7
printf -v "b[ ]" x
declare -p b
declare "b[ ]=4"
unset "b[ ]"
declare -p b
printf -v "b[]" x; echo $?
read "b[]" <<< a; echo $?
a=(1 2)b
declare -p a
for o in @a @A @Q @K :0 "#x" "##x" /a/b "^" "-d" "+d" ":=x" @u @P; do
  unset list
  eval "echo \${list[-1]$o}"
done
c=([-1]=4 [-5]=5 [@]=3 [*]=5)

### a local variable made an array begins anew
f() {
  local n=2
  declare "$@"
  echo "${n-unset}"
  declare -p n
}
f -a n
f -A n
f -i 'n[1]=5'
f -a n=7
f -a n+=7
f -ra n
g() { local n=2 m=3; local n+=(7); local -a m+=(7 8); declare -p n m; }
g
h() { local n=2; readonly -a n; declare -p n; }
h
n=2
declare -a n
declare -p n

### a literal's variable is an array before its elements are expanded
list=(${list-unset} $(declare -p list)); declare -p list
list=3; list=(${list[0]} $(declare -p list)); declare -p list
f() { local list; list=(a $(declare -p list)); declare -p list; }
f
list=(); list=("${#list[-1]}" 42)
echo not reached
### elements that begin with a bracket
a=([x y] [1]=2 [b"c d"]e [!a b] []c]); declare -p a
declare -a b=([x y]); declare -p b
bash -c $'a=([k]=1 [a b=5)\necho no' bash; echo $?
bash -c $'a=(# ab)\n[[ ' bash; echo $?
### braces in the value of an element with a subscript
a=([1]={a,b}); declare -p a
### elements of a reference to an element
arr=(1 2); declare -n r='arr[1]'; echo "[${r[@]}] [${r[0]}] [${r[*]}] ${#r[@]} ${#r[0]} [${r[1]}] ${!r} [${r[@]:0}] [${r}] ${r[0]-unset} ${r[@]-unset}"
### negative subscripts of what is not there
[[ -v nope[-1] ]]; echo $?; y=5; [[ -v y[-1] ]]; echo $?; [[ -v y[-2] ]]; echo $?; declare -a e; [ -v e[-1] ]; echo $?; declare -A m; [[ -v m[-1] ]]; echo $?; [[ -v nope[x=3] ]]; echo $? $x
### arithmetic errors in elements of a declaration
(declare -a x=([1+]=2)); (declare -a 'y=([1+]=2)'); (declare -ai z=(1+)); echo $?
### brace expansion makes words of elements with a subscript
a=([2]={c,"q r"} [z]=1)
declare -p a
a=([1+1]+={{c,d},e}x)
declare -p a
declare -a a=(["2"]={c,d})
declare -p a
a=([2]={c} [4]={d)
declare -p a
### a subscript of an unset element is evaluated again for what is assigned
n=-1
((arr[n++] += 7))
echo "$n ${arr[@]}"
n=-9
((arr[n++]++)) || echo "$n ${arr[@]}"
n=-9
((brr[n++] = 3))
echo "$n ${brr[@]}"
### substitutions in what looks like a subscript
a=([$(echo b c)]x d [$(case x in x) echo 1;; esac)]=y)
echo "${#a[@]} ${a[*]}"
### transformations that do not exist of arrays that are empty
a=()
echo "${a[*]@}" "${a[@]@ZZ}" "[${nope[1]@}]"
echo $?
### an index is evaluated once, whoever writes there
i=0; a=(1 2 3 4); unset 'a[i++]'; echo $i; declare -p a
i=1; a=(1 2 3 4); read 'a[-i--]' <<< x; echo $i; declare -p a
i=1; a=(1 2 3 4); printf -v 'a[i++]' %s y; echo $i; declare -p a
### quotes in an index that comes as text
for s in 'a["1"]' 'a["$i"]' 'a[i]' 'a[$i]' 'a[$(echo 1)]'; do
  i=1; a=(1 2 3); declare -n r="$s"; test -v "$s"; echo "$? ${!s} $r"; unset -n r
  read "$s" <<< x; declare -p a; unset "$s"; declare -p a
done
### single quotes and backslashes in an index are no digits
t() { bash -c "a=(1 2 3); $1; echo unseen" 2>&1; echo $?; }
export s="a['1']" b='a[\1]'
for v in s b; do
  t "read \$$v <<< x"; t "unset \$$v"; t "test -v \$$v"; t "echo \${!$v}"; t "declare -n r=\$$v; echo \$r"; t "echo \$((\$$v))"
done
### before the first element of a scalar
x=5; echo $((x[-1])); ((x[-1]++)); echo $? "$x"; x[-1]=8; echo "${x[@]}"
x=5; unset 'x[-1]'; echo $? "${x[@]}"
### what is no expression in a subscript ends the text that runs
t() { bash -c "declare -n r='a[1+]'; a=(1 2); x=1; eval '$1; echo unseen'; echo unseen" 2>&1; echo $?; }
t r=4; t 'echo $r'; t 'echo $((r))'; t 'read r <<< 5'; t 'declare r=5'; t 'unset "x[1+]"'; t 'x[1+]=2'
### references to all elements, and to elements by expansions
declare -n r='a[@]'; a=(1 2); echo $((r)); r=4; echo $?; declare -p a
i=1; declare -n q='a[$i]'; declare q=5; declare -p a; q+=6; echo "$q"
### negative subscripts in a literal leave the place of what follows
a=([-5]=x y z); declare -p a; a=(1 [-7]=3 5); declare -p a
### no element of an array is exported by allexport
set -a; x[1]=3; declare -p x; declare -a y; y[2]=4; declare -p y
### the value of an integer array may change the array
declare -ai a=(1 2); a="a[100]=7"; declare -p a; a+="a[200]=8"; declare -p a; declare -ai b; b="b[3]=2"; declare -p b
declare -A -i m=([0]=1); m="m[x]=5"; declare -p m; declare -i x=3; x="x=9,4"; declare -p x; x+="x=1,2"; declare -p x
