// The reader of tar archives: what the writer made is read as it was meant, in chunks of any size; what was damaged is refused with
// E_TAR_CORRUPT or read as something that there is data for, and nothing takes long.
//   tar.mjs [--seconds N] [--seed S] [--count N]
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { importFromLib } from './bundle.mjs';
import { Choices } from './choices.mjs';

/** @typedef {{ offset: number, length: number }} Piece */
/** @typedef {{ type: string, name: Uint8Array, mode: number, uid: number, gid: number, mtime: { seconds: number, nanoseconds: number }, size: number, linkName?: Uint8Array, pieces?: Piece[] }} Entry */
/** @typedef {Omit<Entry, 'pieces' | 'type'> & { type: 'file' | 'link' | 'symlink' | 'directory' | 'fifo', pieces: Piece[] }} Member */

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    count: { type: 'string', default: String(2 ** 30) },
  },
});
const blockSize = 512;
const slowMs = 500;

const { TarReader, headersOf, paddingAfter, trailer } = await importFromLib('./tar/reader.js', './tar/writer.js');

/** @type {Record<string, string>} */
const types = { 0: 'file', 1: 'link', 2: 'symlink', 5: 'directory', 6: 'fifo' };

/**
 * @param {Choices} choices
 * @param {number} longest
 */
function text(choices, longest) {
  const length = 1 + choices.count(20, longest);
  const letters = choices.pick([['a', 'b', '/'], ['ü', '☃', '.'], ['x']]);
  const bytes = Buffer.from(Array.from({ length }, () => choices.pick(letters)).join(''));
  // Not UTF-8, now and then.
  if (choices.chance(6)) bytes[choices.below(bytes.length)] = 0x80 + choices.below(0x80);
  return new Uint8Array(bytes);
}

/** @param {Choices} choices */
const number = (choices) => choices.pick([choices.below(2 ** 12), choices.below(2 ** 24), choices.below(2 ** 32)]);

/** @param {Choices} choices */
function piecesFor(choices) {
  const pieces = [];
  let end = 0;
  for (let i = choices.count(6, 300); i > 0; i--) {
    const offset = end + 1 + choices.below(2 ** 20);
    const length = 1 + choices.count(40, 3000);
    pieces.push({ offset, length });
    end = offset + length;
  }
  return { pieces, size: end + choices.below(3) * choices.below(2 ** 33) };
}

/**
 * What a header is to say, and the data that follows it.
 * @param {Choices} choices
 */
function entryFor(choices) {
  const type = choices.pick(Object.keys(types));
  const name = text(choices, 300);
  /** @type {Entry} */
  const entry = {
    type,
    // A slash at the end makes a directory of a file.
    name: Uint8Array.of(...name, type === '5' ? 0x2f : 0x6e),
    mode: choices.below(0o10000),
    uid: number(choices),
    gid: number(choices),
    mtime: {
      seconds: number(choices) - choices.below(2) * 2 ** 32,
      nanoseconds: choices.below(2) * choices.below(1e9),
    },
    size: 0,
  };
  if (type === '1' || type === '2') entry.linkName = text(choices, 300);
  if (type !== '0') return { entry, data: new Uint8Array() };
  if (choices.chance(3)) Object.assign(entry, piecesFor(choices));
  else entry.size = choices.count(600, 20_000);
  const stored = entry.pieces?.reduce((sum, { length }) => sum + length, 0) ?? entry.size;
  return { entry, data: choices.bytes(stored) };
}

/** @param {{ entry: Entry, data: Uint8Array }[]} entries */
const archiveOf = (entries) =>
  Buffer.concat([
    ...entries.flatMap(({ entry, data }) => [headersOf(entry), data, paddingAfter(data.length)]),
    trailer(),
  ]);

/**
 * @param {Choices} choices
 * @param {Uint8Array} bytes
 */
