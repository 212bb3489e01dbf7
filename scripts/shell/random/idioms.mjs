// Statements that people and models write: functions with name references, getopts, mapfile, traps, coprocesses, …
// Not among them, since bash's own answer is an accident: `eval` of an open quote before a compound command (bash then
// misses its first word), `for 1v` (the line of the message), `unset` of an element through a name reference to it.

import { ARRAYS, SCALARS, Words } from './words.mjs';

export class Idioms extends Words {
  named = 0;
  substituted = 0;

  idiom() {
    return this.weighted([
      [2, () => this.references()],
      [1.5, () => this.scopes()],
      [1, () => this.options()],
      [1.5, () => this.arrays()],
      [1.5, () => this.elements()],
      [1.5, () => this.reading()],
      [1, () => this.formats()],
      [1.5, () => this.nestedQuotes()],
      [1, () => this.documents()],
      [1, () => this.signals()],
      [1, () => this.definitions()],
      // In a substitution, bash parses once more when it runs, with the aliases of then.
      [this.substituted === 0 ? 0.7 : 0, () => this.aliases()],
      [0.7, () => this.selection()],
      [0.5, () => this.coprocess()],
      [1, () => this.descriptors()],
      [1, () => this.matches()],
      [1, () => this.places()],
      [1, () => this.tests()],
      [1.2, () => this.mistakes()],
      [0.7, () => this.jobs()],
      [1, () => this.positional()],
      [0.7, () => this.evaluation()],
    ]);
  }

  fresh() {
    return `h${this.named++}`;
  }

  references() {
    const name = this.fresh();
    const use = this.pick([
      `ref+=(${this.words(0, 2)})`,
      `ref=${this.word()}`,
      'ref[1]=$2',
      'ref=("${ref[@]:1}")',
      'unset ref',
      'unset -n ref',
      'declare -p ref',
      'for ref in "$@"; do :; done',
      '((ref += 2))',
      `printf -v ref '%s.' "$@"`,
      'read -r ref <<< "$2"',
    ]);
    const target = this.pick([...ARRAYS, ...SCALARS, "'arr[1]'", 'map', "'map[k]'", 'nope']);
    const see = this.pick(['echo "${ref[@]}"', 'echo "${!ref}"', 'echo "${#ref[@]} $ref"', 'echo "${ref-unset}"']);
    return `${name}() { ${this.pick(['local', 'declare', 'typeset'])} -n ref=$1; ${use}; ${see}; }; ${name} ${target} ${this.word()}; declare -p ${target.replace(/\[.*|'/g, '')} 2>&1`;
  }

  scopes() {
    const name = this.fresh();
    const v = this.pick(SCALARS);
    const body = this.times(1, 3, () =>
      this.pick([
        `local ${v}=${this.word()}`,
        `local -i ${v}=3+4`,
        'local -a list=("$@")',
        'local -A map=([k]="$1" [j]=2)',
        `local IFS=${this.pick([',', ':', "''"])}; echo "$*"`,
        `declare -g ${v}=glob`,
        `local ${v}; echo "\${${v}-unset}"`,
        `local ${v}; unset ${v}; echo "\${${v}-unset}"`,
        `local ${v}=$${v}; ${v}+=more`,
        `local -r ${v}=fixed; ${v}=again`,
        `local -u ${v}=$1`,
        `readonly ${v}`,
        `export ${v}=ex; bash -c 'echo "$${v}"'`,
        `${v}=pre eval 'echo $${v}'`,
        'set -- 7 8; shift; echo "$@"',
        'echo "$FUNCNAME ${FUNCNAME[@]} $#"',
        'local - ; set -f; echo *',
        `local ${v}+=x list+=(y)`,
        'local',
      ]),
    );
    return `${name}() { ${body.join('; ')}; ${this.pick(['return 3', 'echo end', ':', 'false'])}; }; ${name} ${this.words(0, 2)}; echo "$? \${${v}-unset} \${list[*]}"`;
  }

