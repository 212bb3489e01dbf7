// The latest requests and answers as an HTTP archive, without bodies, as the guest has seen them.

import type { RawHeaders } from './cassette.js';
import type { HeapAccount } from './heap-account.js';

export interface HarEntry {
  startedDateTime: string;
  time: number;
  serverIPAddress?: string;
  request: {
    method: string;
    url: string;
    httpVersion: string;
    cookies: [];
    headers: { name: string; value: string }[];
    queryString: { name: string; value: string }[];
    headersSize: -1;
    bodySize: number;
  };
  response: {
    status: number;
    statusText: string;
    httpVersion: string;
    cookies: [];
    headers: { name: string; value: string }[];
    content: { size: number; mimeType: string };
    redirectURL: string;
    headersSize: -1;
    bodySize: number;
  };
  cache: Record<string, never>;
  timings: { send: number; wait: number; receive: number };
  /** Why the gate itself answered, or why the answer is incomplete. */
  comment?: string;
}

/** HAR 1.2. */
export interface Har {
  log: { version: '1.2'; creator: { name: string; version: string }; entries: HarEntry[] };
}

export interface Happened {
  startedAt: number;
  tookMs: number;
  waitedMs: number;
  address?: string;
  method: string;
  url: string;
  requestHeaders: RawHeaders;
  requestBytes: number;
  status: number;
  statusText: string;
  responseHeaders: RawHeaders;
  responseBytes: number;
  comment?: string;
}

const mostEntries = 1000;
/** The bytes of all entries. Past this, the oldest entries are dropped. */
const mostBytes = 4 * 1024 * 1024;
/** The bytes that are available whatever other sandboxes keep. A single entry is always smaller. */
const certainBytes = 256 * 1024;
const partOfRoom = 1 / 2;
const mostHeaders = 100;
const longestValue = 4096;
/** The bytes of the headers of one message. */
const longestHeaders = 16 * 1024;

const named = (headers: RawHeaders) => headers.map(([name, value]) => ({ name, value }));

interface Kept {
  readonly happened: Happened;
  readonly bytes: number;
}

export class HarLog {
  readonly #account: HeapAccount;
  // Entries before `#first` are dropped.
  #latest: (Kept | undefined)[] = [];
  #first = 0;
  #bytes = 0;

  /** `account` counts the bytes of the entries. */
  constructor(account: HeapAccount) {
    this.#account = account;
  }

  add(happened: Happened): void {
    // The archive's form of an entry is made on request, and often never.
    const kept = { happened: clipped(happened), bytes: 0 };
    kept.bytes = bytesOf(kept.happened);
    while (this.#length > 0 && (this.#length >= mostEntries || this.#bytes + kept.bytes > mostBytes)) this.#drop();
    while (!this.#account.takeSpare(kept.bytes, partOfRoom)) {
      if (this.#bytes + kept.bytes <= certainBytes) {
        this.#account.countSpare(kept.bytes);
        break;
      }
      this.#drop();
    }
    this.#bytes += kept.bytes;
    this.#latest.push(kept);
  }

  get #length(): number {
    return this.#latest.length - this.#first;
  }

  #drop(): void {
    const { bytes } = this.#latest[this.#first]!;
    this.#latest[this.#first++] = undefined;
    this.#bytes -= bytes;
    this.#account.freeSpare(bytes);
    // Entries move rarely.
    if (this.#first >= mostEntries) {
      this.#latest = this.#latest.slice(this.#first);
      this.#first = 0;
    }
  }

  toHar(): Har {
    const entries = this.#latest.slice(this.#first).map((kept) => entry(kept!.happened));
    return { log: { version: '1.2', creator: { name: 'wasmsand', version: '1' }, entries } };
  }
}

/** The bytes that are kept of each message. */
function clipped(happened: Happened): Happened {
  const { url, comment, statusText, requestHeaders, responseHeaders } = happened;
  return {
    ...happened,
    url: cut(url, longestValue),
    statusText: cut(statusText, longestValue),
    ...(comment === undefined ? {} : { comment: cut(comment, longestValue) }),
    requestHeaders: shortened(requestHeaders),
    responseHeaders: shortened(responseHeaders),
  };
}

function shortened(headers: RawHeaders): RawHeaders {
  const isShort = headers.length <= mostHeaders && headers.every(([name, value]) => name.length + value.length <= 64);
  if (isShort) return headers;
  const kept: [string, string][] = [];
  let left = longestHeaders;
  for (const [name, value] of headers.slice(0, mostHeaders)) {
    const pair: [string, string] = [cut(name, Math.min(left, longestValue)), ''];
    left -= pair[0].length;
    pair[1] = cut(value, Math.min(left, longestValue));
    left -= pair[1].length;
    kept.push(pair);
    if (left === 0) break;
  }
  return kept;
}

/** A slice keeps the whole string in memory, so a shortened text is copied. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : (JSON.parse(JSON.stringify(text.slice(0, length))) as string);
}

/** An upper estimate of an entry's size on the heap. */
function bytesOf({ url, comment = '', statusText, requestHeaders, responseHeaders }: Happened): number {
  let bytes = 1024 + 2 * (url.length + comment.length + statusText.length);
  for (const [name, value] of [...requestHeaders, ...responseHeaders]) bytes += 128 + name.length + value.length;
  return bytes;
}

function entry(happened: Happened): HarEntry {
  const find = (name: string) => happened.responseHeaders.find(([header]) => header.toLowerCase() === name)?.[1] ?? '';
  const query = new URLSearchParams(happened.url.split('?').slice(1).join('?'));
  return {
    startedDateTime: new Date(happened.startedAt).toISOString(),
    time: happened.tookMs,
    ...(happened.address === undefined ? {} : { serverIPAddress: happened.address }),
    request: {
      method: happened.method,
      url: happened.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(happened.requestHeaders),
      queryString: [...query].slice(0, 100).map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: happened.requestBytes,
    },
    response: {
      status: happened.status,
      statusText: happened.statusText,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(happened.responseHeaders),
      content: { size: happened.responseBytes, mimeType: find('content-type') },
      redirectURL: find('location'),
      headersSize: -1,
      bodySize: happened.responseBytes,
    },
    cache: {},
    timings: { send: 0, wait: happened.waitedMs, receive: Math.max(happened.tookMs - happened.waitedMs, 0) },
    ...(happened.comment === undefined ? {} : { comment: happened.comment }),
  };
}
