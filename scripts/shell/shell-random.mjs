// Random programs through /bin/bash and another shell; a program on which they differ is shrunk and printed.
//   shell-random.mjs [--seed S] [--count N] [--shell PATH] [-j N] [--show]
// Program i of a run has seed S + i: `--seed S+i --count 1` makes it again. --show prints the programs.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Author, render } from './random/program.mjs';
import { Bench, difference, inParallel, nativeShell, oracle } from './shell-cases.mjs';

/** @import { Block, Part } from './random/program.mjs' */
/** @import { Result } from './shell-cases.mjs' */

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
/** @param {string} home */
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

/**
 * @param {Part} part
 * @returns {Block[]}
 */
function blocksOf(part) {
  if (typeof part === 'string') return [];
  if (Array.isArray(part)) return part.flatMap(blocksOf);
  return [part, ...part.items.flatMap(blocksOf)];
}

/**
 * Takes statements out, and lifts the bodies of compound ones, while `stillDiffers(program)`.
 * @param {Block} tree
 * @param {(program: string) => Promise<unknown>} stillDiffers
 */
async function shrink(tree, stillDiffers) {
  /**
   * @param {Block} block
   * @param {number} index
   * @param {Part[]} replacement
   */
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

// Where /bin/bash does what nobody could want, and we do not.
/**
 * @param {string} text
 * @param {Result} seen
 */
function isFaultOfBash(text, { stdout, stderr }) {
  if (stdout.includes('\x01')) return true; // the mark of its own quoting
  // A stage that errexit ends goes on with what its parent does next, and complains.
  if (stderr.includes('wait_for: No record of process')) return true;
  // Arrays within $( ): it minds escaped quotes, and loses escaped blanks.
  if (/\$\([\s\S]*=\([^\n]*\\["' ]/.test(text)) return true;
  // With -c, a compound command loses its process substitution when a line before it was abandoned.
  const abandoned =
    /unbound variable|readonly variable|invalid indirect|bad substitution|bad array subscript|division by 0|syntax error/;
  return /(done|fi|esac|[)}\]]) *< <\(/.test(text) && abandoned.test(stderr);
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
  /** @param {string} text */
  const make = (text) => ({
    file: 'random',
    name: String(seed),
    script: text,
    args: [],
    stdin: '',
    posix: false,
    stdoutOnly: broken,
  });
  // The stages of a pipeline write their messages in any order.
  /**
   * @param {string} shell
   * @param {string} text
   */
  const seen = async (shell, text) => {
    const result = await bench.run(shell, make(text), slot, { timeoutMs: TIMEOUT_MS, prepare });
    const messages = result.stderr.replace(/coproc \[\d+:/g, 'coproc [').split('\n');
    return { ...result, stderr: messages.sort().join('\n') };
  };
  /** @param {string} text */
  const differs = async (text) => {
    // A list of all variables shows what each shell is called and what it has looked at so far.
    if (/(^|[;{(]) *(set|declare|readonly|export)( -\w+)* *($|[|;<>])/m.test(text)) return undefined;
    // With a character less, a number of a process is shown, or a signal comes at any moment.
    if (broken && /\$!|kill/.test(text)) return undefined;
    const expected = await seen(oracle, text);
    if (expected.timedOut || isFaultOfBash(text, expected)) return undefined;
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
  // What is shrunk keeps its kind: output and status, or messages only; one that parses or one that does not.
  /** @param {{ expected: Result, actual: Result }} options */
  const inOutput = ({ expected, actual }) => expected.stdout !== actual.stdout || expected.status !== actual.status;
  /** @param {{ expected: Result }} options */
  const parses = ({ expected }) => !/-c: line \d+: |unexpected EOF/.test(expected.stderr);
  /** @param {string} text */
  const stillDiffers = async (text) => {
    const seen = await differs(text);
    return seen !== undefined && inOutput(seen) === inOutput(found) && parses(seen) === parses(found);
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
