// What the descriptions in lib/abi/generated are made of.

import type { argumentKinds } from './generated/argument-kinds.js';

export interface ValueSet {
  readonly kind: 'flags' | 'enum';
  readonly values: Readonly<Record<string, number>>;
}

/** A layout in guest memory. `at`: a place in the view. */
export interface Struct<Value> {
  readonly size: number;
  /** Where each field begins. */
  readonly offsets: Readonly<Record<keyof Value, number>>;
  read(view: DataView, at: number): Value;
  write(view: DataView, at: number, value: Value): void;
}

/** How a value travels. Those of 64 bits take two words at the door `linux`, the low one first, and one at that of WASI. */
export type ArgumentType = (typeof argumentKinds)[keyof typeof argumentKinds];

export interface ArgumentDescription {
  readonly name: string;
  readonly kind: keyof typeof argumentKinds;
  /** The first word it takes. */
  readonly slot: number;
  /** Of `flags` and `enum`: the set. Of `in`, `out` and `inout`: the struct or integer at the address. Of a buffer: its length. */
  readonly parameter?: string;
}

export interface CallDescription<Name extends string> {
  readonly name: Name;
  readonly arguments: readonly ArgumentDescription[];
  /** Interrupted by a signal, it is issued again when all handlers that ran had SA_RESTART. */
  readonly restart?: boolean;
  /** The errno that is all it ever answers. */
  readonly refusal?: number;
}
