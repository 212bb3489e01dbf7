// lib/abi/generated: what the TypeScript side needs to know of the guest's doors, a kernel written in it too. One file for each matter, so
// that bundles hold what they use.
import { offsetKinds, signedKinds, wasiSignature, wideKinds } from './calls.mjs';
import { banner, camel, hex, lowerCamel, single } from './text.mjs';

/** @import { Argument, Field, Layout, Model, ValueSet } from './model.mjs' */

/** @param {string | undefined} text */
const doc = (text) => (text ? `/** ${text} */\n` : '');

/** @param {Pick<Model, 'errno'>} model */
const errno = ({ errno }) => `${banner}
// Linux's errno (asm-generic).

${errno
  .filter(({ number }) => number > 0)
  .map(({ name, number }) => `export const ${name} = ${number};`)
  .join('\n')}

/** Name, number, the words of strerror. */
export const errnoTable = [
${errno.map((e) => `  [${single(e.name)}, ${e.number}, ${single(e.message)}],`).join('\n')}
] as const;
`;

/** @param {Pick<Model, 'signals'>} model */
const signals = ({ signals }) => `${banner}

/** Signal numbers by name (asm-generic). */
export const signals = {
${Object.entries(signals)
  .map(([name, value]) => `  ${name}: ${value},`)
  .join('\n')}
} as const;
`;

/**
 * @param {ValueSet} set
 * @param {string} name
 */
const constant = (set, name) => (set.name === 'spawn_action_kind' ? `SPAWN_${name.toUpperCase()}` : name);
/** @type {Record<string, string>} */
const setKinds = { flags: 'Flags, or-ed together.', enum: 'One of these.' };
/** @param {ValueSet} set */
const linuxSet = (set) =>
  `// ${set.name}\n${Object.entries(set.values)
    .map(([name, value]) => `export const ${constant(set, name)} = ${value > 9 ? hex(value) : value};`)
    .join('\n')}\n`;
/**
 * @param {ValueSet} set
 * @param {string} indent
 */
const names = (set, indent) =>
  Object.keys(set.values)
    .map((name) => `${indent}${constant(set, name)},`)
    .join('\n');

/** @param {Model} model */
const flags = ({ linux, wasi }) => `${banner}
// What an argument of kind \`flags\` or \`enum\`, and a field of a struct, is made of.

import type { ValueSet } from '../descriptions.js';

${linux.sets.map(linuxSet).join('\n')}
/** The sets of the door \`linux\`, by the \`parameter\` of an argument. */
export const linuxSets = {
${linux.sets
  .map(
    (set) =>
      `  // ${setKinds[set.kind]}\n  ${set.name}: {\n    kind: '${set.kind}',\n    values: {\n${names(set, '      ')}\n    },\n  },`,
  )
  .join('\n')}
} as const satisfies Record<string, ValueSet>;

