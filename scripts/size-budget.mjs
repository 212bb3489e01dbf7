// The userland as it would be sent over a network, against its budget: each program of dist/wasm compressed by brotli, and
// all data files together, as a package compresses them.
//   node scripts/size-budget.mjs            the sum, and the largest files
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, root } from './setup/places.mjs';

const budgetBytes = 24_500 * 1024;
// With the packages of Python, which `npm run wheels` puts there.
const packagesBudgetBytes = 50_000 * 1024;
const isPackage = ({ path }) => path.includes('/site-packages/');
const shown = 12;
const output = join(root, 'dist/wasm');
// By the content's hash: compressing at the highest level takes a while.
const cacheFile = join(build, 'compressed-sizes.json');

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

const { entries } = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'));
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
const packages = entries.filter((entry) => isPackage(entry) && entry.file).map(({ file }) => file);
const withPackages = await measure('packages of Python', packages.sort());
writeFileSync(cacheFile, JSON.stringify(sizes));

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0).padStart(7)} KiB`;
const sum = (what) => parts.reduce((total, part) => total + part[what], 0);
parts.sort((a, b) => b.compressed - a.compressed);
for (const { name, compressed } of parts.slice(0, shown)) console.log(`${kilobytes(compressed)}  ${name}`);
console.log(`${kilobytes(sum('compressed'))}  all (${kilobytes(sum('raw')).trim()} as they are)`);
if (packages.length > 0) console.log(`${kilobytes(withPackages.compressed)}  packages of Python`);
const budgets = [
  ['the userland', sum('compressed'), budgetBytes],
  ['the userland with packages of Python', sum('compressed') + withPackages.compressed, packagesBudgetBytes],
];
for (const [name, bytes, budget] of budgets) {
  if (bytes <= budget) continue;
  console.error(`${name} is larger than its budget of ${kilobytes(budget).trim()} compressed`);
  process.exitCode = 1;
}