  options() {
    const specification = this.pick(['ab:c', ':ab:c', 'a:', ':', 'ab']);
    const given = this.times(0, 4, () =>
      this.pick(['-a', '-b', '-b v', '-bv', '-ab', '-abc', '-x', '--', 'word', '-', '-c']),
    ).join(' ');
    return `OPTIND=1; while getopts ${specification} o${this.pick(['', ` ${given}`])}; do case $o in a) echo a ;; b) echo "b $OPTARG" ;; ${this.pick(['', ':) echo "lacks $OPTARG" ;; '])}*) echo "other $o $OPTARG" ;; esac; done; echo "$OPTIND $o"${this.pick(['', '; shift $((OPTIND - 1)); echo "$@"'])}`;
  }

  arrays() {
    const a = this.pick(ARRAYS);
    return this.pick([
      `mapfile -t ${a} < ${this.pick(['b.txt', 'c.txt', 'none'])}; declare -p ${a}`,
      `mapfile -t -s 1 -n 2 ${a} < b.txt; declare -p ${a}`,
      `mapfile -d : -t ${a} < d/y.h; declare -p ${a}`,
      `mapfile -O 2 ${a} <<< ${this.word()}; declare -p ${a}`,
      `readarray -t ${a} < <(printf '%s\\n' ${this.words(1, 3)}); echo "\${#${a}[@]}"; printf '[%s]' "\${${a}[@]}"`,
      `mapfile -t -c 1 -C 'echo cb' ${a} < c.txt`,
      `IFS=${this.pick([':', ',', "' '"])} read -ra ${a} <<< ${this.word()}; declare -p ${a}`,
      `${a}=(${this.words(0, 3)}); ${a}+=(${this.words(1, 2)}); echo "\${!${a}[@]} \${${a}[-1]}"`,
      `${a}=([3]=${this.expansion(0, false)} ${this.word()} [1]="${this.expansion(0, true)}"); declare -p ${a}`,
      `${a}=("\${${a}[@]/#/-}"); declare -p ${a}`,
      `${a}=($(printf '%s\\n' ${this.words(1, 3)} | sort)); declare -p ${a}`,
      `unset "${a}[${this.pick(['0', '-1', '@', '*', 'n', '9'])}]"; declare -p ${a} 2>&1`,
      `for i in "\${!${a}[@]}"; do echo "$i=\${${a}[i]}"; done`,
      `declare -a ${a}; ${a}[2]=${this.word()}; echo "\${#${a}[@]}" "\${${a}[@]:1}"`,
      `declare -A dict=([${this.pick(['a', "'b c'", '$x', '"$y"'])}]=${this.word()} [z]=1); dict[q]+=r; for k in "\${!dict[@]}"; do echo "$k"; done | sort; echo "\${#dict[@]} \${dict[z]}"`,
      `declare -A dict; while read -r w _; do ((dict[$w]++)); done < b.txt; for k in "\${!dict[@]}"; do echo "$k \${dict[$k]}"; done | sort`,
      `echo "\${${a}[@]@${this.pick(['Q', 'A', 'a', 'U', 'K', 'k', 'E'])}}" "\${${a}[*]@Q}"`,
      `[[ -v ${a}[${this.pick(['0', '1', '@', '-1'])}] ]]; echo $?`,
      `${a}=(); echo "\${${a}[@]-none}" "\${#${a}[@]}" "\${${a}[@]+some}"`,
    ]);
  }

  elements() {
    return this.pick([
      '((arr[n++] += 2)); echo "$n ${arr[@]}"',
      '((arr[$#] = n, m = arr[0])); echo "$m ${!arr[@]}"',
      '((map[k]++)); echo "${map[k]}"',
      'arr[n + 1]=$((n++)); declare -p arr n',
      'arr[${#arr[@]}]=last; echo "${arr[-1]}"',
      // With $ in it, bash quotes the inner brackets of arr[arr[0]] and does not understand it.
      'echo $((arr[arr[0]] + 1))',
      'let "arr[2] = 5, m = arr[2] << 2" "n = m"; echo $? $m $n',
      'for ((i = 0, j = 9; i < 3 && j > 0; i++, j -= 2)); do echo "$i $j"; done',
      '((n = ${arr[0]:-0} ? 1 : 2)); echo $n',
      'n=5; echo $((n++ + ++n)) $((n-- - --n)) $n',
      `echo $((${this.arithmetic(0)})) $[${this.arithmetic(1)}]`,
      'declare -ai ints=(1+1 n 0x10); ints+=(3*3); echo "${ints[@]}"',
      'i=0; while ((i < 3)); do arr[i]=$((i * i)); ((i++)); done; echo "${arr[*]}"',
      'x=arr[1]; echo "$((x)) ${!x}"',
    ]);
  }

