// The part of the WebAssembly JavaScript interface that the worker host uses: @types/node declares it in later versions only, and
// the DOM's library would bring in a browser's globals.

declare namespace WebAssembly {
  class Module {
    constructor(bytes: ArrayBuffer);
    static imports(module: Module): { module: string; name: string; kind: string }[];
    static exports(module: Module): { name: string; kind: string }[];
  }
  function compile(bytes: ArrayBuffer): Promise<Module>;
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Exports;
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Global {
    constructor(descriptor: { value: 'i32'; mutable: boolean }, value: number);
    value: number | bigint;
  }
  class Table {
    constructor(descriptor: { element: 'anyfunc'; initial: number });
    readonly length: number;
    grow(by: number): number;
    get(index: number): unknown;
    set(index: number, value: unknown): void;
  }
  /** An import that suspends the stack it is called on until its promise is kept. Where the engine can switch stacks. */
  const Suspending: (new (wait: (...parameters: never[]) => Promise<unknown>) => unknown) | undefined;
  /** The function on a stack of its own. */
  const promising:
    | (<P extends unknown[]>(exported: (...parameters: P) => unknown) => (...parameters: P) => Promise<unknown>)
    | undefined;
  class Exception {}
  class RuntimeError extends Error {}
  class CompileError extends Error {}
  class LinkError extends Error {}
  type Exports = Record<string, unknown>;
}
