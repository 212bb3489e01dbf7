// The package as users get it: packed, and installed into a project of theirs without a compiler or a network.

import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readImage } from '../../scripts/setup/descriptions.mjs';
import { type Example, examplesIn } from './pages.js';
import { type Outcome, packageRoot, run, runNode } from './run-node.js';

const platform = `${process.platform}-${process.arch}`;
// To compress all programs takes from three minutes to half an hour, as busy as the machine is.
const patience = { idleMs: 120_000 };
let project = '';

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'wasmsand-installed-'));
  await run(process.execPath, ['scripts/release/prebuild.mjs'], patience);
  expect((await run(process.execPath, ['scripts/release/pack.mjs'], patience)).status).toBe(0);
  const packed = await run('npm', ['pack', '--ignore-scripts', '--pack-destination', project], patience);
  expect(packed.status).toBe(0);
  const archive = join(project, (await readdir(project)).find((name) => name.endsWith('.tgz')) ?? '');
  expect((await stat(archive)).size).toBeLessThan(50_000_000);
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const options = ['--offline', '--no-audit', '--no-fund', '--no-save'];
  const installed = await run('npm', ['install', ...options, archive], { ...patience, cwd: project });
  expect(installed.status).toBe(0);
}, 7_200_000);

afterAll(async () => {
  await rm(project, { recursive: true });
  // They would be found, and be out of date, when the checkout's own addon and programs are missing.
  await rm(join(packageRoot, 'prebuilds', platform), { recursive: true });
  await rm(join(packageRoot, 'dist/packed'), { recursive: true });
});

function ended(stdout: string): Outcome {
  return { status: 0, signal: null, stdout: Buffer.from(stdout), stderr: '' };
}

/** An ES module as CommonJS. */
function asCommonJs(source: string): string {
  const body = source.replaceAll(/^import (.*) from (.*);$/gm, 'const $1 = require($2);');
  return `(async () => {\n${body}\n})()`;
}

