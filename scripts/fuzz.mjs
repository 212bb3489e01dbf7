// npm run fuzz -- [--seconds N] [NAME…]: runs each fuzzer N seconds (default 60), two at a time. Corpora and findings lie
// in the cache directory, under fuzz/. Ends with status 1 when something was found.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildFuzzers, nativeTargets, runNative } from './fuzz/native.mjs';
import { cache, root } from './setup/places.mjs';

// Fuzzers of Node: these print their findings and a summary as the last line.
const scripts = {
  sandboxes: ['sandboxes', '--kind', 'modules', '--keep', join(cache, 'fuzz', 'findings')],
  shapes: ['sandboxes', '--kind', 'shapes', '--keep', join(cache, 'fuzz', 'findings')],
  shells: ['sandboxes', '--kind', 'shells', '--keep', join(cache, 'fuzz', 'findings')],
  session: ['session'],
  tar: ['tar'],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' } },
});
const known = [...nativeTargets, ...Object.keys(scripts)];
const names = positionals.length > 0 ? positionals : known;
if (names.some((name) => !known.includes(name)) || !(Number(values.seconds) > 0)) {
  console.error(`usage: fuzz.mjs [--seconds N] [${known.join('|')}]…`);
  process.exit(2);
}

function runScript(name, seconds) {
  const [script, ...extra] = scripts[name];
  const child = spawn(process.execPath, [
    ...[join(root, 'scripts/fuzz', `${script}.mjs`), '--seconds', String(seconds)],
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
const failed = [];
async function worker() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const run = nativeTargets.includes(name) ? runNative : runScript;
    const { ok, summary, details } = await run(name, Number(values.seconds));
    if (!ok) failed.push(name);
    process.stdout.write(`${details === '' ? '' : `${details}\n`}fuzz ${name}: ${summary}\n`);
  }
}
await Promise.all([worker(), worker()]);
process.stdout.write(`fuzzers: ${names.length - failed.length} of ${names.length} found nothing\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
