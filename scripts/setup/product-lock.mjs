// Builds that repeat: wasm/products.lock.json holds the SHA-256 of each product, what it was made from and with which tools.
// Made again from the same with the same tools, a product is the same, or the set-up fails. Which revision of a source package is
// whole on the mirrors changes from one hour to the next: the lock knows a product of several. Where Debian has moved on
// (a revision nobody has locked, another compiler) there is nothing to compare with: that is reported, and no more.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clangVersion, root } from './places.mjs';
import { report, StepFailed } from './progress.mjs';

/**
 * A product as it came out of one revision of its source package: its digest and those of its programs.
 * @typedef {{ source?: string, sha256: string, programs: Record<string, string> }} Revision
 * @typedef {{ inputs: string, revisions: Revision[] }} LockedProduct
 * @typedef {{ toolchain?: Record<string, string>, products: Record<string, LockedProduct> }} Lock
 * @typedef {Revision & { inputs: string, toolchain: Record<string, string> }} ProductRecord What product.json says.
 */

const file = join(root, 'wasm/products.lock.json');
// In each product: what it was made from. Not part of what is compared.
const recordName = 'product.json';

// Whatever runs in a build and decides what comes out of it: compilers, and what generates sources or data.
const packages = [
  ...['autoconf', 'automake', 'bc', 'bison', 'cargo', `clang-${clangVersion}`, 'file', 'flex', 'gawk', 'gcc', 'gperf'],
  ...['libc-bin', `libclang-rt-${clangVersion}-dev-wasm32`, 'libstd-rust-dev-wasm32', `lld-${clangVersion}`, 'lld-14'],
  ...[`llvm-${clangVersion}`, 'm4', 'make', 'ncurses-bin', 'perl', 'rustc', 'tcl'],
];

/** @type {Record<string, string> | undefined} */
let known;
/**
 * The tools of this machine and their versions.
 * @returns {Record<string, string>}
 */
export function toolchain() {
  if (known) return known;
  const format = '${Package} ${Version}\n';
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', format, ...packages], { encoding: 'utf8' });
  const npm = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const ours = ['@yowasp/clang', 'binaryen'].map((name) => [name, npm[`node_modules/${name}`].version]);
  const debian = (stdout ?? '').trimEnd().split('\n');
  /** @type {Record<string, string>} */
  const found = Object.fromEntries([...ours, ...debian.map((line) => line.split(' '))].sort());
  known = found;
  return found;
}

/**
 * The revision of an unpacked source package.
 * @param {string} tree
 */
export function revisionOf(tree) {
  const revision = /\((.*?)\)/.exec(readFileSync(join(tree, 'debian/changelog'), 'utf8'))?.[1];
  if (revision === undefined) throw new Error(`${tree} does not say which revision it is`);
  return revision;
}

/** @param {string | Uint8Array} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * All that a product holds: paths with digests of contents or with targets of links, in order.
 * @param {string} directory
 * @returns {[path: string, digest: string][]}
 */
