// Imports and exports archives of a sandbox. A separate kernel holds the files meanwhile. So an import appears in the sandbox completely or
// not at all, and the sandbox goes on while an export is packed.

import { EISDIR, ENOSPC, EXDEV } from '../abi/generated/errno.js';
import { StatField } from '../abi/generated/kernel-fields.js';
import { destroyedError, SandboxError, systemError } from '../api/errors.js';
import { presetLimits } from '../api/limits.js';
import { optionDefaults } from '../api/option-defaults.js';
import type { ExportTarOptions, ImportTarOptions, TarContents, TarSource } from '../api/types.js';
import type { Backend, Compression } from '../kernel/backend.js';
import type { KernelOptions } from '../kernel/kernel.js';
import { type Machine, startMachine } from '../machine/kernel-client.js';
import { kernelLimits } from '../machine/kernel-limits.js';
import { pacer } from '../machine/pacer.js';
import { Turns } from '../machine/turns.js';
import type { ResolvedOptions } from '../options/sandbox-options.js';
import { destinationOf } from './destination.js';
import { corrupt, unsupported } from './errors.js';
import { Packer } from './packer.js';
import { TarReader } from './reader.js';
import { decompressed, TarInput } from './source.js';
import { limitError, Unpacker } from './unpacker.js';

/** The directory of the separate kernel for unpacking; beside it are that kernel's `/dev` and `/proc`. */
const nursery = '/tree';
const besides = 3;
/** Exports under way. Each keeps the files as they were. */
const mostExports = 16;

const noLimits: KernelOptions = {
  ...kernelLimits(presetLimits('default')),
  hostname: 'tar',
  memoryBytes: 0,
  fileSystemBytes: 0,
  fileCount: 0,
  processes: 1,
  descriptors: 16,
  snapshots: 1,
};

const none = new Int32Array();

export class Archives {
  readonly #backend: Backend;
  readonly #machine: Machine;
  readonly #options: ResolvedOptions;
  readonly #imports = new Turns();
  /** Functions that end imports and exports when the sandbox ends. */
  readonly #open = new Set<() => void>();
  #exports = 0;

  constructor(backend: Backend, machine: Machine, options: ResolvedOptions) {
    this.#backend = backend;
    this.#machine = machine;
    this.#options = options;
  }

  /** One after the other: an import may use as much memory as the sandbox. */
  import(path: string, source: TarSource, options: ImportTarOptions): Promise<TarContents> {
    return this.#imports.take(() => this.#import(path, source, options));
  }

  async #import(path: string, source: TarSource, options: ImportTarOptions): Promise<TarContents> {
    const input = new TarInput(source, pacer(this.#machine.platform));
    const stop = (): void => input.stop(destroyedError());
    this.#open.add(stop);
    let scratch: Machine | undefined;
    try {
      this.#machine.assertAlive();
      const { directory, missing } = destinationOf(this.#machine.kernel, path);
      const { fsLimitBytes, fileCountLimit } = this.#options;
      scratch = await this.#newMachine({
        ...noLimits,
        empty: true,
        fileSystemBytes: fsLimitBytes,
        fileCount: fileCountLimit + besides,
      });
      this.#check(scratch.kernel.prepareGraft(this.#machine.kernel), path);
      this.#check(scratch.kernel.mkdir(nursery, 0o755, false), path);
      const root = [nursery, ...missing].join('/');
      if (missing.length > 0) this.#check(scratch.kernel.mkdir(root, 0o777, true), path);
      const contents = await this.#unpack(scratch, root, input, options);
      this.#check(this.#machine.kernel.graft(scratch.kernel, nursery, directory), path);
      this.#machine.changed();
      return contents;
    } finally {
      // Does not wait for a source that hangs in its last step.
      stop();
      this.#open.delete(stop);
      void scratch?.destroy();
    }
  }

