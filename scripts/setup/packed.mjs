// Products that somebody else has built: `setup.mjs --from` takes the programs from the package (its archive, or where it was
// installed) or from a directory like dist/wasm. They are used when each is, byte for byte, what wasm/products.lock.json says;
// nothing of a pack is believed or written before.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readArchive, readBrotliArchive } from './archive.mjs';
import { archiveEnding } from './archives.mjs';
import { descriptionText, imageText } from './descriptions.mjs';
import { hashOf, isCurrent, markCurrent } from './inputs.mjs';
import { build, root } from './places.mjs';
import { isLocked, lockedProducts } from './product-lock.mjs';
import { installedPorts } from './programs.mjs';
import { report, StepFailed } from './progress.mjs';

/** @import { ListedEntry } from './descriptions.mjs' */
/** @import { LockedProduct, Lock } from './product-lock.mjs' */
/** @typedef {{ contents: [path: string, digest: string][], entries: string }} PackedProduct */
/** @typedef {(file: string) => Buffer | undefined} Reader */

const output = join(root, 'dist/wasm');
const description = 'products.json';
// Of one file, several times what the largest has.
const maximumBytes = 256 * 1024 ** 2;

/** @param {string | Uint8Array} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * Reads one file of a directory that may hold anything.
 * @param {string} path
 */
function readPlainFile(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= maximumBytes ? readFileSync(path) : undefined;
}

/**
 * The files in the archives of programs (archives.mjs) among `names`.
 * @param {string[]} names
 * @param {Reader} read
 */
function filesInArchives(names, read) {
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  let left = maximumBytes * 2;
  for (const name of names.filter((name) => name.endsWith(archiveEnding))) {
    const archive = read(name);
    if (archive === undefined) throw new StepFailed('an archive of programs is none');
    for (const [file, bytes] of readBrotliArchive(archive)) {
      if (files.has(file)) throw new StepFailed(`the archives hold a file twice: ${JSON.stringify(file)}`);
      files.set(file, bytes);
      left -= bytes.length;
    }
    if (left < 0) throw new StepFailed('the archives hold more than 512 MiB');
  }
  return files;
}

/**
 * A function that reads the files of a pack by their names in dist/wasm; undefined: there is none.
 * @param {string} path
 * @returns {Reader}
 */
function openPack(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new StepFailed(`there is no ${path}`);
  if (found.isDirectory()) {
    const [unpacked, packed] = ['dist/wasm', 'dist/packed'].map((part) => join(path, part));
    if (existsSync(packed) && !existsSync(join(unpacked, description))) {
      const files = filesInArchives(readdirSync(packed), (name) => readPlainFile(join(packed, name)));
      return (file) => files.get(file);
    }
    const top = existsSync(join(unpacked, description)) ? unpacked : path;
    return (file) => readPlainFile(join(top, file));
  }
  const archive = readPlainFile(path);
  if (archive === undefined) throw new StepFailed('it is neither a directory nor an archive of 256 MiB at most');
  const outer = readArchive(archive);
  const names = [...outer.keys()].filter((name) => name.startsWith('package/dist/packed/'));
  const files = filesInArchives(names, (name) => outer.get(name));
  return (file) => files.get(file);
}

/**
 * What the pack says of its products: true of a product when its contents have the locked digest.
 * @param {Buffer | undefined} bytes
 * @returns {Map<string, PackedProduct>}
 */
function readDescription(bytes) {
  if (bytes === undefined) throw new StepFailed(`no ${description} of programs is in it`);
  let products;
  try {
    products = new Map(Object.entries(JSON.parse(bytes.toString('utf8'))));
  } catch {
    throw new StepFailed(`its ${description} cannot be read`);
  }
  /** @param {unknown} pair */
  const isPair = (pair) => Array.isArray(pair) && pair.every((part) => typeof part === 'string');
  for (const [name, product] of products) {
    const isWhole =
      Array.isArray(product?.contents) && product.contents.every(isPair) && typeof product.entries === 'string';
    if (!isWhole) throw new StepFailed(`its ${description} has a bad entry for ${JSON.stringify(name)}`);
  }
  return products;
}

