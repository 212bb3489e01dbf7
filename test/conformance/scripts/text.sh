# grep, sed, awk and the small text tools.
### grep options
printf 'Apple\nbanana\napple pie\nCherry\n' > f
grep -i apple f; grep -c a f; grep -vn a f; grep -o 'a[np]' f; grep -w pie f; grep -x banana f; grep -e Ch -e ban f; grep -q zzz f; echo $?
grep -A1 banana f; grep -B1 Cherry f; grep -m1 a f; grep -l pie f; grep -L pie f; grep -b pie f; grep -H pie f; grep -E '^(A|C)' f; grep -F 'a.' f; echo $?
### grep recursive
mkdir -p d/e; echo needle > d/one; echo hay > d/two; echo needle in e > d/e/three; grep -r needle d | sort; grep -rl needle d | sort; grep -r --include='t*' needle d; grep -rc needle d | sort
### grep perl
printf 'foo123\nbar45\nfoo6\n' | grep -P 'foo(?=\d{2,})'; printf 'a1b22\n' | grep -oP '\d+'; echo naïve | grep -P 'na\x{ef}ve'; echo key=value | grep -oP '(?<==).*'
### grep errors
grep x no-such-file; echo $?; grep '[' f; echo $?; grep -P '(' /dev/null; echo $?; grep x .; echo $?
### grep binary
printf 'text\0more\nline\n' > b; grep more b; grep -a more b | od -c | head -2; grep -c . b; printf 'a\xff\n' | grep -a a | od -An -tx1
### grep unicode
printf 'caf\xc3\xa9\nCAFÉ\n日本語\n' > u; grep -i 'CAFÉ' u; grep -o '..$' u; grep '日.語' u; grep -c '[[:upper:]]' u
### sed basics
seq 10 | sed -n '2,4p'; seq 10 | sed '3d;5,$d'; seq 5 | sed 's/./[&]/'; echo hello | sed 's/l/L/2'; echo aaa | sed 's/a/b/g'; echo path/to | sed 's|/|.|'; seq 3 | sed '2i before' ; seq 3 | sed '2a after'; seq 3 | sed '2c changed'
### sed hold space
seq 5 | sed -n '1!G;h;$p'; seq 6 | sed 'N;s/\n/ /'; printf 'a\nb\n\nc\n' | sed '/./{H;$!d};x;s/\n/,/g'
### sed regular expressions
echo 'John Smith' | sed -E 's/(\w+) (\w+)/\2, \1/'; echo aBc | sed 's/.*/\U&/'; echo abc | sed 's/b/\n/'; echo 'a  b' | sed 's/ \+/ /'; echo abcd | sed 'y/abc/xyz/'; echo x | sed 's/x*/-/g'
### sed in place
printf 'one\ntwo\n' > f; chmod 640 f; sed -i.bak 's/one/1/' f; cat f f.bak; stat -c %a f; sed -i -e '$a three' f; cat f; sed -n '$=' f
### sed files
seq 4 > f; sed -n '/2/w out' f; cat out; printf 's/1/one/\n3q\n' > script; sed -f script f; sed '2r out' f; sed = f | sed 'N;s/\n/\t/'; sed --debug -n 1p f | head -3
### sed errors
echo x | sed 's/x'; echo $?; sed p no-such; echo $?; echo x | sed 'q5'; echo $?; echo x | sed k; echo $?
### sed execute
echo 'echo from a command' | sed e; printf 'x\n' | sed '1e echo before'
### sed zero terminated
printf 'a\0b\0' | sed -z 's/^/-/' | tr '\0' '\n'
### awk fields
printf 'a b c\nd e f\n' | awk '{print $2, NF, NR}'; echo 'a:b' | awk -F: '{print $2}'; echo 'a1b2' | awk -F'[0-9]' '{print $2}'; echo 'x y' | awk '{$2 = "z"; print; print $0}' OFS=-; printf 'abc\n' | awk 'BEGIN {FS = ""} {print $2}'
### awk programs
seq 10 | awk '$1 % 2 == 0 {s += $1} END {print s, NR, s / NR}'; awk 'BEGIN {printf "%5.2f|%-5s|%05d|%x|%c|%e\n", 3.14159, "ab", 42, 255, 65, 12345.678}'
awk 'BEGIN {for (i = 1; i <= 3; i++) a[i] = i * i; for (i in a) n++; print n, length(a); delete a[1]; print (1 in a)}'
### awk strings
awk 'BEGIN {s = "hello world"; print length(s), index(s, "wor"), substr(s, 7), toupper(s); gsub(/o/, "0", s); print s; n = split("a,b,c", p, ","); print n, p[3]; print match("foobar", /ba/), RSTART, RLENGTH; print sprintf("%03d", 7)}'
### awk gnu functions
awk 'BEGIN {print gensub(/(a)(b)/, "\\2\\1", "g", "abab"); print strftime("%Y-%m-%d", 0, 1); n = asort(a); print and(12, 10), or(12, 10), xor(12, 10); PROCINFO["sorted_in"] = "@ind_str_asc"; b["x"]; b["a"]; for (k in b) print k; print toupper(substr("日本語", 2, 1)), length("日本語")}'
### awk pipes and files
awk 'BEGIN {"echo piped" | getline line; print line; print "b\na" | "sort"; close("sort"); print "to file" > "out"; close("out"); while ((getline line < "out") > 0) print line; system("echo system; exit 3"); print system("exit 4")}'
### awk input
printf 'one\n\ntwo\nlines\n' | awk 'BEGIN {RS = ""} {print NR ": " $1 "," $2}'; printf 'a,b;c,d' | awk -v RS=';' -F, '{print $2}'; echo x | awk -v v='tab\there' '{print v}'; awk 'END {print NR}' /dev/null; awk '{exit 3}' < "$DATA/access.log"; echo $?
### awk errors
awk 'BEGIN {print 1' ; echo $?
awk '{print}' no-such-file; echo $?
awk 'BEGIN {print 1 / 0}'; echo $?
### awk numbers
awk 'BEGIN {print 2 ** 10, 7 % 3, int(-3.7), 1e6, 100000 * 100000, 0.1 + 0.2, sqrt(2), exp(1), atan2(0, -1); OFMT = "%.2f"; print 3.14159; print substr("x", 0), -0}' ; awk 'BEGIN {print 2^53 + 1, 1e300 * 1e300, log(-1)}' 2>&1
### awk functions
awk 'function fib(n) {return n < 2 ? n : fib(n - 1) + fib(n - 2)} BEGIN {print fib(20)}'
### awk random
awk 'BEGIN {srand(1); a = rand(); srand(1); print (a == rand()), (a < 1)}'
### sort keys
printf 'b 10\na 9\nc 100\n' > f; sort f; sort -k2 f; sort -k2n f; sort -k2,2nr f; sort -r f; sort -t' ' -k1.1,1.1 f; printf '10K\n2M\n5\n' | sort -h; printf 'v1.10\nv1.9\n' | sort -V; printf 'Feb\nJan\n' | sort -M; printf '1e3\n20\n' | sort -g
### sort options
printf 'b\na\nb\n' | sort -u; printf 'B\na\nC\n' | sort -f; printf 'x\0a\0' | sort -z | tr '\0' '\n'; printf '2\n1\n' > n; sort -c n; echo $?; sort -o n n; cat n; sort -m n n; printf 'a b\na a\n' | sort -s -k1,1; printf ' b\na\n' | sort -b; printf 'é\nz\na\n' | sort
### sort large
seq 50000 | shuf --random-source="$DATA/binary" | sort -n | md5sum; seq 50000 | shuf --random-source="$DATA/binary" | sort -S 1M | md5sum
### uniq
printf 'a\na\nb\nA\na\n' > f; uniq f; uniq -c f; uniq -d f; uniq -u f; uniq -i f; printf 'x 1\ny 1\n' | uniq -f1; uniq -D f
### cut
printf 'a:b:c\nd:e\nnone\n' > f; cut -d: -f2 f; cut -d: -f1,3 f; cut -d: -f2- f; cut -c2-3 f; cut -b1 f; cut -s -d: -f2 f; cut -d: -f1,2 --output-delimiter=- f; cut --complement -d: -f1 f; cut -f0 f; echo $?
### tr
echo hello | tr a-y b-z; echo hello | tr -d l; echo aabbcc | tr -s b; echo 'a1b2' | tr -cd 0-9; echo; echo abc | tr '[:lower:]' '[:upper:]'; printf 'a\tb' | tr '\t' ' '; echo; echo abc | tr a-c x; tr; echo $?
### head and tail
seq 20 > f; head -3 f; head -n -17 f; tail -3 f; tail -n +18 f; head -c 5 f; tail -c 4 f; tail -n 1 f f; head -q -n1 f f; seq 5 | tail -r 2>/dev/null; echo $?
### wc
printf 'one two\nthree\n' > f; wc f; wc -l < f; wc -w f; wc -c f; printf 'é\n' | wc -m; wc -L f; wc f f; wc no-such; echo $?; printf 'no newline' | wc -l
### comm, join, paste
printf 'a\nb\nc\n' > x; printf 'b\nc\nd\n' > y; comm x y; comm -12 x y; comm -3 x y; paste x y; paste -d, x y; paste -s x; printf '1 a\n2 b\n' > l; printf '1 x\n3 y\n' > r; join l r; join -a1 l r; join -a2 -e - -o 0,1.2,2.2 l r; comm y x | head -1 ; printf 'b\na\n' | comm - x; echo $?
### nl, fold, fmt, column-like tools
seq 3 | nl; printf 'a\n\nb\n' | nl -ba; echo 'a long line to fold here' | fold -w 10; echo 'a long line to fold here' | fold -s -w 10; printf 'some words\nto be joined into\nparagraphs\n' | fmt -w 20; printf 'a\tb\n' | expand; printf '        x\n' | unexpand; printf 'x y\n' | pr -t -2 | head -1
### tac, tsort, ptx
seq 5 | tac; printf 'a,b,c' | tac -s,; echo; printf 'a b\nb c\n' | tsort; printf 'a b\nb a\n' | tsort; echo $?; echo one two | ptx | head -2
### numfmt
numfmt --to=iec 1048576; numfmt --to=si 1500000; numfmt --from=iec 2K; echo 1000 2000 | numfmt --field=2 --to=si; numfmt --grouping 1234567; numfmt --to=iec-i --suffix=B 123456789; numfmt x; echo $?
### od and others
printf 'AB\n\xff' | od -c; printf 'AB\n\xff' | od -An -tx1; printf 'ABCD' | od -tu4 -An; printf 'AB' | od -Ad -tx1z; seq 3 | od -An -tx1 -N3; printf hello | base64; printf hello | base64 | base64 -d; echo; printf hello | base32; printf hello | basenc --base16; echo '!!' | base64 -d; echo $?
### split and csplit
seq 10 > f; split -l 4 f p; wc -l pa?; split -b 5 -d f q; ls q*; cat q* | cmp - f; split -n 3 f r; ls r*; csplit -s f 4 7; wc -l xx*; split -l 3 --filter='wc -l' f
### shuf and seq
seq 5 | shuf --random-source="$DATA/binary"; shuf -i 1-10 -n 3 --random-source="$DATA/binary"; shuf -e a b c --random-source="$DATA/binary"; seq 3 -1 1; seq 0 0.5 2; seq -w 8 11; seq -s, 4; seq -f '%03g' 2; seq 5 1; seq x; echo $?
### diff
printf 'a\nb\nc\n' > x; printf 'a\nB\nc\nd\n' > y; diff x y; echo $?; diff -u x y | tail -n +3; diff -y x y; diff -q x y; diff x x; echo $?; diff -i x y; diff --normal <(echo 1) <(echo 2); diff -e x y; diff x none; echo $?
### diff directories
mkdir a b; echo 1 > a/f; echo 2 > b/f; echo x > a/only; diff -r a b; diff -rq a b; echo $?; mkdir a/sub; diff -r a b; diff -rN a b | head -4
### where cmp finds the difference
printf 'abc' > x; printf 'abd' > y; cmp x y; echo $?
### cmp, diff3, sdiff
printf 'abc' > x; printf 'abd' > y; cmp -b -l x y; echo $?; cmp -l x y; cmp -s x x; echo $?; cmp x none; printf 'ab' > z; cmp x z; printf '1\n2\n3\n' > o; printf '1\ntwo\n3\n' > m; printf '1\n2\nthree\n' > t; diff3 m o t; diff3 -m m o t; echo $?; sdiff -s m o
### invalid utf-8
printf 'a\xffb\nok\n' > f; sed 's/a/x/' f | od -An -c; awk '{print length($0)}' f; sort f | od -An -c; tr a z < f | od -An -c; cut -c1-2 f | od -An -c; grep -c ok f; wc -m f; uniq -c f | od -An -c
### long lines
head -c 300000 /dev/zero | tr '\0' x > f; echo >> f; wc -l f; cut -c299990- f; sed 's/x/y/g' f | md5sum; awk '{print length($0)}' f; sort f | wc -c; grep -c xxx f; fold -w 50000 f | wc -l
### gawk extensions and library
printf 'a b\nc d\n' > f; gawk -i inplace '{ print $2 }' f; cat f; gawk -i inplace -v inplace::suffix=.bak 'NR == 1 { print "x" } { print }' f; echo $?; cat f f.bak; gawk -l filefuncs 'BEGIN { print stat("f", s), s["type"], s["size"], s["name"]; print stat("none", s), ERRNO; print chdir("/"), ENVIRON["none"]; "pwd" | getline d; print d }'; mkdir d; touch d/x d/y; gawk -l readdir -F/ '{ print $2, $3 }' d | sort; gawk -l filefuncs 'BEGIN { p[1] = "d"; fts(p, FTS_PHYSICAL, r); for (k in r) for (j in r[k]) n++; print n > 0 }'; gawk -l ordchr 'BEGIN { print ord("a"), chr(66) }'; gawk -l fnmatch 'BEGIN { print fnmatch("*.c", "a.c", 0), fnmatch("*.c", "a.h", 0), FNM["NOMATCH"] }'; gawk -l readfile 'BEGIN { printf "%s", readfile("f") }'; gawk -l rwarray 'BEGIN { a["k"] = 1; a["s"]["t"] = "v"; print writea("r", a); print reada("r", b); print b["k"], b["s"]["t"] }'; gawk -l time 'BEGIN { print gettimeofday() > 1e9, sleep(0) }'; echo hello | gawk -l revoutput 'BEGIN { REVOUT = 1 } { print }'; gawk -l intdiv 'BEGIN { print intdiv(7, 2, r), r["quotient"], r["remainder"] }'; gawk -l revtwoway 'BEGIN { c = "/magic/mirror"; print "abc" |& c; c |& getline x; print x }'; gawk -l nothing 'BEGIN { }'; echo $?; gawk -i join 'BEGIN { a[1] = "x"; a[2] = "y"; print join(a, 1, 2, "-") }'; gawk -i ord 'BEGIN { print ord("A") }'; gawk -i quicksort 'function less_than(a, b) { return a < b } BEGIN { n = split("3 1 2", a); quicksort(a, 1, n, "less_than"); print a[1] a[2] a[3] }'; gawk -i shellquote 'BEGIN { print shell_quote("it'\''s") }'; gawk -i getopt 'BEGIN { while ((c = getopt(ARGC, ARGV, "ab:")) != -1) print c, Optarg }' -- -a -b x; gawk -i walkarray 'BEGIN { a[1][2] = 3; walk_array(a, "a") }'; gawk -i round 'BEGIN { print round(2.5), round(-2.5) }'; gawk -i strtonum 'BEGIN { print mystrtonum("0x1f"), mystrtonum("017") }'; gawk -i passwd 'BEGIN { n = split(getpwnam("root"), p, ":"); print n, p[1], p[3] }'; gawk -i group 'BEGIN { split(getgrnam("root"), g, ":"); print g[1], g[3] }'; gawk '@load "inplace"; BEGIN { print 1 }' ; ls /usr/share/awk
