// A program that cannot be had costs that program only.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { type ListedEntry as Entry, readImage } from '../../scripts/setup/descriptions.mjs';
import { assemble, missingPorts } from '../../scripts/setup/image.mjs';
import { buildAll, loadParts } from '../../scripts/setup/programs.mjs';
import { StepFailed } from '../../scripts/setup/progress.mjs';
import { packageRoot } from '../e2e/run-node.js';

const directory = mkdtempSync(join(tmpdir(), 'wasmsand-programs-'));
afterAll(() => rmSync(directory, { recursive: true }));

const installed = join(packageRoot, 'dist/wasm');
const parts = [...(await loadParts()).keys()];
const { entries } = readImage(installed);

/** A product with some of what is installed, as the set-up's cache has it. */
function product(name: string, wanted: (entry: Entry) => boolean, more: Entry[] = []): string {
  const place = join(directory, name);
  const chosen = entries.filter(wanted);
  mkdirSync(place);
  for (const { file } of chosen) if (file) cpSync(join(installed, file), join(place, file), { recursive: true });
  writeFileSync(join(place, 'entries.json'), JSON.stringify([...chosen, ...more]));
  return place;
}

/** An image of the shell without zip, whose maker failed. */
function imageWithoutZip(): string {
  const shell = product('shell', ({ path, target }) => path === '/usr/bin/bash' || target === '/usr/bin/bash', [
    { path: '/usr/bin/of-another-port', type: 'link', target: '/usr/bin/zip' },
    { path: '/usr/bin/of-no-port', type: 'link', target: '/usr/bin/nothing' },
  ]);
  const missing = [{ name: 'zip', reason: "no mirror gives 'zip'", paths: ['/usr/bin/zip', '/usr/bin/zipnote'] }];
  const output = join(directory, 'wasm');
  assemble([shell], missing, output);
  return output;
}

describe('the set-up', () => {
  const reasons = new Map(missingPorts().map(({ name, reason }) => [name, reason]));
  it.each(parts)('has built %s', (name) => {
    // Run `node scripts/setup.mjs` again: it says why one is missing.
    expect(reasons.get(name)).toBeUndefined();
  });

  // None is refused, also as it is rewritten for this engine (native/module).
  it('has made programs that all begin', { timeout: 120_000 }, async () => {
    const firstOf = new Map(entries.filter(({ type }) => type === 'program').map(({ file, path }) => [file, path]));
    const sandbox = await Sandbox.create();
    const { stdout } = await sandbox.run(
      'for program; do timeout 10 "$program" --version </dev/null >/dev/null 2>&1 || echo "$? $program"; done',
      { args: [...firstOf.values()], timeoutMs: 0 },
    );
    sandbox.destroy();
    expect(firstOf.size).toBeGreaterThan(100);
    expect(stdout.split('\n').filter((line) => /^12[4567] /.test(line))).toEqual([]);
  });

  it('goes on when a program or a library of several cannot be had, and says why', async () => {
    const built: string[] = [];
    const failures = await buildAll(['ed', 'zip', 'git', 'less', 'tree'], async (name) => {
      if (name === 'zip') throw new StepFailed('make failed:\n/home/somebody/zip.c: error', 'make ended with status 2');
      if (name === 'git' || name === 'less') throw new StepFailed('zlib: no mirror gives zlib.tar');
      if (name === 'tree') throw new TypeError('/home/somebody/tree');
      built.push(name);
    });
    expect(built).toEqual(['ed']);
    expect(Object.fromEntries(failures)).toEqual({
      git: 'zlib: no mirror gives zlib.tar',
      less: 'zlib: no mirror gives zlib.tar',
      tree: 'its build failed',
      zip: 'make ended with status 2',
    });
  });

  it('leaves programs that answer with 127 and say what to do in place of those that are missing', async () => {
    const wasmDir = imageWithoutZip();
    const sandbox = await Sandbox.create({ wasmDir });
    const says = (name: string) =>
      `${name}: not in this build of wasmsand: no mirror gives 'zip'; to try again: node scripts/setup.mjs\n`;
    const { stdout, stderr, exitCode } = await sandbox.run('echo shell; zip -r a b; echo $?; of-another-port; zipnote');
    sandbox.destroy();
    expect(stdout).toBe('shell\n127\n');
    expect(stderr).toBe(says('zip') + says('of-another-port') + says('zipnote'));
    expect(exitCode).toBe(127);
  });
});
