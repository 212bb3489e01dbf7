// What the engine makes of a module is charged to the sandbox that brings it, before there is any.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { codeShapes, throwsOf } from './code-shapes.js';
import { withSandbox } from './hostile.js';
import { attack } from './own-process.js';

const script = fileURLToPath(new URL('code-size.mjs', import.meta.url));
const gibi = 2 ** 30;
// Node's types leave it out.
const { validate } = WebAssembly as unknown as { validate(bytes: Uint8Array): boolean };

// Bytes of code by module, in the order of `modules`, of one of the engine's compilers.
function compiledSizes(modules: Uint8Array[], compiler: '--liftoff-only' | '--no-liftoff'): number[] {
  const directory = mkdtempSync(join(tmpdir(), 'code-size-'));
  const paths = modules.map((bytes, i) => {
    const path = join(directory, `${i}.wasm`);
    writeFileSync(path, bytes);
    return path;
  });
  const flags = ['--no-wasm-lazy-compilation', '--trace-wasm-compilation-times', compiler];
  const output = execFileSync(process.execPath, [...flags, script, ...paths], { encoding: 'utf8', maxBuffer: gibi });
  rmSync(directory, { recursive: true });
  const sizes = new Map<string, number>();
  for (const [, module, bytes] of output.matchAll(/^Compiled function (\w+)#.* codesize (\d+)/gm))
    sizes.set(module as string, (sizes.get(module as string) ?? 0) + Number(bytes));
  expect(sizes.size).toBe(modules.length);
  return [...sizes.values()];
}

/** kUsualCodePerByte of native/module/module.h. */
const usualCodePerByte = 24;

// What the sandbox is charged for while the program lives.
async function chargeOf(sandbox: Sandbox, bytes: Uint8Array): Promise<number> {
  sandbox.writeFile('/tmp/shape', bytes);
  sandbox.chmod('/tmp/shape', 0o755);
  const before = sandbox.metrics().memoryBytes;
  const child = sandbox.spawn('/tmp/shape', []);
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  expect(new TextDecoder().decode(value)).toBe('alive\n');
  const charged = sandbox.metrics().memoryBytes - before;
  child.kill('SIGKILL');
  await child.exited;
  sandbox.rm('/tmp/shape');
  return charged;
}

describe('the code of a module', () => {
  it('is charged with no less than what both compilers make, but for usual code with a sixth', {
    timeout: 300_000,
  }, async () => {
    const shapes = Object.entries(codeShapes).filter(([, bytes]) => validate(bytes));
    expect(shapes.length).toBeGreaterThan(50);
    const modules = shapes.map(([, bytes]) => bytes);
    const baseline = compiledSizes(modules, '--liftoff-only');
    const optimised = compiledSizes(modules, '--no-liftoff');
    const found: { shape: string; charged: number; made: number; usual: boolean }[] = [];
    await withSandbox({ memoryLimitBytes: gibi }, async (sandbox) => {
      for (const [i, [shape, bytes]] of shapes.entries()) {
        const made = (baseline[i] as number) + (optimised[i] as number);
        expect(made).toBeGreaterThan(0);
        const charged = await chargeOf(sandbox, bytes);
        found.push({ shape, charged, made, usual: made <= usualCodePerByte * bytes.length && made <= 6 * charged });
      }
    });
    if (process.env.WASMSAND_PRINT_CODE) console.table(found);
    expect(found.filter(({ charged, made, usual }) => !usual && charged < made)).toEqual([]);
    // Dear ones are among them.
    expect(found.filter(({ usual }) => !usual).length).toBeGreaterThan(10);
  });

  it('that throws vectors is refused where the sandbox has no memory for it', { timeout: 120_000 }, async () => {
    const few = await attack({ modules: [throwsOf(4)], copies: 1, options: { memoryLimitBytes: 256 * 2 ** 20 } });
    expect(few.works).toBe(true);
    expect((await attack({ modules: [throwsOf(59)], copies: 1 })).works).toBe(true);
  });

  it('of many sandboxes is less than what would end the host', { timeout: 300_000 }, async () => {
    // Each is another module for the engine, which collects none of them by itself.
    const modules = Array.from({ length: 12 }, (_, i) => Buffer.concat([throwsOf(3), Buffer.from([0, 2, 1, 97 + i])]));
    const outcome = await attack({ modules, rounds: 12, options: { memoryLimitBytes: 2 * gibi }, timeoutMs: 20_000 });
    expect(outcome.works).toBe(true);
    for (const { stdout, stderr } of outcome.ended)
      expect(`${stdout}${stderr}`).toMatch(/^alive\n$|no room left for the module's code/);
  });
});