/**
 * Checks one product against the lock and adds its files; returns its entries.
 * @param {string} name
 * @param {PackedProduct} product
 * @param {LockedProduct | undefined} locked
 * @param {Reader} read
 * @param {Map<string, Buffer>} files
 * @returns {ListedEntry[]}
 */
function takeProduct(name, product, locked, read, files) {
  if (locked === undefined) throw new StepFailed(`wasm/products.lock.json of this checkout does not know ${name}`);
  if (!isLocked(locked, sha256(JSON.stringify(product.contents)))) {
    throw new StepFailed(`${name} is not what wasm/products.lock.json of this checkout names`);
  }
  const digests = new Map(product.contents);
  if (sha256(product.entries) !== digests.get('entries.json'))
    throw new StepFailed(`the entries of ${name} are not its own`);
  /** @type {ListedEntry[]} */
  const entries = JSON.parse(product.entries);
  return entries.map((entry) => {
    if (!entry.file) return entry;
    const bytes = read(entry.file);
    if (bytes === undefined) throw new StepFailed(`${entry.file} of ${name} is missing`);
    if (sha256(bytes) !== digests.get(entry.file)) throw new StepFailed(`${entry.file} of ${name} has another SHA-256`);
    files.set(entry.file, bytes);
    return entry;
  });
}

/**
 * Reads a pack and returns all that belongs into dist/wasm, contents by path. Throws where something is not as `lock` says.
 * @param {string} path
 * @param {string[]} names
 * @param {Lock['products']} lock
 */
export function readPack(path, names, lock) {
  const read = openPack(path);
  const products = readDescription(read(description));
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  /** @type {Record<string, PackedProduct>} */
  const described = {};
  const entries = names.flatMap((name) => {
    const product = products.get(name);
    if (product === undefined) throw new StepFailed(`${name} is missing`);
    described[name] = product;
    return takeProduct(name, product, lock[name], read, files);
  });
  return files
    .set('image.tsv', Buffer.from(imageText(entries)))
    .set(description, Buffer.from(descriptionText(described)));
}

/**
 * Puts the files in the place of `directory`, which is as it was until all are written.
 * @param {string} directory
 * @param {Map<string, Uint8Array>} files
 */
export function replaceDirectory(directory, files) {
  mkdirSync(build, { recursive: true });
  const unfinished = mkdtempSync(join(build, 'packed-'));
  try {
    for (const [file, bytes] of files) {
      mkdirSync(dirname(join(unfinished, 'new', file)), { recursive: true });
      writeFileSync(join(unfinished, 'new', file), bytes);
    }
    mkdirSync(directory, { recursive: true });
    renameSync(directory, join(unfinished, 'old'));
    try {
      renameSync(join(unfinished, 'new'), directory);
    } catch (error) {
      renameSync(join(unfinished, 'old'), directory);
      throw error;
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

// They are this checkout's as long as nothing under wasm/, with the lock, has changed, and nothing else was put in their place.
/** @param {Buffer} list */
const stampOf = (list) => hashOf(['wasm'], [sha256(list)]);

/** Whether dist/wasm was taken from a pack and is still what the checkout wants. */
export function isPacked() {
  const list = join(output, 'image.tsv');
  return existsSync(list) && isCurrent('packed', stampOf(readFileSync(list)), [list]);
}

/**
 * Takes the programs from a pack.
 * @param {string} path
 */
export async function takePacked(path) {
  const names = ['shell', 'tools', 'python', ...(await installedPorts()).map((name) => `port-${name}`)];
  let files;
  try {
    files = readPack(path, names, lockedProducts());
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    throw new StepFailed(`${path} cannot be used, nothing was changed: ${error.message}`);
  }
  replaceDirectory(output, files);
  markCurrent('packed', stampOf(/** @type {Buffer} */ (files.get('image.tsv'))));
  report('programs', `${names.length} products taken from ${path}, as locked`);
}