  reading() {
    const text = this.pick([
      "'a b  c d'",
      "'a:b::c:'",
      '"$x"',
      '"$y"',
      "$'a\\\\ b\\tc'",
      "'xaxbx'",
      "' lead trail '",
      "$'l1\\nl2'",
    ]);
    const ifs = this.pick(['', 'IFS= ', 'IFS=: ', 'IFS=x ', "IFS=$'\\n' ", "IFS=' x' ", "IFS=$'\\t: ' "]);
    const how = this.pick(['', '-r ', '-d : ', "-d '' ", '-rd x ', '-n 3 ', '-N 3 ', '-r -n 4 ', '-a list ']);
    return this.pick([
      `${ifs}read ${how}${how.includes('list') ? '' : 'a b c'} <<< ${text}; echo "$? [$a][$b][$c]\${list[*]}"`,
      `${ifs}read ${how.replace('-a list ', '')}<<< ${text}; echo "$? [$REPLY]"`,
      `printf %s ${text} | { ${ifs}read -r a b; echo "$? $a|$b"; }`,
      `while ${ifs}read -r a b || [[ $a ]]; do echo "$a/$b"; done < <(printf %s ${text})`,
      `while ${ifs}read -r a rest; do echo "$rest,$a"; done <<< ${text}`,
      `{ read -r a; read -r b; } < b.txt; echo "$a+$b"`,
      `read -r a < none; echo $?`,
      `read -u 3 a 3<<< ${text}; echo "$a"`,
      `IFS=: read -r a b <<< ${text} && echo "$b"`,
    ]);
  }

  formats() {
    const format = this.times(1, 3, () =>
      this.pick([
        '%-8s|',
        '%5.2f',
        '%03d',
        '%x',
        '%#o',
        '%+d',
        '%s',
        '%b',
        '%q',
        '%c',
        '%%',
        '%10.3s|',
        '%-*d|',
        '%e',
        '%(%Y)T',
        '%G',
        '%u',
        '%i',
        '\\x41\\u00e9',
        '\\101',
        '\\e[0m',
        '%.0f',
        '% d',
      ]),
    ).join(this.pick([' ', '']));
    return this.pick([
      `printf '${format}\\n' ${this.words(0, 3)}`,
      `printf -v ${this.pick([...SCALARS, "'arr[1]'", "'map[k]'"])} '${format}' ${this.words(1, 2)}; declare -p x y arr`,
      `printf '%s=%s\\n' a 1 b 2 c`,
      `printf '%d %s\\n' "'a" ${this.word()} '"b' 0x1F 010`,
      `echo -${this.pick(['e', 'n', 'en', 'E', 'ne'])} ${this.pick(["'a\\tb\\n'", "'\\x41\\c no'", "'\\0101'", "'\\\\'"])} x`,
    ]);
  }

  nestedQuotes() {
    const v = this.pick([...SCALARS, 'nope']);
    const w = this.pick(SCALARS);
    return `printf '<%s>' ${this.pick([
      `"\${${v}:-"a \${${w}} b"}"`,
      `"\${${v}:+'$${w}'}"`,
      `\${${v}:-'a b' "c d" $${w}}`,
      `"\${${v}:-\${${w}:-"\${x:+deep "quoted"}"}}"`,
      `"$(echo "$(echo "\${${v}:-"in ner"}")")"`,
      `"\${${v}//"$${w}"/"[\${${w}}]"}"`,
      `"\${${v}#"\${${w}%%[.:]*}"}"`,
      `\${${v}+"\${arr[@]}"} "\${${v}+\${arr[@]}}"`,
      `"\${${v}:-\\"esc\\" \\$x \\\`}"`,
      `"\${${v}:=\${${w}:0:2}}" "$${v}"`,
      `"\${arr[@]:+"\${arr[@]}"}"`,
      `"\`echo "\\$${w} \\\\"q\\\\""\`"`,
      `"a"'b'$'c\\n'"\${${v}}"d\\ e`,
      `"\${${v}:-$'x\\ty'}" \${${v}:-$'x\\ty'}`,
      `"\${${v}/\\}/x}" "\${${v}:-\\}}" \${${v}:-"}"}`,
      `"$((\${#${v}} + $(echo 2)))" "$( (echo a) )"`,
      `"\${@:+"$*"}" "\${*:-none}"`,
      `{"$${v}",'b c'}{1,2} "{a,b}" \\{a,b}`,
    ])}; echo`;
  }

