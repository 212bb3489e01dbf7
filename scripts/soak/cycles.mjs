// Sandboxes that are made, used once and destroyed.
import { Sandbox } from '../../dist/esm/index.js';
import { expect } from './operations.mjs';

/** @import { Soak } from './operations.mjs' */

export const sandboxes = 1;

/** @param {Soak} soak */
export async function live({ operations, isOver }) {
  while (!isOver()) {
    await operations.run('cycle', 'echo hi | cat', async () => {
      const sandbox = await Sandbox.create();
      const { stdout, stderr, exitCode } = await sandbox.run('echo hi | cat');
      expect(stdout, 'hi\n', `output (status ${exitCode}, ${JSON.stringify(stderr)})`);
      sandbox.destroy();
    });
  }
}
