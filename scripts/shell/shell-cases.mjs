// The cases of test/conformance/shell through /bin/bash and through another shell; output and status must be the same.
//   shell-cases.mjs [file or name…] [--shell PATH] [-j N] [--list-failures] [--verify]
// --verify runs /bin/bash against itself, three times per case and in directories of other names, and prints unstable cases.

import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { constants as system, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * One case: a script, how it is started and what of it is compared. `stdin` has one character per byte, as the output has.
 * @typedef {{ file: string, name: string, script: string, args: string[], stdin: string, posix: boolean, stdoutOnly: boolean }} Case
 * @typedef {{ status: number, stdout: string, stderr: string }} Seen
 * @typedef {Seen & { timedOut: boolean }} Result
 * @typedef {{ place: string, home: string, pipes: string[] }} Slot
 * @typedef {{ timeoutMs?: number, prepare?: (directory: string) => void }} RunOptions
 */

const GUEST = 1000;
const OUTPUT_LIMIT = 4 << 20;
const isRoot = process.getuid?.() === 0;

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const caseDirectory = join(repository, 'test/conformance/shell');
export const nativeShell = join(repository, '.setup/shell-native/bash');
export const oracle = '/bin/bash';

/**
 * Text with the escapes of $'…' that cases use: \n \t \r \e \0 \\ \xHH. One character per byte.
 * @param {string} text
 */
function bytesOf(text) {
  /** @type {Record<string, string>} */
  const named = { n: '\n', t: '\t', r: '\r', e: '\x1b', 0: '\0', '\\': '\\' };
  return text.replace(/\\(?:x([0-9a-f]{2})|(.))/gi, (all, hex, name) =>
    hex === undefined ? (named[name] ?? all) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * The cases of one file: `### name`, then `#=` directives, then the script.
 * @param {string} text
 * @param {string} file
 * @returns {Case[]}
 */
export function casesOf(text, file) {
  /** @type {Case[]} */
  const cases = [];
  for (const part of text.split(/^### /m).slice(1)) {
    const [name, ...lines] = part.split('\n');
    /** @type {Case} */
    const one = { file, name, script: '', args: [], stdin: '', posix: false, stdoutOnly: false };
    while (lines[0]?.startsWith('#= ')) {
      const [, directive, rest = ''] = /^#= (\S+) ?(.*)$/.exec(lines.shift() ?? '') ?? [];
      if (directive === 'stdin') one.stdin = bytesOf(rest);
      else if (directive === 'args') one.args = rest.split(' ').map(bytesOf);
      else if (directive === 'posix') one.posix = true;
      else if (directive === 'stdout-only') one.stdoutOnly = true;
      else throw new Error(`${file}: ${name}: unknown directive ${directive}`);
    }
    one.script = lines.join('\n').trimEnd();
    if (cases.some((other) => other.name === name)) throw new Error(`${file}: two cases are named ${name}`);
    cases.push(one);
  }
  return cases;
}

/** All cases of the directory, by file. */
export function allCases(directory = caseDirectory) {
  const files = readdirSync(directory).filter((name) => name.endsWith('.sh'));
  return new Map(
    files.sort().map((name) => {
      const file = basename(name, '.sh');
      return [file, casesOf(readFileSync(join(directory, name), 'utf8'), file)];
    }),
  );
}

/**
 * The arguments of the shell that runs a case.
 * @param {Case} one
 */
export function commandLine(one) {
  return [...(one.posix ? ['--posix'] : []), '-c', one.script, 'bash', ...one.args];
}

/**
 * The environment of a case, whose home is its directory.
 * @param {string} home
 * @returns {Record<string, string>}
 */
export function environment(home) {
  return { HOME: home, LANG: 'C.UTF-8', TERM: 'dumb' };
}

/**
 * What of a result is compared.
 * @param {Case} one
 * @param {Seen} seen
 * @returns {Partial<Seen>}
 */
export function compared(one, seen) {
  return { status: seen.status, stdout: seen.stdout, ...(one.stdoutOnly ? {} : { stderr: seen.stderr }) };
}

/**
 * @param {Case} one
 * @param {Seen} a
 * @param {Seen} b
 */
export function isSame(one, a, b) {
  return a.status === b.status && a.stdout === b.stdout && (one.stdoutOnly || a.stderr === b.stderr);
}

/** Runs cases with shells of this machine: no terminal, an empty directory, uid 1000 when this is root. */
export class Bench {
  #root = mkdtempSync(join(tmpdir(), 'wasmsand-shell-'));
  /** @type {Map<string, string>} */
  #shells = new Map();

  constructor() {
    chmodSync(this.#root, 0o755);
  }

  /**
   * A directory with `bash` alone, first in PATH, so that a script's own `bash` is the shell under test.
   * @param {string} shell
   */
  #binOf(shell) {
    let bin = this.#shells.get(shell);
    if (bin === undefined) {
      bin = join(this.#root, `bin${this.#shells.size}`);
      mkdirSync(bin);
      copyFileSync(shell, join(bin, 'bash'));
      chmodSync(join(bin, 'bash'), 0o755);
      this.#shells.set(shell, bin);
    }
    return bin;
  }

  /**
   * A place for one case at a time; `name` is its directory's.
   * @param {string} name
   * @returns {Slot}
   */
  slot(name) {
    const place = join(this.#root, name);
    mkdirSync(place);
    const pipes = ['in', 'out', 'err'].map((pipe) => join(place, pipe));
    if (spawnSync('mkfifo', ['-m', '666', ...pipes]).status !== 0) throw new Error('mkfifo failed');
    return { place, home: join(place, 'home'), pipes };
  }

  /**
   * `prepare` is called with the directory before the shell starts.
   * @param {string} shell
   * @param {Case} one
   * @param {Slot} slot
   * @param {RunOptions} [options]
   * @returns {Promise<Result>}
   */
  async run(shell, one, slot, { timeoutMs = 5000, prepare = (_directory) => {} } = {}) {
    rmSync(slot.home, { recursive: true, force: true });
    mkdirSync(slot.home);
    prepare(slot.home);
    if (isRoot) chownSync(slot.home, GUEST, GUEST);
    const bin = this.#binOf(shell);
    const [input, out, err] = slot.pipes;
    // Pipes by name: Node's own are sockets, which /dev/stdout cannot open.
    const feed = openSync(input, constants.O_RDWR | constants.O_NONBLOCK);
    if (one.stdin !== '') writeSync(feed, Buffer.from(one.stdin, 'latin1'));
    const stdin = openSync(input, constants.O_RDONLY);
    const outputs = [out, err].map(openPipe);
    const child = spawn(join(bin, 'bash'), commandLine(one), {
      cwd: slot.home,
      env: { PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, ...environment(slot.home) },
      stdio: [stdin, outputs[0].writer, outputs[1].writer],
      argv0: 'bash',
      detached: true,
      ...(isRoot ? { uid: GUEST, gid: GUEST } : {}),
    });
    for (const fd of [feed, stdin, outputs[0].writer, outputs[1].writer]) closeSync(fd);
    let timedOut = false;
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Nobody is left.
      }
    };
    const deadline = setTimeout(() => {
      timedOut = true;
      kill();
      for (const output of outputs) output.stop();
    }, timeoutMs);
    /** @type {number} */
    const status = await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code, signal) => resolve(code ?? 128 + system.signals[/** @type {NodeJS.Signals} */ (signal)]));
    });
    const [stdout, stderr] = await Promise.all(outputs.map((output) => output.text));
    clearTimeout(deadline);
    kill();
    return { status: timedOut ? 124 : status, stdout, stderr, timedOut };
  }

  remove() {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

/** @param {string} path */
function openPipe(path) {
  const reader = new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true });
  const writer = openSync(path, constants.O_WRONLY);
  /** @type {Buffer[]} */
  const chunks = [];
  let length = 0;
  reader.on('data', (chunk) => {
    length += chunk.length;
    if (length < OUTPUT_LIMIT) chunks.push(chunk);
  });
  /** @type {Promise<string>} */
  const text = new Promise((resolve) => {
    reader.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    reader.on('end', () => reader.destroy());
  });
  return { writer, text, stop: () => reader.destroy() };
}

