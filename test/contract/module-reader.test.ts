// native/module has two forms: in the addon, and as WebAssembly for hosts whose kernel is not C++. Its own tests run in both.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { ModuleReader } from '../../lib/guest/module-reader.js';
import { moduleReader } from '../../scripts/suites/module-reader.mjs';

const programs = join(import.meta.dirname, '../../dist/wasm');
let place: string;
let reader: ModuleReader;

const compiled = (bytes: Uint8Array): WebAssembly.Module => new WebAssembly.Module(bytes.slice().buffer);

beforeAll(async () => {
  place = await moduleReader();
  reader = new ModuleReader(compiled(readFileSync(join(place, 'reader.wasm'))));
}, 600_000);

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

describe('the reader of modules as WebAssembly', () => {
  it('passes the tests of the native reader, in a sandbox', async () => {
    const sandbox = await Sandbox.create({ timeoutMs: 300_000 });
    sandbox.writeFile('/tmp/tests', readFileSync(join(place, 'tests.wasm')));
    sandbox.chmod('/tmp/tests', 0o755);
    const { exitCode, stdout } = await sandbox.run('/tmp/tests --gtest_color=no 2>&1 | tail -n 30');
    sandbox.destroy();
    expect({ exitCode, stdout }).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/\[ {2}PASSED {2}\] \d\d+ tests\.\n/),
    });
    expect(stdout).not.toContain('FAILED');
  });

  it('rewrites each program of the image to a module that the engine accepts', () => {
    const names = readdirSync(programs).filter((name) => name.endsWith('.wasm'));
    const small = names.filter((name) => readFileSync(join(programs, name)).length < 2 ** 20);
    expect(small.length).toBeGreaterThan(20);
    for (const name of small) {
      const read = reader.read(readFileSync(join(programs, name)), { image: true });
      if (typeof read === 'string') throw new Error(`${name}: ${read}`);
      const imports = WebAssembly.Module.imports(compiled(read.bytes));
      expect({ name, memory: imports.filter(({ kind }) => kind === 'memory') }).toEqual({
        name,
        memory: [{ module: 'wasmsand', name: 'memory', kind: 'memory' }],
      });
    }
  });

  it('says why it refuses a module, and reads the next one', () => {
    expect(reader.read(Uint8Array.of(1, 2, 3))).toMatch(/^[ -~]+$/);
    expect(reader.read(Uint8Array.from([...header, 1, 0xff, 0xff, 0xff, 0xff, 0x0f]))).toMatch(/^[ -~]+$/);
    const random = (length: number) => Uint8Array.from([...header, ...crypto.getRandomValues(new Uint8Array(length))]);
    for (let i = 0; i < 2000; i++) reader.read(random(i % 300));
    const echo = readFileSync(join(programs, readdirSync(programs).find((name) => name.endsWith('.wasm')) as string));
    expect(reader.read(echo, { image: true })).toMatchObject({ door: 'linux' });
  });
});