  documents() {
    const name = this.fresh();
    const line = () =>
      this.pick([
        'plain $x',
        `\${${this.pick(SCALARS)}:-"q"}`,
        '\\$x \\\\ \\a',
        '$(echo "in $y")',
        "it's",
        '"$y"',
        '`echo b`',
        '$((n + 1))',
        '${arr[@]}',
        "${x:+'q'}",
        '\\`',
        '* ~ {a,b}',
      ]);
    return this.pick([
      `${name}() {\ncat <<END\n${line()}\n${line()}\nEND\n}\n${name}; declare -f ${name}`,
      `${name}() { cat <<-'END'\n\t${line()}\n\t\t${line()}\n\tEND\n}; ${name} | cat -A`,
      `if cat <<A && cat <<'B'; then echo both; fi\n${line()}\nA\n${line()}\nB`,
      `cat <<END > out; cat out\n${line()}\nEND`,
      `cat <<"E D" | tr a-z A-Z\n${line()}\nE D`,
      `for i in 1 2; do cat <<END; done\n$i ${line()}\nEND`,
      `cat - <<< ${this.word()} <<END\n${line()}\nEND`,
      `cat <<END\n${line()} \\\n${line()}\nEND`,
      `{ cat; cat <&3; } <<A 3<<B\n${line()}\nA\n${line()}\nB`,
    ]);
  }

  signals() {
    return this.pick([
      "trap 'echo usr1 $x' USR1; kill -USR1 $BASHPID; echo after",
      'trap \'echo "err $? $LINENO"\' ERR; false; (exit 4); trap - ERR',
      "( trap 'echo sub exit $?' EXIT; exit 3 ); echo $?",
      "trap 'echo dbg' DEBUG; n=1; : ; trap - DEBUG",
      'trap \'echo "d $BASH_COMMAND"\' DEBUG; echo a $x; [[ -n $x ]]; trap - DEBUG',
      "trap '' TERM; kill -TERM $BASHPID; echo alive; trap - TERM",
      'trap -p; trap -p ERR USR1',
      "trap 'echo ret' RETURN; r() { echo in; }; r; trap - RETURN",
      "set -E; trap 'echo E' ERR; e() { false; }; e; set +E; trap - ERR",
      "(trap 'echo bye; exit 5' EXIT; echo hi); echo $?",
      "(trap 'echo int' INT; kill -INT $BASHPID; echo later)",
      'f_exit() { local x=inner; exit 7; }; (trap \'echo "$x $?"\' EXIT; f_exit; echo no); echo $?',
      "trap 'echo one' EXIT; trap 'echo two $?' EXIT",
      'trap - EXIT',
      'kill -l 9 15; kill -l TERM; kill -0 $$; echo $?',
    ]);
  }

