// Reads the messages of an interpreter about the code that it runs: lines of JSON, each an object whose first key is its kind.
// wasm/python/lib/_wasmsand_session.py writes them, but so can any code that it runs. So a message is bounded before it is parsed, its form
// is checked, and its content is not trusted.

import type { MimeBundle, PythonError, PythonVariable } from '../api/python.js';
import { decode } from '../text/text.js';

/** The maximal bytes of a message, whatever `maxOutputBytes` is: parsing one blocks the event loop. */
export const longestMessage = 16 * 1024 * 1024;
/** The maximal number of values in a message: a million small ones take a second to parse, and 100 times their bytes. */
export const mostValues = 65_536;
/** The maximal depth of nested lists and dictionaries. */
const deepest = 64;

const kinds = ['stream', 'display', 'value', 'error', 'variables'] as const;
export type Kind = (typeof kinds)[number];

export interface Message {
  kind: Kind;
  /** The bytes of its line. */
  bytes: number;
  /** The message was too large to read, and has no other field. */
  isLost?: boolean;
  stream?: 'stdout' | 'stderr';
  text?: string;
  display?: MimeBundle;
  value?: MimeBundle;
  error?: PythonError;
  variables?: PythonVariable[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readError({ name, value, traceback }: Record<string, unknown>): PythonError {
  return { name: String(name), value: String(value), traceback: String(traceback) };
}

function readVariables(listed: unknown[]): PythonVariable[] {
  return listed
    .filter(isObject)
    .map(({ name, type, repr }) => ({ name: String(name), type: String(type), repr: String(repr) }));
}

/** A message without the fields that have a wrong form. */
function readMessage(kind: Kind, line: Uint8Array): Message {
  const said: unknown = JSON.parse(decode(line));
  const message: Message = { kind, bytes: line.length };
  if (!isObject(said)) return message;
  const content = said[kind];
  if (kind === 'stream') {
    if ((content === 'stdout' || content === 'stderr') && typeof said.text === 'string') {
      message.stream = content;
      message.text = said.text;
    }
  } else if (kind === 'variables') {
    if (Array.isArray(content)) message.variables = readVariables(content);
  } else if (isObject(content)) {
    if (kind === 'error') message.error = readError(content);
    else message[kind] = content;
  }
  return message;
}

const newline = 0x0a;
const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/** The marks that a value has at most: a comma behind it, and an opening bracket. */
const mostMarks = 2 * mostValues;

/** Counts values and depth of JSON as its bytes arrive. */
class Structure {
  #marks = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;

  /** False: the message has too many values or is too deep. */
  add(bytes: Uint8Array): boolean {
    for (const byte of bytes) {
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) this.#inText = false;
      } else if (byte === quote) {
        this.#inText = true;
      } else if (byte === openList || byte === openObject) {
        this.#marks++;
        if (++this.#depth > deepest) return false;
      } else if (byte === closeList || byte === closeObject) {
        this.#depth--;
      } else if (byte === comma) {
        this.#marks++;
      }
    }
    return this.#marks <= mostMarks;
  }
}

/** The kind of a message is within this many bytes of its beginning. */
const headBytes = 16;
/** The room that is kept from one message to the next. */
const usualRoom = 64 * 1024;

/** Splits pieces of bytes into messages, and parses the wanted ones. */
export class MessageReader {
  readonly #longest: number;
  readonly #isWanted: (kind: Kind) => boolean;
  // The received part of an unfinished line.
  #room = new Uint8Array(0);
  #length = 0;
  #structure = new Structure();
  #kind: Kind | undefined;
  /** The rest of an unwanted or too large message is skipped. */
  #isSkipped = false;
  #isLost = false;

  /** `longest`: bytes of a message. */
  constructor(longest: number, isWanted: (kind: Kind) => boolean) {
    this.#longest = longest;
    this.#isWanted = isWanted;
  }

  /** Bytes that are held for an unfinished line. */
  get heldBytes(): number {
    return this.#room.length;
  }

  /** Drops the unfinished line: there is no room for it. */
  lose(): void {
    this.#skip();
    this.#isLost = true;
  }

  /** The messages that end in a piece. Throws when the bytes are no messages. */
  *add(piece: Uint8Array): Generator<Message> {
    let begin = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, begin)) {
      const message = this.#end(piece.subarray(begin, end));
      begin = end + 1;
      if (message !== undefined) yield message;
    }
    this.#keep(piece.subarray(begin));
  }

  /** The rest of a line, up to its end. */
  #end(rest: Uint8Array): Message | undefined {
    if (this.#length > 0) this.#keep(rest);
    else this.#check(rest, rest);
    const line = this.#length > 0 ? this.#room.subarray(0, this.#length) : rest;
    if (!this.#isSkipped) this.#classify(line);
    const [kind, isLost, isSkipped] = [this.#kind, this.#isLost, this.#isSkipped];
    this.#length = 0;
    this.#structure = new Structure();
    this.#kind = undefined;
    this.#isLost = this.#isSkipped = false;
    if (kind === undefined) return undefined;
    try {
      if (isLost) return { kind, bytes: 0, isLost };
      return isSkipped ? undefined : readMessage(kind, line);
    } finally {
      if (this.#room.length > usualRoom) this.#room = new Uint8Array(0);
    }
  }

  #keep(bytes: Uint8Array): void {
    if (this.#isSkipped || bytes.length === 0) return;
    const length = this.#length + bytes.length;
    if (length > this.#longest) {
      this.#classify(this.#length > 0 ? this.#room.subarray(0, this.#length) : bytes);
      this.lose();
      return;
    }
    if (length > this.#room.length) {
      const room = new Uint8Array(Math.min(Math.max(2 * this.#room.length, length), this.#longest));
      room.set(this.#room.subarray(0, this.#length));
      this.#room = room;
    }
    this.#room.set(bytes, this.#length);
    this.#length = length;
    this.#check(bytes, this.#room.subarray(0, length));
  }

  /** `line`: the line so far, including `bytes`. */
  #check(bytes: Uint8Array, line: Uint8Array): void {
    if (this.#isSkipped) return;
    if (line.length >= headBytes) this.#classify(line);
    if (this.#isSkipped) return;
    if (line.length > this.#longest || !this.#structure.add(bytes)) {
      this.#classify(line);
      this.lose();
    }
  }

  #classify(line: Uint8Array): void {
    if (this.#kind !== undefined) return;
    const head = decode(line.subarray(0, headBytes));
    this.#kind = kinds.find((kind) => head.startsWith(`{"${kind}"`));
    if (this.#kind === undefined) throw new TypeError('it has said what is no message');
    if (!this.#isWanted(this.#kind)) this.#skip();
  }

  #skip(): void {
    this.#isSkipped = true;
    this.#length = 0;
    this.#room = new Uint8Array(0);
  }
}
