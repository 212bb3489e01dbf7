// Collects the outputs of a piece of code.

import type { MimeBundle, PythonError, PythonOutput } from '../api/python.js';
import type { Kind, Message } from './messages.js';

/**
 * The number of outputs that are always possible, and the bytes of `maxOutputBytes` that allow one more. Code can print single characters a
 * million times.
 */
const certainOutputs = 1024;
const bytesOfOutput = 64;
/** Pieces of a text are joined when there are this many. */
const joinedAtOnce = 1024;

/** Stands for an error that was too large to be sent. */
const untold: PythonError = { name: 'RuntimeError', value: 'the exception could not be told', traceback: '' };

/** A text output that continues, and its later pieces. */
class OpenText {
  readonly output: Extract<PythonOutput, { type: 'stream' }>;
  readonly #blocks: string[] = [];
  #pieces: string[] = [];

  constructor(output: OpenText['output']) {
    this.output = output;
  }

  add(text: string): void {
    if (this.#pieces.push(text) < joinedAtOnce) return;
    this.#blocks.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  close(): void {
    this.output.text += [...this.#blocks, ...this.#pieces].join('');
  }
}

export class Outputs {
  readonly longest: number;
  value: MimeBundle | undefined;
  error: PythonError | undefined;
  /** Whether something is missing. */
  truncated = false;
  readonly #outputs: PythonOutput[] = [];
  #open: OpenText | undefined;
  #room: number;
  #outputsLeft: number;
  #onOutput: ((output: PythonOutput) => void) | undefined;
  readonly #failed: (error: unknown) => void;

  /** `failed` is called with the error of `onOutput`, which is not called again. */
  constructor(room: number, onOutput: ((output: PythonOutput) => void) | undefined, failed: (error: unknown) => void) {
    this.longest = this.#room = room;
    this.#outputsLeft = certainOutputs + Math.floor(room / bytesOfOutput);
    this.#onOutput = onOutput;
    this.#failed = failed;
  }

  isWanted(kind: Kind): boolean {
    if (kind === 'variables') return false;
    return this.#room >= 0 || (kind !== 'stream' && kind !== 'display');
  }

  heard({ kind, bytes, isLost, stream, text, display, value, error }: Message): void {
    if (stream !== undefined && text !== undefined) this.#print(stream, text);
    if (display !== undefined && this.#hasRoom(bytes, 1)) this.#add({ type: 'display', data: display });
    if (value !== undefined) this.value = value;
    if (error !== undefined) this.error = error;
    if (isLost && kind === 'error') this.error = untold;
    if (isLost) this.truncated = true;
  }

  printed(text: string): void {
    this.#print('stdout', text);
  }

  /** All outputs, with their texts joined. */
  get all(): PythonOutput[] {
    this.#close();
    return this.#outputs;
  }

  #print(name: 'stdout' | 'stderr', text: string): void {
    if (text === '') return;
    const open = this.#open?.output.name === name ? this.#open : undefined;
    if (!this.#hasRoom(text.length, open === undefined ? 1 : 0)) return;
    if (open !== undefined) {
      open.add(text);
      this.#tell({ type: 'stream', name, text });
      return;
    }
    const output: OpenText['output'] = { type: 'stream', name, text };
    this.#add(output);
    this.#open = new OpenText(output);
  }

  #hasRoom(bytes: number, outputs: number): boolean {
    this.#room -= bytes;
    this.#outputsLeft -= outputs;
    if (this.#room >= 0 && this.#outputsLeft >= 0) return true;
    this.#room = -1;
    this.truncated = true;
    return false;
  }

  #add(output: PythonOutput): void {
    this.#close();
    this.#outputs.push(output);
    this.#tell({ ...output });
  }

  #close(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  #tell(output: PythonOutput): void {
    try {
      this.#onOutput?.(output);
    } catch (error) {
      this.#onOutput = undefined;
      this.#failed(error);
    }
  }
}
