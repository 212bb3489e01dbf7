// What a guest is told of a server that has not answered.

import type { NetworkErrorCode } from '../../api/network.js';
import type { GateAnswer } from './answers.js';
import { DialError } from './dial-error.js';

/** `closed`, `reset`: the server has ended the connection in that way. */
export type ServerFailure = GateAnswer | 'closed' | 'reset';

const statuses: Partial<Record<NetworkErrorCode, number>> = { E_NET_ADDRESS: 403, E_NET_TIMEOUT: 504 };

export function failureOf(error: NodeJS.ErrnoException): ServerFailure {
  const { code = '', message } = error;
  if (error instanceof DialError) return { status: statuses[error.code] ?? 502, code: error.code, reason: message };
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset';
  if (code === 'UND_ERR_HEADERS_TIMEOUT') {
    return { status: 504, code: 'E_NET_TIMEOUT', reason: 'the server has not answered in time' };
  }
  // undici has one code for a server that has closed and for one that has answered what nobody has asked for.
  if (code === 'UND_ERR_SOCKET' && !message.startsWith('bad ')) return 'closed';
  if (code.startsWith('HPE_') || code.startsWith('UND_ERR_')) {
    return { status: 502, code: 'E_NET_MALFORMED', reason: `what the server has answered is not HTTP (${code})` };
  }
  return { status: 502, code: 'E_NET_UNREACHABLE', reason: message };
}
