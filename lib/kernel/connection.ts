// The network as every platform has it: policy, names, messages and formats. Nothing here knows Node, and nothing here opens a socket.
// This file is what the kernel's side and the outside say to each other.

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
  /** How many bytes were taken; -EAGAIN: none now, `onChange` comes; -EPIPE: the guest reads no more. */
  write(bytes: Uint8Array): number;
  /** Nobody needs these bytes any more, nor any others in the same ArrayBuffer. */
  free(bytes: Uint8Array): void;
  /** No more bytes for the guest: it reads to the end. What it sends can still be read. */
  end(): void;
  /** Both directions are over; with `reset` the guest gets ECONNRESET. Idempotent. */
  close(reset?: boolean): void;
  /** Whether there is a TLS request that was not answered yet. */
  hasTlsRequest(): boolean;
  /** Its bytes. */
  tlsRequest(): Uint8Array | undefined;
  answerTls(answer: Uint8Array): void;
  /** Set by whoever has taken the connection: called, in a turn of the event loop, when any of the above may have something new to say. */
  onChange: () => void;
}

/** The way out of a sandbox. */
export interface SandboxNetwork extends NetworkProvider {
  /** Allows more, as `network.allow` does. Throws E_INVALID_OPTION. */
  allow(domains: string[]): void;
  /** What has happened, as a HAR (HTTP Archive 1.2). */
  har(): object;
  /** What was recorded is in its file. Rejects with E_NET_RECORD when something is not. */
  flushed(): Promise<void>;
}

/** What is outside of a sandbox, as a platform makes it. One for each sandbox. */
export interface NetworkProvider {
  /** Takes a connection. The resolver is one too. Synchronous; whatever it has to wait for it waits for itself. */
  connect(connection: GuestConnection): void;
  /** Everything that is open is closed, and nothing of it keeps the event loop alive. */
  close(): void;
}
