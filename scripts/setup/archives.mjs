// dist/wasm as the package carries it: tar archives of what is alike, compressed by brotli over all of each. They are kept in the cache by
// their contents, since making one takes a minute or two.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { readImage } from './descriptions.mjs';
import { cache } from './places.mjs';

/** @import { ListedEntry } from './descriptions.mjs' */
/** @typedef {ListedEntry & { file: string }} Filed */

export const archiveEnding = '.tar.br';
const days = 24 * 60 * 60 * 1000;
const keptFor = 30 * days;
// An archive has no more: what reads it may hold it at once.
const windowBits = 27;

/**
 * What a package of Python is called that a file is of.
 * @param {ListedEntry} entry
 */
const packageOf = ({ path }) => /\/site-packages\/([^/]+)/.exec(path)?.[1];
/**
 * Compiled modules beside their sources, which have the same words in them.
 * @param {string} file
 */
const place = (file) => file.replace('__pycache__/', '').replace(/\.cpython-\d+(?=\.pyc$)/, '');

/**
 * The archive that a file goes into.
 * @param {Filed} entry
 */
function archiveOf(entry) {
  const name = packageOf(entry);
  if (name !== undefined) {
    if (entry.file.endsWith('.so')) return 'modules';
    // In two, which takes half as long.
    return name.toLowerCase() < 'p' ? 'packages-1' : 'packages-2';
  }
  if (entry.type !== 'program') return 'files';
  return entry.file.startsWith('python') ? 'python' : 'programs';
}

/**
 * What goes into each archive, of the image in `directory`: the names of files, in order.
 * @param {string} directory
 */
export function archiveContents(directory) {
  const archives = new Map([['files', ['image.tsv', 'products.json']]]);
  for (const entry of readImage(directory).entries) {
    const { file } = entry;
    if (file === undefined) continue;
    const name = archiveOf({ ...entry, file });
    archives.set(name, [...(archives.get(name) ?? []), file]);
  }
  /**
   * @param {string} a
   * @param {string} b
   */
  const byPlace = (a, b) => (place(a) < place(b) ? -1 : 1);
  return new Map([...archives].map(([name, files]) => [name, [...new Set(files)].sort(byPlace)]));
}

/**
 * The same for the same files: no times, no owners, no rights of this machine.
 * @param {string} directory
 * @param {string[]} files
 */
function tarOf(directory, files) {
  const times = ['--format=pax', '--pax-option=delete=atime,delete=ctime', '--mtime=@0'];
  const owners = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rw,go=r'];
  const options = ['-C', directory, '--no-recursion', '--hard-dereference', '--null', '-T', '-', '-cf', '-'];
  return execFileSync('tar', [...times, ...owners, ...options], { input: files.join('\0'), maxBuffer: 1 << 30 });
}

/** What nobody has asked for in a month was of other programs. */
function forgetOld() {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    if (/^packed-[0-9a-f]+$/.test(name) && Date.now() - statSync(path).mtimeMs > keptFor) rmSync(path);
  }
}

/**
 * @param {Buffer} tar
 * @param {string} hash
 */
async function compressed(tar, hash) {
  const path = join(cache, `packed-${hash}`);
  if (existsSync(path)) {
    const now = new Date();
    utimesSync(path, now, now);
    return readFileSync(path);
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
  };
  const bytes = await promisify(brotliCompress)(tar, { params });
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${path}.${process.pid}`, bytes);
  renameSync(`${path}.${process.pid}`, path);
  return bytes;
}

/**
 * The archives of the image in `directory`: `{ name, file, bytes, rawBytes }`; `file` names its contents.
 * @param {string} directory
 */
export async function makeArchives(directory) {
  const made = [...archiveContents(directory)].map(async ([name, files]) => {
    const tar = tarOf(directory, files);
    const hash = createHash('sha256').update(tar).digest('hex');
    const bytes = await compressed(tar, hash);
    return { name, file: `${name}-${hash.slice(0, 16)}${archiveEnding}`, bytes, rawBytes: tar.length };
  });
  const archives = await Promise.all(made);
  forgetOld();
  return archives;
}
