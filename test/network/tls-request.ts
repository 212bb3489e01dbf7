// The bytes with which a guest asks for TLS.

export interface TlsFields {
  version?: number;
  flags?: number;
  min?: number;
  max?: number;
  name?: string;
  alpn?: string[];
  roots?: string;
  certificate?: string;
  key?: string;
}

const u16 = (value: number) => Buffer.from([value & 0xff, value >> 8]);
const u32 = (value: number) => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)]);

export function tlsRequest(fields: TlsFields): Uint8Array {
  const {
    version = 1,
    flags = 0,
    min = 0,
    max = 0,
    name = '',
    alpn = [],
    roots = '',
    certificate = '',
    key = '',
  } = fields;
  const protocols = alpn.map((protocol) => Buffer.concat([Buffer.from([protocol.length]), Buffer.from(protocol)]));
  const wire = Buffer.concat(protocols);
  const long = [roots, certificate, key].map((text) => Buffer.concat([u32(text.length), Buffer.from(text)]));
  const head = [
    u32(version),
    u32(flags),
    u16(min),
    u16(max),
    u16(name.length),
    Buffer.from(name),
    u16(wire.length),
    wire,
  ];
  return new Uint8Array(Buffer.concat([...head, ...long]));
}
