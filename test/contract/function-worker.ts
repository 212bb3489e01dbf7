// A worker's script with a second runtime: a module that exports `runs NAME` stands for a function of JavaScript, which makes its
// calls as modules do.

import type { CompiledProgram } from '../../lib/guest/compiled-programs.js';
import type { Runtime, RuntimeProcess, Steps, Thrown } from '../../lib/guest/runtime.js';
import { runWorker } from '../../lib/node/worker.js';

const number = { read: 63, write: 64, exitGroup: 94, execve: 221, clockNanosleep: 407 } as const;
const pageBytes = 65536;

class FunctionRuntime implements Runtime {
  readonly #guest: RuntimeProcess;
  readonly #name: string;

  constructor(guest: RuntimeProcess, name: string) {
    this.#guest = guest;
    this.#name = name;
  }

  prepare(program: CompiledProgram): void {
    this.#guest.takeMemory(program, 0);
  }

  *run(): Steps<Thrown | undefined> {
    return yield { function: () => this.#functions[this.#name]?.() ?? 0, arguments: [] };
  }

  #call(called: keyof typeof number, ...values: number[]): number {
    const syscall = this.#guest.surroundings.bridge.linux.syscall as (...values: number[]) => number;
    return syscall(number[called], ...[...values, 0, 0, 0, 0, 0, 0].slice(0, 6));
  }

  /** Puts C strings there. */
  #put(address: number, ...texts: string[]): void {
    Buffer.from(this.#guest.buffer).write(`${texts.join('\0')}\0`, address);
  }

  readonly #functions: Record<string, () => number> = {
    upper: () => {
      for (;;) {
        const length = this.#call('read', 0, 1024, 512);
        if (length <= 0) return this.#call('exitGroup', 7);
        const text = Buffer.from(this.#guest.buffer, 1024, length).toString().toUpperCase();
        this.#put(1024, text);
        this.#call('write', 1, 1024, length);
      }
    },
    grow: () => {
      while (this.#guest.growMemory(16) !== -1);
      this.#put(1024, `${this.#guest.buffer.byteLength / pageBytes} pages\n`);
      this.#call('write', 1, 1024, Buffer.from(this.#guest.buffer).indexOf(0, 1024) - 1024);
      return 0;
    },
    sleep: () => {
      new DataView(this.#guest.buffer).setUint32(1024, 1000, true);
      return this.#call('clockNanosleep', 1, 0, 1024, 0);
    },
    spin: () => {
      for (;;);
    },
    stubborn: () => {
      for (;;) {
        try {
          this.#call('read', 0, 1024, 1);
        } catch {
          // What is thrown to end it.
        }
      }
    },
    become: () => {
      this.#put(1024, '/bin/echo', 'echo', 'became a module');
      const view = new DataView(this.#guest.buffer);
      view.setUint32(2048, 1034, true);
      view.setUint32(2052, 1039, true);
      return this.#call('execve', 1024, 2048, 0);
    },
    fail: () => {
      throw new Error('as it should');
    },
  };
}

runWorker((program, guest) => {
  const marked = WebAssembly.Module.exports(program.module).find(({ name }) => name.startsWith('runs '));
  return marked === undefined ? undefined : new FunctionRuntime(guest, marked.name.slice('runs '.length));
});
