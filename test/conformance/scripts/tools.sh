# Patches, editors, listings, conversions, calculators and dumps.
### patch
printf 'one\ntwo\nthree\nfour\nfive\n' > a; sed 's/three/THREE/;$a six' a > b; diff -u a b > p; cp a f; patch f < p; cmp f b; echo $?; patch -R f p; cmp f a; echo $?; patch --dry-run f < p; cat f; patch -b f < p; ls; patch f < p < /dev/null; echo $?; patch -N f < p; echo $?; grep -v '^[-+][-+][-+] ' f.rej; diff -c a b > c; cp a g; patch g c; cmp g b; diff a b > n; cp a h; patch h n; cmp h b; patch -o out a p; cmp out b; patch -s a < p; cmp a b; patch -R -s a < p; patch -z .bak -b a p; ls *.bak
### patch of a tree
mkdir -p a/sub b/sub; seq 20 > a/x; sed 's/^7$/seven/;s/^18$/eighteen/' a/x > b/x; echo new > b/sub/new; echo gone > a/sub/gone; echo same > a/same; echo same > b/same; diff -ruN a b > p; cp -r a w; cd w; patch -p1 < ../p; cd ..; diff -r w b && echo same; ls w/sub; cd w; patch -p1 -R < ../p; cd ..; diff -r w a && echo back; patch -d w -p1 -i ../p -E; ls w/sub; cat p | sed 's,^--- a/,--- old/,;s,^+++ b/,+++ new/,' > q; rm -rf w; cp -r a w; (cd w; patch -p1 < ../q); patch -p0 < /dev/null; echo $?; patch -p1 < none; echo $?
### patch with offsets and fuzz
seq 30 > a; sed 's/^15$/fifteen/' a > b; diff -u a b > p; { seq 100 105; cat a; } > f; patch f p; grep -n fifteen f; sed 's/^13$/x/' a > g; patch g p; echo $?; grep -n fifteen g; sed 's/^14$/x/;s/^16$/y/' a > h; patch h p; echo $?; ls; grep -v '^[-+][-+][-+] ' h.rej; cp a i; patch -F0 i p; tr '\n' ' ' < i; sed 's/^1/ 1/' a > j; patch -l j p; echo $?; sed 's/$/\r/' a > k; patch k p; echo $?; patch --binary k p; echo $?; printf 'a\nb' > m; printf 'a\nc' > n; diff -u m n > o; patch m o; od -c m; patch -r - h p; echo $?; patch --merge h p; echo $?; head -30 h | tail -22
### patch of git
cat > p <<'EOF'
diff --git a/old.txt b/new.txt
similarity index 50%
rename from old.txt
rename to new.txt
--- a/old.txt
+++ b/new.txt
@@ -1,2 +1,2 @@
 first
