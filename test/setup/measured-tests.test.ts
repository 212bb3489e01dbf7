// Which assertions npm run check refuses in tests.
import { describe, expect, it } from 'vitest';
import { complaintsOf, faultsOf } from '../../scripts/check/measured-tests.mjs';

const found = (text: string): string[] => faultsOf(text).map(({ line, code }) => `${line}: ${code}`);
// In pieces, so that the check does not find them here.
const assert = (code: string, matcher: string): string => `${'exp'}ect(${code}).${matcher};`;

describe('the check of assertions about times and memory', () => {
  it('finds what is measured in the assertion, or before it', () => {
    expect(
      found(`const begun = performance.now();
        ${assert('performance.now() - begun', 'toBeLessThan(10)')}
        // ${assert('Date.now()', 'toBeLessThan(10)')}
        const took = Date.now() - begun;
        ${assert('took / 2', 'toBeLessThanOrEqual(20)')}
        ${assert('took', 'toBeGreaterThan(5)')}`),
    ).toEqual(['2: performance.now() - begun', '5: took / 2', '6: took']);
  });

  it('finds what functions of the file measure', () => {
    expect(
      found(`const resident = (): number => process.memoryUsage.rss();
        async function growthOf(body: () => Promise<unknown>): Promise<number> {
          const before = resident();
          await body();
          return resident() - before;
        }
        const growth = await growthOf(async () => {
          await sandbox.run('true');
        });
        ${assert('growth', 'toBeLessThan(100)')}`),
    ).toEqual(['10: growth']);
  });

  it('finds figures of a run by their names', () => {
    expect(
      found(`const { executionTimeMs } = await sandbox.run('true');
        ${assert('executionTimeMs', 'toBeLessThan(5000)')}
        ${assert('outcome.peakMb', 'toBeLessThan(700)')}`),
    ).toEqual(['2: executionTimeMs', '3: outcome.peakMb']);
  });

  it('finds tests that are tried again', () => {
    expect(found(`it('works', { timeout: 60_000, ${'re'}try: 3 }, () => {});`)).toEqual([`1: ${'re'}try: 3`]);
  });

  it('leaves counts alone, times that only wait, and that there is a time', () => {
    expect(
      found(`const began = performance.now();
        let turns = 0;
        for (; performance.now() - began < 500; turns++) await sandbox.run('true');
        ${assert('turns', 'toBeGreaterThan(30)')}
        ${assert('result.executionTimeMs', 'toBeGreaterThan(0)')}
        ${assert('sandbox.metrics().fileBytes', 'toBeLessThan(1000)')}
        ${assert('stat.mtimeMs', 'toBeGreaterThanOrEqual(began)')}`),
    ).toEqual([]);
  });

  it('allows what is listed, and nothing that is listed in vain', () => {
    const text = assert('performance.now()', 'toBeLessThan(10)');
    const entry = { file: 'a.ts', code: 'performance.now()', reason: 'because' };
    const a: [string, string] = ['a.ts', text];
    expect(complaintsOf([a], [entry])).toEqual([]);
    expect(complaintsOf([a, ['b.ts', text]], [entry])).toEqual([expect.stringMatching(/^b\.ts:1: /)]);
    expect(complaintsOf([['a.ts', '']], [entry])).toEqual(['a.ts: performance.now(): is allowed, and no longer there']);
  });
});
