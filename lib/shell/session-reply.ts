import type { Kernel } from '../kernel/kernel.js';

// A second look at how long a reply is would be a second wait for the kernel's lock.
const usual = new Uint8Array(16 * 1024);

/** The next reply of the process at `channel`, which is taken; nothing when there is none. */
export function takeReply(kernel: Kernel, channel: number): Uint8Array | undefined {
  const length = kernel.takeReply(channel, usual);
  if (length <= 0) return undefined;
  if (length <= usual.length) return usual.slice(0, length);
  const bytes = new Uint8Array(length);
  kernel.takeReply(channel, bytes);
  return bytes;
}
