import { describe, expect, it } from 'vitest';
import { runNode } from './run-node.js';

const traced = (what: string, commandLine: string) => `
  import { Sandbox } from 'wasmsand';
  process.env.WASMSAND_TRACE = '${what}';
  const sandbox = await Sandbox.create();
  await sandbox.spawn('dash', ['-c', ${JSON.stringify(commandLine)}]).exited;
  await sandbox.destroy();
`;

describe('WASMSAND_TRACE', () => {
  it('prints the system calls of a process as strace does', async () => {
    const { stderr } = await runNode(traced('1', 'echo hello; read line < /etc/none'));
    const lines = stderr.split('\n').filter((line) => line !== '');
    expect(lines.filter((line) => !/^\[2\] \w+\(.*\) = .+$/.test(line))).toEqual([]);
    expect(lines).toContain('[2] write(1, "hello\\n", 6) = 6');
    expect(lines).toContain(
      '[2] openat(AT_FDCWD, "/etc/none", O_RDONLY|O_LARGEFILE, 00) = -1 ENOENT (No such file or directory)',
    );
    expect(lines.at(-1)).toBe('[2] exit_group(2) = ?');
  });

  it('prints what becomes of processes in the host', async () => {
    const { stderr } = await runNode(traced('sched', 'sleep 0.01; :'));
    const lines = stderr.split('\n').filter((line) => line !== '');
    const event = /^\[(\d)\] \d+\.\d{6} \+\+\+ sandbox 1: (.+) \+\+\+$/;
    expect(lines.filter((line) => !event.test(line))).toEqual([]);
    // How a thread comes and a program is compiled differs from host to host.
    const differs = /thread|turn|program|goes on|yields/;
    const told = lines.map((line) => event.exec(line)?.slice(1) ?? []);
    const of = (pid: string) => [...new Set(told.filter(([of]) => of === pid).map(([, step = '']) => step))];
    expect(of('2').filter((step) => !differs.test(step))).toEqual([
      'queued, a run',
      'admitted',
      'waits for a child',
      'ends',
    ]);
    expect(of('3').filter((step) => !differs.test(step))).toEqual([
      'queued, a spawn',
      'admitted',
      'waits for a time',
      'ends',
    ]);
    for (const pid of ['2', '3'])
      expect(of(pid)).toEqual(expect.arrayContaining([expect.stringMatching(/^begins on thread \d+$/), 'goes on']));
  });

  it('prints both', async () => {
    const { stderr } = await runNode(traced('sched,1', 'true'));
    expect(stderr).toContain('exit_group(0) = ?\n');
    expect(stderr).toContain(' +++ sandbox 1: ends +++\n');
  });
});
