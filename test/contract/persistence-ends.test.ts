// How sandboxes that keep state give it back.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { PersistenceOptions } from 'wasmsand';
import { runNode } from '../e2e/run-node.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

it('waits for the end of the sandbox before under whatever name the directory goes', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'wasmsand-state-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const persistence: PersistenceOptions = { mode: 'persistent', namespace: 'n', directory };
  const sandbox = await create({ persistence });
  sandbox.writeFile('file', 'kept');
  sandbox.destroy();
  const again = await create({ persistence: { ...persistence, directory: `${directory}/n/../` } });
  expect(again.readFile('file', 'utf8')).toBe('kept');
});

it('keeps nothing of a sandbox that could not begin, and no process alive', async () => {
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
