// What the host and the session shell say to each other: lib/abi/generated/session-messages.ts, and wasm/shell/session/messages.{h,cc}.
import { privateBanner as banner, camel, lowerCamel } from './text.mjs';

/**
 * The messages of private.json. A field's `type` is a scalar or a part, "[]": a list, "?": may be absent; or 'flags'.
 * @typedef {{ name: string, type: string, note?: string, when?: string, range?: number[], flags?: string[] }} Field
 * @typedef {{ element: string, list?: boolean, optional?: boolean, when?: string }} Type
 * @typedef {Type & { name: string, note?: string }} Property
 * @typedef {{ name: string, note?: string, fields: Field[] }} Part
 * @typedef {{ name: string, kind: number, note?: string, request: Field[], reply?: Field[] }} Message
 * @typedef {{ session: { absent: number, parts: Part[], messages: Message[] } }} Session
 */

const cxxBanner = `${banner}\n// clang-format off`;

/**
 * "text[]?": a list that may be absent.
 * @param {string} type
 */
function parse(type) {
  const [, element, list, optional] = /^(\w+)(\[\])?(\?)?$/.exec(type) ?? [];
  if (element === undefined) throw new Error(`no field can have the type ${type}`);
  return { element, list: Boolean(list), optional: Boolean(optional) };
}

/**
 * The fields that a value has: flags but for those that say that another field is there.
 * @param {Field[]} fields
 * @returns {Property[]}
 */
function properties(fields) {
  const implied = new Set(fields.map(({ when }) => when));
  return fields.flatMap((field) => {
    /** @type {Property[]} */
    const own = [{ ...field, ...parse(field.type) }];
    if (field.type !== 'flags') return own;
    return (field.flags ?? []).filter((flag) => !implied.has(flag)).map((flag) => ({ name: flag, element: 'flag' }));
  });
}

/** @type {Record<string, { typescript: string, cxx: string, empty: string } | undefined>} */
const scalars = {
  flag: { typescript: 'boolean', cxx: 'bool', empty: ' = false' },
  number: { typescript: 'number', cxx: 'uint32_t', empty: ' = 0' },
  text: { typescript: 'string', cxx: 'std::string', empty: '' },
  // As a process gets its variables and paths: up to a NUL.
  path: { typescript: 'string', cxx: 'std::string', empty: '' },
};
/** @param {string} element */
const isPart = (element) => scalars[element] === undefined;

/** @param {Type} type */
const typescriptType = ({ element, list, optional, when }) =>
  `${scalars[element]?.typescript ?? camel(element)}${list ? '[]' : ''}${optional || when ? ' | undefined' : ''}`;
/** @param {Type} type */
function cxxType({ element, list, optional, when }) {
  const one = scalars[element]?.cxx ?? camel(element);
  const whole = list ? `std::vector<${one}>` : one;
  return optional || when ? `std::optional<${whole}>` : whole;
}

/**
 * @param {Field} field
 * @param {(flag: string, bit: number) => string} value
 */
const flagBits = ({ flags = [] }, value) => flags.map((flag, bit) => value(flag, 1 << bit));
/**
 * @param {Field[]} fields
 * @param {string} flag
 */
const isImplied = (fields, flag) => fields.find(({ when }) => when === flag);

// TypeScript: writes requests, reads replies.

/**
 * @param {string} name
 * @param {Field[]} fields
 * @param {string} [note]
 */
const tsInterface = (name, fields, note) => `${note ? `/** ${note} */\n` : ''}export interface ${camel(name)} {
${properties(fields)
  .map(
    (field) =>
      `${field.note ? `  /** ${field.note[0].toUpperCase()}${field.note.slice(1)}. */\n` : ''}  ${lowerCamel(field.name)}: ${typescriptType(field)};`,
  )
  .join('\n')}
}
`;

/**
 * @param {Field} field
 * @param {Field[]} fields
 */
