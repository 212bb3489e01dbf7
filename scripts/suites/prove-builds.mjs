// Sets up a checkout as setup.mjs does, and proves that its programs can be built: from nothing, with caches of its own and in a
// hostile environment, whenever something that goes into them differs from what the last proof had. Each product must be what
// wasm/products.lock.json names, and what the cache has under the same name. What passes goes into the cache. Used by .ci/run.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../setup/inputs.mjs';
import { build, cache, root } from '../setup/places.mjs';
import { digestOf, sourceOf, toolchain } from '../setup/product-lock.mjs';
import { report } from '../setup/progress.mjs';

// None of this may reach a build.
const hostile = {
  AR: 'false',
  CC: 'false',
  CFLAGS: '-O0 -DHOSTILE',
  CPPFLAGS: '-DHOSTILE',
  LANG: 'tr_TR.UTF-8',
  LDFLAGS: '-lhostile',
  MAKEFLAGS: '-k',
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  PERL5OPT: '-w',
  RUSTFLAGS: '-C opt-level=0',
  SOURCE_DATE_EPOCH: '0',
  TZ: 'Asia/Tokyo',
};

/**
 * Runs set-up; ends with its status when it fails.
 * @param {string[]} part
 */
function setUp(part, env = {}) {
  const { status } = spawnSync(process.execPath, ['scripts/setup.mjs', ...part], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('set-up failed');
}

/**
 * Moves what was built into the cache. What is there already must be the same.
 * @param {string} built
 */
function keep(built) {
  for (const name of readdirSync(built)) {
    const [from, to] = [join(built, name), join(cache, name)];
    if (name === 'sources') {
      mkdirSync(to, { recursive: true });
      for (const source of readdirSync(from)) {
        if (!existsSync(join(to, source))) renameSync(join(from, source), join(to, source));
      }
    } else if (!existsSync(to)) renameSync(from, to);
    // Which revision of a source package is whole on the mirrors may change from one hour to the next.
    else if (sourceOf(from) !== sourceOf(to)) report('proof', `${name}: the cache has it of ${sourceOf(to)}`);
    else if (digestOf(from).sha256 !== digestOf(to).sha256) throw new Error(`${name} is not what the cache has: ${to}`);
  }
}

function buildFromNothing() {
  mkdirSync(cache, { recursive: true });
  const own = mkdtempSync(join(cache, '.proof-'));
  for (const name of ['wasm', 'home', 'apt']) rmSync(join(build, name), { recursive: true, force: true });
  for (const name of ['sysroot', 'libc', 'programs']) rmSync(join(build, 'stamps', name), { force: true });
  try {
    setUp(['wasm'], { ...hostile, WASMSAND_CACHE_DIR: own });
    // A program that cannot be had is none that set-up fails for.
    if (!existsSync(join(build, 'stamps/programs'))) throw new Error('programs are missing');
    keep(own);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

const stamp = join(cache, 'proven');
// Not our shell, which every other change touches: it is compiled in a minute, and compared like all others.
const provenParts = ['libc', 'ports', 'toolchain', 'tools'].map((part) => `wasm/${part}`);
provenParts.push('scripts/setup', 'scripts/setup.mjs');

try {
  // The tools and the kernel first: they are not what is proven.
  setUp(['native']);
  const inputs = hashOf(provenParts, [toolchain()]);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== inputs) {
    report('proof', 'building everything from nothing');
    buildFromNothing();
    writeFileSync(stamp, inputs);
  }
  setUp([]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
