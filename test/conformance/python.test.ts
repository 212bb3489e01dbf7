// The same programs and command lines through native CPython 3.14 and through the sandbox's: output and exit status must be the same.

import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { knownPythonGaps } from './known-gaps.js';
import { nativePython } from './python/native.mjs';
import { unusable } from './real-machine.js';
import { sectionsOf } from './sections.js';

interface Seen {
  status: number | null;
  stdout: string;
  stderr: string;
}

const directory = fileURLToPath(new URL('./python/cases/', import.meta.url));
const programs = fileURLToPath(new URL('./python/programs/', import.meta.url));
const { program, root = '', missing } = unusable === undefined ? await nativePython() : { missing: unusable };
if (missing !== undefined) console.warn(`nothing to compare Python with: ${missing}`);
const lines = readFileSync(join(directory, '../command-lines.txt'), 'utf8').split('\n');
const commandLines = lines.filter((line) => line !== '' && !line.startsWith('#'));
const environment = { LC_ALL: 'C.UTF-8', TZ: 'UTC', PYTHONDONTWRITEBYTECODE: '1', HOME: '/tmp', USER: 'user' };

/** Frames of the library: it is of another revision, and calls other functions of the system's. */
const frames = / {2}File "\/usr\/lib\/python3\.14\/.*\n(?: {4}.*\n)*/g;
/** The revision, too, and where the native one is unpacked are never the same. */
const clean = (text: string): string =>
  text
    .replaceAll(root, '')
    .replaceAll(/\/usr\/bin\/python3(?:\.14)?|^python3(?=:)/gm, 'python3')
    .replaceAll(frames, '')
    .replaceAll(/\b0x[0-9a-f]{6,}/g, '0x…')
    // Revisions quote it or not.
    .replaceAll(/\(choose from [^)\n]*\)/g, (list) => list.replaceAll("'", ''))
    .replaceAll(/Python 3\.14\.\d+/g, 'Python 3.14');
/** Name of a program of together.py → what it has printed. */
const printedBy = (text: string): Map<string, string> =>
  new Map(
    text
      .split(/^=== /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1).trimEnd()]),
  );
const compared = ({ status, stdout, stderr }: Seen): Seen => ({ status, stdout: clean(stdout), stderr: clean(stderr) });

