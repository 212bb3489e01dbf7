# Arithmetic: $(( )), (( )), let, and integer contexts.
### four operations and remainder
echo $((7 + 3)) $((7 - 10)) $((7 * 3)) $((7 / 3)) $((7 % 3)) $((-7 / 3)) $((-7 % 3)) $((7 / -3)) $((7 % -3))
### precedence and parentheses
echo $((2 + 3 * 4)) $(((2 + 3) * 4)) $((2 * 3 ** 2)) $((-2 ** 2)) $((10 - 4 - 3)) $((2 ** 3 ** 2)) $((100 / 10 / 2))
### comparison gives one or zero
echo $((1 < 2)) $((2 <= 1)) $((3 > 2)) $((3 >= 4)) $((5 == 5)) $((5 != 5)) $((1 < 2 < 3)) $((3 > 2 > 1))
### logical operators short circuit
x=0; echo $((0 && (x = 5))) $x $((1 || (x = 6))) $x $((1 && (x = 7))) $x $((!0)) $((!5)) $((!!5))
### bitwise operators
echo $((12 & 10)) $((12 | 10)) $((12 ^ 10)) $((~12)) $((1 << 10)) $((1024 >> 3)) $((-8 >> 1)) $((5 & 3 | 8 ^ 1))
### ternary nests to the right
for x in 0 1 2 3; do echo $((x == 0 ? 10 : x == 1 ? 11 : x == 2 ? 12 : 13)); done
### ternary evaluates one branch
a=0 b=0; echo $((1 ? (a = 1) : (b = 1))) $a $b $((0 ? a++ : b--)) $a $b
### comma
echo $((1, 2, 3)) $((x = 4, y = x * 2, x + y)) $x $y
### pre and post increment
x=5; echo $((x++)) $x $((++x)) $x $((x--)) $x $((--x)) $x
### signs that look like increments
x=3; echo $((- -x)) $((+ +x)) $((x - -1)) $((x+-1)) $((1 - - - 1)) $((!-x)) $((~-x)) $((--3)) $((++3))
### assignment operators
x=10; echo $((x += 5)) $((x -= 3)) $((x *= 2)) $((x /= 5)) $((x %= 3)) $((x <<= 4)) $((x >>= 1)) $((x |= 5)) $((x &= 6)) $((x ^= 3)) $x
### assignment is right associative
echo $((a = b = c = 7)) $a $b $c; echo $((a += b -= 2)) $a $b
### bases
echo $((0x1F)) $((0XaB)) $((017)) $((2#1011)) $((16#fF)) $((36#Zz)) $((37#Z)) $((62#Z)) $((64#@)) $((64#_)) $((10#08)) $((8#17))
### leading zero is octal and may be invalid
echo $((010 + 1)); echo $((08)); echo not reached
### bad digit for the base
echo $((2#12)); echo not reached
### invalid base
echo $((65#1)); echo after
### invalid number
echo $((12abc)); echo after
### hexadecimal without digits
echo $((0x)); echo $?
### variables without dollar
x=5 y=x z=y; echo $((x)) $((y)) $((z)) $((x * y)) $((undefined)) $((undefined + 1))
### variables with dollar
x=5 y='1 + 2'; echo $(($x + 1)) $((${x} * 2)) $(($y * 2)) $((y * 2)) $((${y} * 2))
### variable that holds an expression
e='a + b * 2' a=3 b=4; echo $((e)) $((e * 2)) $(($e * 2)); f='e > 5 ? 1 : 0'; echo $((f))
### variable that holds an assignment
e='q = 9'; echo $((e)) $q; w='q++'; echo $((w)) $((w)) $q
### empty and blank expressions
echo $(()) $(( )) "$((  ))"; x=; echo $((x)) $((x + 1)) $(($x))
### expression recursion is refused
x=x; echo $((x)); echo after $?
### mutual recursion is refused
x=y; y=x; echo $((x + 1)); echo after
### division by zero
echo $((1 / 0)); echo after $?
### remainder by zero in a variable
z=0; echo $((5 % z)); echo after
### division by zero in (( )) only fails the command
((1 / 0)); echo $?; ((x = 5 % 0)); echo $? "$x"
### division by zero in let
let 'x = 1 / 0'; echo $?; let y=2 x=1/0 z=3; echo $? $y $z
### division by zero in a subshell
(echo $((1 / 0)); echo not reached); echo $?
### negative exponent
echo $((2 ** -1)); echo after
### zero exponent and big powers
echo $((5 ** 0)) $((0 ** 0)) $((2 ** 62)) $((2 ** 63)) $((2 ** 64)) $((3 ** 40)) $((3 ** 41)) $(((-2) ** 63))
### sixty four bits wrap around
echo $((9223372036854775807)) $((9223372036854775807 + 1)) $((-9223372036854775808)) $((-9223372036854775808 - 1)) $((9223372036854775808))
### huge literals wrap
echo $((18446744073709551615)) $((18446744073709551616)) $((99999999999999999999)) $((0xffffffffffffffff)) $((0x1ffffffffffffffff))
### multiplication overflow
echo $((4611686018427387904 * 2)) $((4611686018427387904 * 4)) $((3037000500 * 3037000500))
### smallest number divided by minus one
x=-9223372036854775808; echo $((x % -1)); echo $((-x)); echo $((x / -1))
### shifts by much
echo $((1 << 63)) $((1 << 62)) $((-1 >> 63)) $((-1 << 1)) $((1 << 4 << 4))
### missing operand
echo $((1 +)); echo after
### missing operator
echo $((1 2)); echo after
### unbalanced parentheses inside
echo $(( (1 + 2 )); echo after
### assignment to a number
echo $((5 = 3)); echo after
### assignment to an expression
x=1; echo $((x + 1 = 3)); echo after
### dangling ternary
echo $((1 ? 2)); echo after
### ternary without a middle
echo $((1 ? : 3)); echo after
### unknown character
echo $((1 @ 2)); echo after
### floating point is refused
echo $((1.5 + 1)); echo after
### string operand is refused
echo $(("abc def" + 1)); echo after
### dot in a variable's value
x=1.5; echo $((x + 1)); echo after
### error in double parentheses continues
((1 +)); echo $?; ((2 = 3)); echo $?; ((08)); echo $?
### quotes inside arithmetic
x=3; echo $(("x" + "2")) $(('x' + 1)) 2>&1; echo $?
### double quotes inside arithmetic
x=3; echo $(("x" + "2")) $(("$x")) $((x"" + 1))
### command substitution inside
echo $(($(echo 3) + `echo 4`)) $(( $(printf '%s' 1 + 2) * 2 ))
### nested arithmetic
echo $((1 + $((2 * $((3 + 4)))))) $(( (1) + ((2)) ))
### old bracket form
echo $[1 + 2] "$[3*4]" a$[5]b $[x=7] $x; [ $[2>1] = 1 ] && echo yes
### arrays in arithmetic
a=(1 2 3); echo $((a[0] + a[1] * a[2])) $((a)) $((a[1]++)) ${a[1]} $((a[5] = 9)) ${!a[@]}; i=2; echo $((a[i])) $((a[i - 1])) $((a[$i]))
### negative index in arithmetic
a=(1 2 3); echo $((a[-1])) $((a[-3])); echo $((a[-4])); echo after
### associative arrays in arithmetic
declare -A m=([k]=5 [x y]=6); k=zz; echo $((m[k] + 1)) $((m[k]++)) ${m[k]} $((m['x y'])); ((m[new] += 3)); echo ${m[new]}
### positional parameters inside
f() { echo $(($1 + $2)) $(($# * 10)); }; f 3 4
### increments of unset variables
unset n; ((n++)); echo $n; ((++n)); ((n += 10)); echo $n
### status of double parentheses
((0)); echo $?; ((1)); echo $?; ((-1)); echo $?; ((x = 0)); echo $?; ((5 > 3)); echo $?
### double parentheses in conditions
x=5; if ((x > 3 && x < 10)); then echo in; fi; while ((x-- > 3)); do echo $x; done; ((x)) && echo true || echo false
### spaces in double parentheses
(( 1+1 )) && echo a; ((	1 )) && echo b; ( ( echo sub ) ); (( 3
> 2 )) && echo c
### let with several expressions
let a=1 b=a+1 'c = b * 2'; echo $a $b $c $?; let 0; echo $?; let 1 0; echo $?; let 0 1; echo $?
### let without arguments
let; echo $?
### let with a bad expression
let '1 +'; echo $?; let 'a b'; echo $?
### let and globbing
touch 'x=9'; let x=3*2; echo $x; let "y = 2 * 2"; echo $y
### integer attribute evaluates
declare -i n; n=3+4; echo $n; n=n*2; echo $n; n+=5; echo $n; n=abc; echo $n; n='2 ** 3'; echo $n
### integer attribute with a bad value
declare -i n=1; n='1 +'; echo "after $? $n"
### integer array elements
declare -ai a=(1+1 2*3); a[5]=4+4; a+=(9-1); echo ${a[@]}; a[0]+=10; echo ${a[0]}
### integer local
f() { local -i x=2+3 y; y=x*2; echo $x $y; }; f; declare -i z=5; unset z; z=1+1; echo $z
### append to non-integer is text
x=1; x+=2; echo $x; declare -i x; x+=2; echo $x
### arithmetic for loop
for ((i = 0; i < 3; i++)); do echo -n "$i "; done; for ((;;)); do break; done; for ((i = 5, j = 0; i > j; i--, j++)); do echo -n "$i,$j "; done; echo $i $j
### arithmetic for with braces and newlines
for ((i=0;i<2;i++)) { echo $i; }
for (( i = 0
; i < 2
; i++ ))
do echo n$i; done
### arithmetic for with a bad expression
for ((i = 0; i < ; i++)); do echo x; done; echo after $?
### arithmetic for with continue
for ((i = 0; i < 5; i++)); do ((i % 2)) && continue; echo $i; done
### arithmetic for keeps its variable
for ((k = 0; k < 4; k++)); do :; done; echo $k; for ((k=10; k-->8;)); do echo $k; done
### substring offsets are arithmetic
s=abcdef; i=1; echo ${s:i+1:2*1} ${s: -i-1} ${s:i<2?0:3:1} ${s:$i:$((i+1))}
### subscripts are arithmetic
a=(a b c d); i=1; echo ${a[i+1]} ${a[i<<1]} ${a[$i*3]} ${a[ 1 + 1 ]} ${a[i++]} $i
### test with arithmetic text
x=1+1; [ 2 -eq "$x" ]; echo $?; [[ 2 -eq x ]]; echo $?; [[ x -eq 1+1 ]]; echo $?; [[ 010 -eq 8 ]]; echo $?; [ 010 -eq 10 ]; echo $?
### conditional with undefined names
[[ undefined -eq 0 ]]; echo $?; [[ '' -eq 0 ]]; echo $?; [[ a -lt b ]]; echo $?
### dbracket arithmetic error
[[ 1+ -eq 2 ]]; echo $?; [[ 'a b' -eq 1 ]]; echo $?
### nounset in arithmetic
set -u; echo $((1 + undefined)); echo not reached
### nounset with a set variable
set -u; x=; echo $((x + 1)); y=3; echo $((y * 2))
### arithmetic in here documents
x=4; cat <<E
$((x * 2)) $[x + 1] $((x++)) $x
E
### arithmetic in double quotes and words
echo "a$((1+1))b" c$((2+2))d "$((1 > 0 ? 10 : 20))"
### octal and hex in variables
x=0x10 y=010 z=2#101; echo $((x)) $((y)) $((z)) $((x + y + z))
### negative bases and signs
echo $((-0x10)) $((-010)) $((+5)) $((- 5)) $((-2#11))
### base with a variable
b=16 v=ff; echo $(($b#$v)) $((${b}#a0))
### digits above the base
echo $((7#7)); echo after
### logical result of strings
x=abc abc=5; echo $((x)) $((x && 1)) $((!x))
### readonly variable in arithmetic
readonly r=5; echo $((r + 1)); ((r = 6)); echo $? $r; echo $((r++)); echo not reached
### side effects happen once per evaluation
x=0; f() { echo call >&2; echo 1; }; echo $(($(f) + $(f))); a=(0 0 0); ((a[x++]++)); echo $x ${a[@]}
### equality chains
echo $((1 == 1 == 1)) $((2 == 2 == 2)) $((1 != 0 != 1)) $((1 & 1 == 1)) $((4 | 1 << 1))
### assignment inside conditions
if ((n = 0)); then echo t; else echo f $n; fi; ((n = 7, n == 7)) && echo $n
### sum loops
s=0; for i in {1..100}; do ((s += i)); done; echo $s; p=1; for i in {1..20}; do ((p *= i)); done; echo $p; for i in {1..5}; do p=$((p * 21)); done; echo $p
### greatest common divisor
gcd() { local a=$1 b=$2; while ((b)); do ((t = a % b, a = b, b = t)); done; echo $a; }; gcd 48 36; gcd 17 5; gcd 0 9
### fibonacci and factorial
f() { (($1 < 2)) && echo $1 || echo $(($(f $(($1 - 1))) + $(f $(($1 - 2))))); }; f 10; a=0 b=1; for ((i = 0; i < 90; i++)); do ((c = a + b, a = b, b = c)); done; echo $a
### primes
for ((n = 2; n < 50; n++)); do for ((d = 2; d * d <= n; d++)); do ((n % d == 0)) && continue 2; done; echo -n "$n "; done; echo
### bits of a number
n=37; b=; while ((n)); do b=$((n & 1))$b; ((n >>= 1)); done; echo $b $((2#$b))
### xtrace of arithmetic
set -x; ((1 + 2)); x=$((3 * 4)); let y=x+1; for ((i = 0; i < 2; i++)); do :; done
### hash of a string
s=hello h=5381; for ((i = 0; i < ${#s}; i++)); do printf -v c %d "'${s:i:1}"; ((h = h * 33 ^ c)); done; echo $h
### line breaks inside arithmetic
echo $((1 +
2 *
3)) $((
4))
### comments are not comments in arithmetic
echo $((1 # 2
)); echo after
### names with digits and underscores
_a1=3 A_=4; echo $((_a1 * A_)) $((_a1*10+A_))
### error message names the expression
x='2 + * 3'; echo $((x)); echo after
### error token in a long expression
echo $((1 + 2 * (3 - ))); echo after
### error in a subscript
a=(1 2); echo ${a[1+]}; echo after $?
### error in a substring offset
s=abc; echo ${s:1+}; echo after $?
### substring with a negative length beyond the start
s=abc; echo ${s:1:-5}; echo after $?
### negative number printing
printf '%d %i\n' $((-5)) $((0 - 0)); echo $((-0))
### dollar and name mixed
x=4 n=x; echo $((n + $n + ${!n}))
### parameter expansion operators inside
s=abcdef u=; echo $((${#s} * 2)) $((${u:-5} + 1)) $((${s+1})) $((${s:+2}${s:+3}))
### increments through dollar are errors
x=3; echo $(($x++)); echo after
### random stays in range
RANDOM=42; a=$RANDOM; RANDOM=42; b=$RANDOM; ((a == b)) && echo same; ((a >= 0 && a < 32768)) && echo range

### what precedes an error takes effect
n=5 arr=(5 "it's") x=:a::b:
((--n ? (17 (n, 2)) n)); echo "$? $n"
((--n != )); echo $? $n
(( n = 3 + )); echo $n
(( n = 3 , 4 4)); echo $n
(( 0 && (n = 9) ) )); echo $n
((arr[1] | )); echo $?
echo $((x ? 3 )) ; 
((18 x)); echo $?
((1/0 +)); echo $?
((n=7, 1/0, n=8 )); echo $n
((n=7 1/0, n=8 )); echo $n
((n++ n++)); echo $n
((n++ (n++))); echo $n
((2 ** -1 )) ; let n+=1 'n 4' ; echo $n
((a=b=c=4 $)) ; echo $a $b $c
((1 ? 2)); ((1 ? : 3)); ((1 ? n=50 : ));echo $n
((0 ? n=51 : n=61 5));echo $n
((1 ? n=51 : n=71 5));echo $n
((n = (5))) ; ((n = (6)); echo $n
((09)); ((n=09)); echo $n; (( 3#4 )); ((n[1)); ((1.5)); ((n.x)); (( 'a' )); (( "n" )); ((n="4")) ; echo $n
declare -i q; q='(15 / n++) $n'; echo $n; q="4+"; q="5 5"; echo "$q"

### an integer that names itself
set -u; declare -i n='n & 2'; echo $n; declare -i m='m 1'; echo ${m-unset}; declare -p m; f() { local -i k='k+1'; echo $k; }; f; declare -i z; z=z+1; echo $z; export q; ((q++)); echo $q

### an integer variable in its own first value
set -u
declare -i n; n='n + 2'; echo "$n"
declare -i m; m+='m + 2'; echo "$m"
declare -i o; read -r o <<< o+1; echo "$o"
f() { local -i p; p='p ? 1 : 4'; echo "$p"; }
f
declare -i q; q='q 2'
declare -p q

### the token at which the recursion of expressions ends
for v in '1+n+2' '1+n++' '++n' 'n=n' 'n +=n+1' '-n'; do
  n=$v
  let n
done
n=x x=-n
echo $((1 + n))
### values taken before a syntax error
a='*' b='*'
for e in '4 ? 1 : 2 b' '0 ? 1 : 2 b' '0 && 3 b' '1 && 3 b' '(0 && 1) b' 'n x=y' 'n b=y' 'n = 3 b' '--n b' '0-b=y' 'n < b=1' 'n + b += 1' 'n = m = 4' 'n += m'; do let "$e"; echo $? $n; done
### empty subscripts
x=''; declare -A m; echo $((arr[$x])) $((arr[ ])) $((m[])) $((arr[]++)); let 'arr[]+=2'; echo $?; f() { echo "$@"; }; f $((arr[] % 4)) b
### a subscript within a subscript beside an expansion
i=0; arr=(1 2); echo $((arr[arr[$i]]))
### names that lead to unset variables
(set -u; declare -n ref=z; echo $((ref + 2)))
(set -u; declare -n ref=z; echo $((ref[1])))
### errors in subscripts
for text in '((arr[1 2])); echo after' '[[ arr[1+] -eq 0 ]]; echo after' 'let "arr[1+]"; echo after' 'arr=(a.b); echo $((arr[arr[0]])); echo after'; do bash -c "$text
echo next" bash; echo $?; done
### unset names and empty arrays under set -u
for t in 'arr=(); echo $((arr))' 'declare -a arr; echo $((arr))' 'declare n; echo $((n + 1))' 'arr=(); declare -n ref=arr; ((ref += 2)); echo "$ref"' 'declare -n ref="arr[1]"; ((ref += 2)); declare -p arr' 'declare -A m=([k]=1); declare -n ref=m; echo $((ref))' 'declare -n ref=z; echo $((ref))' 'arr=([3]=1); echo $((arr + 1))'; do (set -u; eval "$t"); echo $?; done
### brackets count within ${…} in arithmetic
echo $((1 + ${x)); echo next
((y=${x)); echo next
echo $[1 + ${x]
f() {
  echo $((1 + ${#arr[@])) $((1)) "a"
}
f; echo next
### an endless reference through an element ends the line
x=arr[1]; arr=(1 ' x '); echo "$((x))"; echo unseen
echo next
### names one after another: what cannot be read comes before their values
x='1 2'
(echo $((x y .)))
(echo $((a = x y 08)))
(echo $((x y)))
n=' x y "q"'
(echo $((n)))

### all elements of an array
a=(1 2 3); declare -A h=([x]=1 [@]=7)
echo $((a[@])) $((a[*]+1)) $((none[@])) $((h[@])) 2>&1
((a[@] = 5)); echo $?; declare -p a
x='a[@]'; echo $((x))
let 'h[@]++'; declare -p h
