// clang-tidy of files that a CMake build directory knows: node scripts/check/tidy.mjs DIRECTORY FILE…
// That a file is clean is kept outside the checkout, by all that decides it: its content and that of every header it may include, how
// it is compiled, the configuration, and the versions of clang and of the system's headers. What is not clean is looked at each time.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cache, clangVersion, root } from '../setup/places.mjs';

/** @typedef {{ directory: string, file: string, command?: string }} Command */

const program = `clang-tidy-${clangVersion}`;
const kept = join(cache, 'tidy');
const [directory, ...files] = process.argv.slice(2);

/** @type {Map<string, string>} */
const texts = new Map();
/** @param {string} path */
const textOf = (path) => {
  const text = texts.get(path) ?? readFileSync(path, 'utf8');
  texts.set(path, text);
  return text;
};
/** @param {string} path */
const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/**
 * The file and the checkout's headers that it may include, whatever is defined.
 * @param {string} path
 * @param {string[]} places
 */
function included(path, places, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, quote, name] of textOf(path).matchAll(/^\s*#\s*include\s*(["<])([^">]+)[">]/gm)) {
    const from = quote === '"' ? [dirname(path), ...places] : places;
    const found = from.map((place) => resolve(place, name)).find(isFile);
    if (found?.startsWith(`${root}/`)) included(found, places, seen);
  }
  return seen;
}

/**
 * The configurations above a file, of which one may inherit from the next.
 * @param {string} path
 */
function configurationOf(path) {
  let text = '';
  for (let at = dirname(path); at.startsWith(root); at = dirname(at))
    if (existsSync(join(at, '.clang-tidy'))) text += textOf(join(at, '.clang-tidy'));
  return text;
}

function versions() {
  const packages = [program, `libclang-common-${clangVersion}-dev`, 'libc6-dev', 'libstdc++-*-dev', 'linux-libc-dev'];
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${Version}\n', ...packages], {
    encoding: 'utf8',
  });
  return stdout;
}

/** @type {Command[]} */
const described = JSON.parse(readFileSync(join(directory, 'compile_commands.json'), 'utf8'));
const commands = new Map(described.map((entry) => [resolve(entry.directory, entry.file), entry]));
const system = versions();

/**
 * All that decides what clang-tidy says of a file, wherever the checkout lies.
 * @param {string} path
 */
function keyOf(path) {
  const { command = '', directory: at = root } = commands.get(path) ?? {};
  const places = [...command.matchAll(/(?:-I|-isystem |-include )\s*(\S+)/g)].map(([, place]) => resolve(at, place));
  const headers = places.filter(isFile).flatMap((header) => [...included(header, places)]);
  const hash = createHash('sha256');
  /** @param {string} text */
  const add = (text) => hash.update(`${text.length}\n${text}`);
  for (const text of [system, textOf(new URL(import.meta.url).pathname), configurationOf(path)]) add(text);
  add(command.replaceAll(root, '.'));
  for (const each of [...new Set([...included(path, places), ...headers])].sort()) {
    add(each.replace(root, '.'));
    add(textOf(each));
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {Promise<{ status: number | null, said: string }>}
 */
function tidy(path) {
  return new Promise((done) => {
    const child = spawn(program, ['-quiet', '-p', directory, path], { cwd: root });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes));
    child.on('error', (error) => done({ status: 1, said: error.message }));
    child.on('close', (status) => done({ status, said }));
  });
}

mkdirSync(kept, { recursive: true });
// Of others nothing says how they are compiled.
const left = files.map((file) => resolve(root, file)).filter((path) => commands.has(path));
const total = left.length;
let looked = 0;
const worker = async () => {
  for (let path = left.shift(); path; path = left.shift()) {
    const mark = join(kept, keyOf(path));
    if (existsSync(mark)) continue;
    looked++;
    const { status, said } = await tidy(path);
    if (status === 0) writeFileSync(mark, '');
    else {
      process.stdout.write(said);
      process.exitCode = 1;
    }
  }
};
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker));
process.stdout.write(`${looked} of ${total} files were looked at\n`);
