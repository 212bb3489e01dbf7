// The guest's two doors as lib/abi/generated describes them, against what the compiler of the kernel has accepted of them.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Struct } from '../../lib/abi/descriptions.js';
import { linuxCalls, wasiCalls } from '../../lib/abi/generated/calls.js';
import { EINTR, EPERM } from '../../lib/abi/generated/errno.js';
import { linuxSets, O_CREAT, O_WRONLY } from '../../lib/abi/generated/flags.js';
import * as structs from '../../lib/abi/generated/structs.js';
import { wasiErrno, wasiFunctions } from '../../lib/abi/generated/wasi.js';
import { decodeLinuxCall, decodeWasiCall } from '../../lib/abi/guest-abi.js';

interface Field {
  type: string;
  name: string;
  count: number;
  offset: number;
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const isPadding = ({ name }: Field) => /^(pad\d*|spare|reserved)$/.test(name);

/** The structs of a namespace of the header, whose offsets the compiler checks. */
function layouts(namespace: string): Map<string, { size: number; fields: Field[] }> {
  const header = readFileSync('native/syscall/generated/abi_structs.h', 'utf8');
  const text = header.split(`namespace wasmsand::${namespace} {`)[1]?.split('}  // namespace')[0] ?? '';
  const found = new Map<string, { size: number; fields: Field[] }>();
  for (const [, name = '', body = ''] of text.matchAll(/^struct (\w+) \{\n([^}]*)\};/gm)) {
    const size = Number(new RegExp(`sizeof\\(${name}\\) == (\\d+)`).exec(text)?.[1]);
    const fields = Array.from(
      body.matchAll(/^ {2}(\w+) (\w+)(?:\[(\d+)\])?;$/gm),
      ([, type = '', field = '', count]) => ({
        type,
        name: field,
        count: Number(count ?? 1),
        offset: Number(new RegExp(`offsetof\\(${name}, ${field}\\) == (\\d+)`).exec(text)?.[1]),
      }),
    );
    found.set(name, { size, fields });
  }
  return found;
}

const readers: Record<string, (view: DataView, at: number) => number | bigint> = {
  uint8_t: (view, at) => view.getUint8(at),
  int16_t: (view, at) => view.getInt16(at, true),
  uint16_t: (view, at) => view.getUint16(at, true),
  int32_t: (view, at) => view.getInt32(at, true),
  uint32_t: (view, at) => view.getUint32(at, true),
  int64_t: (view, at) => view.getBigInt64(at, true),
  uint64_t: (view, at) => view.getBigUint64(at, true),
};
const widthOf = (type: string) => Number(/\d+/.exec(type)?.[0]) / 8;

describe.each([
  ['abi', ''],
  ['wasi', 'wasi'],
])('the structs of %s', (namespace, prefix) => {
  const known = layouts(namespace);
  const exported = structs as unknown as Record<string, Struct<Record<string, unknown>>>;
  const structOf = (name: string) => {
    const own = prefix === '' ? name.charAt(0).toLowerCase() + name.slice(1) : prefix + name;
    return exported[own] as Struct<Record<string, unknown>>;
  };

  /** Where bytes of the guest's lie, and not nobody's. */
  function used(name: string): number[] {
    return (known.get(name)?.fields ?? [])
      .filter((field) => !isPadding(field))
      .flatMap(({ type, count, offset }) => {
        const nested = known.get(type);
        const bytes = nested ? used(type) : Array.from({ length: widthOf(type) }, (_, i) => i);
        const size = nested?.size ?? widthOf(type);
        return Array.from({ length: count }, (_, i) => bytes.map((at) => offset + i * size + at)).flat();
      });
  }

  it.each([...known.keys()])('%s', (name) => {
    const { size, fields } = known.get(name) as { size: number; fields: Field[] };
    const struct = structOf(name);
    const shown = fields.filter((field) => !isPadding(field));
    expect(struct.size).toBe(size);
    expect(struct.offsets).toEqual(Object.fromEntries(shown.map((field) => [camel(field.name), field.offset])));

    const begin = 8;
    const bytes = new Uint8Array(begin + size);
    for (const at of used(name)) bytes[begin + at] = (at * 37 + 131) % 256;
    const value = struct.read(new DataView(bytes.buffer), begin);
    for (const { type, name: field, count, offset } of shown) {
      const read = readers[type];
      if (read === undefined) continue;
      const view = new DataView(bytes.buffer, begin + offset);
      const wanted = Array.from({ length: count }, (_, i) => read(view, i * widthOf(type)));
      const got = value[camel(field)];
      expect(count === 1 ? [got] : Array.from(got as number[])).toEqual(wanted);
    }

    // What was there before leaves nothing.
    const again = new Uint8Array(begin + size).fill(0xee);
    struct.write(new DataView(again.buffer), begin, value);
    expect(again.subarray(begin)).toEqual(bytes.subarray(begin));
    expect(again.subarray(0, begin)).toEqual(new Uint8Array(begin).fill(0xee));
  });

  it('are all tested', () => {
    expect(known.size).toBeGreaterThan(5);
  });
});

