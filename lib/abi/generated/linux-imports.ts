// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.

/** A function of the door `linux`: all parameters and the result are i32. */
export interface LinuxImport {
  name: string;
  parameters: number;
  /** Interrupted by a signal, it may be issued again when the handlers have run. */
  restarts: boolean;
  /** It enters the guest again and calls no kernel. */
  within: boolean;
}

export const linuxImports: readonly LinuxImport[] = [
  /** a call by its number */
  { name: 'syscall', parameters: 7, restarts: true, within: false },
  /** starts a process; no memory is copied */
  { name: 'spawn', parameters: 1, restarts: true, within: false },
  /** writes argc, argv, envp and auxv as Linux does */
  { name: 'init_stack', parameters: 2, restarts: false, within: false },
  /** makes a module in the guest's memory part of its instance */
  { name: 'link', parameters: 1, restarts: false, within: false },
  /** a child with a copy of the memory that calls the function; never issued again: there would be two */
  { name: 'clone', parameters: 2, restarts: false, within: false },
  /** a child that goes on where the parent does; for programs instrumented by asyncify */
  { name: 'fork', parameters: 0, restarts: false, within: false },
  /** calls the guest's export __new_stack on another stack of the engine; no call of the kernel */
  { name: 'new_stack', parameters: 1, restarts: false, within: true },
];
