// Random programs: statements of the words in words.mjs.

import { Idioms } from './idioms.mjs';
import { ARRAYS, SCALARS, VALUES } from './words.mjs';

/**
 * A program is a block: { items }, each item a list of strings and blocks. Blocks are what shrinking takes apart.
 * @typedef {string | Block | Part[]} Part
 * @typedef {{ items: Part[] }} Block
 */

/**
 * @param {Part} part
 * @returns {string}
 */
export const render = (part) =>
  typeof part === 'string'
    ? part
    : Array.isArray(part)
      ? part.map(render).join('')
      : part.items.length > 0
        ? part.items.map(render).join('\n')
        : ':';

/** Writes one program. */
export class Author extends Idioms {
  /** @type {string[]} */
  functions = [];
  loops = 0;

  program() {
    const head = this.extglob ? [['shopt -s extglob']] : [];
    if (this.chance(0.1)) head.push([`shopt -s ${this.pick(['nullglob', 'dotglob', 'nocasematch', 'lastpipe'])}`]);
    const setUp = [
      [`x=${this.pick(VALUES)} y=${this.pick(VALUES)}`],
      [`arr=(${this.times(0, 4, () => this.pick(VALUES)).join(' ')})`],
      ...(this.chance(0.4) ? [[`declare -A map=([k]=${this.pick(VALUES)} [a b]=${this.pick(VALUES)})`]] : []),
      [`set -- ${this.times(0, 4, () => this.pick(VALUES.filter((value) => value !== '-n'))).join(' ')}`],
    ];
    const options = this.chance(0.25) ? [[this.pick(['set -e', 'set -u', 'set -eu', 'set -f', 'set -E'])]] : [];
    const traps = this.chance(0.2) ? [[`trap 'echo "trap $? $x"' ${this.pick(['EXIT', 'ERR', 'EXIT ERR'])}`]] : [];
    const functions = this.times(0, 2, () => this.function());
    return { items: [...head, ...setUp, ...options, ...traps, ...functions, ...this.statements(2, 7, 0)] };
  }

  /**
   * @param {number} low
   * @param {number} high
   * @param {number} depth
   * @returns {Part[]}
   */
  statements(low, high, depth) {
    return this.times(low, high, () => this.statement(depth));
  }

  /**
   * @param {number} depth
   * @returns {Block}
   */
  block(depth) {
    return { items: this.statements(1, 3, depth + 1) };
  }

  /**
   * @param {number} depth
   * @returns {Block}
   */
  substitutedBlock(depth) {
    this.substituted++;
    const block = this.block(depth);
    this.substituted--;
    return block;
  }

  /**
   * @param {number} depth
   * @returns {Part[]}
   */
  statement(depth) {
    const compound = depth < 3 ? 1 : 0;
    return this.weighted([
      [7, () => [this.show()]],
      [5, () => [this.assignment()]],
      [2, () => [this.arithmeticCommand()]],
      [2, () => [this.printf()]],
      [2, () => [this.pipeline()]],
      [1.5, () => [this.andOr()]],
      [1.2, () => [this.files()]],
      [1, () => [this.hereDocument()]],
      [1, () => [this.readCommand()]],
      [0.6, () => [this.settings()]],
      [5, () => [this.idiom()]],
      [this.functions.length > 0 ? 2 : 0, () => [`${this.pick(this.functions)} ${this.words(0, 3)}`]],
      [1.5 * compound, () => this.conditional(depth)],
      [1.5 * compound, () => this.loop(depth)],
      [1 * compound, () => this.caseCommand(depth)],
      [0.8 * compound, () => this.subshell(depth)],
    ]);
  }

  show() {
    return this.weighted([
      [5, () => `echo ${this.words(1, 4)}`],
      [4, () => `printf '<%s>' ${this.words(1, 3)}; echo`],
      [1, () => 'echo "$?"'],
      [1, () => `declare -p ${this.pick([...SCALARS, ...ARRAYS])}`],
      [0.4, () => 'declare -p map'],
    ]);
  }

