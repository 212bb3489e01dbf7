// The sandbox's libssl on this machine: what programs print of certificates is compared with OpenSSL's own library; what it asks
// of the host, and what programs make of the answers, is written down here.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const execute = promisify(execFile);
const sources = fileURLToPath(new URL('./tls/', import.meta.url));
const library = fileURLToPath(new URL('../../wasm/tls/', import.meta.url));
const ownSources = readdirSync(library)
  .filter((name) => name.endsWith('.c'))
  .map((name) => join(library, name));

const sanitizers = ['-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
const compileOurs = (program: string, output: string) =>
  execute('cc', [
    '-w',
    '-D_GNU_SOURCE',
    ...sanitizers,
    `-I${library}include`,
    '-o',
    output,
    join(sources, program),
    ...ownSources,
  ]);

/** Certificates for openssl req: what is odd about each. */
const certificates: Record<string, string[]> = {
  plain: ['-newkey', 'rsa:2048', '-subj', '/C=DE/O=Example/CN=example.org'],
  alternatives: [
    ...['-newkey', 'rsa:2048', '-subj', '/CN=localhost', '-addext'],
    'subjectAltName=DNS:localhost,DNS:*.example.org,IP:127.0.0.1,IP:::1,URI:https://x/,email:a@b.c',
  ],
  characters: [
    '-newkey',
    'ed25519',
    '-utf8',
    '-subj',
    '/ST=Île/L=Zürich/DC=org/UID=me/emailAddress=x@y/2.5.4.45=abc/CN=日本',
  ],
  quoted: ['-newkey', 'ed25519', '-subj', '/O= Ex, "Am" ple; <x>\\+ /CN=#a'],
  several: ['-newkey', 'ed25519', '-multivalue-rdn', '-subj', '/CN=a+OU=b/O=c', '-days', '30000'],
};

/** An answer of the host, as the contract between library and kernel has it. */
function answer({
  status = 0,
  verify = 0,
  version = 0x0304,
  message = '',
  peer = new Uint8Array() as Uint8Array,
}): Buffer {
  const counted = (text: string) => [...numbers(2, Buffer.byteLength(text)), ...Buffer.from(text)];
  const numbers = (size: number, value: number) => Array.from({ length: size }, (_, i) => (value >>> (8 * i)) & 0xff);
  return Buffer.from([
    ...[...numbers(4, 1), ...numbers(4, status), ...numbers(4, verify), ...numbers(2, version)],
    ...[...counted('TLS_AES_256_GCM_SHA384'), ...counted('http/1.1'), ...counted(message)],
    ...[...numbers(4, peer.length), ...peer],
  ]);
}

const asked =
  'asked 1 282 100:\\01\\00\\00\\00\\00\\00\\00\\00\\03\\03\\00\\00\\0b\\00example.org\\09\\00\\08http/1.1' +
  '\\00\\00\\00\\00\\00\\00\\00\\00\\00\\00\\00\\00\n';
const connection = 'TLSv1.3 TLS_AES_256_GCM_SHA384 http/1.1';

describe('libssl of the sandbox', () => {
  const directory = mkdtempSync(join(tmpdir(), 'wasmsand-tls-'));
  const files = Object.keys(certificates).map((name) => join(directory, `${name}.pem`));
  let der: Uint8Array;

  beforeAll(async () => {
    for (const [name, args] of Object.entries(certificates)) {
      const out = ['-keyout', join(directory, `${name}.key`), '-out', join(directory, `${name}.pem`)];
      await execute('openssl', ['req', '-x509', '-nodes', '-days', '10', ...args, ...out]);
    }
    await execute('openssl', ['x509', '-in', files[0]!, '-outform', 'DER', '-out', join(directory, 'plain.der')]);
    der = readFileSync(join(directory, 'plain.der'));
    writeFileSync(join(directory, 'none.pem'), 'hello\n');
    await Promise.all([
      execute('cc', ['-w', '-o', join(directory, 'real'), join(sources, 'certificate.c'), '-lssl', '-lcrypto']),
      compileOurs('certificate.c', join(directory, 'ours')),
      compileOurs('handshake.c', join(directory, 'handshake')),
    ]);
  }, 120_000);

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('says of certificates and files what OpenSSL says', async () => {
    const args = [...files, join(directory, 'plain.key'), join(directory, 'none.pem'), join(directory, 'absent.pem')];
    const [there, here] = await Promise.all(['real', 'ours'].map((name) => execute(join(directory, name), args)));
    expect(here).toEqual(there);
  });

  it('reads no byte beyond a certificate that lies about its lengths', async () => {
    const whole = Buffer.from(der);
    const damaged = Array.from({ length: whole.length }, (_, i) => {
      const copy = Buffer.from(whole);
      copy[i] = copy[i]! ^ (1 << (i % 8));
      const path = join(directory, `damaged-${i}.pem`);
      writeFileSync(
        path,
        `-----BEGIN CERTIFICATE-----\n${copy.subarray(0, i % 3 ? undefined : i).toString('base64')}\n-----END CERTIFICATE-----\n`,
      );
      return path;
    });
    // The sanitizers end it.
    await execute(join(directory, 'ours'), damaged, { maxBuffer: 1 << 26 });
  });

  async function handshake(bytes: Buffer, ...words: string[]): Promise<string> {
    const path = join(directory, `answer-${words.join('-')}-${bytes.length}`);
    writeFileSync(path, bytes);
    return (await execute(join(directory, 'handshake'), [path, ...words])).stdout;
  }

  it('asks the host, waits, and carries plain bytes', async () => {
    expect(await handshake(answer({ peer: der }), 'verify', 'wait')).toBe(
      `waits\n${asked}waits\nconnect 1 error 0\n${connection} 0\npeer 1\nwrite 5 error 0\nread 0 error 6\n`,
    );
  });

  it('asks to verify nothing only when the program says so', async () => {
    const request = asked.replace('\\01\\00\\00\\00\\00\\00\\00\\00', '\\01\\00\\00\\00\\01\\00\\00\\00');
    const message = 'the certificate would not be verified';
    expect(await handshake(answer({ status: 3, message }))).toBe(
      `${request}connect -1 error 1\n  error:0A08010C:SSL routines::${message}\n${connection} 0\npeer 0\n` +
        'write -1 error 5\nread -1 error 5\n',
    );
  });

  const refused = 'error:0A000086:SSL routines::certificate verify failed';

  it('tells of a refused certificate in SSL_connect', async () => {
    expect(await handshake(answer({ status: 1, verify: 20, peer: der }), 'verify')).toBe(
      `${asked}connect -1 error 1\n  ${refused} (unable to get local issuer certificate)\n${connection} 20\npeer 1\n` +
        'write -1 error 5\nread -1 error 5\n',
    );
  });

  it('lets a program that wants to look at a refused certificate do so, and read nothing', async () => {
    const lost = `write -1 error 1\n  ${refused}\nread -1 error 1\n  ${refused}\n`;
    expect(await handshake(answer({ status: 1, verify: 10, peer: der }), 'verify', 'callback')).toBe(
      `${asked}connect 1 error 0\n${connection} 10\npeer 1\n${lost}`,
    );
    // Names are compared by programs.
    expect(await handshake(answer({ status: 1, verify: 62, peer: der }), 'verify')).toBe(
      `${asked}connect 1 error 0\n${connection} 0\npeer 1\n${lost}`,
    );
  });

  it('repeats an error of the host in the words of OpenSSL', async () => {
    const message =
      'write EPROTO 40B7:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl/record.c:354:\n';
    expect(await handshake(answer({ status: 2, message }), 'verify')).toContain(
      'connect -1 error 1\n  error:0A00010B:SSL routines::wrong version number\n',
    );
    expect(await handshake(answer({ status: 4 }), 'verify')).toContain('connect -1 error 5\n');
  });

  it('takes no answer that is cut short or of another form', async () => {
    const whole = answer({ peer: der });
    for (const bytes of [
      Buffer.alloc(0),
      whole.subarray(0, 3),
      whole.subarray(0, 30),
      whole.subarray(0, -1),
      Buffer.from([2, ...whole.subarray(1)]),
    ]) {
      expect(await handshake(bytes, 'verify')).toContain(
        'connect -1 error 1\n  error:0A08010C:SSL routines::the host has not answered as it should\n',
      );
    }
  });
});
