// Decides which headers of a server's answer the guest gets.

import type { RawHeaders } from './cassette.js';
import { namedBy } from './request-form.js';

/** The connection to the guest. */
export interface AnswerSink {
  /** Whether the connection stays open after the answer. */
  readonly keepsAlive: boolean;
  /** The minor version of HTTP/1: 0 knows no chunks. */
  readonly minorVersion: number;
  /** Takes secrets out of a text; `undefined`: there are none. */
  readonly redact: ((text: string) => string) | undefined;
}

const mostHeaders = 1000;

/** Headers of an answer that the gate must not pass on: they offer services that do not go through the gate. */
const dropped = new Set(['upgrade', 'proxy-connection', 'http2-settings']);

/** The headers for the guest, or the reason why this answer cannot be passed on. */
export function answerHeaders(given: RawHeaders, sink: AnswerSink): [string, string][] | string {
  if (given.length > mostHeaders) return `the answer has more than ${mostHeaders} headers`;
  const said = { connection: '', 'content-encoding': '', 'transfer-encoding': '' };
  for (const [header, value] of given) {
    const name = header.toLowerCase();
    if (isFraming(name)) said[name] += `${said[name] === '' ? '' : ','}${value.toLowerCase()}`;
  }
  const { connection, 'content-encoding': encoding, 'transfer-encoding': coding } = said;
  if (sink.redact !== undefined && encoding !== '' && encoding !== 'identity') {
    return `the answer is encoded (${encoding.slice(0, 40)}), so that secrets cannot be looked for in it`;
  }
  if (coding !== '' && coding !== 'chunked') return `the answer has the transfer encoding '${coding.slice(0, 40)}'`;
  return kept(given, connection, sink);
}

function kept(given: RawHeaders, connection: string, { keepsAlive, minorVersion, redact }: AnswerSink) {
  const named = namedBy(connection);
  const pairs: [string, string][] = [];
  for (const [header, value] of given) {
    const name = header.toLowerCase();
    if (name === 'connection') {
      // Only `close` and `keep-alive` also apply to the guest's side, where the guest may have asked for the end.
      pairs.push([header, !keepsAlive || /\bclose\b/i.test(value) ? 'close' : 'keep-alive']);
    } else if (name === 'keep-alive') {
      if (keepsAlive) pairs.push([header, redact?.(value) ?? value]);
    } else if (name === 'transfer-encoding' && minorVersion === 0) {
      // A guest with HTTP/1.0 knows no chunks, so the end of the connection is the end of the body.
    } else if (!dropped.has(name) && !named.has(name)) {
      pairs.push([redact?.(header) ?? header, redact?.(value) ?? value]);
    }
  }
  return pairs;
}

function isFraming(name: string): name is 'connection' | 'content-encoding' | 'transfer-encoding' {
  return name === 'connection' || name === 'content-encoding' || name === 'transfer-encoding';
}