describe('the installed package', () => {
  it('holds the products and nothing to build from', async () => {
    const names = await readdir(join(project, 'node_modules/wasmsand'));
    expect(names.sort()).toEqual([
      ...[
        'ARCHITECTURE.md',
        'CHANGELOG.md',
        'CONTRIBUTING.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'THIRD_PARTY.md',
      ],
      ...['bench', 'dist', 'docs', 'examples', 'package.json', 'prebuilds', 'scripts', 'test'],
    ]);
  });

  it('holds every program and file of the sandbox', () => {
    const top = join(packageRoot, 'dist/wasm');
    const installed = join(project, 'node_modules/wasmsand/dist/wasm');
    const { entries } = readImage(top);
    const files = entries.flatMap(({ file }) => (file === undefined ? [] : [file]));
    const read = (at: string, file: string) => readFileSync(join(at, file));
    const differing = files.filter((file) => !read(installed, file).equals(read(top, file)));
    expect(differing).toEqual([]);
  });

  // The one thing that is not installed with it.
  it('says that saved state on disk needs a package', async () => {
    const source = [
      "import { Sandbox } from 'wasmsand';",
      "const persistence = { mode: 'persistent', namespace: 'n', directory: 'states' };",
      'await Sandbox.create({ persistence }).catch(({ code, message }) => console.log(code, message));',
    ].join('\n');
    const message =
      "E_PERSIST_UNAVAILABLE saved state on disk needs the package 'lmdb', which cannot be loaded: npm install lmdb@3.5\n";
    expect(await here(source, 'module')).toEqual(ended(message));
    expect(await here(asCommonJs(source), 'commonjs')).toEqual(ended(message));
    await symlink(join(packageRoot, 'node_modules/lmdb'), join(project, 'node_modules/lmdb'));
  });

  const here = (source: string, type: 'module' | 'commonjs'): Promise<Outcome> =>
    runNode(source, type, { cwd: project });

  it.each(examplesIn('js'))('runs the example of $title as an ES module', async ({ source, output }: Example) => {
    expect(await here(source, 'module')).toEqual(ended(output));
  });

  it.each(examplesIn('js'))('runs the example of $title in CommonJS', async ({ source, output }: Example) => {
    expect(await here(asCommonJs(source), 'commonjs')).toEqual(ended(output));
  });

  it.each(examplesIn('cjs'))('runs the example of $title', async ({ source, output }: Example) => {
    expect(await here(source, 'commonjs')).toEqual(ended(output));
  });

  const failing = (create: string): string => `
    const { Sandbox } = await import('wasmsand');
    const error = await Sandbox.create(${create}).catch((error) => error);
    console.log(error.code, error.message);
  `;

  it('says for which systems it is where it has no binary', async () => {
    const source = `Object.defineProperty(process, 'arch', { value: 'riscv64' }); ${failing('')}`;
    const message =
      `E_NO_BINARY wasmsand has no native binary for ${process.platform}-riscv64 (for: ${platform}); ` +
      'in a source checkout run "npm start" or "node scripts/setup.mjs" once\n';
    expect(await here(source, 'module')).toEqual(ended(message));
  });

  it('says which binary cannot be loaded here, without its path', async () => {
    await writeFile(join(project, 'other.node'), 'no library');
    const { stdout } = await here(
      failing(`{ nativeBinding: ${JSON.stringify(join(project, 'other.node'))} }`),
      'module',
    );
    expect(stdout.toString()).toContain(`E_NO_BINARY wasmsand's native binary cannot be loaded on ${platform}`);
    expect(stdout.toString()).not.toContain(project);
  });

  it.each(['nativeBinding', 'workerScript'])('names %s where it leads to nothing', async (option) => {
    const message = `E_INVALID_OPTION option '${option}' names a file that does not exist\n`;
    expect(await here(failing(`{ ${option}: '/nowhere/it' }`), 'module')).toEqual(ended(message));
  });

  it('has one worker script for all sandboxes of a thread', async () => {
    const source = `
      import { copyFileSync } from 'node:fs';
      import { Sandbox } from 'wasmsand';
      copyFileSync('node_modules/wasmsand/dist/cjs/worker.cjs', 'other.cjs');
      const first = await Sandbox.create();
      await Sandbox.create({ workerScript: 'other.cjs' }).catch((error) => console.log(error.message));
      console.log((await first.run('echo works')).stdout);
    `;
    const message =
      "option 'workerScript' is not that of the sandboxes made before in this thread, which share their workers";
    expect(await here(source, 'module')).toEqual(ended(`${message}\nworks\n\n`));
  });
});

