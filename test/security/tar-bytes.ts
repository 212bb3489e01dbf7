// Archives as a stranger would make them, byte by byte.

const block = 512;

export interface Fields {
  name?: string | Uint8Array;
  type?: string;
  link?: string;
  size?: number | string;
  mode?: string;
  uid?: string;
  magic?: string;
  prefix?: string;
  /** What is added to the right sum. */
  wrong?: number;
}

/** A header block; what is not given is that of a file. */
export function header({ name = 'f', type = '0', link = '', size = 0, ...rest }: Fields): Buffer {
  const bytes = Buffer.alloc(block);
  Buffer.from(name).copy(bytes, 0, 0, 100);
  bytes.write(rest.mode ?? '0000644', 100);
  bytes.write(rest.uid ?? '0001750', 108);
  bytes.write('0001750', 116);
  bytes.write(typeof size === 'number' ? size.toString(8).padStart(11, '0') : size, 124, 12, 'latin1');
  bytes.write('14524120000', 136);
  bytes.write(type, 156);
  bytes.write(link, 157, 100);
  bytes.write(rest.magic ?? 'ustar\x0000', 257, 'latin1');
  bytes.write(rest.prefix ?? '', 345, 155);
  return summed(bytes, rest.wrong);
}

/** Repairs a header's checksum. */
export function summed(bytes: Buffer, wrong = 0): Buffer {
  bytes.fill(' ', 148, 156);
  const sum = bytes.reduce((all, byte) => all + byte, 0) + wrong;
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}

export function data(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([bytes, Buffer.alloc((block - (bytes.length % block)) % block)]);
}

export function file(fields: Fields, content: string | Uint8Array = ''): Buffer {
  return Buffer.concat([header({ size: Buffer.from(content).length, ...fields }), data(content)]);
}

export function pax(records: Record<string, string>, type = 'x'): Buffer {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = Buffer.from(` ${key}=${value}\n`);
    let length = rest.length + 1;
    while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
    return Buffer.concat([Buffer.from(String(length)), rest]);
  });
  return file({ name: 'pax', type }, Buffer.concat(lines));
}

export function archive(...members: Uint8Array[]): Buffer {
  return Buffer.concat([...members, Buffer.alloc(2 * block)]);
}
