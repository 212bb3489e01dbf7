// Programs of Python in a sandbox, and what they say.

import type { TestContext } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { skipWithout } from '../setup/missing-programs.js';

export const printed = (stdout: string) => ({ stdout, stderr: '', exitCode: 0 });

export async function python(sandbox: Sandbox, program: string) {
  sandbox.writeFile('/tmp/program.py', program);
  const { stdout, stderr, exitCode } = await sandbox.run('python3 /tmp/program.py', { timeoutMs: 60_000 });
  return { stdout, stderr, exitCode };
}

/** Packages of Python are in the image after `npm run wheels` alone. */
export async function skipWithoutPackage(context: TestContext, sandbox: Sandbox, name: string): Promise<void> {
  skipWithout(context, 'python3');
  if (!(await sandbox.exists(`/usr/lib/python3.14/site-packages/${name}`)))
    context.skip('the image has no packages of Python: npm run wheels');
}
