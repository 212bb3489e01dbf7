// Why nothing was connected to.

import type { NetworkErrorCode } from '../../api/network.js';

/** Why there is no connection: as the guest's connect() says it, and in words. */
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
