# Compound commands: if, case, for, while, until, select, groups.
### if with elif and else
for x in 1 2 3; do if [ $x = 1 ]; then echo one; elif [ $x = 2 ]; then echo two; else echo many; fi; done
### if status
if false; then :; fi; echo $?; if true; then false; fi; echo $?; if false; then :; else (exit 3); fi; echo $?; if (exit 5); then :; elif (exit 6); then :; fi; echo $?
### if with a list as its condition
if false; true; then echo last counts; fi; if ! false && true; then echo and; fi; if true | false; then :; else echo pipe; fi
### if with redirections
if true; then echo a; echo b >&2; fi > f 2>&1; cat f; if read x; then echo $x; fi < f
### if over several lines
if
  true
then
  echo yes
else
  echo no
fi
### nested if
if true; then if false; then echo 1; else echo 2; fi; else echo 3; fi
### negation
! true; echo $?; ! false; echo $?; ! (exit 5); echo $?; ! ! true; echo $?; if ! true; then echo no; else echo yes; fi
### and or lists
true && echo a || echo b; false && echo a || echo b; false || false || echo c; true || echo d && echo e; false && echo f; echo $?
### and or across lines
true &&
  echo a ||
  echo b
false ||

  echo c
### case basics
for x in a ab abc '' '*'; do case $x in a) echo one;; ab|abc) echo two;; '') echo empty;; \*) echo star;; *) echo other;; esac; done
### case with classes
for x in 5 x X _ -; do case $x in [0-9]) echo digit;; [a-z]) echo lower;; [[:upper:]]) echo upper;; [!-]) echo other;; *) echo dash;; esac; done
### case fall through
case a in a) echo 1;& b) echo 2;& c) echo 3;; d) echo 4;; esac
### case continue testing
case abc in a*) echo 1;;& *b*) echo 2;;& x) echo 3;;& *c) echo 4;; *) echo 5;; esac
### case status
case x in y) ;; esac; echo $?; case x in x) ;; esac; echo $?; case x in x) false;; esac; echo $?; false; case x in x) esac; echo $?
### case with optional parentheses and newlines
case x in
  (a) echo a ;;
  (x | y)
    echo xy
    ;;
esac
### case patterns from variables
p='a*' q='b|c'; for x in abc b 'b|c'; do case $x in $p) echo p;; $q) echo q;; *) echo none;; esac; done
### case with empty clauses
case x in a) ;; x) ;; esac; echo $?; case x in esac; echo $?
### case with a keyword as a word
case in in in) echo in;; esac; case esac in (esac) echo esac;; esac; case if in if) echo if;; esac
### case word expansions
x='a b'; case "$x" in 'a b') echo yes;; esac; case $(echo 3) in 3) echo three;; esac; case $((1+1)) in 2) echo two;; esac; case ~ in "$HOME") echo home;; esac
### case pattern expansions
case 5 in $((2+3))) echo five;; esac; case ab in $(echo a)*) echo sub;; esac; case x in ${u:-x}) echo default;; esac
### case pattern side effects stop at the match
f() { echo "$1" >&2; echo "$1"; }; case b in $(f a)) ;; $(f b)) echo match;; $(f c)) ;; esac
### case with extglob
shopt -s extglob
for x in foo foofoo bar f; do case $x in +(foo)) echo foos;; @(bar|baz)) echo b;; !(x)) echo notx;; esac; done
### case nocasematch
shopt -s nocasematch; case ABC in abc) echo yes;; *) echo no;; esac; case x in [A-Z]) echo range;; esac
### case in a loop with break and continue
for i in 1 2 3 4; do case $i in 2) continue;; 4) break;; esac; echo $i; done
### case last clause without terminator
case x in x) echo a; echo b
esac
### case with subshells and groups inside
case x in x) (echo sub); { echo group; };; esac
### for over words
for x in a 'b c' "d" $(echo e f); do echo "[$x]"; done; for x in; do echo never; done; echo $?
### for without in
set -- p 'q r'; for x; do echo "$x"; done; for x do echo $x; done; f() { for y; do echo f$y; done; }; f 1 2
### for with newlines
for x in a b
do
  echo $x
