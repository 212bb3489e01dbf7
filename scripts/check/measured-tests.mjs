// npm run check: no test asserts a time or the memory of this process, and none is tried again when it fails. Such figures go to
// `npm run bench:bounds` (test/security/report.ts); a test counts turns, bytes, events, threads or charges.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * @typedef {{ line: number, code: string, reason: string }} Fault
 * @typedef {{ file: string, code: string, reason: string }} Exception
 */

/**
 * What is asserted all the same. An entry that no test needs is a fault.
 * @type {Exception[]}
 */
const allowed = [
  {
    file: 'test/security/network-floods.test.ts',
    code: 'process.memoryUsage().heapUsed - before',
    reason: 'what is left after a forced collection is the same bytes each time, on any machine',
  },
  {
    file: 'test/security/network-floods.test.ts',
    code: 'process.memoryUsage().arrayBuffers - before',
    reason: 'the engine counts the bytes of buffers exactly',
  },
];

const measured =
  /\b(Date\.now|performance\.now|hrtime|memoryUsage|VmRSS|VmHWM|monitorEventLoopDelay|cpuUsage|executionTimeMs|(late|stall|beside|whole)Ms|(peak|left|resident)Mb)\b/;

/**
 * From behind an opening bracket to the one that closes it.
 * @param {string} text
 * @param {number} begin
 */
function withinBrackets(text, begin) {
  let depth = 1;
  let at = begin;
  for (; at < text.length && depth > 0; at++) {
    if ('([{'.includes(text[at])) depth++;
    if (')]}'.includes(text[at])) depth--;
  }
  return text.slice(begin, at - 1);
}

/**
 * From `begin` to the end of the statement.
 * @param {string} text
 * @param {number} begin
 */
function statement(text, begin) {
  let depth = 0;
  for (let at = begin; at < text.length; at++) {
    if ('([{'.includes(text[at])) depth++;
    if (')]}'.includes(text[at]) && --depth < 0) return text.slice(begin, at);
    if (text[at] === ';' && depth === 0) return text.slice(begin, at);
  }
  return text.slice(begin);
}

/** @param {string} body */
const returnsOf = (body) => Array.from(body.matchAll(/\breturn\b/g), ({ index }) => statement(body, index)).join(';\n');

/**
 * What a value comes from: of bodies of functions in it what they return.
 * @param {string} value
 */
function originsOf(value) {
  let text = value;
  for (let arrow = /=>\s*\{/.exec(text); arrow !== null; arrow = /=>\s*\{/.exec(text)) {
    const begin = arrow.index + arrow[0].length;
    const body = withinBrackets(text, begin);
    text = `${text.slice(0, arrow.index)} ${returnsOf(body)} ${text.slice(begin + body.length + 1)}`;
  }
  return text;
}

/**
 * Recognises an expression with a measured value, or with a variable or function of the file that gives one.
 * @param {string} code
 */
function measuring(code) {
  /** @type {[names: string[], value: string][]} */
  const definitions = [];
  for (const { index, 0: text, 1: names } of code.matchAll(
    /\b(?:const|let|var)\s+([\w$]+|\{[^}=]*\}|\[[^\]=]*\])[^=;]*=(?![=>])/g,
  ))
    definitions.push([names.match(/[\w$]+/g) ?? [], originsOf(statement(code, index + text.length))]);
  for (const { 1: name, 2: value } of code.matchAll(/(?<![\w$.])([\w$]+)\s*=\s*(?![=>])([^;]*);/g))
    definitions.push([[name], originsOf(value)]);
  for (const { index, 0: text, 1: name } of code.matchAll(/\bfunction\s+([\w$]+)[^{]*\{/g))
    definitions.push([[name], originsOf(returnsOf(withinBrackets(code, index + text.length)))]);
  /** @type {Set<string>} */
  const tainted = new Set();
  /** @param {string} text */
  const isMeasured = (text) =>
    measured.test(text) || (text.match(/(?<![.\w$])[\w$]+/g) ?? []).some((name) => tainted.has(name));
  for (let known = -1; known < tainted.size; ) {
    known = tainted.size;
    for (const [names, value] of definitions) if (isMeasured(value)) for (const name of names) tainted.add(name);
  }
  return isMeasured;
}

/**
 * What is wrong with a test: line, code and reason of each.
 * @param {string} text
 */
export function faultsOf(text) {
  const code = text.replaceAll(/^[ \t]*(\/\/|\*|\/\*).*/gm, (comment) => ' '.repeat(comment.length));
  /** @param {number} at */
  const lineOf = (at) => code.slice(0, at).split('\n').length;
  const isMeasured = measuring(code);
  /** @type {Fault[]} */
  const faults = [];
  for (const { index, 0: opening } of code.matchAll(/\bexpect\(/g)) {
    const from = index + opening.length;
    const asserted = withinBrackets(code, from);
    const [, bound] =
      /^\)\s*\.toBe(?:Less|Greater)Than(?:OrEqual)?\(([^)]*)/.exec(code.slice(from + asserted.length)) ?? [];
    if (bound === undefined || bound === '0' || !isMeasured(asserted)) continue;
    faults.push({ line: lineOf(index), code: asserted, reason: 'a bound of time or memory belongs into bench:bounds' });
  }
  for (const { index, 0: option } of code.matchAll(/\bretry: (?!0\b)[^,}\n]*[^,}\s]/g))
    faults.push({ line: lineOf(index), code: option, reason: 'a test that is tried again hides what it finds' });
  return faults;
}

/**
 * The lines that the check prints about such files.
 * @param {[file: string, text: string][]} sources
 * @param {Exception[]} exceptions
 */
export function complaintsOf(sources, exceptions) {
  /** @type {string[]} */
  const complaints = [];
  /** @type {Set<Exception>} */
  const needed = new Set();
  for (const [file, text] of sources) {
    for (const { line, code, reason } of faultsOf(text)) {
      const exception = exceptions.find((entry) => entry.file === file && entry.code === code);
      if (exception === undefined) complaints.push(`${file}:${line}: ${code}: ${reason}`);
      else needed.add(exception);
    }
  }
  for (const entry of exceptions)
    if (!needed.has(entry)) complaints.push(`${entry.file}: ${entry.code}: is allowed, and no longer there`);
  return complaints;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll(sep, '/')}`)
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .sort();
  const complaints = complaintsOf(
    files.map((file) => [file, readFileSync(join(root, file), 'utf8')]),
    allowed,
  );
  for (const complaint of complaints) console.log(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
