// native/syscall/generated/abi_structs.h: the layouts in guest memory, of both doors.
import { camel, cxxBanner } from './text.mjs';

/** @import { Layout, Model } from './model.mjs' */

/** @param {string} type */
const cxx = (type) => (/^[iu]\d+$/.test(type) ? `${type.replace('i', 'int').replace('u', 'uint')}_t` : camel(type));

/** @param {Layout} layout */
const struct = ({ name, size, note, fields }) => `${note ? `// ${note}\n` : ''}struct ${camel(name)} {
${fields.map((f) => `  ${cxx(f.type)} ${f.name}${f.count ? `[${f.count}]` : ''};`).join('\n')}
};
static_assert(sizeof(${camel(name)}) == ${size});
${fields.map((f) => `static_assert(offsetof(${camel(name)}, ${f.name}) == ${f.offset});`).join('\n')}
`;

/** @param {Model} model */
export const structFiles = ({ linux, wasi }) => ({
  'native/syscall/generated/abi_structs.h': `${cxxBanner}
#pragma once

#include <cstddef>
#include <cstdint>

namespace wasmsand::abi {

${linux.structs.map(struct).join('\n')}
}  // namespace wasmsand::abi

namespace wasmsand::wasi {

${wasi.structs.map(struct).join('\n')}
}  // namespace wasmsand::wasi
`,
});
