// What the engine throws when a guest goes wrong, in the words of Unix.

import { signals } from '../abi/generated/signals.js';

// V8 tells traps apart by their message only.
const arithmetic = /divide|remainder|float unrepresentable/;

/** The signal a program on real hardware would have died of; `undefined` when it was not the program's doing. */
export function signalOfTrap(error: unknown): number | undefined {
  if (error instanceof WebAssembly.RuntimeError) {
    // Compilers emit `unreachable` where the program must not go on: the end of abort, a failed check.
    if (error.message.includes('unreachable')) return signals.SIGABRT;
    return arithmetic.test(error.message) ? signals.SIGFPE : signals.SIGSEGV;
  }
  // An exception of the guest that nobody caught.
  if (error instanceof WebAssembly.Exception) return signals.SIGABRT;
  if (error instanceof RangeError && error.message.includes('call stack')) return signals.SIGSEGV;
  return undefined;
}

/** For the standard error of the process. */
export function describeFailure(error: unknown): string {
  if (error instanceof WebAssembly.CompileError) return `not a valid program: ${error.message}`;
  if (error instanceof WebAssembly.LinkError) return `the program does not fit its imports: ${error.message}`;
  if (error instanceof RangeError) return `the host has no memory left for the program: ${error.message}`;
  return `the program could not go on: ${String(error)}`;
}
