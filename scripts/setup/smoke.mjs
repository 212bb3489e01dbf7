// No product is accepted before its programs have run, on the kernel of this checkout: each must start, answer `--version` or
// refuse it, and end by itself; a recipe's `smoke` names what else it must do. Programs that fork show that they do.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { imageText, readImage } from './descriptions.mjs';
import { kernelIsMade } from './kernel.mjs';
import { build, root } from './places.mjs';
import { run } from './progress.mjs';

/** @import { SmokeTest } from '../../wasm/ports/recipes.mjs' */
/** @import { Sandbox } from '../../dist/esm/index.js' */
/** @import { ListedEntry } from './descriptions.mjs' */

// Much more than any needs, on a busy machine as well.
const timeoutMs = 300_000;

/**
 * @param {Sandbox} sandbox
 * @param {string[]} words
 */
async function outcome(sandbox, [command, ...args]) {
  const child = sandbox.spawn(command, args, { stdin: '', timeoutMs });
  const [stdout, stderr, { exitCode }] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, exitCode };
}

/**
 * What is wrong, in words; nothing when all is well.
 * @param {string} directory
 * @param {SmokeTest[]} tests
 */
async function failuresOf(directory, tests) {
  const { Sandbox } = await import(join(root, 'dist/esm/index.js'));
  const sandbox = await Sandbox.create({ wasmDir: directory });
  /** @type {string[]} */
  const failures = [];
  const { entries } = readImage(directory);
  for (const { path } of entries.filter(({ type, file }) => type === 'program' && file?.startsWith('own/'))) {
    const { exitCode, stderr } = await outcome(sandbox, [path, '--version']);
    // 124: it did not end. 126, 127: it did not start. Above 128, git's own failure: a trap or another signal ended it.
    if ([124, 126, 127].includes(exitCode) || exitCode > 128)
      failures.push(`${path} --version ended with ${exitCode}: ${stderr}`);
  }
  for (const { run: words, prints } of tests) {
    const { exitCode, stdout, stderr } = await outcome(sandbox, words);
    if (exitCode !== 0 || stdout !== prints) {
      failures.push(`${words.join(' ')} ended with ${exitCode} and printed ${JSON.stringify(stdout)} ${stderr}`);
    }
  }
  sandbox.destroy();
  return failures;
}

/**
 * @param {string} directory
 * @returns {ListedEntry[]}
 */
const entriesOf = (directory) => JSON.parse(readFileSync(join(directory, 'entries.json'), 'utf8'));

/**
 * An image in the directory `image` of several products, by the names they get there.
 * @param {string} image
 * @param {Record<string, string>} products
 */
function assemble(image, products) {
  rmSync(image, { recursive: true, force: true });
  mkdirSync(image, { recursive: true });
  const entries = Object.entries(products).flatMap(([name, directory]) => {
    symlinkSync(directory, join(image, name));
    return entriesOf(directory).map((entry) => (entry.file ? { ...entry, file: `${name}/${entry.file}` } : entry));
  });
  const paths = new Set(entries.map(({ path }) => path));
  // Links lead to other products, too.
  const whole = entries.filter(({ type, target }) => type !== 'link' || (target !== undefined && paths.has(target)));
  writeFileSync(join(image, 'image.tsv'), imageText(whole));
}

/**
 * Runs the programs of the product in `directory`; `tests` are `{ run, prints }`: words, and the whole output. `shell`: the product
 * that has the shell, which programs start commands with.
 * @param {string} name
 * @param {string} directory
 * @param {{ tests?: SmokeTest[], shell?: string }} [options]
 */
export async function smokeTest(name, directory, { tests = [], shell } = {}) {
  if (!existsSync(join(directory, 'entries.json'))) return;
  const image = join(build, 'smoke', name);
  assemble(image, shell ? { own: directory, shell } : { own: directory });
  await kernelIsMade();
  await run(name, process.execPath, [fileURLToPath(import.meta.url), image, JSON.stringify(tests)]);
  rmSync(image, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @type {string[]} */
  const failures = await failuresOf(process.argv[2], JSON.parse(process.argv[3]));
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}
