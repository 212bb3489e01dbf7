// What an installation has of a wheel.

import { describe, expect, it } from 'vitest';
import { withoutNames } from '../../scripts/setup/wheel-contents.mjs';

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const section = (name: string, ...content: number[]) => {
  const bytes = [name.length, ...Buffer.from(name), ...content];
  return [0, bytes.length, ...bytes];
};
const types = [1, 4, 1, 0x60, 0, 0];

describe('modules of wheels', () => {
  it('lose their names, and nothing else', () => {
    const kept = [...header, ...section('dylink.0', 1, 2, 0, 0), ...types];
    const stripped = withoutNames(Buffer.from([...kept, ...section('name', 1, 0), ...section('names')]));
    expect([...stripped]).toEqual([...kept, ...section('names')]);
    expect(() => new WebAssembly.Module(new Uint8Array(stripped).buffer)).not.toThrow();
  });

  it('that are cut off, or none at all, are read to their end', () => {
    for (const bytes of [
      [],
      header,
      [...header, 0],
      [...header, 0, 0xff, 0xff],
      [...header, 0, 5, 200],
      [...header, ...types.slice(0, 3)],
    ])
      expect(withoutNames(Buffer.from(bytes)).length).toBeLessThanOrEqual(bytes.length);
  });
});
