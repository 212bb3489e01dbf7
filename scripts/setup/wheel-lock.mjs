// Builds of packages of Python repeat, as those of programs do: wasm/wheels.built.json holds the SHA-256 of what comes out of each, and the hash
// of what that was made from. Made again from the same with the same tools it is the same, or `npm run wheels` fails.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';
import { contents, toolchain } from './product-lock.mjs';
import { StepFailed } from './progress.mjs';

/** @typedef {{ toolchain?: Record<string, string>, built: Record<string, { inputs: string, sha256: string }> }} BuiltLock */

const name = 'wasm/wheels.built.json';
const file = join(root, name);
/** @returns {BuiltLock} */
const readLock = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { built: {} });
/** @param {BuiltLock} lock */
const hasOtherTools = ({ toolchain: tools }) => JSON.stringify(tools) !== JSON.stringify(toolchain());

/** @param {string} directory */
const digestOf = (directory) =>
  createHash('sha256')
    .update(JSON.stringify(contents(directory)))
    .digest('hex');

/**
 * `inputs`: the hash of what the package in `directory` was made from. Throws where the lock has another one, made from the same.
 * @param {string} wheel
 * @param {string} inputs
 * @param {string} directory
 */
export function verifyBuilt(wheel, inputs, directory, lock = readLock()) {
  const locked = lock.built[wheel];
  if (locked?.inputs !== inputs || hasOtherTools(lock)) return;
  if (locked.sha256 === digestOf(directory)) return;
  throw new StepFailed(
    `${wheel} is not what ${name} names, though made from the same with the same tools`,
    'it came out differently than it should have',
  );
}

/**
 * The packages of which the lock does not have what is built now, where the tools are its own. `inputs`: a Map of hashes by name.
 * @param {Map<string, string>} inputs
 */
export function staleBuilt(inputs, lock = readLock()) {
  if (hasOtherTools(lock)) return [];
  const gone = Object.keys(lock.built).filter((wheel) => !inputs.has(wheel));
  return [
    ...[...inputs].filter(([wheel, hash]) => lock.built[wheel]?.inputs !== hash).map(([wheel]) => wheel),
    ...gone,
  ];
}

/**
 * The lock of what has been built: `built` is a Map of `{ inputs, directory }` by name.
 * @param {Map<string, { inputs: string, directory: string }>} built
 */
export function lockOfBuilt(built) {
  const digests = [...built]
    .sort()
    .map(([wheel, { inputs, directory }]) => [wheel, { inputs, sha256: digestOf(directory) }]);
  return { toolchain: toolchain(), built: Object.fromEntries(digests) };
}

/** @param {Map<string, { inputs: string, directory: string }>} built */
export const writeBuilt = (built) => writeFileSync(file, `${JSON.stringify(lockOfBuilt(built), null, 1)}\n`);
