// Node as the floor above needs it.

import { constants } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Platform } from '../backend.js';

export const nodePlatform: Platform = {
  longestString: constants.MAX_STRING_LENGTH,
  // Not of Node's pool, whose buffer others share.
  allocate: (length) => new Uint8Array(Buffer.allocUnsafeSlow(length).buffer),
  nextTurn,
  remind(afterMs, call) {
    const timer = setTimeout(call, afterMs).unref();
    return () => clearTimeout(timer);
  },
};
