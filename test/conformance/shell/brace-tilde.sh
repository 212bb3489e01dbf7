# Brace expansion and tilde expansion.
### lists
echo {a,b,c} x{a,b}y {a,b}{1,2} {a,{b,c},d} {,a} {a,} a{,}b {a,b}{c,d}{e,f}
### sequences of numbers
echo {1..5} {5..1} {-2..2} {1..10..3} {10..1..4} {1..1} {0..-3} {1..5..-2} {1..5..0} {3..7..10}
### padded sequences
echo {01..03} {001..10..4} {-05..5..5} {1..010..4} {08..11} {-1..01} {000..2}
### sequences of letters
echo {a..e} {e..a} {a..i..3} {A..C} {Y..b} {x..x} {a..c}{1..2}
### sequences that are none
echo {1..} {..3} {1...3} {a..3} {1..b} {aa..cc} {1.5..3} {1..3..x} {1..2..3..4} {a..c..b}
### single words are literal
echo {a} {} {{a}} a{b}c {a b} { a,b } {,} x{,}y
### unbalanced braces
echo {a,b {a,b}} {{a,b} a{ }b } { {a
### quotes in braces
echo {'a,b',c} {"a b",c} {a\,b,c} \{a,b} {a,b\} "{a,b}" {a,b}'{c,d}'
### braces before other expansions
x=1 y=2; echo {$x,$y} ${x}{a,b} {x,y}=$x $x{$y,z} {"$x",'$x'} {$((1+1)),$(echo s)}
### braces do not expand variables as bounds
n=3; echo {1..$n} $(eval echo {1..$n})
### braces in variables are literal
x='{a,b}'; echo $x {$x,c}; y=a,b; echo {$y} {$y,c}
### braces and globs
touch a1 b1 c2; echo {a,b}* {a,z}? {a..c}[12]; echo *.{x,y}
### braces and dollar braces
a=1; echo ${a}{b,c} {${a},d} ${a:-{x,y}} ${u:-{x,y}} "${u:-{x,y}}"
### braces in assignments and arrays
x={a,b}; echo $x; a=({1..3} {x,y}); echo ${#a[@]}; declare y={c,d} 2>/dev/null; echo $y; export z={1..2} 2>&1; echo $z
### braces in case, for and redirection
case a in {a,b}) echo literal;; *) echo none;; esac; for i in {1..3}{a,b}; do echo -n $i; done; echo; echo hi > {f,g}; echo $?; ls
### braces in dbracket are literal
[[ '{a,b}' == {a,b} ]]; echo $?; [[ a == {a,b} ]]; echo $?; [ {a,b} = x ] 2>&1; echo $?
### braces in here strings and here documents
cat <<< {a,b}; cat <<E
{a,b}
E
### brace expansion switched off
set +B; echo {a,b} {1..3}; set -B; echo {a,b}; set +o braceexpand; echo {x,y}
### posix mode keeps braces
#= posix
echo {a,b} {1..3}
### nested and mixed
echo {a,b{1..3},c} {{1..3},{a..c}} {a{b,c}d,e} {{a,b},{c,d}}{x,y} {1..2}{3..4}
### empty elements
printf '<%s>' {,a,} x{,,}y {,} ''{,a}; echo; set -- {,}; echo $#; set -- ""{,}; echo $#
### preamble and postscript
echo pre{1,2}post pre{1..3}post-{a,b} a{b,c}{d,e}f /usr/{bin,lib/{x,y}}
### command from braces
{echo,hi}; echo $?; ec{ho,x} ; {,echo} a
### big sequences
echo {1..1000} | wc -w; set -- {1..100}{1..100}; echo $#; echo {9223372036854775805..9223372036854775807}
### backquotes and braces
echo {`echo a`,b} {$(echo c,d),e} "{`echo a`,b}"
### letters with escapes between
echo {a..f..2}{,x} {z..w} | tr -s ' '
### braces with equals and colons
echo a={1,2} a:{1,2} --{x,y}=1 {a=1,b=2} {a,b}: :{a,b}
### braces with tilde
HOME=/h; echo {~,x} ~{,/a} {~/a,~/b} x{~,y}
### comma without braces and braces without comma
echo a,b {ab} {a..b {a,b..c} {1..2,3..4}
### spaces end the word
echo {a, b} {a ,b} {1.. 3}
### tilde forms
HOME=/home/me; echo ~ ~/ ~/a ~a/b "~" '~/x' \~ a~ ~~ ~/~ "~"/x ~"/x"
### tilde with unknown users
echo ~nosuchuser ~nosuchuser/x ~root
### tilde plus and minus
cd /; cd /tmp; echo ~+ ~- ~+/x ~-/y; unset OLDPWD; echo ~-
### tilde in assignments
HOME=/h; x=~; y=~/a:~/b; z=a:~; w=a~; v="~"; u=x=~; echo $x $y $z $w $v $u; export e=~/e f=a:~/f; echo $e $f
### tilde in arguments that look like assignments
HOME=/h; echo x=~ a:~ --o=~ PATH=~/a:~/b; declare d=~/d; echo $d; f() { local l=~:~; echo $l; }; f
### tilde in posix mode arguments
#= posix
HOME=/h; echo x=~ a:~; x=~/y; echo $x
### tilde in expansions
HOME=/h; x='~'; echo $x ${u:-~} ${u:-~/a} "${u:-~}" ${u-a:~} ; y=${u:-~}; echo $y; case ~ in /h) echo match;; esac
### tilde in tests
HOME=/tmp; [ -d ~ ] && echo dir; [[ -d ~ ]] && echo dir; [[ /tmp == ~ ]] && echo same; [[ ~ == '~' ]] || echo expanded
### tilde with HOME unset and odd
HOME='/a b'; echo ~; set -- ~; echo $#; HOME=; echo "[$(echo ~)]" ~/x; HOME='*'; echo ~
### tilde in here documents and strings
HOME=/h; cat <<< ~; cat <<< "~"; cat <<E
~ ~/x
E
### tilde in for and arrays
HOME=/h; for i in ~ ~/a b~; do echo $i; done; a=(~ ~/x [5]=~/y); echo ${a[@]}; declare -A m=([k]=~ [l]=a:~); echo ${m[k]} ${m[l]}
### tilde with directory stack
cd /; pushd /tmp > /dev/null; echo ~0 ~1 ~+1 ~-0 ~5
### tilde with quotes in the name
echo ~r"oo"t ~\root ~'root'
### tilde in redirections
HOME=$PWD; echo t > ~/file; cat < ~/file; cat ~/fi*
### tilde after a colon in append
HOME=/h; P=/a; P+=:~/b; echo $P; P=$P:~/c; echo $P
### tilde in arithmetic is negation
echo $((~0)) $((~5 + 1)); x=5; echo $((~x))
### a closing brace before any comma
echo {a}b,c} {a}{b,c} {a}..b} {..}} {1..}2} x{,}y}
### tildes before a colon and a quote
HOME=/h
echo ~:"x" ~:x ~: ~/:"x" ~:/"x" ~:\x
x=~:"x"
echo "$x" ${nope-~:"x"} ${nope-~/b:"x"}

### braces with nothing in them before commas
echo {}a,b} x{}a,b} {},a} {}x,y}z {}{a,b} {{}a,b} a,{}b,c}
