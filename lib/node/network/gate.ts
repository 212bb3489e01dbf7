// What all connections of a sandbox share.

import type { Socket } from 'node:net';
import type { NetworkAuditEvent } from '../../api/network.js';
import type { GuestConnection } from '../../kernel/connection.js';
import type { Budget, Exhausted } from '../../network/budget.js';
import type { Cassette } from '../../network/cassette.js';
import type { HarLog } from '../../network/har.js';
import type { HeapAccount } from '../../network/heap-account.js';
import type { ResolvedNetwork } from '../../network/options.js';
import type { Policy } from '../../network/policy.js';
import type { SyntheticNames } from '../../network/synthetic-names.js';
import type { Recorder } from './cassettes.js';
import type { Dialled } from './dial.js';
import type { GuestStream, Meter } from './guest-stream.js';
import type { RequestTaker } from './http-server.js';
import type { Names } from './lookup.js';
import type { TlsContexts } from './tls.js';
import type { TurnShare } from './turn-share.js';

/** Milliseconds. */
export interface Timeouts {
  /** To connect, and for a handshake of TLS. */
  connectMs: number;
  /** For a name of the outside. */
  lookupMs: number;
  /** How long its addresses are kept. */
  keepNamesMs: number;
  /** From the first byte of a request's head to its last. */
  headMs: number;
  /** In which some of a request's body must come. */
  bodyMs: number;
  /** For an answer's head, and in which some of its body must come. */
  answerMs: number;
  /** In which the guest must take some of what waits for it. */
  stallMs: number;
  /** Between requests. */
  idleMs: number;
  /** For a guest that still sends after the end. */
  lingerMs: number;
  /** How often all of these are looked at. */
  tickMs: number;
}

export interface Gate extends Meter {
  /** Counts the bytes that are kept for the sandbox. */
  readonly account: HeapAccount;
  /** Its share of a turn of the event loop. */
  readonly share: TurnShare;
  readonly options: ResolvedNetwork;
  readonly policy: Policy;
  readonly synthetic: SyntheticNames;
  readonly names: Names;
  readonly budget: Budget;
  readonly contexts: TlsContexts;
  readonly log: HarLog;
  readonly cassette: Cassette | undefined;
  readonly recorder: Recorder | undefined;
  readonly timeouts: Readonly<Timeouts>;
  /** Connections to the outside are made only when a request needs one: something else may answer it. */
  readonly isLazy: boolean;
  /** Somebody is told of what is allowed, too. */
  readonly isAudited: boolean;
  /** `connection`: the one on whose account it was decided. */
  audit(event: Omit<NetworkAuditEvent, 'type'>, connection?: GuestConnection): void;
  /** One more request or TCP connection: what says no to it. `end` when it is over. */
  begin(): Exhausted | undefined;
  end(): void;
  dial(host: string, port: number, family: 0 | 4 | 6): Promise<Dialled>;
  track(socket: Socket): void;
  /** In the place of the socket it is made on. */
  trackTls(socket: Socket, plain: Socket): void;
  /** Gives a guest's stream to Node's HTTP parser, and what that finds to `session`. */
  serve(stream: GuestStream, session: RequestTaker): void;
}

/** Something that is open. */
export interface Open {
  /** Looks at its clocks. */
  tick(now: number): void;
  /** Ends it at once. */
  destroy(): void;
}