describe('calls of the import module linux', () => {
  it('have named arguments with the right signs', () => {
    const call = decodeLinuxCall(56, [-100, 0xffff_fff0 | 0, O_WRONLY | O_CREAT, 0o644, 0, 0]);
    expect(call).toMatchObject({
      name: 'openat',
      arguments: { directory: -100, path: 0xffff_fff0, flags: 65, mode: 0o644 },
    });
    expect(call?.description.restart).toBe(true);
  });

  it('join two words to 64 bits, in either order', () => {
    const position = decodeLinuxCall(67, [3, 1024, 10, -2, -1]);
    expect(position?.arguments).toEqual({ fd: 3, buffer: 1024, size: 10, offset: -2n });
    const seek = decodeLinuxCall(62, [3, 1, 2, 64, 1]);
    expect(seek).toMatchObject({
      name: '_llseek',
      arguments: { fd: 3, offset: 0x1_0000_0002n, result: 64, whence: 1 },
    });
  });

  it('have arguments whose types follow from the name of the call', () => {
    const call = decodeLinuxCall(63, [0, 4096, 16]);
    if (call?.name !== 'read') throw new Error('no read');
    const room: number = call.arguments.size;
    expect(room).toBe(16);
  });

  it('name the errno of calls that are always refused', () => {
    expect(decodeLinuxCall(40, [])?.description.refusal).toBe(EPERM);
    expect(decodeLinuxCall(9999, [])).toBeUndefined();
  });

  it('refer only to existing flag sets and structs', () => {
    for (const { arguments: described } of linuxCalls.values()) {
      for (const { kind, parameter } of described) {
        if (kind === 'flags' || kind === 'enum') expect(linuxSets).toHaveProperty(parameter as string);
        const isAddress = kind === 'in' || kind === 'out' || kind === 'inout';
        if (isAddress && !/^[ui]\d+$/.test(parameter as string)) expect(structs).toHaveProperty(parameter as string);
      }
    }
  });
});

describe('functions of WASI', () => {
  it('are described as the kernel has them', () => {
    expect(wasiCalls.map(({ name }) => name)).toEqual(wasiFunctions.map(({ name }) => name));
    expect(wasiCalls.map(({ arguments: all }) => all.length)).toEqual(wasiFunctions.map((f) => f.parameters.length));
    expect(wasiErrno.get(EINTR)).toBe(27);
  });

  it('have their arguments by name', () => {
    const index = wasiFunctions.findIndex(({ name }) => name === 'fd_seek');
    expect(decodeWasiCall(index, [3n, -5n, 2n, 100n])).toMatchObject({
      name: 'fd_seek',
      arguments: { fd: 3, offset: -5n, whence: 2, position: 100 },
    });
    expect(decodeWasiCall(wasiFunctions.length, [])).toBeUndefined();
  });
});
