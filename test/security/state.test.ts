// States that somebody has changed, with every digest repaired: what a stranger can make of what a host imports.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Sandbox, SandboxError } from 'wasmsand';
import { report, reportGrowth } from './report.js';
import { watchEventLoop } from './watch.mjs';

const headerBytes = 64;
const lengthAt = 16;
const rootAt = 24;

function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** A state taken apart: each object after those that it refers to. */
class TakenApart {
  readonly objects: Buffer[] = [];
  readonly #header: Buffer;

  constructor(state: Uint8Array) {
    const bytes = Buffer.from(state);
    this.#header = bytes.subarray(0, headerBytes);
    for (let at = headerBytes; at < bytes.length; ) {
      const end = at + 4 + bytes.readUInt32LE(at);
      this.objects.push(bytes.subarray(at + 4, end));
      at = end;
    }
  }

  /** What it is with another object in the place of one. */
  with(index: number, object: Buffer): Buffer {
    const objects = [...this.objects];
    let changed = [[digestOf(objects[index] as Buffer), digestOf(object)] as const];
    objects[index] = object;
    for (let user = index + 1; user < objects.length; user++) {
      const before = objects[user] as Buffer;
      const after = Buffer.from(before);
      for (const [old, digest] of changed) {
        for (let at = after.indexOf(old); at >= 0; at = after.indexOf(old, at + 32)) digest.copy(after, at);
      }
      if (!after.equals(before)) changed = [...changed, [digestOf(before), digestOf(after)]];
      objects[user] = after;
    }
    const parts: Buffer[] = [Buffer.from(this.#header)];
    for (const each of objects) {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(each.length);
      parts.push(length, each);
    }
    const whole = Buffer.concat(parts);
    whole.writeBigUInt64LE(BigInt(whole.length - headerBytes), lengthAt);
    digestOf(objects.at(-1) as Buffer).copy(whole, rootAt);
    return whole;
  }
}

/** Numbers that look like chance and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function session(): Promise<{ sandbox: Sandbox; state: Uint8Array }> {
  const sandbox = await Sandbox.create();
  await sandbox.run('x=1; f() { echo f; }; echo text >file; exec 5<file; sleep 100 & cd /tmp');
  return { sandbox, state: await sandbox.exportState() };
}

/** Imports what may be anything, and uses what comes of it. True: it was accepted. */
async function survive(sandbox: Sandbox, state: Uint8Array): Promise<boolean> {
  const error = await sandbox.importState(state).catch((error: unknown) => error);
  if (error !== undefined) {
    expect(error).toBeInstanceOf(SandboxError);
    expect((error as SandboxError).code).toMatch(/^E_(STATE_CORRUPT|STATE_VERSION|LIMIT_FS|LIMIT_MEMORY)$/);
  }
  const ran = sandbox.run('echo ran', { timeoutMs: 1000 });
  await ran.catch((error: unknown) => expect(error).toBeInstanceOf(SandboxError));
  return error === undefined;
}

/** A state of these objects, the root last. */
function stateOf(objects: Buffer[]): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('wasmsand');
  header.writeUInt16LE(1, 8);
  const parts = objects.flatMap((object) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(object.length);
    return [length, object];
  });
  const body = Buffer.concat(parts);
  header.writeBigUInt64LE(BigInt(body.length), lengthAt);
  digestOf(objects.at(-1) as Buffer).copy(header, rootAt);
  return Buffer.concat([header, body]);
}

/** Of empty files without names, by their numbers, in one leaf each. */
function filesNumbered(numbers: bigint[]): Buffer {
  const leaves = numbers.map((number) => {
    const record = Buffer.alloc(8 + 16 + 32 + 12);
    record.writeBigUInt64LE(number);
    record[9] = 8; // a regular file
    record.writeUInt16LE(0o644, 10);
    return record;
  });
  const root = Buffer.alloc(8 + 4 + 4 + 1 + 4 + leaves.length * 40);
  root.writeBigUInt64LE((numbers.at(-1) as bigint) + 1n);
  root.writeUInt32LE(leaves.length, 17);
  for (const [i, leaf] of leaves.entries()) {
    root.writeBigUInt64LE((numbers[i] as bigint) / 32n, 21 + i * 40);
    digestOf(leaf).copy(root, 21 + i * 40 + 8);
  }
  return stateOf([...leaves, root]);
}

