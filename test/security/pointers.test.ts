// Every call of both doors with pointers, lengths and descriptors no program would pass.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { linuxCalls } from '../../lib/abi/generated/calls.js';
import { linuxImports } from '../../lib/abi/generated/linux-imports.js';
import { wasiFunctions } from '../../lib/abi/generated/wasi.js';
import { assemble, linuxNumber, linuxSyscall, op, syscall, type ValueType } from './assembler.js';
import { runModule, stillWorks } from './hostile.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create();
});
afterAll(() => sandbox?.destroy());

// One page is 0x10000 bytes: the end, just before it, far outside, negative, zero.
const values = [0xffff_ffff, 0x0001_0000, 0xfffc, 0x8000_0000, 0, 3];
const survived = 42;

describe('the linux door', () => {
  // Those end the process or others; they take no pointers.
  const ends = new Set(['exit', 'exit_group', 'kill', 'tkill', 'tgkill']);

  it('survives hostile arguments of every call', { timeout: 600_000 }, async () => {
    for (let number = 0; number <= Math.max(...linuxCalls.keys()) + 20; number++) {
      if (ends.has(linuxCalls.get(number)?.name ?? '')) continue;
      const body: number[][] = [];
      for (const value of values) {
        body.push(syscall(number, value, value, value, value, value, value));
        // A descriptor or flag that is right, and pointers that are not.
        body.push(syscall(number, 1, value, value, value, value, value));
        body.push(syscall(number, -100, value, 0x7fff_ffff, value, 0, value));
        body.push(syscall(number, 0, value, 0xffff_ffff, 0xffff_ffff, value, 0));
      }
      const { status, timedOut } = await runModule(sandbox, linuxSurvivor(body), 300);
      // It may wait for ever (pause, poll without a timeout), and is then stopped; it may close its own output.
      expect({
        number,
        name: linuxCalls.get(number)?.name,
        ended: timedOut || status === survived || status > 128,
      }).toEqual({
        number,
        name: linuxCalls.get(number)?.name,
        ended: true,
      });
    }
    expect(await stillWorks(sandbox)).toBe(true);
  });

  it('survives addresses at which a structure just does not fit', { timeout: 600_000 }, async () => {
    for (const number of linuxCalls.keys()) {
      if (ends.has(linuxCalls.get(number)?.name ?? '')) continue;
      const body: number[][] = [];
      for (const back of [1, 2, 4, 7, 8, 15, 16, 31, 63, 127]) {
        const address = 0x1_0000 - back;
        body.push(syscall(number, 0, address, address, address, address, address));
        body.push(syscall(number, address, address, 1, address, 8, address));
        body.push(syscall(number, 1, 2, address, 3, address, 8));
      }
      await runModule(sandbox, linuxSurvivor(body), 200);
    }
    expect(await stillWorks(sandbox)).toBe(true);
  });

  function linuxSurvivor(body: number[][]): Uint8Array {
    return assemble({
      imports: [linuxSyscall],
      memory: { minimum: 1, maximum: 1 },
      functions: [{ body: [...body, syscall(linuxNumber.exitGroup, survived)] }],
      exports: { _start: 1 },
    });
  }
});

describe('the other imports of linux', () => {
  const others = linuxImports
    .filter(({ name }) => name !== 'syscall')
    .map(({ name, parameters }) => ({ name, parameters: Array.from({ length: parameters }, (): ValueType => 'i32') }));

  for (const { name, parameters } of others) {
    it(`${name} survives hostile arguments`, async () => {
      for (const value of values) {
        const bytes = assemble({
          imports: [linuxSyscall, { module: 'linux', name, parameters, results: ['i32'] }],
          memory: { minimum: 1, maximum: 1 },
          functions: [
            {
              body: [
                [...parameters.flatMap(() => op.i32(value)), ...op.call(1), ...op.drop],
                syscall(linuxNumber.exitGroup, survived),
              ],
            },
          ],
          exports: { _start: 2 },
        });
        const { status } = await runModule(sandbox, bytes);
        expect(status === survived || status > 125).toBe(true);
      }
      expect(await stillWorks(sandbox)).toBe(true);
    });
  }
});

describe('the wasi door', () => {
  for (const { name, parameters, returns } of wasiFunctions) {
    if (name === 'proc_exit') continue;
    it(`${name} survives hostile arguments`, { timeout: 60_000 }, async () => {
      const kinds: ValueType[] = [...parameters].map((letter) => (letter === 'I' ? 'i64' : 'i32'));
      const results: ValueType[] = returns ? ['i32'] : [];
      for (const first of [...values, 1, 4]) {
        const body: number[][] = [];
        for (const value of values) {
          const call = kinds.flatMap((kind, index) => {
            const argument = index === 0 ? first : value;
            return kind === 'i64' ? op.i64(BigInt(argument) << 31n) : op.i32(argument);
          });
          body.push([...call, ...op.call(0), ...(returns ? op.drop : [])]);
        }
        const bytes = assemble({
          imports: [
            { module: 'wasi_snapshot_preview1', name, parameters: kinds, results },
            { module: 'wasi_snapshot_preview1', name: 'proc_exit', parameters: ['i32'], results: [] },
          ],
          memory: { minimum: 1, maximum: 1 },
          functions: [{ body: [...body, [...op.i32(survived), ...op.call(1)]] }],
          exports: { _start: 2 },
        });
        const { status, timedOut } = await runModule(sandbox, bytes, 300);
        expect(timedOut || status === survived || status > 128).toBe(true);
      }
      expect(await stillWorks(sandbox)).toBe(true);
    });
  }
});
