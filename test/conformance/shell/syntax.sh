# Parsing: what is a syntax error and how it is told, comments, keywords.
### unexpected closing parenthesis
echo a )
### unexpected closing brace
echo a; }
### unexpected fi
echo a
fi
### unexpected esac
esac
### unexpected else
else echo a
### unexpected semicolon semicolon
;;
### unexpected ampersand twice
echo a & & echo b
### and at the start
&& echo a
### and at the end
echo a &&
### or followed by and
true || && echo a
### pipe then semicolon
echo a | ; echo b
### bare open parenthesis in arguments
echo a(b)
### parenthesis after a word and a blank
echo (a)
### function call syntax with arguments
f(a) { :; }
### unterminated if
if true
### unterminated if with else
if true; then a; else
### unterminated while
while true; do
### unterminated for
for i in a b; do echo $i
### unterminated case
case a in a)
### unterminated brace group
{ echo a
### unterminated subshell
(echo a
### unterminated nested commands
if true; then while true; do ( echo a
### unterminated double bracket
[[ a
### unterminated arithmetic command
((1 + 2
### unterminated arithmetic for
for ((i = 0; i < 3; i++)
### arithmetic for with two parts
for ((i = 0; i < 3)); do echo; done
### arithmetic for with four parts
for ((a; b; c; d)); do echo; done
### for without a name
for in a; do echo; done
### for with an expansion as a name
for $x in a; do echo; done
### case without in
case a b in a) ;; esac
### case without patterns
case a in ) echo;; esac
### case with a bar at the end
case a in a|) echo;; esac
### case with two bars
case a in a||b) echo;; esac
### select without do
select x in a b; echo $x; done
### function without a body
function f
### function with a keyword body
function f if
### error on the second line
echo one
echo two )
echo three
### error on a later line of a compound
echo one
if true; then
  echo two
  done
fi
### earlier lines run before the error
x=1; echo $x
echo second
for; do
### error inside a function
f() {
  echo a
  if true
}
### error inside a command substitution
echo before
echo $(if true; then)
echo after
### error inside a quoted command substitution
echo "a $(echo b; fi) c"
echo after
### error inside backquotes
echo `echo a; )`; echo after $?
### error inside eval
eval 'echo a; fi'; echo $?; eval 'if true'; echo $?; eval '('; echo $?; eval ')'; echo $?
### error inside eval on its second line
eval 'echo a
echo b
done'; echo $?
### error inside a sourced file
printf 'echo a\nfi\necho b\n' > s; . ./s; echo $?
### error inside a nested bash
bash -c 'echo a; fi'; echo $?; bash -c 'echo a
)'; echo $?; bash -c 'if'; echo $?; bash -c "echo 'a"; echo $?
### error in a script file
printf 'echo a\nif true\necho b\n' > s; bash s; echo $?; printf 'x="abc\n' > s; bash s; echo $?; echo 'echo $(' > s; bash s; echo $?
### error from standard input
printf 'echo a\nfi\necho b\n' | bash; echo $?; echo 'echo "a' | bash; echo $?
### error in an arithmetic substitution spanning lines
{ echo $((1 +
2) ); } 2> /dev/null
### error in an array assignment
a=(1 2
### operator in an array assignment
a=(1 & 2)
### array assignment with parentheses inside
a=(1 (2) 3)
### bad array in an argument
echo a=(1 2)
### assignment with a blank before the parenthesis
a= (1 2)
### redirection to nothing
cat <
### redirection followed by a newline
echo a >
echo b
### redirection with three greater signs
echo a >>> f
### ampersand before a redirection
echo a &> ; echo b
### descriptor before a here document at the end
cat <<
### newline in a conditional
[[ a ==
b ]]
echo $?
### coproc with nothing
coproc
### not alone
!
echo $?
### not twice and with a pipeline
! ! false; echo $?; ! ; echo $?
### time alone and with options
TIMEFORMAT=x; time; time -- true; echo $?; { time -p; } 2>&1 | wc -l
### braces need blanks
{echo a; }
### closing brace as an argument
echo } {; { echo a; }; echo a}
### closing brace needs a separator
{ echo a }
### keywords in odd positions
echo then; true then fi; for do in a; do echo $do; done
### keyword after a pipe, a not and a brace
echo a | while read x; do echo $x; done; ! if false; then :; fi; { if true; then echo b; fi; }
### keyword after an assignment is a command
x=1 if true; then echo; fi
### keyword after a redirection is a word
< /dev/null if true; then :; fi
### redirection before a compound command
> f { echo a; }
### redirection after a compound command
{ echo a; } > f; (echo b) >> f; if true; then echo c; fi >> f; cat f
### word after a compound command
(echo a) b
### word after fi
if true; then echo a; fi b
### assignment before a compound command
x=1 { echo a; }
### comments
# a comment
echo a # comment
echo b#not '#not' "#not" \#not
echo c;#comment
#last
### comment at the end without a newline
echo a # end
### comment inside a list and a pipe
echo a && # first
  # second
  echo b |
  # third
  cat
### comment with quotes and parentheses
echo a # it's ( fine " `
echo b
### comment in a command substitution
echo $(echo a # comment )
echo b
) "$(echo c # it's
)"
### comment in an array and a case
a=( # one
1 # two '
2
); echo ${a[@]}; case x in # in
# pattern
x) echo x ;; # done
esac
### comments with interactive_comments off
bash -O interactive_comments -c 'echo a # b'; shopt -u interactive_comments; echo a # b
### line continuation everywhere
ec\
ho a\
b \
c; x=1\
2; echo $x; if tr\
ue; th\
en echo yes; f\
i
### line continuation in operators
echo a &\
& echo b; echo c |\
| echo d; case x in x) echo e ;\
; esac
### line continuation in variables and substitutions
abc=1; echo $a\
bc ${a\
bc} $(ec\
ho x) $((1\
2))
### line continuation before a comment
echo a \
# not a comment? \
b
### line continuation at the end
echo a \
### backslash newline in single quotes and here documents
echo 'a\
b'; cat <<E
a\
b
E
### blank lines and leading blanks

   
	echo a

  echo b   

