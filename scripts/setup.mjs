// Brings a checkout to where it runs: packages, addon, TypeScript, C library and programs. Everything is incremental,
// so it runs before every `npm start` and `npm test`; with nothing to do it takes a fraction of a second.
//   node scripts/setup.mjs            all steps
//   node scripts/setup.mjs native     what Node needs: packages, addon, TypeScript
//   node scripts/setup.mjs wasm       what the sandbox contains: packages, C library, programs
import { addon } from './setup/addon.mjs';
import { libc } from './setup/libc.mjs';
import { withLock } from './setup/lock.mjs';
import { nodeModules } from './setup/node_modules.mjs';
import { packages } from './setup/packages.mjs';
import { programs } from './setup/programs.mjs';
import { report, StepFailed } from './setup/progress.mjs';
import { sysroot } from './setup/sysroot.mjs';
import { typescript } from './setup/typescript.mjs';

const parts = {
  all: [packages, nodeModules, addon, typescript, sysroot, libc, programs],
  native: [packages, nodeModules, addon, typescript],
  wasm: [packages, nodeModules, sysroot, libc, programs],
};

const part = process.argv[2] ?? 'all';
if (!(part in parts)) {
  console.error('usage: setup.mjs [native|wasm]');
  process.exit(2);
}

try {
  await withLock(async () => {
    for (const step of parts[part]) await step();
  });
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  report('setup', error.message);
  process.exitCode = 1;
}
