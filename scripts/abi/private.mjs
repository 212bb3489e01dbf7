// The interface between the addon and lib: the block of a worker, what numbers mean that either side passes, and the arrays of numbers
// that a kernel fills.
import { privateBanner as banner, camel, lowerCamel, quoted, single } from './text.mjs';

/**
 * What private.json says.
 * @typedef {{ name: string, note?: string }} Named
 * @typedef {{ name: string, of?: string, type: string, file: string, note: string, first?: number, values: Named[] }} Enum
 * @typedef {Named & { each?: 'wait_causes' | 'limits' }} Place
 * @typedef {{ name: string, note: string, places: Place[] }} Fields
 * @typedef {{ length: number, places: (Named & { at: number })[] }} Block
 * @typedef {{ block: Block, enums: Enum[], wait_causes: (Named & { words: string })[], limits: Named[], fields: Fields[] }} Private
 */

const cxxBanner = `${banner}\n// clang-format off`;
/** @param {string | undefined} note */
const behind = (note) => (note ? `  // ${note}` : '');
/** @param {string | undefined} note */
const above = (note) => (note ? `  /** ${note[0].toUpperCase()}${note.slice(1).replace(/\.$/, '')}. */\n` : '');

/** @param {Named & { at: number }} place */
const place = ({ name, at, note }) => `inline constexpr int k${camel(name)} = ${at};${behind(note)}`;

/** @param {Private} model */
const blockHeader = ({ block }) => `${cxxBanner}
// The block of 32-bit integers through which a worker's JavaScript and C++ exchange arguments and results: a call
// without arguments is half as expensive as one with.
#pragma once

namespace wasmsand::block {

${block.places.map(place).join('\n')}
inline constexpr int kLength = ${block.length};

}  // namespace wasmsand::block
`;

/** @param {Enum} described */
const numbered = ({ values, first = 0 }) => values.map((value, i) => ({ ...value, number: first + i }));
/** @param {Enum} described */
const cxxEnum = (described) => `// ${described.note}
enum class ${camel(described.name)} : ${described.type} {
${numbered(described)
  .map(({ name, number, note }) => `  ${name} = ${number},${behind(note)}`)
  .join('\n')}
};
`;

/**
 * @param {Place} place
 * @param {Private} model
 */
const length = ({ each }, model) => (each ? model[each].length : 1);
/**
 * @param {Fields} fields
 * @param {Private} model
 */
const struct = ({ name, note, places }, model) => `// ${note}
struct ${camel(name)}Fields {
${places
  .map((field) => `  double ${field.name}${field.each ? `[${length(field, model)}]` : ''};${behind(field.note)}`)
  .join('\n')}
};
static_assert(sizeof(${camel(name)}Fields) == ${places.reduce((sum, field) => sum + length(field, model), 0)} * sizeof(double));
`;

/** @param {string} body */
const enumHeader = (body) => `${cxxBanner}
#pragma once

#include <cstdint>

namespace wasmsand {

${body}
}  // namespace wasmsand
`;

/** @param {Private} model */
const waitCauseHeader = ({ wait_causes: causes }) => `${cxxBanner}
// What a process waits for, as metrics() and the trace of scheduling tell it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace wasmsand {

enum class WaitCause : uint8_t {
${causes.map(({ name, note }) => `${note ? `  // ${note}\n` : ''}  ${name},`).join('\n')}
};

inline constexpr std::array kWaitCauses = {
${causes.map(({ words }) => `    ${quoted(words)},`).join('\n')}
};
constexpr const char* describe(WaitCause cause) { return kWaitCauses[static_cast<size_t>(cause)]; }

}  // namespace wasmsand
`;

/** @param {Private} model */
const limitHeader = ({ limits }) => `${cxxBanner}
// The limits of a sandbox, by the names of the options that set them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wasmsand {

enum class Limit : uint8_t {
${limits.map(({ name, note }) => `${note ? `  // ${note}\n` : ''}  ${name},`).join('\n')}
};

inline constexpr size_t kLimitCount = ${limits.length};

}  // namespace wasmsand
`;

/**
 * @param {string} name
 * @param {string} note
 * @param {string[]} lines
 */
const constObject = (name, note, lines) => `/** ${note} */
export const ${name} = {
${lines.join('\n')}
} as const;
`;
/** @param {Enum} described */
const typescriptEnum = (described) =>
  constObject(
    camel(described.name),
    described.note,
    numbered(described).map(({ name, number, note }) => `${above(note)}  ${lowerCamel(name)}: ${number},`),
  );

/** @param {Private} model */
const guestBlock = ({ block, enums }) => `${banner}
// What runs a guest and the kernel below it exchange as numbers.

/**
 * The block of 32-bit integers through which a worker's JavaScript and C++ exchange arguments and results: a call without arguments
 * is half as expensive as one with.
 */
export const Block = {
${block.places.map(({ name, at, note }) => `${above(note)}  ${lowerCamel(name)}: ${at},`).join('\n')}
  length: ${block.length},
} as const;

${enums
  .filter(({ of }) => of === 'guest')
  .map(typescriptEnum)
  .join('\n')}`;

/** @param {Private} model */
const addon = ({ enums }) => `${banner}
// What the addon and the thread that owns a pool exchange as numbers.

${enums
  .filter(({ of }) => of !== 'guest')
  .map(typescriptEnum)
  .join('\n')}`;

/**
 * @param {Fields} fields
 * @param {Private} model
 */
function fieldPlaces({ places }, model) {
  let at = 0;
  const lines = places.map((field) => {
    const line = `${above(field.note)}  ${lowerCamel(field.name)}: ${at},`;
    at += length(field, model);
    return line;
  });
  return [...lines, `  count: ${at},`];
}

/** @param {Private} model */
const kernelFields = (model) => `${banner}
// Places in the arrays of numbers that a kernel fills.

/** What a process waits for, in the order of \`UsageField.waits\`. */
export const waitCauses = [
${model.wait_causes.map(({ name }) => `  ${single(lowerCamel(name))},`).join('\n')}
] as const;

/** The limits of a sandbox, in the order of \`UsageField.refusals\`, by the names of the options that set them. */
export const limitNames = [
${model.limits.map(({ name }) => `  ${single(lowerCamel(name))},`).join('\n')}
] as const;

${model.fields.map((described) => constObject(`${camel(described.name)}Field`, described.note, fieldPlaces(described, model))).join('\n')}`;

/** @param {Private} model */
export function privateFiles(model) {
  const own = 'native/binding/interface.h';
  /** @param {string} path */
  const body = (path) =>
    model.enums
      .filter(({ file }) => file === path)
      .map(cxxEnum)
      .join('\n');
  const alone = model.enums.map(({ file }) => file).filter((file) => file !== own);
  const structs = model.fields.map((described) => struct(described, model)).join('\n');
  return {
    'native/binding/worker/block.h': blockHeader(model),
    [own]: enumHeader(`${body(own)}\n${structs}`),
    ...Object.fromEntries(alone.map((file) => [file, enumHeader(body(file))])),
    'native/kernel/process/wait_cause.h': waitCauseHeader(model),
    'native/kernel/resources/limit.h': limitHeader(model),
    'lib/abi/generated/kernel-fields.ts': kernelFields(model),
    'lib/abi/generated/guest-block.ts': guestBlock(model),
    'lib/node/generated/addon.ts': addon(model),
  };
}
