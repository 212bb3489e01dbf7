# Terminals, pagers, columns, processes and what else a machine has beside its files: ncurses, less, util-linux, procps,
# psmisc, ncal, hostname, tzdata, time, and the tools of wasm/tools.
### tput of several terminals
for t in dumb xterm xterm-256color screen screen-256color tmux vt100 linux ansi; do echo "$t: $(tput -T $t colors) $(tput -T $t cols 2>/dev/null) $(tput -T $t setaf 1 | od -An -c | tr -s ' ')"; done; tput -T xterm longname; echo; tput -T nonesuch colors; echo $?; tput -T xterm nosuchcap; echo $?
### tput without a terminal
unset TERM; tput cols; echo $?; tput setaf 1; echo $?; clear; echo $?; tput -T xterm cup 3 4 | od -c; printf 'setaf 2\nbold\nsgr0\n' | tput -T xterm -S | od -c; tput -V | sed 's/\.[0-9]*$//'
### tput attributes
export TERM=xterm-256color; for c in bold dim smul rmul rev sgr0 smso rmso civis cnorm el ed home clear smcup rmcup; do printf '%s ' $c; tput $c | od -An -c | tr -s ' '; done; tput setab 200 | od -c; tput sgr 0 1 | od -c; tput lines cols am; echo $?; tput xon; echo $?; tput cuu 5 | od -c; tput kbs | od -c
### clear
TERM=xterm clear | od -c; TERM=vt100 clear | od -c; TERM=dumb clear | od -c; TERM=xterm clear -x | od -c; TERM=nonesuch clear; echo $?; clear -T linux | od -c; clear -V | cut -d. -f1
### infocmp
infocmp dumb | tail -n +2; infocmp -1 vt100 | tail -n +2 | head -5; infocmp -d vt100 ansi | tail -n +2 | head -8; infocmp -x tmux | tail -n +2 | md5sum; infocmp xterm-256color | tail -n +2 | md5sum; infocmp -L ansi | tail -n +2 | head -3; infocmp -C dumb | tail -n +3; infocmp nonesuch 2>/dev/null; echo $?
### tic and toe
cat > t.ti <<'END'
myterm|my own terminal,
	am, cols#72, lines#20,
	clear=\E[H\E[J, cup=\E[%i%p1%d;%p2%dH, setaf=\E[3%p1%dm,
END
tic -o db t.ti; ls db/m; TERMINFO=$PWD/db tput -T myterm cols; TERMINFO=$PWD/db tput -T myterm cup 1 2 | od -c; toe db; infocmp -A db myterm | tail -n +2; echo 'broken' > b.ti; tic -o db b.ti 2>&1 | head -2; captoinfo < /dev/null; echo $?; printf 'old|an old one:am:co#40:cl=\\E[H:\n' > cap; captoinfo cap | tail -n +2
### tabs
tabs -T xterm -8 -d 2>&1 | head -3; TERM=vt100 tabs 1,10,20 | od -c; TERM=dumb tabs 4; echo $?
### less as a filter
seq 5 | less; printf 'a\nb\n' > f; less f; less f f; less nosuch; echo $?; less -V | head -1 | cut -d' ' -f1,2; echo x | less -N; seq 3 | less +2; less < f; less /; echo $?; cat f | less - ; LESS=-R less f
### less of data
head -c 3000 $DATA/binary > b; less b | md5sum; gzip -h >/dev/null 2>&1; head -2000 $DATA/access.log | less | md5sum; printf '\033[31mred\033[0m\n' | less -R | od -c; printf 'x\r\n\ttab\n' | less | od -c; lessecho -ox 'a b' c; lessecho '*.txt'; echo 'h help' > keys; lesskey -o out keys; echo $?; od -c out | head -2
### getopt
getopt -o ab:c:: --long alpha,beta:,gamma:: -n prog -- -a -b val -cX --alpha --beta=1 rest --gamma 'two words' end; echo $?; getopt ab: -a -b x y; getopt -T; echo $?; getopt; echo $?; getopt -q -o a -- -z; echo $?; getopt -u -o a: -- -a 'x y'; getopt -s csh -o a: -- -a "it's!"; getopt -a -l long -o x -- -long -x; getopt -o '+ab' -- x -a; getopt -o '-ab' -- x -a; getopt -V
### getopt in a script
f() { local o; o=$(getopt -o vf:n: --long verbose,file:,count: -n f -- "$@") || return 2; eval set -- "$o"; while :; do case $1 in -v|--verbose) echo v; shift;; -f|--file) echo "file=$2"; shift 2;; -n|--count) echo "n=$2"; shift 2;; --) shift; break;; esac; done; printf 'arg:%s\n' "$@"; }; f -v --file='my file' -n3 a 'b c'
### flock
flock f echo locked; (flock 9; echo in; flock -n g true; echo $?) 9> g; exec 8> h; flock 8; flock -n h echo no; echo $?; flock -u 8; flock -n h echo yes; flock -w 0.1 h -c 'echo command; exit 3'; echo $?; flock -n -E 9 h true; echo $?; flock -s f flock -s -n f echo both; flock; echo $?; flock /none/x true; echo $?; exec 7< f; flock -x 7; flock -n f true; echo $?; exec 7<&-; flock -n f true; echo $?
### flock serialises
echo 0 > n; for i in 1 2 3 4 5 6; do (for j in 1 2 3; do flock lock sh -c 'x=$(cat n); echo $((x + 1)) > n'; done) & done; wait; cat n
### setsid
setsid sh -c 'test $$ = $(cut -d" " -f6 /proc/self/stat); echo $?'; setsid -w sh -c 'exit 4'; echo $?; setsid; echo $?; setsid nosuch; echo $?; setsid -f true; echo $?
### pidwait
sleep 0.3 & pidwait -P $$ sleep; echo $?; pidwait none; echo $?; wait; pidwait -c none; echo $?
### rename
touch a.txt b.txt c.dat; rename.ul .txt .md *.txt; ls; rename.ul -v .md .x a.md; rename.ul -n .md .y b.md; ls; rename.ul no yes *; echo $?; rename.ul; echo $?; touch aXbX; rename.ul -a X _ aXbX; ls; touch k1 k2; rename.ul -o k1 k2 k1; ls k*
### uuidgen
uuidgen | grep -cE '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'; uuidgen -r | wc -c; uuidgen -t | cut -c15; uuidgen --sha1 --namespace @dns --name example.org; uuidgen --md5 -n @url -N http://example.org/; uuidgen -s -n bad -N x; echo $?; test "$(uuidgen)" != "$(uuidgen)"; echo $?; uuidparse -n $(uuidgen --sha1 --namespace @dns --name example.org) | tr -s ' '; mcookie | wc -c; echo seed > s; mcookie -f s | grep -c '^[0-9a-f]*$'
### cal
cal 2 2024; cal 9 1752; cal -3 12 2023; cal 2023; ncal 2 2024; ncal -e 2024; ncal -o 2024; cal -m 5 2024 2>&1 | head -3; ncal -w 3 2024; ncal -M -b 3 2024; ncal -3 -h 1 2024; cal 13 2024; echo $?; cal 0; echo $?; cal -A1 -B1 1 2024; ncal -j 2 2024; cal -y 2025 | tail -9; cal -d 2024-07 -h
### column
printf 'a:bbb:c\naaaa:b:cc\n' | column -t -s:; printf 'a b\nlonger x y\n' | column -t; seq 30 | column -c 40; seq 7 | column -x -c 30; printf 'x,,z\n,y,\n' | column -t -s, ; printf 'x,,z\n,y,\n' | column -t -s, -o '|'; printf 'n v\n1 2\n' | column -J -t -N name,value; printf '1 2 3\n' | column -t -N A,B,C -R 2; printf '1 2 3\n4 5 6\n' | column -t -H 2 -N a,b,c; printf 'é ü\nlang x\n' | column -t; column nosuch; echo $?; printf 'r 1 0 A\nc 2 1 B\n' | column -t -N K,I,P,D -r D -i I -p P; column -c 20 -e </dev/null; printf 'a\n\nb\n' | column -e -c 20; printf 'k v\n' | column -t -d -N a,b; printf '%s\n' one two three | column -t -n tab -J
### hexdump
head -c 100 $DATA/binary > b; hexdump b; hexdump -C b; hd b | head -2; hexdump -b b | head -2; hexdump -c b | head -3; hexdump -d b | head -2; hexdump -o b | head -1; hexdump -x -n 20 -s 5 b; hexdump -e '16/1 "%02x " "\n"' b; hexdump -e '"%08_ax " 8/1 "%3u " "\n"' b | head -3; hexdump -v -e '/1 "%02X"' b; echo; head -c 64 /dev/zero | hexdump -C; head -c 64 /dev/zero | hexdump -vC; hexdump -e 'bad' b; echo $?; printf 'abc' | hexdump -e '1/4 "%d" "\n"'; printf 'text' | hexdump -e '"%_p"' -e '"\n"'; printf '\x00\x00\x80\x3f' | hexdump -e '/4 "%f\n"'; hexdump -C < /dev/null; md5sum < <(hexdump -C $DATA/binary); hexdump -n 3 -e '3/1 "%_c " "\n"' b
### hexdump of nothing
hexdump nosuch; echo $?
### rev, col, colrm, colcrt, ul, look
printf 'abc\nÄöü x\n\n' | rev; rev nosuch; echo $?; printf 'a\bab_\b_b\n' | col -b; printf 'x\ty\n' | col -x; printf 'abcdefgh\n' | colrm 3 5; printf 'abcdefgh\n' | colrm 4; printf 'a\tb\n' | colrm 2 3; printf '_\ba_\bb x\n' | ul -t dumb | od -c; printf '_\ba_\bb c\bc\n' | ul -t xterm | od -c; printf 'a\033[1mb\n' | col -b; printf 'apple\nbanana\nband\ncat\n' > w; look ban w; look -f BAN w; look z w; echo $?; look -d bana w; look -t n ban w; printf '_\bq\n' | colcrt; printf 'a\n' | rev -V | head -1; tr '\0' '\n' < /dev/zero | head -c 0; rev $DATA/access.log | md5sum
### more as a filter
seq 3 | more; printf 'a\n\n\n\nb\n' > f; more f; more -s f; more f f; more nosuch; echo $?; more +3 f; more -V
### namei, whereis, mountpoint
mkdir -p d/e; ln -s d/e l; touch d/e/f; namei l/f; namei -m d/e/f | sed 's/ [^ ]* / /' | tail -2; namei nosuch/x; echo $?; namei -x /; whereis -b sh | cut -d: -f1; whereis -b no-such-program; mountpoint /proc; mountpoint -q /proc; echo $?; mountpoint d; echo $?; mountpoint nosuch; echo $?; mountpoint; echo $?
### prlimit, renice, choom
prlimit -n --noheadings -o RESOURCE; prlimit --nofile=100 sh -c 'ulimit -n'; prlimit --nofile=50:60 sh -c 'ulimit -Sn; ulimit -Hn'; prlimit --core --output=UNITS,DESCRIPTION; prlimit -o RESOURCE,UNITS; prlimit --nofile=x true; echo $?; renice -n 19 -p $$ | sed 's/^[0-9]*//; s/old priority [0-9]*/old/'; nice; renice x 1; echo $?; renice; echo $?; renice 19 -p 4194300; echo $?
### fallocate and hardlink
fallocate -l 1000 f; stat -c %s f; fallocate -l 1K -o 4K f; stat -c %s f; fallocate -n -l 1M f; stat -c %s f; fallocate -l x f; echo $?; fallocate f; echo $?; echo same > a; cp a b; cp a c; hardlink -c . | sed 's/[0-9.]* seconds//' | grep -E 'Mode|Linked|Files' ; stat -c %h a; fallocate -l 10 /none/x; echo $?
### kill of procps
/usr/bin/kill -l; /usr/bin/kill -l 9; /usr/bin/kill -l HUP; /usr/bin/kill -L; sleep 50 & /usr/bin/kill $!; wait $!; echo $?; sleep 50 & { /usr/bin/kill -s KILL $!; wait $!; } 2>/dev/null; echo $?; sleep 50 & /usr/bin/kill -HUP -- $!; wait $!; echo $?; /usr/bin/kill -0 $$; echo $?; /usr/bin/kill 4194300; echo $?; /usr/bin/kill -BAD 1; echo $?; /usr/bin/kill; echo $?; env kill -l 137 15 TERM
### ps of chosen processes
sleep 61 & p=$!; ps -o pid= -p $p | grep -c "^ *$p$"; ps -o comm=,args=,ppid= -p $p | tr -s ' ' | sed "s/ $$\$/ PARENT/"; ps -o comm,args -p $p; ps -p $p -o tty,cls,nlwp --no-headers | tr -s ' '; ps -p $p -o pid=,ppid= | grep -c "^ *$p *$$\$"; ps -o state,uid,ucmd -p $p; ps -o pid,ppid,pgid,sid,tty,ni,pri,cls,nlwp,user,euser,ruser,group,rss,vsz,pcpu,pmem,start,lstart,wchan:8 -p $p | head -1; ps h -o cmd $p; ps -o etimes= -p $p | tr -d ' '; ps -o time=,cputime= -p $p; ps -C no-such; echo $?; ps -p 4194300; echo $?; kill $p
### ps of everything
sleep 62 & ps -ef | head -1; ps aux | head -1; ps aux | awk '/slee[p] 62/ { print $11, $12 }'; ps -ef | awk '/slee[p] 62/ { print $8, $9 }'; ps -eo pid,comm | awk 'NR == 1 { print $1, $2 }'; ps --ppid $$ -o comm= > children; sort -u children; ps -u $(id -u) -o comm= | grep -cx ps; ps --forest -o args= | grep '\\_ slee[p] 62' | sed 's/^[ |]*//'; ps -ejH | head -1; ps axjf | head -1; ps -l | head -1; ps -F | head -1; ps -ely | head -1; ps u | head -1; ps v | head -1; ps -A --sort=-pid -o pid= | awk 'p && $1 > p { bad = 1 } { p = $1 } END { print bad + 0 }'; kill %1
### ps errors and versions
ps --nosuch; echo $?; ps -o nosuch; echo $?; ps -p x; echo $?; ps --version; ps --help | head -3; ps -o ppid,,; echo $?; ps L | head -5; ps -u no-such-user; echo $?
### pgrep and pkill
sleep 3021 & a=$!; sleep 3022 & b=$!; until [ $(pgrep -c -P $$ -x sleep) = 2 ]; do :; done; pgrep -f 'sleep 302[1]' | grep -cx $a; pgrep -P $$ -x sleep | sort -n | tr '\n' ' ' | grep -c "$a $b"; pgrep -c -P $$ sleep; pgrep -l -P $$ -f 'sleep 3022' | sed "s/$b/B/"; pgrep -a -P $$ 'slee' | sed "s/$a/A/; s/$b/B/"; pgrep -n -P $$ sleep | grep -cx $b; pgrep -o -P $$ sleep | grep -cx $a; pgrep -d, -P $$ sleep | tr -d 0-9; pgrep no-such-process; echo $?; pkill -P $$ -f 'sleep 3021'; wait $a; echo $?; { pkill -9 -P $$ sleep; wait $b; } 2>/dev/null; echo $?; pgrep -P $$ sleep; echo $?; pgrep; echo $?; pgrep -u no-such-user x; echo $?; pgrep -V
### pidof
cp /usr/bin/sleep ./my-sleeper 2>/dev/null; sleep 3031 & until [ "$(cat /proc/$!/comm)" = sleep ]; do :; done; pidof -s sleep >/dev/null; echo $?; pidof no-such-program; echo $?; kill $!; pidof -x no-such; echo $?; pidof; echo $?
### uptime, free, vmstat, w
uptime | grep -c 'load average: [0-9.]*, [0-9.]*, [0-9.]*$'; uptime -p | grep -c '^up'; uptime -s | grep -cE '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}$'; uptime -V; free | head -1; free -m | awk 'NR > 1 { print $1, NF }'; free -h | awk '{ print NF }'; free -b -t | awk 'NR > 1 { print $1 }'; free -w | head -1; free -k | awk '/^Mem/ { print ($2 > 1000), ($3 + $4 <= $2) }'; vmstat | head -2; vmstat 1 1 | awk 'NR == 3 { print NF }'; vmstat -s | head -3 | awk '{ print $2, $3, $4 }'; vmstat -S M | awk 'END { print NF }'; w | sed -n 2p; w -h; w -V; vmstat -V
### top in batch mode
top -bn1 | sed -n '7p'; top -bn1 | grep -c '^%Cpu'; top -bn1 | awk 'NR == 1 { print $1, $2 }'; top -b -n 1 -p $$ | awk -v p=$$ '$1 == p { print $NF }'; top -bn1 -o PID | awk 'NR > 7 && NF { print ($1 ~ /^[0-9]+$/) }' | sort -u; top -bn1 -u no-such-user; echo $?; top -h | head -1; top -bn1 -w 60 | awk 'length > 60 { n++ } END { print n + 0 }'; top -bc -n1 | awk '/to[p] -bc/ { print $12, $13, $14 }'
### watch without a terminal, pwdx, pmap
pwdx $$ | sed "s/^$$: //" | grep -cx "$PWD"; pwdx 4194300; echo $?; pwdx x; echo $?; pwdx; echo $?; pmap 4194300; echo $?; pmap -V; pmap; echo $?; watch -v; watch; echo $?
### killall and pstree
sleep 3041 & until killall -0 sleep 2>/dev/null; do :; done; killall -0 sleep 2>/dev/null; echo $?; killall no-such-program; echo $?; killall -q no-such-program; echo $?; killall -l; killall; echo $?; killall -s BAD x; echo $?; kill $!; pstree -V 2>&1 | head -1; sh -c 'sleep 3042 & exec sleep 3043' & until [ "$(ps -o comm= -p $!)" = sleep ] && pgrep -P $! -x sleep >/dev/null; do :; done; pstree -A $!; pstree -Aa $!; pstree -Ap $! | tr -d 0-9; pstree -U $! | od -c | head -2; pkill -P $! ; kill $!; pstree 4194300; echo $?; pstree -T -A -s $$ | grep -c bash
### fuser
exec 5> held; fuser held 2>/dev/null | tr -d ' 0-9'; fuser held 2>/dev/null | grep -cw $$; fuser -s held; echo $?; exec 5>&-; fuser held; echo $?; fuser nosuch; echo $?; fuser; echo $?; fuser -l; sleep 3051 < held & until fuser -s held; do :; done; { fuser -k held; wait $!; } >/dev/null 2>&1; echo $?; fuser -v held; echo $?
### sysctl
/usr/sbin/sysctl -n kernel.ostype; /usr/sbin/sysctl kernel.ostype; /usr/sbin/sysctl no.such.key; echo $?; /usr/sbin/sysctl -n kernel.pid_max | grep -c '^[0-9]*$'; /usr/sbin/sysctl -V; /usr/sbin/sysctl -w kernel.ostype=X; echo $?; /usr/sbin/sysctl -e no.such; echo $?
### GNU time
command time -f '%x %C' true; command time -f '%x %C' sh -c 'exit 3'; echo $?; command time -f 'a\tb %%' false; command time -q -f '%x' sh -c 'kill -9 $$'; echo $?; command time -f '%x' sh -c 'kill -9 $$'; echo $?; command time nosuch 2>&1 | head -2; command time; echo $?; command time -o out -f %C echo hi; cat out; command time -a -o out -f %C echo ho; cat out; command time -p true 2>&1 | sed 's/[0-9.]*$/N/'; command time true 2>&1 | sed 's/[0-9][0-9.:]*/N/g'; command time -v true 2>&1 | sed 's/[0-9][0-9.:]*/N/g'; command time /tmp 2>&1 | head -2; command time -o /none/x true; echo $?; TIME='%C!' command time echo x; command time -f '%e %E' sleep 0.1 2>&1 | sed 's/[0-9]\.[0-9][0-9]/N.NN/g'; command time -f '%q|\q' true; (exec -a xtime time -f %C true)
### time the keyword
TIMEFORMAT=x; time true; time sleep 0; type -t time; type -P time
### hostname
test "$(hostname)" = "$(uname -n)"; echo $?; hostname -s | wc -l; hostname -V 2>&1 | head -1; hostname newname; echo $?; hostname -F /none; echo $?; dnsdomainname; echo $?
### time zones
for z in America/New_York Europe/London Europe/Berlin Asia/Tokyo Asia/Kolkata Australia/Sydney UTC America/Sao_Paulo Africa/Cairo Pacific/Auckland; do TZ=$z date -d @1700000000 '+%F %T %Z %z'; TZ=$z date -d '2030-07-01 12:00 UTC' '+%F %T %Z %z'; done; TZ=:Europe/Paris date -d @0; TZ=Europe/Berlin date -d '2024-03-31 03:30' +%s; TZ=US/Eastern date -d '1900-01-01' +%z; date -d 'TZ="Asia/Tokyo" 2024-01-01 09:00' -u +%FT%T; TZ=Europe/Lisbon date -d @-1000000000; ls /usr/share/zoneinfo/Europe | md5sum; ls /usr/share/zoneinfo | grep -vE '^(posix|right|localtime)$' | md5sum; readlink /usr/share/zoneinfo/GB; TZ=America/New_York awk 'BEGIN { print strftime("%c %Z", 1720000000) }'
### locale
export LANG=; env -u LC_ALL LANG=C.UTF-8 locale; LC_ALL=C locale; env -u LC_ALL LANG= LC_TIME=C locale; locale charmap; LC_ALL=C locale charmap; locale -a; locale abday day mon; locale -k d_fmt t_fmt yesexpr; locale -c decimal_point; locale -ck am_pm; locale nosuch; echo $?; locale LC_TIME | head -5; locale --bad 2>/dev/null; echo $?
### iconv
printf 'é€ü' | iconv -f utf-8 -t utf-16le | od -An -tx1; printf 'é' | iconv -f utf-8 -t latin1 | od -An -tx1; printf '\xe9' | iconv -f iso-8859-1 -t utf-8; printf 'a' | iconv -t utf-16 | od -An -tx1; printf 'a' | iconv -t ucs-4 | od -An -tx1; printf '日本語' | iconv -f utf-8 -t shift_jis | od -An -tx1; printf '日本語' | iconv -t euc-jp | iconv -f euc-jp -t utf8; printf '\x93q\x94' | iconv -f cp1252 -t utf-8; printf 'привет' | iconv -t koi8-r | od -An -tx1; printf 'привет' | iconv -t cp1251 | iconv -f cp1251; printf '中文' | iconv -t gb18030 | od -An -tx1; printf '中文' | iconv -t big5 | od -An -tx1; printf 'x\n' > f; iconv -f ascii -t utf-8 f f; iconv -o out -t utf-16be f; od -c out
### iconv approximations
for code in $(printf "%04X " {160..383}) 2010 2011 2012 2013 2014 2015 2018 2019 201A 201C 201D 201E 2020 2022 2026 2039 203A 2044 20AC 2116 2122 2153 2190 2192 2194 2212 2260 2264 2265 FB00 FB01 FB02 02DC 0219 65E5; do printf "\\u$code" | iconv -f utf-8 -t ascii//TRANSLIT; printf ' '; done; echo; printf '— £ ½\n' | iconv -f utf-8 -t latin1//TRANSLIT | od -c
### iconv errors
printf 'a\xffb' | iconv -f utf-8 -t latin1; echo $?; printf 'a日b' | iconv -f utf-8 -t latin1; echo $?; printf 'a日b' | iconv -c -f utf-8 -t latin1; echo $?; printf 'a日é' | iconv -f utf-8 -t ascii//TRANSLIT; echo $?; printf 'a\xe3\x81' | iconv -f utf8 -t latin1; echo $?; printf 'é“x”…' | iconv -t ascii//TRANSLIT; echo; iconv nosuch; echo $?; iconv -f nosuch -t utf-8 < /dev/null; echo $?; iconv -f utf-8 -t nosuch < /dev/null; echo $?; printf 'ab€c' | iconv -t iso-8859-1//IGNORE; echo $?; head -c 20000 $DATA/binary | iconv -f latin1 -t utf-8 | md5sum; iconv -f utf-8 -t utf-16le $DATA/access.log | iconv -f utf-16le -t utf-8 | cmp - $DATA/access.log; echo $?
### getconf
getconf PATH_MAX /; getconf NAME_MAX .; getconf CLK_TCK; getconf CHAR_BIT; getconf INT_MAX; getconf UINT_MAX; getconf _POSIX_VERSION; getconf LINE_MAX; getconf nosuch; echo $?; getconf; echo $?; getconf PATH | grep -c /usr/bin; getconf _NPROCESSORS_ONLN | grep -c '^[1-9]'; getconf PATH_MAX; echo $?; getconf PIPE_BUF /; getconf IOV_MAX; getconf -a | grep -c '^INT_MAX  *2147483647$'; getconf BC_BASE_MAX; getconf ARG_MAX | grep -c .
### getent
getent passwd root; getent passwd 0; getent passwd nosuch; echo $?; getent group root 1; getent group nosuch; echo $?; getent passwd | head -1; getent hosts localhost >/dev/null; echo $?; getent hosts no.such.host.invalid; echo $?; getent nosuch; echo $?; getent; echo $?; getent ahosts 127.0.0.1 | head -2; getent passwd root nosuch daemon | cut -d: -f1; getent initgroups root
### which
which sh ls; which -a ls | head -1; which nosuch; echo $?; which; echo $?; which ls nosuch; echo $?; mkdir bin; printf '#!/bin/sh\n' > bin/own; PATH=$PWD/bin:$PATH which own; echo $?; chmod +x bin/own; PATH=$PWD/bin:$PATH which own | sed "s#$PWD##"; which ./bin/own; which -x; echo $?; PATH=bin: which own
### run-parts
mkdir d; for n in 20b 10a bad.sh c-d no; do printf '#!/bin/sh\necho %s "$@"\n' $n > d/$n; chmod +x d/$n; done; chmod -x d/no; run-parts d; run-parts --list d; run-parts --test d; run-parts --reverse d; run-parts -a x --arg=y d; run-parts -v d 2>&1; run-parts --regex='^.*\.sh$' d; run-parts; echo $?; run-parts nosuch; echo $?; printf '#!/bin/sh\nexit 3\n' > d/15x; chmod +x d/15x; run-parts d; echo $?; run-parts --exit-on-error d; echo $?
### proc for programs
awk '{ print NF }' /proc/self/stat /proc/self/statm /proc/loadavg /proc/uptime; grep -cE '^(MemTotal|MemFree|MemAvailable|Buffers|Cached|SwapTotal|SwapFree|Shmem|SReclaimable|Slab):' /proc/meminfo; grep -E '^(Name|Umask|Threads|NoNewPrivs|TracerPid):' /proc/self/status; grep -oE '^(cpu|cpu0|intr|ctxt|btime|processes|procs_running|procs_blocked|softirq) ' /proc/stat; awk '/^cpu /{ print NF }' /proc/stat; head -1 /proc/self/limits; cut -c1-26 /proc/self/limits; cat /proc/sys/kernel/ostype; ls /proc/sys/kernel | grep -xE 'hostname|osrelease|ostype|pid_max|version|random|threads-max|ngroups_max|domainname|cap_last_cap'; readlink /proc/self/exe; ls /proc/self/task | wc -l; test $(readlink /proc/thread-self | cut -d/ -f1) != ''; echo $?; grep -cE '^(nr_free_pages|pgpgin|pgpgout|pswpin|pswpout) ' /proc/vmstat; cat /proc/self/oom_score_adj; wc -l < /proc/self/wchan; grep -c tmpfs /proc/filesystems; ls /proc/net | grep -xE 'tcp|udp|unix|tcp6|udp6|dev' ; head -1 /proc/net/tcp
### wrong options of all of them
getopt -o a -- -z; echo $?; getopt -o a: -- -a; echo $?; getopt -l foo,foobar -o '' -- --fo; echo $?; cal -N 6 2024; prlimit --badopt; echo $?; pkill -BAD x; echo $?; free -x; echo $?; watch --bad; echo $?; hostname -x; echo $?
