// Answers of the gate itself, in HTTP.

import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { NetworkErrorCode } from '../../api/network.js';

export interface GateAnswer {
  readonly status: number;
  readonly code: NetworkErrorCode;
  readonly reason: string;
}

const words = ({ code, reason }: GateAnswer): string => `wasmsand: ${reason} (${code})\n`;

const fields = (answer: GateAnswer, text: string): [string, string][] => [
  ['Content-Type', 'text/plain; charset=utf-8'],
  ['Content-Length', String(Buffer.byteLength(text))],
  ['X-Wasmsand-Error', answer.code],
];

/** `mayContinue`: the request was read to its end, so another one can follow. */
export function sendAnswer(response: ServerResponse, answer: GateAnswer, mayContinue: boolean): [string, string][] {
  const text = words(answer);
  const headers = fields(answer, text);
  if (!mayContinue) headers.push(['Connection', 'close']);
  response.sendDate = false;
  response.writeHead(answer.status, STATUS_CODES[answer.status] ?? 'Error', headers.flat());
  response.end(text);
  return headers;
}

/** The bytes of an answer, for use without a request. */
export function rawAnswer(answer: GateAnswer): string {
  const text = words(answer);
  const lines = [...fields(answer, text), ['Connection', 'close']].map((pair) => `${pair.join(': ')}\r\n`);
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`;
}
