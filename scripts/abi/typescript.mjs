// lib/generated/abi.ts: what the TypeScript side needs to know of the ABI.
import { wasiSignature } from './calls.mjs';
import { banner } from './text.mjs';

const single = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

export const typescriptFiles = ({ errno, signals, linux, wasi }) => ({
  'lib/generated/abi.ts': `${banner}

/** Linux's errno (asm-generic): name, number, the words of strerror. */
export const errnoTable: readonly (readonly [name: string, number: number, message: string])[] = [
${errno.map((e) => `  [${single(e.name)}, ${e.number}, ${single(e.message)}],`).join('\n')}
];

/** Signal numbers by name (asm-generic). */
export const signals = {
${Object.entries(signals)
  .map(([name, value]) => `  ${name}: ${value},`)
  .join('\n')}
} as const;

/** Names of the system calls of the door \`linux\`, by number. */
export const linuxCalls: ReadonlyMap<number, string> = new Map([
${linux.calls.map(({ number, name }) => `  [${number}, ${single(name)}],`).join('\n')}
]);

export interface WasiFunction {
  readonly name: string;
  /** One letter per parameter: \`i\` for i32, \`I\` for i64. */
  readonly parameters: string;
  /** Whether it returns an i32, the errno. */
  readonly returns: boolean;
}

/** \`wasi_snapshot_preview1\`; the index is the \`function\` of the kernel's door. */
export const wasiFunctions: readonly WasiFunction[] = [
${wasi.functions
  .map((f) => `  { name: ${single(f.name)}, parameters: '${wasiSignature(f)}', returns: ${f.name !== 'proc_exit'} },`)
  .join('\n')}
];
`,
});
