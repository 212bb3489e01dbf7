// What the host and the session shell say to each other: wasm/shell/session/protocol.cc is the other side. Numbers are
// little-endian; text is a length and bytes; a request is its length and that many bytes; a reply is what one call of the
// shell sends, and begins with the kind of its request. The shell is a guest: what it sends is checked before it is believed.

import type { History, HistoryChange } from './session-history.js';
import { decode, encodeInto } from './text.js';

const Kind = { run: 1, complete: 2, restore: 3 } as const;

const numberBytes = 4;
const usualMessage = 256;
const noArguments = 0xffffffff;
const clearHistoryFlag = 1;
const endedFlag = 1;
const environmentFlag = 2;

/** Of one list: more than a shell that behaves has to say. */
const maximumItems = 200_000;
const maximumPid = 32768;

export interface RunRequest {
  command: string;
  /** Empty: where the session is. */
  cwd: string;
  /** `undefined`: the positional parameters stay as they are. */
  args: string[] | undefined;
  /** `NAME=value`, for this run only. */
  env: string[];
  /** `NAME=value`, exported from now on. */
  set: string[];
  clearHistory: boolean;
}

/** A background or stopped job of the session. */
export interface ReportedJob {
  number: number;
  pids: number[];
  command: string;
}

export interface RunReply {
  status: number;
  /** The shell has ended with this run. */
  ended: boolean;
  cwd: string;
  /** What is exported, when that has changed. */
  environment: string[] | undefined;
  /** Since the last report. */
  history: HistoryChange;
  jobs: ReportedJob[];
}

export interface CompletionReply {
  start: number;
  end: number;
  words: string[];
}

class Writer {
  #bytes = new Uint8Array(usualMessage);
  // The length of the message comes first.
  #length = numberBytes;

  byte(value: number): this {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
    return this;
  }

  number(value: number): this {
    this.#reserve(numberBytes);
    this.#put(this.#length, value);
    this.#length += numberBytes;
    return this;
  }

  text(value: string): this {
    this.#reserve(numberBytes + 3 * value.length);
    const begin = this.#length + numberBytes;
    const length = encodeInto(value, this.#bytes.subarray(begin));
    this.#put(this.#length, length);
    this.#length = begin + length;
    return this;
  }

  texts(values: string[]): this {
    this.number(values.length);
    for (const value of values) this.text(value);
    return this;
  }

  message(): Uint8Array {
    this.#put(0, this.#length - numberBytes);
    return this.#bytes.subarray(0, this.#length);
  }

  #put(at: number, value: number): void {
    new DataView(this.#bytes.buffer).setUint32(at, value, true);
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

// Reads on after a mistake, giving nothing: `finish` says whether there was one.
class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #failed = false;

  constructor(bytes: Uint8Array, kind: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.check(this.byte() === kind);
  }

  check(holds: boolean): void {
    if (!holds) this.#failed = true;
  }

  byte(): number {
    return this.#take(1) ? this.#view.getUint8(this.#at - 1) : 0;
  }

  number(smallest = 0, largest = 0xffffffff): number {
    const value = this.#take(numberBytes) ? this.#view.getUint32(this.#at - numberBytes, true) : 0;
    this.check(value >= smallest && value <= largest);
    return value;
  }

  text(): string {
    const length = this.number();
    return this.#take(length) ? decode(this.#bytes.subarray(this.#at - length, this.#at)) : '';
  }

  /** As a process gets its variables and paths: up to a NUL. */
  stringOfC(): string {
    const [whole = ''] = this.text().split('\0', 1);
    return whole;
  }

  /** Each item takes at least a number's bytes. */
  list<T>(item: () => T): T[] {
    const count = this.number(0, Math.min(maximumItems, (this.#bytes.length - this.#at) / numberBytes));
    const items: T[] = [];
    for (let left = count; left > 0 && !this.#failed; left--) items.push(item());
    return items;
  }

  finish<T>(value: T): T | undefined {
    return this.#failed || this.#at !== this.#bytes.length ? undefined : value;
  }

  #take(length: number): boolean {
    if (this.#failed || length > this.#bytes.length - this.#at) {
      this.#failed = true;
      return false;
    }
    this.#at += length;
    return true;
  }
}

export function encodeRun(request: RunRequest): Uint8Array {
  const writer = new Writer().byte(Kind.run).byte(request.clearHistory ? clearHistoryFlag : 0);
  writer.text(request.command).text(request.cwd);
  if (request.args === undefined) writer.number(noArguments);
  else writer.texts(request.args);
  return writer.texts(request.env).texts(request.set).message();
}

export function encodeComplete(line: string, cursor: number): Uint8Array {
  return new Writer().byte(Kind.complete).number(cursor).text(line).message();
}

/** What a new shell begins with: the history. There is no reply. */
export function encodeRestore(history: History): Uint8Array {
  return new Writer().byte(Kind.restore).number(history.first).texts(history.commands).message();
}

// What follows gives `undefined` for what is no such reply.

export function decodeRun(bytes: Uint8Array): RunReply | undefined {
  const reader = new Reader(bytes, Kind.run);
  const status = reader.number() & 0xff;
  const flags = reader.byte();
  return reader.finish({
    status,
    ended: (flags & endedFlag) !== 0,
    cwd: reader.stringOfC(),
    environment: (flags & environmentFlag) !== 0 ? reader.list(() => reader.stringOfC()) : undefined,
    history: {
      first: reader.number(),
      dropped: reader.number(),
      kept: reader.number(),
      added: reader.list(() => reader.text()),
    },
    jobs: reader.list(() => ({
      number: reader.number(1),
      command: reader.text(),
      pids: reader.list(() => reader.number(1, maximumPid)),
    })),
  });
}

/** `length`: of the line up to the cursor. */
export function decodeComplete(bytes: Uint8Array, length: number): CompletionReply | undefined {
  const reader = new Reader(bytes, Kind.complete);
  const start = reader.number(0, length);
  return reader.finish({ start, end: reader.number(start, length), words: reader.list(() => reader.text()) });
}
