# set -x, set -v and PS4.
### simple commands and assignments
set -x; echo a b; x=1; y=$x z="a b"; x=2 echo c; :
### quoting of words
set -x; echo 'a b' "" $'\t' 'it'\''s' '*' a=b '~' '#' 'a;b' '$x' \\ é $'\xff'
### compound commands
set -x; if true; then echo a; fi; for i in 1 2; do echo $i; done; while false; do :; done; case x in x) echo m;; esac; { echo g; }; (echo s)
### arithmetic and conditions
set -x; ((1 + 1)); [[ a == a && b < c ]]; let y=1+1; for ((i=0; i<1; i++)); do :; done; [[ -n x || -z y ]]; [[ ! a ]]
### functions and pipelines
f() { echo in $1; local v=1; }; set -x; f arg; f b
### command substitution levels
set -x; x=$(echo a); y=$(echo $(echo b)); echo $(echo c) "$(f=1; echo d)"
### PS4 forms
PS4='> '; set -x; echo a; PS4='[$LINENO] '; echo b
echo c; PS4='$(echo sub) '; echo d; PS4=; echo e
### PS4 first character repeats
PS4='ab '; set -x; echo $(echo $(echo x)); eval 'echo y'
### PS4 with function names
PS4='${FUNCNAME[0]:-main}: '; f() { echo in; }; set -x; f; echo out
### redirections are not shown
set -x; echo a > f; cat < f; cat <<< str; cat <<E
doc
E
### array assignments
set -x; a=(1 'b c' $((1+1))); a[1]=x; a+=(y); declare -A m=([k]='v w'); unset a; local_x=1 declare -i n=5
### expansions are shown after
x='a b' p='*.none'; set -x; echo $x "$x" ${x% *} $p {1,2} $((1+1)) > /dev/null; set -- $x; : "$@"
### set plus x itself
set -x; echo a; set +x; echo b; { set +x; } 2>/dev/null; echo c
### trace of nested subshells
set -x; (echo a; exit 3); echo $?; (x=1; (echo b))
### trace in source and eval
echo 'echo in file' > s; set -x; . ./s; eval 'echo a; echo b'
### trace of assignments with append and export
set -x; x+=a; export y=1; readonly z='p q'; declare q=$x; unset x y; printf -v w '%s' v; read r <<< in
### trace of case words and select
set -x; x=abc; case $x in a*) echo y;; esac; case "p q" in *) :;; esac
### trace of test commands
set -x; [ a = b ]; test -n ''; [ "" ]; [[ abc =~ ^a(.)c ]]; [[ $x == "a*" ]]; [[ x == a* ]]
### trace with errexit
set -ex; true; false; echo no
### trace of traps
set -x; trap 'echo bye' EXIT; trap - USR1; (trap 'echo sub' EXIT)
### trace of a command not found and empty commands
set -x; nosuchcommand; ''; $undefined; echo $?
### trace to another descriptor
exec 9> log; BASH_XTRACEFD=9; set -x; echo a; x=5; unset BASH_XTRACEFD; set +x; cat log
### trace of multi-line words
set -x; echo 'a
b' "c
d"; x=$'l1\nl2'
### trace of a for without words and of coproc
set -x; set -- p; for x; do echo $x; done; for x in; do :; done; select y in a; do break; done <<< 1 2>/dev/null
### verbose and xtrace together
set -xv
echo a
x=1; echo $x
### trace of here documents in functions
f() { cat <<E
$1
E
}; set -x; f a
### xtrace and PS4 in children
export PS4='child> '; bash -xc 'echo a'; SHELLOPTS= ; set -x; bash -c 'echo b'
### trace of pipelines with negation and time
TIMEFORMAT=; set -x; ! true; time echo a; true && false || echo b

### declarations and what is not a simple command
set -x; declare x=(1 "a b" [5]=c); declare -A m=([k]="v w"); local_() { local -a y=(1 2); local z=3 w; }; local_; export e=(1); readonly r=1 s="a b"; typeset -i n=5+1; a=(1 2); a+=(3); a[1]=4; m[x y]=5; declare -p a >/dev/null; declare -a b=() c; x=1 y=2; x=1 echo hi; x=1 declare z=2; for i in 1 2; do :; done; case a in b|a) :;; esac; [[ a == b* && -n $x ]]; ((x++)); let x=2; if true; then :; fi; while false; do :; done; f() { echo "$1"; }; f "a b"; ( echo sub ); echo $(echo in); { echo grp; } > /dev/null; ! true; select q in a; do break; done <<< 1; cat <<< "here $x"; cat <<E
doc
E
echo "a'b" 'c"d' $'e\nf' '' a\ b '*' '~' \$x; unset x; eval 'echo ev'; x= ; x='' ; trap 'echo t' USR1; exec 3>&1; PS4='+$LINENO '; echo ps4; set +x
### descriptors of BASH_XTRACEFD
BASH_XTRACEFD=7; BASH_XTRACEFD=x; BASH_XTRACEFD=; BASH_XTRACEFD=-1; echo a; exec 7>tr
BASH_XTRACEFD='7 '; BASH_XTRACEFD=07; set -x; : seen; BASH_XTRACEFD=99; : there; set +x; cat tr; BASH_XTRACEFD=98 echo b
### an element before a command
set -x; a[1]=$(echo hi >&2) true; echo $?
