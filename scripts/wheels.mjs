// npm run wheels, behind set-up: packages of Python for the sandbox's image (scripts/setup/wheels.mjs), put into dist/wasm.
//   --built            tells by its status whether what has to be compiled for them is in the cache already, and does nothing else
//   --lock             writes wasm/wheels.built.json, too: after a change of what is compiled, or of how
//   --locked           fails if that is of other packages, recipes or sources
import { withLock } from './setup/lock.mjs';
import { installImage, productOf, shell } from './setup/programs.mjs';
import { report, StepFailed } from './setup/progress.mjs';
import { lockBuilt, unlockedWheels, wheels, wheelsAreBuilt } from './setup/wheels.mjs';

process.umask(0o022);
if (process.argv.includes('--built')) process.exit((await wheelsAreBuilt()) ? 0 : 1);
try {
  await withLock('wasm', async () => {
    await wheels(await productOf('python'), await shell());
    await installImage();
    if (process.argv.includes('--lock')) await lockBuilt();
    const unlocked = await unlockedWheels();
    const stale = `wasm/wheels.built.json is not of these: ${unlocked.join(', ')}`;
    if (unlocked.length > 0 && process.argv.includes('--locked')) throw new StepFailed(stale);
    if (unlocked.length > 0) report('wheels', stale);
    report('wheels', 'in dist/wasm');
  });
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  report('wheels', error.message);
  process.exit(1);
}
process.exit(0);
