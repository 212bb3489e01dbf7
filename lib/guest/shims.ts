// The calls of a guest, as the bridge makes them: shims that put their arguments into the block and make a native call without
// arguments.

import { After, Block } from '../abi/generated/guest-block.js';
import { wasiFunctions } from '../abi/generated/wasi.js';
import { type BridgeCalls, Follow } from './bridge.js';
import type { Guest } from './guest.js';
import type { WorkerNative } from './worker-native.js';

/** Who calls, and where what follows a call is said. */
export interface Caller {
  /** The process that runs now. */
  guest: Guest;
  /** The bridge's. */
  after: WebAssembly.Global;
}

/** What a call returns that has more to it than its result. */
function followed(block: Int32Array, caller: Caller): number {
  const follow = block[Block.after] as number;
  if (follow === After.exec) return execute(caller);
  caller.after.value = follow;
  return block[Block.result] as number;
}

function execute({ guest, after }: Caller): number {
  const result = guest.exec();
  if (result === undefined) after.value = Follow.wait;
  return result ?? 0;
}

export function linuxCalls(native: WorkerNative, block: Int32Array, caller: Caller): BridgeCalls['linux'] {
  const first = Block.arguments;
  const finish = (): number =>
    block[Block.after] === After.resume ? (block[Block.result] as number) : followed(block, caller);
  return {
    syscall(n, a, b, c, d, e, f): number {
      if (caller.guest.executing) return execute(caller);
      if (caller.guest.buffer.byteLength === 0) caller.guest.memoryChanged();
      block[first] = n as number;
      block[first + 1] = a as number;
      block[first + 2] = b as number;
      block[first + 3] = c as number;
      block[first + 4] = d as number;
      block[first + 5] = e as number;
      block[first + 6] = f as number;
      native.syscall();
      return finish();
    },
    init_stack(pointer, length): number {
      if (caller.guest.buffer.byteLength === 0) caller.guest.memoryChanged();
      block[first] = pointer as number;
      block[first + 1] = length as number;
      native.initStack();
      return finish();
    },
    spawn(request): number {
      if (caller.guest.buffer.byteLength === 0) caller.guest.memoryChanged();
      block[first] = request as number;
      native.spawn();
      return finish();
    },
    link(request): number {
      if (caller.guest.buffer.byteLength === 0) caller.guest.memoryChanged();
      return caller.guest.link(request as number);
    },
    clone(functionIndex, argument): number {
      const result = caller.guest.clone(functionIndex as number, argument as number);
      return block[Block.after] === After.resume ? result : followed(block, caller);
    },
    fork(): number {
      const { result, follow } = caller.guest.fork();
      caller.after.value = follow;
      return result;
    },
  };
}

/** All of preview 1, from the description of the ABI. Arguments take one 64-bit place each. */
export function wasiCalls(native: WorkerNative, block: Int32Array, caller: Caller): BridgeCalls['wasi'] {
  const slots = new BigUint64Array(block.buffer, Block.wasiArguments * 4, 10);
  const calls: BridgeCalls['wasi'] = {};
  wasiFunctions.forEach(({ name, parameters }, index) => {
    const wide = [...parameters].map((letter) => letter === 'I');
    calls[name] = (...values): number => {
      if (caller.guest.buffer.byteLength === 0) caller.guest.memoryChanged();
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
      return block[Block.after] === After.resume ? (block[Block.result] as number) : followed(block, caller);
    };
  });
  return calls;
}
