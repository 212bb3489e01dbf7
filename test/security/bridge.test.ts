// What passes between a guest and the host's shims.

import { describe, expect, it, vi } from 'vitest';
import { type BridgeCalls, Follow, makeBridge } from '../../lib/guest/bridge.js';

describe('a process that is ended between a call and what was to follow it', () => {
  it('leaves that to nobody', () => {
    const after = new WebAssembly.Global({ value: 'i32', mutable: true }, 0);
    // The engine ends it where it looks for interrupts: in any function.
    const ended = new Error('ended');
    const syscall = vi.fn((): number => 7);
    syscall.mockImplementationOnce(() => {
      after.value = Follow.wait;
      throw ended;
    });
    const other = (): number => 0;
    const wait = vi.fn();
    const calls = {
      wait,
      takeSignal: other,
      signalWord: other,
      signalDone: other,
      signalLeft: other,
      newStack: other,
      linux: { syscall, init_stack: other, spawn: other, clone: other, fork: other, link: other },
      wasi: new Proxy({}, { get: () => other, has: () => true }),
    } as unknown as BridgeCalls;
    const bridge = makeBridge(calls, after);
    const call = bridge.linux.syscall as (...values: number[]) => number;
    expect(() => call(0, 0, 0, 0, 0, 0, 0)).toThrow(ended);
    bridge.forget();
    expect(call(0, 0, 0, 0, 0, 0, 0)).toBe(7);
    expect(syscall).toHaveBeenCalledTimes(2);
    expect(wait).not.toHaveBeenCalled();
  });
});
