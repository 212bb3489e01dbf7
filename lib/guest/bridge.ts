// Between a guest and our JavaScript: a small module, made here, whose functions the guest imports. Each makes its call by a plain
// function of JavaScript and returns at once when that is all. What else may follow, a wait, handlers of signals, the same call once
// more, is done in WebAssembly too: on a stack that can be switched no frame of JavaScript may stand between the guest that waits and
// the import that suspends it.
//
// One instance serves all processes of a worker.

import { linuxImports } from '../abi/generated/linux-imports.js';
import { wasiFunctions } from '../abi/generated/wasi.js';

/** What `after` says of a call: nothing, or what must happen before the guest goes on. */
export const Follow = { nothing: 0, signals: 2, wait: 4 } as const;
/** What `takeSignal` answers: the handlers are done with, one is to be called, the process is stopped, the call is to be made again. */
export const Taken = { none: 0, handler: 1, wait: 2, restart: 3 } as const;

/** What the bridge calls; numbers are 32 bits wide but for WASI's parameters of type `I`. */
export interface BridgeCalls {
  /** Returns when the process is to go on. */
  wait: unknown;
  /** Calls the guest's `__new_stack` with its argument: the guest's import of that name. */
  newStack: unknown;
  takeSignal(): number;
  /** The parameters of the handler, by number; the eighth is the frame, the ninth the slot of the guest. */
  signalWord(index: number): number;
  signalDone(frame: number): void;
  /** The handler was left by an exception. */
  signalLeft(): void;
  linux: Record<string, (...parameters: number[]) => number>;
  wasi: Record<string, (...parameters: (number | bigint)[]) => number>;
}

export interface Bridge {
  linux: WebAssembly.Exports;
  wasi: WebAssembly.Exports;
  /** `__signal_deliver` of each guest, by its slot. */
  table: WebAssembly.Table;
  /** A process has ended, perhaps between a call and what was to follow it: that is not the next one's. */
  forget(): void;
}

type Bytes = number[];

const i32 = 0x7f;
const i64 = 0x7e;
const empty = 0x40;
const op = {
  try: 0x06,
  rethrow: [0x09, 0],
  loop: [0x03, empty],
  if: [0x04, empty],
  end: 0x0b,
  branch: 0x0c,
  branchIf: 0x0d,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  catchAll: 0x19,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  constant: 0x41,
  isZero: 0x45,
  equal: 0x46,
  notEqual: 0x47,
};

