// The programs of an installed package are packed: they are unpacked once, wherever there is room for them.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Circumstances, type Outcome, packageRoot, run, runNode } from './run-node.js';

const directory = mkdtempSync(join(tmpdir(), 'wasmsand-unpacked-'));
const platform = `${process.platform}-${process.arch}`;
/** As much of the programs as is run here. */
const programs = ['bash.wasm', 'coreutils.wasm', 'image.tsv', 'products.json'];
const nobody = 65534;
const isRoot = process.getuid?.() === 0;

beforeAll(() => {
  const top = join(directory, 'package');
  for (const part of ['dist/esm', 'dist/cjs', 'package.json', 'scripts/postinstall.cjs'])
    cpSync(join(packageRoot, part), join(top, part), { recursive: true });
  mkdirSync(join(top, 'prebuilds', platform), { recursive: true });
  cpSync(join(packageRoot, 'build/Release/wasmsand.node'), join(top, 'prebuilds', platform, 'wasmsand.node'));
  mkdirSync(join(top, 'dist/packed'));
  // In two, as there are several.
  for (const [index, files] of [programs.slice(0, 1), programs.slice(1)].entries()) {
    const tar = execFileSync('tar', ['-C', join(packageRoot, 'dist/wasm'), '-cf', '-', ...files], {
      maxBuffer: 1 << 28,
    });
    const bytes = brotliCompressSync(tar, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    writeFileSync(join(top, `dist/packed/${index}.tar.br`), bytes);
  }
  chmodSync(directory, 0o755);
});

afterAll(() => rmSync(directory, { recursive: true }));

/** A copy of the package, in a project of its own. */
function install(): { top: string; home: string; temporary: string } {
  const project = mkdtempSync(join(directory, 'project-'));
  const [top, home, temporary] = ['node_modules/wasmsand', 'home', 'temporary'].map((name) => join(project, name));
  cpSync(join(directory, 'package'), top as string, { recursive: true });
  for (const path of [home, temporary] as string[]) {
    mkdirSync(path);
    if (isRoot) execFileSync('chown', [`${nobody}`, path]);
  }
  chmodSync(project, 0o755);
  return { top, home, temporary } as { top: string; home: string; temporary: string };
}

const script = `
  import { Sandbox } from 'wasmsand';
  const sandbox = await Sandbox.create();
  console.log((await sandbox.run('echo unpacked | cat')).stdout);
`;

function use(of: ReturnType<typeof install>, circumstances: Circumstances = {}): Promise<Outcome> {
  const env = { HOME: of.home, TMPDIR: of.temporary, XDG_CACHE_HOME: '', WASMSAND_CACHE_DIR: '', ...circumstances.env };
  return runNode(script, 'module', { ...circumstances, cwd: join(of.top, '../..'), env });
}

/** By somebody who cannot write to it. */
function useReadOnly(of: ReturnType<typeof install>, env: Record<string, string> = {}): Promise<Outcome> {
  chmodSync(join(of.top, 'dist'), 0o555);
  return use(of, { env, ...(isRoot ? { uid: nobody } : {}) });
}

const works = { status: 0, stderr: '', stdout: Buffer.from('unpacked\n\n') };
const cached = (home: string) => readdirSync(join(home, '.cache/wasmsand'));

describe('a package whose programs are packed', () => {
  it('unpacks them where they belong, once, when they are first needed', async () => {
    const project = install();
    expect(await use(project)).toMatchObject(works);
    const wasm = join(project.top, 'dist/wasm');
    expect(readdirSync(wasm).sort()).toEqual(programs);
    for (const name of programs)
      expect(readFileSync(join(wasm, name)).equals(readFileSync(join(packageRoot, 'dist/wasm', name)))).toBe(true);
    expect(readdirSync(join(project.top, 'dist')).sort()).toEqual(['cjs', 'esm', 'packed', 'wasm']);
    rmSync(join(project.top, 'dist/packed'), { recursive: true });
    expect(await use(project)).toMatchObject(works);
    expect(readdirSync(project.temporary)).toEqual([]);
  });

  it('does so when it is installed, without a word', async () => {
    const project = install();
    const installed = await run(process.execPath, ['scripts/postinstall.cjs'], { cwd: project.top });
    expect(installed).toEqual({ status: 0, signal: null, stderr: '', stdout: Buffer.alloc(0) });
    expect(readdirSync(join(project.top, 'dist/wasm')).sort()).toEqual(programs);
  });

  it('is unpacked by one of many that start at once', async () => {
    const project = install();
    const all = await Promise.all(Array.from({ length: 6 }, () => use(project)));
    for (const outcome of all) expect(outcome).toMatchObject(works);
    expect(readdirSync(join(project.top, 'dist')).sort()).toEqual(['cjs', 'esm', 'packed', 'wasm']);
  });

  it("unpacks them into the user's cache where it cannot be written to", async () => {
    const project = install();
    expect(await useReadOnly(project)).toMatchObject(works);
    const first = cached(project.home);
    expect(first).toEqual([expect.stringMatching(/^programs-[0-9a-f]{20}$/)]);
    expect(await useReadOnly(project)).toMatchObject(works);
    expect(cached(project.home)).toEqual(first);
    expect(readdirSync(project.temporary)).toEqual([]);
  });

  it('takes nothing from a cache that others can write to', async () => {
    const project = install();
    const shared = join(project.home, 'shared');
    mkdirSync(join(shared, 'wasmsand'), { recursive: true });
    chmodSync(join(shared, 'wasmsand'), 0o777);
    expect(await useReadOnly(project, { XDG_CACHE_HOME: shared })).toMatchObject(works);
    expect(readdirSync(join(shared, 'wasmsand'))).toEqual([]);
    // It was unpacked for this process alone.
    expect(readdirSync(project.temporary)).toEqual([]);
  });

  it('says so where there is no room for them at all, and when they are damaged', async () => {
    const project = install();
    const nowhere = { HOME: '/dev/null', TMPDIR: '/dev/null' };
    const full = await useReadOnly(project, nowhere);
    expect(full.stderr).toContain('the programs can be unpacked nowhere: ');
    expect(full.stderr).toContain("code: 'E_NO_PROGRAMS'");
    chmodSync(join(project.top, 'dist'), 0o755);
    const archive = join(project.top, 'dist/packed/1.tar.br');
    const bytes = readFileSync(archive);
    for (const damaged of [bytes.subarray(0, bytes.length - 20), Buffer.from('no archive'), Buffer.alloc(0)]) {
      writeFileSync(archive, damaged);
      expect((await use(project)).stderr).toContain("code: 'E_NO_PROGRAMS'");
    }
    expect(readdirSync(join(project.top, 'dist')).sort()).toEqual(['cjs', 'esm', 'packed']);
    expect(cached(project.home)).toEqual([]);
    writeFileSync(archive, bytes);
    expect(await use(project)).toMatchObject(works);
  });
});
