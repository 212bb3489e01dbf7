# Dates, numbers, environment and what the system says.
### date formats
TZ=UTC date -d '2024-02-29 12:34:56' '+%Y-%m-%d %H:%M:%S %j %U %u %a %b %A %B %s %N %Z %z %p %I %e %y %C %D %F %T %n%%'; TZ=UTC date -d @0; TZ=UTC date -u -d @1700000000 --iso-8601=seconds; TZ=UTC date -R -d @1; date --rfc-3339=date -u -d @86400
### date arithmetic
export TZ=UTC; for e in '2024-01-31 +1 month' '2024-03-01 -1 day' '2024-02-28 + 2 days' '2023-12-31 23:59:59 UTC + 1 second' '1 Jan 2000 next monday' '2024-05-05 10:00 EST' '20240101T120000' 'Thu, 1 Feb 2024 10:00:00 +0200' '@1.5' '2024-W05'; do date -d "$e" '+%F %T'; done
### date with named zones
TZ=America/New_York date -d @1720000000; TZ=Asia/Tokyo date -d @1720000000 '+%F %T %Z %z'; TZ=Europe/Berlin date -d '2024-03-31 02:30'; date -d 'TZ="Asia/Kolkata" 2024-01-01 09:00' -u +%FT%T
### date zones
TZ='EST5EDT,M3.2.0,M11.1.0' date -d @1720000000; TZ=UTC-3 date -d @0 +%T
### date errors
date -d nonsense; echo $?; date -d '2024-13-01'; echo $?; date +; date -s 2000-01-01 >/dev/null; echo $?
### unknown long option
date --unknown; echo $?
### printf
printf '%s %d %5.2f %x %o %c|%-5s|%05d|%+d|%e\n' a 42 3.14159 255 8 Z ab 7 5 12345.6; printf '%b\n' 'tab\there'; printf '%q\n' 'a b' "it's"; printf '%s\n' a b c; printf '%d\n' 0x1f 010 "'A"; printf '%d\n' abc; echo $?; printf '%%\n'; printf '\x41\u00e9\n'; /usr/bin/printf '%s %5.1f\n' x 2.25; printf '%(%Y)T\n' 0; printf '%*d|%-*d|\n' 5 42 5 42; printf '%.3s|\n' abcdef
### printf wide numbers
printf '%d %u\n' 9223372036854775807 18446744073709551615;  /usr/bin/printf '%.20f\n' 0.1; printf '%g %g\n' 1e10 0.0001; printf "%'d\n" 1234567; /usr/bin/printf '%Lf\n' 1.5 2>/dev/null
### printf out of range
printf '%d\n' 9223372036854775808; echo $?
### printf hexadecimal floats
/usr/bin/printf '%a\n' 1
### expr and factor
expr 7 + 3 \* 2; expr length hello; expr hello : 'h\(.*\)o'; expr 5 / 0; echo $?; expr 1 = 2; echo $?; factor 360 97 1000000007; expr substr hello 2 3; expr 99999999999999999999 + 1; factor 18446744073709551617
### arithmetic
echo $((2**62)) $((7 / 2)) $((-7 / 2)) $((-7 % 3)) $((0xff)) $((2#1010)) $((1 << 10)) $((5 > 3)) $((x = 5, x * 2)) $((~0)) $((1 ? 2 : 3)); echo $((9223372036854775807 + 1)); let y=3**4; echo $y; ((y > 80)) && echo yes; echo $((1 / 0)); echo $?
### environment
env -i A=1 B='two words' env; env -u HOME sh -c 'echo ${HOME-unset}'; printenv DATA >/dev/null; echo $?; printenv NONE; echo $?; A=1 sh -c 'echo $A'; echo ${A-unset}; export Z=9; sh -c 'echo $Z'; env -C / pwd; env A=1 no-such; echo $?; env -S 'echo split string'
### identity
id -u; id -g; whoami >/dev/null; id -un 2>/dev/null >&2; groups >/dev/null; uname -s; id 0 | cut -d' ' -f1; logname >/dev/null 2>&1; nproc | grep -c '[0-9]'; arch | grep -c .; tty; echo $?; users | wc -l; hostid | wc -c
### timing
timeout 0.2 sleep 60; echo $?; timeout 5 sh -c 'exit 3'; echo $?; timeout -s KILL 0.2 sleep 60; echo $?; timeout --preserve-status 0.2 sleep 60; echo $?; sleep x; echo $?; timeout -k 0.1 3 sh -c 'trap "" TERM; while :; do sleep 0.02; done'; echo $?
### nice and nohup
nice -n 5 echo nice; nohup echo nohup 2>/dev/null < /dev/null | cat; nohup no-such 2>/dev/null; echo $?; echo $(($(nice -n 5 nice) - $(nice)))
### yes, true, false, echo
yes | head -2; yes a b | head -1; true; echo $?; false; echo $?; /usr/bin/true; /usr/bin/false; echo $?; echo -n x; echo -e 'a\tb\x41'; echo -E 'a\tb'; /usr/bin/echo -e 'x\ny'; echo - -- ; true --version | head -1
### versions
for t in ls cat sort grep sed awk find xargs diff cmp bash; do $t --version | head -1 | sed 's/x86_64[^)]*//; s/wasm[^)]*//; s/, API.*//'; done
### help and usage
ls --help | head -2; grep; echo $?; cut; echo $?; cp; echo $?
### unknown options
sort --no-such-option; echo $?; head -x; echo $?; sort -k; echo $?; ls --col; echo $?; cat --number=3; echo $?
### resource limits
ulimit -n 64; ulimit -n; ulimit -f 1; head -c 100000 /dev/zero > f; echo $?; stat -c %s f; ulimit -n 128; echo $?; ulimit -S -c 0; ulimit -c
### proc
test -r /proc/self/status; echo $?; cat /proc/self/comm; tr '\0' ' ' < /proc/self/cmdline; echo; readlink /proc/self/cwd | xargs test -d; echo $?; ls /proc/self/fd | head -3; grep -c ^processor /proc/cpuinfo >/dev/null; echo $?; cat /proc/none; echo $?; echo x > /proc/version; echo $?; head -1 /proc/meminfo | cut -d: -f1; cut -d' ' -f3 /proc/self/stat
### stty without a terminal
stty; echo $?
### terminals
TERM=dumb tput cols 2>/dev/null; [ -t 1 ]; echo $?; echo x > /dev/tty; echo $?
### checksums verify
echo a > a; echo b > b; sha256sum a b > sums; sha256sum -c sums; echo changed > b; sha256sum -c sums; echo $?; md5sum --tag a; cksum -a sha256 a; sha224sum a; sha384sum a; b2sum -l 128 a; sha256sum none; echo $?; echo x | md5sum -c; echo $?
### locale
locale 2>/dev/null | head -0; printf 'é' | wc -m; LC_ALL=C printf 'é' | LC_ALL=C wc -m; echo 'ÀÉ' | tr '[:upper:]' '[:lower:]' | od -An -tx1; x=日本語; echo ${#x} ${x:1:1} ${x^^}; LC_ALL=C; echo ${#x}; ls $'\xe9' ; echo ß | sed 's/./x/g'
### time zones by name and by rule
for z in EST5EDT CST6CDT MST7MDT PST8PDT EST MST HST GMT0 GMT+0 EST5 XYZ3ABC,M3.2.0,M11.1.0 XYZ3ABC,M3.5.0/3,M10.5.0/4 'AAA-3:30BBB,J60/0,300/25' '<+03>-3' CET-1CEST,M3.5.0,M10.5.0/3 :EST5EDT America/New_York Europe/Berlin Australia/Lord_Howe Africa/Casablanca Europe/Dublin UTC UTC0 UTC+3 GMT Nowhere/City ''; do for t in 1710053999 1710054000 1730613599 1730613600 1711846800 1729990800 0 4102444800 4077774000 100000000 1000000000; do echo "$z $(TZ=$z date -d @$t '+%F %T %z %Z')"; done; done; TZ=EST5EDT date -d '2024-11-03 06:00 UTC' +%R%z; for z in EST5EDT Europe/Berlin; do for l in '2024-03-10 01:59:59' '2024-03-10 03:00' '2024-11-03 00:59' '2024-11-03 02:00' '2024-03-31 01:59' '2024-10-27 03:00' '2030-07-01' '2099-12-31 12:00'; do TZ=$z date -d "$l" '+%s %z'; done; done; TZ=EST5EDT awk 'BEGIN { print strftime("%c %Z", 1730613600), mktime("2024 11 03 12 00 00") }'; TZ=EST5EDT bash -c 'printf "%(%F %T %Z)T\n" 1730613600'; env -i PATH="$PATH" A=1 TZ=UTC0 B=2 bash -c 'echo "$A $TZ $B"'
