// Programs that ask for one thing until they are refused it.

import { assemble, linuxSyscall, op } from '../security/assembler.js';

const exitGroup = 94;
/** Where programs have what they pass, and what they get. */
export const area = 2048;
/** A value that differs from one turn to the next. */
export const turn = Symbol('turn');
/** What the first call before the loop has answered. */
export const first = Symbol('first');
type Value = number | typeof turn | typeof first;

const locals = { answer: 0, turn: 1, first: 2 };

function call(number: number, ...values: Value[]): number[] {
  const push = (value: Value): number[] => {
    if (value === turn) return op.localGet(locals.turn);
    return value === first ? op.localGet(locals.first) : op.i32(value);
  };
  return [...op.i32(number), ...[...values, 0, 0, 0, 0, 0, 0].slice(0, 6).flatMap(push), ...op.call(0)];
}

export interface Asking {
  /** Bytes at `area`. */
  data?: Uint8Array;
  before?: [number, ...Value[]][];
  /** Stored at places beyond `area` in each turn. */
  store?: [number, Value][];
  /** The calls of a turn; the answer of the last one counts. */
  calls: [number, ...Value[]][];
  /** What its exit status is: the errno of the last refusal, 0 when there was none; or how many turns it has taken. */
  tells?: 'errno' | 'turns';
  /** How many turns it takes in all, refused or not; without this it ends with the first refusal. */
  turns?: number;
}

/** A program that ends after 100 000 turns at the latest. */
export function asking({
  data = new Uint8Array(),
  before = [],
  store = [],
  calls,
  tells = 'errno',
  turns,
}: Asking): Uint8Array {
  const value = (what: Value): number[] => (what === turn ? op.localGet(locals.turn) : op.i32(what as number));
  const { answer } = locals;
  const body = [
    ...before.map((one, i) => [...call(...one), ...(i === 0 ? op.localSet(locals.first) : op.drop)]),
    ...[op.block, op.loop],
    ...store.map(([at, what]) => [...op.i32(area + at), ...value(what), ...op.i32Store]),
    ...calls.map((one, i) => [...call(...one), ...(i === calls.length - 1 ? op.localSet(answer) : op.drop)]),
    [...op.localGet(locals.turn), ...op.i32(1), ...op.add, ...op.localSet(locals.turn)],
    turns === undefined ? [...op.localGet(answer), ...op.i32(31), ...op.shrU, ...op.brIf(1)] : [],
    [...op.localGet(locals.turn), ...op.i32(turns ?? 100_000), ...op.ne, ...op.brIf(0)],
    ...[op.end, op.end],
    op.i32(exitGroup),
    tells === 'turns'
      ? op.localGet(locals.turn)
      : [...op.i32(0), ...op.localGet(answer), ...op.sub, ...op.localGet(answer), ...op.i32(31), ...op.shrU, ...op.mul],
    [...[0, 0, 0, 0, 0].flatMap((zero) => op.i32(zero)), ...op.call(0), ...op.drop],
  ];
  return assemble({
    imports: [linuxSyscall],
    memory: { minimum: 1 },
    functions: [{ body, locals: 3 }],
    exports: { _start: 1 },
    data: [{ offset: area, bytes: data }],
  });
}
