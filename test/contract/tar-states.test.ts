// What importTar has brought is as any other file to all that keeps, compares and saves states.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { collect, native, nativeDirectory } from './tar-trees.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

const makeArchive = (): Buffer =>
  native(
    nativeDirectory(),
    'mkdir -p d/e; echo one >d/f; ln d/f d/hard; ln -s f d/link; head -c 200000 /dev/zero >d/e/big; mkfifo d/p; tar -cf - d',
  );

const exported = (sandbox: Sandbox): Promise<Buffer> => collect(sandbox.exportTar('/tmp/w'));

describe('an imported archive', () => {
  it('is in snapshots from then on, in forks, and in differences', async () => {
    const sandbox = await create({ files: { '/tmp/w/d/f': 'old' } });
    const before = await sandbox.snapshot();
    await sandbox.importTar('/tmp/w', makeArchive());
    const after = await sandbox.snapshot();
    const changes = sandbox.diff(before, after).map(({ kind, path }) => `${kind} ${path}`);
    expect(changes).toEqual([
      'created /tmp/w/d/e',
      'created /tmp/w/d/e/big',
      'modified /tmp/w/d/f',
      'created /tmp/w/d/hard',
      'created /tmp/w/d/link',
      'created /tmp/w/d/p',
    ]);
    const archive = await exported(sandbox);
    const fork = await sandbox.fork();
    onTestFinished(() => fork.destroy());
    // The second import finds what the first has made.
    await sandbox.importTar('/tmp/w', makeArchive());
    sandbox.rm('/tmp/w/d/e', { recursive: true });
    await sandbox.restore(before);
    expect(sandbox.readFile('/tmp/w/d/f', 'utf8')).toBe('old');
    await sandbox.restore(after);
    expect((await exported(sandbox)).equals(archive)).toBe(true);
    expect((await exported(fork)).equals(archive)).toBe(true);
    await fork.importTar('/tmp/w', makeArchive());
    await sandbox.importTar('/tmp/again', makeArchive());
    expect(sandbox.readFile('/tmp/again/d/hard', 'utf8')).toBe('one\n');
  });

  it('frees its space when it and its snapshots are deleted', async () => {
    const sandbox = await create();
    const { fileBytes, files } = sandbox.metrics();
    for (let i = 0; i < 5; i++) await sandbox.importTar('/tmp/w', makeArchive());
    const id = await sandbox.snapshot({ filesOnly: true });
    sandbox.rm('/tmp/w', { recursive: true });
    expect(sandbox.metrics().snapshotBytes).toBeGreaterThanOrEqual(200_000);
    sandbox.deleteSnapshot(id);
    await expect.poll(() => sandbox.metrics()).toMatchObject({ fileBytes, files, snapshotBytes: 0, snapshotFiles: 0 });
  });

  it('is in an exported state', async () => {
    const sandbox = await create();
    await sandbox.importTar('/tmp/w', makeArchive());
    const state = await sandbox.exportState();
    const other = await create({ from: state });
    expect((await exported(other)).equals(await exported(sandbox))).toBe(true);
    await other.importTar('/tmp/w', makeArchive());
    expect(other.stat('/tmp/w/d/f').nlink).toBe(2);
  });

  it('is saved', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'wasmsand-tar-saved-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const persistence = { mode: 'persistent', namespace: 'tar', directory } as const;
    const sandbox = await create({ persistence });
    await sandbox.run(':');
    await sandbox.save();
    await sandbox.importTar('/tmp/w', makeArchive());
    const archive = await exported(sandbox);
    // By itself: that something has changed is known.
    await sandbox[Symbol.asyncDispose]();
    const again = await create({ persistence });
    expect((await exported(again)).equals(archive)).toBe(true);
  });
});