  definitions() {
    const name = this.fresh();
    const body = this.pick([
      'if [[ $1 == a* ]]; then echo yes; elif (( $# > 1 )); then echo two; else echo no; fi',
      'for i in "$@"; do case $i in (a|b) echo ab;; c*) ;& *) echo other;; esac; done',
      'while read -r l; do echo "$l"; done < b.txt | sort | head -n 1',
      'local a=(1 "2 3") b; b=$(echo "${a[@]}"); echo "$b" >&2 2>/dev/null',
      '{ echo a; echo b; } > out && cat < out || ! true',
      '( cd d && ls ) & wait',
      'for ((i = 0; i < 2; i++)); do echo $i; done; until false; do break; done',
      'x=1 y=2 printf "%s\\n" $((x + 1)) "${arr[@]:1}" \'q\' $\'t\\n\' `echo`',
      'select v in a b; do break; done <<< 1; time_=3; coproc_=4',
      'function inner { echo in; }; inner; unset -f inner',
      'cat <<< "$1" <(echo) 2>&1 >out; [ -f out ] && [[ ! -d out && -n $1 || $1 =~ ^a ]]',
      'return $((n > 3 ? 1 : 0))',
    ]);
    return this.pick([
      `${name}() { ${body}; }; declare -f ${name}; ${name} ${this.words(0, 2)} 2>&1`,
      `function ${name} { ${body}; }; type ${name}; ${name} ${this.words(0, 2)}`,
      `${name}() ( ${body} ); ${name} ${this.words(0, 2)}; type -t ${name}`,
      `${name}() { ${body}; } > out 2>&1; ${name} ${this.words(0, 2)}; cat out; declare -F ${name}`,
      `${name}() { ${body}; }; export -f ${name}; bash -c '${name} a b'; unset -f ${name}; ${name} 2> /dev/null; echo $?`,
    ]);
  }

  aliases() {
    return this.pick([
      "shopt -s expand_aliases\nalias say='echo said '\nalias w=word\nsay w $x\nunalias w\nsay w",
      "shopt -s expand_aliases\nalias begin='{' finish='}'\nbegin echo in; finish",
      "alias q='echo never'; q; alias q; unalias -a; alias",
      "shopt -s expand_aliases\nalias e='echo a;' l='ls'\ne l d\n\\l d; 'l' d 2> /dev/null; command -v e",
      "shopt -s expand_aliases\nalias for1='for i in 1 2; do'\nfor1 echo $i; done",
    ]);
  }

  selection() {
    return `${this.pick(['', "PS3='pick> '; "])}select v in ${this.words(1, 3)}; do echo "$REPLY:$v"; ${this.pick(['break', '[[ $v ]] && break', ':'])}; done <<< ${this.pick(['1', '2', "$'9\\n1'", "''", 'x', '$x'])}`;
  }

  coprocess() {
    return this.pick([
      'coproc CO { while read -r l; do echo "<$l>"; done; }; echo "$x" >&"${CO[1]}"; read -r a <&"${CO[0]}"; echo "$a"; kill $CO_PID; wait $CO_PID 2> /dev/null',
      'coproc { read -r l; echo "got $l"; read -r l; }; echo one >&${COPROC[1]}; read -r a <&${COPROC[0]}; echo "$a ${#COPROC[@]}"; echo >&${COPROC[1]}; wait',
    ]);
  }

  descriptors() {
    return this.pick([
      'exec {fd}< b.txt; read -r a <&"$fd"; read -r b <&$fd; exec {fd}<&-; echo "$a|$b"',
      'exec 4> out; echo four >&4; printf %s "$x" >&4; exec 4>&-; cat out',
      '{ echo out; echo err >&2; } 2>&1 >/dev/null | cat',
      '{ echo out; echo err >&2; } 3>&1 1>&2 2>&3 3>&- | tr a-z A-Z',
      'echo x 2>&1 1>out 3<&0; cat out',
      'diff <(sort c.txt) <(sort -n c.txt) | head -n 3',
      'while read -r a; do echo "$a"; cat > /dev/null; done < <(seq 3)',
      'cat <(echo "$x") - <<< "in"',
      'echo a > out; echo b >> out; echo c >| out; set -C; echo d > out; set +C; cat out',
      'echo both &> out; echo more &>> out; ls none &>> out; wc -l < out',
      'cat < none > out2; ls out2',
      'echo text > "$x.file" && ls -- "$x.file"; rm -f -- "$x.file"',
      '( exec > out; echo inside ); cat out',
      'read -r a < <(echo sub); echo "$a"; [[ -p /dev/stdin ]]; echo $?',
      'echo data | { cat; echo tail; } | paste -sd+',
    ]);
  }

