# Scripts as agents and administrators write them.
### count words of a log by level
cat > log <<E
INFO start
ERROR disk full
INFO tick
WARN slow
ERROR net down
E
declare -A n; while read -r level _; do ((n[$level]++)); done < log; for l in ERROR INFO WARN; do printf '%-6s %d\n' $l ${n[$l]}; done
### parse key=value arguments
#= args name=x --verbose count=3 file
declare -A opt; rest=(); for a; do case $a in --*) opt[${a#--}]=1;; *=*) opt[${a%%=*}]=${a#*=};; *) rest+=("$a");; esac; done; echo "${opt[name]} ${opt[count]} ${opt[verbose]} ${rest[*]}"
### long and short options with a while loop
#= args -v --output out.txt --level=3 -- -x y
while [[ $# -gt 0 ]]; do case $1 in -v|--verbose) v=1; shift;; -o|--output) out=$2; shift 2;; --level=*) level=${1#*=}; shift;; --) shift; break;; -*) echo "unknown $1" >&2; exit 2;; *) break;; esac; done; echo "v=$v out=$out level=$level rest=$*"
### unknown option is reported
#= args --nope
usage() { cat >&2 <<E
Usage: ${0##*/} [-h] FILE
E
exit "${1:-0}"; }
case ${1-} in -h) usage;; -*) echo "${0##*/}: unknown option: $1" >&2; usage 2;; esac
### retry with a limit
n=0; try() { ((++n >= 3)); }; retry() { local max=$1 i; shift; for ((i = 1; i <= max; i++)); do "$@" && { echo "ok after $i"; return 0; }; echo "attempt $i failed" >&2; done; return 1; }; retry 5 try; retry 2 false; echo $?
### retry with growing delay
delay=1; for i in 1 2 3 4; do echo "wait ${delay}s"; ((delay *= 2)); done; echo $delay
### rewrite a configuration file
printf '%s\n' '# conf' 'port=80' 'host=old' '' 'debug=no' > c; declare -A new=([host]=new.example [debug]=yes); while IFS= read -r l; do k=${l%%=*}; if [[ $l == *=* && -v new[$k] ]]; then echo "$k=${new[$k]}"; else echo "$l"; fi; done < c > c.tmp && mv c.tmp c; cat c
### edit in place with sed
printf 'a=1\nb=2\n' > f; sed -i 's/^b=.*/b=3/; $a c=4' f; cat f; grep -q '^c=' f && echo has c
### append a line only once
add() { grep -qxF -- "$2" "$1" 2>/dev/null || printf '%s\n' "$2" >> "$1"; }; add f 'x y'; add f 'x y'; add f z; cat f
### json from variables
esc() { local s=${1//\\/\\\\}; s=${s//\"/\\\"}; printf '%s' "${s//$'\n'/\\n}"; }; declare -A d=([name]='a "b"' [path]='c\d'); out=; for k in name path; do out+="${out:+,}\"$k\":\"$(esc "${d[$k]}")\""; done; echo "{$out}"
### json array of numbers and strings
a=(1 two 3 'fo ur'); s=; for x in "${a[@]}"; do [[ $x =~ ^[0-9]+$ ]] && s+="$x," || s+="\"$x\","; done; echo "[${s%,}]"
### flat json values with a regular expression
j='{"id": 42, "name": "Ann", "tags": "a,b"}'; [[ $j =~ \"id\":\ *([0-9]+) ]] && echo ${BASH_REMATCH[1]}; re='"name": *"([^"]*)"'; [[ $j =~ $re ]] && echo ${BASH_REMATCH[1]}
### csv to a table
printf '%s\n' 'name,qty,price' 'apple,3,1.50' 'pear,10,0.25' > t.csv; { IFS=, read -r -a h; printf '%-8s %4s %6s\n' "${h[@]}"; while IFS=, read -r n q p; do printf '%-8s %4d %6.2f\n' "$n" "$q" "$p"; done; } < t.csv
### sum a column
printf '%s\n' 'a 3' 'b 4' 'c 5' > f; s=0; while read -r _ v; do ((s += v)); done < f; echo $s; awk '{s += $2} END {print s}' f
### group and aggregate
printf '%s\n' 'x 1' 'y 2' 'x 3' > f; declare -A s; while read -r k v; do s[$k]=$((${s[$k]:-0} + v)); done < f; for k in $(printf '%s\n' "${!s[@]}" | sort); do echo "$k ${s[$k]}"; done
### top words
printf 'the cat the dog a cat the\n' | tr ' ' '\n' | sort | uniq -c | sort -k1,1nr -k2 | head -n 2 | while read -r c w; do echo "$w: $c"; done
### access log by status
printf '%s\n' '1.1.1.1 "GET /a" 200 10' '2.2.2.2 "GET /b" 404 5' '1.1.1.1 "POST /a" 200 7' > l; re='^([^ ]+) "([A-Z]+) ([^"]+)" ([0-9]+) ([0-9]+)$'; declare -A by; bytes=0; while read -r line; do [[ $line =~ $re ]] || continue; ((by[${BASH_REMATCH[4]}]++, bytes += BASH_REMATCH[5])); done < l; echo "200=${by[200]} 404=${by[404]} bytes=$bytes"
### temporary directory and cleanup
work=$(mktemp -d ./tmp.XXXXXX); trap 'rm -rf "$work"; echo cleaned; ls' EXIT; touch "$work/file"; ls "$work"
### cleanup keeps the exit status
cleanup() { local s=$?; echo "cleanup $s"; exit $s; }; trap cleanup EXIT; (exit 6) || exit 6
### die and warn
die() { local s=$1; shift; printf '%s: %s\n' "${0##*/}" "$*" >&2; exit "$s"; }; warn() { echo "warning: $*" >&2; }; warn careful; [[ -f none ]] || die 3 "no file: none"
### error handler with line numbers
set -eE; on_error() { echo "failed at line $1: $2 (status $3)"; }; trap 'on_error $LINENO "$BASH_COMMAND" $?' ERR
echo start
ls nothere 2>/dev/null
echo no
### stack trace
trace() { local i; for ((i = 1; i < ${#FUNCNAME[@]}; i++)); do echo "${FUNCNAME[i]}:${BASH_LINENO[i-1]}"; done; }
a() { b; }
b() { trace; }
a
### assertions
fails=0; assert_eq() { if [[ $1 == "$2" ]]; then echo "ok - $3"; else echo "not ok - $3: expected '$1', got '$2'"; ((fails++)); fi; }; assert_eq 4 $((2 + 2)) sum; assert_eq a b letters; assert_eq 'x y' "x y" text; echo "$fails failed"; exit $((fails > 0))
### colored output
red=$'\e[31m' off=$'\e[0m'; printf '%sERR%s done\n' "$red" "$off" | od -c | head -2; color() { printf '\033[%sm%s\033[0m' "$1" "$2"; }; color 1 bold | od -An -c
### progress bar
for p in 0 25 100; do printf -v bar '%*s' $((p / 10)) ''; printf '[%-10s] %3d%%\n' "${bar// /#}" $p; done
### table with borders
rows=('id|name' '1|apple' '22|fig'); for r in "${rows[@]}"; do IFS='|' read -r a b <<< "$r"; printf '| %-3s | %-6s |\n' "$a" "$b"; done
### leap years and days of a month
leap() { (($1 % 4 == 0 && $1 % 100 != 0 || $1 % 400 == 0)); }; for y in 1900 2000 2023 2024; do leap $y && echo $y leap || echo $y; done; days=(31 28 31 30 31 30 31 31 30 31 30 31); echo ${days[2-1]}
### day number of a date
jdn() { local y=$1 m=$((10#$2)) d=$((10#$3)); echo $(((1461 * (y + 4800 + (m - 14) / 12)) / 4 + (367 * (m - 2 - 12 * ((m - 14) / 12))) / 12 - (3 * ((y + 4900 + (m - 14) / 12) / 100)) / 4 + d - 32075)); }; echo $(($(jdn 2024 03 01) - $(jdn 2024 02 01))); IFS=- read -r y m d <<< 2024-08-09; jdn $y $m $d
### seconds to a duration
for s in 5 65 3725 90061; do printf '%d: %dd %02d:%02d:%02d\n' $s $((s / 86400)) $((s % 86400 / 3600)) $((s % 3600 / 60)) $((s % 60)); done
### sizes for people
human() { local n=$1 u=(B K M G T) i=0; while ((n >= 1024 && i < 4)); do ((n /= 1024, i++)); done; echo $n${u[i]}; }; for n in 12 2048 5242880 9999999999999; do human $n; done
### version comparison
vercmp() { local IFS=.; local a=($1) b=($2) i; for ((i = 0; i < 3; i++)); do ((10#${a[i]:-0} > 10#${b[i]:-0})) && { echo '>'; return; }; ((10#${a[i]:-0} < 10#${b[i]:-0})) && { echo '<'; return; }; done; echo =; }; vercmp 1.2.10 1.2.9; vercmp 1.08 1.8; vercmp 2 2.0.1; printf '%s\n' 1.10 1.9 1.2 | sort -V | tail -1
### url decoding and encoding
dec() { local s=${1//+/ }; printf '%b\n' "${s//%/\\x}"; }; enc() { local s=$1 i c; for ((i = 0; i < ${#s}; i++)); do c=${s:i:1}; case $c in [a-zA-Z0-9.~_-]) printf %s "$c";; *) printf '%%%02X' "'$c";; esac; done; echo; }; dec 'a%20b%21+c'; enc 'a b&c=d/e'
### query string
q='a=1&b=two&c='; IFS='&' read -ra kv <<< "$q"; for p in "${kv[@]}"; do echo "${p%%=*} -> '${p#*=}'"; done
### trim, upper, repeat, reverse
trim() { local s=$1; s=${s#"${s%%[![:space:]]*}"}; s=${s%"${s##*[![:space:]]}"}; printf '[%s]\n' "$s"; }; trim '  a b  '; trim ''; trim '   '; s=abc; r=; for ((i = ${#s} - 1; i >= 0; i--)); do r+=${s:i:1}; done; echo $r ${s^^}; printf '%.0s-' {1..5}; echo
### split and join
split() { local IFS=$1; read -ra out <<< "$2"; }; join() { local IFS=$1; shift; echo "$*"; }; split , 'a,b c,d'; echo ${#out[@]} "${out[1]}"; join - "${out[@]}"; join / x; join , 
### join with a long separator
joinby() { local d=$1 f=$2; shift 2; printf %s "$f" "${@/#/$d}"; echo; }; joinby ', ' a 'b c' d; joinby ' and ' one
### contains, starts and ends
s='hello world'; [[ $s == *lo* ]] && echo contains; [[ $s == hello* ]] && echo starts; [[ $s == *ld ]] && echo ends; case $s in *' '*) echo blank;; esac; [[ -z ${s##*wor*} ]] && echo also
### character frequency
s=mississippi; declare -A f; for ((i = 0; i < ${#s}; i++)); do ((f[${s:i:1}]++)); done; for c in i m p s; do echo $c${f[$c]}; done | paste -sd' '
### palindromes
for w in level hello été; do r=; for ((i = ${#w}; i-- > 0;)); do r+=${w:i:1}; done; [[ $w == "$r" ]] && echo "$w yes" || echo "$w no"; done
### caesar cipher
rot() { tr 'A-Za-z' 'N-ZA-Mn-za-m'; }; echo 'Hello' | rot | tee /dev/stderr 2>&1 | rot
### roman numerals
roman() { local n=$1 r= i v=(10 9 5 4 1) s=(X IX V IV I); for i in ${!v[@]}; do while ((n >= v[i])); do r+=${s[i]}; ((n -= v[i])); done; done; echo $r; }; for n in 1 4 9 14 38; do roman $n; done | paste -sd,
### binary search
a=(1 3 5 7 9 11); find() { local lo=0 hi=$((${#a[@]} - 1)) mid; while ((lo <= hi)); do mid=$(((lo + hi) / 2)); if ((a[mid] == $1)); then echo $mid; return; elif ((a[mid] < $1)); then ((lo = mid + 1)); else ((hi = mid - 1)); fi; done; echo -1; }; find 7; find 4
### quick sort
qs() { local p=$1 x l=() g=(); (($#)) || return; shift; for x; do ((x < p)) && l+=($x) || g+=($x); done; echo $(qs "${l[@]}") $p $(qs "${g[@]}"); }; qs 5 3 8 1 9 2
### towers of hanoi
hanoi() { (($1 == 0)) && return; hanoi $(($1 - 1)) $2 $4 $3; echo -n "$2$3 "; hanoi $(($1 - 1)) $4 $3 $2; }; hanoi 3 A C B; echo
### sieve
n=30; for ((i = 2; i <= n; i++)); do p[i]=1; done; for ((i = 2; i * i <= n; i++)); do ((p[i])) && for ((j = i * i; j <= n; j += i)); do p[j]=0; done; done; for i in ${!p[@]}; do ((p[i])) && echo -n "$i "; done; echo
### stack machine
rpn() { local s=() t a b; for t; do case $t in [0-9]*) s+=($t);; *) b=${s[-1]}; unset 's[-1]'; a=${s[-1]}; unset 's[-1]'; s+=($((a $t b)));; esac; done; echo ${s[0]}; }; rpn 3 4 + 2 '*'; rpn 100 7 % 3 -
### queue worker
q=(a b c); while ((${#q[@]})); do j=${q[0]}; q=("${q[@]:1}"); echo "do $j"; [[ $j == a ]] && q+=(late); done
### state machine
state=start; for ev in go stop go bad; do case $state,$ev in start,go) state=run;; run,stop) state=start;; *) echo "no $ev in $state"; continue;; esac; echo $state; done
### memoized recursion
declare -A memo; fib() { local n=$1; if [[ ! ${memo[$n]} ]]; then if ((n < 2)); then memo[$n]=$n; else fib $((n - 1)); fib $((n - 2)); memo[$n]=$((memo[$((n - 1))] + memo[$((n - 2))])); fi; fi; }; fib 50; echo ${memo[50]}
### matrix transpose
m=('1 2 3' '4 5 6'); for ((c = 0; c < 3; c++)); do row=(); for r in "${m[@]}"; do x=($r); row+=(${x[c]}); done; echo ${row[@]}; done
### template expansion
tpl='Hello {{name}}, you are {{age}}. {{name}}!'; declare -A v=([name]=Ann [age]=7); for k in "${!v[@]}"; do tpl=${tpl//"{{$k}}"/${v[$k]}}; done; echo "$tpl"
### envsubst by eval
name=World; tpl='Hi $name, $((1+1))'; eval "echo \"$tpl\""
### ini file sections
printf '%s\n' '[db]' 'host = h1' '; note' '[web]' 'host=h2' > i; declare -A c; while IFS= read -r l; do case $l in \[*\]) s=${l:1:-1};; [\;#]*|'') ;; *=*) k=${l%%=*} v=${l#*=}; c[$s.${k//[[:space:]]/}]=${v#"${v%%[![:space:]]*}"};; esac; done < i; echo ${c[db.host]} ${c[web.host]}
### walk a tree
mkdir -p t/a/b; touch t/1 t/a/2 t/a/b/3; walk() { local f; for f in "$1"/*; do echo "$2${f##*/}"; [[ -d $f ]] && walk "$f" "$2  "; done; return 0; }; walk t ''
### find and loop safely
mkdir d; touch 'd/a b' d/c $'d/n\nl'; n=0; while IFS= read -r -d '' f; do ((n++)); done < <(find d -type f -print0); echo $n; find d -name 'a*' -exec echo found {} \;
### rename files by pattern
touch a.txt b.txt c.md; for f in *.txt; do mv -- "$f" "${f%.txt}.bak"; done; ls; for f in *; do [[ $f =~ ^(.)\.(.*)$ ]] && echo "${BASH_REMATCH[2]}-${BASH_REMATCH[1]}"; done
### backup before a change
echo v1 > f; cp f "f.$(printf %03d 1)"; echo v2 > f; cat f f.001; cmp -s f f.001 || echo differs
### checksum manifest
printf a > x; printf b > y; md5sum x y > sums; md5sum -c sums; printf c > y; md5sum -c sums 2>/dev/null; echo $?
### compare two lists
printf '%s\n' a b c > l1; printf '%s\n' b c d > l2; comm -23 l1 l2; comm -13 l1 l2; diff l1 l2; grep -vxFf l1 l2
### split a file and join it
seq 10 > f; split -l 4 f part.; wc -l part.* | head -3; cat part.* | cmp - f && echo same
### paginate arguments
set -- {1..7}; while (($#)); do echo "${@:1:3}"; shift $(($# < 3 ? $# : 3)); done
### default values from the environment
: "${PORT:=8080}" "${NAME:=app}"; echo $PORT $NAME; PORT=1 bash -c ': "${PORT:=8080}"; echo $PORT'
### required variables
for v in HOME MISSING; do if [[ -z ${!v+x} ]]; then echo "$v is not set"; else echo "$v is set"; fi; done; (: "${MISSING:?must be set}") 2>&1
### menu driven
#= stdin 1\n3\nq\n
menu() { while read -r c; do case $c in 1) echo list;; 2) echo add;; q) echo bye; return;; *) echo "bad: $c";; esac; done; }; menu
### confirm prompts
#= stdin \nn\ny\n
ask() { local a; read -r a; [[ ${a:-Y} == [Yy]* ]]; }; for i in 1 2 3; do ask && echo yes || echo no; done
### numbered lines
printf 'x\n\ny\n' | { n=0; while IFS= read -r l; do printf '%3d  %s\n' $((++n)) "$l"; done; }
### pid files and locks
lock=./l; acquire() { if (set -C; echo me > "$lock") 2>/dev/null; then trap 'rm -f "$lock"' EXIT; return 0; fi; return 1; }; acquire && echo first; acquire || echo busy; cat $lock
### parallel with results in order
work() { sleep 0.0$((4 - $1)); echo "item $1"; }; for i in 1 2 3; do work $i > r.$i & done; wait; cat r.?
### parallel with failures counted
f=0; pids=(); for i in 1 2 3 4; do (exit $((i % 2))) & pids+=($!); done; for p in ${pids[@]}; do wait $p || ((f++)); done; echo "$f failed"
### fan out and gather by process substitution
sum=0; while read -r x; do ((sum += x)); done < <(for i in 1 2 3; do (echo $((i * i))) & done; wait); echo $sum
### pipeline with error detection
set -o pipefail; if printf 'b\na\n' | sort | grep -q z; then echo found; else echo "none $?"; fi; (false | cat) || echo "failed"
### tee and two consumers
printf '1\n2\n3\n' | tee >(sort -r > rev) | paste -sd+ > sum; sleep 1; cat sum rev
### here document as a program
awk -f <(cat <<'E'
{ n[$1] += $2 } END { for (k in n) print k, n[k] }
E
) <<< $'a 1\nb 2\na 3' | sort
### generate a script
{ echo 'set -e'; for i in 1 2; do printf 'echo step %q\n' "n $i"; done; } > gen.sh; bash gen.sh; wc -l < gen.sh
### quoting for another shell
args=('a b' "it's" '$x' ''); printf -v q '%q ' "${args[@]}"; bash -c "printf '<%s>' $q; echo"; bash -c 'printf "[%s]" "$@"; echo' _ "${args[@]}"
### safe eval of assignments
line="x='1 2' y=3"; eval "$line"; echo "$x $y"; declare "z=$(echo 'a;b')"; echo "$z"
### function library with namespaces
lib::add() { echo $(($1 + $2)); }; lib::mul() { echo $(($1 * $2)); }; for f in add mul; do lib::$f 3 4; done; declare -F | grep -c lib::
### plugins by name
plugin_a() { echo A; }; plugin_b() { echo B; }; for p in $(compgen -A function plugin_); do $p; done
### option table with dispatch
cmd_start() { echo starting $1; }; cmd_stop() { echo stopping; }; dispatch() { local c=cmd_$1; shift; if declare -F "$c" > /dev/null; then "$c" "$@"; else echo "unknown: ${c#cmd_}" >&2; return 64; fi; }; dispatch start web; dispatch stop; dispatch jump; echo $?
### timing out a read loop
n=0; while read -t 5 -r l; do echo $l; done < <(echo a; echo b); echo $?
### log functions with levels
level=2; log() { local l=$1; shift; ((l <= level)) && echo "[$l] $*"; return 0; }; log 1 one; log 2 two; log 3 three; echo $?
### heredoc mail merge
while IFS=, read -r n a; do cat <<E
Dear $n, you owe \$$a.
E
done <<< $'Ann,5\nBob,12'
### usage from the script's comments
printf '%s\n' '#!/bin/bash' '## usage: s.sh FILE' '## prints FILE' "sed -n 's/^## //p' \"\$0\"" > s.sh; bash s.sh
### numeric input validation
for v in 5 -3 007 1.5 abc '' ' 4'; do [[ $v =~ ^-?[0-9]+$ ]] && echo "'$v' ok $((10#${v#-}))" || echo "'$v' bad"; done
### email and ip validation
for e in a@b.co bad@ x.y+z@d.org; do [[ $e =~ ^[[:alnum:]._+-]+@[[:alnum:].-]+\.[a-z]{2,}$ ]] && echo ok || echo no; done; ip() { local IFS=. o; [[ $1 =~ ^([0-9]{1,3}\.){3}[0-9]{1,3}$ ]] || return 1; for o in $1; do ((10#$o <= 255)) || return 1; done; }; for i in 1.2.3.4 256.1.1.1 1.2.3; do ip $i && echo ip || echo none; done
### cidr arithmetic
ip2n() { local IFS=.; set -- $1; echo $((($1 << 24) + ($2 << 16) + ($3 << 8) + $4)); }; n=$(ip2n 192.168.1.77); m=$((0xffffffff << (32 - 24) & 0xffffffff)); echo $n $((n & m)); b=$((n & m)); echo $((b >> 24 & 255)).$((b >> 16 & 255)).$((b >> 8 & 255)).$((b & 255))
### hex and binary conversions
printf '%d %x %o\n' 0xff 255 8; echo $((16#ff)) $((2#1010)); d2b() { local n=$1 b=; while ((n)); do b=$((n % 2))$b; ((n /= 2)); done; echo ${b:-0}; }; d2b 10; d2b 0; printf '%s\n' {0..1}{0..1}
### base64 and tr pipelines
printf 'hello' | base64; printf 'aGVsbG8=' | base64 -d; echo; echo abc | tr a-c x-z; echo 'a1b2' | tr -d 0-9; echo aabb | tr -s a-z
### fixed point arithmetic
div() { local q=$(($1 * 100 / $2)); printf '%d.%02d\n' $((q / 100)) $((q % 100)); }; div 10 3; div 1 8; div 22 7; awk 'BEGIN { printf "%.3f\n", 10 / 3 }'
### average, minimum and maximum
nums=(4 8 15 16 23 42); min=${nums[0]} max=$min sum=0; for n in "${nums[@]}"; do ((sum += n, n < min)) && min=$n; ((n > max)) && max=$n; done; echo $min $max $((sum / ${#nums[@]}))
### shuffle with a seed is stable within the shell
RANDOM=7; a=(1 2 3 4 5); for ((i = 4; i > 0; i--)); do j=$((RANDOM % (i + 1))); t=${a[i]}; a[i]=${a[j]}; a[j]=$t; done; b=${a[*]}; RANDOM=7; a=(1 2 3 4 5); for ((i = 4; i > 0; i--)); do j=$((RANDOM % (i + 1))); t=${a[i]}; a[i]=${a[j]}; a[j]=$t; done; [[ $b == "${a[*]}" ]] && echo same; printf '%s\n' ${a[@]} | sort | paste -sd,
### RANDOM is bash's generator
RANDOM=42; echo $RANDOM $RANDOM $RANDOM; RANDOM=1; echo $RANDOM $RANDOM
### many small files
mkdir m; for i in {1..50}; do echo $i > m/$i; done; ls m | wc -l; cat m/* | sort -n | tail -1; rm m/?; ls m | wc -l
### large loops stay fast
n=0; for ((i = 0; i < 20000; i++)); do ((n += i % 7)); done; echo $n; s=; for ((i = 0; i < 2000; i++)); do s+=x; done; echo ${#s}
### string building in an array
out=(); for i in {1..500}; do out+=("line $i"); done; printf '%s\n' "${out[@]}" | md5sum | cut -c1-8; echo ${#out[@]}
### reading a file into a variable
printf 'a\nb\n\n' > f; x=$(< f); y=$(cat f; echo .); echo "${#x} ${#y}"; IFS= read -r -d '' z < f; echo "$? ${#z}"
### first and last lines
seq 10 > f; head -n1 f; tail -n1 f; sed -n '3,5p' f | paste -sd,; mapfile -t a < f; echo ${a[0]} ${a[-1]} ${a[@]:2:2}
### dedupe keeping order
printf '%s\n' b a b c a > f; awk '!s[$0]++' f | paste -sd,; declare -A s; while read -r l; do [[ ${s[$l]} ]] || echo $l; s[$l]=1; done < f | paste -sd,
### sort by length
printf '%s\n' ccc a bb | while read -r l; do echo "${#l} $l"; done | sort -n | cut -d' ' -f2-
### path manipulation
p=/a/b/../c/./file.tar.gz; echo ${p##*/} ${p%/*} ${p##*.} ${p%%.*}; basename $p .gz; dirname $p; realpath -ms /x/../y/./z
### relative paths
mkdir -p a/b c; realpath --relative-to=a/b c; cd a/b; [[ -d ../../c ]] && echo there
### exit codes as a bit mask
r=0; true || ((r |= 1)); false || ((r |= 2)); false || ((r |= 4)); exit $r
### dry run wrapper
run() { if [[ ${dry:-} ]]; then printf '+ %s\n' "${*@Q}"; else "$@"; fi; }; dry=1; run rm -rf 'a b'; dry=; run echo done
### capturing output and status
if out=$(ls none 2>&1); then echo ok; else s=$?; echo "failed $s: ${out#*: }"; fi; out=$(printf 'x\ny\n'; exit 3); echo "$? ${out//$'\n'/,}"
### capturing output and errors apart
{ err=$( { out=$(echo o; echo e >&2); } 2>&1; echo "$out" >&3); } 3> outf; echo "err=$err out=$(cat outf)"
### swap variables and multiple returns
a=1 b=2; read -r a b <<< "$b $a"; echo $a $b; minmax() { echo $(($1 < $2 ? $1 : $2)) $(($1 > $2 ? $1 : $2)); }; read -r lo hi < <(minmax 9 4); echo $lo $hi
### signal driven loop
stop=; trap 'stop=1' USR1; n=0; while [[ ! $stop ]]; do ((++n == 3)) && kill -USR1 $$; done; echo $n
### process a stream by blocks
printf '%s\n' '--' a b '--' c | while IFS= read -r l; do if [[ $l == -- ]]; then echo "block $((++k))"; else echo " $l"; fi; done
### multi-line records
printf 'name: a\nage: 1\n\nname: b\nage: 2\n' | { declare -A r; flush() { [[ ${r[name]} ]] && echo "${r[name]}/${r[age]}"; r=(); }; while IFS=': ' read -r k v; do [[ $k ]] && r[$k]=$v || flush; done; flush; }
### word wrap
t='the quick brown fox jumps over the lazy dog'; l=; for w in $t; do if ((${#l} + ${#w} + 1 > 16)); then echo "$l"; l=$w; else l+=${l:+ }$w; fi; done; echo "$l"; fold -s -w 16 <<< "$t" | wc -l
### centered and right aligned text
for s in a abc abcdef; do w=10; p=$(((w - ${#s}) / 2)); printf '|%*s%s%*s|%10s|\n' $p '' "$s" $((w - p - ${#s})) '' "$s"; done
### boolean variables
yes=true; no=false; $yes && echo y; $no || echo n; if $yes && ! $no; then echo both; fi; flag=; [[ $flag ]] || echo unset
### numbers with leading zeros
for i in 07 08 09 10; do echo -n $((10#$i + 1)) ''; done; echo; for i in {08..11}; do echo -n "$i "; done; echo; n=7; printf '%03d\n' $n
### increments that end a strict script
set -e; n=0; n=$((n + 1)); ((n += 1)); ((n++)); echo $n; m=0; ((m++)) || true; echo $m; ((m -= 1)); echo no
### empty array in strict mode
set -u; a=(); for x in "${a[@]}"; do echo never; done; echo "${a[@]+set}" "${#a[@]}"; f() { echo $#; }; f "${a[@]}"; f ${a[@]+"${a[@]}"}
### while read with a command that eats input
printf '1\n2\n3\n' | while read -r x; do echo $x; cat > /dev/null; done; printf '1\n2\n' | while read -r x; do echo $x; cat < /dev/null; done
