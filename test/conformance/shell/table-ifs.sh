# Lists of parameters and elements, splitting and read under several values of IFS.
### positional parameters under the default
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS=$' \t\n'
printf '<%s>' ${@}; echo; printf '<%s>' ${*}; echo; printf '<%s>' "${@}"; echo; printf '<%s>' "${*}"; echo
printf '<%s>' p${@}s p${*}s "p${@}s" "p${*}s"; echo
v=${@}; printf '<%s>' "$v"; v=${*}; printf '<%s>' "$v"; v="${@}"; printf '<%s>' "$v"; echo
case ${*} in "${*}") echo same;; *) echo other;; esac; [[ ${@} == "${@}" ]]; echo $?
for i in ${@}; do printf '[%s]' "$i"; done; echo; cat <<< ${*}; cat <<< "${@}"; cat <<E
${@} ${*}
E
### positional parameters with operators under the default
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS=$' \t\n'
printf '<%s>' ${@#?} "${@%?}" "${*//[a-z]/_}" ${*^}; echo; printf '<%s>' "${@:1:3}" ${@:2} "${*:1:2}" "${@: -2}"; echo; printf '<%s>' "${@@Q}" "${*@U}"; echo; printf '<%s>' ${@:-d} "${*:+alt}" "${u-${@}}" ${u-${*}} ${u-"${@}"}; echo
### an array under the default
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS=$' \t\n'
printf '<%s>' ${a[@]}; echo; printf '<%s>' ${a[*]}; echo; printf '<%s>' "${a[@]}"; echo; printf '<%s>' "${a[*]}"; echo
printf '<%s>' p${a[@]}s p${a[*]}s "p${a[@]}s" "p${a[*]}s"; echo
v=${a[@]}; printf '<%s>' "$v"; v=${a[*]}; printf '<%s>' "$v"; v="${a[@]}"; printf '<%s>' "$v"; echo
case ${a[*]} in "${a[*]}") echo same;; *) echo other;; esac; [[ ${a[@]} == "${a[@]}" ]]; echo $?
for i in ${a[@]}; do printf '[%s]' "$i"; done; echo; cat <<< ${a[*]}; cat <<< "${a[@]}"; cat <<E
${a[@]} ${a[*]}
E
### an array with operators under the default
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS=$' \t\n'
printf '<%s>' ${a[@]#?} "${a[@]%?}" "${a[*]//[a-z]/_}" ${a[*]^}; echo; printf '<%s>' "${a[@]:1:3}" ${a[@]:2} "${a[*]:1:2}" "${a[@]: -2}"; echo; printf '<%s>' "${a[@]@Q}" "${a[*]@U}"; echo; printf '<%s>' ${a[@]:-d} "${a[*]:+alt}" "${u-${a[@]}}" ${u-${a[*]}} ${u-"${a[@]}"}; echo
### splitting and reading under the default
IFS=$' \t\n'; for v in 'a b:c' ' a  b ' ':a::b:' abcb-d 'x é y' $'p\n\nq' '' ' : '; do set -- $v; printf '%s' $#; printf '<%s>' "$@" "p"$v"q" $v'' ''$v; read -r r s t <<< "$v"; printf '[%s]' "$r" "$s" "$t"; read -ra l <<< "$v"; printf '{%s}' "${l[@]}"; echo; done
### positional parameters under a colon
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS=:
printf '<%s>' ${@}; echo; printf '<%s>' ${*}; echo; printf '<%s>' "${@}"; echo; printf '<%s>' "${*}"; echo
printf '<%s>' p${@}s p${*}s "p${@}s" "p${*}s"; echo
v=${@}; printf '<%s>' "$v"; v=${*}; printf '<%s>' "$v"; v="${@}"; printf '<%s>' "$v"; echo
case ${*} in "${*}") echo same;; *) echo other;; esac; [[ ${@} == "${@}" ]]; echo $?
for i in ${@}; do printf '[%s]' "$i"; done; echo; cat <<< ${*}; cat <<< "${@}"; cat <<E
${@} ${*}
E
### positional parameters with operators under a colon
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS=:
printf '<%s>' ${@#?} "${@%?}" "${*//[a-z]/_}" ${*^}; echo; printf '<%s>' "${@:1:3}" ${@:2} "${*:1:2}" "${@: -2}"; echo; printf '<%s>' "${@@Q}" "${*@U}"; echo; printf '<%s>' ${@:-d} "${*:+alt}" "${u-${@}}" ${u-${*}} ${u-"${@}"}; echo
### an array under a colon
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS=:
printf '<%s>' ${a[@]}; echo; printf '<%s>' ${a[*]}; echo; printf '<%s>' "${a[@]}"; echo; printf '<%s>' "${a[*]}"; echo
printf '<%s>' p${a[@]}s p${a[*]}s "p${a[@]}s" "p${a[*]}s"; echo
v=${a[@]}; printf '<%s>' "$v"; v=${a[*]}; printf '<%s>' "$v"; v="${a[@]}"; printf '<%s>' "$v"; echo
case ${a[*]} in "${a[*]}") echo same;; *) echo other;; esac; [[ ${a[@]} == "${a[@]}" ]]; echo $?
for i in ${a[@]}; do printf '[%s]' "$i"; done; echo; cat <<< ${a[*]}; cat <<< "${a[@]}"; cat <<E
${a[@]} ${a[*]}
E
### an array with operators under a colon
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS=:
printf '<%s>' ${a[@]#?} "${a[@]%?}" "${a[*]//[a-z]/_}" ${a[*]^}; echo; printf '<%s>' "${a[@]:1:3}" ${a[@]:2} "${a[*]:1:2}" "${a[@]: -2}"; echo; printf '<%s>' "${a[@]@Q}" "${a[*]@U}"; echo; printf '<%s>' ${a[@]:-d} "${a[*]:+alt}" "${u-${a[@]}}" ${u-${a[*]}} ${u-"${a[@]}"}; echo
### splitting and reading under a colon
IFS=:; for v in 'a b:c' ' a  b ' ':a::b:' abcb-d 'x é y' $'p\n\nq' '' ' : '; do set -- $v; printf '%s' $#; printf '<%s>' "$@" "p"$v"q" $v'' ''$v; read -r r s t <<< "$v"; printf '[%s]' "$r" "$s" "$t"; read -ra l <<< "$v"; printf '{%s}' "${l[@]}"; echo; done
### positional parameters under a blank and a colon
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS=' :'
printf '<%s>' ${@}; echo; printf '<%s>' ${*}; echo; printf '<%s>' "${@}"; echo; printf '<%s>' "${*}"; echo
printf '<%s>' p${@}s p${*}s "p${@}s" "p${*}s"; echo
v=${@}; printf '<%s>' "$v"; v=${*}; printf '<%s>' "$v"; v="${@}"; printf '<%s>' "$v"; echo
case ${*} in "${*}") echo same;; *) echo other;; esac; [[ ${@} == "${@}" ]]; echo $?
for i in ${@}; do printf '[%s]' "$i"; done; echo; cat <<< ${*}; cat <<< "${@}"; cat <<E
${@} ${*}
E
### positional parameters with operators under a blank and a colon
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS=' :'
printf '<%s>' ${@#?} "${@%?}" "${*//[a-z]/_}" ${*^}; echo; printf '<%s>' "${@:1:3}" ${@:2} "${*:1:2}" "${@: -2}"; echo; printf '<%s>' "${@@Q}" "${*@U}"; echo; printf '<%s>' ${@:-d} "${*:+alt}" "${u-${@}}" ${u-${*}} ${u-"${@}"}; echo
### an array under a blank and a colon
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS=' :'
printf '<%s>' ${a[@]}; echo; printf '<%s>' ${a[*]}; echo; printf '<%s>' "${a[@]}"; echo; printf '<%s>' "${a[*]}"; echo
printf '<%s>' p${a[@]}s p${a[*]}s "p${a[@]}s" "p${a[*]}s"; echo
v=${a[@]}; printf '<%s>' "$v"; v=${a[*]}; printf '<%s>' "$v"; v="${a[@]}"; printf '<%s>' "$v"; echo
case ${a[*]} in "${a[*]}") echo same;; *) echo other;; esac; [[ ${a[@]} == "${a[@]}" ]]; echo $?
for i in ${a[@]}; do printf '[%s]' "$i"; done; echo; cat <<< ${a[*]}; cat <<< "${a[@]}"; cat <<E
${a[@]} ${a[*]}
E
### an array with operators under a blank and a colon
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS=' :'
printf '<%s>' ${a[@]#?} "${a[@]%?}" "${a[*]//[a-z]/_}" ${a[*]^}; echo; printf '<%s>' "${a[@]:1:3}" ${a[@]:2} "${a[*]:1:2}" "${a[@]: -2}"; echo; printf '<%s>' "${a[@]@Q}" "${a[*]@U}"; echo; printf '<%s>' ${a[@]:-d} "${a[*]:+alt}" "${u-${a[@]}}" ${u-${a[*]}} ${u-"${a[@]}"}; echo
### splitting and reading under a blank and a colon
IFS=' :'; for v in 'a b:c' ' a  b ' ':a::b:' abcb-d 'x é y' $'p\n\nq' '' ' : '; do set -- $v; printf '%s' $#; printf '<%s>' "$@" "p"$v"q" $v'' ''$v; read -r r s t <<< "$v"; printf '[%s]' "$r" "$s" "$t"; read -ra l <<< "$v"; printf '{%s}' "${l[@]}"; echo; done
### positional parameters under an empty IFS
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS=''
printf '<%s>' ${@}; echo; printf '<%s>' ${*}; echo; printf '<%s>' "${@}"; echo; printf '<%s>' "${*}"; echo
printf '<%s>' p${@}s p${*}s "p${@}s" "p${*}s"; echo
v=${@}; printf '<%s>' "$v"; v=${*}; printf '<%s>' "$v"; v="${@}"; printf '<%s>' "$v"; echo
case ${*} in "${*}") echo same;; *) echo other;; esac; [[ ${@} == "${@}" ]]; echo $?
for i in ${@}; do printf '[%s]' "$i"; done; echo; cat <<< ${*}; cat <<< "${@}"; cat <<E
${@} ${*}
E
### positional parameters with operators under an empty IFS
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS=''
printf '<%s>' ${@#?} "${@%?}" "${*//[a-z]/_}" ${*^}; echo; printf '<%s>' "${@:1:3}" ${@:2} "${*:1:2}" "${@: -2}"; echo; printf '<%s>' "${@@Q}" "${*@U}"; echo; printf '<%s>' ${@:-d} "${*:+alt}" "${u-${@}}" ${u-${*}} ${u-"${@}"}; echo
### an array under an empty IFS
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS=''
printf '<%s>' ${a[@]}; echo; printf '<%s>' ${a[*]}; echo; printf '<%s>' "${a[@]}"; echo; printf '<%s>' "${a[*]}"; echo
printf '<%s>' p${a[@]}s p${a[*]}s "p${a[@]}s" "p${a[*]}s"; echo
v=${a[@]}; printf '<%s>' "$v"; v=${a[*]}; printf '<%s>' "$v"; v="${a[@]}"; printf '<%s>' "$v"; echo
case ${a[*]} in "${a[*]}") echo same;; *) echo other;; esac; [[ ${a[@]} == "${a[@]}" ]]; echo $?
for i in ${a[@]}; do printf '[%s]' "$i"; done; echo; cat <<< ${a[*]}; cat <<< "${a[@]}"; cat <<E
${a[@]} ${a[*]}
E
### an array with operators under an empty IFS
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS=''
printf '<%s>' ${a[@]#?} "${a[@]%?}" "${a[*]//[a-z]/_}" ${a[*]^}; echo; printf '<%s>' "${a[@]:1:3}" ${a[@]:2} "${a[*]:1:2}" "${a[@]: -2}"; echo; printf '<%s>' "${a[@]@Q}" "${a[*]@U}"; echo; printf '<%s>' ${a[@]:-d} "${a[*]:+alt}" "${u-${a[@]}}" ${u-${a[*]}} ${u-"${a[@]}"}; echo
### splitting and reading under an empty IFS
IFS=''; for v in 'a b:c' ' a  b ' ':a::b:' abcb-d 'x é y' $'p\n\nq' '' ' : '; do set -- $v; printf '%s' $#; printf '<%s>' "$@" "p"$v"q" $v'' ''$v; read -r r s t <<< "$v"; printf '[%s]' "$r" "$s" "$t"; read -ra l <<< "$v"; printf '{%s}' "${l[@]}"; echo; done
### positional parameters under a letter
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS=b
printf '<%s>' ${@}; echo; printf '<%s>' ${*}; echo; printf '<%s>' "${@}"; echo; printf '<%s>' "${*}"; echo
printf '<%s>' p${@}s p${*}s "p${@}s" "p${*}s"; echo
v=${@}; printf '<%s>' "$v"; v=${*}; printf '<%s>' "$v"; v="${@}"; printf '<%s>' "$v"; echo
case ${*} in "${*}") echo same;; *) echo other;; esac; [[ ${@} == "${@}" ]]; echo $?
for i in ${@}; do printf '[%s]' "$i"; done; echo; cat <<< ${*}; cat <<< "${@}"; cat <<E
${@} ${*}
E
### positional parameters with operators under a letter
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS=b
printf '<%s>' ${@#?} "${@%?}" "${*//[a-z]/_}" ${*^}; echo; printf '<%s>' "${@:1:3}" ${@:2} "${*:1:2}" "${@: -2}"; echo; printf '<%s>' "${@@Q}" "${*@U}"; echo; printf '<%s>' ${@:-d} "${*:+alt}" "${u-${@}}" ${u-${*}} ${u-"${@}"}; echo
### an array under a letter
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS=b
printf '<%s>' ${a[@]}; echo; printf '<%s>' ${a[*]}; echo; printf '<%s>' "${a[@]}"; echo; printf '<%s>' "${a[*]}"; echo
printf '<%s>' p${a[@]}s p${a[*]}s "p${a[@]}s" "p${a[*]}s"; echo
v=${a[@]}; printf '<%s>' "$v"; v=${a[*]}; printf '<%s>' "$v"; v="${a[@]}"; printf '<%s>' "$v"; echo
case ${a[*]} in "${a[*]}") echo same;; *) echo other;; esac; [[ ${a[@]} == "${a[@]}" ]]; echo $?
for i in ${a[@]}; do printf '[%s]' "$i"; done; echo; cat <<< ${a[*]}; cat <<< "${a[@]}"; cat <<E
${a[@]} ${a[*]}
E
### an array with operators under a letter
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS=b
printf '<%s>' ${a[@]#?} "${a[@]%?}" "${a[*]//[a-z]/_}" ${a[*]^}; echo; printf '<%s>' "${a[@]:1:3}" ${a[@]:2} "${a[*]:1:2}" "${a[@]: -2}"; echo; printf '<%s>' "${a[@]@Q}" "${a[*]@U}"; echo; printf '<%s>' ${a[@]:-d} "${a[*]:+alt}" "${u-${a[@]}}" ${u-${a[*]}} ${u-"${a[@]}"}; echo
### splitting and reading under a letter
IFS=b; for v in 'a b:c' ' a  b ' ':a::b:' abcb-d 'x é y' $'p\n\nq' '' ' : '; do set -- $v; printf '%s' $#; printf '<%s>' "$@" "p"$v"q" $v'' ''$v; read -r r s t <<< "$v"; printf '[%s]' "$r" "$s" "$t"; read -ra l <<< "$v"; printf '{%s}' "${l[@]}"; echo; done
### positional parameters under a newline
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS=$'\n'
printf '<%s>' ${@}; echo; printf '<%s>' ${*}; echo; printf '<%s>' "${@}"; echo; printf '<%s>' "${*}"; echo
printf '<%s>' p${@}s p${*}s "p${@}s" "p${*}s"; echo
v=${@}; printf '<%s>' "$v"; v=${*}; printf '<%s>' "$v"; v="${@}"; printf '<%s>' "$v"; echo
case ${*} in "${*}") echo same;; *) echo other;; esac; [[ ${@} == "${@}" ]]; echo $?
for i in ${@}; do printf '[%s]' "$i"; done; echo; cat <<< ${*}; cat <<< "${@}"; cat <<E
${@} ${*}
E
### positional parameters with operators under a newline
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS=$'\n'
printf '<%s>' ${@#?} "${@%?}" "${*//[a-z]/_}" ${*^}; echo; printf '<%s>' "${@:1:3}" ${@:2} "${*:1:2}" "${@: -2}"; echo; printf '<%s>' "${@@Q}" "${*@U}"; echo; printf '<%s>' ${@:-d} "${*:+alt}" "${u-${@}}" ${u-${*}} ${u-"${@}"}; echo
### an array under a newline
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS=$'\n'
printf '<%s>' ${a[@]}; echo; printf '<%s>' ${a[*]}; echo; printf '<%s>' "${a[@]}"; echo; printf '<%s>' "${a[*]}"; echo
printf '<%s>' p${a[@]}s p${a[*]}s "p${a[@]}s" "p${a[*]}s"; echo
v=${a[@]}; printf '<%s>' "$v"; v=${a[*]}; printf '<%s>' "$v"; v="${a[@]}"; printf '<%s>' "$v"; echo
case ${a[*]} in "${a[*]}") echo same;; *) echo other;; esac; [[ ${a[@]} == "${a[@]}" ]]; echo $?
for i in ${a[@]}; do printf '[%s]' "$i"; done; echo; cat <<< ${a[*]}; cat <<< "${a[@]}"; cat <<E
${a[@]} ${a[*]}
E
### an array with operators under a newline
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS=$'\n'
printf '<%s>' ${a[@]#?} "${a[@]%?}" "${a[*]//[a-z]/_}" ${a[*]^}; echo; printf '<%s>' "${a[@]:1:3}" ${a[@]:2} "${a[*]:1:2}" "${a[@]: -2}"; echo; printf '<%s>' "${a[@]@Q}" "${a[*]@U}"; echo; printf '<%s>' ${a[@]:-d} "${a[*]:+alt}" "${u-${a[@]}}" ${u-${a[*]}} ${u-"${a[@]}"}; echo
### splitting and reading under a newline
IFS=$'\n'; for v in 'a b:c' ' a  b ' ':a::b:' abcb-d 'x é y' $'p\n\nq' '' ' : '; do set -- $v; printf '%s' $#; printf '<%s>' "$@" "p"$v"q" $v'' ''$v; read -r r s t <<< "$v"; printf '[%s]' "$r" "$s" "$t"; read -ra l <<< "$v"; printf '{%s}' "${l[@]}"; echo; done
### positional parameters under a multibyte character
set -- 'x y' '' a:b c-d 'neo' $'l\nm'; IFS=é
printf '<%s>' ${@}; echo; printf '<%s>' ${*}; echo; printf '<%s>' "${@}"; echo; printf '<%s>' "${*}"; echo
printf '<%s>' p${@}s p${*}s "p${@}s" "p${*}s"; echo
v=${@}; printf '<%s>' "$v"; v=${*}; printf '<%s>' "$v"; v="${@}"; printf '<%s>' "$v"; echo
case ${*} in "${*}") echo same;; *) echo other;; esac; [[ ${@} == "${@}" ]]; echo $?
for i in ${@}; do printf '[%s]' "$i"; done; echo; cat <<< ${*}; cat <<< "${@}"; cat <<E
${@} ${*}
E
### positional parameters with operators under a multibyte character
set -- 'x y' '' a:b c-d 'neo' $'l\nm'; IFS=é
printf '<%s>' ${@#?} "${@%?}" "${*//[a-z]/_}" ${*^}; echo; printf '<%s>' "${@:1:3}" ${@:2} "${*:1:2}" "${@: -2}"; echo; printf '<%s>' "${@@Q}" "${*@U}"; echo; printf '<%s>' ${@:-d} "${*:+alt}" "${u-${@}}" ${u-${*}} ${u-"${@}"}; echo
### an array under a multibyte character
a=('x y' '' a:b c-d 'neo' $'l\nm'); IFS=é
printf '<%s>' ${a[@]}; echo; printf '<%s>' ${a[*]}; echo; printf '<%s>' "${a[@]}"; echo; printf '<%s>' "${a[*]}"; echo
printf '<%s>' p${a[@]}s p${a[*]}s "p${a[@]}s" "p${a[*]}s"; echo
v=${a[@]}; printf '<%s>' "$v"; v=${a[*]}; printf '<%s>' "$v"; v="${a[@]}"; printf '<%s>' "$v"; echo
case ${a[*]} in "${a[*]}") echo same;; *) echo other;; esac; [[ ${a[@]} == "${a[@]}" ]]; echo $?
for i in ${a[@]}; do printf '[%s]' "$i"; done; echo; cat <<< ${a[*]}; cat <<< "${a[@]}"
### an array with operators under a multibyte character
a=('x y' '' a:b c-d 'neo' $'l\nm'); IFS=é
printf '<%s>' ${a[@]#?} "${a[@]%?}" "${a[*]//[a-z]/_}" ${a[*]^}; echo; printf '<%s>' "${a[@]:1:3}" ${a[@]:2} "${a[*]:1:2}" "${a[@]: -2}"; echo; printf '<%s>' "${a[@]@Q}" "${a[*]@U}"; echo; printf '<%s>' ${a[@]:-d} "${a[*]:+alt}" "${u-${a[@]}}" ${u-${a[*]}} ${u-"${a[@]}"}; echo
### splitting and reading under a multibyte character
IFS=é; for v in 'a b:c' ' a  b ' ':a::b:' abcb-d 'x é y' $'p\n\nq' '' ' : '; do set -- $v; printf '%s' $#; printf '<%s>' "$@" "p"$v"q" $v'' ''$v; read -r r s t <<< "$v"; printf '[%s]' "$r" "$s" "$t"; read -ra l <<< "$v"; printf '{%s}' "${l[@]}"; echo; done
### positional parameters under a dash first
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS='- '
printf '<%s>' ${@}; echo; printf '<%s>' ${*}; echo; printf '<%s>' "${@}"; echo; printf '<%s>' "${*}"; echo
printf '<%s>' p${@}s p${*}s "p${@}s" "p${*}s"; echo
v=${@}; printf '<%s>' "$v"; v=${*}; printf '<%s>' "$v"; v="${@}"; printf '<%s>' "$v"; echo
case ${*} in "${*}") echo same;; *) echo other;; esac; [[ ${@} == "${@}" ]]; echo $?
for i in ${@}; do printf '[%s]' "$i"; done; echo; cat <<< ${*}; cat <<< "${@}"; cat <<E
${@} ${*}
E
### positional parameters with operators under a dash first
set -- 'x y' '' a:b c-d 'néo' $'l\nm'; IFS='- '
printf '<%s>' ${@#?} "${@%?}" "${*//[a-z]/_}" ${*^}; echo; printf '<%s>' "${@:1:3}" ${@:2} "${*:1:2}" "${@: -2}"; echo; printf '<%s>' "${@@Q}" "${*@U}"; echo; printf '<%s>' ${@:-d} "${*:+alt}" "${u-${@}}" ${u-${*}} ${u-"${@}"}; echo
### an array under a dash first
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS='- '
printf '<%s>' ${a[@]}; echo; printf '<%s>' ${a[*]}; echo; printf '<%s>' "${a[@]}"; echo; printf '<%s>' "${a[*]}"; echo
printf '<%s>' p${a[@]}s p${a[*]}s "p${a[@]}s" "p${a[*]}s"; echo
v=${a[@]}; printf '<%s>' "$v"; v=${a[*]}; printf '<%s>' "$v"; v="${a[@]}"; printf '<%s>' "$v"; echo
case ${a[*]} in "${a[*]}") echo same;; *) echo other;; esac; [[ ${a[@]} == "${a[@]}" ]]; echo $?
for i in ${a[@]}; do printf '[%s]' "$i"; done; echo; cat <<< ${a[*]}; cat <<< "${a[@]}"; cat <<E
${a[@]} ${a[*]}
E
### an array with operators under a dash first
a=('x y' '' a:b c-d 'néo' $'l\nm'); IFS='- '
printf '<%s>' ${a[@]#?} "${a[@]%?}" "${a[*]//[a-z]/_}" ${a[*]^}; echo; printf '<%s>' "${a[@]:1:3}" ${a[@]:2} "${a[*]:1:2}" "${a[@]: -2}"; echo; printf '<%s>' "${a[@]@Q}" "${a[*]@U}"; echo; printf '<%s>' ${a[@]:-d} "${a[*]:+alt}" "${u-${a[@]}}" ${u-${a[*]}} ${u-"${a[@]}"}; echo
### splitting and reading under a dash first
IFS='- '; for v in 'a b:c' ' a  b ' ':a::b:' abcb-d 'x é y' $'p\n\nq' '' ' : '; do set -- $v; printf '%s' $#; printf '<%s>' "$@" "p"$v"q" $v'' ''$v; read -r r s t <<< "$v"; printf '[%s]' "$r" "$s" "$t"; read -ra l <<< "$v"; printf '{%s}' "${l[@]}"; echo; done
