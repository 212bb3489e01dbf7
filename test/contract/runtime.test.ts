// Programs that are no plain modules: what a host's second runtime can rely on, and nobody need fear from it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox, SandboxOptions } from 'wasmsand';
import { packageRoot } from '../e2e/run-node.js';
import { assemble, linuxSyscall } from '../security/assembler.js';
import { useSandboxes } from './use-sandbox.js';

const place = mkdtempSync(join(tmpdir(), 'wasmsand-runtime-'));
const workerScript = join(place, 'worker.cjs');
const createSandbox = useSandboxes();

beforeAll(async () => {
  const entryPoints = [join(packageRoot, 'test/contract/function-worker.ts')];
  await build({
    entryPoints,
    outfile: workerScript,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  });
});
afterAll(() => rmSync(place, { recursive: true }));

/** With the programs in /tmp. */
async function create(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox({ ...options, workerScript });
  for (const name of ['upper', 'grow', 'sleep', 'spin', 'stubborn', 'become', 'fail']) {
    const exports = { _start: 1, [`runs ${name}`]: 1 };
    const parts = { imports: [linuxSyscall], memory: { minimum: 1 }, functions: [{ body: [] }], exports };
    sandbox.writeFile(`/tmp/${name}`, assemble(parts));
    sandbox.chmod(`/tmp/${name}`, 0o755);
  }
  return sandbox;
}

describe('a function of JavaScript as a process', () => {
  it('makes calls, waits for others and ends', async () => {
    const sandbox = await create();
    expect(
      await sandbox.run('(sleep 0.1; echo one; echo two) | /tmp/upper | tr O 0; echo ${PIPESTATUS[1]}'),
    ).toMatchObject({
      stdout: '0NE\nTW0\n7\n',
      stderr: '',
    });
    expect((await sandbox.run('/tmp/become; /tmp/become | cat')).stdout).toBe('became a module\n'.repeat(2));
    expect((await sandbox.run('exec /tmp/become')).stdout).toBe('became a module\n');
  });

  it('can be killed while it waits, computes or catches exceptions', async () => {
    const sandbox = await create();
    for (const name of ['sleep', 'spin', 'stubborn']) {
      const child = sandbox.spawn(`/tmp/${name}`);
      await expect.poll(() => sandbox.metrics().cpuMs).toBeGreaterThan(0);
      child.kill('SIGKILL');
      expect(await child.exited).toMatchObject({ signal: 'SIGKILL' });
      const late = await sandbox.run(`/tmp/${name} </dev/zero`, { timeoutMs: 300 });
      expect(late).toMatchObject({ exitCode: 124, timedOut: true });
    }
    // A session whose shell was late has none now.
    expect(sandbox.metrics().processes).toBeLessThanOrEqual(1);
  });

  it('gets no more memory than its sandbox', async () => {
    const sandbox = await create({ memoryLimitMb: 16 });
    const { stdout } = await sandbox.run('/tmp/grow');
    const pages = Number.parseInt(stdout, 10);
    expect(pages).toBeGreaterThan(16);
    expect(pages).toBeLessThan(256);
    expect(sandbox.metrics().peakMemoryBytes).toBeLessThanOrEqual(16 << 20);
    expect(sandbox.metrics().peakMemoryBytes).toBeGreaterThanOrEqual(pages * 65536);
  });

  it('reports its failure, and its worker serves others', async () => {
    const sandbox = await create();
    expect(await sandbox.run('/tmp/fail')).toMatchObject({
      exitCode: 137,
      stderr: expect.stringContaining('the program could not go on: Error: as it should'),
    });
    expect((await sandbox.run('echo | /tmp/upper; echo on | rev')).stdout).toBe('\nno\n');
  });
});
