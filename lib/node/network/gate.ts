// The parts that all connections of a sandbox share: timeouts, policy, account and log.

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
  /** For a connection, and for a TLS handshake. */
  connectMs: number;
  /** For the resolution of a name. */
  lookupMs: number;
  /** How long resolved addresses are kept. */
  keepNamesMs: number;
  /** From the first to the last byte of a request's head. */
  headMs: number;
  /** Within this time some bytes of a request's body must arrive. */
  bodyMs: number;
  /** For the head of an answer, and within this time some bytes of its body must arrive. */
  answerMs: number;
  /** Within this time the guest must read some of its waiting bytes. */
  stallMs: number;
  /** Between two requests. */
  idleMs: number;
  /** For a guest that still sends after the end. */
  lingerMs: number;
  /** How often all these clocks are checked. */
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
  /** A connection to the outside is made only when a request needs it, since something else may answer the request. */
  readonly isLazy: boolean;
  /** Whether there is a listener for allowed decisions, too. */
  readonly isAudited: boolean;
  /** `connection`: the one that caused the decision. */
  audit(event: Omit<NetworkAuditEvent, 'type'>, connection?: GuestConnection): void;
  /** One more request or TCP connection: the reason to refuse it, or `end` to call when it is over. */
  begin(): Exhausted | undefined;
  end(): void;
  dial(host: string, port: number, family: 0 | 4 | 6): Promise<Dialled>;
  track(socket: Socket): void;
  /** Replaces the creation of the socket, for tests. */
  trackTls(socket: Socket, plain: Socket): void;
  /** Gives a guest's stream to Node's HTTP parser, and what that finds to `session`. */
  serve(stream: GuestStream, session: RequestTaker): void;
}

/** An open connection or request. */
export interface Open {
  /** Checks its clocks. */
  tick(now: number): void;
  /** Ends it at once. */
  destroy(): void;
}