  matches() {
    const regex = this.pick([
      '^(.)(.*)$',
      '([a-z]+)[.:]([a-z]*)',
      '(x)?(.)',
      '^[[:alpha:]_]+=',
      'a|b',
      '(([0-9]+)-?)*',
      '"$y"',
      '$y',
      '\\.',
      "'a'.",
      '^$',
    ]);
    return this.pick([
      `[[ $x =~ ${regex} ]]; echo "$? \${#BASH_REMATCH[@]} \${BASH_REMATCH[@]}"`,
      `if [[ ${this.word()} =~ ${regex} ]]; then printf '(%s)' "\${BASH_REMATCH[@]}"; fi`,
      `shopt -s extglob\n[[ $x == ${this.pick(['@(a|b)*', '!(*.gz)', '+([a-z])', '?(f)oo*', '*([!:]):*'])} ]]; echo $?; case $y in !(a*|b*)) echo not;; *) echo is;; esac`,
      `case $x in [[:upper:]]*) echo up;;& *[[:digit:]]) echo dig;;& ?) echo one;; "$y") echo same;; ${this.pattern() || "''"}) echo pat;; *) echo none; esac`,
      `shopt -s nocasematch; [[ $x == ${this.pattern() || 'A'} ]]; echo $?; shopt -u nocasematch`,
    ]);
  }

  places() {
    return this.pick([
      'echo "$LINENO ${BASH_LINENO[@]} ${BASH_SOURCE[@]##*/}"',
      'w() { caller; caller 0; echo "${FUNCNAME[@]}:${BASH_LINENO[@]}"; }; w; v() { w; }; v',
      '(echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL)); echo "$(echo $BASH_SUBSHELL)"',
      'cd d && pwd | sed "s,.*/,," ; cd - > /dev/null; echo "${OLDPWD##*/}"',
      'pushd d > /dev/null; dirs | wc -w; popd > /dev/null; dirs -p | wc -l',
      'echo "$- $# $0 ${0##*/}"',
      'for f in *.txt; do echo "${f%.txt} ${f##*.}"; done',
      'shopt -s globstar nullglob; echo ** **/ no*; shopt -u globstar nullglob',
      'echo ~+ | sed "s,.*/,,"; a=~/x; [[ $a == "$HOME/x" ]]; echo $?',
      'echo "${PIPESTATUS[@]}"; true | false | (exit 3); echo "${PIPESTATUS[*]}"',
      ': a b "$x"; echo "$_"',
      'set -o | grep -c "on$"; shopt -q extglob; echo $?',
      'echo \'x=src; return 3; echo no\' > s; . ./s a b; echo "$? $x $#"',
      "echo 'echo \"$0 $@\"; exit 4' > s; bash s 1 '2 3'; echo $?",
      'type -t echo if cat nope f0; command -v cd',
      'set -x; echo $x "$y" > /dev/null; { set +x; } 2> /dev/null',
      'umask 027; umask; umask -S; umask 022',
    ]);
  }

  tests() {
    return this.pick([
      '[ "$x" = "$y" -o -n "$x" ]; echo $?',
      '[ ! -z "$x" -a "$n" -gt 1 ]; echo $?',
      '[ \\( "$x" = a \\) -o ! "$y" ]; echo $?',
      'test -f apple && test ! -d apple; echo $?',
      '[ apple -nt b.txt ] || [ link -ef apple ] && echo linked',
      '[ $x ]; echo $?; [ $nope = a ]; echo $?',
      '[[ $x < $y || ( -n $x && ! -e none ) ]]; echo $?',
      '[[ n -gt 2 && arr[0] -le 5 ]]; echo $?',
      '[ -t 0 ]; [ -o errexit ]; [[ -o nounset ]]; [ -v x ]; echo $?',
      '[ a b ]; [ 1 -eq a ]; [ ]; [ ! ]; [ -n ]; echo $?',
      '! [[ $x ]] ; echo $?; ! ! true; echo $?',
      'true && false || echo or; false && echo and; echo $?',
    ]);
  }

