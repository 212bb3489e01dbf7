// What is said of the way to fork is compared with the module; a wrong claim ends the build.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { proveDirect, proveInstrumented, proveList, type WayToFork } from '../../wasm/toolchain/fork-proof.mjs';
import { optimise } from '../../wasm/toolchain/optimizer.mjs';

const directory = mkdtempSync(join(tmpdir(), 'wasmsand-fork-'));
afterAll(() => rmSync(directory, { recursive: true }));

const linked = join(directory, 'linked.wasm');

/** An interpreter: its loop calls operators through pointers, two of which get to fork. */
function assemble({ more = '' } = {}): Buffer {
  const text = `(module
    (import "linux" "fork" (func $import (result i32)))
    (type $operator (func))
    (memory (export "memory") 1)
    (table 4 funcref)
    (elem (i32.const 1) $pp_fork $pp_other $pp_guarded)
    (func $_start (export "_start") (call $run))
    (func $run (call_indirect (type $operator) (i32.const 1)))
    (func $pp_fork (call $fork) (i32.store (i32.const 0) (i32.const 1)))
    (func $pp_other)
    (func $pp_guarded (call $may_fork))
    (func $may_fork (call $fork))
    (func $fork (drop (call $import)))
    ${more})`;
  const source = join(directory, 'module.wat');
  writeFileSync(source, text);
  execFileSync('wat2wasm', ['--debug-names', source, '-o', linked]);
  return readFileSync(linked);
}

const way: WayToFork = {
  functions: ['_start', 'run', 'pp_fork', 'fork'],
  throughPointers: { run: ['pp_fork'] },
  guarded: ['pp_guarded', 'may_fork'],
};

describe('the proof of the way to fork', () => {
  it('takes a list that is right', () => {
    expect([...proveList(assemble(), way)].sort()).toEqual(['may_fork', 'pp_guarded']);
  });

  it.each<[string, Partial<WayToFork>, string]>([
    ['a function that the module lacks', { functions: [...way.functions, 'gone'] }, 'the module has 0 functions gone'],
    [
      'a function that is missing from the list',
      { functions: ['_start', 'run', 'pp_fork'] },
      'fork is on it, and not in',
    ],
    ['a caller that is missing', { functions: ['run', 'pp_fork', 'fork'] }, '_start calls run, and is not in the list'],
    [
      'a function of no use',
      { functions: [...way.functions, 'pp_other'] },
      'pp_other of the list lead nowhere near it',
    ],
    ['an unsaid call through a pointer', { throughPointers: {} }, 'who calls it through a pointer is not said'],
    ['a pointer that is never called', { throughPointers: { _start: ['pp_fork'] } }, '_start calls nothing through a'],
    ['a guard that is not said', { guarded: [] }, 'may_fork is on it, and not in the list'],
  ])('refuses %s', (_what, change, message) => {
    expect(() => proveList(assemble(), { ...way, ...change })).toThrow(message);
  });

  it('refuses "never through a pointer" of a module that does', () => {
    expect(() => proveDirect(assemble())).toThrow('pp_fork, pp_guarded may be called through a pointer');
  });

  it('finds a function that was not instrumented', async () => {
    const output = join(directory, 'output.wasm');
    const instrument = async (functions: string[]) => {
      assemble();
      const list = `--pass-arg=asyncify-onlylist@${functions.join(',')}`;
      await optimise(linked, output, ['-g', '--asyncify', '--pass-arg=asyncify-imports@linux.fork', list]);
      return readFileSync(output);
    };
    const exempt = new Set(way.guarded);
    expect(() => proveInstrumented(readFileSync(linked), exempt)).toThrow();
    proveInstrumented(await instrument(way.functions), exempt);
    const without = await instrument(['_start', 'run', 'fork']);
    expect(() => proveInstrumented(without, exempt)).toThrow('pp_fork not instrumented');
    await expect(instrument([...way.functions, 'gone'])).rejects.toThrow('gone');
  });
});
