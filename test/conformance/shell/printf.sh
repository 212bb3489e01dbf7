# printf and echo.
### strings
printf '%s\n' a 'b c' ''; printf '[%5s][%-5s][%.2s][%5.1s][%-6.3s]\n' abc abc abc abc abcdef; printf '%s'; printf '[%s]\n'; printf '%s %s\n' a b c
### integers
printf '%d %i %u\n' 5 -3 7; printf '[%5d][%-5d][%05d][%+d][% d][%+05d]\n' 42 42 42 42 42 42; printf '%.3d [%6.3d] [%-6.3d]\n' 5 5 5
### unsigned, octal and hexadecimal
printf '%u %o %x %X\n' 255 255 255 255; printf '%#o %#x %#X %#x\n' 8 255 255 0; printf '%u %x %o\n' -1 -1 -1; printf '[%08x][%-8X][%#08x]\n' 48879 48879 48879
### argument bases and characters
printf '%d %d %d %d\n' 010 0x1F 0XfF -0x10; printf '%d %d %d %d\n' "'A" '"B' "'é" "'"; printf '%d\n' "'日" "'ab" +5 ' 7'
### invalid numbers
printf '%d\n' abc; echo $?; printf '%d\n' 12abc; echo $?; printf '%d\n' ''; echo $?; printf '%d\n' 08; echo $?; printf '%d\n' 0x; echo $?; printf '%d\n' 1.5; echo $?; printf '%d\n' '1 2'; echo $?
### out of range
printf '%d\n' 9223372036854775807 9223372036854775808; echo $?; printf '%d\n' -9223372036854775809; echo $?; printf '%u\n' 18446744073709551615 18446744073709551616; echo $?
### floats
printf '%f %.2f %.0f %e %.3e %g %g %g\n' 3.14159 2.005 2.5 12345.678 0.00012 100000 1000000 0.0001; printf '[%8.3f][%-8.2f][%08.2f][%+.1f][% .1f]\n' 3.14159 3.14159 3.14159 3.14159 3.14159
### rounding of floats
printf '%.0f ' 0.5 1.5 2.5 3.5 -0.5 -1.5; printf '%.1f ' 0.25 0.35 0.05; printf '%.2f ' 1.005 1.015 1.025; echo
### special floats
printf '%f %F %e %g\n' inf -inf nan INF; printf '%5.1f|%-5.1f|%05.1f\n' inf nan inf; printf '%g %g %g\n' 1e308 1e-308 -0.0; printf '%.3g %#.3g %G\n' 1234567 1 1e-10
### invalid floats
printf '%f\n' abc; echo $?; printf '%f\n' 1.5x; echo $?; printf '%.1f\n' ''; echo $?; printf '%f\n' 1,5; echo $?; printf '%.1f\n' 0x10 1e3 .5 5.
### characters
printf '%c%c%c\n' abc x ''; printf '[%c]\n' | od -An -c; printf '[%3c][%-3c]\n' a b; printf '%c\n' é | od -An -tx1
### b conversion
printf '%b\n' 'a\tb\n' 'x\\y' '\x41\101\0101' '\e[0m' '\u00e9' | od -An -c; printf '%b|' 'stop\chere' not; echo; printf '[%5b][%-5b]\n' 'a\tb' 'x'
### q conversion
printf '%q ' 'a b' '' "it's" '$x' $'a\nb' é 'a"b' '\' '*' plain 'x=y'; echo; printf '[%10q][%-10q]\n' 'a b' 'c d'
### Q conversion
printf '%.3Q|%Q|%.3q\n' 'a bcdef' 'a b' 'a bcdef'
### date conversion
TZ=UTC printf '%(%Y-%m-%d %H:%M:%S)T\n' 0; TZ=UTC printf '%(%s)T %(%A %j)T\n' 86400 1000000000; TZ=UTC printf '[%(%F)T]\n' 951782400; TZ=UTC printf '[%12(%F)T]\n' 0
### percent and unknown
printf '100%%\n'; printf '%z\n' a; echo $?; printf 'a%'; echo $?; printf '%5%|\n'; echo $?; printf '%!'; echo $?
### star width and precision
printf '[%*d][%-*d][%.*f][%*.*s]\n' 5 42 5 42 2 3.14159 6 2 abc; printf '[%*s]\n' -5 a; printf '[%.*s]\n' -1 abc; printf '[%*d]\n' x 1; echo $?
### the format is reused
printf '%s-%s\n' a b c d e; printf '%d,' 1 2 3; echo; printf 'x\n' a b; printf '%s %d\n' a 1 b
### escapes in the format
printf 'a\tb\\c\n\a\101\x41\u263a\e\045d\n' | od -An -c; printf '\0101\n'; printf 'a\cb\n'; echo; printf '\q\8\n'; printf 'a\
b\n'
### escapes in arguments stay
printf '%s\n' 'a\tb' '\x41'; printf "%s\n" "a\\b"
### quotes in the format
printf "%s\n" "a'b" 'c"d'; printf '\"\x27\n'; printf "it\'s\n"
### NUL in the output
printf 'a\0b\0c' | od -An -c; printf '%b' 'x\0y' | od -An -c; printf '%s\0' a b | od -An -c
### thousands flag
printf "%'d\n" 1234567; printf "%'.2f\n" 1234567.891
### length modifiers are accepted
printf '%ld %lld %hd %hhd %jd %zd %td\n' 1 2 3 4 5 6 7; printf '%Lf\n' 1.5
### v option
printf -v x '%03d' 7; echo $x; printf -v a[2] 'e%s' l; echo ${a[2]}; printf -v x; echo $?; printf -v '1x' a; echo $?; printf -v r 'a\nb\n'; echo "[$r]"
### v option with a readonly name
readonly r=1; printf -v r x; echo $? $r
### usage errors
printf; echo $?; printf -z; echo $?; printf -- '-%s\n' a; printf -- ; echo $?; printf -v; echo $?
### dash formats
printf '-a\n'; echo $?; printf -- '-a\n'; printf '%s\n' -a -- -v
### unicode width counts
printf '[%5s][%-5s][%.1s]\n' é 日本 éà; printf '[%5ls]\n' é
### n conversion is not supported
printf '%s%n\n' abc x; echo $? "[$x]"
### writing to a closed descriptor
printf a >&-; echo $?
### a table
printf '%-10s|%5s|%8.2f\n' name qty 1.5 apple 3 22.333; printf '%s\n' ---; printf '%3d%%\n' 5 50 100
### repeating a character
printf '=%.0s' {1..20}; echo; printf -v pad '%10s' ''; echo "${pad// /-}"; printf '%0.s*' 1 2 3; echo
### json strings
esc() { local s=$1; s=${s//\\/\\\\}; s=${s//\"/\\\"}; s=${s//$'\n'/\\n}; s=${s//$'\t'/\\t}; printf '"%s"' "$s"; }; esc $'a "q" \\ \n\t.'; echo
### hexadecimal dump
s='Hé~'; for ((i = 0; i < ${#s}; i++)); do printf '%02x ' "'${s:i:1}"; done; echo
### echo basics
echo a  b 'c  d'; echo; echo ''; echo -n x; echo y; echo -- a; echo - a; echo -x a; echo -nx a; echo a -n
### echo options combine
echo -ne 'a\n' | od -An -c; echo -en 'x\ty\c ignored'; echo; echo -neE 'a\n'; echo; echo -E 'a\tb'; echo -e -n z; echo; echo -e -x
### echo e escapes
echo -e 'a\tb\\c\a\b\e\f\v\r\0101\x41\u00e9\U1F600\1012' | od -An -tx1; echo -e 'a\cb'; echo -e '\q\8\x\u'; echo -e '\0\00\000' | od -An -tx1
### echo e in words and quotes
echo -e "a\nb" 'c\nd' e\\nf; echo -e 'trailing\'; echo -e "\\\\"; echo "a\nb"
### xpg_echo
shopt -s xpg_echo; echo 'a\tb\n'; echo -e 'x\ty'; echo -E 'a\tb'; echo -n 'q\c z'; echo
### posix mode and xpg_echo
#= posix
shopt -s xpg_echo; echo -n 'a\tb'; echo -e x
### echo of options from variables
o=-n; echo $o a; echo; echo "-e" 'x\ty'; x='-n -e'; echo $x 'a\tb'; echo; echo '' -n
### echo of many arguments and specials
echo * ; set -- a 'b  c'; echo $@ "$@" $# $*; echo "$(printf 'a\n\nb\n\n')"; echo $(printf 'a\n\nb\n')
### %b keeps the backslash before quotes
printf '%b|\n' '\"abc\" \?'
printf '\"abc\" \?\n'

### escapes without digits
printf '\x'; printf '\u\n'; printf '\U\n'; printf '%b\n' '\x' '\u'; echo -e '\x' '\u'; printf '\xg\n'
echo $'\x' $'\u' $'\xg' $'\x{41}z' $'\x{}z' $'\x{zz' $'\cA' $'\c\\' | od -c
### NUL bytes into a variable
printf -v y '%c' ''; declare -p y; printf -v y 'a%cb' ''; declare -p y; printf -v y '%b' 'a\0b'; declare -p y
### characters the locale C has not
LC_ALL=C
printf '\u00e9|\u41|\U1F600\n'
echo -e '\u00e9' $'\u00e9'
