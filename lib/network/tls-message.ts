// The TLS request of a guest and its answer: the bytes of the socket option TLS_HOST. All numbers are little endian.

export interface TlsRequest {
  /** The certificate is not verified. */
  insecure: boolean;
  /** The certificate is verified, but its name is not. */
  anyName: boolean;
  /** 0x0303, 0x0304; 0: the host's default. */
  minVersion: number;
  maxVersion: number;
  /** Empty: none was given. */
  serverName: string;
  alpn: string[];
  /** PEM; empty: none. */
  roots: string;
  certificate: string;
  key: string;
}

export const tlsStatus = { success: 0, certificate: 1, handshake: 2, denied: 3, connection: 4 } as const;

export interface TlsAnswer {
  status: (typeof tlsStatus)[keyof typeof tlsStatus];
  /** X509_V_ERR_…; 0: verified, or not checked. */
  verifyCode: number;
  version: number;
  cipher: string;
  alpn: string;
  message: string;
  certificate: Uint8Array;
}

const noTls = { verifyCode: 0, version: 0, cipher: '', alpn: '', message: '', certificate: new Uint8Array() };

/** The answer to a guest when a connection is made only on the first request. */
export function promisedAnswer({ alpn, maxVersion }: TlsRequest): TlsAnswer {
  const version = maxVersion === 0x0303 ? 0x0303 : 0x0304;
  const cipher = version === 0x0304 ? 'TLS_AES_256_GCM_SHA384' : 'ECDHE-RSA-AES256-GCM-SHA384';
  return { ...noTls, status: tlsStatus.success, version, cipher, alpn: alpn.includes('http/1.1') ? 'http/1.1' : '' };
}

export function failedAnswer(status: TlsAnswer['status'], message: string, code = 0): TlsAnswer {
  return { ...noTls, status, message, verifyCode: code };
}

const longestRequest = 512 * 1024;
const longestRoots = 256 * 1024;
const longestCertificate = 64 * 1024;
const longestKey = 16 * 1024;
const longestAnswer = 64 * 1024;
const version = 1;
const versions = [0, 0x0303, 0x0304];
const knownFlags = 3;

/** Reads the fields of a message in order. Reading past the end returns `undefined`, also later. */
class Fields {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  u16(): number | undefined {
    const at = this.#take(2);
    return at === undefined ? undefined : this.#view.getUint16(at, true);
  }

  u32(): number | undefined {
    const at = this.#take(4);
    return at === undefined ? undefined : this.#view.getUint32(at, true);
  }

  bytes(length: number | undefined): Uint8Array | undefined {
    const at = length === undefined ? this.#fail() : this.#take(length);
    return at === undefined ? undefined : this.#bytes.subarray(at, at + length!);
  }

  /** Printable ASCII. */
  ascii(length: number | undefined): string | undefined {
    const bytes = this.bytes(length);
    return bytes?.every((byte) => byte > 0x20 && byte < 0x7f) ? new TextDecoder().decode(bytes) : this.#fail();
  }

  /** Text as in certificate files: the text between the certificates may be in any language. */
  text(length: number | undefined, longest: number): string | undefined {
    const bytes = length === undefined || length > longest ? this.#fail() : this.bytes(length);
    return bytes === undefined || bytes.includes(0) ? this.#fail() : new TextDecoder().decode(bytes);
  }

  #take(length: number): number | undefined {
    if (length > this.#bytes.length - this.#at) return this.#fail();
    this.#at += length;
    return this.#at - length;
  }

  #fail(): undefined {
    this.#at = this.#bytes.length + 1;
    return undefined;
  }
}

const beginning = '-----BEGIN ';

/** The number of certificates of any kind that begin in a PEM text, counted before any is read. */
export function certificatesIn(pem: string): number {
  let count = 0;
  for (let at = pem.indexOf(beginning); at >= 0; at = pem.indexOf(beginning, at + beginning.length)) count++;
  return count;
}

/** `undefined`: malformed, or larger than allowed. */
export function parseTlsRequest(bytes: Uint8Array): TlsRequest | undefined {
  if (bytes.length > longestRequest) return undefined;
  const fields = new Fields(bytes);
  const head = [fields.u32(), fields.u32()];
  const minVersion = fields.u16();
  const maxVersion = fields.u16();
  const serverName = fields.ascii(fields.u16());
  const alpn = parseAlpn(fields.bytes(fields.u16()));
  const roots = fields.text(fields.u32(), longestRoots);
  const certificate = roots === undefined ? undefined : fields.text(fields.u32(), longestCertificate);
  const key = certificate === undefined ? undefined : fields.text(fields.u32(), longestKey);
  const [given, flags] = head;
  if (key === undefined || !fields.isAtEnd || alpn === undefined || given !== version) return undefined;
  if ((flags! & ~knownFlags) !== 0 || !versions.includes(minVersion!) || !versions.includes(maxVersion!))
    return undefined;
  return {
    insecure: (flags! & 1) !== 0,
    anyName: (flags! & 2) !== 0,
    minVersion: minVersion!,
    maxVersion: maxVersion!,
    serverName: serverName!,
    alpn,
    roots: roots!,
    certificate: certificate!,
    key,
  };
}

function parseAlpn(wire: Uint8Array | undefined): string[] | undefined {
  if (wire === undefined) return undefined;
  const fields: string[] = [];
  for (let at = 0; at < wire.length; ) {
    const length = wire[at]!;
    const name = wire.subarray(at + 1, at + 1 + length);
    if (length === 0 || name.length !== length || !name.every((byte) => byte > 0x20 && byte < 0x7f)) return undefined;
    fields.push(new TextDecoder().decode(name));
    at += 1 + length;
  }
  return fields;
}

export function encodeTlsAnswer(answer: TlsAnswer): Uint8Array {
  const encoder = new TextEncoder();
  const texts = [answer.cipher, answer.alpn, answer.message.slice(0, 1000)].map((text) => encoder.encode(text));
  const [cipher, alpn, message] = texts as [Uint8Array, Uint8Array, Uint8Array];
  const fixed = 12 + 2 + 2 + cipher.length + 2 + alpn.length + 2 + message.length + 4;
  const certificate = answer.certificate.length + fixed > longestAnswer ? new Uint8Array() : answer.certificate;
  const bytes = new Uint8Array(fixed + certificate.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, version, true);
  view.setUint32(4, answer.status, true);
  view.setUint32(8, answer.verifyCode, true);
  view.setUint16(12, answer.version, true);
  let at = 14;
  for (const text of [cipher, alpn, message]) {
    view.setUint16(at, text.length, true);
    bytes.set(text, at + 2);
    at += 2 + text.length;
  }
  view.setUint32(at, certificate.length, true);
  bytes.set(certificate, at + 4);
  return bytes;
}
