// `network.onRequest`: a guest's request as one of fetch's, and back.

import { Readable } from 'node:stream';
import type { NetworkOptions } from '../../api/network.js';
import type { RawHeaders } from '../../network/cassette.js';
import type { InspectedBody } from './guest-body.js';

export type Decided =
  | { readonly kind: 'pass' }
  | { readonly kind: 'deny'; readonly reason: string }
  | { readonly kind: 'answer'; readonly response: Response }
  | { readonly kind: 'rewrite'; readonly request: Request };

export async function ask(
  onRequest: NonNullable<NetworkOptions['onRequest']>,
  url: string,
  method: string,
  headers: readonly string[],
  body: InspectedBody | undefined,
): Promise<Decided> {
  try {
    const pairs: [string, string][] = [];
    for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at]!, headers[at + 1]!]);
    // Fetch has no body for these.
    const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
    const init = hasBody ? { body: body.stream(), duplex: 'half' as const } : {};
    const decision: unknown = await onRequest(new Request(url, { method, headers: pairs, ...init }));
    if (decision === undefined) return { kind: 'pass' };
    if (decision instanceof Response) return { kind: 'answer', response: decision };
    if (decision instanceof Request) return { kind: 'rewrite', request: decision };
    const { action, reason } = (decision ?? {}) as { action?: unknown; reason?: unknown };
    if (action === 'deny') return { kind: 'deny', reason: typeof reason === 'string' ? reason : 'network.onRequest' };
    return { kind: 'deny', reason: 'network.onRequest has decided something that is no decision' };
  } catch (error) {
    // What it says may be of the host: the guest is not told.
    void error;
    return { kind: 'deny', reason: 'network.onRequest has failed' };
  }
}

/** Names that frame the message are left to whoever sends it. */
const framing = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

export function rewrittenHeaders(request: Request): string[] {
  return [...request.headers].filter(([name]) => !framing.has(name)).flat();
}

export function answerHeaders(response: Response): RawHeaders {
  const cookies = response.headers.getSetCookie().map((value) => ['set-cookie', value] as const);
  const rest = [...response.headers].filter(([name]) => !framing.has(name) && name !== 'set-cookie');
  return [...rest, ...cookies];
}

export function webBody(body: ReadableStream<Uint8Array> | null): Readable | undefined {
  return body === null ? undefined : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
}
