// native/syscall/generated/{linux_calls,wasi_calls}.{h,cc}: what each door serves, with decoded arguments.
import { errnoIdentifier } from './errno.mjs';
import { cxxBanner, quoted } from './text.mjs';

/** @import { Argument, Call, ErrnoEntry, LinuxDoor, Model, ValueSet, WasiDoor, WasiFunction } from './model.mjs' */

export const signedKinds = new Set(['fd', 'dirfd', 'int', 'pid', 'signal', 'enum']);
export const offsetKinds = new Set(['offset', 'offset-high-first']);
/** @param {Argument} argument */
const cxxType = ({ kind }) => (offsetKinds.has(kind) ? 'int64_t' : signedKinds.has(kind) ? 'int32_t' : 'uint32_t');

/** @param {Argument} argument */
function decoded({ kind, slot }) {
  if (kind === 'offset') return `wide(a[${slot}], a[${slot + 1}])`;
  if (kind === 'offset-high-first') return `wide(a[${slot + 1}], a[${slot}])`;
  return signedKinds.has(kind) ? `static_cast<int32_t>(a[${slot}])` : `a[${slot}]`;
}

/** @param {Call} call */
const handler = ({ name }) => `sys_${name.replace(/^_/, '')}`;
/** @param {Call} call */
const parameters = (call) =>
  ['LinuxContext& context', ...call.arguments.map((a) => `${cxxType(a)} ${a.name}`)].join(', ');

/** @param {string} kind */
const kindName = (kind) => kind.replaceAll('-', '_').replace(/^(in|out|int|inout|enum)$/, '$1_');
/** @param {ValueSet[]} sets */
const description = (sets) => (/** @type {Argument} */ a) =>
  `{${quoted(a.name)}, ArgumentKind::${kindName(a.kind)}, ${a.slot}, ${
    a.partner ?? sets.findIndex(({ name }) => name === (a.kind === 'rights' ? 'rights' : a.parameter))
  }}`;
/** @type {Record<string, number>} */
const width = { u64: 8, u32: 4, i32: 4, u16: 2 };
// Values behind a pointer are shown by their width; structs by their address.
/** @param {Argument} a */
const shown = (a) =>
  /^(in|out|inout)$/.test(a.kind) && !width[a.parameter]
    ? { ...a, kind: 'address' }
    : /^(in|out|inout)$/.test(a.kind)
      ? { ...a, partner: width[a.parameter] }
      : a;
/**
 * @param {WasiFunction} call
 * @param {ValueSet[]} sets
 */
const descriptions = (call, sets) => `{${call.arguments.map(shown).map(description(sets)).join(', ')}}`;

const perRow = 20;
/** @param {number[]} numbers */
const rows = (numbers) =>
  Array.from({ length: Math.ceil(numbers.length / perRow) }, (_, row) => {
    return `    ${numbers.slice(row * perRow, (row + 1) * perRow).join(', ')},`;
  }).join('\n');

/** @param {LinuxDoor} door */
function linuxFiles({ calls, sets, imports }) {
  const served = calls.filter((call) => !call.refused);
  const last = Math.max(...calls.map(({ number }) => number));
  return {
    'native/syscall/generated/linux_imports.h': `${cxxBanner}
// The functions of the door linux.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace wasmsand {

// All parameters and the result are i32.
struct LinuxImport {
  std::string_view name;
  size_t parameters;
};

inline constexpr std::array kLinuxImports = {
${imports.map((i) => `    // ${i.note}\n    LinuxImport{${quoted(i.name)}, ${i.parameters.length}},`).join('\n')}
};

}  // namespace wasmsand
`,
    'native/syscall/generated/linux_calls.h': `${cxxBanner}
#pragma once

#include <array>
#include <cstdint>

#include "kernel/result.h"
#include "syscall/call_description.h"

namespace wasmsand {

struct LinuxContext;

// The calls that are served. Structs, buffers and strings are addresses in guest memory.
${served.map((call) => `Result<int32_t> ${handler(call)}(${parameters(call)});`).join('\n')}

struct LinuxCall {
  CallDescription description;
  Result<int32_t> (*handler)(LinuxContext&, const std::array<uint32_t, 6>&) = nullptr;  // null: answers \`refusal\`
  Errno refusal = Errno::nosys;
  bool restart = false;  // SA_RESTART issues it again
};

// Null for a number Linux does not have or wasmsand does not know.
const LinuxCall* find_linux_call(uint32_t number);

}  // namespace wasmsand
`,
    'native/syscall/generated/linux_calls.cc': `${cxxBanner}
