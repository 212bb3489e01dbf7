// Reads the archives that `npm pack` makes, and those in them, wherever they come from: nothing is written, and what is not plainly a
// file in its place is an error.
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { StepFailed } from './progress.mjs';

/** @import { BrotliOptions } from 'node:zlib' */

const block = 512;
// Several times what the package holds.
const maximumBytes = 512 * 1024 ** 2;

/** @param {string} what */
const damaged = (what) => new StepFailed(`the archive is damaged: ${what}`);

/** @param {Buffer} field */
function text(field) {
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? field.length : end).toString('utf8');
}

/** @param {Buffer} field */
function octal(field) {
  const digits = text(field).trim();
  if (!/^[0-7]+$/.test(digits)) throw damaged('a header holds no number where one belongs');
  return Number.parseInt(digits, 8);
}

/** @param {Buffer} header */
function checkSum(header) {
  let sum = 0;
  for (let i = 0; i < block; i++) sum += i >= 148 && i < 156 ? 32 : header[i];
  if (sum !== octal(header.subarray(148, 156))) throw damaged("a header's sum is wrong");
}

/**
 * The records of a pax header: `LENGTH NAME=VALUE\n` each.
 * @param {Buffer} bytes
 */
function paxRecords(bytes) {
  const records = new Map();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const digits = bytes.subarray(at, Math.max(at, space)).toString('latin1');
    const end = at + Number(digits);
    if (!/^[1-9][0-9]*$/.test(digits) || end <= space || end > bytes.length) throw damaged('an extended header');
    const record = bytes.subarray(space + 1, end - 1).toString('utf8');
    const equals = record.indexOf('=');
    if (equals === -1) throw damaged('an extended header');
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at = end;
  }
  return records;
}

/** @param {Buffer} tar */
function* members(tar) {
  for (let at = 0; ; ) {
    const header = tar.subarray(at, at + block);
    if (header.length < block) throw damaged('its end is missing');
    if (header.every((byte) => byte === 0)) return;
    checkSum(header);
    const size = octal(header.subarray(124, 136));
    const body = tar.subarray(at + block, at + block + size);
    if (body.length < size) throw damaged('its end is missing');
    const prefix = text(header.subarray(345, 500));
    const name = text(header.subarray(0, 100));
    yield { type: String.fromCharCode(header[156] || 48), path: prefix ? `${prefix}/${name}` : name, body };
    at += block + Math.ceil(size / block) * block;
  }
}

/**
 * @param {typeof gunzipSync | typeof brotliDecompressSync} decompress
 * @param {Uint8Array} bytes
 * @param {BrotliOptions} [options]
 */
function decompressed(decompress, bytes, options) {
  try {
    return decompress(bytes, { ...options, maxOutputLength: maximumBytes });
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new StepFailed('the archive holds more than 512 MiB');
    throw damaged(message);
  }
}

/** @param {Buffer} tar */
function filesOf(tar) {
  const files = new Map();
  let extended = new Map();
  for (const { type, path: short, body } of members(tar)) {
    if (type === 'x') {
      extended = paxRecords(body);
      continue;
    }
    const path = extended.get('path') ?? short;
    if (extended.has('size')) throw damaged('a file of more than 8 GiB');
    extended = new Map();
    if (type === 'g' || type === '5') continue;
    if (type !== '0') throw new StepFailed(`the archive holds something else than a file: ${JSON.stringify(path)}`);
    if (files.has(path)) throw new StepFailed(`the archive holds a file twice: ${JSON.stringify(path)}`);
    files.set(path, body);
  }
  return files;
}

/**
 * The files of a tar archive, compressed by gzip: contents by path.
 * @param {Uint8Array} bytes
 */
export const readArchive = (bytes) => filesOf(decompressed(gunzipSync, bytes));

/**
 * The same of one compressed by brotli.
 * @param {Uint8Array} bytes
 */
export const readBrotliArchive = (bytes) =>
  filesOf(decompressed(brotliDecompressSync, bytes, { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } }));
