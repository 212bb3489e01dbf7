// The connections between a sandbox's guests and its host.

import { EACCES, ECONNREFUSED } from '../abi/generated/errno.js';
import { optionError, systemError } from '../api/errors.js';
import type { GuestConnection, SandboxNetwork } from '../kernel/connection.js';
import { worded } from '../text/worded.js';
import type { Machine } from './kernel-client.js';

const longestAddress = 64;
const nothing = new Uint8Array();

/** The host's end of a connection, by its number in the kernel. */
class KernelConnection implements GuestConnection {
  readonly target: GuestConnection['target'];
  onChange: () => void = () => {};
  readonly #machine: Machine;
  readonly #number: number;
  #isOpen = true;

  constructor(machine: Machine, number: number, target: GuestConnection['target']) {
    this.#machine = machine;
    this.#number = number;
    this.target = target;
    machine.watchConnection(number, () => this.onChange());
  }

  get #kernel() {
    return this.#machine.kernel;
  }

  accept(): void {
    this.#kernel.concludeConnection(this.#number, 0);
  }

  refuse(errno: number): void {
    this.#kernel.concludeConnection(this.#number, errno);
    this.close();
  }

  deny(): void {
    this.#kernel.denyConnection(this.#number);
  }

  read(into: Uint8Array): number {
    return this.#kernel.readConnection(this.#number, into);
  }

  write(bytes: Uint8Array): number {
    return this.#kernel.writeConnection(this.#number, bytes);
  }

  free(bytes: Uint8Array): void {
    this.#machine.platform.freeBytes(bytes);
  }

  end(): void {
    this.#kernel.endConnection(this.#number);
  }

  close(reset = false): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#machine.unwatchConnection(this.#number);
    this.#kernel.closeConnection(this.#number, reset);
  }

  hasTlsRequest(): boolean {
    return this.#kernel.tlsRequest(this.#number, nothing) > 0;
  }

  tlsRequest(): Uint8Array | undefined {
    const length = this.#kernel.tlsRequest(this.#number, nothing);
    if (length <= 0) return undefined;
    const request = new Uint8Array(length);
    this.#kernel.tlsRequest(this.#number, request);
    return request;
  }

  answerTls(answer: Uint8Array): void {
    this.#kernel.answerTls(this.#number, answer);
  }
}

/** Opens the way to the outside. From now on the network handles the connections of guests. */
export function openGate(machine: Machine, network: Promise<SandboxNetwork>): void {
  machine.onConnecting((number, port) => {
    const connection = new KernelConnection(
      machine,
      number,
      port === 0 ? { kind: 'resolver' } : placeOf(machine, number, port),
    );
    network.then(
      (provider) => provider.connect(connection),
      () => connection.refuse(EACCES),
    );
  });
  machine.endings.add(
    () =>
      void network.then(
        (provider) => provider.close(),
        () => {},
      ),
  );
  machine.kernel.openGate(true);
}

function placeOf(machine: Machine, number: number, port: number): GuestConnection['target'] {
  const text = new Uint8Array(longestAddress);
  const length = machine.kernel.connectionAddress(number, text);
  return { kind: 'inet', address: new TextDecoder().decode(text.subarray(0, Math.max(length, 0))), port };
}

/** Throws E_INVALID_OPTION. */
export function checkPort(port: number, option = 'port'): void {
  const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
  if (!isPort) throw optionError(option, `must be a whole number from 1 to 65535, not ${worded(port)}`);
}

/** Connects the host to a server in the sandbox. Throws ECONNREFUSED. */
export function connectToGuest(machine: Machine, port: number): GuestConnection {
  machine.assertAlive();
  checkPort(port);
  const number = machine.kernel.connectTo(port);
  // No client can tell too many that wait from nobody.
  if (number < 0) throw systemError(ECONNREFUSED, 'connect', `127.0.0.1:${port}`);
  return new KernelConnection(machine, number, { kind: 'inet', address: '127.0.0.1', port });
}
