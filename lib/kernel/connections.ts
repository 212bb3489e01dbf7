// Calls about connections between a sandbox's guests and the host.
// A negative number is an errno of Linux. Bytes are filled into arrays of the caller's: see kernel.ts.

export interface ConnectionCalls {
  /** Connects to what listens on a port of the sandbox's 127.0.0.1, or ::1. Returns the connection, > 0. -ECONNREFUSED; -EAGAIN: too many wait. */
  connectTo(port: number): number;
  /** Whether guests may ask for connections to the outside: event `connecting`. Else they get EACCES, as at first. */
  openGate(open: boolean): void;
  /** Fills in the address that a guest connects to, in numbers; nothing for the resolver. */
  connectionAddress(connection: number, into: Uint8Array): number;
  /** Accepts a connection of a guest (0) or refuses it, with an errno. Once. */
  concludeConnection(connection: number, errno: number): number;
  /** The run on whose behalf a guest has made it has met the limit `network`. */
  denyConnection(connection: number): number;
  /** How many bytes the guest has sent; 0: it sends no more. -EAGAIN: none now, event `connection` comes; -ECONNRESET: it has gone. */
  readConnection(connection: number, into: Uint8Array): number;
  /** How many bytes the guest's side has taken. -EAGAIN: none now, event `connection` comes; -EPIPE: it reads no more. */
  writeConnection(connection: number, bytes: Uint8Array): number;
  /** The guest reads to the end of what was written. */
  endConnection(connection: number): number;
  /** Forgets it; with `reset` the guest gets ECONNRESET. One that was not accepted is refused. */
  closeConnection(connection: number, reset: boolean): void;
  /** What a guest asks for with TLS_HOST; 0: nothing, or it was answered. `connection` says that there may be something. */
  tlsRequest(connection: number, into: Uint8Array): number;
  /** At most 64 KiB. */
  answerTls(connection: number, answer: Uint8Array): number;
}
