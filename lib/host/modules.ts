// Compiled programs. A program is compiled by the first worker of the pool that runs it; the others get the module itself, which
// shares its code. Workers do not run their event loop, so they look into the channel when they miss a program.

import { BroadcastChannel, receiveMessageOnPort } from 'node:worker_threads';

export interface CompiledProgram {
  module: WebAssembly.Module;
  minimumPages: number;
  /** The maximum the program itself declares. */
  maximumPages: number;
}

interface Announcement {
  id: number;
  program: CompiledProgram;
}

/** Programs a worker remembers; the engine frees the code of those that no worker does. */
const capacity = 64;

export class ModuleStore {
  // In the order of use, the oldest first.
  readonly #programs = new Map<number, CompiledProgram>();
  readonly #channel: BroadcastChannel;

  constructor(channel: string) {
    this.#channel = new BroadcastChannel(channel);
    this.#channel.unref();
  }

  get(id: number): CompiledProgram | undefined {
    const program = this.#programs.get(id) ?? this.#receive(id);
    if (program !== undefined) this.#remember(id, program);
    return program;
  }

  /** Remembers a program, and tells the other workers. */
  add(id: number, program: CompiledProgram): void {
    this.#remember(id, program);
    const announcement: Announcement = { id, program };
    this.#channel.postMessage(announcement);
  }

  #receive(id: number): CompiledProgram | undefined {
    for (;;) {
      // The declaration knows ports only; Node takes channels as well.
      const received = receiveMessageOnPort(this.#channel as never) as { message: Announcement } | undefined;
      if (received === undefined) return this.#programs.get(id);
      this.#remember(received.message.id, received.message.program);
    }
  }

  #remember(id: number, program: CompiledProgram): void {
    this.#programs.delete(id);
    this.#programs.set(id, program);
    if (this.#programs.size <= capacity) return;
    for (const oldest of this.#programs.keys()) {
      this.#programs.delete(oldest);
      break;
    }
  }
}
