// The class Sandbox of this package, on Node.

import type { Duplex } from 'node:stream';
import { destroyedError } from '../api/errors.js';
import type { SandboxTemplate } from '../api/template.js';
import type { SandboxOptions as CommonOptions } from '../api/types.js';
import { checkPort } from '../machine/connections.js';
import { checkForwardOptions, checkHostLimits } from '../options/sandbox-options.js';
import { createSandbox, createTemplate } from '../sandbox/creation.js';
import { KernelSandbox, type SandboxParts } from '../sandbox/sandbox.js';
import { nativeBackend } from './backend.js';
import type { ForwardedPort } from './guest-servers.js';
import { loadAddon } from './native.js';
import { GuestStream } from './network/guest-stream.js';
import { TurnShare } from './network/turn-share.js';
import { locateParts } from './package-paths.js';
import { nodePlatform } from './platform.js';

/** The budget of connections to the sandbox: they cost nothing. */
const unmetered = { addSent() {}, addReceived() {} };

/** The host and port on which `forwardPort` listens. */
export interface ForwardOptions {
  /** The address on this host. Default `127.0.0.1`. */
  host?: string;
  /** The port on this host; 0: any free one. Default 0. */
  port?: number;
}

/** The options of a sandbox in Node. */
export interface SandboxOptions extends CommonOptions {
  /** Path of `wasmsand.node`, for bundled programs. Default: that of this package. */
  nativeBinding?: string;
  /** Path of `worker.cjs`, for bundled programs. All sandboxes of a thread must have the same. Default: that of this package. */
  workerScript?: string;
}

/** Limits of all sandboxes of this process together. */
export interface HostLimits {
  /** The WebAssembly memory of all sandboxes together, in bytes; 0: only each sandbox's own limit. */
  memoryBytes: number;
  /** As in `Sandbox.create`. */
  nativeBinding?: string;
}

/**
 * A Unix machine inside this process, with its own files, processes and shell session.
 *
 * @example
 * const sandbox = await Sandbox.create();
 * const { stdout } = await sandbox.run('printf "%s\\n" b a | sort');
 * sandbox.destroy();
 */
export class Sandbox extends KernelSandbox {
  declare readonly backend: 'native';
  /** The share of each turn that reading answers of its servers may take. */
  readonly #share = new TurnShare();

  private constructor(parts: SandboxParts) {
    super(parts);
  }

  /** Makes a sandbox. Rejects when an option is wrong or a limit cannot be enforced. */
  static create(options: SandboxOptions = {}): Promise<Sandbox> {
    return createSandbox(nativeBackend, options, (parts) => new Sandbox(parts));
  }

  #streamTo(port: number): GuestStream {
    const stream = new GuestStream(this.connectToGuest(port), unmetered);
    const callOff = this.atEnd(() => stream.destroy(destroyedError()));
    // Without a listener, a connection that the guest resets would end the host.
    return stream
      .once('close', callOff)
      .on('error', () => {})
      .once('forsaken', () => stream.destroy());
  }

  /** A stream that keeps the event loop alive while it is open, because a caller waits for its data. */
  #heldStreamTo(port: number): GuestStream {
    const stream = this.#streamTo(port);
    nodePlatform.hold();
    return stream.once('close', () => nodePlatform.release());
  }

  /**
   * Connects to a server on a port of the sandbox, on its 127.0.0.1 or ::1. Rejects with ECONNREFUSED when there is none. The stream does
   * not keep the event loop alive. It fails with ECONNRESET or EPIPE when the guest closes, and with E_DESTROYED when the sandbox is
   * destroyed.
   */
  async connect(port: number): Promise<Duplex> {
    return this.#streamTo(port);
  }

  /**
   * Sends an HTTP request to the server on that port of the sandbox, whatever host the URL names. Redirects are not followed. Keeps the
   * event loop alive until the response has been read or cancelled. Rejects with ECONNREFUSED when there is no server.
   *
   * @example
   * const response = await sandbox.fetch(8000, '/status');
   */
  async fetch(port: number, request: Request | URL | string, init?: RequestInit): Promise<Response> {
    const place = request instanceof Request ? request : new URL(request, 'http://localhost');
    const { fetchFrom } = await import('./guest-servers.js');
    return fetchFrom(() => this.#heldStreamTo(port), this.#share, port, new Request(place, init));
  }

  /**
   * Opens a port on this host that leads to a port of the sandbox, until you close it or the sandbox is destroyed. By default on 127.0.0.1,
   * which only programs of this host can reach. `port` 0: any free one. Rejects when it cannot be opened. If nothing listens in the
   * sandbox, it resets each connection.
   */
  async forwardPort(guestPort: number, options: ForwardOptions = {}): Promise<ForwardedPort> {
    checkPort(guestPort, 'guestPort');
    checkForwardOptions(options);
    const { host = '127.0.0.1', port = 0 } = options;
    const opening = new AbortController();
    let end = (): void => opening.abort();
    const callOff = this.atEnd(() => end());
    const { forward } = await import('./guest-servers.js');
    const forwarded = await forward(() => this.#streamTo(guestPort), host, port).catch((error) => {
      callOff();
      throw error;
    });
    end = () => void forwarded.close();
    if (opening.signal.aborted) {
      await forwarded.close();
      throw destroyedError();
    }
    return {
      ...forwarded,
      close() {
        callOff();
        return forwarded.close();
      },
    };
  }

  /**
   * The HTTP requests of the sandbox and their answers: a HAR (HTTP Archive 1.2) of the last requests, without bodies. Resolves when the
   * recording of `network.record`, if any, is in its file, or cannot be written.
   */
  async networkLog(): Promise<object> {
    const network = await this.openNetwork();
    // Requests and the audit report that error.
    await network.flushed().catch(() => {});
    return network.har();
  }

  /**
   * Limits the memory of all sandboxes of this process together, in all threads. Past the limit, memory is refused as if the sandbox had
   * reached `memoryLimitBytes`; in results the limit is called `hostMemoryBytes`. By default there is no limit.
   */
  static limitHost(limits: HostLimits): void {
    checkHostLimits(limits);
    const { memoryBytes, nativeBinding } = limits;
    loadAddon(locateParts({ nativeBinding }).nativeBinding).limitHostMemory(memoryBytes);
  }

  /**
   * Sets a sandbox up once, for others to begin from; each of them costs as much as a plain `create`. `options` are those of the sandbox
   * that `setUp` gets and, except for `files`, of those made from the template. Rejects as `setUp` does.
   *
   * @example
   * using template = await Sandbox.template((sandbox) => sandbox.run('git init project && cd project'));
   * const sandbox = await template.create();
   */
  static template(
    setUp: (sandbox: Sandbox) => Promise<unknown>,
    options: SandboxOptions = {},
  ): Promise<SandboxTemplate<Sandbox>> {
    return createTemplate(nativeBackend, setUp, options, (parts) => new Sandbox(parts));
  }
}
