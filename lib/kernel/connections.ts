// Kernel calls about connections between a sandbox's guests and the host.
// A negative number is an errno of Linux. Bytes are filled into arrays of the caller's: see kernel.ts.

export interface ConnectionCalls {
  /**
   * Connects to a server on a port of the sandbox's 127.0.0.1 or ::1. Returns the connection, > 0. -ECONNREFUSED; -EAGAIN: its queue is
   * full.
   */
  connectTo(port: number): number;
  /** Whether guests may ask for connections to the outside: event `connecting`. Otherwise, and at first, they get EACCES. */
  openGate(open: boolean): void;
  /** Fills in the numeric address that a guest connects to; nothing for the resolver. */
  connectionAddress(connection: number, into: Uint8Array): number;
  /** Accepts a connection of a guest (0) or refuses it with an errno. Call it once. */
  concludeConnection(connection: number, errno: number): number;
  /** Reports that the run that made the connection has met the limit `network`. */
  denyConnection(connection: number): number;
  /** How many bytes the guest has sent; 0: it sends no more. -EAGAIN: none now, event `connection` follows; -ECONNRESET: it has closed. */
  readConnection(connection: number, into: Uint8Array): number;
  /** How many bytes the guest's side has taken. -EAGAIN: none now, event `connection` follows; -EPIPE: it reads no more. */
  writeConnection(connection: number, bytes: Uint8Array): number;
  /** Ends the bytes for the guest, which reads them to the end. */
  endConnection(connection: number): number;
  /** Drops the connection; with `reset` the guest gets ECONNRESET. A connection that was not accepted is refused. */
  closeConnection(connection: number, reset: boolean): void;
  /** A guest's TLS request (TLS_HOST); 0: none, or it was answered. Event `connection` says when there may be one. */
  tlsRequest(connection: number, into: Uint8Array): number;
  /** At most 64 KiB. */
  answerTls(connection: number, answer: Uint8Array): number;
}
