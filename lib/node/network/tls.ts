// Makes TLS connections for guests, with the host's keys, ciphers and roots.

import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  checkServerIdentity,
  connect,
  createSecureContext,
  type PeerCertificate,
  rootCertificates,
  type SecureContext,
  type SecureContextOptions,
  type SecureVersion,
  type TLSSocket,
} from 'node:tls';
import { optionError } from '../../api/errors.js';
import { canonicalAddress } from '../../network/address.js';
import type { HeapAccount } from '../../network/heap-account.js';
import { certificatesIn, failedAnswer, type TlsAnswer, type TlsRequest, tlsStatus } from '../../network/tls-message.js';
import { verifyCode } from '../../network/verify-codes.js';
import { costs, type TurnShare } from './turn-share.js';

/** The result of a failed handshake. */
export interface TlsOutcome {
  readonly socket?: TLSSocket;
  readonly answer: TlsAnswer;
}

const versionNames: Readonly<Record<number, SecureVersion>> = { 771: 'TLSv1.2', 772: 'TLSv1.3' };
const versionNumbers: Readonly<Record<string, number>> = { 'TLSv1.2': 0x0303, 'TLSv1.3': 0x0304 };

// Reading a root blocks the event loop for a tenth of a millisecond; signing with a long key takes far longer.
const mostOwnRoots = 64;
/** In a client's chain. */
const mostOwnCertificates = 10;
const mostKeyBits = 4096;
const keyTypes = ['rsa', 'rsa-pss', 'ec', 'ed25519', 'ed448'];
const mostContexts = 16;
/** The bytes of the contexts that are kept. */
const mostKept = 4 * 1024 * 1024;
const partOfRoom = 1 / 2;
/** A context of its own, beside what is made of its certificates: several times their text. */
const contextBytes = 128 * 1024;
const timesText = 8;

interface Kept {
  readonly context: SecureContext;
  readonly bytes: number;
}

/** The last accepted options: sandboxes that are made alike have the same. */
let goodCertificates: string | undefined;

/** Throws E_INVALID_OPTION. Text outside of certificates is a comment. */
function checkCertificates(ca: string): void {
  if (ca === goodCertificates) return;
  const begun = ca.split('-----BEGIN CERTIFICATE-----').slice(1);
  for (const [index, text] of begun.entries()) {
    try {
      new X509Certificate(`-----BEGIN CERTIFICATE-----${text}`);
    } catch {
      throw optionError('network.ca', `has a certificate that cannot be read, the one in place ${index + 1}`);
    }
  }
  goodCertificates = ca;
}

/** Contexts of the latest requests. Making one takes a millisecond, and programs ask for the same again and again. */
export class TlsContexts {
  readonly #ca: string | undefined;
  readonly #account: HeapAccount;
  readonly #share: TurnShare;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** `ca`: trusted beside the host's roots. Throws E_INVALID_OPTION when it cannot be read. What is kept and done is the sandbox's. */
  constructor(ca: string | undefined, { account, share }: { account: HeapAccount; share: TurnShare }) {
    if (ca !== undefined) checkCertificates(ca);
    this.#ca = ca;
    this.#account = account;
    this.#share = share;
  }

  /** Throws with a message for the guest. `ownRoots`: the roots of the request count. */
  of(request: TlsRequest, ownRoots: boolean): SecureContext {
    const { minVersion, maxVersion, certificate, key } = request;
    const roots = ownRoots ? request.roots : '';
    const name = createHash('sha256')
      .update(JSON.stringify([minVersion, maxVersion, certificate, key, roots]))
      .digest('hex');
    const known = this.#kept.get(name);
    if (known !== undefined) {
      this.#kept.delete(name);
      this.#kept.set(name, known);
      return known.context;
    }
    const context = this.#make(request, roots);
    this.#keep(name, context, contextBytes + timesText * (certificate.length + key.length + roots.length));
    return context;
  }

  #keep(name: string, context: SecureContext, bytes: number): void {
    while (this.#kept.size >= mostContexts || (this.#kept.size > 0 && this.#bytes + bytes > mostKept))
      this.#dropOldest();
    if (!this.#account.takeSpare(bytes, partOfRoom)) return;
    this.#kept.set(name, { context, bytes });
    this.#bytes += bytes;
  }

  #dropOldest(): void {
    const [name, { bytes }] = this.#kept.entries().next().value!;
    this.#kept.delete(name);
    this.#bytes -= bytes;
    this.#account.freeSpare(bytes);
  }

