# What programs that write programs do all day: edits by sed and heredocs, small builds, reports, histories rewritten.
export GIT_AUTHOR_NAME='A U Thor' GIT_AUTHOR_EMAIL=author@example.org GIT_COMMITTER_NAME='C O Mitter' GIT_COMMITTER_EMAIL=committer@example.org; export GIT_AUTHOR_DATE='1700000000 +0000' GIT_COMMITTER_DATE='1700000000 +0000' GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=init.defaultBranch GIT_CONFIG_VALUE_0=main GIT_CONFIG_KEY_1=gc.autoDetach GIT_CONFIG_VALUE_1=false
### a bug is fixed
mkdir -p proj/src proj/tests; cd proj; git init -q .
cat > src/calc.py <<'PY'
def add(a, b):
    return a - b

def mul(a, b):
    return a * b
PY
cat > tests/test_calc.py <<'PY'
from src.calc import add
def test_add():
    assert add(1, 2) == 3
PY
git add -A; git commit -qm "Initial"; 
grep -rn "return a - b" src
sed -i 's/return a - b/return a + b/' src/calc.py
git diff; git diff --stat; git commit -qam "Fix add"; git log --oneline --stat; git show --name-status HEAD; git blame -s src/calc.py
git format-patch -1 --stdout | sed -n '1,40p'
### edits of a package
mkdir -p pkg/sub; cat > pkg/__init__.py <<'E'
"""Doc."""
VERSION = "1.2.3"
E
cat > pkg/core.py <<'E'
import os
import sys  # noqa

class Foo(object):
    def bar(self, x=None):
        if x == None:
            return -1
        return x

    def baz(self):
        print "hello"
E
sed -i -E 's/== None/is None/; s/print "(.*)"/print("\1")/' pkg/core.py; grep -n 'is None\|print(' pkg/core.py; awk '/class Foo/{print; print "    \"\"\"New doc.\"\"\""; next}1' pkg/core.py > t && mv t pkg/core.py; sed -n '/class/,/def/p' pkg/core.py; perl -0pi -e 's/import os\nimport sys.*\n/import sys\n/' pkg/core.py; head -3 pkg/core.py; V=$(sed -n 's/^VERSION = "\(.*\)"/\1/p' pkg/__init__.py); IFS=. read -r a b c <<< "$V"; sed -i "s/$V/$a.$b.$((c+1))/" pkg/__init__.py; cat pkg/__init__.py; nl -ba pkg/core.py | sed -n '3,6p'; cat -n pkg/core.py | head -2; grep -rn --include='*.py' 'def ' . | awk -F: '{print $1":"$2}' | sort; find . -name '*.py' | xargs wc -l | sort -n; diff <(grep -o 'def [a-z]*' pkg/core.py) <(printf 'def bar\ndef foo\n'); python2 - 2>/dev/null || echo nopy; ed -s pkg/core.py <<< $'/baz/\n.a\n        # inserted\n.\nw\nq'; tail -3 pkg/core.py; printf '%s\n' '--- a/pkg/core.py' '+++ b/pkg/core.py' '@@ -1,2 +1,3 @@' ' import sys' '+import re' ' ' | patch -p1; head -3 pkg/core.py; printf 'no newline' > nn; echo >> nn; printf 'x' >> nn; diff nn <(printf 'no newline\nx\n'); git diff --no-index nn <(echo) | head -0; tail -c1 nn | od -c; [ -n "$(tail -c1 nn)" ] && echo missing-nl; sed -i -e '$a\' nn; tail -c1 nn | od -c
### files from heredocs
cat <<'E1' > a.sh
#!/bin/bash
set -euo pipefail
name=${1:-world}
echo "hello, $name"
E1
chmod +x a.sh; ./a.sh; ./a.sh bob; cat > b <<E2
$(date -u -d @0 +%F) `echo x` $((1+2)) \$HOME
E2
cat b; cat <<-E3
	tab stripped
	  two spaces
	E3