async function* chunks(choices, bytes) {
  const size = choices.pick([1 + choices.below(16), blockSize, 1 + choices.below(5000), bytes.length]);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/**
 * @param {Choices} choices
 * @param {Uint8Array} bytes
 */
async function readAll(choices, bytes) {
  const reader = new TarReader(chunks(choices, bytes));
  const members = [];
  for (let member = await reader.next(); member !== undefined; member = await reader.next()) {
    const data = [];
    // Some are passed over.
    const isRead = !choices.chance(5);
    for (let part = isRead && (await reader.read(1 + choices.below(3000))); part.length > 0; ) {
      data.push(part.slice());
      part = await reader.read(1 + choices.below(3000));
    }
    members.push({ member, data: isRead ? Buffer.concat(data) : undefined });
  }
  return members;
}

/**
 * @param {{ entry: Entry, data: Uint8Array }} written
 * @param {{ member: Member, data?: Buffer }} found
 */
function compare({ entry, data }, { member, data: read }) {
  assert.equal(member.type, types[entry.type]);
  assert.deepEqual(Buffer.from(member.name), Buffer.from(entry.name));
  const linkName = member.linkName && Buffer.from(member.linkName);
  if (entry.linkName !== undefined) assert.deepEqual(linkName, Buffer.from(entry.linkName));
  for (const key of /** @type {const} */ (['mode', 'uid', 'gid', 'mtime', 'size']))
    assert.deepEqual(member[key], entry[key], key);
  if (entry.type !== '0') return;
  const whole = entry.size > 0 ? [{ offset: 0, length: entry.size }] : [];
  const pieces = member.pieces.filter(({ length }) => length > 0);
  assert.deepEqual(pieces, entry.pieces ?? whole);
  if (read !== undefined) assert.deepEqual(read, Buffer.from(data));
}

/** @param {Buffer} block */
function mend(block) {
  block.fill(0x20, 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.set(Buffer.from(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
}

const digits = Buffer.from('01234567');
const words = ['path=', 'size=', 'GNU.sparse.map=', 'GNU.sparse.major=1', 'GNU.sparse.offset=', '\n', '99 ', '0\n'];

/**
 * As a stranger would: some blocks are others, with the right sum.
 * @param {Choices} choices
 * @param {Uint8Array} bytes
 */
function damage(choices, bytes) {
  let damaged = Buffer.from(bytes);
  for (let i = 1 + choices.below(4); i > 0; i--) {
    const at = choices.below(damaged.length / blockSize) * blockSize;
    const block = damaged.subarray(at, at + blockSize);
    switch (choices.below(7)) {
      case 0:
        block[choices.below(blockSize)] = choices.below(256);
        break;
      case 1:
        block[100 + choices.below(50)] = choices.pick(digits);
        break;
      case 2:
        block[156] = choices.pick(Buffer.from('01234567xgLKSDVMNX\0?'));
        break;
      case 3:
        block.set(Buffer.from(choices.pick(words)), choices.below(blockSize - 20));
        break;
      case 4:
        block.set(choices.bytes(12), choices.pick([100, 108, 116, 124, 136, 386, 398, 483]));
        break;
      case 5:
        damaged = Buffer.concat([damaged.subarray(0, at), damaged.subarray(at + blockSize)]);
        break;
      default:
        damaged = Buffer.concat([damaged.subarray(0, at), block, damaged.subarray(at)]);
    }
    if (!choices.chance(5) && block[156] !== 0) mend(block);
  }
  return damaged;
}

/**
 * @param {Choices} choices
 * @param {Uint8Array} bytes
 */
async function readDamaged(choices, bytes) {
  let members;
  try {
    members = await readAll(choices, bytes);
  } catch (error) {
    const { code, stack } = /** @type {NodeJS.ErrnoException} */ (error);
    assert.equal(code, 'E_TAR_CORRUPT', stack);
    return;
  }
  assert(members.length <= bytes.length / blockSize);
  for (const { member, data } of members) {
    let end = 0;
    let stored = 0;
    for (const { offset, length } of member.pieces) {
      assert(offset >= end && length >= 0);
      end = offset + length;
      stored += length;
    }
    assert(Number.isSafeInteger(member.size) && end <= member.size && stored <= bytes.length);
    if (member.type === 'file' && data !== undefined) assert.equal(data.length, stored);
  }
}

/** @param {number} seed */
async function check(seed) {
  const choices = new Choices(seed);
  const entries = Array.from({ length: 1 + choices.count(5, 40) }, () => entryFor(choices));
  const bytes = archiveOf(entries);
  const members = await readAll(choices, bytes);
  assert.equal(members.length, entries.length);
  for (const [i, entry] of entries.entries()) compare(entry, members[i]);
  // An archive says where it ends: no part of one is another.
  const part = bytes.subarray(0, choices.below(bytes.length - trailer().length + 1));
  await assert.rejects(readAll(choices, part), { code: 'E_TAR_CORRUPT' });
  await readDamaged(choices, damage(choices, bytes));
}

const first = Number(options.seed);
const until = performance.now() + Number(options.seconds) * 1000;
let done = 0;
let longest = 0;
try {
  for (; done < Number(options.count); done++) {
    if (performance.now() > until) break;
    // Processor time: other fuzzers run beside it.
    const before = process.cpuUsage();
    await check(first + done);
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    assert(longest < slowMs, `it took ${longest} ms`);
  }
} catch (error) {
  process.stdout.write(`FOUND: seed ${first + done}: ${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
process.stdout.write(`${done} archives from seed ${first}, longest ${longest.toFixed(1)} ms\n`);