#include "syscall/generated/linux_calls.h"

namespace wasmsand {
namespace {

using Arguments = std::array<uint32_t, 6>;

[[maybe_unused]] constexpr int64_t wide(uint32_t low, uint32_t high) {
  return static_cast<int64_t>(uint64_t{high} << 32 | low);
}

const LinuxCall kCalls[] = {
${calls
  .map((call) => {
    const text = `{${quoted(call.name)}, ${call.arguments.length}, ${descriptions(call, sets)}}`;
    if (call.refused)
      return `    // ${call.refused.reason}\n    {${text}, nullptr, Errno::${errnoIdentifier(call.refused.errno)}},`;
    const used = call.arguments.length > 0 ? ' a' : '';
    const invoke = ['c', ...call.arguments.map(decoded)].join(', ');
    const restart = call.restart ? ', Errno::nosys, true' : '';
    return `    {${text}, [](LinuxContext& c, const Arguments&${used}) { return ${handler(call)}(${invoke}); }${restart}},`;
  })
  .join('\n')}
};

// The place in kCalls by number; -1: unknown.
constexpr int16_t kPlaces[] = {
${rows(Array.from({ length: last + 1 }, (_, number) => calls.findIndex((call) => call.number === number)))}
};

}  // namespace

const LinuxCall* find_linux_call(uint32_t number) {
  if (number >= std::size(kPlaces) || kPlaces[number] < 0) return nullptr;
  return &kCalls[kPlaces[number]];
}

}  // namespace wasmsand
`,
  };
}

export const wideKinds = new Set(['u64', 's64', 'rights']);
/** @param {WasiFunction} f */
export const wasiSignature = (f) => f.arguments.map(({ kind }) => (wideKinds.has(kind) ? 'I' : 'i')).join('');

/**
 * @param {WasiDoor} door
 * @param {ErrnoEntry[]} errno
 */
function wasiFiles({ functions, sets }, errno) {
  return {
    'native/syscall/generated/wasi_calls.h': `${cxxBanner}
#pragma once

#include <cstdint>

#include "kernel/errno.h"
#include "syscall/call_description.h"

namespace wasmsand {

// In the order of the specification; the numbers are the \`function\` of wasi_call().
enum class WasiFunction : uint32_t {
${functions.map(({ name }, index) => `  ${name} = ${index},`).join('\n')}
};
inline constexpr uint32_t kWasiFunctionCount = ${functions.length};

struct WasiCall {
  CallDescription description;
  const char* parameters;  // 'i' for i32, 'I' for i64
  bool returns;            // an i32, the errno; else nothing
};
extern const WasiCall kWasiCalls[kWasiFunctionCount];

inline constexpr uint16_t kWasiNotCapable = 76;  // the one errno that Linux lacks
uint16_t wasi_errno(Errno error);

}  // namespace wasmsand
`,
    'native/syscall/generated/wasi_calls.cc': `${cxxBanner}
#include "syscall/generated/wasi_calls.h"

namespace wasmsand {

const WasiCall kWasiCalls[kWasiFunctionCount] = {
${functions
  .map(
    (f) =>
      `    {{${quoted(f.name)}, ${f.arguments.length}, ${descriptions(f, sets)}}, ${quoted(wasiSignature(f))}, ${f.name !== 'proc_exit'}},`,
  )
  .join('\n')}
};

uint16_t wasi_errno(Errno error) {
  switch (error) {
${errno
  .map(
    ({ name, wasi }) =>
      `    case Errno::${name === 'SUCCESS' ? 'success' : errnoIdentifier(name)}:\n      return ${wasi};`,
  )
  .join('\n')}
    case Errno::blocked:
      break;
  }
  return ${errno.find(({ name }) => name === 'EIO')?.wasi};
}

}  // namespace wasmsand
`,
  };
}

/** @param {Model} model */
export const callFiles = ({ linux, wasi, errno }) => ({ ...linuxFiles(linux), ...wasiFiles(wasi, errno) });