/** The sets of the door \`wasi_snapshot_preview1\`. */
export const wasiSets = {
${wasi.sets
  .map(
    (set) =>
      `  // ${setKinds[set.kind]}\n  ${set.name}: {\n    kind: '${set.kind}',\n    values: {\n${Object.entries(
        set.values,
      )
        .map(([name, value]) => `      ${name}: ${value > 9 ? hex(value) : value},\n`)
        .join('')}    },\n  },`,
  )
  .join('\n')}
} as const satisfies Record<string, ValueSet>;
`;

/** @type {Record<string, [kind: string, width: number] | undefined>} */
const accessors = {
  i8: ['Int8', 1],
  u8: ['Uint8', 1],
  i16: ['Int16', 2],
  u16: ['Uint16', 2],
  i32: ['Int32', 4],
  u32: ['Uint32', 4],
  i64: ['BigInt64', 8],
  u64: ['BigUint64', 8],
};
/** @param {Field} field */
const isPadding = ({ name }) => /^(pad\d*|spare|reserved)$/.test(name);

/**
 * The names of a door's structs: those of WASI have a prefix.
 * @param {string} prefix
 * @param {Layout[]} structs
 */
function structText(prefix, structs) {
  const sizes = new Map(structs.map(({ name, size }) => [name, size]));
  /** @param {string} name */
  const valueName = (name) => (prefix === '' ? lowerCamel(name) : prefix + camel(name));
  /** @param {string} name */
  const typeName = (name) => camel(valueName(name));
  /** @param {number} offset */
  const at = (offset) => (offset === 0 ? 'at' : `at + ${offset}`);
  /** @param {string} type */
  const elementType = (type) => {
    if (!accessors[type]) return typeName(type);
    return accessors[type][1] === 8 ? 'bigint' : 'number';
  };
  /** @param {Field} field */
  const fieldType = ({ type, count }) => {
    if (count === undefined) return elementType(type);
    return type === 'u8' ? 'Uint8Array' : `${elementType(type)}[]`;
  };
  /**
   * @param {string} type
   * @returns {number}
   */
  const elementSize = (type) => accessors[type]?.[1] ?? sizes.get(type) ?? 0;
  /**
   * @param {Field} field
   * @returns {number[]}
   */
  const places = ({ offset, type, count }) =>
    Array.from({ length: count ?? 1 }, (_, i) => offset + i * elementSize(type));
  /**
   * @param {string} type
   * @param {number} offset
   */
  const get = (type, offset) => {
    if (!accessors[type]) return `${valueName(type)}.read(view, ${at(offset)})`;
    const [kind, width] = accessors[type];
    return `view.get${kind}(${at(offset)}${width > 1 ? ', true' : ''})`;
  };
  /**
   * @param {string} type
   * @param {number} offset
   * @param {string} value
   */
  const set = (type, offset, value) => {
    if (!accessors[type]) return `${valueName(type)}.write(view, ${at(offset)}, ${value});`;
    const [kind, width] = accessors[type];
    return `view.set${kind}(${at(offset)}, ${value}${width > 1 ? ', true' : ''});`;
  };
  /** @param {Field} field */
  const read = (field) => {
    if (field.count === undefined) return get(field.type, field.offset);
    if (field.type === 'u8') return `bytesAt(view, ${at(field.offset)}, ${field.count}).slice()`;
    return `[${places(field)
      .map((place) => get(field.type, place))
      .join(', ')}]`;
  };
  /** @param {Field} field */
  const write = (field) => {
    const value = `value.${lowerCamel(field.name)}`;
    if (field.count === undefined) return [set(field.type, field.offset, value)];
    if (field.type === 'u8') return [`bytesAt(view, ${at(field.offset)}, ${field.count}).set(${value});`];
    return places(field).map((place, i) => set(field.type, place, `${value}[${i}] as ${elementType(field.type)}`));
  };

  return structs.map(({ name, size, note, fields }) => {
    const shown = fields.filter((field) => !isPadding(field));
    // What the guest sees between the fields, and behind a text, is zero.
    const clears = shown.length < fields.length || shown.some(({ type, count }) => count && type === 'u8');
    return `${doc(note)}export interface ${typeName(name)} {
${shown.map((field) => `  ${lowerCamel(field.name)}: ${fieldType(field)};`).join('\n')}
}
export const ${valueName(name)}: Struct<${typeName(name)}> = {
  size: ${size},
  offsets: { ${shown.map((field) => `${lowerCamel(field.name)}: ${field.offset}`).join(', ')} },
  read: (view, at) => ({
${shown.map((field) => `    ${lowerCamel(field.name)}: ${read(field)},`).join('\n')}
  }),
  write: (view, at, value) => {
${[...(clears ? [`bytesAt(view, at, ${size}).fill(0);`] : []), ...shown.flatMap(write)].map((line) => `    ${line}`).join('\n')}
  },
};
`;
  });
}

/** @param {Model} model */
const structs = ({ linux, wasi }) => `${banner}
// The layouts in guest memory, of both doors: little-endian. What is nobody's (padding, what is reserved) is no field, and is written
// as zeros. 64 bits are a bigint.

import type { Struct } from '../descriptions.js';

const bytesAt = (view: DataView, at: number, length: number): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset + at, length);

