// The userland as it would be sent over a network: every file of dist/wasm compressed by brotli, and their sum against the budget.
//   node scripts/size-budget.mjs            the sum, and the largest files
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, root } from './setup/places.mjs';

const budgetBytes = 12 * 1024 * 1024;
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

async function compressedSize(path) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: statSync(path).size,
  };
  return (await promisify(brotliCompress)(readFileSync(path), { params })).length;
}

const { entries } = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'));
const files = new Map(entries.filter(({ file }) => file).map((entry) => [entry.sha256, entry]));
const known = readCache();
const sizes = {};
await Promise.all(
  Array.from(files, async ([sha256, { file }]) => {
    sizes[sha256] = known[sha256] ?? (await compressedSize(join(output, file)));
  }),
);
writeFileSync(cacheFile, JSON.stringify(sizes));

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0).padStart(7)} KiB`;
const sum = Object.values(sizes).reduce((a, b) => a + b, 0);
const raw = [...files.values()].reduce((total, { size }) => total + size, 0);
const largest = [...files.values()].sort((a, b) => sizes[b.sha256] - sizes[a.sha256]).slice(0, shown);
for (const { sha256, path } of largest) console.log(`${kilobytes(sizes[sha256])}  ${path}`);
console.log(`${kilobytes(sum)}  ${files.size} files (${kilobytes(raw).trim()} as they are)`);
if (sum > budgetBytes) {
  console.error(`the userland is larger than its budget of ${kilobytes(budgetBytes).trim()} compressed`);
  process.exitCode = 1;
}
