// Events of many kernels on one event loop: whose turn it is.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Deliveries } from '../../lib/node/deliveries.js';

describe('events of many kernels', () => {
  const heard = () => {
    const events: [number, number][] = [];
    return { events, deliveries: new Deliveries<[number, number]>((event) => events.push(event)) };
  };

  it("are delivered a few per turn of the event loop, each kernel's in order", async () => {
    const { events, deliveries } = heard();
    for (let i = 0; i < 1000; i++) deliveries.take([i % 3, i]);
    expect(events.length).toBeLessThan(100);
    for (let turn = 0; turn < 100; turn++) await nextTurn();
    for (const kernel of [0, 1, 2]) {
      const own = events.filter(([one]) => one === kernel).map(([, i]) => i);
      expect(own).toEqual(Array.from({ length: kernel === 0 ? 334 : 333 }, (_, i) => 3 * i + kernel));
    }
  });

  it('wait at most one turn behind a kernel that has thousands', async () => {
    const { events, deliveries } = heard();
    for (let i = 0; i < 10_000; i++) deliveries.take([1, i]);
    deliveries.take([2, 0]);
    deliveries.take([3, 0]);
    await nextTurn();
    await nextTurn();
    const kernels = events.map(([kernel]) => kernel);
    expect(kernels.length).toBeLessThan(100);
    expect(kernels).toContain(2);
    expect(kernels).toContain(3);
  });

  it('continue when a listener throws', async () => {
    const events: number[] = [];
    const deliveries = new Deliveries<[number, number]>(([, i]) => {
      events.push(i);
      if (i === 40) throw new Error('thrown by the test');
    });
    const thrown: unknown[] = [];
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.once('uncaughtException', (error) => thrown.push(error.message));
    for (let i = 0; i < 100; i++) deliveries.take([1, i]);
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    for (const listener of listeners) process.on('uncaughtException', listener);
    expect(thrown).toEqual(['thrown by the test']);
    expect(events).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });
});
