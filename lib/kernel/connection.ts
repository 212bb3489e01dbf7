// The interface between a kernel's connections and the outside. It is the same on every platform: nothing here knows Node or opens a
// socket.

/** The host's end of a connection that a guest opens to the outside. Calls never block and never throw. */
export interface GuestConnection {
  /** The destination: a numeric address and a port, or the resolver. */
  readonly target: { kind: 'inet'; address: string; port: number } | { kind: 'resolver' };
  /** Reports that the connection is made, or the errno of Linux why not. Call it once. Before that, nothing can be read or written. */
  accept(): void;
  refuse(errno: number): void;
  /** Notes for the run that opened the connection that something was denied. */
  deny(): void;
  /**
   * Fills `into` with bytes that the guest has sent. Returns how many; 0: the guest sends no more; -EAGAIN: none now, wait for `onChange`;
   * -ECONNRESET: the guest has closed.
   */
  read(into: Uint8Array): number;
  /** How many bytes were taken; -EAGAIN: none now, wait for `onChange`; -EPIPE: the guest reads no more. */
  write(bytes: Uint8Array): number;
  /** Nobody needs these bytes any more, nor others of the same ArrayBuffer. */
  free(bytes: Uint8Array): void;
  /** Ends the bytes for the guest, which reads them to the end. Bytes that the guest sends can still be read. */
  end(): void;
  /** Ends both directions; with `reset` the guest gets ECONNRESET. Idempotent. */
  close(reset?: boolean): void;
  /** Whether there is an unanswered TLS request. */
  hasTlsRequest(): boolean;
  /** The bytes of that request. */
  tlsRequest(): Uint8Array | undefined;
  answerTls(answer: Uint8Array): void;
  /** Set by the receiver of the connection. Called in a turn of the event loop when any of the above may have changed. */
  onChange: () => void;
}

/** A sandbox's access to the outside. */
export interface SandboxNetwork extends NetworkProvider {
  /** Allows more, as `network.allow` does. Throws E_INVALID_OPTION. */
  allow(domains: string[]): void;
  /** The requests and answers so far, as a HAR (HTTP Archive 1.2). */
  har(): object;
  /** Resolves when the recording is in its file. Rejects with E_NET_RECORD when some of it is not. */
  flushed(): Promise<void>;
}

/** The outside of a sandbox, as a platform implements it. One for each sandbox. */
export interface NetworkProvider {
  /** Receives a connection, which may be to the resolver. Synchronous; longer work goes on afterwards. */
  connect(connection: GuestConnection): void;
  /** Closes everything that is open. Nothing keeps the event loop alive afterwards. */
  close(): void;
}
