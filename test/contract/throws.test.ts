// What TSDoc says of errors, against the tables of codes and against the calls themselves.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { Sandbox, SandboxError, SandboxFs } from 'wasmsand';
import { errnoTable } from '../../lib/abi/generated/errno.js';
import { errorCodes } from '../../lib/api/error-codes.js';
import { codesIn, publicMethods } from '../../scripts/docs/methods.mjs';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();
const methods = publicMethods();

/** Types that users write: what their methods throw is not this package's. */
const usersOwn = new Set(['Provider', 'StateStore', 'MemoryStore']);

/** Methods, or all of a type, that neither throw nor reject. */
const neverThrow = [
  'CommandHistory',
  'DirEntry',
  'Dir.[Symbol.asyncDispose]',
  'ForwardedPort.close',
  'Metrics.prometheus',
  'PythonSession.close',
  'PythonSession.interrupt',
  'PythonSession.reset',
  'Python.sessions',
  'Sandbox.[Symbol.dispose]',
  'Sandbox.destroy',
  'Sandbox.getEnv',
  'Sandbox.process',
  'SandboxTemplate.[Symbol.dispose]',
  'SandboxTemplate.dispose',
  'StatResult',
  'Terminal.close',
];

const typeOf = (method: string): string => method.split('.', 1)[0] ?? '';
const isSilent = (method: string): boolean => neverThrow.includes(method) || neverThrow.includes(typeOf(method));
const codesOf = (method: string): string[] => methods.get(method)?.throws.flatMap(codesIn) ?? [];

describe('the documentation of public methods', () => {
  it('finds them', () => {
    for (const method of [
      'Sandbox.static create',
      'Sandbox.run',
      'Sandbox.readFile',
      'SandboxFs.cp',
      'PythonSession.run',
    ]) {
      expect([...methods.keys()]).toContain(method);
    }
  });

  it('says of each which errors it throws or rejects with', () => {
    const unsaid = [...methods].filter(([name, { throws }]) => throws.length === 0 && !isSilent(name));
    expect(unsaid.map(([name]) => name)).toEqual([]);
  });

  it('says so of none that throws nothing', () => {
    expect([...methods].filter(([name, { throws }]) => isSilent(name) && throws.length > 0)).toEqual([]);
    const known = new Set([...methods.keys()].flatMap((name) => [name, typeOf(name)]));
    expect(neverThrow.filter((name) => !known.has(name))).toEqual([]);
  });

  it('begins each @throws with codes that there are', () => {
    const known = new Set<string>([...Object.keys(errorCodes), ...errnoTable.map(([code]) => code)]);
    const said = [...methods].flatMap(([name, { throws }]) =>
      throws.map((text) => ({ name, text, codes: codesIn(text) })),
    );
    const isWrong = ({ codes }: { codes: string[] }) => codes.length === 0 || codes.some((code) => !known.has(code));
    expect(said.filter(isWrong)).toEqual([]);
  });

  it('has each code of the package, but for those of audit events', () => {
    const thrown = new Set([...methods.keys()].filter((name) => !usersOwn.has(typeOf(name))).flatMap(codesOf));
    const network = readFileSync(join(import.meta.dirname, '../../lib/api/network.ts'), 'utf8');
    const [, list = ''] = /export type NetworkErrorCode =([^;]*);/.exec(network) ?? [];
    const events = Array.from(list.matchAll(/'(\w+)'/g), ([, code]) => code);
    expect(
      Object.keys(errorCodes)
        .filter((code) => !thrown.has(code))
        .sort(),
    ).toEqual(events.sort());
  });

  it('has examples that are TypeScript', async () => {
    const examples = [...methods].flatMap(([name, { examples }]) => examples.map((code) => ({ name, code })));
    expect(examples.length).toBeGreaterThan(25);
    for (const { name, code } of examples) {
      await expect(transform(code, { loader: 'ts', format: 'esm', target: 'esnext' }), name).resolves.toBeDefined();
    }
  });
});

/** Paths that most calls cannot be about. */
const paths = {
  missing: 'none',
  'below what is missing': 'none/more',
  'a directory': 'folder',
  'below a file': 'file/more',
  'a loop of links': 'loop',
  'a name that is too long': 'x'.repeat(300),
  'a path that is too long': 'x/'.repeat(3000),
  'a FIFO': 'fifo',
  'a sparse file': 'sparse',
  'with a NUL': 'a\0b',
  empty: '',
  'the root': '/',
  'below /proc': '/proc/none',
  'a file of /proc': '/proc/version',
  'a device': '/dev/null',
};

type Acts<Subject> = Record<string, (subject: Subject, path: string) => unknown>;

