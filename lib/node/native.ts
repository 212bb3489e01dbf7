// The types of the native addon.

import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { SandboxError } from '../api/errors.js';
import type { Kernel, KernelOptions } from '../kernel/kernel.js';
import type { BaseImageEntry } from '../machine/base-image.js';

/** The base image, shared by all sandboxes of this thread: an opaque handle. */
export interface BaseImage {
  readonly baseImage: unique symbol;
}

/** One sandbox's kernel. Its events arrive through the pool, which keeps the event loop alive for all kernels. */
export interface NativeKernel extends Kernel {
  /** The number of the kernel in events. */
  readonly id: number;
}

/** `kind` is an `EventKind`, which gives the meaning of the other arguments. */
export type EventListener = (
  kernel: number,
  kind: number,
  id: number,
  a: number,
  b: number,
  c: number,
  d: number,
) => void;

export interface NativeAddon {
  /**
   * Makes a base image from the given entries and those of `list` (native/kernel/vfs/image_list.h). Their files are in `directory`, and
   * each is read when it is first used.
   */
  createBaseImage(entries: BaseImageEntry[], list: Uint8Array, directory: string): BaseImage;
  createKernel(options: KernelOptions, base: BaseImage | null): NativeKernel;
  /**
   * Once per thread that owns kernels, before its first one. Up to so many processes of each kind are had by all alike; beyond, one
   * sandbox at a time gets what it needs to come to an end. With threads of their own, and on stacks that the engine switches (0: it
   * cannot). One worker is expected without being asked for, of the kind that sessions have. `threads`: no more than so many can be
   * had for processes with threads of their own.
   */
  attach(listener: EventListener, maximumThreads: number, maximumStacks: number, threads: number | undefined): void;
  /** The memory of all sandboxes of the process together; 0: no limit. */
  limitHostMemory(bytes: number): void;
  /** The name of this thread's pool, for the `workerData` of workers. */
  poolId(): number;
  /** While held, events keep the event loop alive. Calls nest. */
  hold(): void;
  release(): void;
  /**
   * Locks an open file for this descriptor alone, against all other descriptors in any process or thread, until it is closed everywhere or
   * unlocked. 0, or a negative errno of the host: EWOULDBLOCK when it is locked.
   */
  lockFile(descriptor: number, locked: boolean): number;
  /** Makes malloc take blocks of 1 MiB and more from the system and return them, from now on in this process. */
  mapLargeBlocks(): void;
  /** Frees the memory of the ArrayBuffer below these bytes. No view of it can be used afterwards. */
  freeBytes(bytes: Uint8Array): void;
  /** The thread of a worker has ended, or could not be started. */
  workerExited(kind: number, workerId: number): void;
  /** Ends all workers of this thread's pool for good, for process.on('exit'). */
  shutDown(): void;
}

/** The version of the system's glibc, which decides whether the addon can be loaded. */
function glibc(): string {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? 'no glibc' : `glibc ${header.glibcVersionRuntime}`;
}

/** Loads the addon. Throws when this system cannot load it. */
export function loadAddon(path: string): NativeAddon {
  try {
    return createRequire(path)(path) as NativeAddon;
  } catch (error) {
    const reason = (error as Error).message.replaceAll(path, basename(path)).split('\n', 1)[0];
    const system = process.platform === 'linux' ? `, ${glibc()}` : '';
    throw new SandboxError(
      `wasmsand's native binary cannot be loaded on ${process.platform}-${process.arch}${system}: ${reason}`,
      { code: 'E_NO_BINARY' },
    );
  }
}
