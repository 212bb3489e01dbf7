// No product is accepted before its programs have run, on the kernel of this checkout: each must start, answer `--version` or
// refuse it, and end by itself; a recipe's `smoke` names what else it must do. Programs that fork show that they do.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './places.mjs';
import { run } from './progress.mjs';

// Much more than any needs, on a busy machine as well.
const timeoutMs = 300_000;

async function outcome(sandbox, [command, ...args]) {
  const child = sandbox.spawn(command, args, { stdin: '', timeoutMs });
  const [stdout, stderr, { exitCode }] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, exitCode };
}

/** What is wrong, in words; nothing when all is well. */
async function failuresOf(directory, tests) {
  const { Sandbox } = await import(join(root, 'dist/esm/index.js'));
  const sandbox = await Sandbox.create({ wasmDir: directory });
  const failures = [];
  const { entries } = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
  for (const { path } of entries.filter(({ type }) => type === 'program')) {
    const { exitCode, stderr } = await outcome(sandbox, [path, '--version']);
    // 124: it did not end. 126, 127: it did not start. Above: a trap or another signal ended it.
    if (exitCode >= 124) failures.push(`${path} --version ended with ${exitCode}: ${stderr}`);
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

/** Runs the programs of the product in `directory`; `tests` are `{ run, prints }`: words, and the whole output. */
export async function smokeTest(name, directory, tests = []) {
  const entries = join(directory, 'entries.json');
  if (!existsSync(entries)) return;
  const manifest = join(directory, 'manifest.json');
  writeFileSync(manifest, `{ "version": 1, "entries": ${readFileSync(entries, 'utf8')} }`);
  await run(name, process.execPath, [fileURLToPath(import.meta.url), directory, JSON.stringify(tests)]);
  rmSync(manifest);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failures = await failuresOf(process.argv[2], JSON.parse(process.argv[3]));
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}
