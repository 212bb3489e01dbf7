// A product that differs from the lock is refused where it should have come out the same, and only there.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  compareProduct,
  digestOf,
  isIntact,
  type Lock,
  lockOf,
  recordProduct,
  toolchain,
} from '../../scripts/setup/product-lock.mjs';

const directory = mkdtempSync(join(tmpdir(), 'wasmsand-lock-'));
afterAll(() => rmSync(directory, { recursive: true }));

let made = 0;
function makeProduct({ program = 'program', inputs = 'inputs', source = '1-1' } = {}): string {
  const place = join(directory, String(made++));
  mkdirSync(join(place, 'files/etc'), { recursive: true });
  writeFileSync(join(place, 'pear.wasm'), program);
  writeFileSync(join(place, 'files/etc/pear'), 'data');
  symlinkSync('pear', join(place, 'files/etc/link'));
  recordProduct(place, inputs, source);
  return place;
}

const locked = makeProduct();
const lock: Lock = {
  toolchain: toolchain(),
  products: { pear: { inputs: 'inputs', revisions: [{ source: '1-1', ...digestOf(locked) }] } },
};

describe('the lock of products', () => {
  it('knows a product made again, at another time and place', () => {
    const again = makeProduct();
    utimesSync(join(again, 'pear.wasm'), 1, 1);
    expect(compareProduct('pear', again, lock)).toBe('equal');
  });

  it('refuses one that differs though made from the same with the same tools, and names what differs', () => {
    expect(() => compareProduct('pear', makeProduct({ program: 'other' }), lock)).toThrow(
      'pear is not what wasm/products.lock.json names, though made from the same with the same tools: pear.wasm',
    );
    const data = makeProduct();
    writeFileSync(join(data, 'files/etc/pear'), 'other');
    expect(() => compareProduct('pear', data, lock)).toThrow(/: its data$/);
  });

  it('says what differs where nothing can be compared', () => {
    const compare = (options: object, against = lock) =>
      compareProduct('pear', makeProduct({ program: 'other', ...options }), against);
    expect(compare({ inputs: 'others' })).toBe('stale');
    expect(compare({ source: '1-2' })).toBe('source 1-2 instead of 1-1');
    const [tool = '', version] = Object.entries(toolchain())[0] ?? [];
    expect(compare({}, { ...lock, toolchain: { ...toolchain(), [tool]: '0' } })).toBe(
      `${tool} ${version} instead of 0`,
    );
    expect(compare({}, { products: {} })).toBe('stale');
  });

  it('knows a product of each revision that was locked, and refuses another of each', () => {
    const newer = { source: '1-1+u1', program: 'newer' };
    const both = lockOf(new Map([['pear', makeProduct(newer)]]), lock);
    expect(compareProduct('pear', makeProduct(), both)).toBe('equal');
    expect(compareProduct('pear', makeProduct(newer), both)).toBe('equal');
    for (const source of ['1-1', '1-1+u1']) {
      expect(() => compareProduct('pear', makeProduct({ source, program: 'other' }), both)).toThrow(/: pear\.wasm$/);
    }
    expect(compareProduct('pear', makeProduct({ source: '1-2', program: 'other' }), both)).toBe(
      'source 1-2 instead of 1-1 or 1-1+u1',
    );
  });

  it('keeps what it has of other revisions, as long as inputs and tools are the same', () => {
    const place = makeProduct({ program: 'again' });
    const again = { source: '1-1', ...digestOf(place) };
    const [former, other] = [
      { ...again, sha256: 'former' },
      { ...again, source: '1-2' },
    ];
    const written = (known: Lock) => lockOf(new Map([['pear', place]]), known).products;
    const knows = (inputs: string): Lock => ({ ...lock, products: { pear: { inputs, revisions: [former, other] } } });
    expect(written(knows('inputs'))).toEqual({ pear: { inputs: 'inputs', revisions: [again, other] } });
    const only = { pear: { inputs: 'inputs', revisions: [again] } };
    expect(written(knows('others'))).toEqual(only);
    expect(written({ ...knows('inputs'), toolchain: {} })).toEqual(only);
    expect(written({ ...lock, products: { fig: { inputs: 'inputs', revisions: [other] } } })).toEqual(only);
  });

  it('takes what came out the same for the same, whatever it was made with', () => {
    expect(compareProduct('pear', makeProduct({ source: '1-2' }), lock)).toBe('equal');
  });

  it('notices files that changed since they were made', () => {
    const product = makeProduct();
    expect(isIntact(product)).toBe(true);
    writeFileSync(join(product, 'pear.wasm'), 'damaged');
    expect(isIntact(product)).toBe(false);
  });
});
