// The packages of the image that are made of C, as PyPI has them for Linux, for the native CPython to compare with: of the same versions, unpacked.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, root } from '../../../scripts/setup/places.mjs';
import { run } from '../../../scripts/setup/progress.mjs';
import { nativePython } from './native.mjs';

const names = ['numpy', 'pandas', 'matplotlib', 'pillow', 'kiwisolver', 'contourpy', 'pyyaml', 'regex', 'lxml'];
const pure = ['cycler', 'fonttools', 'packaging', 'pyparsing', 'python-dateutil', 'six', 'tzdata'];
const platforms = [
  'manylinux_2_28',
  'manylinux_2_27',
  'manylinux_2_26',
  'manylinux_2_24',
  'manylinux_2_17',
  'manylinux2014',
];

function requirements() {
  const { wheels } = JSON.parse(readFileSync(join(root, 'wasm/wheels.lock.json'), 'utf8'));
  return wheels
    .filter(({ name }) => names.includes(name) || pure.includes(name))
    .map(({ name, version }) => `${name}==${version}`);
}

async function unpack(place) {
  const scratch = mkdtempSync(join(build, 'native-packages-'));
  try {
    const target = platforms.flatMap((platform) => ['--platform', `${platform}_x86_64`]);
    const options = ['-q', '--no-deps', '--only-binary', ':all:', '--python-version', '3.14', '--implementation', 'cp'];
    const abis = ['--abi', 'cp314', '--abi', 'abi3', '--abi', 'none'];
    const all = ['-m', 'pip', 'download', ...options, ...target, ...abis, '-d', scratch, ...requirements()];
    await run('python', 'python3', all, { client: true });
    const unpacked = join(scratch, 'unpacked');
    for (const wheel of readdirSync(scratch).filter((name) => name.endsWith('.whl')))
      await run('python', 'unzip', ['-qo', join(scratch, wheel), '-d', unpacked]);
    rmSync(place, { recursive: true, force: true });
    renameSync(unpacked, place);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** `{ program, packages }`, or why there are none: `{ missing }`. */
export async function nativePackages() {
  const { program, missing } = await nativePython();
  if (missing !== undefined) return { missing };
  const place = join(build, 'conformance/python-packages');
  try {
    mkdirSync(join(build, 'conformance'), { recursive: true });
    if (!existsSync(place)) await unpack(place);
    return { program, packages: place };
  } catch (error) {
    return { missing: `no packages for the native Python: ${error.message.split('\n')[0]}` };
  }
}