function tsWrite(field, fields) {
  if (field.type === 'flags') {
    const bits = flagBits(field, (flag, bit) => {
      const implied = isImplied(fields, flag);
      const condition = implied ? `message.${lowerCamel(implied.name)} !== undefined` : `message.${lowerCamel(flag)}`;
      return `${condition} ? ${bit} : 0`;
    });
    return `.byte(${bits.length > 1 ? bits.map((bit) => `(${bit})`).join(' | ') : bits[0]})`;
  }
  const { element, list, optional } = parse(field.type);
  if (field.when || isPart(element) || (list && element !== 'text') || element === 'path')
    throw new Error(`no request has ${field.type}`);
  const value = `message.${lowerCamel(field.name)}`;
  if (optional) return `.optionalTexts(${value}, absentList)`;
  return `.${list ? 'texts' : element}(${value})`;
}

/** @param {Type & { range?: number[] }} field */
function tsRead({ element, list, range, when }) {
  const argument = range ? range.join(', ') : '';
  const one = isPart(element) ? `read${camel(element)}(reader)` : `reader.${element}(${argument})`;
  const value = list ? `reader.list(() => ${one})` : one;
  return when ? `${lowerCamel(when)} ? ${value} : undefined` : value;
}
/** @param {Field[]} fields */
function tsReads(fields) {
  return fields.map((field) => {
    if (field.type !== 'flags') {
      const { when } = field;
      return `  const ${lowerCamel(field.name)} = ${tsRead({ ...field, ...parse(field.type), when })};`;
    }
    const bits = flagBits(field, (flag, bit) => `  const ${lowerCamel(flag)} = (flags & ${bit}) !== 0;`);
    return ['  const flags = reader.byte();', ...bits].join('\n');
  });
}
/** @param {Field[]} fields */
const tsObject = (fields) =>
  `{ ${properties(fields)
    .map(({ name }) => lowerCamel(name))
    .join(', ')} }`;

/** @param {Session} model */
const typescript = ({ session: { absent, parts, messages } }) => `${banner}
// What the host and the session shell say to each other. Numbers are little-endian; text is a length and bytes; a request is its
// length and that many bytes; a reply is what one call of the shell sends. Both begin with the kind of the request.

import { MessageReader, MessageWriter } from '../message-bytes.js';

// In the place of the length of a list: there is none.
const absentList = ${absent};

${parts.map(({ name, note, fields }) => tsInterface(name, fields, note)).join('\n')}
${messages
  .flatMap(({ name, note, request, reply }) => [
    tsInterface(`${name}_request`, request, note),
    ...(reply ? [tsInterface(`${name}_reply`, reply)] : []),
  ])
  .join('\n')}
${parts
  .map(
    ({ name, fields }) => `function read${camel(name)}(reader: MessageReader): ${camel(name)} {
${tsReads(fields).join('\n')}
  return ${tsObject(fields)};
}
`,
  )
  .join('\n')}
${messages
  .map(
    ({
      name,
      kind,
      request,
    }) => `export const encode${camel(name)}Request = (message: ${camel(name)}Request): Uint8Array =>
  new MessageWriter(${kind})
${request.map((field) => `    ${tsWrite(field, request)}`).join('\n')}
    .message();
`,
  )
  .join('\n')}
// What follows gives \`undefined\` for what is no such reply.

${messages
  .filter(({ reply }) => reply)
  .map(
    ({
      name,
      kind,
      reply,
    }) => `export function decode${camel(name)}Reply(bytes: Uint8Array): ${camel(name)}Reply | undefined {
  const reader = new MessageReader(bytes, ${kind});
${tsReads(reply ?? []).join('\n')}
  return reader.finish(${tsObject(reply ?? [])});
}
`,
  )
  .join('\n')}`;

// C++: reads requests, writes replies.

/** @param {Field[]} fields */
const cxxFields = (fields) =>
  properties(fields)
    .map((field) => {
      const empty = field.list || field.optional || isPart(field.element) ? '' : (scalars[field.element]?.empty ?? '');
      return `  ${cxxType(field)} ${field.name}${empty};${field.note ? `  // ${field.note}` : ''}`;
    })
    .join('\n');

