// Modules of the packages in the image: all that their wheels have, but for what is named here or in a recipe.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readImage } from '../../scripts/setup/descriptions.mjs';
import { cache, root } from '../../scripts/setup/places.mjs';

interface Wheel {
  readonly name: string;
  readonly file: string;
  readonly sha256: string;
}
interface Recipe {
  readonly without?: readonly string[];
  readonly packages?: Readonly<Record<string, string>>;
}

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { wheels } = read('wasm/wheels.lock.json') as { wheels: readonly Wheel[] };
const { entries } = readImage(join(root, 'dist/wasm'));
const site = '/usr/lib/python3.14/site-packages/';
const installed = new Set(entries.map(({ path }) => path.replace(site, '')));
const keptAt = ({ sha256, file }: Wheel) => join(cache, 'wheels', sha256, file);

/** Tests and measurements of packages. */
const isLeftOut = (path: string) => /(^|\/)(tests|benchmarks)\//.test(path);

async function recipeOf({ name }: Wheel): Promise<Recipe> {
  const path = join(root, 'wasm/wheels', `${name}.mjs`);
  return existsSync(path) ? ((await import(path)) as Recipe) : {};
}

/** The paths at which a wheel, or the packages in a source distribution, would have modules. */
function modulesIn(wheel: Wheel, { packages = {} }: Recipe): string[] {
  const isWheel = wheel.file.endsWith('.whl');
  const list = isWheel ? ['unzip', '-Z1', keptAt(wheel)] : ['tar', '-tzf', keptAt(wheel)];
  const [program = '', ...args] = list;
  const names = execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
  const modules = names.filter((name) => /\.(py|so)$/.test(name) && !/\.(data|dist-info)\//.test(name));
  if (isWheel) return modules;
  const top = wheel.file.replace(/\.tar\.gz$/, '/');
  return Object.entries(packages).flatMap(([from, as]) =>
    modules
      .filter((name) => name === `${top}${from}` || name.startsWith(`${top}${from}/`))
      .map((name) => as + name.slice(top.length + from.length)),
  );
}

describe('the packages of the image', () => {
  it('have all modules of their wheels, except a listed few', async (context) => {
    context.skip(!installed.has('numpy/__init__.py'), 'npm run wheels has not been run');
    // Somebody else has run it: the image was taken from a package.
    context.skip(!existsSync(keptAt(wheels[0] as Wheel)), 'the wheels are not in the cache');
    let found = 0;
    const missing: string[] = [];
    for (const wheel of wheels) {
      const recipe = await recipeOf(wheel);
      const isNamed = (path: string) =>
        (recipe.without ?? []).some((name) => path === name || path.startsWith(`${name}/`));
      const modules = modulesIn(wheel, recipe).filter((path) => !isLeftOut(path) && !isNamed(path));
      found += modules.length;
      missing.push(...modules.filter((path) => !installed.has(path)));
    }
    expect(missing).toEqual([]);
    expect(found).toBeGreaterThan(3500);
  });
});
