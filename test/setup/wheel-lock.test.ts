// The lock of packages of Python that are built here: what it refuses.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lockOfBuilt, staleBuilt, verifyBuilt } from '../../scripts/setup/wheel-lock.mjs';

const directory = mkdtempSync(join(tmpdir(), 'wasmsand-lock-'));
afterAll(() => rmSync(directory, { recursive: true }));

let made = 0;
function build(module = 'module'): string {
  const place = join(directory, String(made++));
  mkdirSync(join(place, 'pear/core'), { recursive: true });
  writeFileSync(join(place, 'pear/core/flesh.so'), module);
  return place;
}

const lock = lockOfBuilt(new Map([['pear', { inputs: 'inputs', directory: build() }]]));

describe('the lock of packages that are built', () => {
  it('knows one that is built again, and refuses another from the same with the same tools', () => {
    verifyBuilt('pear', 'inputs', build(), lock);
    expect(() => verifyBuilt('pear', 'inputs', build('other'), lock)).toThrow(
      'pear is not what wasm/wheels.built.json names, though made from the same with the same tools',
    );
  });

  it('has nothing to compare with where the inputs or the tools are others', () => {
    verifyBuilt('pear', 'others', build('other'), lock);
    verifyBuilt('apple', 'inputs', build('other'), lock);
    verifyBuilt('pear', 'inputs', build('other'), { ...lock, toolchain: { clang: '0' } });
  });

  it('names those that it does not know, and those that are no more', () => {
    const inputs = new Map([
      ['apple', 'inputs'],
      ['plum', 'inputs'],
    ]);
    const both = { ...lock, built: { ...lock.built, plum: { inputs: 'former', sha256: '' } } };
    expect(staleBuilt(inputs, both)).toEqual(['apple', 'plum', 'pear']);
    expect(staleBuilt(new Map([['pear', 'inputs']]), lock)).toEqual([]);
    expect(staleBuilt(inputs, { ...both, toolchain: { clang: '0' } })).toEqual([]);
  });
});
