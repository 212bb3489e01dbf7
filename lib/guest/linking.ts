// Modules that a program brings into its own instance while it runs, as a dynamic linker does: the guest's call of `link`. The program
// says what each import of the module is: its own memory, table and tags, numbers, and functions by their places in its table. There is
// nothing else that a module can get, so that it can do what the program can, and no more. What the module exports is put into the table.
// A process that goes on from a copy of another's memory is given the same modules first, in the same places. It has a thread of its own:
// what a guest has brought can be measured there and ended alone (native/binding/pool/worker_pool.h).
//
// The guest's struct link_request (wasm/python/dynamic.c), eleven words:
//   module, size            its bytes
//   imports, import_count   two words for each, in their order: a number (of a function: its place in the table), whether it may change
//   exports, export_count   a word for each, and behind them one for its start function: where a function comes in the table (0: nowhere); of a global, what it was is put there
//   table_length            how long the table is, and then was; table_growth: by how much it becomes longer first
//   unused
//   text, text_size         where a sentence is to be put that says why it has not worked

import { EAGAIN, EFAULT, EINVAL, ENOEXEC, ENOMEM, ENOSYS } from '../abi/generated/errno.js';
import type { Guest } from './guest.js';
import { type GuestFunction, StartFailure, type Steps, type Thrown } from './runtime.js';
import { describeFailure } from './traps.js';

const requestWords = 11;
const tableLengthWord = 6;
const cannotExecute = 126;
const encoder = new TextEncoder();
const ownModule = 'wasmsand';
/** By what name the start function of a module is exported: native/module/module.h. */
export const startExport = 'wasmsand:start';
/** Of imports or exports: no module may have as many (native/module/limits.h). */
const mostNames = 32_768;

/** What of a program's instance its modules get. */
export interface LinkingProgram {
  readonly exports: WebAssembly.Exports;
  readonly memory: WebAssembly.Memory;
}

/** What a module is given, and where what it exports comes. */
export interface LinkPlan {
  imports: Uint32Array;
  exports: Uint32Array;
  tableLength: number;
  tableGrowth: number;
}

interface Request extends LinkPlan {
  /** Of its first word. */
  address: number;
  textAddress: number;
  textSize: number;
}

interface Refusal {
  why: string;
  error: number;
}
type Linked = { exports: WebAssembly.Exports } | Refusal;

type Import = { module: string; name: string; kind: string };

export class Linking {
  readonly #guest: Guest;
  readonly #program: LinkingProgram;

  constructor(guest: Guest, program: LinkingProgram) {
    this.#guest = guest;
    this.#program = program;
  }

  link(address: number): number {
    const { native, modules } = this.#guest.host;
    const request = this.#begin(address >>> 0);
    if (typeof request === 'number') return request;
    const bytes = native.readLinked(request.address);
    if (typeof bytes === 'string') {
      native.dropProgram();
      this.#tell(request, bytes);
      return -ENOEXEC;
    }
    const compiled = modules.compileLinked(bytes);
    native.dropProgram();
    this.#guest.memoryChanged();
    if ('error' in compiled) return this.#refuse(request, describeFailure(compiled.error));
    const linked = this.#instantiate(request, compiled.module, this.#resultsOf(request));
    const result = 'why' in linked ? this.#refuse(request, linked.why, linked.error) : 0;
    if (result === 0) native.keepLinked();
    const words = this.#words(request.address, requestWords);
    if (words !== undefined) words[tableLengthWord] = this.#table?.length ?? 0;
    return result;
  }

  /**
   * Gives the instance what that of another process, whose memory it is to have, has linked: so many modules. Each start function runs, for
   * the globals that it sets; what it writes to memory is not kept.
   */
  *again(count: number): Steps<Thrown | undefined> {
    const { native, modules } = this.#guest.host;
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

  #words(address: number, count: number): Uint32Array | undefined {
    const { buffer } = this.#guest;
    return address % 4 === 0 && address + count * 4 <= buffer.byteLength
      ? new Uint32Array(buffer, address, count)
      : undefined;
  }

  #begin(address: number): Request | number {
    const words = this.#words(address, requestWords);
    if (words === undefined) return -EFAULT;
    const [, , imports, importCount, exports, exportCount, tableLength, tableGrowth, , textAddress, textSize] =
      words as unknown as number[];
    // They are copied before it is known how many the module has.
    if ((importCount as number) > mostNames || (exportCount as number) > mostNames) return -EINVAL;
    const importWords = this.#words(imports as number, 2 * (importCount as number));
    const exportWords = this.#words(exports as number, exportCount as number);
    if (importWords === undefined || exportWords === undefined) return -EFAULT;
    if (this.#table === undefined) return -ENOSYS;
    return {
      address,
      // What the memory holds while the module is compiled is of no consequence.
      imports: importWords.slice(),
      exports: exportWords.slice(),
      tableLength: tableLength as number,
      tableGrowth: tableGrowth as number,
      textAddress: textAddress as number,
      textSize: textSize as number,
    };
  }

  #refuse(request: Request, why: string, error: number = ENOEXEC): number {
    this.#guest.host.native.dropLinked();
    this.#tell(request, why);
    return -error;
  }

  #tell({ textAddress, textSize }: Request, why: string): void {
    const { buffer } = this.#guest;
    if (textSize === 0 || textAddress + textSize > buffer.byteLength) return;
    const target = new Uint8Array(buffer, textAddress, textSize);
    const { written } = encoder.encodeInto(why, target.subarray(0, textSize - 1));
    target[written] = 0;
  }

  /** Where the words of its exports are. */
  #resultsOf({ address, exports }: Request): Uint32Array | undefined {
    const words = this.#words(address, requestWords);
    return words && this.#words(words[4] as number, exports.length);
  }

  /** `results`: what globals were is put there. */
  #instantiate(plan: LinkPlan, module: WebAssembly.Module, results?: Uint32Array): Linked {
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
      exported.forEach(({ name, kind }, index) => {
        const value = exports[name];
        const place = plan.exports[index] as number;
        if (kind === 'function' && place !== 0) table.set(place, value);
        if (value instanceof WebAssembly.Global && results !== undefined && typeof value.value === 'number')
          results[index] = value.value;
      });
      return { exports };
    } catch (error) {
      // Of the engine's, and never the guest's: nothing of the module has run.
      return { why: describeFailure(error), error: ENOEXEC };
    }
  }

  #importsOf({ imports: words }: LinkPlan, descriptions: Import[], table: WebAssembly.Table) {
    const { exports, memory } = this.#program;
    const imports: Record<string, Record<string, unknown>> = Object.create(null);
    descriptions.forEach(({ module, name, kind }, index) => {
      const value = words[2 * index] ?? 0;
      const changes = words[2 * index + 1] === 1;
      imports[module] ??= Object.create(null) as Record<string, unknown>;
      const of = imports[module] as Record<string, unknown>;
      if (kind === 'memory') of[name] = memory;
      else if (module === ownModule) of[name] = this.#guest.growMemory;
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