### several commands per line
echo a; echo b ; echo c;
echo d & wait; echo e
### carriage returns are characters
printf 'echo a\r\nx=1\r\necho "[$x]"\r\n' > s; bash s | od -c; printf 'if true; then\r\necho a\r\nfi\r\n' > t; bash t 2>&1 | od -c | tail -5
### a very long line
x=$(printf 'echo -n %s;' {1..500}); eval "$x"; echo
### many nested levels
x='echo deep'; for i in {1..50}; do x="{ $x; }"; done; eval "$x"; y=1; for i in {1..50}; do y="($y+1)"; done; echo $((y))
### deep command substitution
echo $(echo $(echo $(echo $(echo $(echo deep))))) "$(echo "$(echo "$(echo q)")")"
### case inside command substitution
echo $(case a in a) echo one;; esac) $(case b in (b) echo two;; esac); x=$(case c in c) echo three; esac); echo $x
### parentheses and quotes inside command substitution
echo $(echo ')' "(" \) '(') $(echo 'it''s' "\"") $( (echo sub) ) $( ( (echo two) ) )
### subshell or arithmetic
( (echo a) ); ((echo b) ); ( ( echo c ); echo d ); ((1+1)); echo $?; ((echo e); (echo f))
### command or arithmetic substitution
echo $( (echo a) ) $((1+2)) $((echo b) | cat) $(((1+2)*3)) $( ( (echo c) ) )
### dollar parenthesis with a comment and a here document
echo $(cat <<E
it's ) fine
E
)
### function definition and reserved words
f () { echo a; } ; f; g ()
{ echo b; }
g; h() { { echo c; }; }; h
### semicolons after compound commands
if true; then echo a; fi; while false; do :; done; { echo b; }; (echo c);
### background compound commands
{ echo a; } & wait; (echo b) & wait; for i in c; do echo $i; done & wait; if true; then echo d; fi & wait
### double semicolon with fallthrough at the end
case a in a) echo x;& esac; case a in a) echo y;;& esac; echo $?
### time and not combinations
TIMEFORMAT=; time ! true; echo $?; ! time false; echo $?; time { false; }; echo $?
### alias like text is no keyword
shopt -s expand_aliases
alias start='if true; then'
start echo a; fi
### braces in words
echo {a {b,c} a}b {} {}{} x{}y }{
### equals signs in words
echo = == a= =a a==b; x==y; echo $x; x=a=b=c; echo $x
### tilde and dollar at word ends
echo a$ $ ~$ $~ "$" '$' $"" a
### numbers as commands and words
1 2>/dev/null; echo $?; 12a 2>/dev/null; echo $?; echo 1>f 2; cat f
### special characters as commands
/ 2>/dev/null; echo $?; . 2>/dev/null; echo $?; : ; echo $?; [ 2>/dev/null; echo $?
### empty script parts
bash -c ''; echo $?; bash -c ' '; echo $?; bash -c '#'; echo $?; bash -c '
'; echo $?; bash -c ';'; echo $?
### nul bytes in a script file
printf 'echo a\0b\necho c\n' > s; bash s 2>/dev/null; echo $?
### a script with a byte order mark and without a final newline
printf 'echo last' > s; bash s; printf '\xef\xbb\xbfecho a\n' > t; bash t 2>/dev/null; echo $?
### script with an interpreter line
printf '#!/usr/bin/env bash\necho "$0 ${1}"\n' > s; chmod +x s; ./s x; printf 'echo no line $1\n' > t; chmod +x t; ./t y
### binary file is refused
printf '\x7fELF\0\0\0' > b; chmod +x b; bash ./b; echo $?
### unicode blanks are no separators
echo a b; x=$'\u00a0'; set -- $x; echo $#
### extglob in a script is parsed after shopt
shopt -s extglob
echo @(a|b) !(x) +(q)
### extglob parse error without shopt
echo !(a)
### dbracket regular expression with parentheses
[[ ab =~ (a)(b) && x == x ]]; echo $?; [[ a =~ (a|b) ]] && echo ok; [[ (a =~ a) ]]; echo $?
### here string and comment
cat <<< a # comment
cat <<< "#no"
### process substitution syntax errors
cat <(echo a
### process substitution with a blank
cat < (echo a)
### backquote inside double quotes with quotes
echo "`echo "a b"`" "`echo 'c d'`" "`echo \`echo e\``"
### arithmetic command with a pipe and or
((1)) && ((0)) || echo a; ((1)) | cat; ! ((0)); echo $?
### multiple heredocs with a syntax error after
cat <<A; fi
a
A
### EOF in a here document inside a substitution
echo $(cat <<E
a)
### unexpected token names
echo <newline>
### newline token in an error
for i in a b; do echo $i; done done
### double parenthesis closing error
echo $((1+2)
### lone double quote in a comment line of an array
a=(1 # "
2); echo ${#a[@]}

### what is read on after an error

for text in "true
echo 'a" "false
echo 'a" "false
echo \"a" "false
echo \${a" "[[
" "[[ a &&
" "[[ !" "[[ a b 'c" "[[ a b c" "a=(1 \"2
foo" "a=(1 2
foo" "fi 'abc" 'x
"a
b" ()' "case x in esac 'a
'"; do
  bash -c "$text"
  echo $?
done

### the end of the input within [[ ]], line by line
for s in "[[ b'" "[[ -n '" '[[ a == b"' '[[ a "b' '[[ a =~ "b' '[[ ! "b' '[[ ( "b' '[[ a == b && (c"' '[[ "$(echo' '[[ a == $(b' \
  '[[ ( a b ) ]]' '[[ (' '[['; do
  bash -c "$s"; echo $?
  bash -c "false
$s"; echo $?
done
bash -c $'set -e\n[[ || [[ \'x'; bash -c $'set -e\narr=(\'x'; bash -c $'set -e\narr+=($(echo'

### an open quote within arithmetic
for s in "(( 1 + [[ 'x" $'((i0 do\n:\n[[ "x' $'for ((i0 do\nx `echo t\ndone' "echo \$((1 + 'x" 'echo $[1 + "x' '((1 && echo'; do
  bash -c "$s"
done

### a substitution with an error in an array literal
for s in $'arr=(x $(printf #))\ndone\necho not reached' $'{\narr+=($(printf # -1})")\nfalse\n}\necho not reached'; do
  bash -c "$s"; echo $?
done
bash -c 'arr=(3> a)'; echo $?; bash -c 'arr=(a 3>&2 a)'; echo $?

### arithmetic for with one parenthesis keeps the status
for s in 'for ((i = 0; i < 1; i++); do echo a; done' $'false\nfor ((i = 0; i < 1; i++); do\necho a\ndone' 'for ((i = 0; i < 1; i++)'; do
  bash -c "$s"; echo $?
done

### two backslashes after an operator
(echo a)\\
### parentheses that are no arithmetic
echo $((echo a; echo b) | cat) "$((echo c); (echo d))"; f() { echo $((echo a); (echo b)); }; declare -f f
echo $((a), 8)
bash -c $'n=$((a), 8))\necho no' bash; echo $?
### here documents to be read yet at the end
for text in 'echo a <<E; echo '\''

x' 'cat <<A <<B; echo "'; do bash -c "$text" bash; echo $?; done
bash -c $'set -e; a=(# x)\n! || no\ndone' bash; bash -c $'[[ x\n[[ \'' bash
### array literal without an end in a substitution
bash -c $'x=$(\na=(")\n);' bash; echo $?
### syntax errors found by a function
f() { eval "if"; echo `fi`; }; f
### what is missing in arithmetic for is said after its body
for text in 'for ((i=0;i<1)); do if; done; done' $'for ((i=0;i<1)); do\n echo "a' 'for ((1;2;3;4)); do :; done'; do
  (eval "$text") 2>&1 | sed 's/^[^:]*: eval: //'
done

### an alias named in
shopt -s expand_aliases
alias in=for
case a in a) echo 1;; esac
case b
in b) echo 2;; esac
for i in x; do echo $i; done
for i
in y; do echo $i; done
### (( )) where it may not stand
for text in $'select v in 1\n((n));\ndo :; done' '((1)) ((2))' 'if ((1)); ((2)); fi' 'f ((1))' $'select v in 1\n((n'; do
  (eval "$text") 2>&1 | sed 's/^[^:]*: eval: //'
done
### what is open in a subscript is what is missed
for s in 'a["x' 'a[`x' "a['x" 'a[$(x' 'a[${x' 'a[x' 'a=([x' 'a=(["x' 'a=(1 [x]=`y'; do eval "$s"; echo $?; done
### forms that there are not, in subscripts of others
eval 'echo ${#a[${#b[1]x}]y}'; eval 'echo "${#a[1]x} z"'; eval 'echo ${${x}}'; eval 'echo ${!a[1]x${y}}'; echo $?
