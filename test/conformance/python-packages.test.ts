// The same programs with numpy, pandas, matplotlib and others, natively and in the sandbox: they print the same, and draw the same pictures.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { root } from '../../scripts/setup/places.mjs';
import { nativePackages } from './python/native-packages.mjs';
import { unusable } from './real-machine.js';
import { sectionsOf } from './sections.js';

const directory = fileURLToPath(new URL('./python/packages/', import.meta.url));
const list = join(root, 'dist/wasm/image.tsv');
const isMade = existsSync(list) && readFileSync(list, 'utf8').includes('/site-packages/pandas/__init__.py\t');
const reason = unusable ?? (isMade ? undefined : 'the image has no packages of Python: npm run wheels');
const { program = '', packages = '', missing } = reason === undefined ? await nativePackages() : { missing: reason };
if (missing !== undefined) console.warn(`packages of Python are not compared: ${missing}`);

const fields = ['numbers', 'tables', 'texts'];
/** How far two pictures are from one another: the mean difference of a channel, and the share of pixels of which one is far off. */
const compare = `
import sys
import numpy as np
from PIL import Image
a, b = (np.asarray(Image.open(path).convert("RGB")).astype(int) for path in sys.argv[1:])
print(a.shape == b.shape, np.abs(a - b).mean(), (np.abs(a - b).max(axis=2) > 96).mean())
`;

describe.skipIf(missing !== undefined)('packages of Python', () => {
  let place: string;
  let sandbox: Sandbox;
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'wasmsand-packages-'));
    sandbox = await Sandbox.create();
  });
  afterAll(() => {
    sandbox?.destroy();
    rmSync(place, { recursive: true, force: true });
  });

  function natively(script: string) {
    writeFileSync(join(place, 'script.py'), script);
    const env = { PYTHONPATH: packages, LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: '/usr/bin:/bin', HOME: place };
    const { status, stdout, stderr } = spawnSync(program, ['script.py'], { cwd: place, env, encoding: 'utf8' });
    return { status, stdout, stderr };
  }
  async function inside(script: string) {
    await sandbox.writeFile('/tmp/script.py', script);
    const options = { cwd: '/tmp', env: { TZ: 'UTC' }, timeoutMs: 120_000 };
    const { exitCode, stdout, stderr } = await sandbox.run('python3 script.py', options);
    return { status: exitCode, stdout, stderr };
  }

  for (const field of fields) {
    describe(field, () => {
      for (const [name, script] of sectionsOf(readFileSync(join(directory, `${field}.py`), 'utf8')))
        it(name, async () => {
          const expected = natively(script);
          expect(expected).toMatchObject({ status: 0, stderr: '' });
          expect(await inside(script)).toEqual(expected);
        });
    });
  }

  describe('pictures', () => {
    for (const [name, script] of sectionsOf(readFileSync(join(directory, 'pictures.py'), 'utf8')))
      it(name, async () => {
        expect(natively(script)).toEqual({ status: 0, stdout: '', stderr: '' });
        expect(await inside(script)).toEqual({ status: 0, stdout: '', stderr: '' });
        await sandbox.writeFile('/tmp/native.png', readFileSync(join(place, 'picture.png')));
        await sandbox.writeFile('/tmp/compare.py', compare);
        const { stdout } = await sandbox.run('python3 /tmp/compare.py /tmp/picture.png /tmp/native.png');
        const [sameSize, mean, far] = stdout.trim().split(' ');
        // What it draws text with is of another version than PyPI's: a pixel at the edge of a letter may differ.
        expect({ sameSize, mean: Number(mean) < 1.5, far: Number(far) < 0.01, stdout }).toMatchObject({
          ...{ sameSize: 'True', mean: true, far: true },
        });
      });
  });
});
