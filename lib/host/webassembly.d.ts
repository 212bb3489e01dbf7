// The part of the WebAssembly JavaScript interface that the worker host uses: @types/node declares it in later versions only, and
// the DOM's library would bring in a browser's globals.

declare namespace WebAssembly {
  class Module {
    constructor(bytes: ArrayBuffer);
  }
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
    value: number | bigint;
  }
  class Exception {}
  class RuntimeError extends Error {}
  class CompileError extends Error {}
  class LinkError extends Error {}
  type Exports = Record<string, unknown>;
}
