// Passes bytes in both directions, for patterns with tcp://.

import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { Gate, Open } from './gate.js';
import type { GuestStream } from './guest-stream.js';

export class TcpSession implements Open {
  readonly #gate: Gate;
  readonly #stream: GuestStream;
  readonly #socket: Socket;

  constructor(gate: Gate, stream: GuestStream, socket: Socket, onEnd: () => void) {
    this.#gate = gate;
    this.#stream = stream;
    this.#socket = socket;
    let left = 2;
    const over = (error?: Error | null): void => {
      // Each direction may end separately; an error ends both.
      if (error != null) this.#end(error);
      if (--left === 0) onEnd();
    };
    pipeline(stream, socket, over);
    pipeline(socket, stream, over);
  }

  tick(now: number): void {
    // Whatever it has sent goes on, and then there is nobody for what the server says.
    if (this.#stream.readableEnded && this.#stream.isForsaken && this.#socket.writableFinished) {
      this.#end(new Error('the guest has closed the connection'));
      return;
    }
    const isStalled = this.#stream.writableLength > 0 && now - this.#stream.lastWritten > this.#gate.timeouts.stallMs;
    if (isStalled) this.#end(new Error('the guest takes nothing of what it is sent'));
  }

  destroy(): void {
    this.#end(new Error('the gate is closed'));
  }

  #end(error: Error): void {
    this.#stream.destroy(error);
    this.#socket.destroy();
  }
}
