// Decides about connections, requests and addresses, with the reason in words.

import type { NetworkErrorCode } from '../api/network.js';
import { classify, isNamed, isWithin } from './address.js';
import type { ResolvedNetwork, Rule } from './options.js';
import { RequestPath } from './path.js';
import {
  defaultPorts,
  forbids,
  formatUrl,
  matchesHost,
  type Origin,
  type Pattern,
  permits,
  permitsOrigin,
  type Scheme,
} from './pattern.js';
import type { SecretMatcher } from './secret-matcher.js';
import { secretsOf } from './secrets.js';

export type Verdict =
  | { readonly allowed: true; readonly rule?: Rule }
  | { readonly allowed: false; readonly code: NetworkErrorCode; readonly reason: string };

export interface JudgedRequest extends Origin {
  readonly scheme: 'http' | 'https';
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
}

const schemes: readonly Scheme[] = ['http', 'https', 'tcp'];
const yes: Verdict = { allowed: true };
const no = (reason: string, code: NetworkErrorCode = 'E_NET_DENIED'): Verdict => ({ allowed: false, code, reason });

export class Policy {
  readonly #options: ResolvedNetwork;
  readonly #allowed: Pattern[];
  /** For each secret, the rules that set it. */
  readonly #secrets = new Map<string, SecretMatcher | undefined>();

  constructor(options: ResolvedNetwork) {
    this.#options = options;
    this.#allowed = [...options.allow];
  }

  /** Patterns that `allowNetwork` adds to `network.allow`. */
  allow(patterns: readonly Pattern[]): void {
    this.#allowed.push(...patterns);
  }

  /** Whether nothing is allowed, so that no name resolves. */
  get isClosed(): boolean {
    return this.#options.rules.length === 0 && this.#allowed.length === 0;
  }

  /** Whether some request to that host is allowed and not denied. Otherwise the name must not be looked up. */
  judgeName(host: string): Verdict {
    const known = this.#permissions().filter((pattern) => matchesHost(pattern, host));
    if (known.length === 0) return this.#unmatched(host);
    let denied: Pattern | undefined;
    for (const permission of known) {
      denied = this.#deniedOf(permission, host);
      if (denied === undefined) return yes;
    }
    return no(`network.deny has '${denied!.source}'`);
  }

  /** A pattern that denies everything that a permission allows for a host. */
  #deniedOf({ scheme, port }: Pattern, host: string): Pattern | undefined {
    let denied: Pattern | undefined;
    for (const asked of scheme === undefined ? (['http', 'https'] as const) : [scheme]) {
      const usual = asked === 'tcp' ? undefined : defaultPorts[asked];
      const wanted = port ?? usual;
      denied = this.#options.deny.find((pattern) =>
        // For any port: some port is left, unless all are denied.
        wanted === 'any'
          ? (pattern.port === undefined || pattern.port === 'any') && forbids(pattern, { scheme: asked, host, port: 0 })
          : wanted !== undefined && forbids(pattern, { scheme: asked, host, port: wanted }),
      );
      if (denied === undefined) return undefined;
    }
    return denied;
  }

  /** Whether some request to that port is allowed, in whatever scheme. */
  judgeConnection(host: string, port: number): Verdict {
    let last: Verdict | undefined;
    for (const scheme of schemes) {
      const verdict = this.judgeOrigin({ scheme, host, port });
      if (verdict.allowed) return verdict;
      if (last === undefined || verdict.reason.startsWith('network.deny')) last = verdict;
    }
    return last!;
  }

  /** Whether some request of that scheme is allowed there; for TCP, whether a connection is. */
  judgeOrigin(origin: Origin): Verdict {
    const denied = this.#options.deny.find((pattern) => forbids(pattern, origin));
    if (denied !== undefined) return no(`network.deny has '${denied.source}'`);
    const permitted = this.#permissions().some((pattern) => permitsOrigin(pattern, origin));
    return permitted ? yes : this.#unmatched(formatUrl(origin, ''));
  }

  judgeRequest(request: JudgedRequest): Verdict {
    const { method } = request;
    const path = new RequestPath(request.target);
    const denied = this.#options.deny.find((pattern) => forbids(pattern, request, path));
    if (denied !== undefined) return no(`network.deny has '${denied.source}'`);
    if (method === 'CONNECT' || method === 'TRACE' || method === 'TRACK') return no(`${method} is never allowed`);
    const rule = this.#options.rules.find(({ match }) => permits(match, request, path));
    if (rule === undefined && !this.#allowed.some((pattern) => permits(pattern, request, path))) {
      return this.#unmatched(formatUrl(request, path.sent));
    }
    const methods = rule?.methods ?? this.#options.methods;
    if (methods !== undefined && !methods.has(method)) {
      return no(`${rule?.methods === undefined ? 'network' : rule.name}.methods does not have ${method}`);
    }
    return rule === undefined ? yes : { allowed: true, rule };
  }

  /** Whether the host may connect to that address, which a name stands for or the guest gave. */
  judgeAddress(address: string): Verdict {
    const { allow, deny } = this.#options.subnets;
    if (isWithin(address, deny)) return no(`${address} is in network.subnets.deny`, 'E_NET_ADDRESS');
    const kind = classify(address);
    if (kind === 'public') return yes;
    const opened = kind === 'metadata service' ? isNamed(address, allow) : isWithin(address, allow);
    return opened ? yes : no(`${address} is not public (${kind}), and not in network.subnets.allow`, 'E_NET_ADDRESS');
  }

  /** Whether `subnets.allow` has the address. */
  isOpened(address: string): boolean {
    return isWithin(address, this.#options.subnets.allow);
  }

  /** Whether a rule lets some request there upgrade to WebSocket. */
  mayUpgrade(origin: Origin): boolean {
    return this.#options.rules.some(({ match, websocket }) => websocket && permitsOrigin(match, origin));
  }

  /** The secrets that answers of that host must not contain. `undefined`: no rule sets headers there. */
  secretsOf(host: string): SecretMatcher | undefined {
    const rules = this.rulesWithHeaders(host);
    if (rules.length === 0) return undefined;
    const key = rules.map(({ name }) => name).join();
    if (this.#secrets.has(key)) return this.#secrets.get(key);
    const secrets = secretsOf(rules.flatMap(({ headers }) => headers));
    this.#secrets.set(key, secrets);
    return secrets;
  }

  /** The rules that set headers in some request to that host. */
  rulesWithHeaders(host: string): readonly Rule[] {
    const { rules } = this.#options;
    return rules.length === 0
      ? rules
      : rules.filter(({ match, headers }) => headers.length > 0 && matchesHost(match, host));
  }

  #permissions(): readonly Pattern[] {
    return [...this.#options.rules.map(({ match }) => match), ...this.#allowed];
  }

  #unmatched(what: string): Verdict {
    const permissions = this.#permissions();
    if (permissions.length === 0) return no('the network is denied (option network)');
    return no(`nothing in network.allow or network.rules matches ${what}`);
  }
}