  arithmeticCommand() {
    const text = this.arithmetic(0);
    return this.weighted([
      [3, () => `((${text})); echo "$? $n $m"`],
      [1, () => `let '${text.replaceAll("'", '')}'; echo $? $n`],
      [2, () => `n=$((${text})); echo $n`],
      [1, () => `declare -i n; n='${text}'; echo $n`],
    ]);
  }

  assignment() {
    const value = () => this.word();
    return this.weighted([
      [5, () => `${this.pick(SCALARS)}=${value()}`],
      [1.5, () => `${this.pick(SCALARS)}+=${value()}`],
      [1, () => `n=${this.below(8)} m=${this.below(8)}`],
      [1, () => `name=${this.pick([...SCALARS, 'arr', "'arr[1]'", 'nope', '@'])}`],
      [2, () => `${this.pick(ARRAYS)}${this.pick(['=', '+='])}(${this.words(0, 4)})`],
      [
        1,
        () =>
          `${this.pick(ARRAYS)}[${this.pick(['0', '1', 'n', '-1', '5', '1+1'])}]${this.pick(['=', '+='])}${value()}`,
      ],
      [0.5, () => `map[${this.pick(['k', 'new', '$x', '"a b"'])}]=${value()}`],
      [0.6, () => `set -- ${this.words(0, 3)}`],
      [0.4, () => 'shift; echo $?'],
      [1, () => `IFS=${this.pick(["':'", "' :'", "''", "'x'", "$' \\t\\n'", "','"])}`],
      [0.3, () => 'unset IFS'],
      [0.5, () => `unset ${this.pick([...SCALARS, "'arr[0]'", "'arr[1]'", "'map[k]'", 'list'])}`],
      [0.5, () => `declare ${this.pick(['-u', '-l', '-i', '+i', '-x', '-a', '-c'])} ${this.pick(SCALARS)}`],
      [0.5, () => `${this.pick(SCALARS)}=${value()} eval 'echo "$x" $y'`],
      [0.3, () => `printf -v ${this.pick([...SCALARS, "'arr[2]'"])} '%s-%q' ${this.words(1, 2)}`],
    ]);
  }

  printf() {
    const formats = [
      '%d',
      '%5s|',
      '%-5s|',
      '%05d',
      '%x',
      '%o',
      '%q',
      '%b',
      '%c',
      '%.2f',
      '%e',
      '%s',
      '%%',
      '\\t',
      '\\x41',
      '%i ',
      '%.2s',
      '%+d',
      '%*d',
      '%X',
      '%g',
    ];
    return `printf '${this.times(1, 3, () => this.pick(formats)).join(this.pick([' ', ',', '']))}\\n' ${this.words(0, 3)}`;
  }

  pipeline() {
    const source = this.pick([
      `echo ${this.words(1, 3)}`,
      `printf '%s\\n' ${this.words(1, 3)}`,
      'seq 5',
      'cat b.txt',
      'cat c.txt',
      'cat d/y.h',
    ]);
    const filters = [
      'tr a-z A-Z',
      'sort',
      'sort -n',
      'sed "s/a/_/g"',
      'grep -v 1',
      // Of ASCII only: bash's read takes the newline behind part of a character for more of it.
      "sed 's/é.*//' | cut -c1-3",
      'tac',
      'uniq',
      "awk '{print NF, $1}'",
    ];
    const sinks = [
      'cat',
      'wc -l',
      'tail -n 1',
      'while read -r a b; do echo "$b|$a"; done',
      'while IFS= read -r l; do echo "[$l]"; done',
      'paste -sd,',
      '(x=sub; cat)',
      '{ read a; echo "$a"; cat; }',
      'mapfile -t list; echo ${#list[@]}',
    ];
    return `${this.chance(0.1) ? '! ' : ''}${[source, ...this.times(0, 2, () => this.pick(filters)), this.pick(sinks)].join(' | ')}`;
  }

