// Modules that a program brings into its own instance while it runs, as a dynamic linker does: the guest's call of `link`. The program
// says what each import of the module is: its own memory, table and tags, numbers, and functions by their places in its table. There is
// nothing else that a module can get, so that it can do what the program can, and no more. What the module exports is put into the table.
// A process that goes on from a copy of another's memory is given the same modules first, in the same places. It has a thread of its own:
// what a guest has brought can be measured there and ended alone (native/binding/pool/worker_pool.h).
// The guest's request is read and checked by the kernel (native/syscall/linking.h), which answers it, too: here is only its plan.

import { EAGAIN, EINVAL, ENOEXEC, ENOMEM, ENOSYS } from '../abi/generated/errno.js';
import type { ModuleStore } from './modules.js';
import { type GuestFunction, StartFailure, type Steps, type Thrown } from './runtime.js';
import { describeFailure } from './traps.js';
import type { LinkPlan, WorkerNative } from './worker-native.js';

const cannotExecute = 126;
const ownModule = 'wasmsand';
/** By what name the start function of a module is exported: native/module/module.h. */
export const startExport = 'wasmsand:start';

/** What of a program's instance its modules get. */
export interface LinkingProgram {
  readonly exports: WebAssembly.Exports;
  readonly memory: WebAssembly.Memory;
  readonly growMemory: (delta: number) => number;
}

/** What links them. */
interface Linker {
  readonly native: WorkerNative;
  readonly modules: ModuleStore;
}

interface Refusal {
  why: string;
  error: number;
}
/** `words`: those of the plan's exports, with the values of globals in their places. */
type Linked = { exports: WebAssembly.Exports; words: Uint32Array } | Refusal;

type Import = { module: string; name: string; kind: string };

export class Linking {
  readonly #linker: Linker;
  readonly #program: LinkingProgram;

  constructor(linker: Linker, program: LinkingProgram) {
    this.#linker = linker;
    this.#program = program;
  }

  link(request: number): number {
    const { native, modules } = this.#linker;
    const table = this.#table;
    if (table === undefined) return -ENOSYS;
    const plan = native.readLinked(request >>> 0);
    if (typeof plan === 'number') {
      native.dropProgram();
      return plan;
    }
    const compiled = modules.compileLinked(plan.bytes);
    native.dropProgram();
    const linked =
      'error' in compiled
        ? { why: describeFailure(compiled.error), error: ENOEXEC }
        : this.#instantiate(plan, compiled.module);
    return 'why' in linked
      ? native.dropLinked(linked.error, linked.why, table.length)
      : native.keepLinked(linked.words, table.length);
  }

  /**
   * Gives the instance what that of another process, whose memory it is to have, has linked: so many modules. Each start function runs, for
   * the globals that it sets; what it writes to memory is not kept.
   */
  *again(count: number): Steps<Thrown | undefined> {
    const { native, modules } = this.#linker;
    for (let index = 0; index < count; index++) {
      const kept = native.readLinkedAgain(index);
      if (typeof kept === 'string') {
        native.dropProgram();
        throw new StartFailure(kept, cannotExecute);
      }
      const compiled = modules.compileLinked(kept.bytes);
      native.dropProgram();
      if ('error' in compiled) throw new StartFailure(describeFailure(compiled.error), cannotExecute);
      const linked = this.#instantiate(kept, compiled.module);
      if ('why' in linked) throw new StartFailure(linked.why, cannotExecute);
      const start = linked.exports[startExport];
      if (typeof start !== 'function') continue;
      const thrown = yield { function: start as GuestFunction, arguments: [] };
      if (thrown !== undefined) return thrown;
    }
    return undefined;
  }

  get #table(): WebAssembly.Table | undefined {
    const table = this.#program.exports.__indirect_function_table;
    return table instanceof WebAssembly.Table ? table : undefined;
  }

  #instantiate(plan: LinkPlan, module: WebAssembly.Module): Linked {
    const table = this.#table;
    if (table?.length !== plan.tableLength) return { why: 'the table has another length', error: EAGAIN };
    const descriptions = WebAssembly.Module.imports(module);
    const exported = WebAssembly.Module.exports(module);
    // What was added for its growth comes last.
    const count = descriptions.filter(({ module: of, kind }) => of !== ownModule || kind === 'memory').length;
    if (exported.length !== plan.exports.length || 2 * count !== plan.imports.length)
      return { why: 'the module has other imports or exports than it is said to', error: EINVAL };
    try {
      table.grow(plan.tableGrowth);
    } catch {
      return { why: 'the table has no room for the module', error: ENOMEM };
    }
    try {
      const imports = this.#importsOf(plan, descriptions, table);
      const { exports } = new WebAssembly.Instance(module, imports);
      const words = plan.exports.slice();
      exported.forEach(({ name, kind }, index) => {
        const value = exports[name];
        const place = plan.exports[index] as number;
        if (kind === 'function' && place !== 0) table.set(place, value);
        if (value instanceof WebAssembly.Global && typeof value.value === 'number') words[index] = value.value;
      });
      return { exports, words };
    } catch (error) {
      // Of the engine's, and never the guest's: nothing of the module has run.
      return { why: describeFailure(error), error: ENOEXEC };
    }
  }

  #importsOf({ imports: words }: LinkPlan, descriptions: Import[], table: WebAssembly.Table) {
    const { exports, memory, growMemory } = this.#program;
    const imports: Record<string, Record<string, unknown>> = Object.create(null);
    descriptions.forEach(({ module, name, kind }, index) => {
      const value = words[2 * index] ?? 0;
      const changes = words[2 * index + 1] === 1;
      imports[module] ??= Object.create(null) as Record<string, unknown>;
      const of = imports[module] as Record<string, unknown>;
      if (kind === 'memory') of[name] = memory;
      else if (module === ownModule) of[name] = growMemory;
      else if (kind === 'table') of[name] = table;
      else if (kind === 'tag') of[name] = exports[name];
      else if (kind === 'function') of[name] = table.get(value);
      else if (!changes) of[name] = value | 0;
      else if (name === '__stack_pointer') of[name] = exports.__stack_pointer;
      else of[name] = new WebAssembly.Global({ value: 'i32', mutable: true }, value | 0);
    });
    return imports;
  }
}
