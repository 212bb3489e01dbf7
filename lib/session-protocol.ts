// What the host and the session shell say to each other: wasm/shell/session/protocol.cc is the other side. Numbers are
// little-endian; text is a length and bytes. The shell is a guest: what it sends is checked before it is believed.

import { SandboxError } from './errors.js';
import type { History, HistoryChange } from './session-history.js';

const Kind = { run: 1, complete: 2, park: 3, restore: 4 } as const;

const noArguments = 0xffffffff;
const clearHistoryFlag = 1;
const endedFlag = 1;
const environmentFlag = 2;

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
  readonly #pieces: Uint8Array[] = [];

  byte(value: number): this {
    this.#pieces.push(Uint8Array.of(value));
    return this;
  }

  number(value: number): this {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value, true);
    this.#pieces.push(bytes);
    return this;
  }

  text(value: string): this {
    const bytes = Buffer.from(value, 'utf8');
    this.number(bytes.length);
    this.#pieces.push(bytes);
    return this;
  }

  texts(values: string[]): this {
    this.number(values.length);
    for (const value of values) this.text(value);
    return this;
  }

  message(): Uint8Array {
    const body = Buffer.concat(this.#pieces);
    const whole = Buffer.allocUnsafe(4 + body.length);
    whole.writeUInt32LE(body.length, 0);
    body.copy(whole, 4);
    return whole;
  }
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.number() !== bytes.length - 4) this.#fail();
  }

  byte(): number {
    if (this.#at + 1 > this.#bytes.length) this.#fail();
    return this.#bytes.readUInt8(this.#at++);
  }

  number(): number {
    if (this.#at + 4 > this.#bytes.length) this.#fail();
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }

  text(): string {
    const length = this.number();
    if (length > this.#bytes.length - this.#at) this.#fail();
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }

  /** Each item takes at least four bytes: a count that cannot be true ends at the end of the message. */
  list<T>(item: () => T): T[] {
    const items: T[] = [];
    for (let left = this.number(); left > 0; left--) items.push(item());
    return items;
  }

  texts(): string[] {
    return this.list(() => this.text());
  }

  #fail(): never {
    throw new SandboxError('the session shell sent something that is no reply', { code: 'E_SESSION_REPLY' });
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

export function encodePark(): Uint8Array {
  return new Writer().byte(Kind.park).message();
}

/** What a new shell begins with: the script of a parked one, and the history. There is no reply. */
export function encodeRestore(script: string, history: History): Uint8Array {
  return new Writer().byte(Kind.restore).text(script).number(history.first).texts(history.commands).message();
}

/** A whole reply is a length and that many bytes. */
export function isComplete(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) <= bytes.length - 4;
}

export function decodeRun(bytes: Uint8Array): RunReply {
  const reader = new Reader(bytes);
  const status = reader.number() & 0xff;
  const flags = reader.byte();
  return {
    status,
    ended: (flags & endedFlag) !== 0,
    cwd: reader.text(),
    environment: (flags & environmentFlag) !== 0 ? reader.texts() : undefined,
    history: { first: reader.number(), dropped: reader.number(), kept: reader.number(), added: reader.texts() },
    jobs: reader.list(() => ({
      number: reader.number(),
      command: reader.text(),
      pids: reader.list(() => reader.number()),
    })),
  };
}

export function decodeComplete(bytes: Uint8Array): CompletionReply {
  const reader = new Reader(bytes);
  return { start: reader.number(), end: reader.number(), words: reader.texts() };
}

/** The script that makes a new shell what the parked one was. */
export function decodePark(bytes: Uint8Array): string {
  return new Reader(bytes).text();
}
