// A guest without a kernel: its end of connections, as programs use theirs, and the host's end that a kernel makes.

import { EAGAIN, ECONNRESET, EPIPE } from '../../lib/abi/generated/errno.js';
import type { GuestConnection, NetworkProvider } from '../../lib/kernel/connection.js';
import { type TlsFields, tlsRequest } from './tls-request.js';

const ringBytes = 64 * 1024;

/** Bytes on their way, no more than a kernel holds. */
class Ring {
  readonly #bytes = Buffer.allocUnsafe(ringBytes);
  #first = 0;
  length = 0;
  isEnded = false;

  put(bytes: Uint8Array): number {
    const count = Math.min(bytes.length, ringBytes - this.length);
    const at = (this.#first + this.length) % ringBytes;
    const front = Math.min(count, ringBytes - at);
    this.#bytes.set(bytes.subarray(0, front), at);
    if (count > front) this.#bytes.set(bytes.subarray(front, count), 0);
    this.length += count;
    return count;
  }

  take(into: Uint8Array): number {
    const count = Math.min(into.length, this.length);
    const front = Math.min(count, ringBytes - this.#first);
    into.set(this.#bytes.subarray(this.#first, this.#first + front), 0);
    if (count > front) into.set(this.#bytes.subarray(0, count - front), front);
    this.#first = (this.#first + count) % ringBytes;
    this.length -= count;
    return count;
  }
}

/** What a guest's connect() has come to. */
export type Connected = 'accepted' | number;

export interface TlsAnswered {
  status: number;
  verifyCode: number;
  version: number;
  cipher: string;
  alpn: string;
  message: string;
  certificate: Buffer;
}

export class GuestSocket {
  readonly connected: Promise<Connected>;
  readonly host: GuestConnection;
  readonly #up = new Ring();
  readonly #down = new Ring();
  #waiters: (() => void)[] = [];
  #tls: Uint8Array | undefined;
  #tlsAnswer: Buffer | undefined;
  #isScheduled = false;
  /** The host's side has closed, and how. */
  closed: 'no' | 'closed' | 'reset' = 'no';
  /** How often it was said that the guest was denied something. */
  denials = 0;
  /** How many bytes were given back. */
  freed = 0;
  #isGone = false;

  constructor(target: GuestConnection['target']) {
    let decide: (connected: Connected) => void;
    this.connected = new Promise((resolve) => {
      decide = resolve;
    });
    const changed = () => this.#wake();
    this.host = {
      target,
      accept: () => decide('accepted'),
      refuse: (errno) => {
        this.closed = 'closed';
        decide(errno);
      },
      deny: () => {
        this.denials++;
      },
      read: (into) => {
        if (this.#tls !== undefined) return -EAGAIN;
        const count = this.#up.take(into);
        if (count > 0) changed();
        if (count > 0) return count;
        // As a kernel does: it is a reset where something was left unread.
        if (this.#isGone && this.#down.length > 0) return -ECONNRESET;
        return this.#isGone || this.#up.isEnded ? 0 : -EAGAIN;
      },
      write: (bytes) => {
        if (this.#tls !== undefined) return -EAGAIN;
        if (this.#isGone || this.closed !== 'no') return -EPIPE;
        if (bytes.length === 0) return 0;
        const count = this.#down.put(bytes);
        if (count > 0) changed();
        return count > 0 ? count : -EAGAIN;
      },
      // Whoever still has them finds out.
      free: (bytes) => {
        new Uint8Array(bytes.buffer).fill(0xdd);
        this.freed += bytes.length;
      },
      end: () => {
        this.#down.isEnded = true;
        changed();
      },
      close: (reset = false) => {
        if (this.closed === 'no') this.closed = reset ? 'reset' : 'closed';
        this.#down.isEnded = true;
        changed();
      },
      hasTlsRequest: () => this.#tls !== undefined,
      tlsRequest: () => this.#tls,
      answerTls: (answer) => {
        this.#tls = undefined;
        this.#tlsAnswer = Buffer.from(answer);
        changed();
      },
      onChange: () => {},
    };
  }

  /** Blocks as a program's write does. */
  async write(data: string | Uint8Array): Promise<void> {
    let bytes = Buffer.from(data as string, 'latin1');
    while (bytes.length > 0) {
      if (this.closed !== 'no') throw new Error('EPIPE');
      const count = this.#up.put(bytes);
      bytes = bytes.subarray(count);
      if (count > 0) this.#tell();
      if (bytes.length > 0) await this.#change();
    }
  }

  /** Blocks until there are bytes; empty: the end. A reset throws. */
  async read(): Promise<Buffer> {
    for (;;) {
      const into = Buffer.allocUnsafe(ringBytes);
      const count = this.#down.take(into);
      if (count > 0) {
        this.#tell();
        return into.subarray(0, count);
      }
      if (this.closed === 'reset') throw new Error('ECONNRESET');
      if (this.#down.isEnded) return Buffer.alloc(0);
      await this.#change();
    }
  }

  async readAll(): Promise<string> {
    const pieces: Buffer[] = [];
    for (let piece = await this.read(); piece.length > 0; piece = await this.read()) pieces.push(piece);
    this.end();
    return Buffer.concat(pieces).toString('latin1');
  }

  /** All up to that text, with it. */
  async readUntil(text: string): Promise<string> {
    let all = '';
    while (!all.includes(text)) {
      const piece = await this.read();
      if (piece.length === 0) return all;
      all += piece.toString('latin1');
    }
    return all;
  }

  /** shutdown(SHUT_WR). */
  end(): void {
    this.#up.isEnded = true;
    this.#tell();
  }

  /** close(), also of a process that is killed. */
  close(): void {
    this.#isGone = true;
    this.#tell();
  }

  async tls(request: TlsFields | Uint8Array): Promise<TlsAnswered> {
    this.#tls = request instanceof Uint8Array ? request : tlsRequest(request);
    this.#tell();
    while (this.#tlsAnswer === undefined) await this.#change();
    return readAnswer(this.#tlsAnswer);
  }

  #tell(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.host.onChange();
    });
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }
}

function readAnswer(bytes: Buffer): TlsAnswered {
  let at = 14;
  const text = (): string => {
    const length = bytes.readUInt16LE(at);
    at += 2 + length;
    return bytes.toString('utf8', at - length, at);
  };
  const [cipher, alpn, message] = [text(), text(), text()];
  return {
    status: bytes.readUInt32LE(4),
    verifyCode: bytes.readUInt32LE(8),
    version: bytes.readUInt16LE(12),
    cipher,
    alpn,
    message,
    certificate: bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at)),
  };
}

/** A guest in front of a gate. */
export class Guest {
  readonly #gate: NetworkProvider;

  constructor(gate: NetworkProvider) {
    this.#gate = gate;
  }

  /** What the resolver says, or the errno of connect(). */
  async resolve(name: string, family: 0 | 4 | 6 = 0): Promise<string | number> {
    return await this.ask(`${family} ${name}\n`);
  }

  async ask(question: string): Promise<string | number> {
    const socket = this.open({ kind: 'resolver' });
    const connected = await socket.connected;
    if (connected !== 'accepted') return connected;
    await socket.write(Buffer.from(question, 'utf8').toString('latin1'));
    return await socket.readAll();
  }

  open(target: GuestConnection['target']): GuestSocket {
    const socket = new GuestSocket(target);
    this.#gate.connect(socket.host);
    return socket;
  }

  /** As a program does: asks for the address of the name, and connects to it. */
  async connect(name: string, port: number, family: 0 | 4 | 6 = 0): Promise<GuestSocket> {
    const answer = await this.resolve(name, family);
    const address = typeof answer === 'string' ? /^ok\n(\S+)\n$/.exec(answer)?.[1] : undefined;
    if (address === undefined) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return await this.connectTo(address, port);
  }

  /** Throws where connect() fails. */
  async connectTo(address: string, port: number): Promise<GuestSocket> {
    const socket = this.open({ kind: 'inet', address, port });
    const connected = await socket.connected;
    if (connected !== 'accepted') throw new Error(`connect: errno ${connected}`);
    return socket;
  }

  /** One request on a connection of its own, to the end. */
  async request(name: string, port: number, text: string): Promise<string> {
    const socket = await this.connect(name, port);
    await socket.write(text);
    return await socket.readAll();
  }

  async secureRequest(name: string, port: number, text: string, fields: TlsFields = {}): Promise<string> {
    const socket = await this.connect(name, port);
    const answer = await socket.tls({ name, ...fields });
    if (answer.status !== 0) throw new Error(`TLS: ${answer.status} ${answer.verifyCode} ${answer.message}`);
    await socket.write(text);
    return await socket.readAll();
  }
}

/** A request that ends the connection. */
export const get = (host: string, path = '/', ...headers: string[]): string =>
  `${[`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`;