${[...structText('', linux.structs), ...structText('wasi', wasi.structs)].join('\n')}`;

/** @param {string} kind */
const argumentType = (kind) => {
  if (kind === 'offset') return 'i64';
  if (kind === 'offset-high-first') return 'i64-high-first';
  if (kind === 's64') return 's64';
  if (wideKinds.has(kind)) return 'u64';
  return signedKinds.has(kind) ? 'i32' : 'u32';
};
/** @param {string} kind */
const isBig = (kind) => wideKinds.has(kind) || offsetKinds.has(kind);

// Sets keep their names; structs and arguments have those of TypeScript.
/** @param {Argument} argument */
const parameterName = ({ kind, parameter }) => (/^(flags|enum)$/.test(kind) ? parameter : lowerCamel(parameter));
/** @param {Argument} described */
function argument(described) {
  const { name, kind, parameter, slot } = described;
  const more = parameter ? `, parameter: ${single(parameterName(described))}` : '';
  return `{ name: ${single(lowerCamel(name))}, kind: ${single(kind)}, slot: ${slot}${more} }`;
}
/** @param {Argument[]} items */
const list = (items) => (items.length > 0 ? `[${items.map(argument).join(', ')}]` : '[]');
/** @param {{ arguments: Argument[] }} call */
const argumentTypes = (call) =>
  call.arguments.length === 0
    ? 'Record<never, never>'
    : `{ ${call.arguments.map(({ name, kind }) => `${lowerCamel(name)}: ${isBig(kind) ? 'bigint' : 'number'}`).join('; ')} }`;

/** @param {Model} model */
function argumentKinds({ linux, wasi }) {
  const all = [...linux.calls, ...wasi.functions];
  const kinds = [...new Set(all.flatMap((call) => call.arguments.map(({ kind }) => kind)))].sort();
  return `${banner}

/** How the value of an argument travels, by its kind. */
export const argumentKinds = {
${kinds.map((kind) => `  ${/^\w+$/.test(kind) ? kind : single(kind)}: '${argumentType(kind)}',`).join('\n')}
} as const;
`;
}

/** @param {Model} model */
function calls({ linux, wasi }) {
  return `${banner}
// The calls of both doors and their arguments, for what serves or shows them.

import type { CallDescription } from '../descriptions.js';
import { ${[...new Set(linux.calls.flatMap(({ refused }) => refused?.errno ?? []))].sort().join(', ')} } from './errno.js';

/** The arguments of each call of the door \`linux\`: descriptors, numbers, and addresses in guest memory. */
export interface LinuxArguments {
${linux.calls.map((call) => `  ${call.name}: ${argumentTypes(call)};`).join('\n')}
}

/** By number. One that is in no table answers ENOSYS. */
export const linuxCalls: ReadonlyMap<number, CallDescription<keyof LinuxArguments>> = new Map<
  number,
  CallDescription<keyof LinuxArguments>
>([
${linux.calls
  .map((call) => {
    const beyond = call.refused ? `, refusal: ${call.refused.errno}` : call.restart ? ', restart: true' : '';
    return `  [${call.number}, { name: ${single(call.name)}, arguments: ${list(call.arguments)}${beyond} }],`;
  })
  .join('\n')}
]);

/** The arguments of each function of \`wasi_snapshot_preview1\`. */
export interface WasiArguments {
${wasi.functions.map((call) => `  ${call.name}: ${argumentTypes(call)};`).join('\n')}
}

/** In the order of the specification, as \`wasiFunctions\`. */
export const wasiCalls: readonly CallDescription<keyof WasiArguments>[] = [
${wasi.functions.map((call) => `  { name: ${single(call.name)}, arguments: ${list(call.arguments)} },`).join('\n')}
];
`;
}

/** @param {Model} model */
const wasi = ({ wasi, errno }) => `${banner}

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

/** WASI's numbers of Linux's errors, by theirs. */
export const wasiErrno: ReadonlyMap<number, number> = new Map([
${errno.map((e) => `  [${e.number}, ${e.wasi}],`).join('\n')}
]);
`;

/** @param {Model} model */
const linuxImports = ({ linux }) => `${banner}

/** A function of the door \`linux\`: all parameters and the result are i32. */
export interface LinuxImport {
  name: string;
  parameters: number;
  /** Interrupted by a signal, it may be issued again when the handlers have run. */
  restarts: boolean;
  /** It enters the guest again and calls no kernel. */
  within: boolean;
}

export const linuxImports: readonly LinuxImport[] = [
${linux.imports
  .map(
    ({ name, parameters, restarts = false, within = false, note }) =>
      `  /** ${note} */\n  { name: ${single(name)}, parameters: ${parameters.length}, restarts: ${restarts}, within: ${within} },`,
  )
  .join('\n')}
];
`;

/** @param {Model} abi */
export const typescriptFiles = (abi) => ({
  'lib/abi/generated/linux-imports.ts': linuxImports(abi),
  'lib/abi/generated/errno.ts': errno(abi),
  'lib/abi/generated/signals.ts': signals(abi),
  'lib/abi/generated/flags.ts': flags(abi),
  'lib/abi/generated/structs.ts': structs(abi),
  'lib/abi/generated/argument-kinds.ts': argumentKinds(abi),
  'lib/abi/generated/calls.ts': calls(abi),
  'lib/abi/generated/wasi.ts': wasi(abi),
});
