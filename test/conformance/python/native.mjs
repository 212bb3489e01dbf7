// A CPython of the version that the sandbox has, to compare with: Debian's own packages of its moving suite, unpacked and never
// installed. They need that suite's C library, through whose loader they are run.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Mirrors } from '../../../scripts/setup/mirrors.mjs';
import { build } from '../../../scripts/setup/places.mjs';
import { run } from '../../../scripts/setup/progress.mjs';

const version = '3.14';
const place = join(build, 'conformance/python');
const packages = [
  ...[`python${version}-minimal`, `libpython${version}-minimal`, `libpython${version}-stdlib`],
  ...['libc6', 'libexpat1', 'zlib1g', 'libbz2-1.0', 'liblzma5', 'libsqlite3-0', 'libffi8', 'libssl3t64', 'libzstd1'],
  ...['libuuid1', 'libreadline8t64', 'libncursesw6', 'libtinfo6', 'libmpdec4', 'libgcc-s1'],
];

const sources = (address) => `Types: deb
URIs: ${address}
Suites: sid
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`;

/** What starts it: its library is found beside it, wherever that is. */
const wrapper = `#!/bin/sh
root=\${0%/usr/bin/*}
libraries=$root/usr/lib/x86_64-linux-gnu
exec "$libraries/ld-linux-x86-64.so.2" --argv0 "$0" --library-path "$libraries" "$root/usr/bin/python${version}" "$@"
`;

/** Unpacks packages; `take` is given the directory with what was in them, and takes it. */
async function unpack(address, packages, take) {
  const scratch = mkdtempSync(join(build, 'python-native-'));
  try {
    const list = join(scratch, 'suite.sources');
    writeFileSync(list, sources(address));
    const mirrors = new Mirrors(join(scratch, 'apt'), { type: 'deb', lists: [list] });
    const failure = await mirrors.update('python');
    if (failure) throw failure;
    const root = join(scratch, 'root');
    mkdirSync(root);
    const options = { cwd: scratch, client: true };
    await run('python', 'apt-get', [...mirrors.options, 'download', ...packages], options);
    for (const name of readdirSync(scratch).filter((file) => file.endsWith('.deb')))
      await run('python', 'dpkg-deb', ['-x', join(scratch, name), root]);
    await take(root);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function unpackProgram(address) {
  await unpack(address, packages, (root) => {
    const program = join(root, 'usr/bin/python3');
    writeFileSync(program, wrapper);
    chmodSync(program, 0o755);
    rmSync(place, { recursive: true, force: true });
    renameSync(root, place);
  });
}

/**
 * The program, or why there is none: `{ program, root }` or `{ missing }`. Its paths begin with `root` where the sandbox's do with nothing.
 */
export async function nativePython(address = 'http://deb.debian.org/debian') {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { missing: 'the packages are those of x86-64' };
  const program = join(place, 'usr/bin/python3');
  try {
    mkdirSync(join(build, 'conformance'), { recursive: true });
    if (!existsSync(program)) await unpackProgram(address);
    const { stdout } = spawnSync(program, ['-V'], { encoding: 'utf8' });
    if (!stdout?.startsWith(`Python ${version}.`)) return { missing: `no Python ${version} runs from the packages` };
    return { program, root: place };
  } catch (error) {
    return { missing: `the mirrors have no Python ${version}: ${error.message.split('\n')[0]}` };
  }
}

const tests = join(build, 'conformance/python-tests');

/** Whether the package `test` is unpacked, so that nothing has to be downloaded. */
export const hasPythonTests = () => existsSync(tests);

/**
 * CPython's package `test`: the directory. Most of it is in a package of its own, the rest in that of the library. It is compiled
 * once: what is of the host cannot be written to.
 */
export async function pythonTests(address = 'http://deb.debian.org/debian') {
  const { program, missing } = await nativePython(address);
  if (missing !== undefined) throw new Error(missing);
  if (!hasPythonTests()) {
    await unpack(address, [`libpython${version}-testsuite`], async (root) => {
      const below = `usr/lib/python${version}/test`;
      const made = join(root, below);
      // The library's modules that are made of C here as well, which tests compare with these.
      for (const name of ['_pydecimal.py', 'zoneinfo/_zoneinfo.py'])
        cpSync(join(place, below, '..', name), join(made, 'pure', name), { recursive: true });
      cpSync(join(place, below), made, { recursive: true });
      const how = ['-q', '--invalidation-mode', 'unchecked-hash', made];
      // Some are there to be refused.
      spawnSync(program, ['-m', 'compileall', ...how]);
      renameSync(made, tests);
    });
  }
  return tests;
}
