# Files, directories, links, times and find.
### ls
mkdir d; touch -d '2024-01-02 03:04:05' f d/g; chmod 640 f; ln -s f s; mkfifo p; ls; ls -1a; ls -F; ls -d d; ls -R; ls -n f s | awk '{print $1, $2, $3, $4, $5, $9, $10, $11}'; ls -l f | awk '{print $6, $7, $8, $9}'; ls no-such; echo $?
### ls order
touch -d '2024-01-01' old; touch -d '2024-06-01' new; printf 123 > big; touch -d '2024-03-01' big; ls -t; ls -S; ls -r; ls -tr; ls -l --time-style=full-iso old | awk '{print $6, $7, $8}'; ls -U | sort; ls -m; ls -x; ls -Q
### stat
printf 12345 > f; chmod 644 f; touch -d '2024-05-06 07:08:09 UTC' f; TZ=UTC stat -c '%n %s %a %A %F %y %Y %h' f; ln -s f s; stat -c '%N %F' s; stat -L -c %s s; mkdir d; stat -c '%F %a' d; stat -c %F /dev/null; stat -f -c %l .
### stat of nothing
stat none; echo $?
### touch
touch a; test -f a; echo $?; touch -c none; ls; touch -d '2020-02-30' a; echo $?; touch -t 202001020304.05 a; TZ=UTC date -r a +%FT%T >/dev/null; touch -r a b; test a -nt b; echo $?; touch -d @1000000000 a; stat -c %Y a; touch -a -d @5 a; stat -c '%X %Y' a; touch -d 'next thursday' a; echo $?
### cp
printf data > a; chmod 751 a; touch -d @1000 a; cp a b; cp -p a c; stat -c '%n %a' a b c; stat -c %Y c; mkdir -p d/e; echo x > d/e/f; ln -s f d/e/link; cp -a d copy; find copy | sort; readlink copy/e/link; cp d x; echo $?; cp -r d into; cp a b d; ls d; cp -n a b; cp -u a b; cp -l a hard; stat -c %h a; cp -s "$PWD/a" sym; test -L sym; echo $?; cp none x; echo $?; cp a a; echo $?; cp -v a z
### mv
echo 1 > a; echo 2 > b; mkdir d; mv a c; mv -n c b; cat b; mv -v c d; mv d e; ls e; mv none x; echo $?; echo 3 > x; mv -b b x; ls; mv e e/f; echo $?; mkdir g; touch g/x; mv x g; cat g/x
### ln
echo 1 > a; ln a b; ln -s a s; ln -s none dangling; cat s dangling; readlink s; readlink -f s | xargs basename; ln a b; echo $?; ln -sf b s; readlink s; ln -s x/y d; ln a no/x; echo $?; mkdir dir; ln -s ../a dir/up; cat dir/up; ln -sr a dir/rel; readlink dir/rel; realpath --relative-to=. dir/up
### rm
touch a b; rm a; rm a; echo $?; rm -f a; echo $?; mkdir -p d/e/f; rm d; echo $?; rm -r d; ls; rm -v b; mkdir e; rm -d e; rm -rf none; echo $?; touch -- -x; rm -- -x; rm /; echo $?; rm -r .; echo $?
### mkdir and rmdir
mkdir a; mkdir a; echo $?; mkdir -p a/b/c; rmdir a; echo $?; rmdir -p a/b/c; ls; mkdir -m 700 m; stat -c %a m; mkdir -v x; umask 077; mkdir u; stat -c %a u; mkdir none/x; echo $?
### chmod
touch f; for m in 644 u+x g-r,o=w a+rwx u=rwx,go= 4755 +t; do chmod $m f; stat -c '%a %A' f; done; chmod -v 600 f; mkdir -p d/e; chmod -R g+w d; stat -c %a d d/e; chmod 999 f; echo $?; chmod 644 none; echo $?; chmod --reference=f d; stat -c %a d
### chown
touch f; chown 1000:1000 f; echo $?; chown root f; echo $?; chgrp 0 f; echo $?; chown no-such-user f; echo $?
### find
mkdir -p a/b c; touch a/1.txt a/b/2.txt c/3.log; echo data > a/big; find . | sort; find . -name '*.txt' | sort; find . -type d | sort; find . -maxdepth 1 | sort; find . -size +0 -type f; find . -empty -type f | sort; find . -path './a/*' -name '2*'; find . -not -name '*.txt' -type f | sort; find a -mindepth 1 -printf '%y %f %d\n' | sort
### find actions
touch a b; find . -type f -exec echo {} \; | sort; find . -type f -exec echo {} + | wc -w; find . -name a -delete; ls; find . -type f -ok echo {} \; < /dev/null 2>/dev/null; find . -name b -execdir pwd \; | wc -l; find . -type f -print0 | xargs -0 ls; find none; echo $?; find . -name b -quit; find . -badtest; echo $?
### find by time and permission
touch -d '10 days ago' old; touch new; find . -mtime +5 -type f; find . -newer old -type f; chmod 600 new; find . -perm 600; find . -perm -400 -type f | sort; find . -perm /222 -type f | sort; find . -user 1000 -type f | sort; find . -mmin -5 -type f; find . -newermt '2000-01-01' -type f | sort; find . -regex '.*/o.d'; find . -iname OLD; ln -s new l; find . -type l -printf '%l\n'; find -L . -type f | sort; find . -links 1 -type f | sort
### xargs
echo a b c | xargs; echo a b c | xargs -n1; printf 'a b\nc\n' | xargs -I% echo '[%]'; printf 'x\0y z\0' | xargs -0 -n1 echo; echo | xargs echo none; echo | xargs -r echo none; seq 5 | xargs -n2 echo; echo 1 | xargs sh -c 'exit 3'; echo $?; echo 1 | xargs no-such-command; echo $?; printf '"a b" c' | xargs -n1; seq 3 | xargs -t echo; echo 1 | xargs sh -c 'exit 255'; echo $?; echo 1 | xargs sh -c 'kill -TERM $$'; echo $?
### xargs limits
seq 20000 | xargs echo | wc -l; seq 20000 | xargs -s 5000 echo | md5sum; seq 10 | xargs -L 3 echo; seq 3 | xargs -d '\n' echo
### mktemp
t=$(mktemp); test -f "$t"; echo $?; stat -c %a "$t"; rm "$t"; d=$(mktemp -d); test -d "$d"; stat -c %a "$d"; rmdir "$d"; mktemp -p . XXXX | wc -c; mktemp noxs; echo $?; mktemp -u -p . aXXXXXX | wc -c
### du and df
mkdir d; printf 123 > d/a; du -b d/a | cut -f1; du -a --apparent-size -b d | wc -l; df . | wc -l; df --output=target / | tail -1; du none; echo $?
### truncate, dd, fallocate
truncate -s 100 f; stat -c %s f; truncate -s -30 f; truncate -s +5 f; stat -c %s f; dd if=/dev/zero of=z bs=10 count=3 2>/dev/null; stat -c %s z; echo abcdef | dd bs=1 skip=2 count=3 2>/dev/null; echo; echo XY | dd of=z bs=1 seek=5 conv=notrunc 2>/dev/null; od -An -c z | head -1; dd if=none 2>&1; echo hello | dd conv=ucase 2>/dev/null; dd if=/dev/zero bs=1k count=2 of=/dev/null status=none; dd if=z bs=7 2>&1 >/dev/null | head -2
### sparse files
truncate -s 5M s; du -k s | cut -f1; cp --sparse=always s t; cmp s t; wc -c < t; printf x | dd of=s bs=1 seek=4000000 conv=notrunc 2>/dev/null; tail -c +4000001 s | head -c1; echo
### install
echo x > a; install -m 750 a b; stat -c %a b; install -d x/y; ls -d x/y; install -D a p/q/r; cat p/q/r; install -v a c; install none d; echo $?
### paths
basename /a/b.c .c; dirname /a/b; realpath -m /a/../b; readlink -f .//. | xargs test -d; echo $?; pwd -P | xargs basename | tr -c '\n' . | wc -l; basename -a x/1 y/2; dirname a b/c; pathchk ''; echo $?; realpath none/x; echo $?
### test
touch f; ln -s f s; mkfifo p; test -e f -a -f f; echo $?; [ -s f ]; echo $?; [ -L s ]; echo $?; [ -p p ]; echo $?; [ -r f ] && [ -w f ]; echo $?; [ -x f ]; echo $?; [ f -ef s ]; echo $?; [ 1 -lt 2 -o x = y ]; echo $?; /usr/bin/test 3 -gt 2; echo $?; [ -z "" ]; echo $?; /usr/bin/[ a = a ]; echo $?; [ 1 -eq x ]; echo $?; [ -t 0 ]; echo $?
### special files
echo x > /dev/null; head -c 3 /dev/zero | od -An -tx1; echo x > /dev/full; echo $?; cat /dev/null; head -c 4 /dev/urandom | wc -c; echo err > /dev/stderr; echo out > /dev/stdout; echo in | cat /dev/stdin; test -c /dev/tty; echo $?; ls /dev/fd/ | head -3; cat <(echo substituted); echo fd3 3>&1 >&3
### permissions
touch f; chmod 000 f; cat f; echo $?; echo x > f; echo $?; chmod 400 f; echo x >> f; echo $?; mkdir d; touch d/x; chmod 500 d; rm d/x; echo $?; touch d/y; echo $?; chmod 000 d; ls d; echo $?; cd d; echo $?; chmod 700 d; ls /root; echo $?; echo x > /etc/x; echo $?; rm -f /etc/passwd; echo $?
### names
touch 'a b' $'new\nline' '*' ./-n "quote'" $'\377' '日本'; ls | od -An -c; ls -b; ls --quoting-style=shell-escape; rm -- * ; ls | wc -l
### names of properties
for i in __proto__ constructor toString valueOf hasOwnProperty; do echo $i > $i; done; cat __proto__ toString; ls
### links and copies of data
seq 1000 > a; cp a b; ln a c; echo more >> c; tail -1 a b; cmp a c; rm a; wc -l c; cat c c > d; wc -l d; cat d >> c; wc -l c; cat < c > /dev/null; cat c > c; echo $?; wc -c c
### sync and others
sync; echo $?; sync -f .; echo $?; link none x; echo $?; unlink none; echo $?; touch f; link f g; unlink f; ls; mkfifo -m 600 p; stat -c %a p; mknod n p; stat -c %F n; mknod c c 1 3; echo $?
### deep directories
p=.; for i in $(seq 60); do p=$p/dir$i; done; mkdir -p $p; echo deep > $p/f; cat $p/f; find . -type f | wc -c; rm -r dir1; ls
### many files
mkdir m; cd m; for i in $(seq 400); do : > f$i; done; ls | wc -l; ls | sort -V | tail -1; rm f1*; ls | wc -l; echo f* | wc -w; cd ..; rm -r m; ls
### globs
touch a1 a2 b1 .h; mkdir d; touch d/x; echo *; echo a?; echo [ab]1; echo *.none; echo .*; shopt -s nullglob dotglob globstar extglob; echo *; echo **/x; echo *.none; echo !(a*); echo @(a1|b1); echo {a,b}{1..3}; GLOBIGNORE='a*'; echo *