describe.skipIf(missing !== undefined)('Python', () => {
  let place: string;
  let sandbox: Sandbox;
  let count = 0;

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'wasmsand-python-'));
    sandbox = await Sandbox.create();
  });
  afterAll(() => {
    sandbox?.destroy();
    rmSync(place, { recursive: true, force: true });
  });

  function natively(script: string, cwd: string): Promise<Seen> {
    mkdirSync(cwd);
    const identity = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
    if (process.getuid?.() === 0) for (const path of [cwd, place]) chownSync(path, 1000, 1000);
    const env = { ...environment, PATH: `${root}/usr/bin:/usr/bin:/bin` };
    // Whatever this process has been started with, and whether its session can be seen in its namespace or not.
    const begin = 'umask 022; exec /bin/bash -c "$0"';
    const options = { cwd, env, timeout: 30_000, detached: true, ...identity };
    const child = spawn('/bin/bash', ['-c', begin, script], options);
    child.stdin.end();
    const text = async (stream: Readable) =>
      Buffer.concat(await stream.toArray())
        .toString()
        .replaceAll(cwd, '/work');
    const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
    return Promise.all([ended, text(child.stdout), text(child.stderr)]).then(([status, stdout, stderr]) =>
      compared({ status, stdout, stderr }),
    );
  }

  async function inside(script: string, cwd: string): Promise<Seen> {
    sandbox.mkdir(cwd);
    const options = { cwd, env: environment, timeoutMs: 30_000 };
    const { exitCode, stdout, stderr } = await sandbox.run('exec bash -c "$1" bash', { args: [script], ...options });
    const seen = { stdout: stdout.replaceAll(cwd, '/work'), stderr: stderr.replaceAll(cwd, '/work') };
    return compared({ status: exitCode, ...seen });
  }

  function compares(name: string, script: string, files: Record<string, string> = {}): void {
    const gap = knownPythonGaps.get(name);
    const test = gap === undefined ? it : it.fails;
    test(gap === undefined ? name : `${name} (known gap: ${gap})`, { timeout: 60_000 }, async () => {
      const { expected, seen } = await both(script, files);
      expect(seen).toEqual(expected);
    });
  }

  /** What the two say, at a time. */
  async function both(script: string, files: Record<string, string>): Promise<{ expected: Seen; seen: Seen }> {
    const number = count++;
    const write = Object.entries(files).map(([file, text]) => `cat > ${file} <<'END_OF_FILE'\n${text}\nEND_OF_FILE\n`);
    const whole = write.join('') + script;
    const native = natively(whole, join(place, `run-${number}`));
    const seen = await inside(whole, `/tmp/run-${number}`);
    return { expected: await native, seen };
  }

  for (const file of readdirSync(directory).filter((name) => name.endsWith('.py'))) {
    const room = basename(file, '.py');
    describe(room, () => {
      for (const [name, text] of sectionsOf(readFileSync(join(directory, file), 'utf8')))
        compares(`${room}/${name}`, 'python3 program.py', { 'program.py': text });
    });
  }
  // Of what needs no process of its own there is much: one runs all that is in a file.
  for (const file of readdirSync(programs).filter((name) => name.endsWith('.py'))) {
    const room = basename(file, '.py');
    const text = readFileSync(join(programs, file), 'utf8');
    describe(room, () => {
      let found: { expected: Map<string, string>; seen: Map<string, string> };
      beforeAll(async () => {
        const runner = readFileSync(join(programs, '../together.py'), 'utf8');
        const files = { 'together.py': runner, 'programs.py': text };
        const { expected, seen } = await both('python3 -u together.py programs.py 2>&1', files);
        found = { expected: printedBy(expected.stdout), seen: printedBy(seen.stdout) };
      }, 60_000);
      for (const name of sectionsOf(text).keys()) {
        const gap = knownPythonGaps.get(`${room}/${name}`);
        const test = gap === undefined ? it : it.fails;
        test(gap === undefined ? name : `${name} (known gap: ${gap})`, () => {
          expect(found.expected.has(name)).toBe(true);
          expect(found.seen.get(name)).toBe(found.expected.get(name));
        });
      }
    });
  }
  describe('command lines', () => {
    for (const line of commandLines) compares(line, line);
  });
});

// Of expressions that need no process each there are many: one process computes them all.
describe.skipIf(missing !== undefined)('expressions', () => {
  const expressions = readFileSync(join(directory, '../expressions.txt'), 'utf8').split('\n').filter(Boolean);
  const script = `import sys
for line in open(sys.argv[1]):
    try: print(repr(eval(line, {n: __import__(n) for n in 'os errno signal time stat datetime json re math struct locale string textwrap decimal fractions random hashlib base64 urllib.parse csv io collections itertools functools operator html shlex fnmatch posixpath ipaddress uuid binascii zlib calendar'.split() for n in [n]} | {'parse': __import__('urllib.parse').parse})))
    except BaseException as error: print(type(error).__name__, error)
`;
  it.skipIf(program === undefined)('are the same', { timeout: 60_000 }, async () => {
    const place = mkdtempSync(join(tmpdir(), 'wasmsand-python-'));
    const sandbox = await Sandbox.create();
    try {
      const list = join(place, 'list');
      writeFileSync(list, expressions.join('\n'));
      const native = spawnSync(program ?? '', ['-c', script, list], { encoding: 'utf8', env: environment });
      await sandbox.writeFile('/tmp/list', expressions.join('\n'));
      const own = await sandbox.run('exec python3 -c "$1" /tmp/list', { args: [script], env: environment });
      const pairs = (text: string): [string, string | undefined][] =>
        expressions.map((expression, i) => [expression, text.split('\n')[i]]);
      const known = ([expression]: [string, string | undefined]): boolean => !knownPythonGaps.has(expression);
      expect(pairs(own.stdout).filter(known)).toEqual(pairs(native.stdout).filter(known));
      expect(expressions.length).toBeGreaterThan(200);
    } finally {
      sandbox.destroy();
      rmSync(place, { recursive: true, force: true });
    }
  });
});
