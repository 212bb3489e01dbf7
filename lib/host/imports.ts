// What a guest's module imports: shims that put their arguments into the block and make a native call without arguments.

import { Block } from './block.js';
import { wasiFunctions } from './generated/abi.js';
import type { WorkerNative } from './worker-native.js';

/** What happens after a call that cannot simply return. */
export interface Continuation {
  /** Of the memory when it was looked at last: empty once the guest has grown it. */
  readonly buffer: ArrayBuffer;
  /** Looks at the memory again. */
  memoryChanged(): void;
  /** Handles signals and exec. `restart`: issue the call again; otherwise its result, given the one it had. */
  follow(result: number): number | typeof restart;
  fork(): number;
  clone(functionIndex: number, argument: number): number;
}

export const restart = Symbol('restart');

export type ImportFunctions = Record<string, (...parameters: never[]) => number>;

export function linuxImports(native: WorkerNative, block: Int32Array, next: Continuation): ImportFunctions {
  const first = Block.arguments;
  return {
    syscall(n: number, a: number, b: number, c: number, d: number, e: number, f: number): number {
      for (;;) {
        if (next.buffer.byteLength === 0) next.memoryChanged();
        block[first] = n;
        block[first + 1] = a;
        block[first + 2] = b;
        block[first + 3] = c;
        block[first + 4] = d;
        block[first + 5] = e;
        block[first + 6] = f;
        native.syscall();
        const result = block[Block.result] as number;
        if (block[Block.after] === 0) return result;
        const followed = next.follow(result);
        if (followed !== restart) return followed;
      }
    },
    init_stack(pointer: number, length: number): number {
      if (next.buffer.byteLength === 0) next.memoryChanged();
      block[first] = pointer;
      block[first + 1] = length;
      native.initStack();
      return block[Block.result] as number;
    },
    spawn(request: number): number {
      for (;;) {
        if (next.buffer.byteLength === 0) next.memoryChanged();
        block[first] = request;
        native.spawn();
        const result = block[Block.result] as number;
        if (block[Block.after] === 0) return result;
        const followed = next.follow(result);
        if (followed !== restart) return followed;
      }
    },
    fork: () => next.fork(),
    clone: (functionIndex: number, argument: number) => next.clone(functionIndex, argument),
  };
}

/** All of preview 1, from the description of the ABI. Arguments take one 64-bit place each. */
export function wasiImports(native: WorkerNative, block: Int32Array, next: Continuation): ImportFunctions {
  const slots = new BigUint64Array(block.buffer, Block.wasiArguments * 4, 10);
  const imports: ImportFunctions = {};
  wasiFunctions.forEach(({ name, parameters }, index) => {
    const wide = [...parameters].map((letter) => letter === 'I');
    imports[name] = (...values: (number | bigint)[]): number => {
      if (next.buffer.byteLength === 0) next.memoryChanged();
      for (let i = 0; i < wide.length; i++) {
        if (wide[i]) {
          slots[i] = BigInt.asUintN(64, values[i] as bigint);
        } else {
          block[Block.wasiArguments + 2 * i] = values[i] as number;
          block[Block.wasiArguments + 2 * i + 1] = 0;
        }
      }
      block[Block.wasiFunction] = index;
      native.wasi();
      const result = block[Block.result] as number;
      if (block[Block.after] === 0) return result;
      // No call of preview 1 is issued again: its programs have no handlers.
      const followed = next.follow(result);
      return followed === restart ? result : followed;
    };
  });
  return imports;
}
