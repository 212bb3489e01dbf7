// The kernel's file calls that may reach a provided tree.

import type { Kernel } from '../kernel/kernel.js';
import type { Providers } from './providers.js';

const asking = [
  'readFile',
  'readAt',
  'writeFile',
  'stat',
  'readDirectory',
  'mkdir',
  'rm',
  'rmdir',
  'unlink',
  'rename',
  'symlink',
  'link',
  'readlink',
  'realpath',
  'chmod',
  'chown',
  'utimes',
  'truncate',
  'access',
  'copyFile',
  'open',
  'read',
  'write',
  'fstat',
  'ftruncate',
  'fsync',
  'fchmod',
  'fchown',
  'futimes',
  'statfs',
  'mount',
  'unmount',
  'mountProvider',
] as const;
const answering = ['close', 'takeListing', 'overlayChanges', 'commitOverlay', 'discardOverlay'] as const;

/** The part of a kernel that is about files. */
export type FileKernel = Pick<Kernel, (typeof asking)[number] | (typeof answering)[number]>;

/** The same part, with calls that wait for providers. */
export function askingKernel(kernel: Kernel, providers: Providers): FileKernel {
  const asked = (name: (typeof asking)[number]) => {
    const call = kernel[name] as (...values: unknown[]) => number;
    return (...values: unknown[]) =>
      providers.any ? providers.call(() => call.apply(kernel, values)) : call.apply(kernel, values);
  };
  const rest = answering.map((name) => [name, kernel[name].bind(kernel)]);
  return Object.fromEntries([...asking.map((name) => [name, asked(name)]), ...rest]) as FileKernel;
}
