import { describe, expect, it } from 'vitest';
import { runNode } from './run-node.js';

const traced = (commandLine: string) => `
  import { Sandbox } from 'wasmsand';
  process.env.WASMSAND_TRACE = '1';
  const sandbox = await Sandbox.create();
  await sandbox.spawn('dash', ['-c', ${JSON.stringify(commandLine)}]).exited;
  await sandbox.destroy();
`;

describe('WASMSAND_TRACE=1', () => {
  it('prints the system calls of a process as strace does', async () => {
    const { stderr } = await runNode(traced('echo hello; read line < /etc/none'));
    const lines = stderr.split('\n').filter((line) => line !== '');
    expect(lines.filter((line) => !/^\[2\] \w+\(.*\) = .+$/.test(line))).toEqual([]);
    expect(lines).toContain('[2] write(1, "hello\\n", 6) = 6');
    expect(lines).toContain(
      '[2] openat(AT_FDCWD, "/etc/none", O_RDONLY|O_LARGEFILE, 00) = -1 ENOENT (No such file or directory)',
    );
    expect(lines.at(-1)).toBe('[2] exit_group(2) = ?');
  });
});
