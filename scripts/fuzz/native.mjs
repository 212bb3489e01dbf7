// The libFuzzer targets: built with the sanitizers, each with a corpus outside the repository.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, cache } from '../setup/places.mjs';
import { buildKernel, buildShell } from '../suites/kernel-build.mjs';
import { randomModule } from './modules.mjs';

const seeds = 40;
/**
 * Inputs to start with, for a corpus that is empty.
 * @param {number} index
 */
const noise = (index) => randomBytes(100 + index * 60);
/** @type {Record<string, { directory: 'kernel' | 'shell', longest: number, seed: (index: number) => Uint8Array }>} */
const targets = {
  module: { directory: 'kernel', longest: 16384, seed: randomModule },
  syscall: { directory: 'kernel', longest: 4096, seed: noise },
  path: { directory: 'kernel', longest: 4096, seed: noise },
  state: { directory: 'kernel', longest: 512, seed: () => randomBytes(30) },
  parser: { directory: 'shell', longest: 4096, seed: () => Buffer.from('for x in a "$b"; do echo $((x + 1)); done\n') },
  protocol: { directory: 'shell', longest: 4096, seed: noise },
};
export const nativeTargets = Object.keys(targets);

const places = { kernel: join(build, 'kernel-address'), shell: join(build, 'shell-address') };

/** @param {string[]} names */
export async function buildFuzzers(names) {
  /** @param {'kernel' | 'shell'} directory */
  const of = (directory) =>
    names
      .filter((/** @type {string} */ name) => targets[name]?.directory === directory)
      .map((/** @type {string} */ name) => `${name}_fuzz`);
  if (of('kernel').length > 0) await buildKernel('address', of('kernel'));
  if (of('shell').length > 0) await buildShell(of('shell'));
}

/** @param {string} name */
function corpusOf(name) {
  const corpus = join(cache, 'fuzz', name);
  if (!existsSync(corpus) || readdirSync(corpus).length === 0) {
    mkdirSync(corpus, { recursive: true });
    for (let index = 0; index < seeds; index++) {
      const input = targets[name].seed(index);
      if (input.length <= targets[name].longest) writeFileSync(join(corpus, `seed-${index}`), input);
    }
  }
  return corpus;
}

/**
 * Runs one target. Resolves with what to print of it and whether it found nothing.
 * @param {string} name
 * @param {{ seconds: number, seed: number }} options
 * @returns {Promise<{ ok: boolean, summary: string, details: string }>}
 */
export function runNative(name, { seconds, seed }) {
  const { directory, longest } = targets[name];
  const findings = join(cache, 'fuzz', 'findings');
  mkdirSync(findings, { recursive: true });
  const child = spawn(join(places[directory], `${name}_fuzz`), [
    corpusOf(name),
    `-max_total_time=${seconds}`,
    `-seed=${seed % 2 ** 32}`,
    `-max_len=${longest}`,
    `-artifact_prefix=${join(findings, `${name}-`)}`,
    // One input: seconds, and bytes in all and at once. Sandboxes are small here.
    ...['-timeout=10', '-rss_limit_mb=1536', '-malloc_limit_mb=64'],
    ...['-len_control=0', '-print_final_stats=1'],
  ]);
  let output = '';
  /** @param {Buffer} chunk */
  const keep = (chunk) => {
    output = (output + chunk).slice(-100_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, summary: error.message, details: '' }));
    child.on('exit', (code, signal) => {
      const executions = /number_of_executed_units: (\d+)/.exec(output)?.[1] ?? '?';
      const coverage = [...output.matchAll(/cov: (\d+)/g)].at(-1)?.[1] ?? '?';
      const written = /Test unit written to (\S+)/.exec(output)?.[1];
      const ok = code === 0 && written === undefined;
      const ending = ok ? 'no findings' : `FOUND (${signal ?? `status ${code}`}): ${written ?? 'no input kept'}`;
      resolve({
        ok,
        summary: `${executions} executions, ${coverage} edges, ${ending}`,
        details: ok ? '' : output.slice(-6000),
      });
    });
  });
}
