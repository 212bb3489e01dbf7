// The whole set-up on a machine whose mirrors have nothing and whose cache lacks what a test takes out of it: what cannot be had costs
// its own programs, is told once, and everything else is there.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { cache } from '../../scripts/setup/places.mjs';
import { loadParts, unbuilt } from '../../scripts/setup/programs.mjs';
import { packageRoot, run } from '../e2e/run-node.js';
import { Mirror } from './mirror.js';

const parts = await loadParts();
// With programs from a pack there is nothing that a set-up could go on with.
const isCached = (await unbuilt([...parts.keys()])).length === 0;
// Mirrors are asked again for twenty seconds.
const timeoutMs = 240_000;

const directory = mkdtempSync(join(tmpdir(), 'wasmsand-missing-'));
const mirror = new Mirror(new Map(), () => undefined);
const configuration = join(directory, 'apt.conf');
beforeAll(async () => {
  const proxy = await mirror.listen();
  writeFileSync(configuration, ['http', 'https'].map((scheme) => `Acquire::${scheme}::Proxy "${proxy}";\n`).join(''));
});
afterAll(() => {
  mirror.close();
  rmSync(directory, { recursive: true });
});

/** A checkout whose kernel is made, with a cache of those products of ours whose names `isThere` takes. */
function checkout(name: string, isThere: (product: string) => boolean) {
  const root = join(directory, name);
  const products = join(root, 'cache');
  mkdirSync(products, { recursive: true });
  const names = readdirSync(packageRoot);
  const copied = names.filter((file) => /^(scripts|wasm|binding\.gyp|(package|tsconfig).*\.json)$/.test(file));
  copied.push('build/Release/wasmsand.node', 'dist/cjs', 'dist/esm');
  copied.push(...['addon', 'node_modules', 'typescript'].map((stamp) => `.setup/stamps/${stamp}`));
  for (const file of copied) cpSync(join(packageRoot, file), join(root, file), { recursive: true });
  for (const file of ['lib', 'native', 'node_modules']) symlinkSync(join(packageRoot, file), join(root, file));
  for (const product of readdirSync(cache).filter((product) => product !== 'sources' && isThere(product))) {
    symlinkSync(join(cache, product), join(products, product));
  }
  const env = { APT_CONFIG: configuration, WASMSAND_CACHE_DIR: products };
  return {
    run: (...args: string[]) => run(process.execPath, args, { cwd: root, env, timeoutMs }),
    wasmDir: join(root, 'dist/wasm'),
  };
}

/** What set-up says of programs, without the times. */
const told = (stderr: string, pattern: RegExp) =>
  [...stderr.matchAll(/^\[ *\d+ s\] programs: (.*)$/gm)]
    .map(([, text]) => text ?? '')
    .filter((text) => pattern.test(text));

describe.skipIf(!isCached)('a set-up that finds no sources', { timeout: timeoutMs }, () => {
  it('gives a command what there is, and tells once what there is not', async () => {
    const { run } = checkout('some', (product) => !product.startsWith('port-zip-'));
    const { status, stdout, stderr } = await run(
      'scripts/start.mjs',
      'echo pear >a; zip b.zip a; echo $?; xxd a; rev a',
    );
    expect([status, stdout.toString()]).toEqual([
      0,
      '127\n00000000: 7065 6172 0a                             pear.\nraep\n',
    ]);
    const reason = 'the indexes of the mirrors could not be fetched';
    expect(told(stderr, /^missing/)).toEqual([
      `missing: zip: ${reason}; these answer with 127: zip zipcloak zipnote zipsplit`,
    ]);
    expect(told(stderr, /^zip cannot be had/)).toHaveLength(1);
    expect(stderr).toContain(`\nzip: not in this build of wasmsand: ${reason}; to try again: node scripts/setup.mjs\n`);
  });

  it('leaves a shell, and the reason in the place of every other program', async () => {
    const { run, wasmDir } = checkout('none', (product) => !product.startsWith('port-'));
    const { status, stderr } = await run('scripts/setup.mjs', 'wasm');
    expect(status).toBe(0);
    // Python comes from a package of npm, without sources.
    const ports = [...parts.keys()].filter((name) => name !== 'tools' && name !== 'python').sort();
    const named = (pattern: RegExp) => told(stderr, pattern).map((text) => pattern.exec(text)?.[1]);
    expect(named(/^(\S+) cannot be had/).sort()).toEqual(ports);
    expect(named(/^missing: ([^:]+)/).sort()).toEqual(ports);
    const paths = ports.flatMap((name) => parts.get(name) ?? []);
    const sandbox = await Sandbox.create({ wasmDir });
    const { stdout } = await sandbox.run('for path; do $path 2>/dev/null; echo $?; done', { args: paths });
    sandbox.destroy();
    expect(stdout).toBe('127\n'.repeat(paths.length));
  });
});
