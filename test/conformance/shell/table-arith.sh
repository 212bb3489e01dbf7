# Every binary operator of arithmetic: on edge values, in all spellings, and broken.
### addition of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a + b)) "; done; echo; done; x=12; ((x += 5)); echo $? $x; a=(6 7); ((a[1] += 2)); echo ${a[1]}
### addition spelled in other ways
a=7 b=2 e='a + b'; echo $((a+b)) $(($a + ${b})) $((e)) $(( (a) + (b) )) $[a + b]; let 'c = a + b'; echo $? $c; ((c = a + b)); echo $?; declare -i d='a + b'; echo $d; f=(a b c d e f g h); echo ${f[(a + b) & 7]}
### addition with an operand missing
echo $((5 +)); echo after $?
echo next
### subtraction of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a - b)) "; done; echo; done; x=12; ((x -= 5)); echo $? $x; a=(6 7); ((a[1] -= 2)); echo ${a[1]}
### subtraction spelled in other ways
a=7 b=2 e='a - b'; echo $((a-b)) $(($a - ${b})) $((e)) $(( (a) - (b) )) $[a - b]; let 'c = a - b'; echo $? $c; ((c = a - b)); echo $?; declare -i d='a - b'; echo $d; f=(a b c d e f g h); echo ${f[(a - b) & 7]}
### subtraction with an operand missing
echo $((5 -)); echo after $?
echo next
### multiplication of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a * b)) "; done; echo; done; x=12; ((x *= 5)); echo $? $x; a=(6 7); ((a[1] *= 2)); echo ${a[1]}
### multiplication spelled in other ways
a=7 b=2 e='a * b'; echo $((a*b)) $(($a * ${b})) $((e)) $(( (a) * (b) )) $[a * b]; let 'c = a * b'; echo $? $c; ((c = a * b)); echo $?; declare -i d='a * b'; echo $d; f=(a b c d e f g h); echo ${f[(a * b) & 7]}
### multiplication with an operand missing
echo $((5 *)); echo after $?
echo next
### division of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do ((b == 0)) && continue; echo -n "$((a / b)) "; done; echo; done; x=12; ((x /= 5)); echo $? $x; a=(6 7); ((a[1] /= 2)); echo ${a[1]}
### division spelled in other ways
a=7 b=2 e='a / b'; echo $((a/b)) $(($a / ${b})) $((e)) $(( (a) / (b) )) $[a / b]; let 'c = a / b'; echo $? $c; ((c = a / b)); echo $?; declare -i d='a / b'; echo $d; f=(a b c d e f g h); echo ${f[(a / b) & 7]}
### division with an operand missing
echo $((5 /)); echo after $?
echo next
### remainder of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do ((b == 0)) && continue; echo -n "$((a % b)) "; done; echo; done; x=12; ((x %= 5)); echo $? $x; a=(6 7); ((a[1] %= 2)); echo ${a[1]}
### remainder spelled in other ways
a=7 b=2 e='a % b'; echo $((a%b)) $(($a % ${b})) $((e)) $(( (a) % (b) )) $[a % b]; let 'c = a % b'; echo $? $c; ((c = a % b)); echo $?; declare -i d='a % b'; echo $d; f=(a b c d e f g h); echo ${f[(a % b) & 7]}
### remainder with an operand missing
echo $((5 %)); echo after $?
echo next
### power of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 2 3 63; do echo -n "$((a ** b)) "; done; echo; done
### power spelled in other ways
a=7 b=2 e='a ** b'; echo $((a**b)) $(($a ** ${b})) $((e)) $(( (a) ** (b) )) $[a ** b]; let 'c = a ** b'; echo $? $c; ((c = a ** b)); echo $?; declare -i d='a ** b'; echo $d; f=(a b c d e f g h); echo ${f[(a ** b) & 7]}
### power with an operand missing
echo $((5 **)); echo after $?
echo next
### left shift of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 2 3 63; do echo -n "$((a << b)) "; done; echo; done; x=12; ((x <<= 5)); echo $? $x; a=(6 7); ((a[1] <<= 2)); echo ${a[1]}
### left shift spelled in other ways
a=7 b=2 e='a << b'; echo $((a<<b)) $(($a << ${b})) $((e)) $(( (a) << (b) )) $[a << b]; let 'c = a << b'; echo $? $c; ((c = a << b)); echo $?; declare -i d='a << b'; echo $d; f=(a b c d e f g h); echo ${f[(a << b) & 7]}
### left shift with an operand missing
echo $((5 <<)); echo after $?
echo next
### right shift of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 2 3 63; do echo -n "$((a >> b)) "; done; echo; done; x=12; ((x >>= 5)); echo $? $x; a=(6 7); ((a[1] >>= 2)); echo ${a[1]}
### right shift spelled in other ways
a=7 b=2 e='a >> b'; echo $((a>>b)) $(($a >> ${b})) $((e)) $(( (a) >> (b) )) $[a >> b]; let 'c = a >> b'; echo $? $c; ((c = a >> b)); echo $?; declare -i d='a >> b'; echo $d; f=(a b c d e f g h); echo ${f[(a >> b) & 7]}
### right shift with an operand missing
echo $((5 >>)); echo after $?
echo next
### bitwise and of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a & b)) "; done; echo; done; x=12; ((x &= 5)); echo $? $x; a=(6 7); ((a[1] &= 2)); echo ${a[1]}
### bitwise and spelled in other ways
a=7 b=2 e='a & b'; echo $((a&b)) $(($a & ${b})) $((e)) $(( (a) & (b) )) $[a & b]; let 'c = a & b'; echo $? $c; ((c = a & b)); echo $?; declare -i d='a & b'; echo $d; f=(a b c d e f g h); echo ${f[(a & b) & 7]}
### bitwise and with an operand missing
echo $((5 &)); echo after $?
echo next
### bitwise or of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a | b)) "; done; echo; done; x=12; ((x |= 5)); echo $? $x; a=(6 7); ((a[1] |= 2)); echo ${a[1]}
### bitwise or spelled in other ways
a=7 b=2 e='a | b'; echo $((a|b)) $(($a | ${b})) $((e)) $(( (a) | (b) )) $[a | b]; let 'c = a | b'; echo $? $c; ((c = a | b)); echo $?; declare -i d='a | b'; echo $d; f=(a b c d e f g h); echo ${f[(a | b) & 7]}
### bitwise or with an operand missing
echo $((5 |)); echo after $?
echo next
### bitwise exclusive or of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a ^ b)) "; done; echo; done; x=12; ((x ^= 5)); echo $? $x; a=(6 7); ((a[1] ^= 2)); echo ${a[1]}
### bitwise exclusive or spelled in other ways
a=7 b=2 e='a ^ b'; echo $((a^b)) $(($a ^ ${b})) $((e)) $(( (a) ^ (b) )) $[a ^ b]; let 'c = a ^ b'; echo $? $c; ((c = a ^ b)); echo $?; declare -i d='a ^ b'; echo $d; f=(a b c d e f g h); echo ${f[(a ^ b) & 7]}
### bitwise exclusive or with an operand missing
echo $((5 ^)); echo after $?
echo next
### logical and of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a && b)) "; done; echo; done
### logical and spelled in other ways
a=7 b=2 e='a && b'; echo $((a&&b)) $(($a && ${b})) $((e)) $(( (a) && (b) )) $[a && b]; let 'c = a && b'; echo $? $c; ((c = a && b)); echo $?; declare -i d='a && b'; echo $d; f=(a b c d e f g h); echo ${f[(a && b) & 7]}
### logical and with an operand missing
echo $((5 &&)); echo after $?
echo next
### logical or of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a || b)) "; done; echo; done
### logical or spelled in other ways
a=7 b=2 e='a || b'; echo $((a||b)) $(($a || ${b})) $((e)) $(( (a) || (b) )) $[a || b]; let 'c = a || b'; echo $? $c; ((c = a || b)); echo $?; declare -i d='a || b'; echo $d; f=(a b c d e f g h); echo ${f[(a || b) & 7]}
### logical or with an operand missing
echo $((5 ||)); echo after $?
echo next
### less of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a < b)) "; done; echo; done
### less spelled in other ways
a=7 b=2 e='a < b'; echo $((a<b)) $(($a < ${b})) $((e)) $(( (a) < (b) )) $[a < b]; let 'c = a < b'; echo $? $c; ((c = a < b)); echo $?; declare -i d='a < b'; echo $d; f=(a b c d e f g h); echo ${f[(a < b) & 7]}
### less with an operand missing
echo $((5 <)); echo after $?
echo next
### less or equal of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a <= b)) "; done; echo; done
### less or equal spelled in other ways
a=7 b=2 e='a <= b'; echo $((a<=b)) $(($a <= ${b})) $((e)) $(( (a) <= (b) )) $[a <= b]; let 'c = a <= b'; echo $? $c; ((c = a <= b)); echo $?; declare -i d='a <= b'; echo $d; f=(a b c d e f g h); echo ${f[(a <= b) & 7]}
### less or equal with an operand missing
echo $((5 <=)); echo after $?
echo next
### greater of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a > b)) "; done; echo; done
### greater spelled in other ways
a=7 b=2 e='a > b'; echo $((a>b)) $(($a > ${b})) $((e)) $(( (a) > (b) )) $[a > b]; let 'c = a > b'; echo $? $c; ((c = a > b)); echo $?; declare -i d='a > b'; echo $d; f=(a b c d e f g h); echo ${f[(a > b) & 7]}
### greater with an operand missing
echo $((5 >)); echo after $?
echo next
### greater or equal of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a >= b)) "; done; echo; done
### greater or equal spelled in other ways
a=7 b=2 e='a >= b'; echo $((a>=b)) $(($a >= ${b})) $((e)) $(( (a) >= (b) )) $[a >= b]; let 'c = a >= b'; echo $? $c; ((c = a >= b)); echo $?; declare -i d='a >= b'; echo $d; f=(a b c d e f g h); echo ${f[(a >= b) & 7]}
### greater or equal with an operand missing
echo $((5 >=)); echo after $?
echo next
### equality of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a == b)) "; done; echo; done
### equality spelled in other ways
a=7 b=2 e='a == b'; echo $((a==b)) $(($a == ${b})) $((e)) $(( (a) == (b) )) $[a == b]; let 'c = a == b'; echo $? $c; ((c = a == b)); echo $?; declare -i d='a == b'; echo $d; f=(a b c d e f g h); echo ${f[(a == b) & 7]}
### equality with an operand missing
echo $((5 ==)); echo after $?
echo next
### inequality of edge values
for a in 0 1 -1 2 10 -10 9223372036854775807 -9223372036854775807; do for b in 0 1 -1 3 -7 9223372036854775807; do echo -n "$((a != b)) "; done; echo; done
### inequality spelled in other ways
a=7 b=2 e='a != b'; echo $((a!=b)) $(($a != ${b})) $((e)) $(( (a) != (b) )) $[a != b]; let 'c = a != b'; echo $? $c; ((c = a != b)); echo $?; declare -i d='a != b'; echo $d; f=(a b c d e f g h); echo ${f[(a != b) & 7]}
### inequality with an operand missing
echo $((5 !=)); echo after $?
echo next
