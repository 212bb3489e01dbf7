# The operators - + = and their colon forms in every place an expansion can stand.
### default for unset, in unquoted words
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
printf '<%s>' ${u-a b} ${e-a b} ${s-a b} ${u2-"q  r"} ${u3-'q  r'} ${e2-$x} ${u4-"$x"} ${u5-}; echo
echo "$u|$e|$s|$u2|$u3"
### default for unset, in double quotes
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
printf '<%s>' "${u-a b}" "${e-a  b}" "${s-a b}" "${u2-"q  r"}" "${u3-'q  r'}" "${e2-$x}" "${u4-\$x \" \a \}}" "${u5-}"; echo
echo "$u|$e|$s|$u2|$u3"
### default for unset, in assignments
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
HOME=/h; a=${u-a  b} b=${e-"c  d"} c=${s-'e  f'} d=${u2-~} f=${u3-*}; printf '<%s>' "$a" "$b" "$c" "$d" "$f"; echo
echo "$u|$e|$s|$u2|$u3"
### default for unset, in here documents
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
cat <<E
${u-a  b} ${e-"c  d"} ${s-'e  f'} ${u2-$x} ${u3-\$x} ${u4-$(echo sub)}
E
echo "$u|$e|$s|$u2|$u3"
### default for unset, in here strings
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
cat <<< ${u-a  b}; cat <<< "${e-'c  d'}"; cat <<< ${s-"e  f"}
echo "$u|$e|$s|$u2|$u3"
### default for unset, in case words
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
case ${u-a b} in 'a b') echo 1;; '') echo empty;; *) echo other;; esac; case ${s-x} in ${e-x}) echo same;; ${s-y}) echo s;; *) echo none;; esac
echo "$u|$e|$s|$u2|$u3"
### default for unset, in conditions
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
[[ ${u-a b} == 'a b' ]]; echo $?; [[ -n ${e-x} ]]; echo $?; [[ abc == ${s-a*} ]]; echo $?; [ "${u2-z}" = z ]; echo $?; [ ${u3-} ]; echo $?
echo "$u|$e|$s|$u2|$u3"
### default for unset, in arrays and parameters
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
set -- ${u-a b} "${e-c d}" ${s-"$x"}; echo $#; a=(${u2-p q} [5]=${e2-r s}); declare -p a; printf '<%s>' "${a[9]-none}" "${a[0]-none}"; echo
echo "$u|$e|$s|$u2|$u3"
### default for unset, in arithmetic
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
echo $((${u-3} + ${n-4} + 0)) $((${e-5}+1)); ((k = ${u2-7} 0)); echo $? $k
echo "$u|$e|$s|$u2|$u3"
### default for unset, in functions and loops
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
f() { local v=${1-none}; echo "$v"; }; f; f ''; f x; for i in ${u-a b} ${e-"c d"}; do echo "[$i]"; done
echo "$u|$e|$s|$u2|$u3"
### default for empty, in unquoted words
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
printf '<%s>' ${u:-a b} ${e:-a b} ${s:-a b} ${u2:-"q  r"} ${u3:-'q  r'} ${e2:-$x} ${u4:-"$x"} ${u5:-}; echo
echo "$u|$e|$s|$u2|$u3"
### default for empty, in double quotes
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
printf '<%s>' "${u:-a b}" "${e:-a  b}" "${s:-a b}" "${u2:-"q  r"}" "${u3:-'q  r'}" "${e2:-$x}" "${u4:-\$x \" \a \}}" "${u5:-}"; echo
echo "$u|$e|$s|$u2|$u3"
### default for empty, in assignments
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
HOME=/h; a=${u:-a  b} b=${e:-"c  d"} c=${s:-'e  f'} d=${u2:-~} f=${u3:-*}; printf '<%s>' "$a" "$b" "$c" "$d" "$f"; echo
echo "$u|$e|$s|$u2|$u3"
### default for empty, in here documents
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
cat <<E
${u:-a  b} ${e:-"c  d"} ${s:-'e  f'} ${u2:-$x} ${u3:-\$x} ${u4:-$(echo sub)}
E
echo "$u|$e|$s|$u2|$u3"
### default for empty, in here strings
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
cat <<< ${u:-a  b}; cat <<< "${e:-'c  d'}"; cat <<< ${s:-"e  f"}
echo "$u|$e|$s|$u2|$u3"
### default for empty, in case words
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
case ${u:-a b} in 'a b') echo 1;; '') echo empty;; *) echo other;; esac; case ${s:-x} in ${e:-x}) echo same;; ${s:-y}) echo s;; *) echo none;; esac
echo "$u|$e|$s|$u2|$u3"
### default for empty, in conditions
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
[[ ${u:-a b} == 'a b' ]]; echo $?; [[ -n ${e:-x} ]]; echo $?; [[ abc == ${s:-a*} ]]; echo $?; [ "${u2:-z}" = z ]; echo $?; [ ${u3:-} ]; echo $?
echo "$u|$e|$s|$u2|$u3"
### default for empty, in arrays and parameters
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
set -- ${u:-a b} "${e:-c d}" ${s:-"$x"}; echo $#; a=(${u2:-p q} [5]=${e2:-r s}); declare -p a; printf '<%s>' "${a[9]:-none}" "${a[0]:-none}"; echo
echo "$u|$e|$s|$u2|$u3"
### default for empty, in arithmetic
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
echo $((${u:-3} + ${n:-4} + 0)) $((${e:-5}+1)); ((k = ${u2:-7} 0)); echo $? $k
echo "$u|$e|$s|$u2|$u3"
### default for empty, in functions and loops
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
f() { local v=${1:-none}; echo "$v"; }; f; f ''; f x; for i in ${u:-a b} ${e:-"c d"}; do echo "[$i]"; done
echo "$u|$e|$s|$u2|$u3"
### alternative for set, in unquoted words
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
printf '<%s>' ${u+a b} ${e+a b} ${s+a b} ${u2+"q  r"} ${u3+'q  r'} ${e2+$x} ${u4+"$x"} ${u5+}; echo
echo "$u|$e|$s|$u2|$u3"
### alternative for set, in double quotes
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
printf '<%s>' "${u+a b}" "${e+a  b}" "${s+a b}" "${u2+"q  r"}" "${u3+'q  r'}" "${e2+$x}" "${u4+\$x \" \a \}}" "${u5+}"; echo
echo "$u|$e|$s|$u2|$u3"
### alternative for set, in assignments
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
HOME=/h; a=${u+a  b} b=${e+"c  d"} c=${s+'e  f'} d=${u2+~} f=${u3+*}; printf '<%s>' "$a" "$b" "$c" "$d" "$f"; echo
echo "$u|$e|$s|$u2|$u3"
### alternative for set, in here documents
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
cat <<E
${u+a  b} ${e+"c  d"} ${s+'e  f'} ${u2+$x} ${u3+\$x} ${u4+$(echo sub)}
E
echo "$u|$e|$s|$u2|$u3"
### alternative for set, in here strings
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
cat <<< ${u+a  b}; cat <<< "${e+'c  d'}"; cat <<< ${s+"e  f"}
echo "$u|$e|$s|$u2|$u3"
### alternative for set, in case words
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
case ${u+a b} in 'a b') echo 1;; '') echo empty;; *) echo other;; esac; case ${s+x} in ${e+x}) echo same;; ${s+y}) echo s;; *) echo none;; esac
echo "$u|$e|$s|$u2|$u3"
### alternative for set, in conditions
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
[[ ${u+a b} == 'a b' ]]; echo $?; [[ -n ${e+x} ]]; echo $?; [[ abc == ${s+a*} ]]; echo $?; [ "${u2+z}" = z ]; echo $?; [ ${u3+} ]; echo $?
echo "$u|$e|$s|$u2|$u3"
### alternative for set, in arrays and parameters
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
set -- ${u+a b} "${e+c d}" ${s+"$x"}; echo $#; a=(${u2+p q} [5]=${e2+r s}); declare -p a; printf '<%s>' "${a[9]+none}" "${a[0]+none}"; echo
echo "$u|$e|$s|$u2|$u3"
### alternative for set, in arithmetic
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
echo $((${u+3} + ${n+4} + 0)) $((${e+5}+1)); ((k = ${u2+7} 0)); echo $? $k
echo "$u|$e|$s|$u2|$u3"
### alternative for set, in functions and loops
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
f() { local v=${1+none}; echo "$v"; }; f; f ''; f x; for i in ${u+a b} ${e+"c d"}; do echo "[$i]"; done
echo "$u|$e|$s|$u2|$u3"
### alternative for nonempty, in unquoted words
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
printf '<%s>' ${u:+a b} ${e:+a b} ${s:+a b} ${u2:+"q  r"} ${u3:+'q  r'} ${e2:+$x} ${u4:+"$x"} ${u5:+}; echo
echo "$u|$e|$s|$u2|$u3"
### alternative for nonempty, in double quotes
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
printf '<%s>' "${u:+a b}" "${e:+a  b}" "${s:+a b}" "${u2:+"q  r"}" "${u3:+'q  r'}" "${e2:+$x}" "${u4:+\$x \" \a \}}" "${u5:+}"; echo
echo "$u|$e|$s|$u2|$u3"
### alternative for nonempty, in assignments
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
HOME=/h; a=${u:+a  b} b=${e:+"c  d"} c=${s:+'e  f'} d=${u2:+~} f=${u3:+*}; printf '<%s>' "$a" "$b" "$c" "$d" "$f"; echo
echo "$u|$e|$s|$u2|$u3"
### alternative for nonempty, in here documents
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
cat <<E
${u:+a  b} ${e:+"c  d"} ${s:+'e  f'} ${u2:+$x} ${u3:+\$x} ${u4:+$(echo sub)}
E
echo "$u|$e|$s|$u2|$u3"
### alternative for nonempty, in here strings
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
cat <<< ${u:+a  b}; cat <<< "${e:+'c  d'}"; cat <<< ${s:+"e  f"}
echo "$u|$e|$s|$u2|$u3"
### alternative for nonempty, in case words
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
case ${u:+a b} in 'a b') echo 1;; '') echo empty;; *) echo other;; esac; case ${s:+x} in ${e:+x}) echo same;; ${s:+y}) echo s;; *) echo none;; esac
echo "$u|$e|$s|$u2|$u3"
### alternative for nonempty, in conditions
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
[[ ${u:+a b} == 'a b' ]]; echo $?; [[ -n ${e:+x} ]]; echo $?; [[ abc == ${s:+a*} ]]; echo $?; [ "${u2:+z}" = z ]; echo $?; [ ${u3:+} ]; echo $?
echo "$u|$e|$s|$u2|$u3"
### alternative for nonempty, in arrays and parameters
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
set -- ${u:+a b} "${e:+c d}" ${s:+"$x"}; echo $#; a=(${u2:+p q} [5]=${e2:+r s}); declare -p a; printf '<%s>' "${a[9]:+none}" "${a[0]:+none}"; echo
echo "$u|$e|$s|$u2|$u3"
### alternative for nonempty, in arithmetic
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
echo $((${u:+3} + ${n:+4} + 0)) $((${e:+5}+1)); ((k = ${u2:+7} 0)); echo $? $k
echo "$u|$e|$s|$u2|$u3"
### alternative for nonempty, in functions and loops
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
f() { local v=${1:+none}; echo "$v"; }; f; f ''; f x; for i in ${u:+a b} ${e:+"c d"}; do echo "[$i]"; done
echo "$u|$e|$s|$u2|$u3"
### assignment to unset, in unquoted words
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
printf '<%s>' ${u=a b} ${e=a b} ${s=a b} ${u2="q  r"} ${u3='q  r'} ${e2=$x} ${u4="$x"} ${u5=}; echo
echo "$u|$e|$s|$u2|$u3"
### assignment to unset, in double quotes
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
printf '<%s>' "${u=a b}" "${e=a  b}" "${s=a b}" "${u2="q  r"}" "${u3='q  r'}" "${e2=$x}" "${u4=\$x \" \a \}}" "${u5=}"; echo
echo "$u|$e|$s|$u2|$u3"
### assignment to unset, in assignments
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
HOME=/h; a=${u=a  b} b=${e="c  d"} c=${s='e  f'} d=${u2=~} f=${u3=*}; printf '<%s>' "$a" "$b" "$c" "$d" "$f"; echo
echo "$u|$e|$s|$u2|$u3"
### assignment to unset, in here documents
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
cat <<E
${u=a  b} ${e="c  d"} ${s='e  f'} ${u2=$x} ${u3=\$x} ${u4=$(echo sub)}
E
echo "$u|$e|$s|$u2|$u3"
### assignment to unset, in here strings
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
cat <<< ${u=a  b}; cat <<< "${e='c  d'}"; cat <<< ${s="e  f"}
echo "$u|$e|$s|$u2|$u3"
### assignment to unset, in case words
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
case ${u=a b} in 'a b') echo 1;; '') echo empty;; *) echo other;; esac; case ${s=x} in ${e=x}) echo same;; ${s=y}) echo s;; *) echo none;; esac
echo "$u|$e|$s|$u2|$u3"
### assignment to unset, in conditions
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
[[ ${u=a b} == 'a b' ]]; echo $?; [[ -n ${e=x} ]]; echo $?; [[ abc == ${s=a*} ]]; echo $?; [ "${u2=z}" = z ]; echo $?; [ ${u3=} ]; echo $?
echo "$u|$e|$s|$u2|$u3"
### assignment to unset, in arrays and parameters
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
set -- ${u=a b} "${e=c d}" ${s="$x"}; echo $#; a=(${u2=p q} [5]=${e2=r s}); declare -p a; printf '<%s>' "${a[9]=none}" "${a[0]=none}"; echo
echo "$u|$e|$s|$u2|$u3"
### assignment to unset, in arithmetic
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
echo $((${u=3} + ${n=4} + 0)) $((${e=5}+1)); ((k = ${u2=7} 0)); echo $? $k
echo "$u|$e|$s|$u2|$u3"
### assignment to unset, in functions and loops
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
f() { local v=${1-none}; echo "$v"; }; f; f ''; f x; for i in ${u=a b} ${e="c d"}; do echo "[$i]"; done
echo "$u|$e|$s|$u2|$u3"
### assignment to empty, in unquoted words
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
printf '<%s>' ${u:=a b} ${e:=a b} ${s:=a b} ${u2:="q  r"} ${u3:='q  r'} ${e2:=$x} ${u4:="$x"} ${u5:=}; echo
echo "$u|$e|$s|$u2|$u3"
### assignment to empty, in double quotes
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
printf '<%s>' "${u:=a b}" "${e:=a  b}" "${s:=a b}" "${u2:="q  r"}" "${u3:='q  r'}" "${e2:=$x}" "${u4:=\$x \" \a \}}" "${u5:=}"; echo
echo "$u|$e|$s|$u2|$u3"
### assignment to empty, in assignments
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
HOME=/h; a=${u:=a  b} b=${e:="c  d"} c=${s:='e  f'} d=${u2:=~} f=${u3:=*}; printf '<%s>' "$a" "$b" "$c" "$d" "$f"; echo
echo "$u|$e|$s|$u2|$u3"
### assignment to empty, in here documents
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
cat <<E
${u:=a  b} ${e:="c  d"} ${s:='e  f'} ${u2:=$x} ${u3:=\$x} ${u4:=$(echo sub)}
E
echo "$u|$e|$s|$u2|$u3"
### assignment to empty, in here strings
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
cat <<< ${u:=a  b}; cat <<< "${e:='c  d'}"; cat <<< ${s:="e  f"}
echo "$u|$e|$s|$u2|$u3"
### assignment to empty, in case words
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
case ${u:=a b} in 'a b') echo 1;; '') echo empty;; *) echo other;; esac; case ${s:=x} in ${e:=x}) echo same;; ${s:=y}) echo s;; *) echo none;; esac
echo "$u|$e|$s|$u2|$u3"
### assignment to empty, in conditions
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
[[ ${u:=a b} == 'a b' ]]; echo $?; [[ -n ${e:=x} ]]; echo $?; [[ abc == ${s:=a*} ]]; echo $?; [ "${u2:=z}" = z ]; echo $?; [ ${u3:=} ]; echo $?
echo "$u|$e|$s|$u2|$u3"
### assignment to empty, in arrays and parameters
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
set -- ${u:=a b} "${e:=c d}" ${s:="$x"}; echo $#; a=(${u2:=p q} [5]=${e2:=r s}); declare -p a; printf '<%s>' "${a[9]:=none}" "${a[0]:=none}"; echo
echo "$u|$e|$s|$u2|$u3"
### assignment to empty, in arithmetic
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
echo $((${u:=3} + ${n:=4} + 0)) $((${e:=5}+1)); ((k = ${u2:=7} 0)); echo $? $k
echo "$u|$e|$s|$u2|$u3"
### assignment to empty, in functions and loops
e= e2= s=set x='x  y' n=2; unset u u2 u3 u4 u5
f() { local v=${1-none}; echo "$v"; }; f; f ''; f x; for i in ${u:=a b} ${e:="c d"}; do echo "[$i]"; done
echo "$u|$e|$s|$u2|$u3"