done
for y
in c d; do echo $y; done
### for with a semicolon before do
set -- 1 2; for x; do echo $x; done; for x
do echo $x; done
### for keeps its variable
for x in a b c; do :; done; echo $x; for x in; do :; done; echo $x
### for variable can be changed inside
for x in 1 2 3; do echo $x; x=9; done; echo $x
### for with invalid names
for 1x in a; do echo $1x; done; echo after $?
### for with a readonly variable
readonly r=1; for r in a b; do echo loop; done; echo $?
### for with braces
for i in 1 2; { echo $i; }
### for status
for i in 1; do false; done; echo $?; for i in 1 2; do (exit $i); done; echo $?
### for with globs and braces
touch a.c b.c; for f in *.c; do echo $f; done; for f in *.none; do echo $f; done; for f in {x,y}{1,2}; do echo -n "$f "; done; echo
### words of for are expanded once
x='a b'; for i in $x; do x='c d e'; echo $i; done
### nested loops with break levels
for i in 1 2 3; do for j in a b c; do [ $j = b ] && break; [ $i = 3 ] && break 2; echo $i$j; done; done; echo end $i $j
### continue levels
for i in 1 2; do for j in a b; do for k in x y; do [ $k = y ] && continue 2; [ $j = b ] && continue 3; echo $i$j$k; done; done; done
### break beyond the depth
for i in 1 2; do for j in 1 2; do break 9; done; echo no; done; echo out $?
### break and continue with bad arguments
for i in 1 2; do break 0; echo x; done; echo $?; for i in 1 2; do continue -1; done; echo $?
### break with a word
for i in 1 2; do break abc; echo not here; done; echo after $?
### break with too many arguments
for i in 1 2; do break 1 2; echo a; done; echo $?
### break outside loops
break; echo $?; continue; echo $?; f() { break; echo $?; }; for i in 1 2; do f; echo $i; done
### break from a subshell in a loop
for i in 1 2; do (break; echo in $i); echo $i; done
### break in a condition
while break; do echo x; done; echo $?; until continue 2>/dev/null; break; do :; done; echo $?
### while and until
i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done; until [ $i -eq 0 ]; do i=$((i-1)); echo u$i; done
### while status
while false; do :; done; echo $?; i=0; while [ $((i++)) -lt 1 ]; do (exit 4); done; echo $?; until true; do :; done; echo $?
### while reading lines
printf 'a 1\nb 2\n' | while read n v; do echo "$v=$n"; done; while read -r l; do echo "[$l]"; done <<< $'x\n y \nz'
### while read with a last line without newline
printf 'a\nb' | while read x; do echo $x; done; printf 'a\nb' | while read x || [ -n "$x" ]; do echo $x; done
### while with a list condition
i=0; while i=$((i + 1)); echo cond $i; [ $i -lt 3 ]; do echo body; done
### while in a pipeline is a subshell
n=0; printf '1\n2\n' | while read x; do n=$((n + x)); done; echo $n; while read x; do n=$((n + x)); done < <(printf '1\n2\n'); echo $n
### loop redirections
for i in 1 2 3; do echo $i; done > f; wc -l < f; while read x; do echo "<$x"; done < f | tail -1; for i in a b; do cat; done < f
### loop in the background
for i in 1 2; do echo $i; done & wait; { echo g; } & wait $!; echo $?
### until with negation
n=0; until ! [ $n -lt 2 ]; do echo $n; ((n++)); done
### infinite loop with break
n=0; while :; do ((++n > 3)) && break; done; echo $n; while true; do if ((n-- == 0)); then break; fi; done; echo $n
### break status
for i in 1; do false; break; done; echo $?; while true; do (exit 3); break; done; echo $?
### select from a list
#= stdin 2\n1\n9\n\nx\n
select x in apple 'big pear'; do echo "[$x] [$REPLY]"; [ "$REPLY" = x ] && break; done 2>&1
### select ends at end of input
#= stdin 1\n
select x in a b; do echo $x; done 2>/dev/null; echo $?
### select without in and PS3
#= stdin 1\n
set -- p q; PS3='choose> '; select x; do echo "$x"; break; done 2>&1
### select with an empty list
select x in; do echo never; done; echo $?
### select in columns
#= stdin 3\n
COLUMNS=40; select x in {1..12}; do echo $x; break; done 2>&1
### groups and subshells
{ echo a; echo b; }; (echo c; echo d); { echo e; } | cat; (exit 3); echo $?; { (exit 4); }; echo $?; x=1; { x=2; }; (x=3); echo $x
### groups on one line need a terminator
{ echo a; }; { echo b
}; {
echo c; }
### nested groups and subshells
{ { { echo deep; }; }; }; ( ( (echo deeper) ) ); (((1))); echo $?; ( (echo x); echo y )
### group redirection
{ echo out; echo err >&2; } > f 2>&1; cat f; { read a; read b; } < f; echo $a $b
### subshell keeps out
x=1; (x=2; cd /; f() { :; }; set -f; exit 3); echo $? $x $-; type f 2>/dev/null; echo $?
### empty bodies are errors
if true; then fi; echo $?
### empty group is an error
{ }; echo $?
### empty loop body is an error
for i in 1; do done
### empty function body is an error
f() { }
### empty subshell is an error
( ); echo $?
### semicolon at the start
; echo a
### double semicolon outside case
echo a;; echo b
### done without do
done; echo x
### then without if
then echo; fi
### if without fi
if true; then echo a
### while without done
while true; do echo a
### case without esac
case x in x) echo a;;
### missing then
if true; echo a; fi
### missing do
for i in 1 2; echo $i; done
### colon as a body
if true; then :; fi; for i in 1; do :; done; f() { :; }; f; echo $?
### return in loops
f() { for i in 1 2 3; do [ $i = 2 ] && return 7; echo $i; done; }; f; echo $?; g() { while true; do case x in x) return;; esac; done; }; g; echo $?
### exit in loops
(for i in 1 2; do echo $i; exit 3; done); echo $?; (while true; do exit; done); echo $?
### loop variable in a function is global
f() { for i in 1 2; do :; done; }; i=x; f; echo $i; g() { local i; for i in 5; do :; done; }; g; echo $i
### arithmetic conditions
for ((i = 0; i < 3; i++)); do if ((i == 1)); then echo one; elif ((i)); then echo other; else echo zero; fi; done
### status of a list
false; true; echo $?; true; false; echo $?; false & true; echo $?; wait
### comments between the parts
if true # cond
then # then
  echo a # body
