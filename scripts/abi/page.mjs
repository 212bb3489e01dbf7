// native/abi/README.md: the page of all calls.

/** @param {{ name: string, arguments: { name: string }[] }} call */
/** @import { Model, WasiFunction } from './model.mjs' */

/** @param {WasiFunction} call */
const signature = (call) => `${call.name}(${call.arguments.map(({ name }) => name).join(', ')})`;

/** @param {Model} model */
export const pageFiles = ({ linux, wasi }) => ({
  'native/abi/README.md': `<!-- Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit. -->
# The guest ABI

\`abi.json\` is the one description of what a guest may call: errno, the Linux calls with their numbers, arguments and
struct layouts, and \`wasi_snapshot_preview1\`. C++ tables, what a kernel in TypeScript needs (\`lib/abi/generated\`), the numbers
and layouts of our C library, the trace's decoder and this page are generated from it; \`node scripts/generate-abi.mjs --check\`
fails when they drift.

## Notation

An argument is \`name: kind [parameter]\`. \`in S\`, \`out S\`, \`inout S\`: the address of a struct or integer. \`buffer-in n\`,
\`buffer-out n\`: bytes whose length is argument \`n\`. \`flags F\`, \`enum E\`: one of the sets. \`offset\`: 64 bits as two
arguments, low half first, without alignment padding; \`offset-high-first\` is \`_llseek\`'s. A struct field is \`name: type\`;
\`c\` has the C library's name of one, with its type where it is an address.
\`restart\`: interrupted by a signal, the call is issued again when all handlers that ran had SA_RESTART.

## \`linux\`

| Import | |
| --- | --- |
${linux.imports.map(({ name, parameters, note }) => `| \`${name}(${parameters.join(', ')})\` | ${note} |`).join('\n')}

Numbers are asm-generic (the table of riscv32 and or1k); one variant of each call, 64-bit times only.
244 and 245, of the numbers that are each machine's own, are what the session shell talks to the host with; EPERM for all others.
A number that is in no table answers ENOSYS.

### Served: ${linux.calls.filter(({ refused }) => !refused).length}

| Number | Call | Restarted |
| ---: | --- | --- |
${linux.calls
  .filter(({ refused }) => !refused)
  .map((call) => `| ${call.number} | \`${signature(call)}\` | ${call.restart ? 'yes' : ''} |`)
  .join('\n')}

### Known and refused: ${linux.calls.filter(({ refused }) => refused).length}

| Number | Call | Answer | Why |
| ---: | --- | --- | --- |
${linux.calls
  .filter(({ refused }) => refused)
  .map((call) => `| ${call.number} | \`${signature(call)}\` | ${call.refused?.errno} | ${call.refused?.reason} |`)
  .join('\n')}

## \`wasi_snapshot_preview1\`: ${wasi.functions.length}

${wasi.functions.map((f) => `- \`${signature(f)}\``).join('\n')}
`,
});
