// Databases on disk of which something was changed: what is opened is the right state or none, and the process lives on.

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Sandbox } from 'wasmsand';
import { runNode } from '../e2e/run-node.js';

const pageBytes = 4096;
const cases = 100;

/** Numbers below `end`, the same ones for the same seed. */
function choices(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = createHash('sha256').update(`${state}`).digest().readUInt32LE();
    return state % end;
  };
}

/** One thing that becomes of a file: of its first pages, which say where the others are, more often than of others. */
function damaged(sound: Buffer, kind: number, below: (end: number) => number): Buffer {
  const bytes = Buffer.from(sound);
  const pages = bytes.length / pageBytes;
  const place = (): number => below(below(3) === 0 ? 2 * pageBytes : bytes.length);
  const page = (): number => pageBytes * below(pages);
  switch (kind) {
    case 0:
      bytes[place()] = below(256);
      break;
    case 1:
      bytes[place()]! ^= 1 << below(8);
      break;
    case 2: {
      // What pages, nodes and trees say of themselves.
      const at = page() + below(64);
      bytes[at] = below(256);
      break;
    }
    case 3:
      bytes.fill(0, page());
      break;
    case 4: {
      const at = page();
      bytes.fill(0, at, at + pageBytes);
      break;
    }
    case 5: {
      const [one, other] = [page(), page()];
      const kept = Buffer.from(bytes.subarray(one, one + pageBytes));
      bytes.copy(bytes, one, other, other + pageBytes);
      kept.copy(bytes, other);
      break;
    }
    case 6: {
      const at = page();
      for (let i = at; i < at + pageBytes; i++) bytes[i] = below(256);
      break;
    }
    default:
      return bytes.subarray(0, below(bytes.length));
  }
  return bytes;
}

async function place(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'wasmsand-damage-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** A database with objects in pages of their own, pages that are free, and branches. */
async function database(): Promise<Buffer> {
  const directory = await place();
  const persistence = { mode: 'persistent', namespace: 'n', directory, autosaveMs: 0 } as const;
  const sandbox = await Sandbox.create({ persistence });
  for (let i = 0; i < 120; i++) sandbox.writeFile(`f${i}`, `${i} `.repeat(900));
  sandbox.writeFile('large', Buffer.alloc(200_000, 'large'));
  await sandbox.save();
  for (let i = 0; i < 60; i++) sandbox.writeFile(`f${2 * i}`, `new ${i} `.repeat(600));
  sandbox.writeFile('large', Buffer.alloc(100_000, 'other'));
  await sandbox.save();
  sandbox.rm('f3');
  sandbox.writeFile('file', 'the state');
  await sandbox.save();
  await sandbox[Symbol.asyncDispose]();
  return readFile(join(directory, 'n', 'data.mdb'));
}

const source = (directory: string): string => `
  import { readFile } from 'node:fs/promises';
  import { Sandbox } from 'wasmsand';
  for (let i = 0; i < ${cases}; i++) {
    const persistence = { mode: 'persistent', namespace: 'n' + i, directory: ${JSON.stringify(directory)}, autosaveMs: 0 };
    const file = ${JSON.stringify(directory)} + '/n' + i + '/data.mdb';
    const before = await readFile(file);
    try {
      const sandbox = await Sandbox.create({ persistence });
      const found = sandbox.readFile('file', 'utf8') + ' ' + sandbox.readFile('f119').length + ' ' + sandbox.exists('f3');
      for (let j = 0; j < 40; j++) sandbox.writeFile('f' + j, String(j).repeat(3000));
      await sandbox.save();
      for (let j = 0; j < 100; j++) sandbox.rm('f' + j, { force: true });
      await sandbox.save();
      await sandbox[Symbol.asyncDispose]();
      console.log(found);
    } catch ({ code, message }) {
      console.log(code, before.equals(await readFile(file)) ? 'unchanged' : 'changed');
    }
  }
`;

const right = 'the state 3600 false';
const refused = 'E_PERSIST_CORRUPT unchanged';

it.each([1, 2, 3, 4])(
  'a changed database gives the right state or is refused, and is left as it was; seed %i',
  async (seed) => {
    const sound = await database();
    const directory = await place();
    const below = choices(seed);
    for (let i = 0; i < cases; i++) {
      await mkdir(join(directory, `n${i}`));
      await writeFile(join(directory, `n${i}`, 'lock'), 'saved\n');
      await writeFile(join(directory, `n${i}`, 'data.mdb'), damaged(sound, i % 8, below));
    }
    const { status, signal, stdout, stderr } = await runNode(source(directory), 'module', { timeoutMs: 110_000 });
    const outcomes = stdout.toString().split('\n').slice(0, -1);
    expect({ status, signal, stderr, count: outcomes.length }).toEqual({
      ...{ status: 0, signal: null, stderr: '', count: cases },
    });
    expect(outcomes.filter((outcome) => outcome !== right && outcome !== refused)).toEqual([]);
    expect(outcomes).toContain(right);
    expect(outcomes).toContain(refused);
  },
  120_000,
);
