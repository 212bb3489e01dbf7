// What scripts use of WebAssembly beyond what lib/guest does.

declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean;
}
