// What kernels come from: one backend for each platform this package runs on.

import type { NetworkSetting } from '../api/network.js';
import type { SecurityOptions } from '../api/sandbox-options.js';
import type { StateStore } from '../api/state-store.js';
import type { SandboxNetwork } from './connection.js';
import type { Kernel, KernelEvents, KernelOptions } from './kernel.js';

/** What a caller has said of where a kernel's parts are: the programs, and in options of the platform's own the rest. */
export interface PlatformOptions {
  /** Where the programs of the base image are. Default: those of the package. */
  readonly wasmDir?: string;
  readonly [own: string]: unknown;
}

/** Throws E_INVALID_OPTION when the value is none of the option, which it names. */
export type OptionCheck = (value: unknown, option: string) => void;

/** What a sandbox needs of the JavaScript around it, and each platform has in a way of its own. */
export interface Platform {
  /** No string can be longer, in UTF-16 units. */
  readonly longestString: number;
  /** Bytes that are about to be overwritten: what is in them is of no meaning. */
  allocate(length: number): Uint8Array;
  /** Gives back the memory below bytes that nobody needs any more, where the platform can, instead of when they are collected. */
  freeBytes(bytes: Uint8Array): void;
  /** While held, what kernels have to say keeps the thread's event loop alive. Calls nest. */
  hold(): void;
  release(): void;
  /** Resolves when the event loop has had a turn. */
  nextTurn(): Promise<void>;
  /** As setTimeout, but does not keep the event loop alive. The function that is returned calls it off. */
  remind(afterMs: number, call: () => void): () => void;
  /** Zstandard, where the platform has it. */
  readonly zstd?: {
    compress(bytes: Uint8Array): Promise<Uint8Array>;
    /** Rejects what is none, or longer than `length`. */
    decompress(bytes: Uint8Array, length: number): Promise<Uint8Array>;
  };
  /**
   * What `source` has in that form, and back; off the event loop where that can be. `undefined`: the platform does not know it. What
   * cannot be decompressed, or has no end, fails with an error of the platform's. Whoever stops reading stops `source`.
   */
  compress(form: Compression, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> | undefined;
  decompress(form: Compression, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> | undefined;
  /** A way out that is open as far as the options say. Without it the platform has none. */
  openNetwork?(network: NetworkSetting, onAudit: SecurityOptions['onAuditEvent']): Promise<SandboxNetwork>;
}

/** A form of compressed data. */
export type Compression = 'gzip' | 'zstd';

export interface Backend {
  /** As `Sandbox.backend` says it. */
  readonly name: 'native' | 'typescript';
  readonly platform: Platform;
  /** Options of `Sandbox.create` that this backend has beside the common ones, by name. */
  readonly ownOptions: Record<string, OptionCheck>;
  /**
   * Makes a kernel whose files are those of the base image. It says what happens to `events`, not before this has resolved. Rejects
   * with a SandboxError when a part is missing, cannot be used here, or is none that this backend knows.
   */
  createKernel(given: PlatformOptions, options: KernelOptions, events: KernelEvents): Promise<Kernel>;
  /**
   * Opens the place of a namespace in a directory of the host, for one sandbox of all there are. Rejects with E_PERSIST_LOCKED when
   * another has it, with E_PERSIST_CORRUPT, and with E_PERSIST_UNAVAILABLE. Without it the platform has no directories.
   */
  openStore?(given: PlatformOptions, directory: string, namespace: string): Promise<StateStore>;
}