describe('an application that esbuild has bundled', () => {
  const bundle = (format: 'esm' | 'cjs', entry: string, outfile: string) =>
    build({
      absWorkingDir: project,
      entryPoints: [entry],
      bundle: true,
      platform: 'node',
      format,
      outfile,
      logLevel: 'error',
    });
  const plain = `
    import { Sandbox } from 'wasmsand';
    Sandbox.create().then(
      async (sandbox) => console.log((await sandbox.run('echo external')).stdout.trim()),
      (error) => console.log(error.code, error.message),
    );
  `;

  it.each(['esm', 'cjs'] as const)('is told about bundling without its parts (%s)', async (format) => {
    await writeFile(join(project, 'plain.mjs'), plain);
    const outfile = `plain-${format}.${format === 'esm' ? 'mjs' : 'cjs'}`;
    await bundle(format, 'plain.mjs', outfile);
    const message =
      `E_BUNDLED wasmsand cannot find its native binary, worker script and programs for ${platform}: it was bundled, and ` +
      "they were not. Mark 'wasmsand' as external (esbuild: --external:wasmsand), or ship them with the bundle and give " +
      "their paths in the options 'nativeBinding', 'workerScript' and 'wasmDir' (missing: nativeBinding, workerScript, " +
      'wasmDir). See docs/guide/bundlers.md.\n';
    expect(await run(process.execPath, [outfile], { cwd: project })).toEqual(ended(message));
  });

  it('runs when the package is external', async () => {
    await writeFile(join(project, 'plain.mjs'), plain);
    await build({
      ...{ absWorkingDir: project, entryPoints: ['plain.mjs'], bundle: true, platform: 'node', format: 'esm' },
      ...{ outfile: 'external.mjs', external: ['wasmsand'] },
    });
    expect(await run(process.execPath, ['external.mjs'], { cwd: project })).toEqual(ended('external\n'));
  });

  it('runs elsewhere with the paths of its parts, as the guide has it (ES module and CommonJS)', async () => {
    const [script, app] = examplesIn('mjs') as [Example, Example];
    await writeFile(join(project, 'build.mjs'), script.source);
    await writeFile(join(project, 'app.mjs'), app.source);
    await cp(join(packageRoot, 'node_modules/esbuild'), join(project, 'node_modules/esbuild'), { recursive: true });
    const native = join('node_modules/@esbuild', platform);
    await cp(join(packageRoot, native), join(project, native), { recursive: true });
    expect(await run(process.execPath, ['build.mjs'], { ...patience, cwd: project })).toEqual(ended(''));
    await writeFile(
      join(project, 'app-cjs.mjs'),
      app.source.replace(/^const sandbox[\s\S]*/m, '(async () => {\n$&})();'),
    );
    await bundle('cjs', 'app-cjs.mjs', 'out/app.cjs');

    const elsewhere = await mkdtemp(join(tmpdir(), 'wasmsand-bundle-'));
    try {
      await cp(join(project, 'out'), join(elsewhere, 'app'), { recursive: true });
      // Which makes every .js of it an ES module.
      await writeFile(join(elsewhere, 'package.json'), '{ "type": "module" }');
      for (const file of ['app/app.mjs', 'app/app.cjs']) {
        expect(await run(process.execPath, [file], { cwd: elsewhere })).toEqual(ended(app.output));
      }
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });
});

describe('an extension host', () => {
  // As VS Code's: no streams to write to, a process.exit that refuses, a console of its own.
  const extension = (stream: string, report: string): string => `
    for (const name of ['stdin', 'stdout', 'stderr']) Object.defineProperty(process, name, { ${stream} });
    process.exit = () => { throw new Error('An extension called process.exit() and this was prevented.'); };
    globalThis.console = Object.fromEntries(Object.keys(console).map((name) => [name, () => {}]));
    const { Sandbox } = require('wasmsand');
    async function activate() {
      const sandbox = await Sandbox.create();
      let { stdout } = await sandbox.run('seq 3; echo oops >&2');
      for await (const chunk of sandbox.spawn('cat', [], { stdin: 'fed' }).stdout) stdout += Buffer.from(chunk);
      sandbox.destroy();
      return stdout;
    }
    activate().catch((error) => error.stack).then((text) => { ${report} });
  `;
  const expected = ended('1\n2\n3\nfed');
  const streams = [
    ['throws', "get() { throw new Error('no stream'); }"],
    ['is undefined', 'value: undefined'],
  ] as const;

  it.each(streams)('in a child process whose process.stdout %s', async (_, stream) => {
    const file = join(project, 'extension.cjs');
    await writeFile(file, extension(stream, 'process.send(text); process.disconnect();'));
    const source = `
      const child = require('node:child_process').fork('./extension.cjs', { silent: true });
      child.stderr.pipe(process.stderr);
      child.on('message', (text) => process.stdout.write(text));
    `;
    expect(await runNode(source, 'commonjs', { cwd: project })).toEqual(expected);
  });

  it.each(streams)('in a worker thread whose process.stdout %s', async (_, stream) => {
    const code = extension(stream, "require('node:worker_threads').parentPort.postMessage(text);");
    // Its streams are not read: Node itself would look for them in the worker.
    const source = `
      const { Worker } = require('node:worker_threads');
      const worker = new Worker(${JSON.stringify(code)}, { eval: true, stdout: true, stderr: true });
      worker.on('message', (text) => process.stdout.write(text));
    `;
    expect(await runNode(source, 'commonjs', { cwd: project })).toEqual(expected);
  });
});
