// Decides whether the gate can send a parsed request on, and in which form.

import type { NetworkErrorCode } from '../api/network.js';
import { canonicalHost } from './host-name.js';
import { defaultPorts } from './pattern.js';
import { headerOf, type RequestHead } from './request-head.js';

/** The destination of the connection. */
export interface HttpOrigin {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
}

export interface RequestForm {
  readonly method: string;
  /** Path and query, in origin form. */
  readonly target: string;
  /** Header pairs as they came, without those that concern one connection only. */
  readonly headers: string[];
  readonly hasBody: boolean;
}

/** Why a request is not sent, and how it is answered. */
export interface Refusal {
  readonly status: number;
  readonly code: NetworkErrorCode;
  readonly reason: string;
}

const bad = (reason: string, status = 400, code: NetworkErrorCode = 'E_NET_MALFORMED'): Refusal => ({
  status,
  code,
  reason,
});

/** Servers accept 8 or 16 KiB. */
const longestTarget = 16 * 1024;

const betweenNeighbours = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Headers that a Connection header cannot remove from the request. */
const always = new Set(['host', 'content-length', 'content-type', 'content-encoding']);

const nothing: ReadonlySet<string> = new Set();

/** The headers that a Connection header names, in lower case. */
export function namedBy(connection: string | undefined): ReadonlySet<string> {
  // A set, since there may be tens of thousands.
  return connection === undefined || connection === '' ? nothing : new Set(connection.split(/[\s,]+/));
}

/** `upgrades`: a request to upgrade to WebSocket, which is judged elsewhere. */
export function readForm(head: RequestHead, origin: HttpOrigin, upgrades = false): RequestForm | Refusal {
  const { method = '', url = '', rawHeaders, headers } = head;
  // Node's parser accepts HTTP/0.9 as well.
  if (head.httpVersionMajor !== 1) return bad(`HTTP/${head.httpVersion}`);
  const target = readTarget(url, origin);
  if (typeof target !== 'string') return target;
  const wrong = checkHost(rawHeaders, origin) ?? checkFraming(head) ?? checkUpgrade(head, upgrades);
  if (wrong !== undefined) return wrong;
  const dropped = namedBy(headerOf(head, 'connection')?.toLowerCase());
  const kept: string[] = [];
  let hasHost = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (betweenNeighbours.has(name) || (dropped.has(name) && !always.has(name))) continue;
    hasHost ||= name === 'host';
    kept.push(rawHeaders[at]!, rawHeaders[at + 1]!);
  }
  if (!hasHost) kept.unshift('Host', hostHeader(origin));
  const length = headers['content-length'];
  const hasBody = headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) > 0);
  return { method, target, headers: kept, hasBody };
}

export function hostHeader({ scheme, host, port }: HttpOrigin): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === defaultPorts[scheme] ? name : `${name}:${port}`;
}

function readTarget(url: string, origin: HttpOrigin): string | Refusal {
  if (url.length > longestTarget) {
    return bad(`the target of the request is longer than ${longestTarget} bytes`, 414);
  }
  if (/[#\s]/.test(url)) return bad('the target of the request has a fragment or a space');
  if (url.startsWith('/')) return url;
  const [, scheme, authority, target] = /^(https?):\/\/([^/?]*)(.*)$/i.exec(url) ?? [];
  if (target === undefined) return bad('the target of the request is neither a path nor a URL');
  if (authority!.includes('@')) return bad('the target of the request has a user in it');
  if (scheme!.toLowerCase() !== origin.scheme || !isAuthority(authority!, origin)) return elsewhere(url, origin);
  return target.startsWith('/') ? target : `/${target}`;
}

/** Parsers read heads as Latin-1, but programs write names outside of ASCII as UTF-8. */
function utf8OfLatin1(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
}

function elsewhere(what: string, origin: HttpOrigin): Refusal {
  const reason = `the connection is to ${hostHeader(origin)}, the request for ${what.slice(0, 200)}`;
  return bad(reason, 421, 'E_NET_DENIED');
}

/** Without a port, servers assume the port of the connection. */
function isAuthority(text: string, origin: HttpOrigin): boolean {
  if (text === hostHeader(origin)) return true;
  const { host, port } = origin;
  const [, name, digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const given = name === undefined ? undefined : canonicalHost(utf8OfLatin1(name));
  return given === host && (digits === undefined || Number(digits) === port);
}

function checkHost(rawHeaders: readonly string[], origin: HttpOrigin): Refusal | undefined {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() !== 'host') continue;
    if (host !== undefined) return bad('the request has more than one Host');
    host = rawHeaders[at + 1]!;
  }
  return host === undefined || isAuthority(host, origin) ? undefined : elsewhere(host, origin);
}

function checkFraming(head: RequestHead): Refusal | undefined {
  const encoding = headerOf(head, 'transfer-encoding');
  if (encoding === undefined) return undefined;
  // Node's parser refuses them too.
  if (head.headers['content-length'] !== undefined) return bad('the request has a length and a transfer encoding');
  return encoding.toLowerCase() === 'chunked' ? undefined : bad(`the transfer encoding '${encoding}'`, 501);
}

/** Other offers to upgrade (h2c) are ignored, which is a valid answer; a WebSocket client cannot use that. */
function checkUpgrade(head: RequestHead, upgrades: boolean): Refusal | undefined {
  const asked = headerOf(head, 'upgrade')?.toLowerCase();
  if (upgrades) {
    if (asked === 'websocket') return undefined;
    return bad('nothing but WebSocket is upgraded to', 501, 'E_NET_DENIED');
  }
  return asked?.split(/[\s,]+/).includes('websocket')
    ? bad('WebSocket connections do not pass the gate', 501, 'E_NET_DENIED')
    : undefined;
}
