// Brings a checkout to where it runs: packages, addon, TypeScript, C library and programs. Everything is incremental,
// so it runs before every `npm start` and `npm test`; with nothing to do it takes a fraction of a second.
//   node scripts/setup.mjs            all steps
//   node scripts/setup.mjs --for=CMD  the programs that a command line needs, and what all of them need
//   node scripts/setup.mjs native     what Node needs: packages, addon, TypeScript
//   node scripts/setup.mjs wasm       what the sandbox contains as well: C library, programs; they are tried on the kernel
//   node scripts/setup.mjs --from FILE|DIRECTORY   all steps, with the programs of a packed set instead of building them
import { parseArgs } from 'node:util';
import { programsFor, sourcesAhead } from './setup/command.mjs';
import { endDownloads } from './setup/download.mjs';
import { makeKernel } from './setup/kernel.mjs';
import { libc } from './setup/libc.mjs';
import { withLock } from './setup/lock.mjs';
import { nodeModules } from './setup/node_modules.mjs';
import { packages } from './setup/packages.mjs';
import { isPacked, takePacked } from './setup/packed.mjs';
import { programs } from './setup/programs.mjs';
import { report, StepFailed } from './setup/progress.mjs';
import { sysroot } from './setup/sysroot.mjs';
import { unpackedPackages } from './setup/unpacked.mjs';

/** @import { List } from './setup/packages.mjs' */

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { for: { type: 'string' }, from: { type: 'string' } },
      allowPositionals: true,
    });
    const [part = 'all', ...more] = positionals;
    const isOne = more.length === 0 && (values.from === undefined || positionals.length === 0);
    if (parts.includes(part) && isOne) return { part, command: values.for, pack: values.from };
  } catch {
    // Usage follows.
  }
  console.error('usage: setup.mjs [native|wasm|--from FILE|DIRECTORY] [--for=COMMAND]');
  process.exit(2);
}

const parts = ['all', 'native', 'wasm'];
const { part, command, pack } = readArguments();

/**
 * @param {Promise<void>} installed
 * @param {Promise<void>} modules
 */
async function makePrograms(installed, modules) {
  await Promise.all([installed, modules]);
  await sourcesAhead(command);
  await withLock('wasm', async () => {
    await sysroot();
    await libc();
    await (command === undefined ? programs() : programsFor(command));
  });
}

/**
 * Of the system's packages the first start has only those that it needs.
 * @returns {List[]}
 */
function packageLists() {
  if (part === 'native') return ['kernel'];
  if (command !== undefined) return isPacked() ? ['kernel'] : ['kernel', 'programs'];
  return part === 'wasm' ? ['kernel', 'programs'] : ['kernel', 'programs', 'tests'];
}

// What a product's files may be read by is not the caller's choice.
process.umask(0o022);

try {
  // First: what cannot be used is told before anything else is done.
  if (pack !== undefined) await withLock('wasm', () => takePacked(pack));
  // What one of these leaves of the machine the others take.
  const installed = withLock('packages', async () => {
    await packages(packageLists());
    // A command line has no use for them.
    if (part === 'all' && command === undefined) await unpackedPackages();
  });
  const modules = withLock('node_modules', nodeModules);
  const work = [installed, modules, makeKernel(installed, modules)];
  if (part !== 'native' && !isPacked()) work.push(makePrograms(installed, modules));
  await Promise.all(work);
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  report('setup', error.message);
  // What still runs ends with it.
  process.exit(1);
} finally {
  endDownloads();
}
