// The words of random programs: literals, expansions, patterns, arithmetic.

/**
 * Numbers in [0, 1) that a seed decides: Tommy Ettinger's mulberry32.
 * @param {number} seed
 */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const SCALARS = ['x', 'y', 'z', 'name', 'n'];
export const ARRAYS = ['arr', 'list'];
const UNSET = ['nope', 'unset1'];
export const VALUES = [
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
export const LITERALS = [
  'a',
  'b',
  'ab',
  'foo',
  'x',
  '1',
  '42',
  '-',
  '.',
  '/',
  ':',
  'é',
  'A',
  'a=b',
  '%',
  '#',
  '@',
  '+',
  ',',
];

export class Words {
  /** @param {number} seed */
  constructor(seed) {
    this.random = generator(seed);
    this.extglob = this.chance(0.3);
  }

  /** @param {number} n */
  below(n) {
    return Math.floor(this.random() * n);
  }

  /** @param {number} p */
  chance(p) {
    return this.random() < p;
  }

  /**
   * @template Item
   * @param {readonly Item[]} list
   */
  pick(list) {
    return list[this.below(list.length)];
  }

  /**
   * One of [weight, make] by weight.
   * @template Item
   * @param {readonly (readonly [weight: number, make: () => Item])[]} choices
   */
  weighted(choices) {
    let at = this.random() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of choices) {
      at -= weight;
      if (at < 0) return make();
    }
    return choices[0][1]();
  }

  /**
   * @template Item
   * @param {number} low
   * @param {number} high
   * @param {() => Item} make
   */
  times(low, high, make) {
    return Array.from({ length: low + this.below(high - low + 1) }, make);
  }

  /**
   * @param {number} low
   * @param {number} high
   */
  words(low, high) {
    return this.times(low, high, () => this.word()).join(' ');
  }

  /** @returns {string} */
  word(depth = 0) {
    return this.times(1, this.chance(0.3) ? 3 : 1, () => this.piece(depth)).join('');
  }

  /**
   * @param {number} depth
   * @returns {string}
   */
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

  /**
   * @param {number} depth
   * @param {boolean} quoted
   * @returns {string}
   */
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

  /**
   * @param {number} depth
   * @param {boolean} quoted
   * @returns {string}
   */
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

  /**
   * @param {number} depth
   * @returns {string}
   */
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

  /**
   * @param {number} depth
   * @returns {string}
   */
  arithmetic(depth) {
    /** @returns {string} */
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
}
