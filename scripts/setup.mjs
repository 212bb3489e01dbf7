// Brings a checkout to where it runs: packages, addon, TypeScript, C library and programs. Everything is incremental,
// so it runs before every `npm start` and `npm test`; with nothing to do it takes a fraction of a second.
//   node scripts/setup.mjs            all steps
//   node scripts/setup.mjs --for=CMD  the programs that a command line needs, and what all of them need
//   node scripts/setup.mjs native     what Node needs: packages, addon, TypeScript
//   node scripts/setup.mjs wasm       what the sandbox contains as well: C library, programs; they are tried on the kernel
//   node scripts/setup.mjs --from FILE|DIRECTORY   all steps, with the programs of a packed set instead of building them
import { parseArgs } from 'node:util';
import { addon } from './setup/addon.mjs';
import { programsFor, sourcesAhead } from './setup/command.mjs';
import { endDownloads } from './setup/download.mjs';
import { libc } from './setup/libc.mjs';
import { withLock } from './setup/lock.mjs';
import { nodeModules } from './setup/node_modules.mjs';
import { packages } from './setup/packages.mjs';
import { isPacked, takePacked } from './setup/packed.mjs';
import { programs } from './setup/programs.mjs';
import { report, StepFailed } from './setup/progress.mjs';
import { sysroot } from './setup/sysroot.mjs';
import { typescript } from './setup/typescript.mjs';

function readArguments() {
  try {
    const options = { for: { type: 'string' }, from: { type: 'string' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [part = 'all', ...more] = positionals;
    const isOne = more.length === 0 && (values.from === undefined || positionals.length === 0);
    if (part in parts && isOne) return { part, command: values.for, pack: values.from };
  } catch {
    // Usage follows.
  }
  console.error('usage: setup.mjs [native|wasm|--from FILE|DIRECTORY] [--for=COMMAND]');
  process.exit(2);
}

// Two locks: compiling the kernel need not wait for the programs of the sandbox.
const parts = { all: ['native', 'wasm'], native: ['native'], wasm: ['native', 'wasm'] };
const { part, command, pack } = readArguments();
const tools = [packages, nodeModules];
const groups = {
  native: [addon, typescript],
  wasm: [sysroot, libc, command === undefined ? programs : () => programsFor(command)],
};

// What a product's files may be read by is not the caller's choice.
process.umask(0o022);

try {
  const inOrder = (steps) => async () => {
    for (const step of steps) await step();
  };
  // First: what cannot be used is told before anything else is done.
  if (pack !== undefined) await withLock('wasm', () => takePacked(pack));
  if (isPacked()) groups.wasm = [];
  await withLock('tools', inOrder(tools));
  // While the kernel is compiled.
  if (parts[part].includes('wasm') && groups.wasm.length > 0) await sourcesAhead(command);
  for (const group of parts[part]) await withLock(group, inOrder(groups[group]));
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  report('setup', error.message);
  process.exitCode = 1;
} finally {
  endDownloads();
}
