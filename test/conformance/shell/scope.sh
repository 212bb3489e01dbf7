# Temporary bindings, name references, indirection and dynamic scope in depth.
### temporary binding in a function and its callees
f() { g; echo "f $x"; }; g() { echo "g $x"; x=changed; }; x=top; x=temp f; echo "top $x"
### temporary binding and local of the same name
f() { local x; echo "[${x-unset}]"; local x=2; echo $x; }; x=temp f; f() { local x=$x.; echo $x; }; x=temp f; echo "[$x]"
### temporary binding is exported inside
f() { bash -c 'echo "child [$x]"'; export -p | grep ' x='; }; x=temp f; bash -c 'echo "after [$x]"'
### temporary binding unset inside
x=top; f() { unset x; echo "[$x]"; x=new; }; x=temp f; echo $x
### temporary binding with export inside
f() { export x; }; x=temp f; echo "[$x]"; bash -c 'echo "[$x]"'
### temporary binding with readonly inside
f() { readonly x; (x=2; echo no); }; x=temp f; echo "[$x]"; x=3; echo $x
### temporary binding with declare g inside
f() { declare -g x=global; echo $x; }; x=temp f; echo $x
### temporary binding on eval, source and command
echo 'echo "s $x"; x=in' > s; x=1 . ./s; echo "[$x]"; x=2 eval 'echo "e $x"; x=in'; echo "[$x]"; x=3 command eval 'echo "c $x"'; echo "[$x]"; x=4 builtin eval 'echo "b $x"'
### temporary binding on exec and on missing commands
(x=1 exec bash -c 'echo $x'); x=2 nosuch 2>/dev/null; echo "[$x]"; x=3 $empty; echo "[$x]"
### temporary bindings see earlier ones
a=1 b=$a bash -c 'echo "[$a][$b]"'; f() { echo "[$a][$b]"; }; a=2 b=$a f; echo "[$a][$b]"
### temporary append
x=a; x+=b bash -c 'echo $x'; export x; x+=c bash -c 'echo $x'; echo $x; f() { echo $x; }; x+=d f; echo $x
### temporary binding of IFS, PATH and LC_ALL
IFS=, read a b <<< 1,2; echo $a-$b; PATH=/none nosuch 2>/dev/null; echo $?; f() { echo ${#v}; }; v=é; LC_ALL=C f; f
### temporary binding of an attribute variable
declare -i n=5; f() { echo $n; }; n=2+3 f; echo $n; n=4+4 bash -c 'echo "[$n]"'; declare -u u; u=abc f; u=abc eval 'echo $u'
### temporary array element
a=(1 2); a[0]=9 bash -c 'echo "[$a]"'; echo ${a[0]}
### local in a loop and in blocks
f() { for i in 1 2; do local v=$i; done; { local w=3; }; echo $v $w; }; f; echo "[$v$w]"
### local shadows for callees only
f() { local x=f; g; }; g() { echo $x; local x=g; h; echo $x; }; h() { echo $x; x=h; }; x=top; f; echo $x
### local without a value is unset
x=top; f() { local x; echo "${x-unset} ${#x}"; [[ -v x ]]; echo $?; x=; [[ -v x ]]; echo $?; }; f
### local p and listings
f() { local b=2 a=1; local -i c=3; local -p; local; }; f
### local of arrays over globals
a=(g1 g2); f() { local a=(l1); a+=(l2); echo ${a[@]}; g; }; g() { echo ${a[@]}; a[0]=x; }; f; echo ${a[@]}
### local array declared later
f() { local a; a=(1 2); declare -p a; local b=x; b[1]=y; declare -p b; }; f; declare -p a b
### local readonly and caller's
f() { local -r x=1; g; }; g() { x=2; echo no; }; f; echo "after [$x]"
### local with the value of a nameref
f() { local -n r=$1; local v=$r; r=new; echo $v; }; x=old; f x; echo $x
### declare inside a function with flags
f() { declare -a a=(1); declare -A m=([k]=v); declare -i i=1+1; declare -x e=ex; bash -c 'echo $e'; declare -p a m i e; }; f; declare -p a m i e 2>&1 | wc -l
### export in a function is global
f() { export E=1; }; f; bash -c 'echo $E'; g() { local L=1; export L; bash -c 'echo "[$L]"'; }; g; bash -c 'echo "[$L]"'
### unset walks outward one scope at a time
f() { local x=f; g; echo "f:${x-unset}"; }; g() { local x=g; unset x; echo "g:${x-unset}"; unset x; echo "g2:${x-unset}"; }; x=top; f; echo "top:${x-unset}"
### unset in the same function leaves a hole
f() { local x=1; unset x; echo "${x-unset}"; x=2; echo $x; }; x=top; f; echo $x
### variables from a while loop in a function
f() { local line n=0; while read -r line; do ((n++)); done <<< $'a\nb'; echo $n "[$line]"; }; f
### name reference to a local of the caller
outer() { local v=1; inner v; echo $v; }; inner() { local -n r=$1; r=changed; }; outer; echo "[$v]"
### name reference with the same name as its target
f() { local -n v=$1; echo "[$v]"; v=x; }; v=1; f v; echo $v
### name reference to positional and special parameters
declare -n r=1; echo $?; declare -n s='#'; echo $?; declare -n t=@; echo $?
### name reference with operators
s='hello world'; declare -n r=s; echo ${r^} ${r%% *} ${r/o/0} ${#r} ${r:0:4} ${r@Q} ${r-d} ${!r}
### name reference to arrays with operators
a=(x y z); declare -n r=a; echo "${r[@]:1}" "${!r[@]}" "${r[@]/y/Y}" "${#r[@]}" "${r[-1]}" "${r[*]}"; for i in "${r[@]}"; do echo -n $i; done; echo; unset 'r[0]'; declare -p a
### name reference created before its target
declare -n r=later; r=v; declare -p later r; declare -n q=arr; q+=(1 2); declare -p arr; declare -n m=map; declare -A map=([k]=1); m[z]=2; echo ${map[z]}
### name reference list and removal
x=1; declare -n r=x; declare -n | grep ' r='; unset -n r; declare -p r; echo $?; echo $x
### name reference through functions in a chain
a() { local -n p=$1; b p; }; b() { local -n q=$1; q=deep; }; a target; echo $target
### name reference in arithmetic and conditions
n=5; declare -n r=n; ((r += 2)); echo $n $((r * 2)); [[ -v r ]]; echo $?; [[ $r -eq 7 ]]; echo $?; [ -v r ]; echo $?
### name reference and read, printf v, mapfile, getopts
declare -n r=t; read r <<< in; echo $t; printf -v r %03d 5; echo $t; declare -n ar=lines; mapfile -t ar <<< $'a\nb'; echo ${lines[1]}; declare -n o=opt; getopts x o -x; echo $opt
### name reference to an element with a variable index
a=(10 20 30); i=1; declare -n r='a[i]'; echo $r; i=2; echo $r; r=5; echo ${a[@]}
### name reference to a map element
declare -A m=([k]=v); declare -n r='m[k]'; echo $r; r=w; echo ${m[k]}; k2='x y'; declare -n q="m[$k2]"; q=z; echo "${m[x y]}"
### name reference as a loop variable over arrays
a=(1 2) b=(3); declare -n l; for l in a b; do echo "${!l}: ${l[@]}"; l+=(x); done; echo ${a[@]} ${b[@]}
### readonly name references
x=1; declare -rn r=x; r=2; echo $? $x; declare -n r=y; echo $?
### name reference errors
declare -n r=a.b; echo $?; f() { local -n q=q; q=1; }; f; declare -n z; z=bad-name; echo $?; declare -n arr=(1); echo $?; echo end
### indirection to arrays and elements
a=(x 'y z'); n=a[1]; echo "${!n}"; n='a[@]'; for i in "${!n}"; do echo "<$i>"; done; n='a[*]'; echo "${!n}"; n=a; echo "${!n}"; i=1; n='a[i]'; echo "${!n}"
### indirection with slices and operators
a=(one two three); n='a[@]'; echo "${!n:1}" "${!n:0:2}" "${!n/o/0}" "${!n^}"; s=hello; n=s; echo ${!n:1:3} ${!n%lo} ${!n@Q}
### indirection against key listing
a=(p q); n=a; echo ${!a[@]} ${!a[*]} ${!n} ${!a}; p=inner; echo ${!a}
### indirect assignment
n=target; declare "$n=1"; echo $target; printf -v "$n" 2; echo $target; eval "$n=3"; echo $target; read "$n" <<< 4; echo $target; export "$n=5"; echo $target; : "${!n:=6}"; unset target; : ${!n:=7}; echo $target
### indirection through positional parameters
set -- x y; x=1 y=2; for ((i = 1; i <= $#; i++)); do echo "${!i}"; v=${!i}; echo "${!v}"; done; n=2; echo ${!n} ${!#}
### indirection of unset and nameless
unset n; echo "[${!n}]"; echo "a $?"
n=; echo "[${!n-d}]"; echo "b $?"
### set of the same name as variable and function and alias
shopt -s expand_aliases
x=var; x() { echo fn; }; alias x='echo al'
x; \x; echo $x; unset -f x; unalias x; x 2>/dev/null; echo $?
### prefix listings and attributes
declare -i pre_i=1; declare -a pre_a=(1); declare -A pre_m=([k]=1); export pre_e=1; pre_f() { :; }; echo ${!pre_*}; declare -p ${!pre_@}
### test v in functions
f() { local l; [[ -v l ]]; echo $?; [[ -v g ]]; echo $?; l=1; [[ -v l ]]; echo $?; }; g=1; f; [[ -v l ]]; echo $?
### positional parameters in nested functions and source
f() { echo "f:$*"; g in g; echo "f:$*"; }; g() { echo "g:$*"; set -- changed; echo "g:$*"; . ./s arg; echo "g:$*"; }; echo 'echo "s:$*"; set -- insource' > s; set -- top; f in f; echo "top:$*"
### dollar zero, FUNCNAME and LINENO inside
f() { echo "$0 $FUNCNAME $LINENO"; (echo "$FUNCNAME $BASH_SUBSHELL"); x=$(echo $FUNCNAME); echo $x; }
f
### options are not local but with local dash
f() { set -f; local -; set -C; echo $-; }; f | tr -cd fC; echo; f > /dev/null; echo $- | tr -cd fC; echo
### traps and functions share variables
x=1; f() { local x=2; trap 'echo "t $x"' USR1; kill -USR1 $$; }; f; kill -USR1 $$
### the subscript a nameref carries is expanded
x=(7 8); i=1; typeset -n r='x[$i]' s='x[$(echo 0)]'; echo $r $s
typeset -A m=([k]=v); typeset -n t='m[$j]'; j=k; echo "$t"
### declare with a variable that stands before it
y=5 declare y; declare -p y; x='$$' declare -x x; declare -p x; q=old; q=new declare -x q; declare -p q; f() { x=5 local x; declare -p x; }; f; declare -p x; r=8 declare -i r; echo "[$r]"
### declare -f takes no other attributes
g() { :; }; for o in -a -A -i -n +i -ai -l -t -x; do declare -f $o g; echo $?; done
### lists of variables that have all of some attributes
declare -ar a=(1); declare -r b=2; declare -a c=(3); declare -ar | grep -v BASH; declare -ai d=(4); declare -ia; declare -rx e=5; declare -xr | grep -v ' [A-Z]'
### readonly -n is no way out
declare -r a=1; readonly -n a; echo $?; a=2
### a compound value of the other kind
a=(1); declare -A a=([x]=1); echo not reached
declare -A b=([x]=1); declare -a b=(1); echo not reached
declare -A a; echo $?
### indirection from a positional parameter that is not there
set -- x; x=1; echo "${!1}" "${!9-none}" "${!9:-none}" "[${!9}]" "[${!9%x}]" ${!9+set}; echo "${!9:=z}"; echo $?
### what a name reference takes
b=one; declare -n r=b; declare +n r=other; declare -p r b; declare -n q; q=(1); declare -p q; declare -n t; declare -a t; declare -p t
declare -n e='x[1]'; x=(a b); readonly e; echo $?; export e; echo $?; declare -n w='x[@]'; w=3; echo $?; declare -p x; declare -n s=z; select s in a b; do break; done <<< 2; declare -p z s
### an exported local variable that is unset
f() { local -x x=1; unset x; x=2; declare -p x; local y; }
f
g() { export x=ex; local x; unset x; local; }
g
### braces that do not expand in declarations
f() { local name={}$(echo a b)c; echo "$name"; }
f
declare x={a}" b" y=$(echo 1 2){
echo "$x|$y"
### local - keeps the options again
f() { local -; set -f; local -; set -u; }
f; echo $-
### a local array made from the one it hides
a=(zero 'o ne' two); f() { local -a a=("${a[@]}"); a+=(3); declare -p a; }; f; g() { local a=("${a[@]:1}" "${#a[@]}"); declare -p a; }; g; declare -p a
declare -A h=([a]=1 [b]=2); f() { local -A h=([x]=${h[a]} [y]=${h[b]}); declare -p h; }; f; g() { local a+=("${a[@]}"); declare -p a; }; g
### array literals are assigned before the rest of the declaration
f() { local i=5 a=($i) j=${#a[@]} b=(1 2) k=${#b[@]}; declare -p a b j k; }; f; declare q=(1 2 3) m=${#q[@]} r=("${q[@]}" x); declare -p m r; i=1; declare -a s=([i++]=a [i++]=b {x,y}) t=($((i))); declare -p s t
declare -p u=(1 2); declare -f u=(3); echo $?; declare -p u; f() { local IFS=: x=($1); declare -p x; }; f a:b:c
### what an array literal cannot be
readonly r=(1); f() { :; local r=(2); echo "$?"; declare -a u=(); declare -A u=(); echo "$?"; }; f; declare -n n=(1 2); echo "$?"; declare -p n
(declare r=(3); echo not here); echo "$?"; (declare -a v=(); declare -A v=(); echo not here); echo "$?"; (declare w[1]=(x); echo not here); echo "$?"; local z=(1); declare -p z
### array literals of declarations under set -x
set -x; i=4; declare -a v=(a $(echo b) [i]='c d' {e,f}); declare -A h=([$i]=v) g=(k "$i"); f() { local q=("$1" z); }; f 'a b'; readonly -a k=(l)
### a variable before a declaration in a function
v=one; f() { v=x declare "$1" v; declare -p v; }; f -x; f -i; f -u; f -a; f +x; g() { local v=l; v=x local v; declare -p v; }; g; declare -p v; v=x declare -r v; declare -p v
### a local variable takes what stands before the call
a=1; f() { local a=2; g; echo "f ${a-none}"; }; g() { unset a; echo "${a-none}"; }; a=5 f; h() { local a; echo "$a"; unset a; echo "${a-none}"; a=6; }; a=5 h; echo "$a"
### what programs see of exported variables behind local ones
export a=1; f() { local a; printenv a; a=2; printenv a; unset a; printenv a; a=3; printenv a; declare -p a; }; f; g() { local +x a=2; printenv a; }; g; h() { declare +x a; a=7; printenv a; export a; printenv a; }; h; k() { local -a a=(x); printenv a || echo no; }; k
### arrays from inherited scalars
shopt -s localvar_inherit; s=X; f() { local -a s; declare -p s; }; f; g() { local -a s+=Y; declare -p s; }; g; h() { local t=1; local -A t; declare -p t; }; h; k() { local -I s+=(b); declare -p s; }; k; shopt -u localvar_inherit; f
### assignments before special built-ins in posix mode
set -o posix; v=1 :; declare -p v; f() { local v=2; v=3 eval 'printenv v'; declare -p v; }; f; printenv v
### readonly assignments before commands in posix mode
set -o posix; readonly x=1
x=2 echo no; echo no
echo "$?"
x=2 nonesuch
f() { x=2 true; echo no; }; f; echo no
(x=2 :; echo no)
echo "$?"
x=2 :
echo no
### declarations through a reference to an element
x=(7); declare -n r='x[0]'; declare -x r; declare -p x; declare r=8; declare -a r; mapfile r <<< q; echo "$?"; read -ra r <<< q; echo "$?"; declare -p r x