  condition() {
    return this.weighted([
      [2, () => `[[ ${this.word()} ${this.pick(['==', '!=', '=', '<', '>'])} ${this.word()} ]]`],
      [2, () => `[[ $${this.pick(SCALARS)} ${this.pick(['==', '!='])} ${this.pattern() || 'a'} ]]`],
      [1, () => `[[ $${this.pick(SCALARS)} =~ ${this.pick(['^a', 'b+', '(.)b', '[0-9]+$', '^$', '"$y"', 'x|o'])} ]]`],
      [
        1,
        () => `[[ ${this.pick(['-n', '-z', '-v', '!'])} ${this.pick(['x', '$x', '"$y"', 'arr', 'nope', '$nope'])} ]]`,
      ],
      [
        1,
        () =>
          `[[ n -${this.pick(['eq', 'lt', 'gt', 'le', 'ne'])} ${this.arithmetic(2).replace(/[<>|&() ]/g, '') || 1} ]]`,
      ],
      [2, () => `[ "${this.expansion(1, true)}" ${this.pick(['=', '!=', '-eq', '-lt', '\\<'])} ${this.word()} ]`],
      [1, () => `[ ${this.word()} ]`],
      [
        1,
        () =>
          `[ -${this.pick(['f', 'd', 'e', 'n', 'z', 's', 'L'])} ${this.pick(['apple', 'd', 'none', '"$x"', 'link', '$nope'])} ]`,
      ],
      [1, () => `((${this.arithmetic(0)}))`],
      [1, () => this.pick(['true', 'false', '! true', 'grep -q one b.txt', 'read q <<< ""', '(exit 3)'])],
      [0.7, () => `[[ ${this.word()} && ! -d ${this.word()} || -n $x ]]`],
    ]);
  }

  andOr() {
    return `${this.condition()} ${this.pick(['&&', '||'])} ${this.pick([this.condition(), `echo ${this.word()}`])} ${this.pick(['&& echo yes', '|| echo no', '', '; echo $?'])}`;
  }

  files() {
    const file = this.pick(['out', 'f1', '"f 2"', '"$x"', 'out']);
    return this.weighted([
      [2, () => `echo ${this.words(1, 2)} ${this.pick(['>', '>>', '>|'])} ${file}; cat ${file}`],
      [
        1,
        () =>
          `{ echo o; echo e >&2; } ${this.pick(['> out 2>&1', '2>&1 > out', '&> out', '2> out', '2>/dev/null'])}; cat out`,
      ],
      [1, () => `cat < ${this.pick(['apple', 'none', 'out', 'c.txt'])}`],
      [0.5, () => `exec 3> out; echo ${this.word()} >&3; exec 3>&-; cat out`],
      [0.5, () => 'cat <(echo a) <(sort c.txt)'],
      [0.5, () => `: > out; wc -c < out; rm -f out; ls`],
    ]);
  }

  hereDocument() {
    // bash 5.2 runs $(…) from its text printed anew, which lacks the ; behind what follows a here-document on a line.
    if (this.substituted > 0) return `cat <<< ${this.word()}`;
    const line = () =>
      this.pick([
        `${this.expansion(0, true)} t`,
        '\\$x \\\\ `echo b`',
        'it\'s "q"',
        `$((${this.arithmetic(1)}))`,
        '\ttab $x',
        '',
      ]);
    return this.weighted([
      [2, () => `cat <<END\n${this.times(0, 3, line).join('\n')}\nEND`],
      [1, () => `cat <<'END'\n${line()}\nEND`],
      [1, () => `cat <<-END | tr a-z A-Z\n\t${line()}\n\tEND`],
      [1, () => `cat <<< ${this.word()}`],
      [1, () => `while read -r a b; do echo "$b $a"; done <<END\n${line()}\n${line()}\nEND`],
    ]);
  }

  readCommand() {
    const input = this.pick(['"$x"', '"$y"', "'a b  c d'", "'a:b:c:'", "$' x\\\\ty \\n'", ':a::b', "''"]);
    return this.weighted([
      [
        3,
        () =>
          `${this.pick(['', 'IFS=: ', "IFS=' :' ", 'IFS= '])}read ${this.pick(['', '-r '])}${this.pick(['a b', 'a', 'a b c', 'x'])} <<< ${input}; echo "$?[$a][$b][$c]"`,
      ],
      [1, () => `${this.pick(['', 'IFS=: '])}read -ra list <<< ${input}; declare -p list`],
      [0.5, () => `mapfile -t list < b.txt; echo "\${#list[@]} \${list[1]}"`],
      [0.5, () => `read -n ${1 + this.below(4)} a <<< ${input}; echo "[$a]"`],
    ]);
  }

