# Associative arrays.
### declare, set and get
declare -A m; m[a]=1; m[b c]=2; m["d e"]=3; echo ${m[a]} "${m[b c]}" ${m["d e"]} ${#m[@]} "[${m[none]}]"
### compound assignment
declare -A m=([one]=1 ["two words"]=2 [three]='3 3'); for k in one 'two words' three; do echo "$k=${m[$k]}"; done
### compound assignment by pairs
declare -A m=(a 1 b 2 c); declare -p m
### declare p
declare -A m=([k]=v); declare -p m; declare -A e; declare -p e; declare -A f=(); declare -p f
### order of keys
declare -A m; for k in zeta alpha beta gamma delta one two three four five; do m[$k]=${#k}; done; echo "${!m[@]}"; echo "${m[@]}"
### order of numeric keys
declare -A m; for ((i = 0; i < 30; i++)); do m[$i]=$i; done; echo "${!m[@]}"
### order after many insertions
declare -A m; for ((i = 0; i < 2100; i++)); do m[k$i]=$i; done; echo ${#m[@]}; printf '%s\n' "${!m[@]}" | head -20 | tr '\n' ' '
### keys with special characters
declare -A m; m['$x']=1; m['a]b']=2; m['"']=3; m["it's"]=4; m['*']=5; m['@']=6; m['\']=7; declare -p m | tr ' ' '\n' | sort
### empty key
declare -A m; m['']=x; echo $?; m[""]=y; echo $? ${#m[@]}
### key from an expansion
declare -A m; k='a b'; m[$k]=1; m["$k"]+=2; m[${k}c]=3; m[$(echo sub)]=4; m[$((1+1))]=5; for k in 'a b' 'a bc' sub 2; do echo "${m[$k]}"; done
### keys are not arithmetic
declare -A m; i=5; m[i]=a; m[1+1]=b; m[$i]=c; echo ${m[i]} ${m[1+1]} ${m[5]} ${m[2]}.
### keys keep blanks
declare -A m; m[ a ]=1; m[b ]=2; for k in "${!m[@]}"; do echo "[$k]"; done | sort
### append to values
declare -A m=([x]=1); m[x]+=2; m[y]+=3; m+=([z]=4 [x]=9); for k in x y z; do echo $k ${m[$k]}; done
### unset a key
declare -A m=([a]=1 [b]=2 ['c d']=3); unset 'm[a]' "m[c d]"; echo ${!m[@]}; unset m; echo ${#m[@]}
### unset with a quoted key
declare -A m=(['x y']=1 ['$z']=2); k='x y'; unset "m[$k]"; unset 'm[$z]'; echo ${#m[@]}
### unset star and at keys
declare -A m=([a]=1 [@]=2 ['*']=3); unset 'm[@]'; declare -p m
### test v
declare -A m=([a]= [b c]=1); [[ -v m[a] ]]; echo $?; [[ -v m[x] ]]; echo $?; [[ -v m['b c'] ]]; echo $?; [[ -v m ]]; echo $?; k=a; [[ -v m[$k] ]]; echo $?
### membership by plus
declare -A m=([a]=); echo "${m[a]+set}" "${m[a]:+nonempty}" "${m[b]+set}" ${m[b]-default}
### default assignment
declare -A m; : ${m[k]:=v} ${m[k]:=w}; echo ${m[k]}; : "${m['p q']=z}"; echo "${m['p q']}"
### counting words
declare -A n; for w in a b a c b a; do ((n[$w]++)); done; for w in a b c; do echo $w ${n[$w]}; done
### counting with keys of blanks
declare -A n; while read -r line; do ((n["$line"]++)); done <<< $'x y\nz\nx y'; for k in "${!n[@]}"; do echo "$k: ${n[$k]}"; done | sort
### iteration in sorted order
declare -A m=([b]=2 [a]=1 [c]=3); while read -r k; do echo "$k ${m[$k]}"; done < <(printf '%s\n' "${!m[@]}" | sort)
### inverting a map
declare -A m=([a]=1 [b]=2) inv; for k in "${!m[@]}"; do inv[${m[$k]}]=$k; done; echo ${inv[1]} ${inv[2]}
### map of lists
declare -A m; add() { m[$1]+="${m[$1]:+,}$2"; }; add x 1; add y 2; add x 3; echo ${m[x]} ${m[y]}
### operators on all values
declare -A m=([a]=foo); echo ${m[@]^} ${m[@]/o/0} ${m[@]%o} ${m[@]:0:1} ${m[a]:1}
### slices of values
declare -A m=([a]=1); echo "${m[@]:0}" "${m[@]:1}" "${m[*]:0:1}"
### transformations
declare -A m=([k 1]='v "1"'); echo "${m[@]@A}"; echo "${m[@]@K}"; printf '<%s>' "${m[@]@k}"; echo; echo ${m@a} "${m[@]@Q}"
### local maps
f() { local -A m=([in]=1); echo ${!m[@]}; }; declare -A m=([out]=1); f; echo ${!m[@]}
### declare A in a function is local
f() { declare -A q=([a]=1); declare -gA g=([b]=2); }; f; echo "[${q[a]}] ${g[b]}"
### passing by name reference
declare -A conf=([host]=h [port]=1); show() { local -n r=$1; for k in host port; do echo "$k=${r[$k]}"; done; r[new]=x; }; show conf; echo ${conf[new]}
### readonly map
declare -rA m=([a]=1); m[a]=2; echo $?; m[b]=1; echo $?; echo ${m[a]}
### integer map
declare -Ai m=([a]=1+1); m[b]=3*2; m[a]+=5; echo ${m[a]} ${m[b]}
### uppercase map
declare -Au m=([a]=abc); m[b]=def; echo ${m[a]} ${m[b]}
### conversion errors
x=5; declare -A x; echo $?; declare -p x
### scalar access reads key zero
declare -A m=([0]=zero [a]=x); echo $m ${m}; m=new; echo ${m[0]}
### a quote within $'…' of a subscript
declare -A m; m[$'x\'y']=1; m[$'a\tb']+=2; declare -p m | tr ' ' '\n' | sort; echo ${m[$'x\'y']} ${m[$'a\tb']}
### bad subscript
declare -A m; m[]=1; echo after $?
### missing subscript in a compound
declare -A m; m=([a]=1 b); echo $?; declare -p m
### element in arithmetic
declare -A m=([a]=3); echo $((m[a] * 2)) $((m[none] + 1)); ((m[a] += 4, m[b] = 1)); echo ${m[a]} ${m[b]}
### keys with dollar in arithmetic
declare -A m; k=key; ((m[$k] = 5)); ((m[$k]++)); echo ${m[key]}; let "m[$k] += 2"; echo ${m[key]}
### assoc_expand_once
shopt -s assoc_expand_once; declare -A m; k='a b'; m[$k]=1; ((m[$k]++)); echo ${m['a b']}
### printf and read into keys
declare -A m; printf -v 'm[k]' '%d' 5; read 'm[r s]' <<< word; echo ${m[k]} "${m[r s]}"
### indirect keys
declare -A m=([x]=1); n='m[x]'; echo ${!n}; n='m[@]'; echo "${!n}"
### quoted pattern as a key
declare -A m; for f in '*.c' 'a?'; do m[$f]=1; done; echo ${#m[@]} ${m['*.c']} ${m["a?"]}
### unicode keys
declare -A m=([é]=1 [日本]=2); echo ${m[é]} ${m[日本]}; declare -p m | tr ' ' '\n' | sort | head -3
### keys with newlines and tabs
declare -A m; m[$'a\nb']=1; m[$'t\tx']=2; declare -p m | sort; echo ${m[$'a\nb']}
### values survive in subshells only
declare -A m=([a]=1); (m[a]=2; m[b]=3; echo ${#m[@]}); echo ${m[a]} ${#m[@]}
### unset of the map keeps no attributes
declare -A m=([a]=1); unset m; m[a]=5; declare -p m
### nounset and keys
set -u; declare -A m=([a]=1); echo ${m[a]} ${#m[@]}; echo ${m[b]}; echo not reached
### set prints maps
declare -A mm=([a]='1 2'); set | grep '^mm='
### xtrace of maps
declare -A m; set -x; m[k]=v; m+=([a]=b); echo ${m[k]}
### compound with expansions
k=key v='a b'; declare -A m=([$k]=$v [x$k]="$v" [$(echo s)]=$((1+2))); echo "${m[key]}|${m[xkey]}|${m[s]}"
### length of a value
declare -A m=([a]=hello); echo ${#m[a]} ${#m[b]} ${#m}
### for loop over pairs
declare -A m=([a]=1); for k in "${!m[@]}"; do printf '%s=%s\n' "$k" "${m[$k]}"; done
### maps as sets
declare -A a=([x]=1 [y]=1) b=([y]=1 [z]=1); for k in x y z; do echo $k ${a[$k]:+in-a} ${b[$k]:+in-b}; done
### dispatch table
declare -A do=([add]='echo $(($1 + $2))' [mul]='echo $(($1 * $2))'); run() { local c=${do[$1]}; shift; eval "$c"; }; run add 3 4; run mul 3 4

### a length of nothing
declare -A m=([a]=1 [b]=2 [c]=3); echo "${m[@]:0:0}|${m[@]:1:0}|${m[@]:2:0}|${m[*]:1:2}|${m[@]:3:5}|${m[@]:0:1}"; set -- a b; echo "${@:1:0}|${@:0:0}|${*:2:0}"; a=(1 2 3); echo "${a[@]:1:0}|${a[@]:0:0}"

### an empty key
declare -A map=([k]=1)
for e in '${map[$nope]}' '${map[$nope]-u}' '${!map[$nope]}' '${map[$nope]:1}' '"${map[""]}"' '${map[$nope]/a/b}' '${map[$nope]@Q}'; do
  eval "echo a$e"
done
(echo "${#map[$nope]}"; echo not reached)
(echo "${map[$nope]=7}"; echo not reached)
echo $((map[$nope]))
((map[$nope]++)); echo $?
((map[$nope] = 2)); echo $?
declare -p map

### words of an associative literal that have no subscript
declare -A map=([k]=1 abc "a b" $nope a\ b)
map=([k]=1 abc "a b" $nope a\ b)
f() { local -A map=([k]=1 abc); declare -A n; n+=([k]=2 $nope); declare -p map n; }
f
### -v of all elements asks for a key
declare -A m=([k]=v); for s in @ '*' k; do [[ -v m[$s] ]]; echo $?; test -v "m[$s]"; echo $?; done; m[@]=1; [[ -v m[@] ]]; echo $?
### order of aliases and hashed commands
alias foo=1 qux=2 blat=3 sh=4; echo "${!BASH_ALIASES[@]}"; hash -p /bin/a foo; hash -p /bin/b qux; BASH_CMDS[sh]=/bin/sh; echo "${!BASH_CMDS[@]}"
### quotes that do not close in a subscript that is text
declare -A m; k="80's"; read "m[$k]" <<< 5; printf -v "m[$k]" 6; m[$k]=1; unset "m[$k]"; echo $?; declare -p m; unset 'm[$k]'; declare -p m
### a list of keys and values takes what looks like an element as it is
declare -A m=(a b [c]=d e f)
declare -p m
m=(a b [c]={d,e} ~ x:~)
declare -p m
declare -A n=([a-c]* b)
declare -p n
n+=([a-c]* b)
declare -p n
### keys that are empty, as messages show them
x=
declare -A m=([$x]=A [z]="1 2")
declare -A m+=(["$x"]+=$'a\nb' [y]=2)
m+=([$x]=A$x [w]={a,b})
m=("$x" 1 c 2)
declare -A m=($x 1 c 2)
m+=(z "q $x" "${x[@]:1}" y)
declare -p m
### subscripts of -v are expanded once
declare -A h=(['$k']=1 [']']=2 ['a]b']=3 ['[']=4 ["'"]=5 ['"']=6 ['`']=7 ['\']=8 [@]=9 ['a b']=10); for k in "${!h[@]}"; do [[ -v h[$k] && -v h["$k"] && -v 'h[$k]' ]] || echo "no $k"; done; [[ -v h['a b'] && -v h[a\ b] ]]; echo $?
k='x$(echo run >&2)'; [[ -v h[$k] ]]; echo $?; a=(1 2); k=0+1; [[ -v a[$k] && -v a[-1] && -v a[@] ]]; echo $?; n='a[$k]'; [[ -v $n ]]; echo $?
### subscripts without balance are no names
declare -A A; for k in '[' 'a[b' '\' ']' 'a]b' '*' 'a b'; do A[$k]=1; printf -v "A[$k]" x; read "A[$k]" <<< y; echo "$? ${A[$k]}"; done; for k in "${!A[@]}"; do unset "A[$k]"; done; declare -p A
### keys under assoc_expand_once
shopt -s assoc_expand_once; declare -A A; k='$x'; A[$k]=1; printf -v "A[$k]" x; echo "${A[$k]}"; read "A[$k]" <<< y; echo "${A[$k]}"; test -v "A[$k]"; echo $?; printf -v 'A["]' q; unset "A[$k]"; declare -p A; a=(1 2); i=1; test -v 'a[$i]'; echo $?; unset 'a[$i]'; declare -p a
### single quotes in subscripts of arithmetic
declare -A A; k='a]b'; (( A['$k']=1 )); (( A["$k"]=2 )); (( A[$k]+=1 )); : $(( A['$k']+=5 )); let "A['\$k']++"; for ((A['n']=0; A['n'] < 2; A['n']++)); do echo "${A[n]}"; done; declare -p A

### element through a reference with a quoted key
declare -A A; declare -n ref='A["K L"]'; ref=5; ref+=6; echo "$ref"; declare -p A ref
read ref <<<val; printf -v ref '%s!' "$ref"; declare -p A; unset ref; declare -p A
key='x]y'; declare -n other='A[$key]'; other=1; (( other += 2 )); declare -p A; key=z; other=4; echo "${A[z]} ${other:-none}"
f() { local -n r=$1; r=5; r+=6; }; f 'A["q r"]'; f 'A[$key]'; f 'b[2]'; declare -p A b
f 'A[@]'; echo not here

### element through a reference with an expression
a=(1 2 3); i=2; declare -n r='a[$i]' s='a[-1]' t='a[i-1]'; r=w; t+=x; echo $r $s $t; s=last; declare -p a; s=(1 2); echo not here

### keys that look like syntax as assignment targets
declare -A A; k='$(echo hi)'; A[$k]=1; A["$k"]+=2; declare -p A; unset 'A[$k]'; k="a'b"; A[$k]=1; A[\"]=2; A[']']=3; A["]"]+=4; declare -p A
[[ -v A[$k] ]]; echo $?; k=@; A[$k]=at; k='*'; A[$k]=st; echo "${A[$k]} ${A['@']}"; read 'A[x y]' <<<v; printf -v 'A[$k]' %s m; declare 'A[d e]=1'; declare A[$k]=2; declare -p A

### += in a literal adds to what the array was
declare -A a=([k]=1 [k]+=2); declare -p a; a=([k]=1 [k]+=2 [z]+=5); declare -p a; a+=([k]+=x [k]+=y); declare -p a
declare -i -A n=([k]=1 [k]+=2); n=([k]+=3 [k]+=4 [z]=1); declare -p n; n+=([k]+=3); declare -p n
declare -A A=([a]=1); A=([b]=2 [a]+=3 [a]+=4); A=([a]=${A[b]} [b]=${A[a]}); declare -p A; declare -A A=([b]+=x); declare -p A
f() { local -A A=([b]+=4); declare -p A; }; f; declare -A -l L=([a]=ABC [a]+=D); declare -p L; i=([0]=1 [0]+=2); i=([0]+=5); declare -p i
### quotes in a key that comes as text
declare -A m=([x]=1 ['a b']=2 [\"q\"]=3 [\$k]=4); k='a b'
for s in 'm["a b"]' "m['a b']" 'm[\"q\"]' 'm[a b]' 'm[$k]' 'm["$k"]' "m['\$k']" 'm[\$k]' 'm[a\ b]' 'm["a"" b"]' 'm[$(echo x)]'; do
  [[ -v $s ]]; echo -n $?; test -v "$s"; echo -n $?; declare -n q="$s"; echo "[$q] ${!s}"; unset -n q
done
echo "${!e-unset}"; e='m["x]'; echo "${!e}"
