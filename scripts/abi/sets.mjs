// native/kernel/linux_constants.h: flags, enumerations and signals as Linux has them. native/syscall/generated/flags.{h,cc}: those of
// WASI, and the names of both for the trace.
import { camel, cxxBanner, hex, quoted } from './text.mjs';

/** @import { Model, ValueSet } from './model.mjs' */

/** @param {string} kind */
const linuxType = (kind) => (kind === 'enum' ? 'int32_t' : 'uint32_t');
/** @param {ValueSet} set */
const wasiType = (set) => (set.name === 'rights' ? 'uint64_t' : 'uint32_t');
/** @param {number} value */
const literal = (value) => (value > 0x7fffffff ? `${hex(value)}ull` : hex(value));

// Two underscores are reserved in C++: __WALL is kWALL.
/**
 * @param {ValueSet} set
 * @param {string} name
 */
const constant = (set, name) => (set.name === 'spawn_action_kind' ? camel(`spawn_${name}`) : name.replace(/^_+/, ''));

/** @param {ValueSet} set */
const linuxSet = (set) =>
  Object.entries(set.values)
    .map(([name, value]) => `inline constexpr ${linuxType(set.kind)} k${constant(set, name)} = ${hex(value)};`)
    .join('\n');

/** @param {ValueSet} set */
const wasiSet = (set) => `namespace ${set.name} {
${Object.entries(set.values)
  .map(([name, value]) => `inline constexpr ${wasiType(set)} k${camel(name)} = ${literal(value)};`)
  .join('\n')}
}  // namespace ${set.name}`;

/**
 * @param {string} door
 * @param {ValueSet} set
 */
const table = (door, set) => `const NamedValue k${door}${camel(set.name)}[] = {
${Object.entries(set.values)
  .map(
    ([name, value]) =>
      `    {${quoted(door === 'Wasi' ? name.toUpperCase() : name)}, ${value < 0 ? `static_cast<uint64_t>(${value})` : literal(value)}},`,
  )
  .join('\n')}
};`;
/**
 * @param {string} door
 * @param {ValueSet} set
 */
const tableEntry = (door, set) => {
  const count = Object.keys(set.values).length;
  return `    {${count ? `k${door}${camel(set.name)}` : 'nullptr'}, ${count}, ${set.kind === 'enum'}},`;
};

/** @param {Model} model */
export const setFiles = ({ linux, wasi, signals }) => ({
  'native/kernel/linux_constants.h': `${cxxBanner}
#pragma once

#include <cstdint>

namespace wasmsand::abi {

${linux.sets.map((set) => `// ${set.name}\n${linuxSet(set)}`).join('\n\n')}

// Signals.
${Object.entries(signals)
  .map(([name, value]) => `inline constexpr int k${name} = ${value};`)
  .join('\n')}

}  // namespace wasmsand::abi
`,
  'native/syscall/generated/flags.h': `${cxxBanner}
#pragma once

#include <cstdint>

#include "kernel/linux_constants.h"
#include "syscall/call_description.h"

namespace wasmsand::wasi {

${wasi.sets.map(wasiSet).join('\n\n')}

}  // namespace wasmsand::wasi

namespace wasmsand {

// Sets by the numbers that ArgumentDescription::set uses.
extern const ValueSet kLinuxSets[${linux.sets.length}];
extern const ValueSet kWasiSets[${wasi.sets.length}];
// "SIGINT", or null.
const char* signal_name(int signo);

}  // namespace wasmsand
`,
  'native/syscall/generated/flags.cc': `${cxxBanner}
#include "syscall/generated/flags.h"

namespace wasmsand {
namespace {

${linux.sets.map((set) => table('Linux', set)).join('\n\n')}

${wasi.sets
  .filter((set) => Object.keys(set.values).length > 0)
  .map((set) => table('Wasi', set))
  .join('\n\n')}

}  // namespace

const ValueSet kLinuxSets[${linux.sets.length}] = {
${linux.sets.map((set) => tableEntry('Linux', set)).join('\n')}
};

const ValueSet kWasiSets[${wasi.sets.length}] = {
${wasi.sets.map((set) => tableEntry('Wasi', set)).join('\n')}
};

const char* signal_name(int signo) {
  switch (signo) {
${Object.entries(signals)
  .map(([name, value]) => `    case ${value}:\n      return ${quoted(name)};`)
  .join('\n')}
  }
  return nullptr;
}

}  // namespace wasmsand
`,
});
