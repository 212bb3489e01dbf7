import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Sandbox, SandboxError, type SandboxOptions } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

// Options as a JavaScript caller could pass them.
function wrong(options: unknown): Promise<unknown> {
  return Sandbox.create(options as SandboxOptions).then(
    () => 'created',
    (error: unknown) => error,
  );
}

describe('options of create', () => {
  const cases: [string, unknown, string][] = [
    [
      'the beginning of a name',
      { memoryLimit: 1 },
      "option 'memoryLimit' is not known: did you mean 'memoryLimitBytes'?",
    ],
    ['a name with a slip', { timoutMs: 1 }, "option 'timoutMs' is not known: did you mean 'timeoutMs'?"],
    ['a name that resembles none', { colour: 1 }, "option 'colour' is not known"],
    [
      'a rare limit beside `limits`',
      { maxOpenFiles: 64 },
      "option 'maxOpenFiles' is not known here: it is 'limits.maxOpenFiles'",
    ],
    [
      'a common limit in `limits`',
      { limits: { timeoutMs: 1 } },
      "option 'limits.timeoutMs' is not known: give 'timeoutMs' beside 'limits', not in it",
    ],
    ['a name of Object.prototype', { toString: 1 }, "option 'toString' is not known"],
    [
      'both spellings of the memory limit',
      { memoryLimitMb: 64, memoryLimitBytes: 1 << 26 },
      "option 'memoryLimitMb' and option 'memoryLimitBytes' set the same limit: give one of them",
    ],
    [
      'both spellings of the file limit',
      { fsLimitMb: 64, fsLimitBytes: 1 << 26 },
      "option 'fsLimitMb' and option 'fsLimitBytes' set the same limit: give one of them",
    ],
    [
      'a negative timeout',
      { timeoutMs: -1 },
      "option 'timeoutMs' must be a number of milliseconds from 0 (no limit) to 2147483647",
    ],
    [
      'a timeout that is text',
      { timeoutMs: '5' },
      "option 'timeoutMs' must be a number of milliseconds from 0 (no limit) to 2147483647",
    ],
    [
      'NaN',
      { timeoutMs: Number.NaN },
      "option 'timeoutMs' must be a number of milliseconds from 0 (no limit) to 2147483647",
    ],
    ['no processes', { maxProcesses: 0 }, "option 'maxProcesses' must be a whole number of processes from 1 to 4096"],
    [
      'more processes than a kernel has',
      { maxProcesses: 1e9 },
      "option 'maxProcesses' must be a whole number of processes from 1 to 4096",
    ],
    [
      'more snapshots than a kernel has',
      { maxSnapshots: 1000 },
      "option 'maxSnapshots' must be a whole number of snapshots from 1 to 256",
    ],
    [
      'half a file',
      { fileCountLimit: 0.5 },
      "option 'fileCountLimit' must be a whole number of files from 1 to 4294967296",
    ],
    [
      'more memory than processes can have',
      { memoryLimitBytes: 2 ** 45 },
      "option 'memoryLimitBytes' must be a whole number of bytes from 1048576 to 17592186044416",
    ],
    [
      'more output than a string can hold',
      { maxOutputBytes: 2 ** 30 },
      "option 'maxOutputBytes' must be a whole number of bytes from 1 to 536870888",
    ],
    ['a limit that is not known', { limits: { maxThreads: 1 } }, "option 'limits.maxThreads' is not known"],
    [
      'more locks than a kernel has',
      { limits: { maxLocks: 1e9 } },
      "option 'limits.maxLocks' must be a whole number of locks from 1 to 8192",
    ],
    [
      'less room for arguments than programs count on',
      { limits: { maxArgumentBytes: 1000 } },
      "option 'limits.maxArgumentBytes' must be a whole number of bytes from 131072 to 2097152",
    ],
    ['an unknown preset', { limits: 'lax' }, "option 'limits' must be 'default' or 'strict'"],
    ['an origin that is none', { from: {} }, "option 'from' must be the id of a snapshot, a template or a state"],
    ['a relative directory', { cwd: 'home' }, "option 'cwd' must be an absolute path"],
    ['an environment that is a list', { env: ['A=1'] }, "option 'env' must be an object of strings"],
    ['a variable that is a number', { env: { A: 1 } }, "option 'env' must give A a string without NUL characters"],
    [
      'a variable with = in its name',
      { env: { 'A=B': '' } },
      `option 'env' has a bad variable name "A=B": empty, or with "=" or NUL in it`,
    ],
    [
      'a file that is a number',
      { files: { a: 1 } },
      "option 'files' must be an object from path to string or Uint8Array",
    ],
  ];
  it.each(cases)('refuses %s and names the option', async (_, options, message) => {
    const error = await wrong(options);
    expect(error).toBeInstanceOf(SandboxError);
    expect(error).toMatchObject({ code: 'E_INVALID_OPTION', message });
  });

  it('refuses options that are not an object', async () => {
    expect(await wrong('memory')).toMatchObject({ code: 'E_INVALID_OPTION', message: 'options must be an object' });
  });

  it('treats undefined as not given', async () => {
    await create({ timeoutMs: undefined, memoryLimitMb: undefined });
  });

  it('writes files, sets the environment and makes the working directory', async () => {
    const sandbox = await create({
      cwd: '/home/user/deep/er',
      env: { GREETING: 'hello' },
      files: { 'a/b.txt': 'relative\n', '/tmp/c.bin': new Uint8Array([0, 255]) },
    });
    const { stdout, stderr } = await sandbox.run('pwd; echo "$GREETING"; cat a/b.txt; od -An -tx1 /tmp/c.bin');
    expect(stderr).toBe('');
    expect(stdout).toBe('/home/user/deep/er\nhello\nrelative\n 00 ff\n');
  });

  it('says how to get the programs when wasmDir has none', async () => {
    expect(await wrong({ wasmDir: '/nowhere' })).toMatchObject({ code: 'E_NO_PROGRAMS' });
  });

  it.each([
    ['', 'line 1'],
    ['{"version": 1, "entries": []}\n', 'line 1'],
    ['wasmsand image 1\nprogram\t755\tmany\t/usr/bin/bash\tbash.wasm\n', 'line 2'],
    ['wasmsand image 1\n\0\xff\n', 'line 2'],
  ])('says what is wrong with the list of programs %j', async (list, where) => {
    const wasmDir = mkdtempSync(join(tmpdir(), 'wasmsand-list-'));
    writeFileSync(join(wasmDir, 'image.tsv'), list, 'latin1');
    const error = await wrong({ wasmDir });
    rmSync(wasmDir, { recursive: true });
    expect(error).toMatchObject({ code: 'E_NO_PROGRAMS', message: expect.stringContaining(where) });
  });
});

describe('options of run', () => {
  it.each([
    [{ time: 1 }, "option 'time' is not known: did you mean 'timeoutMs'?"],
    [{ args: 'a' }, "option 'args' must be an array of strings without NUL characters"],
    [{ stdin: 5 }, "option 'stdin' must be a string, a Uint8Array or a ReadableStream"],
    [{ signal: {} }, "option 'signal' must be an AbortSignal"],
    [{ onStdout: 1 }, "option 'onStdout' must be a function"],
  ])('refuses %j', async (options, message) => {
    const sandbox = await create();
    await expect(sandbox.run('true', options as object)).rejects.toMatchObject({ code: 'E_INVALID_OPTION', message });
  });

  it('refuses a command with a NUL character', async () => {
    const sandbox = await create();
    await expect(sandbox.run('a\0b')).rejects.toMatchObject({
      message: "option 'command' must not contain a NUL character",
    });
  });
});
