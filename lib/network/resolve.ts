// Answers questions of a guest's resolver.

import type { NetworkAuditEvent } from '../api/network.js';
import { canonicalAddress } from './address.js';
import { canonicalHost } from './host-name.js';
import type { Policy } from './policy.js';
import { parseQuestion, type ResolverAnswer } from './resolver-protocol.js';
import type { SyntheticNames } from './synthetic-names.js';

export interface ResolverParts {
  readonly policy: Policy;
  readonly synthetic: SyntheticNames;
  /** Asks the host's resolver. `undefined`: names are looked up only when a connection needs them. */
  readonly addressesOf: ((host: string, family: 0 | 4 | 6) => Promise<readonly string[] | LookupFailure>) | undefined;
  /** Connections go through a proxy, and the host itself may not know names of the outside. */
  readonly hasProxy: boolean;
}

export type LookupFailure = 'noname' | 'again' | 'fail';

export interface Resolved {
  readonly answer: ResolverAnswer;
  /** The decision; `undefined`: the line was not a valid question. */
  readonly event?: Omit<NetworkAuditEvent, 'type' | 'action'>;
}

/** Answers one line. The host's resolver is never asked about a name that is not allowed, or is denied. */
export async function resolve(line: string, parts: ResolverParts): Promise<Resolved> {
  const question = parseQuestion(line);
  if (question === undefined) return { answer: { error: 'fail' } };
  const host = canonicalHost(question.name);
  // The C library handles addresses itself, so text that reaches this point is none.
  if (host === undefined || canonicalAddress(host) !== undefined) {
    return refused(question.name.slice(0, 255), 'is no name of a host');
  }
  const verdict = parts.policy.judgeName(host);
  if (!verdict.allowed) return refused(host, verdict.reason);
  const found = await parts.addressesOf?.(host, question.family);
  if (typeof found === 'string' && !(found === 'noname' && parts.hasProxy)) {
    const reason = `no address (${found})`;
    return { answer: { error: found }, event: { allowed: true, host, code: 'E_NET_UNKNOWN_HOST', reason } };
  }
  const address = parts.synthetic.addressOf(host, question.family === 6 ? 6 : 4);
  if (address === undefined) return { answer: { error: 'again' } };
  return { answer: { addresses: [address] }, event: { allowed: true, host } };
}

function refused(host: string, reason: string): Resolved {
  return { answer: { error: 'noname' }, event: { allowed: false, host, code: 'E_NET_DENIED', reason } };
}
