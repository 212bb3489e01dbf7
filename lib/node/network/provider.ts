// The gate: the only way out of a sandbox on Node. It is closed until the options open it.

import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EADDRNOTAVAIL, ENETDOWN } from '../../abi/generated/errno.js';
import type { NetworkAuditEvent, NetworkErrorCode, NetworkSetting } from '../../api/network.js';
import type { GuestConnection, SandboxNetwork } from '../../kernel/connection.js';
import { Turnstile } from '../../machine/pacer.js';
import { Budget, type Exhausted } from '../../network/budget.js';
import type { Cassette } from '../../network/cassette.js';
import { type Har, HarLog } from '../../network/har.js';
import { HeapAccount } from '../../network/heap-account.js';
import { type ResolvedNetwork, readAllowed, resolveNetwork } from '../../network/options.js';
import { Policy } from '../../network/policy.js';
import { SyntheticNames } from '../../network/synthetic-names.js';
import { openCassette, Recorder } from './cassettes.js';
import { type Dialled, dial } from './dial.js';
import type { Gate, Open, Timeouts } from './gate.js';
import type { GuestStream } from './guest-stream.js';
import { HttpServer, type RequestTaker } from './http-server.js';
import { type LookupFunction, Names } from './lookup.js';
import { Outgoing } from './outgoing.js';
import { Resolution } from './resolver.js';
import { TlsContexts } from './tls.js';
import { TurnShare } from './turn-share.js';

export interface ProviderParts {
  /** Called with each decision, before the decision is carried out. */
  onAudit?: (event: NetworkAuditEvent) => void;
  /** Replaces the host's resolver, for tests. */
  lookup?: LookupFunction;
  /** Replaces the environment that names proxies, for tests. */
  environment?: Readonly<Record<string, string | undefined>>;
  timeouts?: Partial<Timeouts>;
  /** Replaces the account with its usual bounds, for tests. */
  account?: HeapAccount;
}

/** The gate of a sandbox. */
export interface GateProvider extends SandboxNetwork {
  /** The log of requests and answers. */
  har(): Har;
}

const seconds = 1000;
const defaultTimeouts: Timeouts = {
  connectMs: 30 * seconds,
  lookupMs: 15 * seconds,
  keepNamesMs: 5 * seconds,
  headMs: 60 * seconds,
  bodyMs: 60 * seconds,
  answerMs: 300 * seconds,
  stallMs: 600 * seconds,
  idleMs: 300 * seconds,
  lingerMs: 5 * seconds,
  tickMs: seconds,
};

/** Connections at the same time. */
const mostConnections = 256;
/** How many connections begin in one turn of the event loop. A guest could otherwise occupy it with as many as it may open. */
const dialsPerTurn = 4;

/** Errors that the options cause. Others would have happened without the options, too. */
const denials = new Set<NetworkErrorCode>([
  'E_NET_DENIED',
  'E_NET_ADDRESS',
  'E_NET_REPLAY',
  'E_NET_RECORD',
  'E_NET_REQUESTS',
  'E_NET_SENT_BYTES',
  'E_NET_RECEIVED_BYTES',
  'E_NET_TIME',
  'E_NET_CONCURRENCY',
]);

/** Throws E_INVALID_OPTION. */
export function createNetworkProvider(options: NetworkSetting | undefined, parts: ProviderParts = {}): GateProvider {
  return new NodeGate(resolveNetwork(options), parts);
}

class NodeGate implements Gate, GateProvider {
  readonly options: ResolvedNetwork;
  readonly policy: Policy;
  readonly synthetic = new SyntheticNames();
  readonly names: Names;
  readonly budget: Budget;
  readonly contexts: TlsContexts;
  readonly timeouts: Readonly<Timeouts>;
  readonly cassette: Cassette | undefined;
  readonly recorder: Recorder | undefined;
  readonly isLazy: boolean;
  readonly isAudited: boolean;
  readonly account: HeapAccount;
  readonly share = new TurnShare();
  readonly #parts: ProviderParts;
  readonly log: HarLog;
  readonly #server = new HttpServer();
  /** The addresses and the connections that they are for. */
  readonly #open = new Map<Open, GuestConnection>();
  readonly #sockets = new Set<Socket>();
  readonly #dials = new Turnstile({ nextTurn }, dialsPerTurn);
  #ticker: NodeJS.Timeout | undefined;
  #timeLeft: NodeJS.Timeout | undefined;
  #underWay = 0;
  #isClosed = false;

