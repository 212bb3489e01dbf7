// npm run check: no hash table of the C++ library has keys that a guest can choose to collide. Its hash of a number is the number, and
// that of a string has a known seed: tables of either take SeededHash (native/kernel/seeded_hash.h). Addresses are nobody's to choose.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const table = /\bstd::unordered_(multi)?(map|set)</g;
const seeded = 'SeededHash';

/**
 * The arguments of a template, from behind its opening bracket on.
 * @param {string} text
 * @param {number} begin
 */
export function templateArguments(text, begin) {
  const found = [''];
  for (let at = begin, depth = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '>' && depth === 0) return found.map((argument) => argument.trim());
    if ('<(['.includes(character)) depth++;
    if ('>)]'.includes(character)) depth--;
    if (character === ',' && depth === 0) found.push('');
    else found[found.length - 1] += character;
  }
  return found;
}

/**
 * What is wrong with a source: a line and the reason for each.
 * @param {string} text
 */
export function faultsOf(text) {
  const code = text.replaceAll(/\/\/.*/g, (/** @type {string} */ comment) => ' '.repeat(comment.length));
  /** @param {number} at */
  const lineOf = (at) => code.slice(0, at).split('\n').length;
  const faults = Array.from(code.matchAll(/\bstd::(hash\s*<|_Hash_bytes)/g), ({ index }) => ({
    line: lineOf(index),
    reason: `std::hash has no secret seed: use seeded_hash()`,
  }));
  for (const { index, 0: opening } of code.matchAll(table)) {
    const [key, ...others] = templateArguments(code, index + opening.length);
    if (key.endsWith('*') || others.some((argument) => argument === seeded)) continue;
    faults.push({ line: lineOf(index), reason: `a table of ${key} needs ${seeded}` });
  }
  return faults;
}

let wrong = 0;
const sources = readdirSync(join(root, 'native'), { recursive: true, encoding: 'utf8' })
  .map((name) => `native/${name.replaceAll(sep, '/')}`)
  .filter((file) => /\.(h|cc)$/.test(file) && !/^native\/(test|fuzz)\//.test(file));
for (const file of sources.sort()) {
  for (const { line, reason } of faultsOf(readFileSync(join(root, file), 'utf8'))) {
    console.log(`${file}:${line}: ${reason}`);
    wrong++;
  }
}
process.exitCode = wrong > 0 ? 1 : 0;
