// The userland as it would be sent over a network, against its budget: each program of dist/wasm compressed by brotli, and
// all data files together, as a package compresses them. Packages of Python are reckoned in the same way, by themselves: their modules of
// WebAssembly, and all else in one archive.
//   node scripts/size-budget.mjs            the sum, and the largest files
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { readImage } from './setup/descriptions.mjs';
import { cache, root } from './setup/places.mjs';

const budgetBytes = 24_500 * 1024;
/** With the packages of Python, which `npm run wheels` puts there. The aim is 50 000 000. */
const packagesBudgetBytes = 51_200_000;
const isPackage = ({ path }) => path.includes('/site-packages/');
const shown = 12;
const output = join(root, 'dist/wasm');
// By the contents' hash, for all checkouts: compressing at the highest level takes minutes.
const cacheFile = join(cache, 'compressed-sizes.json');

function readCache() {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8'));
  } catch {
    return {};
  }
}

async function compressedSize(bytes, windowBits) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LARGE_WINDOW]: Number(windowBits > 24),
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return (await promisify(brotliCompress)(bytes, { params })).length;
}

const { entries } = readImage(output);
const known = readCache();
const sizes = {};
async function measure({ name, of, windowBits = 24 }) {
  const bytes = Buffer.concat(of.map(({ file }) => readFileSync(join(output, file))));
  const hash = createHash('sha256').update(bytes).digest('hex');
  const key = windowBits === 24 ? hash : `${hash}-${windowBits}`;
  sizes[key] = known[key] ?? (await compressedSize(bytes, windowBits));
  return { name, raw: of.reduce((total, { size }) => total + size, 0), compressed: sizes[key] };
}

/** Several at a time, those that take longest first. */
async function measureAll(parts) {
  const rawOf = ({ of }) => of.reduce((total, { size }) => total + size, 0);
  const left = [...parts].sort((a, b) => rawOf(b) - rawOf(a));
  const measured = [];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) measured.push(await measure(next));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return measured.sort((a, b) => b.compressed - a.compressed);
}

/** Compiled modules beside their sources, which have the same words in them. */
const place = ({ file }) => file.replace('__pycache__/', '').replace(/\.cpython-\d+(?=\.pyc$)/, '');
const inOrder = (files) => [...files].sort((a, b) => (place(a) < place(b) ? -1 : 1));

const isModule = ({ file }) => file.endsWith('.so');
const files = entries.filter(({ file }) => file);
const ownFiles = files.filter((entry) => !isPackage(entry));
const packages = files.filter(isPackage);
const parts = [
  { name: 'all data files', of: inOrder(ownFiles.filter(({ type }) => type === 'file')) },
  ...ownFiles.filter(({ type }) => type === 'program').map((entry) => ({ name: entry.file, of: [entry] })),
];
const packageParts = [
  ...packages.filter(isModule).map((entry) => ({ name: entry.path.replace(/^.*\/site-packages\//, ''), of: [entry] })),
  { name: 'all else of packages', of: inOrder(packages.filter((entry) => !isModule(entry))), windowBits: 28 },
];

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0).padStart(7)} KiB`;
const sum = (measured, what = 'compressed') => measured.reduce((total, part) => total + part[what], 0);
function show(measured, name) {
  for (const part of measured.slice(0, shown)) console.log(`${kilobytes(part.compressed)}  ${part.name}`);
  console.log(`${kilobytes(sum(measured))}  ${name} (${kilobytes(sum(measured, 'raw')).trim()} as they are)`);
}

const own = await measureAll(parts);
const ofPackages = packages.length > 0 ? await measureAll(packageParts) : [];
const all = [...own, ...ofPackages];
mkdirSync(cache, { recursive: true });
writeFileSync(`${cacheFile}.${process.pid}`, JSON.stringify({ ...readCache(), ...sizes }));
renameSync(`${cacheFile}.${process.pid}`, cacheFile);

show(own, 'all');
if (packages.length > 0) {
  show(ofPackages, 'packages of Python');
  console.log(`${kilobytes(sum(all))}  all with packages of Python (${sum(all)} bytes)`);
}
for (const [name, bytes, budget] of [
  ['the userland', sum(own), budgetBytes],
  ['the userland with packages of Python', sum(all), packagesBudgetBytes],
]) {
  if (bytes <= budget) continue;
  console.error(`${name} is larger than its budget of ${kilobytes(budget).trim()} compressed`);
  process.exitCode = 1;
}
