// The answer for a guest whose server has failed.

import type { NetworkErrorCode } from '../../api/network.js';
import type { GateAnswer } from './answers.js';
import { DialError } from './dial-error.js';

/** `closed`, `reset`: how the server ended the connection. */
export type ServerFailure = GateAnswer | 'closed' | 'reset';

const statuses: Partial<Record<NetworkErrorCode, number>> = { E_NET_ADDRESS: 403, E_NET_TIMEOUT: 504 };

export function failureOf(error: NodeJS.ErrnoException): ServerFailure {
  const { code = '', message } = error;
  if (error instanceof DialError) return { status: statuses[error.code] ?? 502, code: error.code, reason: message };
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset';
  if (code === 'UND_ERR_HEADERS_TIMEOUT') {
    return { status: 504, code: 'E_NET_TIMEOUT', reason: 'the server has not answered in time' };
  }
  // undici has one code both for a server that closed and for one that sent an unexpected answer.
  if (code === 'UND_ERR_SOCKET' && !message.startsWith('bad ')) return 'closed';
  if (code.startsWith('HPE_') || code.startsWith('UND_ERR_')) {
    return { status: 502, code: 'E_NET_MALFORMED', reason: `what the server has answered is not HTTP (${code})` };
  }
  return { status: 502, code: 'E_NET_UNREACHABLE', reason: message };
}