-second
+SECOND
diff --git a/script b/script
new file mode 100755
--- /dev/null
+++ b/script
@@ -0,0 +1 @@
+#!/bin/sh
diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-bye
EOF
printf 'first\nsecond\n' > old.txt; echo bye > gone; patch -p1 < p; ls; stat -c %a script; cat new.txt; patch -p1 -R < p; ls; cat old.txt gone
### patch errors
echo hello > f; echo garbage | patch; echo $?; patch f < /dev/null; echo $?; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-nothing\n+else\n' > p; patch f p; echo $?; cat f.rej f.orig; printf -- '--- none\n+++ none\n@@ -1 +1 @@\n-a\n+b\n' | patch -f; echo $?; printf -- '--- f\n+++ f\n@@ -1,3 +1 @@\n-hello\n' | patch; echo $?; printf -- '--- ../../f\n+++ ../../f\n@@ -1 +1 @@\n-a\n+b\n' | patch -f -p0; echo $?; patch --version | head -1; patch f p extra none; echo $?; mkdir d; patch d p; echo $?
### patch of ed style
printf '1\n2\n3\n' > a; printf '1\ntwo\n3\n4\n' > b; diff -e a b > s; cp a f; patch -e f < s; cat f; cp a g; (cat s; echo w) | ed -s g; cmp g b && echo same
### ed
printf 'one\ntwo\nthree\n' > f; printf '%s\n' ,p 2d ,n '$a' four five . 1,2s/e/E/g g/o/p w q | ed -s f; cat f; printf '%s\n' a hello . w f2 Q | ed -s; cat f2; printf '1i\nzero\n.\n/four/\n.=\n$=\nw\n' | ed f; printf 'H\nfoo\n99p\nq\n' | ed -s f; echo $?; printf 'v/o/d\n,p\nu\n,p\nQ\n' | ed -s f; printf '1,2m$\n1t0\n,p\nj\n1,3j\n,l\nkx\n'"'"'xp\nQ\n' | ed -s f; printf 'r !echo from shell\n$p\n!echo run\nw !cat -n\ne f2\n,p\nQ\n' | ed -s f; printf '%s\n' 'g/e/s//X/\' p Q | ed -s f; printf ',s/\\(.\\)\\(.\\)/\\2\\1/p\nQ\n' | ed -s f; echo 'q' | ed none; echo $?; printf 'a\nx\n.\nq\n' | ed -s; echo $?; printf 'P\n1p\nQ\n' | ed f; printf '!ls\n' | red -s; echo $?; printf 'a\n\xff\x00\n.\nw b\n' | ed -s; od -c b; printf 'i\nx\n.\nw /tmp/none/y\n' | ed -s; echo $?; ed -V | head -1; printf 'E f\n.,+1p\n-p\n;p\n?e?\nz2\nQ\n' | ed -s; printf '1,3c\nnew\n.\n,p\nf\nf other\nW f\nQ\n' | ed -s f; tail -2 f; printf '2,1p\nh\nQ\n' | ed -s f; echo 'p' | ed -s -p '*' f
### tree
export TERM=xterm; mkdir -p a/b/c d .hid; echo one > a/1; touch a/b/2.txt d/x.c .dot; ln -s ../a d/link; chmod +x a/1; tree; echo $?; tree -a; tree -L 1; tree -d; tree -f; tree -i; tree -F; tree -s a/1 a; tree -P '*.c'; tree -I 'b|d'; tree --dirsfirst; tree -r; tree --noreport; tree -J; tree -X; tree -Q; tree a d; tree none; echo $?; tree -l d; tree -p a; tree --du -h a 2>&1 | tail -1; tree --prune -P '*.txt'; tree -C | cat -v; tree -n; tree --charset=ascii; tree -o out; head -2 out; find a | sort | tree --fromfile; tree -H . -T T | head -5; tree --filelimit 1; tree -v; tree --matchdirs -P a; tree -A; mkdir s; printf 123 > s/3; printf 1 > s/1; printf 12 > s/2; tree --sort=size s; tree --sort=name s; tree -Z; echo $?; tree -L; echo $?; tree --gitignore; mkdir e; touch e/$'n\nl' e/ü; tree e; tree -N e; tree -q e
### dos2unix
printf 'a\r\nb\r\n' > d; printf 'a\nb\n' > u; dos2unix d; od -c d; unix2dos d; od -c d; dos2unix -n d e; od -c e; dos2unix < d | od -c; unix2dos < u | od -c; printf 'a\rb\r' > m; mac2unix m; od -c m; unix2mac m; od -c m; printf 'a\000b\r\n' > b; dos2unix b; echo $?; dos2unix -f b; od -c b; dos2unix none; echo $?; printf '\xef\xbb\xbfx\r\n' > bom; dos2unix bom; od -c bom; unix2dos -m u; od -c u; dos2unix -i d u m; dos2unix -k -q d; dos2unix -r u; dos2unix -b u; printf 'x\r\ny\n' > mixed; dos2unix -i mixed; dos2unix -ic d mixed; mkdir dir; dos2unix dir; echo $?; ln -s d l; dos2unix l; dos2unix -F l; unix2dos -F l; od -c d; printf 'h\0i\0\r\0\n\0' > w; dos2unix -ul w; od -c w; printf '\xff\xfeh\0\r\0\n\0' > w2; dos2unix w2; od -c w2; dos2unix -O d | od -c; dos2unix --bad; echo $?; unix2dos -V | head -1; dos2unix -e u; dos2unix -7 mixed; unix2dos -1252 mixed; dos2unix -c mac m; dos2unix -l mixed; dos2unix -v mixed
### file
printf 'hello\n' > t; printf '#!/bin/sh\necho\n' > s; printf '#!/usr/bin/env python3\nimport os\n' > py; printf '{"a": 1}\n' > j; printf '<?xml version="1.0"?><a/>\n' > x; printf '<!DOCTYPE html><html></html>\n' > h; gzip -n < t > g.gz; bzip2 < t > b.bz2; xz < t > x.xz; zstd -q < t > z.zst; tar cf t.tar t; zip -qX z.zip t; : > e; head -c 100 /dev/zero > zero; printf '\xff\xfeh\0i\0\n\0' > utf16; printf 'caf\xc3\xa9\n' > utf8; printf 'caf\xe9\n' > latin; printf 'a\r\nb\r\n' > crlf; printf '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x20\x08\x06\0\0\0' > png; printf 'GIF89a\x10\0\x20\0\0\0\0' > gif; printf '%%PDF-1.4\n' > pdf; printf 'SQLite format 3\0' > sq; mkfifo p; mkdir d; ln -s t l; ln -s none broken; printf '#include <stdio.h>\nint main(void) { return 0; }\n' > c.c; printf 'a,b\n1,2\n3,4\n' > csv; printf '\0asm\1\0\0\0' > w.wasm; seq 1000 > n; printf 'From: a@b\nTo: c@d\nSubject: x\n\nbody\n' > mail; printf '\x7fELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\x3e\0' > elf; printf 'diff --git a/x b/x\n--- a/x\n+++ b/x\n' > df; file *; echo $?; file -b t png; file -i *; file --mime-type -b *; file --mime-encoding utf8 latin t; file -L l; file - < png; file none; echo $?; file -E none; echo $?; file -f <(printf 't\npng\n'); file -z g.gz b.bz2 x.xz; file -Z g.gz; file -N -F: t; file -0 t | od -c | head -1; file --extension png gif; file -k png; file -s /dev/null; file /dev/null; file "$DATA/access.log" "$DATA/binary" | sed 's,^.*/,,'; file --version | head -1; file; echo $?; printf 'magic' | file -b -; file -p t; file -d t 2>/dev/null | tail -1; file -r utf8; file --apple png; echo '0 string hello My greeting' > m; file -m m t; file -C -m m; echo $?; ls *.mgc; file -m m.mgc t; file -l 2>/dev/null | head -2; file -e ascii t; file -P bytes=10 t; printf 'héllo\n' | file -
### file and images of archives
head -c 2000 "$DATA/binary" | file -; tar czf a.tgz -C / etc/passwd 2>/dev/null; file -b a.tgz | cut -d, -f1; find "$DATA/access.log" | cpio -o -H newc --quiet | file -; find "$DATA/access.log" | cpio -o -H odc --quiet | file -; echo a > a; ar 2>/dev/null; diff -u a /dev/null > d; file d; xxd -p "$DATA/binary" | head -5 | file -; base64 "$DATA/binary" | file -; bc --version | file -; find . -type f | sort | xargs file --mime-type; find . -type f -print0 | sort -z | xargs -0 file -b
### bc
echo '1+1' | bc; echo '2^200' | bc; echo 'scale=50; 4*a(1)' | bc -l; echo '10/3; scale=5; 10/3; -7%3; 7/-2' | bc; echo 'obase=16; 255; 3.5; ibase=16; FF' | bc; echo 'obase=2; 10' | bc; echo 's(1); c(1); e(1); l(2); j(1,2)' | bc -l; printf 'define f(n) { if (n <= 1) return 1; return n * f(n-1); }\nf(30)\n' | bc; echo 'for (i = 0; i < 5; i++) { print i, " "; }; print "\n"' | bc; echo 'sqrt(2); scale=30; sqrt(2); length(12345); scale(1.234)' | bc; echo 'a[3]=5; a[3]*2; x=y=4; x; y; x+=2; x; x++; ++x; x--' | bc; echo '1/0; 5' | bc; echo $?; echo 'foo(1)' | bc; echo $?; echo '1 +' | bc; echo $?; echo '2^-2; 2^0.5' | bc; echo 'quit' | bc; echo '"text"; 1' | bc; printf '/* c */ 3\n# hash\n4\n' | bc; echo 'while (1) { if (i++ > 3) break; if (i == 2) continue; i; }' | bc; echo '1 && 0; 1 || 0; !1; 3 > 2; 3 == 3; 3 != 3' | bc; echo 'auto x' | bc -s; echo $?; echo '2^1000' | BC_LINE_LENGTH=0 bc; echo '2^1000' | bc; echo '.5; 0.5; -.25; 00012' | bc; echo 'last; 5; . * 2' | bc; echo '1.23456789*9.87654321; scale=3; 1.23456789*9.87654321' | bc; echo 'define void f(*a[]) { a[0]=9; }; f(b[]); b[0]' | bc; bc -v | head -1; bc none; echo $?; echo '3+4' > file; bc -q file < /dev/null; echo 'warranty' | bc | wc -l; echo 'limits' | bc | head -3; bc <<< 'halt'; echo $?; echo 'e(100)' | bc -l; echo 'scale=2000; l(3)' | bc -l | tail -1; echo 'obase=100; 123456' | bc; echo 'ibase=A+6; A' | bc; echo '1;2;3' | bc | paste -sd+ | bc; seq -s+ 1000 | bc; echo "scale=4; $(seq -s+ 10)/10" | bc
### dc
echo '1 1+p' | dc; dc -e '2 100^p'; dc -e '10k 2vp'; dc -e '16o 255p 2o 10p'; dc -e '16i FF p'; dc -e '5 3 1 2 f'; dc -e '[hello]p [la]x'; dc -e '[d1-d1<F*]dsFx' ; dc -e '6 [d1-d1<F*]dsFxp'; dc -e '7 3~f'; dc -e '2 10 17|p'; dc -e '1 2 rf c zp'; dc -e '3 sa 4 Sa la p La p la p'; dc -e '5 3:a 3;a p'; dc -e '[a]P 65P 10P'; dc -e '+'; echo $?; dc -e '1 0/'; echo $?; dc -e 'y'; echo $?; echo '?p' > s; echo 42 | dc s; dc -e '123456789 Zp 1.234Xp'; dc -e '_5 3*p'; dc -e '20k 1 3/p'; dc -e '!echo shell'; dc -e '1 2 3 4 5 z R f' 2>&1 | head -3; dc --version | head -1; dc none; echo $?; echo '2p
# comment
3p q 4p' | dc; dc -f s < /dev/null; dc -e '0[1+dpd5>x]sxlxx'; dc -e '2 3 >a 3 2 [yes]sa >a p' ; dc -e '100 2000^ p' | wc -c; dc -e '[1 2]x+p'; dc -e '3 2 5 ^ p d p * p v p'; dc -e '1 a p [abc] a p'; dc -e 'q'; dc -e '[q]sq 1[2Q]x3p'
### xxd
head -c 100 "$DATA/binary" > b; xxd b; xxd -p b; xxd -r -p <(xxd -p b) | cmp - b; xxd b | xxd -r | cmp - b; xxd -c 8 -g 1 b; xxd -l 20 -s 10 b; xxd -s -10 b; xxd -b -l 12 b; xxd -u -l 16 b; xxd -i b; xxd -i -l 4 < b; printf 'hello' | xxd; printf 'hello' | xxd -p; echo 68656c6c6f | xxd -r -p; echo; echo '0: 41 42' | xxd -r; echo; printf 'abcdef' > f; echo '2: 5859' | xxd -r - f; cat f; echo; xxd -e -l 16 b; xxd -E -l 16 b; xxd -g 0 -l 32 b; xxd -g 4 -c 16 -l 32 b; xxd -c 300 b; echo $?; xxd none; echo $?; xxd -a <(head -c 200 /dev/zero); xxd "$DATA/binary" | sha256sum; xxd "$DATA/binary" | xxd -r | cmp - "$DATA/binary"; xxd -p -c 0 b | wc -l; xxd -n name -i f; xxd -C -i f; xxd -o 100 -l 16 b; xxd -d -l 40 b; xxd -v; xxd b out; head -1 out; xxd -ps -u b | head -1; xxd -seek 0x10 -len 0x10 b; xxd < /dev/null; printf '00000000: 4865 6c6c 6f0a  Hello.\n' | xxd -r; xxd -R always -l 16 b | cat -v
### help of the tools
patch --help; ed --help; red --help; tree --help; dos2unix --help; unix2dos -h | head -40; file --help; bc --help; dc --help; xxd -h; patch --version; ed --version; tree --version; dos2unix --version | head -1; file --version | head -1; bc --version; dc -V; xxd -v
### a project as a tree
mkdir -p proj/{src/{lib,bin},test,docs}; touch proj/src/lib/{a,b}.py proj/src/bin/main proj/README.md; tree proj; tree -L 2 proj; tree -d proj; tree -I 'test|docs' proj; tree --dirsfirst -F proj; tree -h proj/src | tail -1; tree -P '*.py' --prune proj; tree -if proj | head -3; tree -J -L 1 proj; tree proj | tail -1; tree -a --gitfile=none proj; tree -t proj >/dev/null; tree --info proj | tail -1; tree -ugD proj > /dev/null; echo $?; tree --metafirst -p proj; tree --inodes proj > /dev/null; tree -x proj | tail -1; tree -S proj | tail -1; tree --timefmt %Y -D proj/docs | tail -1; tree -c proj > /dev/null; tree -U proj | tail -1; tree --compress 2>&1 | head -1
### ed scripts
printf 'alpha\nbeta\ngamma\n' > f; ed -s f <<'X'
/beta/d
1i
start
.
,s/a/A/g
w
q
X
cat f; ed f <<< $'bogus\nq'; echo $?; echo -e ',n\nq' | ed f; printf '%s\n' 'H' '5p' 'q' | ed -s f; printf '1,$!sort -r\n,p\nQ\n' | ed -s f; printf '0a\nfirst\n.\n$a\nlast\n.\nwq\n' | ed -s f; cat f; ed -s -r f <<< $',s/(A|l)/<\\1>/gp\nQ'; ed -E f <<< $',s/(A)+/x/p\nQ'; ed -l f <<< $'99p'; echo $?; ed -v f <<< q; ed --restricted f <<< $'!ls\nq'; echo $?
### options that are wrong
patch -p; echo $?; file --bad; echo $?; patch --none; echo $?
### the tools together
seq 100 | xxd -p | tr -d '\n' | xxd -r -p | tail -1; printf 'x=%d\n' 5 | sed 's/x=//;s/$/^2/' | bc; mkdir -p p/q; echo 'a' > p/q/f; tree -fi --noreport p | xargs file -b; diff <(seq 5) <(seq 2 6) | patch -o - <(seq 5) 2>/dev/null | head -3; printf 'one\r\n' | dos2unix | file -; echo "obase=16; $(printf '%d' "'A")" | bc; for i in 1 2 3; do echo "$i * 1.5" | bc; done; factor 97 | cut -d' ' -f2 | xargs -I{} dc -e '{} 2^p'
### strings
printf 'abcdefg\tx\nhello world\0zz\0\1\2longer text here\n' > f; strings f; strings -n 8 f; strings -t x f; strings -t d -f f; strings -o f; strings -3 -s '|' f; echo; printf 'w\0i\0d\0e\0r\0' | strings -e l; printf 'x\0w\0i\0d\0e\0r' | strings -e b; printf 'caf\351 latin\n' | strings -e S | od -c; strings -w f | od -c | head -3; strings none; echo $?; strings .; echo $?; strings -n 0 f; echo $?; strings -n x f 2>&1 | head -1; strings "$DATA/binary" | sha256sum; strings -e l -t o "$DATA/binary" | sha256sum; strings < f; strings f f -n 12
### programs by path and by other names
/bin/ls none; /usr/bin/cat none; /usr/bin/printf '%d\n' 99999999999999999999; /usr/bin/env none; /bin/sort none; /usr/bin/split none; /usr/bin/diff none none2; /usr/bin/cmp none none2; /usr/bin/find none; /usr/bin/xargs none < /dev/null; echo none | /usr/bin/cpio -o; /usr/bin/m4 none; /bin/grep x none; /usr/bin/ngettext; echo $?; (exec -a other ls none); echo $?; ln -s /bin/cat mycat; echo linked | ./mycat; ./mycat none; ln -s mycat again; echo twice | ./again; PATH=.:$PATH; echo found | mycat; ln -s "$(command -v seq)" count; ./count 3; ln -s /usr/bin/perl p; ./p -le 'print readlink "/proc/$$/exe"'; cp /bin/ls .; ./ls none; (exec -a -sh basename a/b); id none; echo $?; id 4711; bc -V < /dev/null; echo $?; bc --none < /dev/null; dc -y; dc --none; dd status=none if=/dev/null of=link oflag=nofollow; ln -s x l; dd if=l iflag=nofollow; echo $?; dd --help | grep -c nofollow
