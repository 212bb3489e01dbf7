// Checks the replies of the session's shell, which is a guest. `undefined`: the reply is invalid.

import {
  type CompleteReply,
  decodeCompleteReply,
  decodeRunReply,
  type RunReply,
} from '../abi/generated/session-messages.js';

export function decodeRun(bytes: Uint8Array): RunReply | undefined {
  const reply = decodeRunReply(bytes);
  return reply && { ...reply, status: reply.status & 0xff };
}

/** `length`: of the line up to the cursor. */
export function decodeComplete(bytes: Uint8Array, length: number): CompleteReply | undefined {
  const reply = decodeCompleteReply(bytes);
  return reply && reply.start <= reply.end && reply.end <= length ? reply : undefined;
}