  #make({ minVersion, maxVersion, certificate, key }: TlsRequest, roots: string): SecureContext {
    const options: SecureContextOptions = { minVersion: versionNames[minVersion] ?? 'TLSv1.2' };
    if (maxVersion !== 0) options.maxVersion = versionNames[maxVersion];
    if (certificate !== '') {
      const count = certificatesIn(certificate);
      this.#share.spend(costs.certificate * count);
      if (count > mostOwnCertificates) {
        throw new Error(`more than ${mostOwnCertificates} certificates of a client`);
      }
      checkKey(key);
      options.cert = certificate;
      options.key = key;
    }
    const trusted = [...(this.#ca === undefined ? [] : [this.#ca]), ...unknownRoots(roots)];
    this.#share.spend(costs.certificate * trusted.length);
    const context = createSecureContext(options);
    // As the option `ca`, but in addition to the host's roots instead of in their place.
    for (const pem of trusted) context.context.addCACert(pem);
    return context;
  }
}

function checkKey(pem: string): void {
  const { asymmetricKeyType = '', asymmetricKeyDetails = {} } = createPrivateKey(pem);
  const { modulusLength = 0, namedCurve } = asymmetricKeyDetails;
  const isKnown = keyTypes.includes(asymmetricKeyType) && (asymmetricKeyType !== 'ec' || namedCurve !== undefined);
  if (!isKnown || modulusLength > mostKeyBits) throw new Error('a client key of this kind or length is not supported');
}

const body = (pem: string): string => pem.replace(/\s/g, '');
let hostRoots: ReadonlySet<string> | undefined;

/** The certificates among these that the host does not trust anyway. */
function unknownRoots(pem: string): string[] {
  if (pem === '') return [];
  hostRoots ??= new Set(rootCertificates.map(body));
  const found = pem.match(
    /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g,
  );
  const unknown = [...new Set((found ?? []).map(body))].filter((text) => !hostRoots!.has(text));
  if (unknown.length > mostOwnRoots) throw new Error(`more than ${mostOwnRoots} roots that the host does not have`);
  return (found ?? []).filter((text) => !hostRoots!.has(body(text))).map((text) => `${text}\n`);
}

export interface TlsTarget {
  readonly socket: Socket;
  /** The name that the certificate must have. */
  readonly host: string;
  readonly context: SecureContext;
  readonly alpn: readonly string[];
  /** The policy allows an unverified certificate. */
  readonly insecure: boolean;
  readonly anyName: boolean;
  readonly timeoutMs: number;
  /** Has the connection from now on: to destroy the plain socket first would crash Node (20, reading what is left for TLS 1.2). */
  readonly track: (socket: TLSSocket, plain: Socket) => void;
}

/** Turns the connection into TLS and verifies the peer. Never rejects. */
export function startTls(target: TlsTarget): Promise<TlsOutcome> {
  const { socket: plain, host, context, alpn, insecure, anyName, timeoutMs } = target;
  return new Promise((resolve) => {
    let peer: PeerCertificate | undefined;
    const socket = connect({
      socket: plain,
      secureContext: context,
      // Not for addresses: RFC 6066.
      servername: canonicalAddress(host) === undefined ? host : '',
      ALPNProtocols: [...alpn],
      rejectUnauthorized: !insecure,
      checkServerIdentity: (_, certificate) => (anyName ? undefined : checkServerIdentity(host, certificate)),
    });
    // Before Node rejects it: a destroyed socket cannot be asked for its certificate.
    socket.prependOnceListener('secure', () => {
      peer = socket.getPeerCertificate();
    });
    target.track(socket, plain);
    const finish = (answer: TlsAnswer, made?: TLSSocket): void => {
      clearTimeout(timer);
      socket.off('error', fail);
      socket.off('close', closed);
      if (made === undefined) {
        socket.on('error', () => {});
        socket.destroy();
      }
      resolve(made === undefined ? { answer } : { answer, socket: made });
    };
    const fail = (error: NodeJS.ErrnoException): void => {
      const code = verifyCode(error.code);
      const lost = error.code === 'ECONNRESET' || error.code === 'EPIPE' || error.code === 'ETIMEDOUT';
      const status = code !== undefined ? tlsStatus.certificate : lost ? tlsStatus.connection : tlsStatus.handshake;
      finish({ ...failedAnswer(status, error.message, code), certificate: der(peer) });
    };
    const closed = () => fail(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }));
    const late = () => fail(Object.assign(new Error('the handshake took too long'), { code: 'ETIMEDOUT' }));
    const timer = setTimeout(late, timeoutMs).unref();
    socket.once('error', fail);
    socket.once('close', closed);
    socket.once('secureConnect', () => {
      finish(
        {
          status: tlsStatus.success,
          // If the certificate need not be verified.
          verifyCode: verifyCode(String(socket.authorizationError)) ?? 0,
          version: versionNumbers[socket.getProtocol() ?? ''] ?? 0,
          cipher: socket.getCipher().name,
          alpn: socket.alpnProtocol || '',
          message: '',
          certificate: der(peer),
        },
        socket,
      );
    });
  });
}

function der(certificate: PeerCertificate | undefined): Uint8Array {
  return certificate?.raw ?? new Uint8Array();
}
