// The class Sandbox of this package, on Node.

import type { Duplex } from 'node:stream';
import { destroyedError } from '../api/errors.js';
import { optionDefaults } from '../api/option-defaults.js';
import type { SandboxOptions as CommonOptions, SandboxTemplate } from '../api/sandbox-options.js';
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

  /**
   * Makes a sandbox. When it rejects nothing is left of it.
   *
   * @throws `E_INVALID_OPTION`: an option is not known, has a wrong value, or names what is not there. The message names it.
   * @throws `E_NO_BINARY`, `E_BUNDLED`, `E_NO_PROGRAMS`: a part of this package is missing, or cannot be loaded here.
   * @throws `E_UNSUPPORTED`: this platform does not have what an option asks for.
   * @throws `E_NO_SNAPSHOT`: the snapshot of option `from` was deleted, or its template disposed of.
   * @throws `E_STATE_CORRUPT`: the state of option `from` is damaged, or none.
   * @throws `E_STATE_VERSION`: that state, or what was saved, is not for the programs that are here.
   * @throws `E_LIMIT_FS`, `E_LIMIT_MEMORY`: it begins as something that has more than this sandbox may have.
   * @throws `E_PERSIST_LOCKED`: another sandbox has the namespace.
   * @throws `E_PERSIST_CORRUPT`, `E_PERSIST_KEY`, `E_PERSIST_VERSION`: what was saved cannot be read. It is left as it is.
   * @throws `E_PERSIST_FAILED`, `E_PERSIST_UNAVAILABLE`: the store has failed, or there is none.
   * @throws `ENOSPC`, `ENOTDIR`, `EEXIST`, `EPERM`: an entry of `files`, or `cwd`, cannot be made.
   * @throws `ENOENT`, `ENOTDIR`, `EACCES`, `EOPNOTSUPP`: an entry of `mounts` cannot be mounted.
   *
   * @example
   * await using sandbox = await Sandbox.create({
   *   limits: 'strict',
   *   files: { 'main.sh': 'echo "hello from $PWD"' },
   *   network: { allow: ['api.example.com'] },
   * });
   */
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
   * Connects to a server on a port of the sandbox, on its 127.0.0.1 or ::1. The stream does not keep the event loop alive. It fails with
   * ECONNRESET or EPIPE when the guest closes, and with E_DESTROYED when the sandbox is destroyed.
   *
   * @throws `ECONNREFUSED`: nothing listens there.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const stream = await sandbox.connect(6379);
   * stream.write('PING\r\n');
   * for await (const answer of stream) console.log(String(answer));
   */
  async connect(port: number): Promise<Duplex> {
    return this.#streamTo(port);
  }

  /**
   * Sends an HTTP request to the server on that port of the sandbox, whatever host the URL names. Redirects are not followed. Keeps the
   * event loop alive until the response has been read or cancelled. A bad request is refused as the global `fetch` does, by a TypeError.
   *
   * @throws `ECONNREFUSED`: nothing listens there.
   * @throws `ECONNRESET`, `EPIPE`: the server has closed the connection before it has answered. The body may fail so, too.
   * @throws `E_NET_PROTOCOL`: what it has answered is not HTTP.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
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
   * Opens a port on this host that leads to a port of the sandbox, until you close it or the sandbox is destroyed. By default on
   * 127.0.0.1, which only programs of this host can reach. `port` 0: any free one. If nothing listens in the sandbox, it resets each
   * connection.
   *
   * @throws `EADDRINUSE`, `EADDRNOTAVAIL`, `EACCES`: this host does not give the port, or does not have the address.
   * @throws `E_INVALID_OPTION`: also for a `host` that has no address.
   * @throws `E_DESTROYED`
   *
   * @example
   * sandbox.spawn('python3', ['-m', 'http.server', '8000']);
   * const { port, close } = await sandbox.forwardPort(8000);
   * console.log(`http://127.0.0.1:${port}/`);
   */
  async forwardPort(guestPort: number, options: ForwardOptions = {}): Promise<ForwardedPort> {
    checkPort(guestPort, 'guestPort');
    checkForwardOptions(options);
    const { host = optionDefaults['ForwardOptions.host'], port = optionDefaults['ForwardOptions.port'] } = options;
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
   *
   * @throws `E_UNSUPPORTED`: there is no network on this platform.
   * @throws `E_DESTROYED`
   *
   * @example
   * await writeFile('session.har', JSON.stringify(await sandbox.networkLog()));
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
   *
   * @throws `E_INVALID_OPTION`
   * @throws `E_NO_BINARY`, `E_BUNDLED`: the native binary is missing, or cannot be loaded here.
   *
   * @example
   * Sandbox.limitHost({ memoryBytes: 4 * 2 ** 30 });
   */
  static limitHost(limits: HostLimits): void {
    checkHostLimits(limits);
    const { memoryBytes, nativeBinding } = limits;
    loadAddon(locateParts({ nativeBinding }).nativeBinding).limitHostMemory(memoryBytes);
  }

  /**
   * Sets a sandbox up once, for others to begin from; each of them costs as much as a plain `create`. `options` are those of the sandbox
   * that `setUp` gets and, except for `files`, of those made from the template. Rejects as `create` does, and as `setUp` does.
   *
   * @throws `E_INVALID_OPTION`: also for option `persistence`, which is for sandboxes that are made from it.
   * @throws `E_LIMIT_SNAPSHOTS`, `E_LIMIT_FS`, `ETIMEDOUT`: as `snapshot`, after `setUp`.
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
