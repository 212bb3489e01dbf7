import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SharedPace } from '../../lib/machine/pacer.js';
import { Turns } from '../../lib/machine/turns.js';
import { fromAssignment, toAssignments } from '../../lib/text/environment.js';

describe('turns', () => {
  it('run one task after the other, also after a failure', async () => {
    const turns = new Turns();
    const done: string[] = [];
    const first = turns.take(async () => {
      await nextTurn();
      done.push('first');
      throw new Error('failed');
    });
    const second = turns.take(() => done.push('second'));
    expect(turns.pending).toBe(2);
    await expect(first).rejects.toThrow('failed');
    expect(await second).toBe(2);
    await turns.done;
    expect(done).toEqual(['first', 'second']);
    expect(turns.pending).toBe(0);
  });
});

describe('a pace that many tasks share', () => {
  /** Keeps the thread busy for longer than a turn's share. */
  function work(): void {
    for (const began = performance.now(); performance.now() - began < 6; );
  }

  it('runs one task per turn of the event loop, in order', async () => {
    let turns = 0;
    const pace = new SharedPace({
      async nextTurn() {
        await nextTurn();
        turns++;
      },
    });
    const worked: [number, number][] = [];
    await Promise.all(
      Array.from({ length: 50 }, async (_, worker) => {
        const wait = pace.pass();
        if (wait !== undefined) await wait;
        work();
        worked.push([worker, turns]);
      }),
    );
    expect(worked.map(([worker]) => worker)).toEqual(Array.from({ length: 50 }, (_, worker) => worker));
    const perTurn = new Map<number, number>();
    for (const [, turn] of worked) perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
    expect(Math.max(...perTurn.values())).toBe(1);
  });

  it('runs quick tasks at once', async () => {
    const pace = new SharedPace({ nextTurn });
    await nextTurn();
    expect(pace.pass()).toBeUndefined();
  });
});

describe('an environment', () => {
  it('is the same as NAME=value and as pairs', () => {
    const pairs: [string, string][] = [
      ['A', '1'],
      ['B', 'x=y'],
      ['C', ''],
    ];
    expect(toAssignments(pairs)).toEqual(['A=1', 'B=x=y', 'C=']);
    expect(toAssignments(pairs).map(fromAssignment)).toEqual(pairs);
    expect(fromAssignment('none')[0]).toBe('');
  });
});