  async #unpack(scratch: Machine, root: string, input: TarInput, options: ImportTarOptions): Promise<TarContents> {
    const { preserveOwner = false, stripComponents = optionDefaults['ImportTarOptions.stripComponents'] } = options;
    const pieces = pacer(this.#machine.platform);
    const pace = async (): Promise<void> => {
      await pieces();
      // A few bytes can cause long work, so this ends with the sandbox, even after all bytes were read.
      this.#machine.assertAlive();
    };
    const reader = new TarReader(decompressed(this.#machine.platform, input), pace);
    try {
      return await new Unpacker(scratch, root, { preserveOwner, stripComponents }, pace).unpack(reader);
    } catch (error) {
      // Errors of the source and of this package pass unchanged. Any other error means that the data cannot be decompressed.
      if (error instanceof SandboxError || input.failed) throw error;
      throw corrupt(`it cannot be decompressed: ${error instanceof Error ? error.message : error}`);
    } finally {
      void reader.close().catch(() => {});
    }
  }

  /** Packs the files as they are at the next turn of the event loop. Throws when there is no such path. */
  export(path: string, { compression }: ExportTarOptions): ReadableStream<Uint8Array> {
    const { kernel, platform } = this.#machine;
    const result = kernel.stat(path, true, new Float64Array(StatField.count));
    if (result < 0) throw systemError(-result, 'exportTar', path);
    if (this.#exports === mostExports) {
      throw new SandboxError(`${mostExports} archives are being exported: read one to its end, or cancel it`, {
        code: 'E_LIMIT_EXPORTS',
      });
    }
    const chunks = compressedWith(
      platform.compress.bind(platform),
      compression,
      packed(() => view, path),
    );
    const view = this.#view();
    this.#exports++;
    return this.#stream(view, chunks[Symbol.asyncIterator]());
  }

  #stream(view: Promise<Machine>, chunks: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
    let over = false;
    // The reader gets the error.
    view.catch(() => {});
    const release = (): void => {
      if (over) return;
      over = true;
      this.#exports--;
      this.#open.delete(release);
      void chunks.return?.().catch(() => {});
      void view.then(
        (machine) => machine.destroy(),
        () => {},
      );
    };
    this.#open.add(release);
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            if (over) throw destroyedError();
            const next = await chunks.next();
            if (!next.done) return controller.enqueue(next.value);
            controller.close();
            release();
          } catch (error) {
            release();
            throw this.#machine.isDestroyed ? destroyedError() : error;
          }
        },
        cancel: release,
      },
      { highWaterMark: 0 },
    );
  }

  /** A kernel with a copy of the files as they are now. */
  async #view(): Promise<Machine> {
    const view = await this.#newMachine(noLimits);
    const error = view.kernel.restore(this.#machine.kernel, 0, none, none, none);
    if (error < 0) {
      void view.destroy();
      throw systemError(-error, 'exportTar');
    }
    return view;
  }

  #newMachine(options: KernelOptions): Promise<Machine> {
    return startMachine(this.#backend, this.#options.platformOptions, options);
  }

  #check(result: number, path: string): void {
    if (result >= 0) return;
    if (result === -ENOSPC) throw limitError(this.#machine);
    if (result === -EISDIR) {
      throw new SandboxError(`EISDIR: a directory that is not empty is where a file is to be, importTar '${path}'`, {
        code: 'EISDIR',
        syscall: 'importTar',
        path,
      });
    }
    if (result === -EXDEV) {
      throw new SandboxError(`EXDEV: what is to come there lies in another file system, importTar '${path}'`, {
        code: 'EXDEV',
        syscall: 'importTar',
        path,
      });
    }
    throw systemError(-result, 'importTar', path);
  }

  /** The sandbox has been destroyed: imports and exports end. */
  destroyed(): void {
    for (const end of [...this.#open]) end();
  }
}

async function* packed(view: () => Promise<Machine>, path: string): AsyncGenerator<Uint8Array> {
  yield* new Packer(await view()).pack(path);
}

function compressedWith(
  compress: Backend['platform']['compress'],
  form: Compression | undefined,
  source: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  if (form === undefined) return source;
  const chunks = compress(form, source);
  if (chunks === undefined) throw unsupported(form);
  return chunks;
}
