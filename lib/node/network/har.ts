// What has happened, as an HTTP archive: the latest exchanges, without bodies, as the guest has seen them.

import type { RawHeaders } from '../../network/cassette.js';

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
  /** Why the gate has answered itself, or there is no whole answer. */
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
const longestValue = 4096;

const named = (headers: RawHeaders) => headers.map(([name, value]) => ({ name, value }));

export class HarLog {
  #latest: Happened[] = [];

  add(happened: Happened): void {
    // What it is to be in an archive is made when somebody wants it; nobody may ever.
    this.#latest.push(clipped(happened));
    // Twice as many, so that they are moved seldom.
    if (this.#latest.length >= 2 * mostEntries) this.#latest = this.#latest.slice(-mostEntries);
  }

  toHar(): Har {
    const entries = this.#latest.slice(-mostEntries).map(entry);
    return { log: { version: '1.2', creator: { name: 'wasmsand', version: '1' }, entries } };
  }
}

/** No longer than is kept of each value. */
function clipped(happened: Happened): Happened {
  const { url, requestHeaders, responseHeaders } = happened;
  return {
    ...happened,
    url: url.slice(0, longestValue),
    requestHeaders: shortened(requestHeaders),
    responseHeaders: shortened(responseHeaders),
  };
}

function shortened(headers: RawHeaders): RawHeaders {
  if (headers.every(([, value]) => value.length <= longestValue)) return headers;
  return headers.map(([name, value]) => [name, value.slice(0, longestValue)]);
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