tee c <<'E' >/dev/null
a
b
E
wc -lc c; bash -n a.sh && echo ok; ls -l a.sh | cut -c1-10; stat -c '%A %a %s %F %n' *
### a log is analysed
for i in $(seq 1 200); do printf '10.0.0.%d - - [%02d/Oct/2023:13:%02d:36 +0000] "GET /p%d HTTP/1.1" %d %d\n' $((i%7)) $((i%28+1)) $((i%60)) $((i%5)) $(( i%9==0 ? 500 : 200 )) $((i*37)); done > log
awk '{c[$1]++} END{for(k in c) print c[k],k}' log | sort -k1,1nr -k2
awk '$9>=500{print $7}' log | sort | uniq -c | sort -rn
awk -F'"' '{print $2}' log | awk '{print $2}' | sort | uniq -c | awk '{printf "%-10s %5d\n",$2,$1}'
awk '{s+=$10; n++} END{printf "%.2f %d\n", s/n, n}' log
cut -d'[' -f2 log | cut -d: -f1 | sort -t/ -k1,1n | uniq -c | head -3
grep -c ' 500 ' log; grep -oE 'p[0-9]' log | sort -u | paste -sd,
awk 'BEGIN{OFS=","} {gsub(/[\[\]]/,"",$4); split($4,d,":"); h[d[1]] += $10} END{n=asorti(h,k); for(i=1;i<=n;i++) print k[i],h[k[i]]}' log | tail -5
sort -t' ' -k10,10n log | tail -2 | tac
awk 'NR%50==0{print strftime("%Y-%m-%d",NR*86400,1), toupper($6), length($0), substr($7,2), index($0,"GET"), match($0,/p[0-9]/), RSTART, RLENGTH}' log
### reports of awk
cat > emp <<E
name,dept,salary
Ann,eng,100
Bob,ops,80
Cid,eng,120
Dee,ops,95.5
E
awk -F, 'NR>1{t[$2]+=$3;n[$2]++} END{PROCINFO["sorted_in"]="@ind_str_asc"; for(d in t) printf "%-5s|%8.2f|%3d\n",d,t[d]/n[d],n[d]}' emp
awk -F, -v OFS='\t' 'NR==1{$1=$1;print;next} {$3=$3*1.1; print}' emp
awk 'BEGIN{while(("cat emp" | getline l)>0) n++; close("cat emp"); print n; "date -u -d @0 +%Y"|getline y; print y; print substr("hello",2,3) toupper("x"); printf "%5.1f|%-5s|%05d|%x|%o|%e|%c|%c\n",3.14159,"ab",42,255,8,12345.678,65,"hello"; print length("héllo"), index("héllo","l"); a["x"]=1; if("x" in a) delete a["x"]; print length(a); print 1e6, 1e-5, 0.1+0.2, 100000000000000000000, -3%2, 2**10, int(-3.7); print substr("abc",0), substr("abc",-1,3); print match("foobar","o+"), RSTART, RLENGTH; s="aaa"; print gsub(/a/,"b&",s), s; print gensub(/(a)(b)/,"\\2\\1","g","abab"); print split("a:b:c",p,":"), p[3]; print tolower("ABC"), sprintf("%s","x"); print strtonum("0x1f"), and(12,10), or(12,10), xor(12,10), lshift(1,4), compl(0); print systime()>0; print mktime("2023 01 01 00 00 00"); exit 3}'; echo $?
awk 'function f(n){return n<2?n:f(n-1)+f(n-2)} BEGIN{print f(15)}'; awk '/Ann/,/Cid/' emp; awk 'END{print NR, FILENAME, $0}' emp emp; awk -f /dev/stdin emp <<'E'
BEGIN { FS = "," } { print NF, $NF > "/dev/stderr" }
E
awk 'BEGIN{printf "%d %s\n", "3abc", 1==1.0; print -0, 1/3; print "a" > "o1"; print "b" >> "o1"; close("o1"); while((getline x < "o1")>0) print x; print length()}' </dev/null; awk 'BEGIN{print 1/0}'; echo $?; awk 'BEGIN{getline; print "got " $0}' emp; awk '{' emp; echo $?; awk 'BEGIN { RS=""; FS="\n" } {print NR": "$1"/"$2}' <<< $'a\nb\n\nc\nd'; awk 'BEGIN{RS="[0-9]"} {print $0, RT}' <<< a1b2c; awk -v FPAT='[^,]*|"[^"]*"' '{print $2}' <<< 'a,"b,c",d'; awk 'BEGIN{FIELDWIDTHS="2 3"} {print $2}' <<< abcdefg; awk 'BEGIN{"pwd"|getline d; print d ~ /af/; system("echo sys; exit 3"); print "x" | "sort -r"; print "y" | "sort -r"}'; awk --lint 'BEGIN{x=y}' ; awk 'BEGIN{print ENVIRON["HOME"] != ""; print ARGC, ARGV[1]}' q=1; awk --posix 'BEGIN{print substr("x",1)}'; awk -P 'BEGIN{print length("é")}'; awk -b 'BEGIN{print length("é")}'
### csv with quotes
cat > d.csv <<'E'
id,name,note
1,"A, B","say ""hi"""
2,C,"multi
line"
E
awk -v FPAT='([^,]*)|("([^"]|"")*")' 'NR<3{for(i=1;i<=NF;i++) printf "<%s>", $i; print ""}' d.csv; perl -MText::ParseWords -ne 'chomp; print join("|", parse_line(",",0,$_)),"\n"' d.csv | head -2; sqlite3 :memory: -cmd '.mode csv' -cmd '.import d.csv t' '.mode json' 'select * from t'; jq -R -s -c 'split("\n")[:-1]|map(split(","))' d.csv; paste -sd' ' d.csv; awk -F, 'NR==FNR{a[$1]=$2;next} $1 in a{print $1,a[$1],$2}' d.csv d.csv; sqlite3 :memory: <<'E'
.mode csv
.import d.csv t
.headers on
select id,length(note) l from t order by l desc;
.mode tabs
select * from t where id=1;
create table sales(d text, a int);
insert into sales values('2024-01-01',5),('2024-01-15',7),('2024-02-01',1);
select strftime('%Y-%m',d) m, sum(a), avg(a), sum(sum(a)) over (order by strftime('%Y-%m',d)) from sales group by m;
.mode column
.width 5 -8
select d,a from sales;
with t2 as (select a, lag(a) over (order by d) p from sales) select a-p from t2;
select json_group_array(json_object('d',d,'a',a)) from sales;
select d, case when a>4 then 'hi' else 'lo' end from sales where d between '2024-01-01' and '2024-01-31';
update sales set a=a*2 where rowid=1 returning a;
select changes(), last_insert_rowid(), printf('%,d',1234567), format('%s','x'), iif(1,2,3), unixepoch('2024-01-01');
E
### a history is rewritten
git init -q r; cd r; for i in 1 2 3 4 5; do echo $i > f$i; git add .; git commit -qm "c$i"; done
GIT_SEQUENCE_EDITOR="sed -i '2s/pick/squash/;3s/pick/drop/'" GIT_EDITOR=true git rebase -i HEAD~4; git log --format='%s|%b' ; ls
GIT_SEQUENCE_EDITOR="sed -i -e 's/^pick/reword/'" GIT_EDITOR="sed -i 's/^c/new c/'" git rebase -i HEAD~1; git log --oneline
GIT_SEQUENCE_EDITOR="sed -i 's/^pick/edit/'" git rebase -i HEAD~1; echo x >> f5; git commit -qa --amend --no-edit; git rebase --continue; git status -s; git log -1 --stat --format=%s
GIT_SEQUENCE_EDITOR='printf "exec false\n" >>' git rebase -i HEAD~1; echo $?; git status | head -8; git rebase --abort; git reflog | sed 's/^[0-9a-f]* //' ; git log --graph --all --oneline
GIT_SEQUENCE_EDITOR="sed -i 's/^pick/fixup/;1s/fixup/pick/'" git rebase -i --root; git log --format=%s
### a bug is searched for
git init -q r; cd r; for i in $(seq 1 16); do echo $i > n; [ $i -ge 11 ] && echo bug > bug; git add -A; git commit -qm "commit $i"; done
git bisect start HEAD HEAD~15; git bisect run sh -c 'test ! -e bug'; git bisect log; git bisect reset; git bisect visualize --oneline; git status -sb
git bisect start; git bisect bad; git bisect good HEAD~10; git bisect skip; git bisect terms; git bisect reset
### worktrees
git init -q r; cd r; echo a > a; git add a; git commit -qm a; git worktree add ../w -b feat; git worktree list | sed 's,/.*/,,'; cd ../w; echo b > b; git add b; git commit -qm b; git branch -a; cd ../r; git merge feat; git worktree remove ../w; git worktree list | sed 's,/.*/,,'; git branch -d feat; git worktree add --detach ../w2 HEAD~1; git worktree lock ../w2; git worktree remove ../w2; echo $?; rm -rf ../w2; git worktree prune -v; git worktree unlock ../w2; git worktree prune -v; git worktree list --porcelain | sed 's,/.*/,,'
### stashes
git init -q r; cd r; echo a > a; echo b > b; git add .; git commit -qm init; echo x >> a; echo n > new; git stash; git status -s; git stash list; git stash pop; git stash -u -m "with new"; ls; git stash show -p --include-untracked; git stash apply; git stash drop; git stash list; git add a; echo y >> a; git stash --keep-index; cat a; git stash pop; git checkout -q .; git stash branch nb; echo $?; git stash push -m p b; echo zz > b; git stash push b; git stash list; git stash clear; git stash pop; echo $?; git stash create; git clean -nd; git clean -fdx; git status
### patches are applied
git init -q r; cd r; printf '%s\n' {1..20} > f; git add f; git commit -qm i; sed -i '10s/.*/ten/' f; git diff > ../p; git checkout -q f; git apply --stat ../p; git apply --check ../p && git apply ../p; git diff --shortstat; git apply -R ../p; sed -i '9s/.*/nine/' f; git commit -qam nine; git apply ../p; echo $?; git apply --3way ../p; echo $?; git status -s; cat f | sed -n 5,18p; git checkout -qf HEAD f; git apply --reject ../p; cat f.rej; git apply -C1 ../p; git apply --numstat ../p; git apply --summary ../p; printf 'a  \n' > ws; git add -N ws; git diff ws > ../p2; rm ws; git apply --whitespace=fix ../p2; cat -A ws; git apply --cached ../p2; git status -s; git am ../p; git am --abort; echo garbage | git apply; echo $?
### conflicts
git init -q r; cd r; git config merge.conflictStyle diff3; git config rerere.enabled true; printf '%s\n' a b c d e > f; git add f; git commit -qm 0; git checkout -qb x; sed -i 's/c/X/' f; git rm -q --cached f; git add f; git commit -qam x; git checkout -q master; sed -i 's/c/M/' f; git commit -qam m; git merge x; cat f; git rerere status; git rerere diff; git ls-files -u | wc -l; git show :1:f; git show :2:f; git checkout --conflict=merge f; cat f; sed -i '/^<<<<<<<\|^=======\|^>>>>>>>\|^M/d' f; git add f; git commit -qm merged; git reset -q --hard HEAD~1; git merge x; cat f; git diff; git merge --abort; git merge -s ours x -m ours -q; git log --merges --oneline; git diff HEAD^1 HEAD --stat; git checkout -q x; git mv f renamed; git commit -qm ren; git checkout -q master; echo q >> f; git commit -qam q; git merge x -m rm; git status -s; ls; git merge-file --stdout -p renamed renamed renamed | head -1; git log --graph --oneline --all; git rebase --onto master~1 master x 2>&1 | tail -1; git rebase --abort; git checkout -q x 2>&1; git rm -q renamed; git commit -qm del; git checkout -q master; git merge x 2>&1; git status -s; git merge --abort 2>/dev/null; git mergetool --tool=nope </dev/null 2>&1 | head -1; git checkout -q --detach; git status | head -1; git switch -q master
