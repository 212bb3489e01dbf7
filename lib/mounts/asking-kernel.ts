// The calls of a kernel about files, as far as they may come to a tree that somebody provides.

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
  'mount',
  'unmount',
  'mountProvider',
] as const;
const answering = ['takeListing', 'overlayChanges', 'commitOverlay', 'discardOverlay'] as const;

/** What of a kernel is about files. */
export type FileKernel = Pick<Kernel, (typeof asking)[number] | (typeof answering)[number]>;

/** The same, asking the providers in between. */
export function askingKernel(kernel: Kernel, providers: Providers): FileKernel {
  const asked = (name: (typeof asking)[number]) => {
    const call = kernel[name] as (...values: unknown[]) => number;
    return (...values: unknown[]) =>
      providers.any ? providers.call(() => call.apply(kernel, values)) : call.apply(kernel, values);
  };
  const rest = answering.map((name) => [name, kernel[name].bind(kernel)]);
  return Object.fromEntries([...asking.map((name) => [name, asked(name)]), ...rest]) as FileKernel;
}
