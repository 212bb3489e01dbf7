# Pathname expansion and pattern matching.
### star, question and class
touch a b ab abc .h 'x y'; echo *; echo ?; echo a*; echo [ab]; echo *[bc]; echo ??; echo [!a]*; echo [^ab]
### no match stays
echo none* [z] ?????????; echo "*"; echo '*'none
### hidden files need a dot
touch .a .b c; mkdir .d; echo *; echo .*; echo .[ab]; echo [.]a; echo ?a
### dotglob
shopt -s dotglob; touch .a b; mkdir .d; echo *; echo .*; shopt -u dotglob; echo *
### globskipdots
shopt -u globskipdots; touch .a; echo .*; shopt -s globskipdots; echo .*
### nullglob
shopt -s nullglob; touch a; echo none* a* x; set -- none*; echo $#; for f in *.zip; do echo never; done
### failglob
shopt -s failglob; touch a; echo a*; echo none*; echo "after $?"
### failglob in a list
shopt -s failglob; echo none* || echo or; echo not here
### nocaseglob
shopt -s nocaseglob; touch Abc aBC xyz; echo a*; echo [A]*; echo *C
### directories
mkdir -p d/e f; touch d/1 d/e/2 f/3; echo */; echo */*; echo d/*/; echo */*/*; echo ./*; echo d//*
### globstar
shopt -s globstar; mkdir -p a/b/c; touch 1 a/2 a/b/3 a/b/c/4; echo **; echo **/; echo a/**; echo **/[34]; echo a/**/c; echo **/*/
### globstar off
mkdir -p a/b; touch a/b/f; echo **; echo **/f; echo a/**/f
### globstar and hidden and links
shopt -s globstar; mkdir -p .h/x d; touch .h/f d/g; ln -s d l; echo **; echo **/g
### classes by name
touch a A 1 _ ./- .x 'é'; echo [[:alpha:]]; echo [[:digit:]]; echo [[:upper:]]; echo [[:lower:]]; echo [[:punct:]]; echo [^[:alnum:]]; echo [[:alpha:][:digit:]]
### ranges
touch a b c d B 5 7; echo [a-c]; echo [!a-c]; echo [a-cd]; echo [5-7]; echo [c-a]; echo [A-C]
### brackets with special members
touch ']' '[' ./- '^' '!' a; echo []]; echo [[]; echo [a-]; echo [-a]; echo [\^a]; echo [!!]; echo [!]]; echo [\]]; echo [a\-]
### unbalanced brackets are literal
touch '[a' 'a]' a; echo [a; echo a]; echo [; echo []; echo [a*; echo [!; echo [[:alpha:]
### quoted parts do not match
touch 'a*b' axb 'a?b'; echo a"*"b; echo a\*b; echo 'a*'b; echo a?b; echo a"?"b; echo a[*]b; echo "a"*"b"
### patterns from variables
touch f1 f2 'g*'; p='f*'; echo $p "$p"; q='g\*'; echo $q; r='[f]?'; echo $r; x=f; echo $x* ${x}[12] "$x"*
### results with blanks stay whole
touch 'a 1' 'a 2'; for f in a*; do echo "<$f>"; done; set -- a*; echo $#; x=a*; echo $x; y=(a*); echo ${#y[@]}
### results are sorted
touch c B a C b A _ 1 10 2; echo *; LC_ALL=C; echo *
### noglob
touch a b; set -f; echo * ?; x='*'; echo $x; set +f; echo *
### globs do not happen in assignments and cases
touch ab; x=a*; echo "$x"; case a* in 'a*') echo lit;; esac; [[ 'a*' == "a*" ]] && echo eq; y=$(echo a*); echo $y; export z=a*; echo "$z"
### globs in for, arrays, arguments and redirections
touch one; for f in o*; do echo $f; done; cat < o*; echo hi > o*; cat one; a=(o* x*); echo ${a[@]}; set -- o*; echo $1
### backslash in patterns
touch 'a\b' ab; echo a\\b; echo a\b; echo a[\\]b; x='a\b'; echo $x; y='a\\*'; echo $y; z='\a*'; echo $z
### slash never matches
mkdir d; touch d/x; echo d?x; echo d[/]x; echo *x; echo d*x
### multibyte names
touch é à日 ab; echo ?; echo ??; echo [é]; echo *日; echo [à-é]*
### names that are not utf-8
touch $'a\xff' ab; printf '%s\n' a? a* | od -An -c
### names with newlines and odd characters
touch $'n\nl' 'q"' "s'" 'd$'; printf '<%s>\n' *; echo *\"; echo *\$
### leading dash names
touch -- -n -e x; echo *; echo -- *; printf '%s ' *; echo; ls -- -*
### GLOBIGNORE
touch a.c a.o b.c .h; GLOBIGNORE='*.o'; echo *; GLOBIGNORE='a*:b*'; echo *; GLOBIGNORE=; echo *; unset GLOBIGNORE; echo *
### GLOBIGNORE with directories
mkdir d; touch d/a d/b; GLOBIGNORE='d/a'; echo d/*; GLOBIGNORE='*a'; echo d/*; GLOBIGNORE=:; echo *
### GLOBIGNORE sets dotglob
touch .x y; GLOBIGNORE=none; echo *; shopt dotglob; unset GLOBIGNORE; shopt dotglob; echo *
### permission denied directories
mkdir d; touch d/x; chmod 000 d; echo d/*; chmod 300 d; echo d/* d/x; chmod 700 d; echo d/*
### dangling links match
ln -s none l; touch m; echo *; echo l*; ls none 2>/dev/null | wc -l; [[ -e l ]]; echo $?; [[ -L l ]]; echo $?
### patterns that end with a slash
mkdir d1 d2; touch f; ln -s d1 l; echo */; echo l*/; echo f*/
### long patterns
touch aaaaaaaaaaaaaaaaaaaaaaaab; echo *a*a*a*a*a*b; echo *a*a*a*a*c; [[ aaaaaaaaaaaaaaaaaaaaaaaa == *a*a*a*a*a*a*a*b ]]; echo $?
### extglob on file names
shopt -s extglob
touch a aa ab abab b foo.c foo.h bar.c; echo a*(b); echo +(a); echo @(a|b); echo ?(a)b; echo !(a*); echo *.@(c|h); echo !(*.c); echo +(ab); echo @(foo|bar).c
### extglob nested
shopt -s extglob
touch ab acb adb a b; echo a@(c|!(x))b; echo @(a|+(a|b)); echo !(!(a)); echo *(a|b|+(c))
### extglob and hidden files
shopt -s extglob
touch .a b; echo !(b); echo @(.a|b); echo ?(.)a; echo *(.)[ab]; shopt -s dotglob; echo !(b)
### extglob in directories
shopt -s extglob
mkdir -p x/1 y/2; touch x/1/f y/2/f; echo @(x|y)/*/f; echo !(x)/*; echo +([xy])/+([0-9])
### extglob without the option
shopt -u extglob; echo @(a|b); echo $?
### extglob quoted parts
shopt -s extglob
touch 'a|b' a b; echo @('a|b'); echo @(a\|b); echo "@(a|b)"; p='@(a|b)'; echo $p "$p"
### extglob empty alternatives
shopt -s extglob
[[ '' == @() ]]; echo $?; [[ '' == *() ]]; echo $?; [[ a == @(|a) ]]; echo $?; [[ '' == !(a) ]]; echo $?; [[ '' == ?(a) ]]; echo $?
### matching in dbracket
for p in 'a*' '?b?' '[a-c]b[!x]' '*c' 'ab' 'abcd' '*' 'a*b*c*'; do [[ abc == $p ]] && echo "$p yes" || echo "$p no"; done
### matching extglob in dbracket without the option
shopt -u extglob; [[ aab == +(a)b ]] && echo yes; x='+(a)b'; [[ aab == $x ]] && echo var; [[ foo == !(bar) ]] && echo not
### matching of special characters
for s in 'a.b' 'a+b' 'a(b' 'a|b' 'a{b' 'a$b'; do [[ $s == a?b ]] && echo -n 1; [[ $s == "$s" ]] && echo -n 2; [[ $s == $s ]] && echo -n 3; done; echo
### matching newlines
x=$'a\nb'; [[ $x == a?b ]]; echo $?; [[ $x == *b ]]; echo $?; case $x in a*b) echo star;; esac
### matching equivalence and collating
[[ a == [[=a=]] ]]; echo $?; [[ - == [[.-.]] ]]; echo $?; [[ ']' == [[.].]] ]]; echo $?; [[ b == [[=a=]] ]]; echo $?
### matching unknown classes
[[ a == [[:foo:]] ]]; echo $?; [[ a == [[:alpha] ]]; echo $?; [[ ':' == [[:] ]]; echo $?; [[ a == [:alpha:] ]]; echo $?
### matching class names
for c in alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit; do n=; for s in a Z 5 _ ' ' $'\t' $'\n' . é $'\x7f'; do [[ $s == [[:$c:]] ]] && n+=1 || n+=0; done; echo $c $n; done
### nocasematch
shopt -s nocasematch; [[ ABC == abc ]]; echo $?; [[ abc == [A-B]* ]]; echo $?; case X in x) echo case;; esac; [[ a != A ]]; echo $?
### shopt globasciiranges
shopt globasciiranges; shopt -u globasciiranges; [[ b == [a-c] ]]; echo $?; [[ B == [a-c] ]]; echo $?
### case patterns with bars and quotes
case 'a|b' in a\|b) echo 1;; esac; case 'a b' in a\ b) echo 2;; esac; case '' in "") echo 3;; esac; case '[' in \[) echo 4;; esac; case '\' in \\) echo 5;; esac
### removal patterns use the same rules
s=aXbXc; shopt -s extglob; echo ${s##*(a|X)} ${s%%+(X|c)} ${s#@(a)X} ${s//@(X)/-} ${s/+(?)/all}
### for loop with several patterns
touch a.txt b.md c.log; for f in *.txt *.md *.none; do echo $f; done; ls *.{txt,log}
### compgen G
touch g1 g2; compgen -G 'g*' | sort; compgen -G 'none*'; echo $?
### globs after cd and in subshells
mkdir d; touch d/in out; (cd d; echo *); echo *; cd d && echo * ../*
### echo of patterns in quotes inside expansions
touch ab; x='a*'; echo ${x} "${x}" ${u:-a*} "${u:-a*}" ${u:-"a*"} ${x/b/c}
### dot and dot dot are never listed by star
echo */ .*/ 2>&1; mkdir .x; echo .*/; echo .?*
### trailing backslash in a variable pattern
touch 'a\'; x='a\'; echo $x; [[ 'a\' == $x ]]; echo $?; y='*\'; echo $y
### an optional group before a dot finds hidden files
shopt -s extglob; touch .foo bar .a
echo *(bar).foo ?(bar).foo @(bar).foo
### GLOBIGNORE turns dotglob on
touch a .h; GLOBIGNORE='x*'; shopt dotglob; GLOBIGNORE=; echo *; unset GLOBIGNORE; shopt dotglob; echo *
### several slashes after a pattern
mkdir -p d/b/c; printf '<%s>' d//*//c *//b//c *// d//b// *///; echo
### classes of letters where case does not count
shopt -s nocasematch
for x in a A é; do for c in upper lower alpha; do [[ $x == [[:$c:]] ]]; echo "$x $c $?"; done; done
x=aB; echo "${x//[[:upper:]]/_}"
### names with a dot and patterns that exclude some
shopt -s extglob; touch a .foo .a bar; echo !(.foo); echo !(.a); echo !(.); echo !(.|..); echo !(a); echo @(.foo|bar); shopt -s dotglob; echo !(.foo)
### brackets that are no bracket expression are patterns all the same
shopt -s nullglob
echo 0[] []a x] [x [ a[/]b [!] ][ a\[]
(shopt -s failglob; echo 0[]; echo unseen)
echo $?
### a bracket with a slash is no pattern
mkdir -p d; touch d/x; shopt -s nullglob; echo [qwe/qwe] 1; echo [q/]* 2; echo x[/]y d[/]x d/[x]; shopt -u nullglob; shopt -s failglob; echo [qwe/qwe]

### brackets that are not closed as they look
shopt -s nullglob
touch '[]a' 'b]'
echo []a 1 [!] 2 [^] 3 a[] 4 a]b[ 5 a[/]b 6 [a 7 []] 8 [] 9 ["]" 10 [[ 11
x='[]a'; echo $x
shopt -u nullglob; shopt -s failglob
(echo []b) 2>&1
### globstar and what is behind symlinks
shopt -s globstar; mkdir -p d/e/f; touch d/x.c d/e/y.c d/e/f/z.c; ln -s d/e l; ln -s /nope b; ln -s ../x.c d/e/fl; ln -s .. d/e/up
echo **/*.c; echo d/**/*.c; echo l/**; echo l/**/*.c; echo **/e/*; echo */**/*.c; echo **/f; echo ./**/*; echo d/**/
echo **/*/; echo d/**/e/**/*.c; echo **/up/*; echo $PWD/**/y.c | sed "s|$PWD||g"; echo **/**/*.c; shopt -s dotglob; touch d/.k; echo d/**/.k
