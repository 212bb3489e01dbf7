// npm run wheels, behind set-up: packages of Python for the sandbox's image (scripts/setup/wheels.mjs), put into dist/wasm.
import { withLock } from './setup/lock.mjs';
import { installImage, productOf, shell } from './setup/programs.mjs';
import { report, StepFailed } from './setup/progress.mjs';
import { wheels } from './setup/wheels.mjs';

process.umask(0o022);
try {
  await withLock('wasm', async () => {
    await wheels(await productOf('python'), await shell());
    await installImage();
    report('wheels', 'in dist/wasm');
  });
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  report('wheels', error.message);
  process.exit(1);
}
process.exit(0);