function leb(value: number): Bytes {
  const bytes: Bytes = [];
  for (; value >= 0x80; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  return [...bytes, value];
}
const list = (entries: Bytes[]): Bytes => [...leb(entries.length), ...entries.flat()];
const section = (id: number, content: Bytes): Bytes => [id, ...leb(content.length), ...content];
const name = (text: string): Bytes => list([...text].map((letter) => [letter.charCodeAt(0)]));
const functionType = (parameters: Bytes, results: Bytes): Bytes => [
  0x60,
  ...leb(parameters.length),
  ...parameters,
  ...leb(results.length),
  ...results,
];
/** Constants here are small and not negative. */
const constant = (value: number): Bytes => [op.constant, value];
const parametersFrom = (count: number): Bytes => Array.from({ length: count }, (_, i) => [op.localGet, i]).flat();

interface Forwarded {
  door: 'linux' | 'wasi';
  name: string;
  parameters: Bytes;
  returns: boolean;
  /** Whether a handler can make the call begin anew. */
  restarts: boolean;
}

const forwarded: Forwarded[] = [
  ...linuxImports
    .filter(({ within }) => !within)
    .map(
      ({ name: called, parameters, restarts }): Forwarded => ({
        door: 'linux',
        name: called,
        parameters: Array.from({ length: parameters }, () => i32),
        returns: true,
        restarts,
      }),
    ),
  // Programs of preview 1 have no handlers.
  ...wasiFunctions.map(
    ({ name: called, parameters, returns }): Forwarded => ({
      door: 'wasi',
      name: called,
      parameters: [...parameters].map((letter) => (letter === 'I' ? i64 : i32)),
      returns,
      restarts: false,
    }),
  ),
];

const handlerParameters = 7;
const ownTypes: Record<string, Bytes> = {
  nothing: functionType([], []),
  answer: functionType([], [i32]),
  word: functionType([i32], [i32]),
  take: functionType([i32], []),
  handler: functionType(
    Array.from({ length: handlerParameters }, () => i32),
    [],
  ),
};
const ownTypeNames = Object.keys(ownTypes);
const type = (of: string): number => ownTypeNames.indexOf(of);

const ownImports = [
  ['wait', 'nothing'],
  ['takeSignal', 'answer'],
  ['signalWord', 'word'],
  ['signalDone', 'take'],
  ['signalLeft', 'nothing'],
  ['newStack', 'word'],
] as const;
const imported = (of: string): number => ownImports.findIndex(([called]) => called === of);
const importedFunctions = ownImports.length + forwarded.length;
const followFunction = importedFunctions;
const newStackFunction = followFunction + 1;

const answerOf = { done: 0, again: 1, restart: 2 };

/** Does what `after` says. Returns whether the call is to be asked again because it waited, or made again. */
function follow(): Bytes {
  const [taken, frame] = [0, 1];
  return [
    ...[op.globalGet, 0, ...constant(Follow.wait), op.equal],
    ...op.if,
    ...[...constant(Follow.nothing), op.globalSet, 0],
    ...[op.call, imported('wait')],
    ...[...constant(answerOf.again), op.return],
    op.end,
    ...[...constant(Follow.nothing), op.globalSet, 0],
    ...op.loop,
    ...[op.call, imported('takeSignal'), op.localTee, taken],
    ...[...constant(Taken.handler), op.equal],
    ...op.if,
    ...[...constant(handlerParameters), op.call, imported('signalWord'), op.localSet, frame],
    ...[op.try, empty],
    ...Array.from({ length: handlerParameters + 1 }, (_, i) => [
      ...constant(i === handlerParameters ? i + 1 : i),
      op.call,
      imported('signalWord'),
    ]).flat(),
    ...[op.callIndirect, type('handler'), 0],
    op.catchAll,
    ...[op.call, imported('signalLeft')],
    ...op.rethrow,
    op.end,
    ...[op.localGet, frame, op.call, imported('signalDone')],
    ...[op.branch, 1],
    op.end,
    ...[op.localGet, taken, ...constant(Taken.wait), op.equal],
    ...op.if,
    ...[op.call, imported('wait'), op.branch, 1],
    op.end,
    op.end,
    ...[...constant(answerOf.restart), ...constant(answerOf.done)],
    ...[op.localGet, taken, ...constant(Taken.restart), op.equal],
    0x1b, // select
    op.end,
  ];
}

function forward({ parameters, returns, restarts }: Forwarded, index: number): Bytes {
  const result = parameters.length;
  return [
    ...op.loop,
    ...[...parametersFrom(parameters.length), op.call, ...leb(ownImports.length + index)],
    ...(returns ? [op.localSet, result] : []),
    ...[op.globalGet, 0, op.isZero],
    ...op.if,
    ...(returns ? [op.localGet, result] : []),
    op.return,
    op.end,
    ...[op.call, ...leb(followFunction)],
    ...(restarts ? [] : [...constant(answerOf.again), op.equal]),
    ...[op.branchIf, 0],
    op.end,
    ...(returns ? [op.localGet, result] : []),
    op.end,
  ];
}

const body = (locals: number, code: Bytes): Bytes => {
  const content = [...(locals > 0 ? [1, locals, i32] : [0]), ...code];
  return [...leb(content.length), ...content];
};

function encode(): Uint8Array {
  const types = [
    ...Object.values(ownTypes),
    ...forwarded.map(({ parameters, returns }) => functionType(parameters, returns ? [i32] : [])),
  ];
  const typeOf = (index: number): Bytes => leb(ownTypeNames.length + index);
  const imports = [
    ...ownImports.map(([called, of]) => [...name('host'), ...name(called), 0, type(of)]),
    ...forwarded.map(({ door, name: called }, i) => [...name(door), ...name(called), 0, ...typeOf(i)]),
    [...name('host'), ...name('after'), 3, i32, 1],
    [...name('host'), ...name('table'), 1, 0x70, 0, 0],
  ];
  const firstForward = newStackFunction + 1;
  const exported = [
    ...forwarded.map(({ door, name: called }, i) => ({ door, called, index: firstForward + i })),
    { door: 'linux', called: 'new_stack', index: newStackFunction },
  ];
  const module = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list(imports)),
    ...section(3, list([[type('answer')], [type('word')], ...forwarded.map((_, i) => typeOf(i))])),
    ...section(7, list(exported.map(({ door, called, index }) => [...name(`${door}.${called}`), 0, ...leb(index)]))),
    ...section(
      10,
      list([
        body(2, follow()),
        body(0, [op.localGet, 0, op.call, imported('newStack'), op.end]),
        ...forwarded.map((call, i) => body(call.returns ? 1 : 0, forward(call, i))),
      ]),
    ),
  ];
  return Uint8Array.from(module);
}

/** `after`: a mutable i32 in which the calls put what follows them (`Follow`). */
export function makeBridge(calls: BridgeCalls, after: WebAssembly.Global): Bridge {
  const table = new WebAssembly.Table({ element: 'anyfunc', initial: 16 });
  const { linux, wasi, ...host } = calls;
  const module = new WebAssembly.Module(encode().buffer as ArrayBuffer);
  const { exports } = new WebAssembly.Instance(module, { host: { ...host, after, table }, linux, wasi });
  const doors = { linux: {} as WebAssembly.Exports, wasi: {} as WebAssembly.Exports };
  for (const { door, name: called } of forwarded) doors[door][called] = exports[`${door}.${called}`];
  doors.linux.new_stack = exports['linux.new_stack'];
  const forget = (): void => {
    after.value = Follow.nothing;
  };
  return { ...doors, table, forget };
}
