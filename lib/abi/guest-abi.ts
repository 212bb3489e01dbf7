// The guest's two doors as a kernel in TypeScript reads them: the arguments of a call by their names.

import type { ArgumentDescription, ArgumentType, CallDescription } from './descriptions.js';
import { argumentKinds } from './generated/argument-kinds.js';
import { type LinuxArguments, linuxCalls, type WasiArguments, wasiCalls } from './generated/calls.js';

type Decoded<Calls> = {
  [Name in keyof Calls & string]: {
    readonly name: Name;
    readonly arguments: Calls[Name];
    readonly description: CallDescription<keyof Calls & string>;
  };
}[keyof Calls & string];

/** A call by name; `name` tells what `arguments` has. */
export type LinuxCall = Decoded<LinuxArguments>;
export type WasiCall = Decoded<WasiArguments>;

const joined = (low: number, high: number): bigint =>
  BigInt.asIntN(64, (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0));

function fromWords(type: ArgumentType, words: ArrayLike<number>, slot: number): number | bigint {
  const word = words[slot] ?? 0;
  const next = words[slot + 1] ?? 0;
  switch (type) {
    case 'i32':
      return word | 0;
    case 'u32':
      return word >>> 0;
    case 'i64-high-first':
      return joined(next, word);
    default:
      return joined(word, next);
  }
}

function fromWide(type: ArgumentType, value: bigint): number | bigint {
  switch (type) {
    case 'i32':
      return Number(BigInt.asIntN(32, value));
    case 'u32':
      return Number(BigInt.asUintN(32, value));
    case 's64':
      return BigInt.asIntN(64, value);
    default:
      return BigInt.asUintN(64, value);
  }
}

function decode<Calls>(
  description: CallDescription<keyof Calls & string>,
  value: (argument: ArgumentDescription) => number | bigint,
): Decoded<Calls> {
  const values = description.arguments.map((argument) => [argument.name, value(argument)]);
  // The generated types say the same as the descriptions.
  return { name: description.name, arguments: Object.fromEntries(values), description } as Decoded<Calls>;
}

/** The call `syscall(number, …words)`; `undefined`: nobody has that number, ENOSYS. */
export function decodeLinuxCall(number: number, words: ArrayLike<number>): LinuxCall | undefined {
  const description = linuxCalls.get(number);
  if (description === undefined) return undefined;
  return decode<LinuxArguments>(description, ({ kind, slot }) => fromWords(argumentKinds[kind], words, slot));
}

/** The function of that index in `wasiFunctions`, with a value for each parameter. */
export function decodeWasiCall(index: number, values: ArrayLike<bigint>): WasiCall | undefined {
  const description = wasiCalls[index];
  if (description === undefined) return undefined;
  return decode<WasiArguments>(description, ({ kind, slot }) => fromWide(argumentKinds[kind], values[slot] ?? 0n));
}
