// Random programs through /bin/bash and another shell; a program on which they differ is shrunk and printed.
//   shell-random.mjs [--seed S] [--count N] [--shell PATH] [-j N] [--show]
// Program i of a run has seed S + i: `--seed S+i --count 1` makes it again. --show prints the programs.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Bench, difference, inParallel, nativeShell, oracle } from './shell-cases.mjs';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    shell: { type: 'string', default: nativeShell },
    jobs: { type: 'string', short: 'j', default: '2' },
    show: { type: 'boolean', default: false },
  },
});

const TIMEOUT_MS = 4000;
const BROKEN = 0.05;

// The files a program finds.
function prepare(home) {
  const files = {
    apple: 'red fruit\nsweet\n',
    'b.txt': 'one two three\nfour five\n\nsix\n',
    'c.txt': '3\n1\n2\n10\n',
    '.hidden': 'dot\n',
    'sp ace': 'blank\n',
    'd/x.c': 'int x;\n',
    'd/y.h': 'a:b:c\nd::f\n',
  };
  mkdirSync(join(home, 'd'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text, { mode: 0o666 });
  symlinkSync('apple', join(home, 'link'));
}

// Tommy Ettinger's mulberry32.
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// A program is a block: { items }, each item a list of strings and blocks. Blocks are what shrinking takes apart.
const render = (part) =>
  typeof part === 'string'
    ? part
    : Array.isArray(part)
      ? part.map(render).join('')
      : part.items.length > 0
        ? part.items.map(render).join('\n')
        : ':';

const SCALARS = ['x', 'y', 'z', 'name', 'n'];
const ARRAYS = ['arr', 'list'];
const UNSET = ['nope', 'unset1'];
const VALUES = [
  "''",
  'abc',
  'foo.tar.gz',
  "'a b'",
  "' x  y '",
  "'*'",
  "'[ab]*'",
  'a:b:c',
  ':a::b:',
  '5',
  '-3',
  '010',
  '0x1f',
  "'1 + 2'",
  'é日本',
  '"it\'s"',
  '\'"q"\'',
  "'a\\b'",
  "$'t\\tab'",
  "$'l1\\nl2\\n'",
  '/usr/lib/x.so',
  'Hello',
  'aXbXc',
  "'x=y;z'",
  "'~'",
  "'$x'",
  '-n',
];
const LITERALS = ['a', 'b', 'ab', 'foo', 'x', '1', '42', '-', '.', '/', ':', 'é', 'A', 'a=b', '%', '#', '@', '+', ','];

class Author {
  constructor(seed) {
    this.random = generator(seed);
    this.functions = [];
    this.loops = 0;
    this.substituted = 0;
    this.extglob = this.chance(0.3);
  }

  below(n) {
    return Math.floor(this.random() * n);
  }

  chance(p) {
    return this.random() < p;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** One of [weight, make] by weight. */
  weighted(choices) {
    let at = this.random() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of choices) {
      at -= weight;
      if (at < 0) return make();
    }
    return choices[0][1]();
  }

  times(low, high, make) {
    return Array.from({ length: low + this.below(high - low + 1) }, make);
  }

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

  statements(low, high, depth) {
    return this.times(low, high, () => this.statement(depth));
  }

  block(depth) {
    return { items: this.statements(1, 3, depth + 1) };
  }

  substitutedBlock(depth) {
    this.substituted++;
    const block = this.block(depth);
    this.substituted--;
    return block;
  }

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

  words(low, high) {
    return this.times(low, high, () => this.word()).join(' ');
  }

  word(depth = 0) {
    return this.times(1, this.chance(0.3) ? 3 : 1, () => this.piece(depth)).join('');
  }

  piece(depth) {
    const deeper = depth < 2 ? 1 : 0;
    return this.weighted([
      [3, () => this.pick(LITERALS)],
      [2, () => this.pick(VALUES)],
      [3, () => `"${this.expansion(depth, true)}"`],
      [2.5, () => this.expansion(depth, false)],
      [1, () => `"${this.pick(LITERALS)}${this.expansion(depth, true)} ${this.pick(LITERALS)}"`],
      [0.8 * deeper, () => this.substitution(depth)],
      [0.5 * deeper, () => `"${this.substitution(depth)}"`],
      [0.8, () => `$((${this.arithmetic(0)}))`],
      [0.8, () => this.brace()],
      [0.8, () => this.pick(['*', '?????', 'b*', '*.txt', 'd/*', '[a-c]*', '*/', '.h*', 'none*', '[!a]*.txt'])],
      [0.3, () => this.pick(['\\ ', '\\*', '\\$x', '\\"', "'\\''", '\\\\'])],
      [0.2, () => this.pick(['~+', "$'\\x41\\101\\n'", '$"loc"'])],
    ]);
  }

  scalar() {
    return this.chance(0.15) ? this.pick(UNSET) : this.chance(0.2) ? this.pick(['1', '2', '3']) : this.pick(SCALARS);
  }

  /** A parameter as it stands inside ${…}. */
  parameter() {
    return this.weighted([
      [5, () => this.scalar()],
      [1.2, () => this.pick(['@', '*'])],
      [2, () => `${this.pick(ARRAYS)}[${this.pick(['@', '*', '0', '1', '-1', 'n', '$n', '7'])}]`],
      [0.7, () => `map[${this.pick(['k', '@', '*', 'a b', '$x', 'none'])}]`],
    ]);
  }

  expansion(depth, quoted) {
    const deeper = depth < 2 ? 1 : 0;
    return this.weighted([
      [4, () => `$${this.pick([...SCALARS, '1', '2', '@', '*', '#'])}`],
      [2, () => `\${${this.parameter()}}`],
      [1.5, () => `\${#${this.parameter()}}`],
      [3 * deeper, () => `\${${this.parameter()}${this.pick([':-', '-', ':+', '+'])}${this.operand(depth, quoted)}}`],
      [
        0.6 * deeper,
        () => `\${${this.pick([...SCALARS, ...UNSET])}${this.pick([':=', '='])}${this.operand(depth, quoted)}}`,
      ],
      [3, () => `\${${this.parameter()}${this.pick(['#', '##', '%', '%%'])}${this.pattern()}}`],
      [3, () => `\${${this.parameter()}${this.pick(['/', '//', '/#', '/%'])}${this.pattern()}${this.replacement()}}`],
      [
        2,
        () =>
          `\${${this.parameter()}:${this.pick(['0', '1', '2', ' -1', ' -3', 'n', '1+1', '9'])}${this.sliceLength()}}`,
      ],
      [
        1.5,
        () =>
          `\${${this.parameter()}${this.pick(['^', '^^', ',', ',,', '~~'])}${this.chance(0.3) ? this.pattern() : ''}}`,
      ],
      [1, () => `\${${this.parameter()}@${this.pick(['Q', 'U', 'L', 'u', 'E', 'A', 'a', 'K', 'k'])}}`],
      [0.6, () => `\${!${this.pick(['name', 'x', '#', 'arr[@]', 'arr[*]', 'list[@]', 'map[@]', 'na@', 'x*'])}}`],
    ]);
  }

  sliceLength() {
    return this.chance(0.6) ? `:${this.pick(['0', '1', '2', '-1', 'n', '5'])}` : '';
  }

  replacement() {
    return this.chance(0.2) ? '' : `/${this.pick(['_', '', 'XY', '"q r"', '$y', '"$y"', '[&]', '\\&', '\\/', "'&'"])}`;
  }

  operand(depth, quoted) {
    return this.weighted([
      [3, () => this.pick(['d', 'a b', '', '  ', '*', 'é', '\\}', ':'])],
      [2, () => this.expansion(depth + 1, quoted)],
      [1, () => `"${this.expansion(depth + 1, true)}"`],
      [1, () => (quoted ? '"q  q"' : this.pick(["'s  s'", '"q  q"', '"$@"', 'p "q r" s']))],
      [0.5, () => this.substitution(depth + 1)],
    ]);
  }

  pattern() {
    const simple = [
      '*',
      '?',
      'a',
      'a*',
      '*b',
      '[a-c]',
      '[!a-z]',
      '*[:.]',
      '*X',
      'X*',
      '.*',
      '*.',
      '[[:space:]]',
      '\\*',
      '"*"',
    ];
    const more = ["'a b'", '$x', '"$x"', '"$y"*', ' ', '[[:upper:]]*', '??', '[0-9]', 'é', '', '*:', '\\\\'];
    const extended = ['+(a|b)', '?(a)b', '!(a*)', '*([a-z])', '@(foo|x|a)', '!(?)', '+([!:])'];
    return this.times(1, this.chance(0.2) ? 2 : 1, () =>
      this.pick(this.extglob && this.chance(0.3) ? extended : this.chance(0.6) ? simple : more),
    ).join('');
  }

  substitution(depth) {
    const inner = this.weighted([
      [3, () => `echo ${this.word(depth + 1)}`],
      [2, () => `printf '%s\\n' ${this.word(depth + 1)} ${this.word(depth + 1)}`],
      [1, () => 'cat c.txt'],
      [1, () => '< apple'],
      [0.6, () => `exit ${this.below(4)}`],
      [0.6, () => `x=${this.word(depth + 1)}; echo "$x"`],
    ]);
    return this.chance(0.12) && !/[`\\$]/.test(inner)
      ? `\`${inner}\``
      : `$(${inner.startsWith('(') ? ' ' : ''}${inner})`;
  }

  brace() {
    const n = () => this.below(12) - 4;
    return this.weighted([
      [2, () => `{${this.times(2, 3, () => this.pick(['a', 'b', '', '1', '$x', '"q r"', '{c,d}'])).join(',')}}`],
      [1, () => `{${n()}..${n()}}`],
      [0.5, () => `{${n()}..${n()}..${n()}}`],
      [0.5, () => this.pick(['{a..e}', '{e..a..2}', '{01..03}', '{a}', '{}', '{a,b', 'a,b}', '{a..3}'])],
    ]);
  }

  arithmetic(depth) {
    const operand = () =>
      this.weighted([
        [4, () => String(this.below(20))],
        [3, () => this.pick(['n', 'n', 'm', '$n', '${#x}', '$#', 'arr[1]', '${#arr[@]}'])],
        [0.5, () => this.pick(['0x1f', '010', '2#101', '36#z', '9223372036854775807', 'x', '$1', 'map[k]'])],
        [depth < 2 ? 2 : 0, () => `(${this.arithmetic(depth + 1)})`],
        [0.5, () => `${this.pick(['-', '!', '~', '- -'])}${this.below(9)}`],
        [0.4, () => this.pick(['n++', '--n', '++m', 'm--'])],
      ]);
    return this.weighted([
      [2, operand],
      [5, () => `${operand()} ${this.pick(['+', '-', '*', '/', '%', '&', '|', '^'])} ${operand()}`],
      [1, () => `${operand()} ${this.pick(['<<', '>>', '**'])} ${this.below(9)}`],
      [2, () => `${operand()} ${this.pick(['<', '<=', '>', '>=', '==', '!=', '&&', '||'])} ${operand()}`],
      [1, () => `${operand()} ? ${operand()} : ${operand()}`],
      [1, () => `${this.pick(['n', 'm'])} ${this.pick(['=', '+=', '-=', '*=', '|=', '<<='])} ${this.below(9)}`],
      [0.4, () => `${operand()}, ${operand()}`],
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

  conditional(depth) {
    const tail = this.chance(0.5) ? ['\nelse\n', this.block(depth)] : [];
    const middle = this.chance(0.25) ? ['\nelif ', this.condition(), '; then\n', this.block(depth)] : [];
    return ['if ', this.condition(), '; then\n', this.block(depth), ...middle, ...tail, '\nfi'];
  }

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

  caseCommand(depth) {
    const arms = this.times(1, 3, () => [
      `${this.pattern() || '*'}${this.chance(0.3) ? `|${this.pattern() || 'x'}` : ''})\n`,
      this.block(depth),
      `\n${this.pick([';;', ';;', ';&', ';;&'])}\n`,
    ]);
    // One piece: beside other text, bash leaves a byte of its own quoting of "${x%x}" when that is empty.
    return [`case ${this.piece(0)} in\n`, ...arms.flat(), 'esac'];
  }

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

function blocksOf(part) {
  if (typeof part === 'string') return [];
  if (Array.isArray(part)) return part.flatMap(blocksOf);
  return [part, ...part.items.flatMap(blocksOf)];
}

/** Takes statements out, and lifts the bodies of compound ones, while `stillDiffers(program)`. */
async function shrink(tree, stillDiffers) {
  const attempt = async (block, index, replacement) => {
    const kept = block.items;
    block.items = kept.toSpliced(index, 1, ...replacement);
    if (await stillDiffers(render(tree))) return true;
    block.items = kept;
    return false;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const block of blocksOf(tree)) {
      for (let i = block.items.length - 1; i >= 0; i--) {
        const bodies = blocksOf(block.items[i]).map(({ items }) => items);
        for (const replacement of [[], ...bodies]) {
          if (await attempt(block, i, replacement)) {
            changed = true;
            break;
          }
        }
      }
    }
  }
  let text = render(tree);
  // Then words, each with the blank before it.
  const words = () => text.split(/(?= )/);
  for (let i = words().length - 1; i >= 0; i--) {
    const shorter = words().toSpliced(i, 1).join('');
    if (await stillDiffers(shorter)) text = shorter;
  }
  return text;
}

const bench = new Bench();
const jobs = Number(options.jobs);
const slots = Array.from({ length: jobs }, (_, i) => bench.slot(`r${i}`));
const seeds = Array.from({ length: Number(options.count) }, (_, i) => Number(options.seed) + i);
let differences = 0;
let timeouts = 0;

await inParallel(seeds, slots, async (seed, slot) => {
  const author = new Author(seed);
  const tree = author.program();
  const broken = author.chance(BROKEN);
  let script = render(tree);
  if (broken) {
    const at = author.below(script.length);
    script = script.slice(0, at) + script.slice(at + 1);
  }
  if (options.show) console.log(`# seed ${seed}\n${script}\n`);
  const make = (text) => ({
    file: 'random',
    name: String(seed),
    script: text,
    args: [],
    stdin: '',
    posix: false,
    stdoutOnly: broken,
  });
  // The stages of a pipeline write their messages in any order; /bin/bash loses track of one now and then, and says so.
  const seen = async (shell, text) => {
    const result = await bench.run(shell, make(text), slot, { timeoutMs: TIMEOUT_MS, prepare });
    const messages = result.stderr.split('\n').filter((line) => !line.includes('wait_for: No record of process'));
    return { ...result, stderr: messages.sort().join('\n') };
  };
  const differs = async (text) => {
    // A list of all variables shows what each shell is called and what it has looked at so far.
    if (/^ *(set|declare|readonly|export)( -p)? *($|[|;])/m.test(text)) return undefined;
    const expected = await seen(oracle, text);
    if (expected.timedOut) return undefined;
    const actual = await seen(options.shell, text);
    const same =
      expected.status === actual.status &&
      expected.stdout === actual.stdout &&
      (broken || expected.stderr === actual.stderr);
    return same ? undefined : { expected, actual };
  };
  let found = await differs(script);
  // Once more: a difference has to stay.
  if (found !== undefined) found = await differs(script);
  if (found === undefined) return;
  if (found.actual.timedOut) timeouts++;
  differences++;
  // What is shrunk keeps its kind: output and status, or messages only.
  const inOutput = ({ expected, actual }) => expected.stdout !== actual.stdout || expected.status !== actual.status;
  const stillDiffers = async (text) => {
    const seen = await differs(text);
    return seen !== undefined && inOutput(seen) === inOutput(found);
  };
  const small = broken ? script : await shrink(tree, stillDiffers);
  const last = (await differs(small)) ?? found;
  console.log(
    `# seed ${seed}${broken ? ' (a character deleted)' : ''}\n${small}\n${difference(make(small), last.expected, last.actual)}\n`,
  );
});
bench.remove();
console.log(
  `${seeds.length} programs, ${differences} differences${timeouts > 0 ? `, ${timeouts} of them timeouts` : ''}`,
);
process.exitCode = differences > 0 ? 1 : 0;
