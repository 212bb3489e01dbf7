// The programs as the package carries them: tar archives, compressed with brotli, in the directory `packed`. They are unpacked once: when
// the package is installed (scripts/postinstall.cjs), or else when they are first needed.

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream';
import { constants, createBrotliDecompress } from 'node:zlib';
import { SandboxError } from '../api/errors.js';
import { TarReader } from '../tar/reader.js';
import { makeDirectories } from './make-directories.js';

const ending = '.tar.br';
const chunkBytes = 1 << 20;

/** If the list is there, all programs are: a directory is moved into place complete. */
const isThere = (wasmDir: string): boolean => existsSync(join(wasmDir, 'image.tsv'));

async function unpackArchive(path: string, directory: string): Promise<void> {
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  const decompressed = createBrotliDecompress({ params, chunkSize: chunkBytes });
  // Errors come out of the stream, too.
  pipeline(createReadStream(path, { highWaterMark: chunkBytes }), decompressed, () => {});
  const reader = new TarReader(decompressed);
  const made = new Set<string>();
  for (let member = await reader.next(); member !== undefined; member = await reader.next()) {
    if (member.type !== 'file') continue;
    const bytes = new Uint8Array(member.size);
    for (let at = 0; at < bytes.length; ) {
      const chunk = await reader.read(bytes.length - at);
      bytes.set(chunk, at);
      at += chunk.length;
    }
    const file = join(directory, new TextDecoder().decode(member.name));
    if (!made.has(dirname(file))) await mkdir(dirname(file), { recursive: true });
    made.add(dirname(file));
    await writeFile(file, bytes);
  }
}

/** Unpacks `archives` into `directory`. */
async function unpackInto(directory: string, archives: string[]): Promise<void> {
  const unfinished = await mkdtemp(`${directory}.`);
  try {
    const unpacking = archives.map((path) => unpackArchive(path, unfinished));
    // If one fails, the others must end before the directory is removed.
    await Promise.allSettled(unpacking);
    await Promise.all(unpacking);
    // mkdtemp makes directories that only this user can read.
    await chmod(unfinished, 0o755);
    await rename(unfinished, directory).catch((error) => {
      // Another process was faster.
      if (!isThere(directory)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The cache directory of this user, which no other user can write. */
async function ownCache(): Promise<string> {
  const { WASMSAND_CACHE_DIR: given, XDG_CACHE_HOME: base = '' } = process.env;
  const directory = given || join(isAbsolute(base) ? base : join(homedir(), '.cache'), 'wasmsand');
  makeDirectories(directory, 0o700);
  const { uid, mode } = await stat(directory);
  if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0))
    throw new Error(`${directory} can be written to by others`);
  return directory;
}

/** A directory that is removed when this process ends. */
async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'wasmsand-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function unpackSomewhere(wasmDir: string, archives: string[]): Promise<string> {
  const name = `programs-${createHash('sha256')
    .update(archives.map((path) => basename(path)).join('\n'))
    .digest('hex')
    .slice(0, 20)}`;
  const places = [
    async () => wasmDir,
    async () => join(await ownCache(), name),
    async () => join(await temporaryDirectory(), name),
  ];
  const reasons: string[] = [];
  for (const place of places) {
    try {
      const directory = await place();
      if (!isThere(directory)) await unpackInto(directory, archives);
      return directory;
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  throw new SandboxError(`the programs can be unpacked nowhere: ${reasons.join('; ')}`, { code: 'E_NO_PROGRAMS' });
}

function archivesBeside(wasmDir: string): string[] {
  const packed = join(wasmDir, '..', 'packed');
  if (!existsSync(packed)) return [];
  const names = readdirSync(packed).filter((name) => name.endsWith(ending));
  return names.sort().map((name) => join(packed, name));
}

const found = new Map<string, Promise<string>>();

/**
 * The directory with the programs of `wasmDir`: that directory itself or, if the package has them packed and cannot be written to, the
 * user's cache directory, or a temporary one. If nothing is packed either, `wasmDir`.
 */
export function unpackedPrograms(wasmDir: string): Promise<string> {
  const known = found.get(wasmDir);
  if (known !== undefined) return known;
  const archives = isThere(wasmDir) ? [] : archivesBeside(wasmDir);
  const place = archives.length === 0 ? Promise.resolve(wasmDir) : unpackSomewhere(wasmDir, archives);
  found.set(wasmDir, place);
  // A later call tries again: there may be room by then.
  place.catch(() => found.delete(wasmDir));
  return place;
}
