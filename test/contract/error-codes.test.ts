import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../lib/api/error-codes.js';

const lib = join(import.meta.dirname, '../../lib');
const table = 'api/error-codes.ts';

describe('the table of error codes', () => {
  it('has each code that the package uses, and no other', () => {
    const used = new Set<string>();
    for (const file of readdirSync(lib, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file === table) continue;
      for (const [, code] of readFileSync(join(lib, file), 'utf8').matchAll(/'(E_[A-Z_]+)'/g)) used.add(code as string);
    }
    expect([...used].sort()).toEqual(Object.keys(errorCodes));
  });
});
