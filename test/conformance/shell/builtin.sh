# Builtins: cd, pushd, type, command, hash, eval, source, getopts, umask, shopt, set, enable, help, alias, kill, ulimit, times.
### cd and PWD
mkdir -p a/b; cd a; echo ${PWD##*/}; cd b; echo ${PWD##*/}; cd ../..; cd a/./b/..; echo ${PWD##*/}; cd -- ..; echo $?
### cd dash prints
mkdir a b; cd a; cd ../b; cd - | sed 's|.*/||'; cd - > /dev/null; echo ${PWD##*/} ${OLDPWD##*/}
### cd errors
cd none; echo $?; touch f; cd f; echo $?; cd a b; echo $?; cd -z; echo $?; cd ''; echo $?; unset HOME; cd; echo $?; unset OLDPWD; cd -; echo $?
### cd home
mkdir h; HOME=$PWD/h; cd; echo ${PWD##*/}; cd ..; cd ~; echo ${PWD##*/}; HOME=; cd; echo $?
### cd with links
mkdir -p real/sub; ln -s real/sub link; cd link; echo ${PWD##*/}; cd ..; echo $([ -d real ] && echo top); cd -P link; echo ${PWD##*/}; cd -P ..; echo ${PWD##*/}; cd ..; cd -L link; pwd -P | sed 's|.*/||'; pwd | sed 's|.*/||'
### cd with physical option set
mkdir real; ln -s real link; set -P; cd link; echo ${PWD##*/}; set +P
### cd and CDPATH
mkdir -p x/target y; CDPATH=x; cd target | sed 's|.*/x|x|'; cd target > /dev/null; echo ${PWD##*/}; cd ../..; CDPATH=:y; cd y; echo ${PWD##*/}; cd ./none; echo $?
### cd with cdable_vars
mkdir d; dir=$PWD/d; shopt -s cdable_vars; cd dir | sed 's|.*/||'
### cd in a subshell and a pipeline
mkdir a; (cd a; echo ${PWD##*/}); cd a | cat; echo $([ -d a ] && echo still)
### cd to a removed directory
mkdir d; cd d; rmdir ../d; cd . 2>/dev/null; echo $?; cd ..; echo $?
### cd with slashes
cd /; pwd; cd //; pwd; cd ///tmp; pwd; cd /tmp/../tmp/.; pwd; cd /..; pwd
### pwd options
pwd -z; echo $?; cd /; pwd -L; pwd -P; pwd extra; PWD=/wrong; pwd
### pushd, popd and dirs
cd /; pushd /tmp; pushd /usr; dirs; popd; dirs; popd; popd; echo $?
### pushd without arguments swaps
cd /; pushd /tmp > /dev/null; pushd; pushd; echo $PWD
### pushd rotates
cd /; pushd /tmp > /dev/null; pushd /usr > /dev/null; pushd /dev > /dev/null; dirs; pushd +1; pushd -0; pushd +9; echo $?
### pushd and popd n
cd /; pushd -n /tmp; echo $PWD; dirs; pushd /usr > /dev/null; popd -n; dirs; popd +1; dirs; popd +7; echo $?
### pushd errors
pushd; echo $?; pushd none; echo $?; pushd -z; echo $?; pushd a b; echo $?; popd; echo $?; popd x; echo $?
### dirs options
cd /; pushd /tmp > /dev/null; pushd /usr > /dev/null; dirs -p; dirs -v; dirs +1; dirs -0; dirs -l; dirs -c; dirs; dirs +5; echo $?; dirs -z; echo $?
### DIRSTACK
cd /; pushd /tmp > /dev/null; echo ${DIRSTACK[@]} ${#DIRSTACK[@]}; DIRSTACK[1]=/usr; dirs; HOME=/tmp; dirs; dirs -l
### type
type cd; type if; type nosuch; echo $?; f() { :; }; type f; shopt -s expand_aliases; alias a='b c'; type a; type -t cd if f a nosuch; echo $?
### type options
f() { :; }; type -a echo | head -1; type -f f; echo $?; type -P nosuch; echo $?; type -p cd; echo $?; type -P cat | sed 's|.*/||'; type -z; echo $?; type; echo $?
### command v and V
command -v cd; command -v if; command -V cd; command -V while; command -v nosuch; echo $?; command -V nosuch; echo $?; f() { echo x; }; command -v f; command -V f
### command runs without functions
echo() { printf 'fn\n'; }; command echo a; command -p printf '%s\n' b; command; builtin echo $?; command -z; builtin echo $?; command nosuch; builtin echo $?
### command and assignments
x=1; x=2 command eval 'echo $x'; echo $x; command export y=5; echo $y; command -v -v; echo $?
### command suppresses special builtin errors
#= posix
command . ./none; echo $?; command export 1x=2; echo $?; command readonly r=1; command unset r; echo $?
### builtin
builtin echo a; builtin nosuch; echo $?; builtin; echo $?; builtin ls; echo $?; builtin -z; echo $?; cd() { echo mine; }; builtin cd /; echo $PWD
### eval
eval echo a b; eval 'x=1;' 'echo $x'; eval; echo $?; eval ''; echo $?; eval 'false'; echo $?; eval -- echo dd; eval -z; echo $?; eval 'f() { echo f; }'; f
### eval keeps status and position
set -- p q; eval 'echo $1 $#; shift'; echo $1; eval 'return 3' ; echo $?; for i in 1 2; do eval break; done; echo $i; false; eval; echo $?
### source with arguments
echo 'echo "$0 $1 $#"; x=set; return 4; echo no' > s; . ./s; echo $? $x; set -- top; source ./s a b; echo $1
### source changes the position parameters when given none
echo 'set -- new; shift 0' > s; set -- old; . ./s; echo $1; set -- old; . ./s arg; echo $1
### source errors
. ./none; echo $?; .; echo $?; source; echo $?; mkdir d; . ./d; echo $?; . -z; echo $?
### source searches PATH and the directory
mkdir p; echo 'echo found in path' > p/lib.sh; PATH=p:$PATH; . lib.sh; echo 'echo in cwd' > cwd.sh; . cwd.sh; shopt -u sourcepath; . lib.sh; echo $?
### source from a process substitution and here
. <(echo 'x=5; echo sourced'); echo $x; . /dev/stdin <<< 'y=6'; echo $y
### source with loops and functions
echo 'f() { echo from lib; }; for i in 1 2; do v=$i; done' > lib; . ./lib; f; echo $v; printf 'return 7' > r; . ./r && echo no || echo $?
### nested sourcing
echo 'echo outer; . ./in; echo after $?' > out; echo 'echo inner; return 2' > in; . ./out; echo ${#BASH_SOURCE[@]}
### getopts basics
set -- -a -b val -c rest more; while getopts ab:c o; do echo "$o ${OPTARG-none} $OPTIND"; done; shift $((OPTIND - 1)); echo "$@"
### getopts joined options
set -- -abval -ca -- -d; while getopts ab:cd o; do echo "$o [$OPTARG]"; done; echo $OPTIND
### getopts errors
set -- -x -b; while getopts ab: o; do echo "$o [$OPTARG]"; done; echo $? $OPTIND
### getopts silent
set -- -x -b; while getopts :ab: o; do echo "$o [$OPTARG]"; done; OPTIND=1; OPTERR=0; set -- -y; getopts a o; echo "$o [$OPTARG]"
### getopts with explicit arguments
while getopts n: o -n 5 -n6 end; do echo $o $OPTARG; done; echo $OPTIND
### getopts restarts with OPTIND
set -- -a -b; getopts ab o; echo $o; OPTIND=1; getopts ab o; echo $o; getopts ab o; echo $o; getopts ab o; echo $? $o
### getopts usage errors
getopts; echo $?; getopts a; echo $?; getopts a 1x; echo $?; getopts -z a b; echo $?
### getopts stops at a non-option
set -- a -b; getopts b o; echo $? $OPTIND; set -- - -b; OPTIND=1; getopts b o; echo $? $OPTIND; set -- -- -b; OPTIND=1; getopts b o; echo $? $OPTIND
### getopts with a dash value and empty value
set -- -b -c -b '' ; while getopts b:c o; do echo "$o [$OPTARG]"; done
### getopts long options by hand
set -- --name=x --flag -v file; while getopts v-: o; do case $o in -) echo "long ${OPTARG%%=*} ${OPTARG#*=}";; v) echo verbose;; esac; done; shift $((OPTIND-1)); echo $1
### umask
umask 022; umask; umask -S; umask 077; umask; umask u=rwx,g=rx,o=; umask; umask -p; umask g+w; umask -S; umask 8; echo $?; umask u=q; echo $?; umask -z; echo $?
### umask and new files
umask 027; touch f; mkdir d; stat -c %a f d; umask a=r; touch g; stat -c %a g; (umask 0; touch h); stat -c %a h
### umask symbolic forms
for m in 'u+x' 'go-rwx' 'a=rx' '=r' 'u=g' 'ug=rwx,o-w' '+w'; do umask 022; umask "$m"; echo "$m $(umask) $(umask -S)"; done
### shopt queries
shopt extglob; echo $?; shopt -s extglob; shopt extglob nullglob; echo $?; shopt -q extglob; echo $?; shopt -p extglob nullglob; shopt -u extglob; shopt -p extglob
### shopt o
shopt -o noglob; shopt -so noglob; echo $-; shopt -po noglob errexit; shopt -uo noglob; shopt -qo noglob; echo $?
### shopt errors
shopt nosuch; echo $?; shopt -s nosuch; echo $?; shopt -su extglob; echo $?; shopt -z; echo $?; shopt -o nosuch; echo $?
### shopt names and defaults
shopt | tr -s '\t ' ' '
### shopt p of everything set
shopt -p | grep -- -s
### set o names and defaults
set -o | tr -s '\t ' ' '
### set plus o
set +o
### set errors
set -o nosuch; echo $?; set -q; echo $?; set +Z; echo $?; set -e+x 2>/dev/null; echo $?
### set and dash
set -- -a b; echo $1; set - c; echo $1; set -x -- d 2>/dev/null; set +x 2>/dev/null; echo $1; set +; echo $1
### set combined options
set -euo pipefail; echo $-; shopt -o pipefail; set +euo pipefail; echo $-; set -fC; echo $-
### enable and disable
enable -n echo; type -t echo; enable echo; type -t echo; enable -n nosuch; echo $?; enable -n test; [ a ]; echo $?; enable -a | head -3; enable -s
### enable lists
enable | wc -l; enable -n; enable -n printf; enable -n; enable -p | tail -1
### hash
hash; hash -r; hash cat; hash -t cat | sed 's|.*/||'; hash nosuch; echo $?; hash -p /dev/null fake; hash -t fake; hash -d fake; hash -t fake; echo $?; hash -z; echo $?
### hash of nothing prints a note
hash -r; hash; echo $?; bash -c 'hash -l'; set +h; hash cat; echo $?
### true, false and colon
true a b; echo $?; false --help; echo $?; : $((x = 5)); echo $x; true --version; echo $?
### times and ulimit shapes
times | wc -l; ulimit -n > /dev/null; echo $?; ulimit -z; echo $?; ulimit -n abc; echo $?; ulimit -c 0; ulimit -c
### let and expr differences
let x=5+3; echo $x; expr 5 + 3; let; echo $?
### help
help nosuch; echo $?; help -s pwd; help -z; echo $?
### usage lines of builtins
for b in alias bg cd complete compgen dirs disown enable exec export fc fg getopts hash help history jobs let local mapfile popd printf pushd pwd read readonly return set shift shopt source suspend times trap type ulimit umask unalias unset wait; do $b --nosuchoption < /dev/null 2>&1 | head -3; done
### exit and logout
(logout); echo $?; (exit 3); echo $?; bash -l -c 'logout 2>/dev/null; echo $?' 2>/dev/null
### alias
shopt -s expand_aliases
alias ll='echo long' e=echo
ll list
e x
alias ll
alias
unalias e
alias e; echo $?
### alias expansion rules
shopt -s expand_aliases
alias a='echo A ' b='B' c='echo C'
a b
c b
a a b
\c x 2>/dev/null; echo $?
'c' x 2>/dev/null; echo $?
### alias recursion stops
shopt -s expand_aliases
alias echo='echo pre'
echo x
alias x=y y=x
x 2>/dev/null; echo $?
### alias is not seen on its own line
shopt -s expand_aliases
alias one='echo 1'; one 2>/dev/null; echo $?
one
### alias with quotes, pipes and newlines
shopt -s expand_aliases
alias p='echo "a  b" | tr a-z A-Z' m='echo 1
echo 2' h='for i in 1 2'
p
m
h; do echo $i; done
### alias in functions is expanded at definition
shopt -s expand_aliases
alias hi='echo one'
f() { hi; }
alias hi='echo two'
f; hi
### alias without the option
alias x='echo a'; x 2>/dev/null; echo $?; alias x
### alias errors
alias nosuch; echo $?; unalias nosuch; echo $?; unalias; echo $?; alias -z; echo $?; alias 'a b=c'; echo $?; unalias -a; alias
### alias p and sorting
alias z=1 a='x y' m="it's"; alias -p; alias a z
### aliases in substitutions and eval
shopt -s expand_aliases
alias v='echo val'
echo $(v) `v` "$(v x)"; eval v; eval 'v y'
### BASH_ALIASES
BASH_ALIASES[k]='echo k'; alias k; alias j='echo j'; echo ${BASH_ALIASES[j]} ${!BASH_ALIASES[@]}
### history without a terminal
history; echo $?; set -o history; echo a; history | tr -s ' '; history -c; fc -l 2>/dev/null; echo $?
### history s and p
history -s 'stored command'; history | tr -s ' '; history -p 'text' ; history -d 99; echo $?; history -z; echo $?
### compgen
compgen -A builtin sh; compgen -W 'apple apply banana' app; compgen -k wh; f_one() { :; }; f_two() { :; }; compgen -A function f_; compgen -v BASH_VERS; compgen -z; echo $?
### compgen of files and prefixes
touch fa fb; mkdir fd; compgen -f f | sort; compgen -d f; compgen -W 'a b' -P '<' -S '>' ; compgen -W 'x1 x2 y' -X 'y'; compgen -A shopt ext; compgen -b zz; echo $?
### complete and compopt
complete -W 'a b' cmd; complete -p cmd; complete -F _f other; complete -p; complete -r cmd; complete -p cmd; echo $?; compopt -o nospace; echo $?
### caller, suspend, fc errors
caller; echo $?; fc -z; echo $?; suspend 2>&1; echo $?
### bind without line editing
bind -z 2>/dev/null; echo $?; bind 2>/dev/null; echo $?
### test and bracket are builtins
type test [; builtin test a = a; echo $?; builtin [ a = b ]; echo $?
### readarray is mapfile
readarray -t a < <(seq 3); echo ${a[@]}; type -t readarray mapfile; readarray -z; echo $?
### unset builtin functions of the same name
unset -f nosuchfunction; echo $?; f() { :; }; unset f; type -t f; echo $?; unset -n nosuch; echo $?; unset ''; echo $?
### bash options on the command line
bash -c 'echo $-' ; bash -u -c 'echo $nope'; echo $?; bash +B -c 'echo {a,b}'; bash -o pipefail -c 'false | true; echo $?'; bash -O nullglob -c 'echo none*'; bash -x -c 'echo a'; bash -v -c 'echo b'
### bash bad options
bash -Z 2>&1 | head -1; bash --nosuch 2>&1 | head -1; bash -o nosuch -c x; echo $?; bash -O nosuch -c x; echo $?; bash -c 2>&1; echo $?
### bash s with arguments
echo 'echo $0 $1 $#' | bash -s a b; echo 'echo $-' | bash -s -u; bash -s x <<< 'echo $1'
### bash reading its script from standard input
printf 'echo a\nread x\nthis line\necho "[$x]"\n' | bash; printf 'cat\nrest of input\n' | bash
### bash with a script file and arguments
echo 'echo "$0: $# $*"; exit 3' > s.sh; bash s.sh a 'b c'; echo $?; bash ./s.sh; bash -e s.sh x; bash -- s.sh y
### version and help
bash --version | head -1 | cut -d' ' -f1-3; bash --help | head -1 | cut -d, -f1; echo ${BASH_VERSION%%.*}
### norc, noprofile and login options are accepted
bash --norc --noprofile -c 'echo a'; bash --noediting -c 'echo b'; bash --posix -c 'echo $SHELLOPTS' | grep -o posix; bash --verbose -c 'echo c'
### restricted shell
bash -r -c 'PATH=x'; bash -r -c 'echo a > f'; bash -r -c '/bin/ls'; bash -r -c 'exec ls'; bash -r -c 'set +r'; echo $?
### pretty print
bash --pretty-print -c 'if true; then echo a;fi' < /dev/null; echo 'if true; then echo a;fi; for i in 1;do :;done' > s; bash --pretty-print s
### dump strings
bash -D -c 'echo $"hello" "x"'; bash --dump-po-strings -c 'echo $"hi"'
### verbose prints lines
set -v
echo a
echo b # comment
set +v
echo c
### command_not_found_handle
command_not_found_handle() { echo "handler: $1 ($#)"; return 42; }; nosuch a b; echo $?; x=$(other); echo "$x $?"
### PATH lookups
mkdir p q; printf 'echo from p\n' > p/prog; printf 'echo from q\n' > q/prog; chmod +x p/prog q/prog; PATH=p:q:$PATH; prog; PATH=q:$PATH; prog; rm q/prog; hash -r; prog; PATH=none; prog2; echo $?
### PATH with empty elements
printf 'echo here\n' > cmd; chmod +x cmd; PATH=:$PATH; cmd; PATH=/none; ./cmd 2>/dev/null; echo $?
### command found but not executable
mkdir p; echo 'echo x' > p/noexec; PATH=$PWD/p; noexec 2>/dev/null; echo $?
### pipelines do not fill the table of hashed commands
cat /dev/null | true; hash; ls / | cat > /dev/null; hash -t ls; echo $?
### a local OPTIND leaves the caller's place within a cluster of letters
f() { local OPTIND=1 o; while getopts abxyz o; do echo $o; if [[ $o = y ]]; then f -ab; fi; done; }; f -xyz
### directories of the stack below HOME
HOME=$PWD; dirs; pushd / > /dev/null; dirs; case ${DIRSTACK[1]} in "$HOME") echo whole ;; esac; [ ~1 = "$HOME" ]; echo $?
### restricted shell: what it forbids
printf '%s\n' 'cd /' 'pushd /' 'unset PATH' 'BASH_ENV=x' 'HISTFILE=x' 'hash -p /bin/cat c' 'command -p cat' 'cat 3>&1 >>f' 'echo hi 2>&1' '. ./x' 'enable -f x y' 'history -r /a' 'BASH_CMDS[x]=/bin/cat' 'f() { cd /; }; f; echo $?' '(cd /)' '/bin/cat | cat' 'set -o restricted; echo $-' > s; bash -r s 2>&1; bash --restricted -c 'shopt restricted_shell'; bash -c 'set -r; shopt restricted_shell; cd; echo $? $-'; ln -s "$BASH" rbash; ./rbash -c 'echo $-'
### restricted shell: functions and options of the environment are not taken in
f() { echo f; }; export -f f; bash -r -c f 2>/dev/null; echo $?; SHELLOPTS=xtrace bash -r -c 'echo x' 2>&1
### pretty print of a whole script
printf '%s\n' 'a  &&   b|c   # x' '' '# one' '' 'f() { cat <<E' 'text $x' 'E' '}' 'function g { h() { :; }; }; x=(1  2)' 'case x in a) b;; esac &' > s; bash --pretty-print s; echo $?; bash --pretty-print < s | md5sum | cut -c1-3; echo 'if x' > s; bash --pretty-print s; echo $?
### declare -f in posix mode
f() { g() { :; }; function h { :; }; }; declare -f f; set -o posix; declare -f f; type f
### dump strings of a file
printf '%s\n' 'echo $"one" "two" ${x:-$"in it"} $(echo $"deep")' 'echo $"a \"quoted\" word' 'and a line" done' > s; bash -D s; bash --dump-strings s | wc -l; bash --dump-po-strings s
### command takes what is special away from eval and break
set -o posix; command eval '( '; echo $?; command break; echo $?; continue; echo $?; command eval 'eval "( "'; echo not reached
### an empty PATH
PATH=; notthere; echo $?; command notthere; PATH=:; notthere; echo $?
### topics of help
enable -n cd; help | sed -n '/job_spec/,$p'; COLUMNS=100 help | sed -n '/job_spec/,$p' | head -3; for t in % 'for' '[[' '{' '((' 'h*' variables '[*' ho; do help -s "$t"; done; compgen -A helptopic
### history -p after history -s
history -s 'echo old x'; history -p '!!' '!echo' '!!:1' '!!:s/old/new/' '!nosuch'; echo $?; set -o history; history -s 'echo two'; history -p '!!:$' '!-2'; history | tail -1
### an option of the shell that does not exist
bash --nosuch; echo $?; bash -Z; echo $?

### too many arguments end all the text
for command in 'exit 1 2' 'return 1 2' 'shift 1 2' 'break 1 2' 'history 1 2'; do
  bash -c "for i in 1 2; do eval '$command; echo a'; echo b; done"$'\necho c'
  echo "$? $command"
  echo "$command; echo d" > s
  bash <<< $'. ./s; echo e\necho f $?'
done

### kill -l with options after it
kill -l -9 9; kill -l -x 15; kill -l -INT | head -n 1

### caller with an option
caller -x; echo $?
f() { caller -x; echo $?; caller -1; echo $?; }
f

### arrays are assigned whatever the built-in says
local a=(1 2); echo $?; declare -p a
local -A h=([k]=v); declare -p h
declare -p e=(3) none; echo $?; declare -p e
export -z b=(1); declare -p b
readonly -z c=(1 2) d=3; declare -p c d
f() { local -z d=(5); echo $?; declare -p d; readonly -z g=(6); declare -p g; }; f; declare -p d g
declare -f k=(1); echo $?; export -f l=(1); declare -p k l

### declaring an element without a subscript
a=(1); declare -A h
declare a[] b[] h[]; echo $?
declare -a c[]; echo $?
f() { local q[] a; echo $?; declare -p a; }; f

### shopt -o with names there are not
shopt -so nosuch noglob; echo $? $-
shopt -uo nosuch noglob; echo $? $-
for o in -o -po -qo; do shopt $o nosuch; echo $?; done

### read checks the first name, and waits for none with -t 0
read -t 0 1x < /dev/null; echo $?
read -a a 1x <<< 'a b'; echo $? ${a-unset}
read -a 1x 2y <<< a; echo $?
read -a a y <<< 'a b'; echo $? ${a[1]}

### compgen -W with quotes that have no end
compgen -W "a 'b c"; compgen -W 'x "y $(echo z w)'; compgen -W 'a\ b c\'; compgen -W "a\"b'c d\$'e' h"; compgen -W 'a `echo'; echo not here

### compgen -W with a bad substitution
compgen -W 'x ${y'; echo not here

### compgen -W with a bad expression
compgen -W 'x $((1+)) w'; echo not here

### bind: the lists of each map
for m in emacs emacs-standard emacs-meta emacs-ctlx vi vi-move vi-command vi-insert; do bind -m $m -p; bind -m $m -P; bind -m $m -q abort; done
bind -l; bind -v; bind -V; bind -s; bind -S; bind -X; bind -lp | wc -l; compgen -A binding beg

### bind: keys, macros and commands
bind '"\C-o": abort' '"\C-xz": undo'; bind -q abort; bind '"\C-x\C-o": "macro \"text\n"'; bind -s; bind -S; bind -x '"\C-t": echo "hi"'; bind -X; bind -x '"\ea":"ls \"a\""'; bind -X; bind -r '\C-g'; bind -q abort; bind -u abort; bind -q abort; echo $?
bind Control-o:yank; bind '"\M-z": yank' '"\x41\102": yank' '"abc": yank'; bind -q yank; bind -r abc; bind -q yank; bind '"\C-t": yank'; bind -X; bind -m vi-insert -x '"q": w'; bind -X; bind -m vi-insert -X; bind '"\e.": undo'; bind -q insert-last-argument; bind '"\C-u": insert-last-argument'; bind -q yank-last-arg
(bind '"\C-o": kill-line'; bind -q kill-line); bind -q kill-line

### bind: variables and files
bind 'set completion-ignore-case on' 'set bell-style none' 'set completion-query-items 7' 'set nosuch on'; bind -v | grep 'case\|bell-style\|items'
printf '%s\n' '# c' '$if mode=emacs' '"\C-o": abort' '$else' '"\C-o": yank' '$endif' 'set bell-style visible' '"\C-xq": "mac"' 'Control-p: undo' 'Meta-q: kill-line' 'C-M-q: yank' 'TAB: menu-complete' >rc; bind -f rc; bind -P | grep '^abort\|^undo\|^kill-line\|^yank \|^menu-complete '; bind -s; bind -v | grep bell-style; set -o vi; bind -v | grep 'editing-mode\|keymap'; bind -q abort

### bind: what is wrong
bind -q nosuch; echo $?; bind -u nosuch; echo $?; bind -m nosuch -l; echo $?; bind -z; echo $?; bind -x foo; echo $?; bind -x '"a"'; echo $?; bind -x '"a" b'; echo $?; bind -x '"a: b'; echo $?; bind -q; echo $?; bind -f nosuch; echo $?; bind foo; echo $?; bind '"foo'; echo $?; bind '"a" b'; echo $?; bind '"a": nosuch'; echo $?; bind ''; echo $?; bind; echo $?
### numbers with more than blanks behind them
n=$'1\r'; [ "$n" -eq 1 ]; echo $?; [ $'1\n' -eq 1 ]; echo $?; [ ' 1 ' -eq $'\t1\t' ]; echo $?; [ $'\r1' -eq 1 ]; echo $?; [ $'1\v' -gt 0 ]; echo $?; test "$n" = 1; echo $?
set -- a b c; shift $'1\r'; echo $# $?; f() { return $'3\n'; }; f; echo $?; (exit $'3\r'); echo $?; (exit ' 3 '); echo $?
printf 'port=80\r\n' > c; while IFS== read -r k v; do if [ "$v" -eq 80 ]; then echo same; else echo other; fi; done < c
kill -0 $'1\r'; wait $'1\r'; read -t $'1\r' x < /dev/null; read -n $'1\r' x < /dev/null; mapfile -n $'1\r' x < /dev/null; caller $'1\r'; trap 'echo x' $'1\r'
### logout where there is no login shell
logout --help > /dev/null; echo $?; logout -- 3; echo $?
### cd shows names that are not printable as the shell would read them
cd $'a\nb'; cd $'\t'; cd 'a b'; cd "it's"; pushd $'no\r'; mkdir d; CDPATH=d cd $'x\x01'
### what is looked for in the standard places is remembered, and each look counts
command -p ls / >/dev/null; type ls; hash; hash -r; command -p nosuchprog; hash; command -p true; command -p cat /dev/null; hash | wc -l; PATH=/nope; command -p cat /dev/null; type cat; cat /dev/null; echo $?
hash -r; command -p ls >/dev/null; hash | tail -1; command -p ls > /dev/null; hash | tail -1; type ls; type -p ls; command -v ls; hash | tail -1
### rbash
rbash -c 'cd /; echo $?'; rbash -c 'echo x > f'; rbash -c '/bin/ls'; rbash -c 'exec ls'; rbash -c 'echo ok; shopt -q restricted_shell && echo r'; readlink /bin/rbash
