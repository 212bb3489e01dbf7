// A Debian mirror of one source package in this process, for apt: main with revision 1, security with revision 2 of the same
// upstream version. How it answers for a file is up to the test.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

/** What a mirror may do instead of sending a file. */
export type Fault = 'missing' | 'error' | 'stall' | 'trickle' | 'cut' | 'short' | 'wrong';

export const orig = 'pear_1.0.orig.tar.gz';
export const revisions = [
  { repository: 'main', version: '1.0-1', pool: 'pool/main/p/pear', tar: 'pear_1.0-1.debian.tar.xz' },
  { repository: 'security', version: '1.0-1+u1', pool: 'pool/updates/main/p/pear', tar: 'pear_1.0-1+u1.debian.tar.xz' },
] as const;

export const digest = (algorithm: string, bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex');

function pack(directory: string, top: string, files: Record<string, string>, name: string): Buffer {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  execFileSync('tar', ['--auto-compress', '-cf', join(directory, name), '-C', directory, top]);
  return readFileSync(join(directory, name));
}

const upstreamFiles = {
  'pear-1.0/README': 'a pear\n',
  'pear-1.0/pear.c': Array.from({ length: 9999 }, (_, i) => `int pear${i * i};\n`).join(''),
};

const debianFiles = (version: string): Record<string, string> => ({
  'debian/changelog': `pear (${version}) bookworm; urgency=low\n\n  * Pears.\n\n -- A <a@b>  Mon, 01 Jan 2024 00:00:00 +0000\n`,
  'debian/control': 'Source: pear\nMaintainer: A <a@b>\n\nPackage: pear\nArchitecture: any\n',
  'debian/source/format': '3.0 (quilt)\n',
  'debian/revision': version,
});

function indexEntry(version: string, pool: string, files: [string, Uint8Array][]): string {
  const listed = files.map(([name, bytes]) => ` ${digest('sha256', bytes)} ${bytes.length} ${name}\n`).join('');
  return `Package: pear\nBinary: pear\nVersion: ${version}\nFormat: 3.0 (quilt)\nChecksums-Sha256:\n${listed}Directory: ${pool}\n`;
}

/** A repository's index and what vouches for it, by path. */
function indexFiles(entry: string): [string, Buffer][] {
  const sources = Buffer.from(entry);
  const listed = ` ${digest('sha256', sources)} ${sources.length} main/source/Sources\n`;
  const release = `Suite: bookworm\nCodename: bookworm\nComponents: main\nArchitectures: amd64\nDate: Mon, 01 Jan 2024 00:00:00 UTC\nSHA256:\n${listed}`;
  return [
    ['dists/bookworm/main/source/Sources', sources],
    ['dists/bookworm/Release', Buffer.from(release)],
  ];
}

/** What both repositories have, by path, made in `directory`. */
export function packages(directory: string): Map<string, Buffer> {
  const served = new Map<string, Buffer>();
  const upstream = pack(directory, 'pear-1.0', upstreamFiles, orig);
  for (const { repository, version, pool, tar } of revisions) {
    const files: [string, Buffer][] = [
      [orig, upstream],
      [tar, pack(directory, 'debian', debianFiles(version), tar)],
    ];
    for (const [path, bytes] of indexFiles(indexEntry(version, pool, files)))
      served.set(`/${repository}/${path}`, bytes);
    for (const [name, bytes] of files) served.set(`/${repository}/${pool}/${name}`, bytes);
  }
  return served;
}

export class Mirror {
  /** The paths that were asked for, in order. */
  readonly asked: string[] = [];
  readonly #server = createServer((request, response) => {
    // A proxy is asked for whole URLs.
    const { pathname } = new URL(request.url ?? '/', 'http://mirror.invalid');
    this.#answer(decodeURIComponent(pathname), response);
  });

  /** `fault` says what to do for a path at the how manieth time, from 1. */
  constructor(
    readonly files: Map<string, Buffer>,
    readonly fault: (path: string, time: number) => Fault | undefined,
  ) {}

  /** Resolves to the URL of both repositories' parent. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(path: string, response: ServerResponse): void {
    this.asked.push(path);
    const time = this.asked.filter((asked) => asked === path).length;
    const bytes = this.files.get(path);
    const fault = bytes === undefined ? 'missing' : this.fault(path, time);
    const full = bytes ?? Buffer.alloc(0);
    const half = full.subarray(0, full.length / 2);
    switch (fault) {
      case 'missing':
        response.writeHead(404).end('not found');
        break;
      case 'error':
        response.writeHead(500).end('no luck');
        break;
      case 'stall':
        response.writeHead(200, { 'content-length': full.length }).write(half);
        break;
      case 'cut':
        response.writeHead(200, { 'content-length': full.length }).write(half, () => response.destroy());
        break;
      case 'short':
        response.writeHead(200, { 'content-length': half.length }).end(half);
        break;
      case 'wrong':
        response.writeHead(200).end(Buffer.from(full).fill(0, 10, 20));
        break;
      case 'trickle':
        this.#trickle(full, response);
        break;
      default:
        response.writeHead(200, { 'content-length': full.length }).end(full);
    }
  }

  #trickle(bytes: Buffer, response: ServerResponse): void {
    response.writeHead(200, { 'content-length': bytes.length });
    let sent = 0;
    const timer = setInterval(() => response.write(bytes.subarray(sent, ++sent)), 100);
    response.on('close', () => clearInterval(timer));
  }
}
