// npm run test:nodes [-- 22 24] [--short REPORT]: the contract, package and hostile-input tests on other versions of Node, with the one addon that is
// built already; where the engine can switch stacks, also with a thread for each process. The contract also from threads of a user's own,
// two at a time in one process. The binaries come from the npm package `node`.
// --short: contract and hostile input once, as this Node runs processes by itself, with vitest's report in JSON. For every run of .ci/run.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const { values, positionals } = parseArgs({ options: { short: { type: 'string' } }, allowPositionals: true });
const versions = positionals.length > 0 ? positionals : ['20', '22', '24', '26'];
const everything = {
  'a process': ['test/contract', 'test/e2e/package.test.ts', 'test/e2e/installed.test.ts', 'test/security'],
  'two workers': ['--pool=threads', 'test/contract'],
};
const inShort = {
  'a process': ['test/contract', 'test/security', '--reporter=json', `--outputFile.json=${values.short}`],
};
/** @type {Record<string, string[]>} */
const places = values.short === undefined ? everything : inShort;

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args, env = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

const failed = [];
for (const version of versions) {
  const place = join(root, '.setup', 'nodes', version);
  const node = join(place, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(node))
    run('npm', ['install', '--no-save', '--no-package-lock', '--prefix', place, `node@${version}`]);
  if (!run(node, ['--version'])) {
    failed.push(version);
    continue;
  }
  const hosts = Number(version) < 24 ? ['threads'] : values.short === undefined ? ['stacks', 'threads'] : ['stacks'];
  for (const host of hosts) {
    for (const [place, suites] of Object.entries(places)) {
      const tests = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...suites];
      if (!run(node, tests, { WASMSAND_HOST: host })) failed.push(`${version} with ${host} in ${place}`);
    }
  }
}
process.stdout.write(
  failed.length > 0 ? `failed on Node ${failed.join(', ')}\n` : `passed on Node ${versions.join(', ')}\n`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