  constructor(options: ResolvedNetwork, parts: ProviderParts) {
    this.options = options;
    this.#parts = parts;
    this.account = parts.account ?? new HeapAccount();
    this.log = new HarLog(this.account);
    this.isAudited = parts.onAudit !== undefined;
    this.timeouts = { ...defaultTimeouts, ...parts.timeouts };
    this.policy = new Policy(options);
    this.names = new Names(options.hosts, parts.lookup, this.timeouts.keepNamesMs, this.timeouts.lookupMs);
    this.budget = new Budget(options.budget, () => performance.now());
    this.contexts = new TlsContexts(options.ca, this);
    this.cassette = options.replay === undefined ? undefined : openCassette(options.replay);
    const unrecorded = ({ message: reason }: Error) =>
      this.audit({ action: 'record', allowed: false, code: 'E_NET_RECORD', reason });
    this.recorder = options.record === undefined ? undefined : new Recorder(options.record, unrecorded);
    this.isLazy = this.cassette !== undefined || options.onRequest !== undefined;
  }

  connect(connection: GuestConnection): void {
    const { target } = connection;
    if (this.#isClosed || this.#open.size >= mostConnections) {
      connection.refuse(this.#isClosed ? ENETDOWN : EADDRNOTAVAIL);
      return;
    }
    // The connection may be over before its outcome is known.
    let made: Open | undefined;
    let isOver = false;
    const onEnd = (): void => {
      isOver = true;
      if (made !== undefined) this.#forget(made);
    };
    made =
      target.kind === 'resolver'
        ? new Resolution(this, connection, onEnd)
        : new Outgoing(this, connection, target.address, target.port, onEnd);
    if (isOver) return;
    this.#open.set(made, connection);
    this.#ticker ??= setInterval(() => this.#tick(), this.timeouts.tickMs).unref();
  }

  close(): void {
    this.#isClosed = true;
    for (const open of [...this.#open.keys()]) open.destroy();
    for (const socket of this.#sockets) socket.destroy();
    this.account.close();
    clearInterval(this.#ticker);
    clearTimeout(this.#timeLeft);
  }

  allow(domains: string[]): void {
    this.policy.allow(readAllowed(domains, 'allowNetwork'));
  }

  har(): Har {
    return this.log.toHar();
  }

  async flushed(): Promise<void> {
    await this.recorder?.flushed();
  }

  audit(event: Omit<NetworkAuditEvent, 'type'>, connection?: GuestConnection): void {
    if (!event.allowed && event.code !== undefined && denials.has(event.code)) connection?.deny();
    if (!this.isAudited) return;
    const known = Object.entries(event).filter(([, value]) => value !== undefined);
    try {
      this.#parts.onAudit?.({ type: 'network', ...Object.fromEntries(known) } as NetworkAuditEvent);
    } catch (error) {
      // A mistake of the host, which must not surface in the middle of a connection.
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  begin(): Exhausted | undefined {
    const spent = this.budget.begin();
    if (spent !== undefined || this.#underWay++ > 0) return spent;
    const left = this.budget.timeLeftMs();
    if (left < 2 ** 31) this.#timeLeft = setTimeout(() => this.#checkBudget(), Math.ceil(left) + 1).unref();
    return undefined;
  }

  end(): void {
    this.budget.end();
    if (--this.#underWay === 0) clearTimeout(this.#timeLeft);
  }

  addSent(bytes: number): void {
    this.budget.addSent(bytes);
    this.#checkBudget();
  }

  addReceived(bytes: number): void {
    this.budget.addReceived(bytes);
    this.#checkBudget();
  }

  async dial(host: string, port: number, family: 0 | 4 | 6): Promise<Dialled> {
    await this.#dials.pass();
    const { policy, names, options, timeouts } = this;
    return dial(host, port, family, {
      policy,
      names,
      proxy: options.proxy,
      timeoutMs: timeouts.connectMs,
      track: (socket) => this.track(socket),
      environment: this.#parts.environment ?? process.env,
    });
  }

  track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    if (this.#isClosed) socket.destroy();
  }

  trackTls(socket: Socket, plain: Socket): void {
    this.#sockets.delete(plain);
    this.track(socket);
  }

  serve(stream: GuestStream, session: RequestTaker): void {
    this.#server.serve(stream, session, this.policy.mayUpgrade(session.origin));
  }

  #forget(open: Open): void {
    this.#open.delete(open);
    if (this.#open.size > 0) return;
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }

  #tick(): void {
    const now = performance.now();
    for (const open of [...this.#open.keys()]) open.tick(now);
    this.account.retryAll();
  }

  #checkBudget(): void {
    const spent = this.budget.spent();
    if (spent === undefined || this.#open.size === 0) return;
    this.audit({ action: 'budget', allowed: false, ...spent });
    for (const [open, connection] of [...this.#open]) {
      connection.deny();
      open.destroy();
    }
  }
}