  settings() {
    return this.pick([
      'set -e',
      'set +e',
      'set -u',
      'set +u',
      'set -f',
      'set +f',
      'trap - ERR',
      'shopt -s nullglob',
      'shopt -u nullglob',
      'readonly z',
      'export x',
      'set -o pipefail; set +o pipefail',
      'LC_ALL=C',
      'unset LC_ALL',
    ]);
  }

  /**
   * @param {number} depth
   * @returns {Part[]}
   */
  conditional(depth) {
    const tail = this.chance(0.5) ? ['\nelse\n', this.block(depth)] : [];
    const middle = this.chance(0.25) ? ['\nelif ', this.condition(), '; then\n', this.block(depth)] : [];
    return ['if ', this.condition(), '; then\n', this.block(depth), ...middle, ...tail, '\nfi'];
  }

  /**
   * @param {number} depth
   * @returns {Part[]}
   */
  loop(depth) {
    const leave = this.chance(0.25)
      ? [`\n${this.condition()} && ${this.pick(['break', 'continue', 'break 2', 'continue'])}`]
      : [];
    const counter = `i${this.loops++}`;
    return this.weighted([
      [4, () => [`for v in ${this.words(0, 4)}; do\necho "v=$v"\n`, this.block(depth), ...leave, '\ndone']],
      [1, () => ['for v; do\n', this.block(depth), ...leave, '\ndone']],
      [
        1,
        () => [
          `for ((${counter} = 0; ${counter} < ${this.below(4)}; ${counter}++)); do\n`,
          this.block(depth),
          ...leave,
          '\ndone',
        ],
      ],
      [
        1,
        () => [`${counter}=0; while ((${counter}++ < ${this.below(4)})); do\n`, this.block(depth), ...leave, '\ndone'],
      ],
      [0.5, () => [`${counter}=3; until ((--${counter} < 0)); do\n`, this.block(depth), ...leave, '\ndone']],
      [0.5, () => ['while read -r a b; do\n', this.block(depth), '\ndone < b.txt']],
    ]);
  }

  /** @param {number} depth */
  caseCommand(depth) {
    const arms = this.times(1, 3, () => [
      `${this.pattern() || '*'}${this.chance(0.3) ? `|${this.pattern() || 'x'}` : ''})\n`,
      this.block(depth),
      `\n${this.pick([';;', ';;', ';&', ';;&'])}\n`,
    ]);
    // One piece: beside other text, bash leaves a byte of its own quoting of "${x%x}" when that is empty.
    return [`case ${this.piece(0)} in\n`, ...arms.flat(), 'esac'];
  }

  /**
   * @param {number} depth
   * @returns {Part[]}
   */
  subshell(depth) {
    return this.weighted([
      [2, () => ['(\n', this.block(depth), `\n${this.pick(['exit 3', ':', 'false', 'echo end'])}\n); echo "sub $?"`]],
      [
        1,
        () => [
          '{\n',
          this.block(depth),
          `\n} ${this.pick(['', '> out; cat out', '2>/dev/null', '| cat', '|| echo failed'])}`,
        ],
      ],
      [1, () => ['x=$(\n', this.substitutedBlock(depth), '\n); echo "[$x] $?"']],
    ]);
  }

  function() {
    const name = `f${this.functions.length}`;
    const local = this.chance(0.7) ? `local ${this.pick(SCALARS)}=${this.word()} ${this.pick(['', 'y', 'n=2'])}\n` : '';
    const end = this.pick(['', 'return 2', 'return', 'echo "$FUNCNAME $#"', 'false', 'set -- new']);
    const node = [`${name}() {\n${local}`, this.block(1), `\n${end || ':'}\n}`];
    this.functions.push(name);
    return node;
  }
}
