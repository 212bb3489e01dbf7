// The userland as the package carries it, against its budget: the archives of dist/wasm (setup/archives.mjs), without the packages of
// Python and with them.
//   node scripts/check/size-budget.mjs            the sizes
import { makeArchives } from '../setup/archives.mjs';
import { installedImage } from '../setup/image.mjs';

const budgets = [
  {
    what: 'the userland',
    bytes: 21_000_000 /** @param {{ name: string }} options */,
    counts: (/** @type {{ name: string }} */ { name }) => !/^(modules|packages)/.test(name),
  },
  // Of the 50 MB that a package may have, addons and JavaScript take 2.
  { what: 'the userland with packages of Python', bytes: 48_000_000, counts: () => true },
];

/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0).padStart(7)} kB`;
const archives = await makeArchives(installedImage);
for (const { name, bytes, rawBytes } of archives) {
  console.log(`${kilobytes(bytes.length)}  ${name} (${kilobytes(rawBytes).trim()} as they are)`);
}
for (const { what, bytes, counts } of budgets) {
  const sum = archives.filter(counts).reduce((total, archive) => total + archive.bytes.length, 0);
  console.log(`${kilobytes(sum)}  ${what} (budget: ${kilobytes(bytes).trim()})`);
  if (sum <= bytes) continue;
  console.error(`${what} is larger than its budget of ${kilobytes(bytes).trim()} compressed`);
  process.exitCode = 1;
}
