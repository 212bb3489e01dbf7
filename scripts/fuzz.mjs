// npm run fuzz -- [--seconds N] [--seed S] [NAME…]: runs each fuzzer N seconds (default 60), two at a time, from the seed S
// (default: a new one). Corpora and findings lie in the cache directory, under fuzz/. Ends with status 1 when something was found.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildFuzzers, nativeTargets, runNative } from './fuzz/native.mjs';
import { cache, root } from './setup/places.mjs';

// Fuzzers of Node: these print their findings and a summary as the last line.
/** @type {Record<string, [script: string, ...extra: string[]]>} */
const scripts = {
  sandboxes: ['sandboxes', '--kind', 'modules', '--keep', join(cache, 'fuzz', 'findings')],
  shapes: ['sandboxes', '--kind', 'shapes', '--keep', join(cache, 'fuzz', 'findings')],
  shells: ['sandboxes', '--kind', 'shells', '--keep', join(cache, 'fuzz', 'findings')],
  session: ['session'],
  tar: ['tar'],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 2 ** 31)) },
  },
});
const known = [...nativeTargets, ...Object.keys(scripts)];
const names = positionals.length > 0 ? positionals : known;
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
if (names.some((name) => !known.includes(name)) || !(seconds > 0) || !(seed > 0)) {
  console.error(`usage: fuzz.mjs [--seconds N] [--seed S] [${known.join('|')}]…`);
  process.exit(2);
}

/**
 * @param {string} name
 * @returns {Promise<{ ok: boolean, summary: string, details: string }>}
 */
function runScript(name) {
  const [script, ...extra] = scripts[name];
  const child = spawn(process.execPath, [
    ...[join(root, 'scripts/fuzz', `${script}.mjs`), '--seconds', String(seconds), '--seed', String(seed)],
    ...extra,
  ]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      const lines = output.trimEnd().split('\n');
      const summary = lines.pop() ?? '';
      resolve({ ok: code === 0, summary, details: code === 0 ? '' : lines.join('\n') });
    });
  });
}

await buildFuzzers(names);
const waiting = [...names];
/** @type {string[]} */
const failed = [];
async function worker() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const { ok, summary, details } = await (nativeTargets.includes(name)
      ? runNative(name, { seconds, seed })
      : runScript(name));
    if (!ok) failed.push(name);
    process.stdout.write(`${details === '' ? '' : `${details}\n`}fuzz ${name}: ${summary}\n`);
  }
}
await Promise.all([worker(), worker()]);
process.stdout.write(`fuzzers: ${names.length - failed.length} of ${names.length} found nothing\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
