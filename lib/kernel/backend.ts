// A backend makes kernels. Each platform that this package runs on has one.

import type { NetworkSetting } from '../api/network.js';
import type { SecurityOptions } from '../api/sandbox-options.js';
import type { StateStore } from '../api/state-store.js';
import type { SandboxNetwork } from './connection.js';
import type { Kernel, KernelEvents, KernelOptions } from './kernel.js';

/** Options of the caller that say where the kernel's parts are: the programs, and the platform's own options. */
export interface PlatformOptions {
  /** The directory of the base image's programs. Default: those of the package. */
  readonly wasmDir?: string;
  readonly [own: string]: unknown;
}

/** Throws E_INVALID_OPTION with the option's name when the value is wrong. */
export type OptionCheck = (value: unknown, option: string) => void;

/** What a sandbox needs from the JavaScript platform around it. */
export interface Platform {
  /** The maximal length of a string, in UTF-16 units. */
  readonly longestString: number;
  /** New bytes with arbitrary content, for a caller that overwrites all of them. */
  allocate(length: number): Uint8Array;
  /** Frees the memory of bytes that nobody needs any more, where the platform can. Otherwise the garbage collector frees it later. */
  freeBytes(bytes: Uint8Array): void;
  /** While held, events of kernels keep the thread's event loop alive. Calls nest. */
  hold(): void;
  release(): void;
  /** Resolves after a turn of the event loop. */
  nextTurn(): Promise<void>;
  /** Like setTimeout, but does not keep the event loop alive. The returned function cancels it. */
  remind(afterMs: number, call: () => void): () => void;
  /** Zstandard, if the platform has it. */
  readonly zstd?: {
    compress(bytes: Uint8Array): Promise<Uint8Array>;
    /** Rejects data that is damaged, or longer than `length` when unpacked. */
    decompress(bytes: Uint8Array, length: number): Promise<Uint8Array>;
  };
  /**
   * Compresses or decompresses `source`, off the event loop where possible. `undefined`: the platform does not know the format. Damaged or
   * truncated data fails with an error of the platform. When the reader stops, `source` is cancelled.
   */
  compress(form: Compression, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> | undefined;
  decompress(form: Compression, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> | undefined;
  /** Opens the way to the outside, as far as the options allow. Without this method the platform has none. */
  openNetwork?(network: NetworkSetting, onAudit: SecurityOptions['onAuditEvent']): Promise<SandboxNetwork>;
}

/** A compression format. */
export type Compression = 'gzip' | 'zstd';

export interface Backend {
  /** The value of `Sandbox.backend`. */
  readonly name: 'native' | 'typescript';
  readonly platform: Platform;
  /** Options of `Sandbox.create` that only this backend has, by name. */
  readonly ownOptions: Record<string, OptionCheck>;
  /**
   * Makes a kernel whose files are those of the base image. The kernel reports to `events`, but not before this promise has resolved.
   * Rejects with a SandboxError when a part is missing or cannot be used here.
   */
  createKernel(given: PlatformOptions, options: KernelOptions, events: KernelEvents): Promise<Kernel>;
  /**
   * Opens a namespace in a directory of the host for one sandbox. Rejects with E_PERSIST_LOCKED when another sandbox has it, with
   * E_PERSIST_CORRUPT, and with E_PERSIST_UNAVAILABLE. Without this method the platform has no directories.
   */
  openStore?(given: PlatformOptions, directory: string, namespace: string): Promise<StateStore>;
}
