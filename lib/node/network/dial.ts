// Connects to the outside: resolves a name once, judges each of its addresses, and connects to one that was judged.

import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import * as errnos from '../../abi/generated/errno.js';
import { canonicalAddress } from '../../network/address.js';
import type { Policy, Verdict } from '../../network/policy.js';
import { DialError } from './dial-error.js';
import type { Names } from './lookup.js';
import { connectThrough, proxyFor, type TunnelOptions } from './proxy.js';

export interface Dialled {
  readonly socket: Socket;
  /** Undefined: a proxy resolves the name. */
  readonly address: string | undefined;
}

/** `timeoutMs` is for all addresses together. */
export interface DialOptions extends TunnelOptions {
  readonly policy: Policy;
  readonly names: Names;
  readonly proxy: boolean;
  /** The environment with the names of proxies. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const leastMsEach = 1_000;

const known = errnos as unknown as Readonly<Record<string, number | undefined>>;

export async function dial(host: string, port: number, family: 0 | 4 | 6, options: DialOptions): Promise<Dialled> {
  const proxy = options.proxy ? proxyFor(host, port, options.environment) : undefined;
  const found = await options.names.addressesOf(host, family);
  if (typeof found === 'string') {
    // Behind a proxy the host may know no names of the outside; the proxy does.
    if (proxy !== undefined) return { socket: await connectThrough(proxy, host, port, options), address: undefined };
    const errno = found === 'again' ? errnos.EAGAIN : errnos.EHOSTUNREACH;
    throw new DialError(errno, 'E_NET_UNKNOWN_HOST', `there is no address for ${host}`);
  }
  const { open, refused } = judged(found, options.policy);
  // A proxy chooses the address itself.
  if (open.length === 0 || (proxy !== undefined && refused !== undefined)) throw refused!;
  if (proxy !== undefined) return { socket: await connectThrough(proxy, host, port, options), address: open[0] };
  return await connectToOne(open, port, options);
}

function judged(addresses: readonly string[], policy: Policy): { open: string[]; refused?: DialError } {
  const open: string[] = [];
  let refused: DialError | undefined;
  for (const address of addresses) {
    const verdict = judgeAddress(address, policy);
    if (verdict.allowed) open.push(address);
    else refused = new DialError(errnos.EACCES, verdict.code, verdict.reason, address);
  }
  return { open, refused };
}

/** The host's own public addresses lead to it, as its loopback address does. */
function judgeAddress(address: string, policy: Policy): Verdict {
  const verdict = policy.judgeAddress(address);
  if (!verdict.allowed || policy.isOpened(address) || !ownAddresses().has(address)) return verdict;
  const reason = `${address} is an address of the host, and not in network.subnets.allow`;
  return { allowed: false, code: 'E_NET_ADDRESS', reason };
}

const ownMs = 1_000;
let own = { at: Number.NEGATIVE_INFINITY, addresses: new Set<string>() };

/**
 * Asking for the host's addresses takes longer than the rest of a connection, and many connections must not block the event loop with it.
 */
function ownAddresses(): ReadonlySet<string> {
  const now = performance.now();
  if (now - own.at > ownMs) own = { at: now, addresses: askForOwn() };
  return own.addresses;
}

function askForOwn(): Set<string> {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(all.map(({ address }) => canonicalAddress(address.split('%', 1)[0]!) ?? ''));
}

async function connectToOne(addresses: readonly string[], port: number, options: DialOptions): Promise<Dialled> {
  const end = performance.now() + options.timeoutMs;
  let last: unknown;
  for (const [at, address] of addresses.entries()) {
    const left = end - performance.now();
    const share = Math.max(left / (addresses.length - at), Math.min(leastMsEach, left));
    if (left <= 0) break;
    try {
      return { socket: await connectTo(address, port, share, options.track), address };
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

function connectTo(address: string, port: number, timeoutMs: number, track: DialOptions['track']): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true, allowHalfOpen: true });
    track(socket);
    const fail = (error: NodeJS.ErrnoException): void => {
      clearTimeout(timer);
      socket.destroy();
      const errno = known[error.code ?? ''] ?? errnos.ECONNREFUSED;
      const code = errno === errnos.ETIMEDOUT ? 'E_NET_TIMEOUT' : 'E_NET_UNREACHABLE';
      reject(new DialError(errno, code, `${address} port ${port}: ${error.code ?? error.message}`, address));
    };
    const timer = setTimeout(
      () => fail(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    ).unref();
    const closed = () => fail(Object.assign(new Error('closed'), { code: 'ECONNABORTED' }));
    socket.once('error', fail);
    socket.once('close', closed);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      socket.off('close', closed);
      resolve(socket);
    });
  });
}
