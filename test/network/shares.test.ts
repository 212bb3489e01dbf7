// What a sandbox may have the gate do in one turn of the event loop, and keep for it: its share, and no other's.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HeapAccount, SharedHeap } from '../../lib/network/heap-account.js';
import { Redactor } from '../../lib/network/redactor.js';
import { SecretMatcher } from '../../lib/network/secret-matcher.js';
import { partsOf } from '../../lib/network/secrets.js';
import { TurnShare } from '../../lib/node/network/turn-share.js';

describe('the share of a turn', () => {
  it('is spent once, and is there again in the next turn', async () => {
    const share = new TurnShare();
    await nextTurn();
    while (!share.isSpent) share.spend(1000);
    const turns: number[] = [];
    let turn = 0;
    for (let at = 0; at < 10; at++) void share.pass(2048).then(() => turns.push(turn));
    while (turns.length < 10) {
      await nextTurn();
      turn++;
    }
    expect(turns).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4].map((at) => at + turns[0]!));
  });

  it('of one sandbox is not behind all that another one waits for', async () => {
    const [hog, other] = [new TurnShare(), new TurnShare()];
    let hogs = 0;
    while (!hog.isSpent) hog.spend(1000);
    for (let at = 0; at < 1000; at++) void hog.pass(1024).then(() => hogs++);
    const crowd = Array.from({ length: 20 }, () => new TurnShare());
    for (const share of crowd) for (let at = 0; at < 100; at++) void share.pass(1024);
    let isServed = false;
    void other.pass(1024).then(() => {
      isServed = true;
    });
    let turns = 0;
    for (; !isServed; turns++) await nextTurn();
    expect(turns).toBeLessThan(10);
    expect(hogs).toBeLessThan(50);
  });
});

describe('an account', () => {
  const bounds = { mostOfOne: 1000, mostOfAll: 2000, certain: 100 };

  it('is bounded for one, and for all but for what each may have', () => {
    const shared = new SharedHeap(bounds);
    const [one, two, three, four] = Array.from({ length: 4 }, () => new HeapAccount(shared)) as Array<HeapAccount>;
    expect([one!.take(1000), one!.take(1), two!.take(1000)]).toEqual([true, false, true]);
    expect([three!.take(101), three!.take(100), three!.take(1), four!.take(100)]).toEqual([false, true, false, true]);
    expect(shared.bytes).toBe(2200);
    one!.close();
    expect([three!.take(800), shared.bytes]).toEqual([true, 2000]);
    // What is freed after the end was freed by it.
    one!.free(1000);
    expect(shared.bytes).toBe(2000);
  });

  it('keeps room for what cannot wait, and does not count the rest as that', () => {
    const shared = new SharedHeap(bounds);
    const [one, two, three] = Array.from({ length: 3 }, () => new HeapAccount(shared)) as Array<HeapAccount>;
    expect([one!.takeSpare(400, 1 / 2), one!.takeSpare(101, 1 / 2), one!.take(600)]).toEqual([true, false, true]);
    expect([two!.takeSpare(1, 1 / 2), two!.take(1000)]).toEqual([false, true]);
    three!.countSpare(500);
    expect([three!.take(100), three!.take(1)]).toEqual([true, false]);
    three!.freeSpare(500);
    expect([three!.take(1), shared.bytes]).toEqual([false, 2100]);
  });

  it('wakes one that waits when something is freed, its own first', () => {
    const shared = new SharedHeap(bounds);
    const [one, two] = [new HeapAccount(shared), new HeapAccount(shared)];
    const woken: string[] = [];
    two.onRoom(() => woken.push('two'));
    one.onRoom(() => woken.push('one'));
    one.onRoom(() => woken.push('one again'));
    one.take(3);
    for (let at = 0; at < 3; at++) one.free(1);
    expect(woken).toEqual(['one', 'one again', 'two']);
  });
});

describe('secrets in a stream', () => {
  it('are found at any place, whatever the pieces are and whatever else begins alike', () => {
    const texts = ['abcabd', 'abd', 'bcab', 'xyz', 'aaab'];
    const matcher = new SecretMatcher(texts);
    const letters = 'abcdxyzABX-';
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: 60 }, (_, at) => letters[(round * 7919 + at * at * 31 + at) % letters.length]);
      const whole = text.join('');
      const expected = whole.split('');
      for (const one of texts) {
        for (let at = 0; at + one.length <= whole.length; at++) {
          if (whole.slice(at, at + one.length).toLowerCase() === one) expected.fill('*', at, at + one.length);
        }
      }
      const redactor = new Redactor(matcher);
      const bytes = Buffer.from(whole, 'latin1');
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += 1 + (round % 9)) {
        pieces.push(redactor.push(bytes.subarray(at, at + 1 + (round % 9))));
      }
      pieces.push(redactor.end());
      expect(Buffer.concat(pieces).toString('latin1')).toBe(expected.join(''));
      expect(redactor.text(whole)).toBe(expected.join(''));
    }
  });

  it.each([
    ['Bearer abc', ['Bearer abc', 'abc']],
    ['Basic dXNlcjpwYXNz', ['Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz', 'user:pass', 'pass']],
    ['a=1; b="x\\"y"; c=%41', ['a=1; b="x\\"y"; c=%41', '1', 'x"y', '%41', 'A']],
    ['Token token="S", other=T', ['Token token="S", other=T', 'token="S", other=T', 'S', 'T']],
  ])('are these parts of %s', (value, parts) => expect([...partsOf(value)]).toEqual(parts));
});
