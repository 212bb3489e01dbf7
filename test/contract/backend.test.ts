// What is said of sandboxes here holds for any kernel, and where there is no Node: the floor that all have in common is bundled with
// a small kernel, and runs in a realm that has what browsers have.

import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../e2e/run-node.js';
import type * as Small from './small-kernel.js';

const globals = {
  AbortController,
  AbortSignal,
  ReadableStream,
  TextDecoder,
  TextEncoder,
  WritableStream,
  clearTimeout,
  crypto,
  performance,
  setTimeout,
};

let small: typeof Small;
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(packageRoot, 'test/contract/small-kernel.ts')],
    bundle: true,
    write: false,
    platform: 'neutral',
    format: 'iife',
    globalName: 'small',
    target: 'es2022',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
  const realm = createContext({ ...globals });
  small = runInContext(`${outputFiles[0]?.text}; small`, realm) as typeof Small;
});

describe('a sandbox on another kernel', () => {
  it('says which one it is', async () => {
    const sandbox = await small.createSmallSandbox();
    expect(sandbox.backend).toBe('typescript');
    sandbox.destroy();
  });

  it('has its files, and the errors of Node', async () => {
    const sandbox = await small.createSmallSandbox({ files: { 'a/b': 'one', '/etc/c': 'två' } });
    expect([sandbox.readFile('/home/user/a/b', 'utf8'), sandbox.readFile('/etc/c', 'utf8')]).toEqual(['one', 'två']);
    expect(await sandbox.fs.readFile('/etc/c', 'utf8')).toBe('två');
    expect(() => sandbox.readFile('/none')).toThrow(
      expect.objectContaining({ code: 'ENOENT', message: "ENOENT: no such file or directory, open '/none'" }),
    );
    // As long as no string is on this platform.
    sandbox.writeFile('/long', 'x'.repeat(2 ** 20 + 1));
    expect(() => sandbox.readFile('/long', 'utf8')).toThrow(expect.objectContaining({ code: 'EFBIG' }));
    expect(sandbox.readFile('/long').length).toBe(2 ** 20 + 1);
    sandbox.destroy();
  });

  it('refuses wrong options before there is a kernel', async () => {
    delete small.smallBackend.made;
    await expect(small.createSmallSandbox({ timeoutMs: -1 })).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    expect(small.smallBackend.made).toBeUndefined();
  });

  it('runs command lines in a session', async () => {
    const sandbox = await small.createSmallSandbox({ files: { '/srv/word': 'ord\n' } });
    const chunks: string[] = [];
    const results = [
      await sandbox.run('echo å', { onStdout: (chunk) => chunks.push(new TextDecoder().decode(chunk)) }),
      await sandbox.run('cd /srv'),
      await sandbox.run('cat word'),
      await sandbox.run('none'),
    ];
    expect(results.map(({ exitCode, stdout, stderr }) => [exitCode, stdout, stderr])).toEqual([
      [0, 'å\n', ''],
      [0, '', ''],
      [0, 'ord\n', ''],
      [127, '', 'bash: none: command not found\n'],
    ]);
    expect(chunks).toEqual(['å\n']);
    expect(sandbox.metrics()).toMatchObject({ processesStarted: 4, runs: 4, timeouts: 0 });
    sandbox.destroy();
  });

  it('ends a command at its deadline', async () => {
    const sandbox = await small.createSmallSandbox();
    expect(await sandbox.run('hang', { timeoutMs: 20 })).toMatchObject({
      exitCode: 124,
      timedOut: true,
      stderr: 'command timed out',
    });
    expect((await sandbox.run('echo after')).stdout).toBe('after\n');
    sandbox.destroy();
  });

  it('starts processes with streams', async () => {
    const sandbox = await small.createSmallSandbox();
    const child = sandbox.spawn('echo', ['a', 'b']);
    const pieces: string[] = [];
    for await (const piece of child.stdout) pieces.push(new TextDecoder().decode(piece));
    expect([pieces.join(''), await child.exited]).toEqual(['a b\n', { exitCode: 0, timedOut: false }]);
    expect(() => sandbox.spawn('none')).toThrow(expect.objectContaining({ code: 'ENOENT', path: 'none' }));
    sandbox.destroy();
  });

  it('frees the event loop when it is destroyed', async () => {
    const sandbox = await small.createSmallSandbox();
    await sandbox.run('echo');
    const running = sandbox.run('hang');
    await expect.poll(() => small.smallBackend.holds).toBe(1);
    sandbox.destroy();
    await expect(running).rejects.toMatchObject({ code: 'E_DESTROYED' });
    await expect.poll(() => small.smallBackend.holds).toBe(0);
    expect(() => sandbox.writeFile('/x', '')).toThrow(expect.objectContaining({ code: 'E_DESTROYED' }));
  });
});