fi # end
for x in 1 2 # words
do echo $x; done
case x in # in
  # a comment
  x) echo x ;; # end
esac
### reserved words as arguments
echo if then else fi do done case esac for while in { } ! [[ ]] time function select until
### reserved words as variables
if=1 then=2 done=3; echo $if$then$done; for in in a b; do echo $in; done; for for in x; do echo $for; done
### a line of only a semicolon separated list
a=1; b=2; echo $a$b;
### time with a format
TIMEFORMAT=done; time true; TIMEFORMAT=; time echo x; TIMEFORMAT='%%'; time { :; }; echo $?
### time keeps the status and negation
TIMEFORMAT=; time false; echo $?; ! time true; echo $?; time ! false; echo $?; time; echo $?
### time with an invalid format
TIMEFORMAT='%Q'; time :; echo $?
### function as a condition
ok() { return 0; }; ko() { return 2; }; if ok; then echo ok; fi; if ko; then :; else echo $?; fi; ok && ko || echo $?; until ok; do :; done
### complex one-liner
for i in {1..15}; do ((i % 15 == 0)) && echo FizzBuzz && continue; ((i % 5 == 0)) && echo Buzz && continue; ((i % 3 == 0)) && echo Fizz || echo $i; done | tr '\n' ' '
### continue and break in a sourced file
echo 'continue; echo no' > s; for i in 1 2; do . ./s; echo no; done; echo 'break' > s; for i in 1 2; do . ./s; done; echo $i
### a bad loop variable is reported at its line
true

for 1 in a; do :; done
echo $?
### case of an empty expansion with an operator beside text
x=abc; case "${x%$x}"0 in 0) echo zero ;; *) echo other ;; esac
### menus of wide characters
select v in 'bash é日本 $x' 1 0 -1 -2; do break; done <<< 1
select v in 'a b' $'t\tab' 0x1f é日本3 'a b' $'t\tab' 0x1f3 ''; do break; done <<< 1
### loops over no name and ERR
trap 'echo trap' ERR; for 1v in a; do :; done 2> /dev/null; select 1v in a; do :; done 2> /dev/null; echo $?
### replies of select
select v in a b; do echo "$REPLY:$v"; break; done <<< '  9\n1  '; select v in a b; do echo "$REPLY:$v"; break; done <<< ' 1 '
### PIPESTATUS before anything ran
echo "[${PIPESTATUS[@]}]"; echo "[${PIPESTATUS[@]}]"
### break in what a loop has started
for i in 1 2; do x=$(break; echo unseen); echo "[$x] $?"; done
for i in 1 2; do break | cat; echo $i; done
for i in 1 2; do (break; echo seen); cat <(continue; echo unseen); done
for i in 1; do break & wait; echo $i; done

### loops with names that cannot be
for set in -e -u 'posix -o noglob'; do
  case $set in -*) o=(set $set) ;; *) o=(set -o $set) ;; esac
  for loop in 'for 1x in a; do :; done' 'select 1x in a; do :; done <<< 1' 'readonly r; for r in a; do :; done' \
      'readonly r; select r in a; do :; done <<< 1' 'declare -n n=a; for n in 1x; do :; done' \
      'declare -i i; for i in 1/0; do :; done' 'declare -i i; for i in zz; do :; done'; do
    bash -c "${o[*]}; $loop"$'\necho end $?' 2>/dev/null; echo "$? $loop"
  done
done