describe('a state of a stranger', () => {
  const strays = (count: number): Buffer[] =>
    Array.from({ length: count }, (_, i) => Buffer.from(String(i).padStart(21, 'x')));

  it('is refused when it has more objects than limits let it refer to', { timeout: 60_000 }, async () => {
    const sandbox = await Sandbox.create();
    const state = stateOf([...strays(400_000), Buffer.alloc(21)]);
    const endWatch = await watchEventLoop();
    await expect(sandbox.importState(state)).rejects.toMatchObject({ code: 'E_LIMIT_FS', limit: 'fileCountLimit' });
    report(await endWatch());
    sandbox.destroy();
  });

  it.each<[string, (i: number) => bigint]>([
    ['fall into one place of a table', (i) => 100_000n + 172_933n * 32n * BigInt(i)],
    ['are as far apart as can be', (i) => BigInt(i + 1) * 2n ** 31n],
  ])('is read like any other when its numbers %s', { timeout: 120_000 }, async (_name, numberOf) => {
    const sandbox = await Sandbox.create();
    const state = filesNumbered(Array.from({ length: 80_000 }, (_, i) => numberOf(i)));
    const endWatch = await watchEventLoop();
    await sandbox.importState(state, { filesOnly: true });
    report(await endWatch());
    // What is made later can be saved as well.
    sandbox.writeFile('/tmp/later', 'x');
    const other = await Sandbox.create();
    await other.importState(await sandbox.exportState());
    expect(other.readFile('/tmp/later', 'utf8')).toBe('x');
    other.destroy();
    sandbox.destroy();
  });

  it('is not read to its end when the sandbox is destroyed', { timeout: 60_000 }, async () => {
    const sandbox = await Sandbox.create({ fileCountLimit: 10_000_000 });
    const state = stateOf([...strays(2_000_000), Buffer.alloc(21)]);
    const imported = sandbox.importState(state);
    const ended = expect(imported).rejects.toMatchObject({ code: 'E_DESTROYED' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    sandbox.destroy();
    await ended;
  });
});

describe('a state with a session that somebody has changed', () => {
  it('with other fields is refused or harms nobody but itself', { timeout: 120_000 }, async () => {
    const { sandbox, state } = await session();
    const apart = new TakenApart(state);
    const at = apart.objects.length - 2;
    const chance = numbers(7);
    let accepted = 0;
    for (let round = 0; round < 150; round++) {
      const object = Buffer.from(apart.objects[at] as Buffer);
      for (let changes = 1 + chance(3); changes > 0; changes--) {
        object[chance(object.length)] = chance(4) === 0 ? chance(256) : 0xff;
      }
      if (await survive(sandbox, apart.with(at, object))) accepted++;
    }
    expect(accepted).toBeGreaterThan(5);
    await sandbox.importState(state);
    expect((await sandbox.run('echo $x; f')).stdout).toBe('1\nf\n');
    sandbox.destroy();
  });

  it('with another memory is a shell that answers, or one that dies', { timeout: 120_000 }, async () => {
    const { sandbox, state } = await session();
    const apart = new TakenApart(state);
    const chance = numbers(9);
    const pieces = [...apart.objects.keys()].filter((i) => (apart.objects[i] as Buffer).length >= 16_384);
    for (let round = 0; round < 40; round++) {
      const at = pieces[chance(pieces.length)] as number;
      const object = Buffer.from(apart.objects[at] as Buffer);
      for (let changes = 0; changes < 2000; changes++) object[chance(object.length)] = chance(256);
      expect(await survive(sandbox, apart.with(at, object))).toBe(true);
    }
    await sandbox.importState(state);
    expect((await sandbox.run('echo $x; f')).stdout).toBe('1\nf\n');
    sandbox.destroy();
  });

  it('with other JSON is refused', async () => {
    const { sandbox, state } = await session();
    const apart = new TakenApart(state);
    const at = apart.objects.length - 1;
    const root = apart.objects[at] as Buffer;
    const begin = root.indexOf('{"environment"');
    const length = root.readUInt32LE(begin - 4);
    for (const json of [
      '',
      'null',
      '[]',
      '{}',
      '{"environment":[["A","b"]]}',
      root.toString('utf8', begin, begin + length).replace('"/tmp"', '7'),
      root.toString('utf8', begin, begin + length).replace('["SHELL"', '["A=B"'),
      root.toString('utf8', begin, begin + length).replace(/"first":\d+/, '"first":-1'),
      '['.repeat(100_000),
    ]) {
      const text = Buffer.from(json);
      const size = Buffer.alloc(4);
      size.writeUInt32LE(text.length);
      const other = Buffer.concat([root.subarray(0, begin - 4), size, text, root.subarray(begin + length)]);
      await expect(sandbox.importState(apart.with(at, other))).rejects.toMatchObject({ code: 'E_STATE_CORRUPT' });
    }
    expect((await sandbox.run('echo $x')).stdout).toBe('1\n');
    sandbox.destroy();
  });

  it('with other interpreters, and other modules that these have linked, harms nobody but them', {
    timeout: 180_000,
  }, async () => {
    const sandbox = await Sandbox.create();
    const code = 'import ctypes\nf = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda n: n + 1)\nf(1)';
    expect((await (await sandbox.python.session()).run(code)).value).toEqual({ 'text/plain': '2' });
    const state = await sandbox.exportState();
    const apart = new TakenApart(state);
    const rootIndex = apart.objects.length - 1;
    const linked = apart.objects.findIndex((object, i) => i < rootIndex && object.includes('/usr/bin/python3'));
    const chance = numbers(11);
    const use = async (): Promise<unknown> => {
      const [session] = sandbox.python.sessions();
      return session
        ?.run('f(2)', { timeoutMs: 2000 })
        .catch((error: unknown) => expect(error).toBeInstanceOf(SandboxError));
    };
    let accepted = 0;
    for (let round = 0; round < 30; round++) {
      const object = Buffer.from(apart.objects[linked] as Buffer);
      // What is said of the modules stands at its end.
      for (let changes = 1 + chance(3); changes > 0; changes--)
        object[object.length - 1 - chance(1200)] = chance(2) === 0 ? chance(256) : 0xff;
      if (await survive(sandbox, apart.with(linked, object))) accepted++;
      await use();
    }
    expect(accepted).toBeGreaterThan(3);
    const root = apart.objects[rootIndex] as Buffer;
    const begin = root.indexOf('{"environment"');
    const length = root.readUInt32LE(begin - 4);
    const json = root.toString('utf8', begin, begin + length);
    const changed = [
      [/"alive":true/, '"alive":false'],
      [/"python":\[.*\]/, '"python":[]'],
      [/"python":\[.*\]/, '"python":[null]'],
      [/"id":"[^"]*"/, '"id":7'],
      [/"options":\{/, '"options":{"env":{"A=B":"c"},"x":{'],
      [/"options":\{/, '"options":{"idleMs":"soon",'],
      [/"python":\[(.*)\]/, '"python":[$1,$1]'],
    ] as const;
    for (const [what, by] of changed) {
      const text = Buffer.from(json.replace(what, by));
      const size = Buffer.alloc(4);
      size.writeUInt32LE(text.length);
      const other = Buffer.concat([root.subarray(0, begin - 4), size, text, root.subarray(begin + length)]);
      // One interpreter less than there are is a shell that is none, and answers nothing.
      if (/alive|\[\]/.test(by)) await survive(sandbox, apart.with(rootIndex, other));
      else
        await expect(sandbox.importState(apart.with(rootIndex, other))).rejects.toMatchObject({
          code: 'E_STATE_CORRUPT',
        });
    }
    await sandbox.importState(state);
    expect(await use()).toMatchObject({ value: { 'text/plain': '3' } });
    sandbox.destroy();
  });

  it('takes no more memory than its length and the limits', { timeout: 60_000 }, async () => {
    const sandbox = await Sandbox.create({ fsLimitMb: 8 });
    await sandbox.run('head -c 1500 /dev/zero | tr "\\0" x >f');
    const apart = new TakenApart(await sandbox.exportState());
    // A file of a million pieces that are all one object.
    const index = apart.objects.findIndex((object) => object.indexOf(digestOf(Buffer.alloc(1500, 'x'))) >= 0);
    const leaf = apart.objects[index] as Buffer;
    const piece = leaf.indexOf(digestOf(Buffer.alloc(1500, 'x'))) - 12;
    const count = 1_000_000;
    const pieces = Buffer.alloc(count * 44);
    for (let i = 0; i < count; i++) {
      leaf.copy(pieces, i * 44, piece, piece + 44);
      pieces.writeBigUInt64LE(BigInt(i), i * 44);
    }
    const many = Buffer.concat([leaf.subarray(0, piece), pieces, leaf.subarray(piece + 44)]);
    many.writeUInt32LE(count, piece - 4);
    const bomb = apart.with(index, many);
    const { fileBytes, files } = sandbox.metrics();
    await reportGrowth(() => expect(sandbox.importState(bomb)).rejects.toMatchObject({ code: 'E_LIMIT_FS' }));
    expect(sandbox.metrics()).toMatchObject({ fileBytes, files });
    sandbox.destroy();
  });
});
