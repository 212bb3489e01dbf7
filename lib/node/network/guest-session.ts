// The functions of a connection that a request on it needs.

import type { GuestConnection } from '../../kernel/connection.js';
import type { HttpOrigin } from '../../network/request-form.js';
import type { Upstream } from './upstream.js';

export interface GuestSession {
  readonly origin: HttpOrigin;
  /** What the server does with the connection is done to the guest's. */
  readonly isMirror: boolean;
  readonly connection: GuestConnection;
  /** Of the server, where it is known. */
  readonly address: string | undefined;
  /** The server's side of it: for `origin`, or for one that the host has put in its place. */
  upstream(origin: HttpOrigin): Promise<Upstream>;
  /** There is room for more of a body. */
  readOn(): void;
  /** Ends it when the guest has closed its socket, and what it had sent before has gone to the server. */
  leave(): void;
  /** After what is being answered no more requests are taken. */
  close(): void;
  /** The end of an answer that is not whole: with an error a reset, or else as a server that closes. */
  cutOff(error?: Error): void;
}
