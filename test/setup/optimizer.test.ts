// wasm-opt in our threads, with calls that stay in WebAssembly, is wasm-opt as it comes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { optimise } from '../../wasm/toolchain/optimizer.mjs';
import { packageRoot } from '../e2e/run-node.js';

const directory = mkdtempSync(join(tmpdir(), 'wasmsand-optimizer-'));
afterAll(() => rmSync(directory, { recursive: true }));

const program = join(packageRoot, 'dist/wasm/getconf.wasm');
const output = (name: string): string => join(directory, name);
const args = ['--enable-bulk-memory', '--enable-nontrapping-float-to-int', '--enable-sign-ext', '--enable-simd', '-O3'];

describe('the optimiser', () => {
  it('makes the same of a module', { timeout: 120_000 }, async () => {
    const wasmOpt = join(packageRoot, 'node_modules/binaryen/bin/wasm-opt');
    spawnSync(process.execPath, [wasmOpt, program, '-o', output('as-it-comes'), ...args]);
    for (const name of ['first', 'second']) {
      await optimise(program, output(name), args);
      expect(readFileSync(output(name)).equals(readFileSync(output('as-it-comes')))).toBe(true);
    }
  });

  it('says what is wrong with one, and goes on', async () => {
    const half = output('half');
    writeFileSync(half, readFileSync(program).subarray(0, 5000));
    await expect(optimise(half, output('none'), args)).rejects.toThrow('parse exception: Section extends beyond end');
    await optimise(program, output('after'), args);
  });
});
