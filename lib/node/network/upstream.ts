// The server's side of a guest's connection: one client of undici over the socket that was judged.

import type { Socket } from 'node:net';
import type { Client, Dispatcher } from 'undici';
import type { HttpOrigin } from '../../network/request-form.js';
import { hostHeader } from '../../network/request-form.js';

export type UpstreamSocket = { readonly socket: Socket; readonly address: string | undefined };

export interface UpstreamOptions {
  readonly origin: HttpOrigin;
  /** The socket that is there already, for the first connection. */
  readonly first?: UpstreamSocket;
  /** Makes another one, to an address that is judged again. */
  readonly open: () => Promise<UpstreamSocket>;
  /** For the head of an answer, and for each next piece of its body. */
  readonly answerMs: number;
  readonly onDisconnect: (error: Error) => void;
}

/** undici says, too, when a request has been written, though its types do not. */
export type RequestHandler = Dispatcher.DispatchHandlers & { onRequestSent?: () => void };

const longestHead = 128 * 1024;
/** Answers before the answer (`103 Early Hints`): servers send one or two. */
export const mostHints = 16;
// The connection ends when the guest's or the server's side ends, not by a clock of the client's.
const farAway = 2 ** 30;

let loading: Promise<typeof Client> | undefined;

export function loadClient(): Promise<typeof Client> {
  loading ??= import('undici/lib/dispatcher/client.js').then((module) => module.default);
  return loading;
}

export class Upstream {
  readonly #client: Client;
  #first: UpstreamSocket | undefined;
  #socket: Socket | undefined;
  /** Of the connection that is there. */
  address: string | undefined;

  constructor(ClientClass: typeof Client, options: UpstreamOptions) {
    const { origin, first, open, answerMs, onDisconnect } = options;
    this.#first = first;
    this.address = first?.address;
    this.#client = new ClientClass(`${origin.scheme}://${hostHeader(origin)}`, {
      pipelining: 1,
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
      keepAliveTimeout: farAway,
      keepAliveMaxTimeout: farAway,
      maxHeaderSize: longestHead,
      strictContentLength: true,
      allowH2: false,
      connect: (_, callback) => {
        const ready = this.#first;
        this.#first = undefined;
        const opening = ready !== undefined && !ready.socket.destroyed ? Promise.resolve(ready) : open();
        opening.then(
          ({ socket, address }) => {
            this.address = address;
            this.#socket = socket;
            callback(null, socket);
          },
          (error: Error) => callback(error, null),
        );
      },
    });
    this.#client.on('disconnect', (_origin, _targets, error) => onDisconnect(error));
  }

  /** All that was written is the host's kernel's. */
  get isFlushed(): boolean {
    return (this.#socket?.writableLength ?? 0) === 0;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: RequestHandler): void {
    this.#client.dispatch(options, handler);
  }

  /** What is under way fails with the error. */
  destroy(error: Error): void {
    this.#first?.socket.destroy();
    void this.#client.destroy(error).catch(() => {});
  }
}