/**
 * Calls `work(item, slot)` for every item, `jobs` at a time.
 * @template Item, Place
 * @param {Item[]} items
 * @param {Place[]} slots
 * @param {(item: Item, slot: Place, index: number) => Promise<void>} work
 */
export async function inParallel(items, slots, work) {
  let next = 0;
  await Promise.all(
    slots.map(async (slot) => {
      while (next < items.length) {
        const index = next++;
        await work(items[index], slot, index);
      }
    }),
  );
}

/**
 * A unified diff of two results, one line per difference.
 * @param {Case} one
 * @param {Result} expected
 * @param {Result} actual
 */
export function difference(one, expected, actual) {
  /** @param {Result} seen */
  const text = (seen) =>
    [
      seen.timedOut ? 'timed out' : `status ${seen.status}`,
      ...seen.stdout.split('\n').map((line) => `1| ${visible(line)}`),
      ...(one.stdoutOnly ? [] : seen.stderr.split('\n').map((line) => `2| ${visible(line)}`)),
    ].join('\n');
  const place = mkdtempSync(join(tmpdir(), 'wasmsand-diff-'));
  try {
    writeFileSync(join(place, 'a'), `${text(expected)}\n`);
    writeFileSync(join(place, 'b'), `${text(actual)}\n`);
    const { stdout } = spawnSync('diff', ['-U1', join(place, 'a'), join(place, 'b')], { encoding: 'latin1' });
    const lines = stdout
      .split('\n')
      .slice(2)
      .filter((line) => !line.startsWith('@@'));
    return lines.length > 40 ? [...lines.slice(0, 40), '…'].join('\n') : lines.join('\n').trimEnd();
  } finally {
    rmSync(place, { recursive: true });
  }
}

