// The userland as it would be sent over a network, against its budget: each program of dist/wasm compressed by brotli, and
// all data files together, as a package compresses them.
//   node scripts/size-budget.mjs            the sum, and the largest files
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { readImage } from './setup/descriptions.mjs';
import { cache, root } from './setup/places.mjs';

const budgetBytes = 24_500 * 1024;
// With the packages of Python, which `npm run wheels` puts there. The aim is 50 000.
const packagesBudgetBytes = 54_000 * 1024;
const isPackage = ({ path }) => path.includes('/site-packages/');
const shown = 12;
const output = join(root, 'dist/wasm');
// By the content's hash, for all checkouts: compressing at the highest level takes minutes.
const cacheFile = join(cache, 'compressed-sizes.json');

function readCache() {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8'));
  } catch {
    return {};
  }
}

async function compressedSize(bytes) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return (await promisify(brotliCompress)(bytes, { params })).length;
}

const { entries } = readImage(output);
const known = readCache();
const sizes = {};
async function measure(name, files) {
  const bytes = Buffer.concat(files.map((file) => readFileSync(join(output, file))));
  const key = createHash('sha256').update(bytes).digest('hex');
  sizes[key] = known[key] ?? (await compressedSize(bytes));
  return { name, raw: bytes.length, compressed: sizes[key] };
}

const own = entries.filter((entry) => !isPackage(entry));
const filesOf = (wanted) => own.filter(({ type }) => type === wanted).map(({ file }) => file);
const parts = await Promise.all([
  measure('all data files', filesOf('file').sort()),
  ...filesOf('program').map((file) => measure(file, [file])),
]);
/** Each package by itself: several at a time, and what has not changed is known. */
const packages = new Map();
for (const { file } of entries.filter((entry) => isPackage(entry) && entry.file)) {
  const name = file.replace(/^.*\/site-packages\//, '').replace(/[/-].*$/, '');
  packages.set(name, [...(packages.get(name) ?? []), file]);
}
const packageParts = await Promise.all([...packages].map(([name, files]) => measure(name, files.sort())));
const withPackages = packageParts.reduce((total, { compressed }) => total + compressed, 0);
mkdirSync(cache, { recursive: true });
writeFileSync(`${cacheFile}.${process.pid}`, JSON.stringify({ ...readCache(), ...sizes }));
renameSync(`${cacheFile}.${process.pid}`, cacheFile);

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0).padStart(7)} KiB`;
const sum = (what) => parts.reduce((total, part) => total + part[what], 0);
parts.sort((a, b) => b.compressed - a.compressed);
for (const { name, compressed } of parts.slice(0, shown)) console.log(`${kilobytes(compressed)}  ${name}`);
console.log(`${kilobytes(sum('compressed'))}  all (${kilobytes(sum('raw')).trim()} as they are)`);
packageParts.sort((a, b) => b.compressed - a.compressed);
for (const { name, compressed } of packageParts.slice(0, shown)) console.log(`${kilobytes(compressed)}  ${name}`);
if (packages.size > 0) console.log(`${kilobytes(withPackages)}  packages of Python`);
const budgets = [
  ['the userland', sum('compressed'), budgetBytes],
  ['the userland with packages of Python', sum('compressed') + withPackages, packagesBudgetBytes],
];
for (const [name, bytes, budget] of budgets) {
  if (bytes <= budget) continue;
  console.error(`${name} is larger than its budget of ${kilobytes(budget).trim()} compressed`);
  process.exitCode = 1;
}
