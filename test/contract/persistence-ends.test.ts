// How sandboxes that keep state give it back.

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { MemoryStore, type PersistenceOptions } from 'wasmsand';
import { runNode } from '../e2e/run-node.js';
import { report } from '../security/report.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

it('waits for the last sandbox of a namespace, whichever path names the directory', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'wasmsand-state-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const persistence: PersistenceOptions = { mode: 'persistent', namespace: 'n', directory };
  const sandbox = await create({ persistence });
  sandbox.writeFile('file', 'kept');
  sandbox.destroy();
  const again = await create({ persistence: { ...persistence, directory: `${directory}/n/../` } });
  expect(again.readFile('file', 'utf8')).toBe('kept');
});

it('frees everything of a sandbox that could not begin', async () => {
  const source = `
    import { MemoryStore, Sandbox } from 'wasmsand';
    const backend = new MemoryStore();
    const onError = (error) => console.log('onError', error.code);
    const persistence = { mode: 'persistent', namespace: 'n', backend, autosaveMs: 40_000, onError };
    const made = Sandbox.create({ persistence, files: { '/dev/null/file': '' } });
    await made.catch(({ code }) => console.log(code));
    process.on('exit', () => console.log(Math.floor(performance.now() / 40_000)));
  `;
  const { status, stdout, stderr } = await runNode(source);
  expect([status, stdout.toString(), stderr]).toEqual([0, 'EEXIST\n0\n', '']);
});

it('does not wait for a hanging store of another namespace', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'wasmsand-state-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const silent = new MemoryStore();
  const ending = await create({ persistence: { mode: 'persistent', namespace: 'silent', backend: silent } });
  silent.commit = silent.swapRoot = () => new Promise<never>(() => {});
  ending.destroy();
  const persistence: PersistenceOptions = { mode: 'persistent', namespace: 'n', directory };
  await create({ persistence });
  await expect(create({ persistence })).rejects.toMatchObject({ code: 'E_PERSIST_LOCKED' });
});

it('gives the namespace to the next sandbox at once, while another thread starts programs', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'wasmsand-state-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const persistence: PersistenceOptions = { mode: 'persistent', namespace: 'n', directory };
  // A process that begins has all that is open until its program does.
  const starter = new Worker("for (;;) require('node:child_process').spawnSync('true');", { eval: true });
  await once(starter, 'online');
  onTestFinished(async () => void (await starter.terminate()));
  for (let i = 0; i < 100; i++) await (await create({ persistence }))[Symbol.asyncDispose]();
});

it('says that the state could not be saved, whatever onError throws', async () => {
  const source = `
    import { MemoryStore, Sandbox } from 'wasmsand';
    process.on('unhandledRejection', ({ message }) => console.log(message));
    const backend = new MemoryStore();
    backend.commit = async () => { throw new Error('full'); };
    const onError = () => { throw new Error('onError'); };
    const persistence = { mode: 'persistent', namespace: 'n', backend, onError };
    const sandbox = await Sandbox.create({ persistence });
    await sandbox[Symbol.asyncDispose]().catch(({ code }) => console.log(code));
  `;
  const { stdout, stderr } = await runNode(source);
  expect([stdout.toString().split('\n').sort(), stderr]).toEqual([['', 'E_PERSIST_FAILED', 'onError'], '']);
});

it('accepts an asynchronous list of a store, and reports its errors', async () => {
  const source = `
    import { MemoryStore, Sandbox } from 'wasmsand';
    const backend = new MemoryStore();
    const persistence = { mode: 'persistent', namespace: 'n', backend };
    const list = backend.list.bind(backend);
    backend.list = async () => list();
    const sandbox = await Sandbox.create({ persistence });
    await sandbox[Symbol.asyncDispose]();
    backend.list = async () => { throw new Error('gone'); };
    await Sandbox.create({ persistence }).catch(({ code, cause }) => console.log(code, cause.message));
  `;
  const { status, stdout, stderr } = await runNode(source);
  expect([status, stdout.toString(), stderr]).toEqual([0, 'E_PERSIST_FAILED gone\n', '']);
});

it('saves 500 sandboxes at once, and keeps no database of them open', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'wasmsand-state-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  // Its own process: others hold memory and event loop here.
  const source = `
    import { allDbs } from 'lmdb';
    import { Sandbox } from 'wasmsand';
    import { watchEventLoop } from ${JSON.stringify(new URL('../security/watch.mjs', import.meta.url).href)};
    const persistence = (i) => ({ mode: 'persistent', namespace: 'n' + i, directory: ${JSON.stringify(directory)} });
    const wrong = [];
    const figures = [];
    const before = process.memoryUsage.rss();
    for (let round = 0; round < 2; round++) {
      const endWatch = await watchEventLoop();
      const all = await Promise.all(
        Array.from({ length: 500 }, (_, i) => Sandbox.create({ persistence: persistence(i) })),
      );
      figures.push(await endWatch());
      const ran = await Promise.all(all.map((sandbox, i) => sandbox.run('cat file; echo ' + i + ' >>file')));
      const expected = (i) => (round === 0 ? '' : i + '\\n');
      ran.forEach(({ stdout }, i) => stdout === expected(i) || wrong.push(i));
      await Promise.all(all.map((sandbox) => sandbox[Symbol.asyncDispose]()));
    }
    await new Promise((resolve) => setTimeout(resolve, 4000));
    figures.push({ leftMb: (process.memoryUsage.rss() - before) / 2 ** 20 });
    console.log(JSON.stringify({ wrong, figures, databases: allDbs.size }));
  `;
  const { stdout } = await runNode(source, 'module', { timeoutMs: 110_000 });
  const said = JSON.parse(stdout.toString());
  expect(said).toMatchObject({ wrong: [], databases: 0 });
  for (const figures of said.figures) report(figures);
}, 120_000);
