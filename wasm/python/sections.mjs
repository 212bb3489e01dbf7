// The sections of a module of WebAssembly, as bytes: what binaryen has no words for.

const magicBytes = 8;
export const sectionIds = { custom: 0, import: 2, table: 4, memory: 5, start: 8, data: 11, dataCount: 12 };

export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  text() {
    const length = this.number();
    this.at += length;
    return this.bytes.toString('utf8', this.at - length, this.at);
  }
}

export function unsigned(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
  return Buffer.from([...bytes, value]);
}

/** As the operand of i32.const. */
function signed(value) {
  const bytes = [];
  for (; value < -64 || value > 63; value >>= 7) bytes.push((value & 127) | 128);
  return Buffer.from([...bytes, value & 127]);
}

export const text = (value) => Buffer.concat([unsigned(Buffer.byteLength(value)), Buffer.from(value)]);

/** The module with each section as `change(id, content)` has it: bytes, or nothing to leave it out. `more`: further ones, behind. */
export function withSections(module, change, more = []) {
  const parts = [module.subarray(0, magicBytes)];
  const add = (id, content) => parts.push(Buffer.from([id]), unsigned(content.length), content);
  const reader = new Reader(module, magicBytes);
  while (reader.at < module.length) {
    const id = module[reader.at++];
    const size = reader.number();
    const content = change(id, module.subarray(reader.at, reader.at + size));
    reader.at += size;
    if (content !== undefined) add(id, content);
  }
  for (const [id, content] of more) add(id, content);
  return Buffer.concat(parts);
}

/** The import section with each function and global imported from where `place(name, kind)` says: `[module, name]`. */
export function withImports(content, place) {
  const reader = new Reader(content);
  const count = reader.number();
  const parts = [unsigned(count)];
  for (let i = 0; i < count; i++) {
    reader.text();
    const name = reader.text();
    const begin = reader.at;
    const kind = content[reader.at++];
    // A function has a type, a global a type and whether it changes.
    if (kind === 0) reader.number();
    else if (kind === 3) reader.at += 2;
    else throw new Error(`an import of the kind ${kind}: ${name}`);
    parts.push(...place(name, kind).map(text), content.subarray(begin, reader.at));
  }
  return Buffer.concat(parts);
}

/** A table section of which the first table has `entries`, and room for as many as `most`. */
export function withTable(content, entries, most) {
  const reader = new Reader(content);
  reader.number();
  const begin = reader.at + 2;
  const limited = content[begin - 1] === 1;
  reader.at = begin;
  reader.number();
  if (limited) reader.number();
  const limits = [Buffer.from([1]), unsigned(entries), unsigned(most)];
  return Buffer.concat([content.subarray(0, begin - 1), ...limits, content.subarray(reader.at)]);
}

/** Runs of zeros of this length are left out: less is not worth a segment. */
const gapBytes = 256;

/** Where an image has bytes that are not zero. */
function segmentsOf(image) {
  const words = new Uint32Array(image.buffer, image.byteOffset, image.length / 4);
  const segments = [];
  let begin = -1;
  let last = 0;
  const end = () => segments.push([begin * 4, (last + 1) * 4]);
  words.forEach((word, i) => {
    if (word === 0) return;
    if (begin >= 0 && (i - last) * 4 > gapBytes) {
      end();
      begin = -1;
    }
    if (begin < 0) begin = i;
    last = i;
  });
  end();
  return segments;
}

const pageBytes = 65536;

/** The module whose memory begins as `image`, and in which nothing is called before it is entered. */
export function withImage(module, image) {
  const { custom, memory, start, data, dataCount } = sectionIds;
  const segments = segmentsOf(image);
  const contents = segments.map(([begin, end]) => [
    ...[Buffer.from([0, 0x41]), signed(begin), Buffer.from([0x0b])],
    ...[unsigned(end - begin), image.subarray(begin, end)],
  ]);
  const pages = Buffer.concat([Buffer.from([1, 1]), unsigned(image.length / pageBytes), unsigned(65536)]);
  const change = (id, content) => {
    if ([custom, start, data, dataCount].includes(id)) return undefined;
    return id === memory ? pages : content;
  };
  return withSections(module, change, [[data, Buffer.concat([unsigned(segments.length), ...contents.flat()])]]);
}