/** @param {Field} field */
function cxxRead(field) {
  if (field.type === 'flags')
    return [
      '  const uint8_t flags = reader.byte();',
      ...flagBits(field, (flag, bit) => `  request.${flag} = (flags & ${bit}) != 0;`),
    ];
  const { element, list, optional } = parse(field.type);
  if (field.when || isPart(element)) throw new Error(`no request has ${field.type}`);
  return [`  request.${field.name} = reader.${optional ? 'optional_texts' : list ? 'texts' : element}();`];
}

/**
 * @param {Field} field
 * @param {Field[]} fields
 * @param {string} value
 */
function cxxWrite(field, fields, value) {
  if (field.type === 'flags') {
    const bits = flagBits(field, (flag, bit) => {
      const implied = isImplied(fields, flag);
      return `(${value}${implied ? implied.name : flag} ? ${bit} : 0)`;
    });
    return [`  writer.byte(static_cast<uint8_t>(${bits.join(' | ')}));`];
  }
  const { element, list } = parse(field.type);
  const name = `${value}${field.name}`;
  const method = element === 'path' ? 'text' : element;
  if (list && method === 'text')
    return [field.when ? `  if (${name}) writer.texts(*${name});` : `  writer.texts(${name});`];
  if (field.when) throw new Error(`no reply has ${field.type} when ${field.when}`);
  if (!list) return [isPart(element) ? `  write(writer, ${name});` : `  writer.${method}(${name});`];
  const one = isPart(element) ? 'write(writer, item)' : `writer.${method}(item)`;
  return [`  writer.number(static_cast<uint32_t>(${name}.size()));`, `  for (const auto& item : ${name}) ${one};`];
}

/** @param {Session} model */
const header = ({ session: { absent, parts, messages } }) => `${cxxBanner}
// What the host and the session shell say to each other. Numbers are little-endian, 32 bits; text is a length and bytes. A
// request is its length and that many bytes; a reply is what one call sends. Both begin with the kind of the request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shell {

class MessageReader;
class MessageWriter;

enum class RequestKind : uint8_t { ${messages.map(({ name, kind }) => `${name} = ${kind}`).join(', ')} };

// In the place of the length of a list: there is none.
inline constexpr uint32_t kAbsentList = ${absent}U;

${parts.map(({ name, note, fields }) => `${note ? `// ${note}\n` : ''}struct ${camel(name)} {\n${cxxFields(fields)}\n};\n`).join('\n')}
${messages
  .map(({ name, note, request, reply }) => {
    const parts = [
      `${note ? `// ${note}\n` : ''}struct ${camel(name)}Request {\n${cxxFields(request)}\n  static ${camel(name)}Request read(MessageReader& reader);\n};\n`,
    ];
    if (reply)
      parts.push(
        `struct ${camel(name)}Reply {\n${cxxFields(reply)}\n  [[nodiscard]] MessageWriter message() const;\n};\n`,
      );
    return parts.join('\n');
  })
  .join('\n')}
}  // namespace shell
`;

/** @param {Session} model */
const source = ({ session: { parts, messages } }) => `${cxxBanner}
#include "messages.h"

#include "protocol.h"

namespace shell {

namespace {

${parts
  .map(
    ({ name, fields }) => `void write(MessageWriter& writer, const ${camel(name)}& part) {
${fields.flatMap((field) => cxxWrite(field, fields, 'part.')).join('\n')}
}
`,
  )
  .join('\n')}
}  // namespace

${messages
  .map(({ name, request, reply }) => {
    const reads = `${camel(name)}Request ${camel(name)}Request::read(MessageReader& reader) {
  ${camel(name)}Request request;
${request.flatMap(cxxRead).join('\n')}
  return request;
}
`;
    const writes = `MessageWriter ${camel(name)}Reply::message() const {
  MessageWriter writer(RequestKind::${name});
${(reply ?? []).flatMap((field) => cxxWrite(field, reply ?? [], '')).join('\n')}
  return writer;
}
`;
    return reply ? `${reads}\n${writes}` : reads;
  })
  .join('\n')}
}  // namespace shell
`;

/** @param {Session} model */
export const sessionFiles = (model) => ({
  'lib/abi/generated/session-messages.ts': typescript(model),
  'wasm/shell/session/messages.h': header(model),
  'wasm/shell/session/messages.cc': source(model),
});
