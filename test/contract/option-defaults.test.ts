import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { optionDefaults } from '../../lib/api/option-defaults.js';

const lib = join(import.meta.dirname, '../../lib');
const sources = [
  'api/limits',
  'api/network',
  'api/persistence',
  'api/python',
  'api/sandbox-options',
  'api/search',
  'api/types',
  'api/commands',
  'node/sandbox',
];
const units: Record<string, number> = { GiB: 2 ** 30, MiB: 2 ** 20, minutes: 60_000 };

/** What TSDoc says as a value: `16 GiB`, `30 000`, `'deny-all'`. */
function readValue(said: string): unknown {
  const text = said.replaceAll(/^[`']+|[`']+$/g, '');
  if (text === 'true' || text === 'false') return text === 'true';
  const [, digits, unit] = /^(\d[\d ]*?)(?: (GiB|MiB|minutes))?$/.exec(text) ?? [];
  return digits === undefined ? text : Number(digits.replaceAll(' ', '')) * (units[unit ?? ''] ?? 1);
}

/** By `Interface.option`, the defaults that TSDoc gives a value for. */
function describedDefaults(): Record<string, unknown> {
  const text = sources.map((name) => readFileSync(join(lib, `${name}.ts`), 'utf8')).join('\n');
  const found: Record<string, unknown> = {};
  for (const [, name, body = ''] of text.matchAll(/^export interface (\w+)[^{\n]*\{\n([\s\S]*?)^\}/gm)) {
    for (const [, comment = '', option] of body.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n\s+(\w+)\?:/g)) {
      const words = comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ');
      const [, said] =
        /Default:? (`[^`]+`(?=[.;])|true|false|\d[\d ]*(?: GiB| MiB| minutes)?(?=[.;]))/.exec(words) ?? [];
      if (said !== undefined) found[`${name}.${option}`] = readValue(said);
    }
  }
  return found;
}

describe('the defaults of options', () => {
  it('are what their documentation says', () => {
    expect(describedDefaults()).toEqual(optionDefaults);
  });
});