// Bytes that a terminal would act on, or that are not ASCII, as \xHH.
/** @param {string} line */
function visible(line) {
  return line.replace(/[^ -~\t]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

// The entries of known-gaps.ts, which is data, but those of the sandbox.
function knownGaps() {
  const entries = readFileSync(join(caseDirectory, 'known-gaps.ts'), 'utf8').match(/\{\s*file: '[^}]*\}/g) ?? [];
  const here = entries.filter((entry) => !entry.includes("only: 'sandbox'"));
  return new Set(here.map((entry) => /file: '([^']*)',\s*name: '([^']*)'/.exec(entry)?.slice(1).join('/')));
}

/**
 * @param {Case[]} cases
 * @param {number} jobs
 */
async function verify(cases, jobs) {
  const bench = new Bench();
  const slots = Array.from({ length: jobs }, (_, i) =>
    [`a${i}`, `second-directory-${i}`].map((name) => bench.slot(name)),
  );
  let unstable = 0;
  await inParallel(cases, slots, async (one, [here, there]) => {
    const first = await bench.run(oracle, one, here);
    const others = [await bench.run(oracle, one, there), await bench.run(oracle, one, here)];
    const different = others.find((other) => !isSame(one, first, other));
    if (!first.timedOut && different === undefined) return;
    unstable++;
    console.log(`${first.timedOut ? 'TIMEOUT' : 'UNSTABLE'} ${one.file}/${one.name}`);
    if (different !== undefined) console.log(difference(one, first, different));
  });
  bench.remove();
  console.log(`${cases.length} cases, ${unstable} unstable`);
  return unstable === 0;
}

/**
 * @param {Case[]} cases
 * @param {string} shell
 * @param {number} jobs
 * @param {boolean} listOnly
 */
async function compare(cases, shell, jobs, listOnly) {
  const bench = new Bench();
  const slots = Array.from({ length: jobs }, (_, i) => bench.slot(`s${i}`));
  const gaps = knownGaps();
  /** @type {Map<string, { all: number, failed: number }>} */
  const counts = new Map();
  let failures = 0;
  await inParallel(cases, slots, async (one, slot) => {
    const expected = await bench.run(oracle, one, slot);
    const actual = await bench.run(shell, one, slot);
    const passes = isSame(one, expected, actual);
    const key = `${one.file}/${one.name}`;
    const count = counts.get(one.file) ?? { all: 0, failed: 0 };
    counts.set(one.file, count);
    count.all++;
    if (passes !== gaps.has(key)) return;
    count.failed++;
    failures++;
    if (listOnly) console.log(key);
    else if (passes) console.log(`PASSES though listed as a gap: ${key}\n`);
    else console.log(`FAIL ${key}\n${difference(one, expected, actual)}\n`);
  });
  bench.remove();
  if (!listOnly) {
    for (const [file, { all, failed }] of [...counts].sort()) {
      console.log(`${String(all - failed).padStart(5)} of ${String(all).padStart(4)}  ${file}${failed ? '  *' : ''}`);
    }
    console.log(`${cases.length - failures} of ${cases.length} cases pass, ${gaps.size} known gaps`);
  }
  return failures === 0;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      shell: { type: 'string', default: nativeShell },
      jobs: { type: 'string', short: 'j', default: '2' },
      'list-failures': { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
    },
  });
  /** @param {Case} one */
  const wanted = (one) =>
    positionals.length === 0 ||
    positionals.some((word) => one.file === basename(word, '.sh') || `${one.file}/${one.name}`.includes(word));
  /** @type {Case[]} */
  const cases = [...allCases().values()].flat().filter(wanted);
  const jobs = Number(values.jobs);
  const ok = values.verify
    ? await verify(cases, jobs)
    : await compare(cases, values.shell, jobs, values['list-failures']);
  process.exitCode = ok ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
