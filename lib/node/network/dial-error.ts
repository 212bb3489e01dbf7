// Why a connection could not be made.

import type { NetworkErrorCode } from '../../api/network.js';

/** The reason as an errno for the guest's connect(), and in words. */
export class DialError extends Error {
  readonly errno: number;
  readonly code: NetworkErrorCode;
  readonly address: string | undefined;

  constructor(errno: number, code: NetworkErrorCode, message: string, address?: string) {
    super(message);
    this.errno = errno;
    this.code = code;
    this.address = address;
  }
}