const plain: Acts<Sandbox> = {
  readFile: (sandbox, path) => sandbox.readFile(path),
  find: (sandbox, path) => sandbox.find({ path }),
  grep: (sandbox, path) => sandbox.grep({ pattern: 'x', path }),
  createReadStream: (sandbox, path) => sandbox.createReadStream(path, { start: 1 }).getReader().read(),
  createWriteStream: async (sandbox, path) => {
    const writer = sandbox.createWriteStream(path, { flags: 'r+', start: 1 }).getWriter();
    await writer.write('x');
    await writer.close();
  },
  writeFile: (sandbox, path) => sandbox.writeFile(path, 'x'),
  writeFiles: (sandbox, path) => sandbox.writeFiles({ [path]: 'x' }),
  readDir: (sandbox, path) => sandbox.readDir(path),
  mkdir: (sandbox, path) => sandbox.mkdir(path, { recursive: true }),
  stat: (sandbox, path) => sandbox.stat(path),
  lstat: (sandbox, path) => sandbox.lstat(path),
  exists: (sandbox, path) => sandbox.exists(path),
  readlink: (sandbox, path) => sandbox.readlink(path),
  symlink: (sandbox, path) => sandbox.symlink('target', path),
  chmod: (sandbox, path) => sandbox.chmod(path, 0o755),
  rename: (sandbox, path) => sandbox.rename('file', path),
  rm: (sandbox, path) => sandbox.rm(path),
  mount: (sandbox, path) => sandbox.mount(path, { tree: {} }),
  unmount: (sandbox, path) => sandbox.unmount(path),
  exportTar: (sandbox, path) => sandbox.exportTar(path).cancel(),
  importTar: (sandbox, path) => sandbox.importTar(path, new Uint8Array(1024)),
  spawn: (sandbox, path) => sandbox.spawn(path),
  run: (sandbox, path) => sandbox.run('true', { cwd: path }),
};

const promised: Acts<SandboxFs> = {
  open: async (fs, path) => (await fs.open(path, 'wx+')).close(),
  opendir: async (fs, path) => (await fs.opendir(path)).close(),
  statfs: (fs, path) => fs.statfs(path),
  readFile: (fs, path) => fs.readFile(path),
  writeFile: (fs, path) => fs.writeFile(path, 'x', { flag: 'wx' }),
  appendFile: (fs, path) => fs.appendFile(path, 'x'),
  readdir: (fs, path) => fs.readdir(path),
  mkdir: (fs, path) => fs.mkdir(path),
  mkdtemp: (fs, path) => fs.mkdtemp(path),
  rm: (fs, path) => fs.rm(path),
  rmdir: (fs, path) => fs.rmdir(path),
  unlink: (fs, path) => fs.unlink(path),
  stat: (fs, path) => fs.stat(path),
  lstat: (fs, path) => fs.lstat(path),
  rename: (fs, path) => fs.rename(path, 'renamed'),
  symlink: (fs, path) => fs.symlink('target', path),
  link: (fs, path) => fs.link(path, 'linked'),
  readlink: (fs, path) => fs.readlink(path),
  realpath: (fs, path) => fs.realpath(path),
  chmod: (fs, path) => fs.chmod(path, 0o755),
  chown: (fs, path) => fs.chown(path, 1000, 1000),
  lchown: (fs, path) => fs.lchown(path, 1000, 1000),
  utimes: (fs, path) => fs.utimes(path, 1, 1),
  lutimes: (fs, path) => fs.lutimes(path, 1, 1),
  truncate: (fs, path) => fs.truncate(path, 5),
  access: (fs, path) => fs.access(path, 2),
  copyFile: (fs, path) => fs.copyFile(path, 'copy', 1),
  cp: (fs, path) => fs.cp(path, 'copies'),
};

/** A sandbox in which the paths are what they are called. */
async function prepared(): Promise<Sandbox> {
  const sandbox = await create({ files: { file: 'x', 'folder/file': 'x' } });
  await sandbox.run('ln -s loop loop; mkfifo fifo; truncate -s 1T sparse');
  return sandbox;
}

/** The code of what it throws or rejects with. */
async function codeOf(act: () => unknown): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return (error as SandboxError).code;
  }
}

describe('a call about a path', () => {
  const calls = [
    ...Object.entries(plain).map(([name, act]) => [`Sandbox.${name}`, act] as const),
    ...Object.entries(promised).map(
      ([name, act]) => [`SandboxFs.${name}`, (sandbox: Sandbox, path: string) => act(sandbox.fs, path)] as const,
    ),
  ];

  it.each(calls)('%s throws what its documentation says', async (method, act) => {
    const undocumented: string[] = [];
    let failed = 0;
    for (const [what, path] of Object.entries(paths)) {
      const sandbox = await prepared();
      const code = await codeOf(() => act(sandbox, path));
      if (code !== undefined) failed++;
      if (code !== undefined && !codesOf(method).includes(code)) undocumented.push(`${what}: ${code}`);
      sandbox.destroy();
    }
    expect(undocumented).toEqual([]);
    expect(failed).toBeGreaterThan(0);
  });
});
