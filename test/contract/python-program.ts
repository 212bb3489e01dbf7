// Programs of Python in a sandbox, and what they say.

import type { Sandbox } from 'wasmsand';

export const printed = (stdout: string) => ({ stdout, stderr: '', exitCode: 0 });

export async function python(sandbox: Sandbox, program: string) {
  sandbox.writeFile('/tmp/program.py', program);
  const { stdout, stderr, exitCode } = await sandbox.run('python3 /tmp/program.py', { timeoutMs: 60_000 });
  return { stdout, stderr, exitCode };
}