export function contents(directory, below = '') {
  return readdirSync(join(directory, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${below}${entry.name}`;
      if (entry.isDirectory()) return contents(directory, `${path}/`);
      if (entry.isSymbolicLink()) return [[path, `-> ${readlinkSync(join(directory, path))}`]];
      return path === recordName ? [] : [[path, sha256(readFileSync(join(directory, path)))]];
    });
}

/**
 * A product's digest and the digests of its programs. Modes are in entries.json: those of the files may be anything.
 * @param {string} directory
 */
export function digestOf(directory) {
  const all = contents(directory);
  const programs = all.filter(([path]) => path.endsWith('.wasm'));
  return { sha256: sha256(JSON.stringify(all)), programs: Object.fromEntries(programs) };
}

/** @param {string} path */
const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);
/** @returns {Lock} */
const readLock = () => read(file) ?? { products: {} };

/** What the lock says of each product, by name. */
export const lockedProducts = () => readLock().products;

/**
 * Whether a digest is one of those that the lock has for a product.
 * @param {LockedProduct} locked
 * @param {string} digest
 */
export const isLocked = ({ revisions }, digest) => revisions.some(({ sha256 }) => sha256 === digest);

/**
 * Notes in a finished product what it was made from: the hash of its inputs and the revisions of its source packages.
 * @param {string} directory
 * @param {string} inputs
 * @param {string} [source]
 */
export function recordProduct(directory, inputs, source) {
  const record = { inputs, source, toolchain: toolchain(), ...digestOf(directory) };
  writeFileSync(join(directory, recordName), JSON.stringify(record));
}

/**
 * The revision of the source package that a product was made from, and those of the libraries in it.
 * @param {string} directory
 */
export const sourceOf = (directory) => read(join(directory, recordName))?.source;

/**
 * Whether a product is still as it was when it was made.
 * @param {string} directory
 */
export const isIntact = (directory) => read(join(directory, recordName))?.sha256 === digestOf(directory).sha256;

/** @param {Record<string, string> | undefined} tools */
const sameTools = (tools) => JSON.stringify(tools) === JSON.stringify(toolchain());

/**
 * Why a product need not be in the lock: other tools or a revision of its source that the lock does not know.
 * @param {LockedProduct} locked
 * @param {ProductRecord} record
 * @param {Record<string, string>} tools
 */
function differences({ revisions }, record, tools) {
  const names = Object.keys({ ...tools, ...record.toolchain });
  const others = names
    .filter((name) => tools[name] !== record.toolchain[name])
    .map((name) => `${name} ${record.toolchain[name]} instead of ${tools[name]}`);
  const known = revisions.map(({ source }) => source);
  if (!known.includes(record.source)) others.push(`source ${record.source} instead of ${known.join(' or ')}`);
  return others.join('; ');
}

/**
 * Compares a product in `directory` with the lock: 'equal'; 'stale' when the lock was written for other inputs; or what else it
 * was made with than those in the lock. Throws where it must be equal to one of these and is not.
 * @param {string} name
 * @param {string} directory
 */
export function compareProduct(name, directory, { products, toolchain: tools = {} } = readLock()) {
  const locked = products[name];
  if (!locked) return 'stale';
  const found = digestOf(directory);
  if (isLocked(locked, found.sha256)) return 'equal';
  const record = read(join(directory, recordName));
  const others = differences(locked, record, tools);
  if (others) return others;
  if (record.inputs !== locked.inputs) return 'stale';
  const programs = locked.revisions.find(({ source }) => source === record.source)?.programs ?? {};
  const differing = Object.keys(found.programs).filter((program) => found.programs[program] !== programs[program]);
  const which = differing.length > 0 ? differing.join(', ') : 'its data';
  throw new StepFailed(
    `${name} is not what wasm/products.lock.json names, though made from the same with the same tools: ${which}`,
    'it came out differently than it should have',
  );
}

let accepting = false;
/** For whoever is about to write the lock. */
export const acceptAll = () => {
  accepting = true;
};

/**
 * Refuses a product that is not what the lock says; says so where it may be another. (A stale lock is for `npm run check`.)
 * @param {string} name
 * @param {string} directory
 */
export function verifyProduct(name, directory) {
  if (accepting) return;
  const result = compareProduct(name, directory);
  if (result !== 'equal' && result !== 'stale') report('products', `${name} is not what the lock names: ${result}`);
}

/**
 * @param {Revision} a
 * @param {Revision} b
 */
const bySource = (a, b) => ((a.source ?? '') < (b.source ?? '') ? -1 : 1);

/**
 * The lock of finished products, a Map of directories by name, with what `before` knows of other revisions: as far as these were
 * made from the same inputs with the same tools. All were made with the tools of this machine.
 * @param {Map<string, string>} places
 */
export function lockOf(places, before = readLock()) {
  const known = sameTools(before.toolchain) ? before.products : {};
  /** @type {Record<string, LockedProduct>} */
  const products = {};
  for (const [name, directory] of [...places].sort()) {
    const { inputs, source, sha256: digest, programs, toolchain: tools } = read(join(directory, recordName));
    if (!sameTools(tools)) {
      throw new StepFailed(`${name} was made with other tools than this machine has now: delete ${directory}`);
    }
    const same = known[name]?.inputs === inputs ? known[name].revisions : [];
    const others = same.filter((revision) => revision.source !== source);
    products[name] = { inputs, revisions: [...others, { source, sha256: digest, programs }].sort(bySource) };
  }
  return { toolchain: toolchain(), products };
}

/** @param {Map<string, string>} places */
export const writeLock = (places) => writeFileSync(file, `${JSON.stringify(lockOf(places), null, 1)}\n`);

/**
 * The products whose inputs are not those that the lock names, where the tools are: it must be written again.
 * @param {Map<string, string>} inputs
 */
export function staleProducts(inputs) {
  const { products, toolchain: tools } = readLock();
  if (!sameTools(tools)) return [];
  const gone = Object.keys(products).filter((name) => !inputs.has(name));
  return [...[...inputs].filter(([name, hash]) => products[name]?.inputs !== hash).map(([name]) => name), ...gone];
}