  mistakes() {
    return this.pick([
      'cd none; echo $?',
      'nosuchcommand a b; echo $?',
      './apple; echo $?; ./d; echo $?',
      '. none; echo $?',
      'local q=1; echo $?',
      'shift 99; echo $?',
      'break; continue 2; echo $?',
      'return 3; echo $?',
      'unset -v 1a; unset -f nofn; echo $?',
      'declare -Z x; read -Z; export -Z; echo $?',
      'readonly ro=1; ro=2; echo $?',
      'readonly ro2=1; ro2=2 true; echo $?; unset ro2; echo $?',
      "printf '%d\\n' abc; printf '%z' 1; echo $?",
      'let; let 1/0; echo $?',
      'echo $((1 / 0)); echo next',
      'echo ${x!y}; echo next',
      'declare 1x=2; export 2y; echo $?',
      'eval "if"; echo $?',
      'cat < ; echo',
      'exit 300',
      'exit abc',
      'type nosuch; command nosuch; builtin nosuch; echo $?',
      'wait 99999; kill -9 abc; jobs %9; fg; bg; echo $?',
      'declare -i num=3+; echo $?',
      'arr[-9]=1; echo $?; echo "${arr[-9]}"; echo next',
      'declare -A as; as=(a b c); declare -p as',
      'set -o nosuch; shopt -s nosuch; echo $?',
      'exec nosuch; echo not reached',
      'trap x NOSUCH; umask 9; ulimit -Z; echo $?',
      'function 1f { :; }; a-b() { echo dash; }; a-b',
      'echo ${nope?message}; echo not reached',
      '(echo ${nope:?}); echo $?',
      'mapfile -n x; read -t x; printf; echo $?',
      'getopts; hash nosuch; alias nosuch; echo $?',
    ]);
  }

  jobs() {
    return this.pick([
      '{ echo bg; } & wait; echo $?',
      '(exit 3) & wait $!; echo $?',
      'sleep 0 & wait %1; echo $?; jobs',
      'true & p=$!; wait $p; echo $?; wait $p; echo $?',
      '(exit 2) & (exit 3) & wait; echo $?',
      // Not at once: before it is sleep, it may be a bash that runs the EXIT trap.
      'sleep 5 & sleep 0.1; kill $!; wait $! 2> /dev/null; echo $?',
      'f_bg() { x=changed; return 4; }; f_bg & wait $!; echo "$? $x"',
      'echo a | cat & wait; echo $?',
      '! { true & }; echo $?',
    ]);
  }

  positional() {
    return this.pick([
      'echo "${@:2}" "${@: -1}" "${*:1:2}" "${!#}"',
      'set -- "$@" new; echo $#; shift 2; echo "$@"',
      'set -- ${x//:/ }; for a; do echo "<$a>"; done',
      'set -- a "b c" ""; printf "[%s]" $@ $* "$@" "$*"; echo',
      'IFS=-; echo "$*" $* "${*/a/b}"; unset IFS',
      'while (($#)); do case $1 in -*) echo opt;; *) echo "$1"; esac; shift; done',
      'set -- -- -a; echo $1 $#; set -- ; echo "$#${1-none}"',
      'echo "$#" "${#@}" "${#*}" "${#1}" "${10-ten}" "$10"',
      'set -- *.txt; echo "$1 $#"; echo "${@##*.}" "${@^}"',
      'args=("$@"); set -- "${args[@]:1}"; echo "$# ${args[0]-}"',
    ]);
  }

  evaluation() {
    const v = this.pick(SCALARS);
    return this.pick([
      `eval "z=\\"$${v}\\""; echo "$z"`,
      `eval 'echo "$${v}"' "; echo b"`,
      `eval "arr=($${v})"; declare -p arr`,
      `name=${v}; echo "\${!name}" "\${!name:-d}" "\${!name#a}"; eval "echo \\$$name"`,
      `declare "dyn_${v}=$x"; dyn=dyn_${v}; echo "\${!dyn}" \${!dyn_@}`,
      `printf -v "dyn_${v}" %q "$y"; eval "echo $dyn_${v}"`,
      `cmd='echo a  b'; $cmd; "$cmd" 2> /dev/null; echo $?; cmd=(printf '<%s>' "$x"); "\${cmd[@]}"`,
      `bash -c 'echo "$0 $# $1"' zero "$${v}"`,
      `env -i V="$${v}" bash -c 'echo "$V"'; ${v}=tmp bash -c 'echo "$${v}"'`,
      `q=$(printf %q "$${v}"); eval "r=$q"; [[ $r == "$${v}" ]]; echo $?`,
      `echo "$${v}" | bash -c 'read -r l; echo "[$l]"'`,
    ]);
  }
}
