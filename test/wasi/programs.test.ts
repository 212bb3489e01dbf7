// Programs of the public WASI C library in the sandbox, one for each family of wasi_snapshot_preview1's calls. They check
// themselves and say "done" at their end.

import { describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { skipWithout } from '../setup/missing-programs.js';
import { compile } from './compile.js';

interface Ended {
  exitCode: number | null;
  signal?: string;
  stdout: string;
  stderr: string;
}

async function run(program: string, args: string[] = [], input = '', env: Record<string, string> = {}): Promise<Ended> {
  const sandbox = await Sandbox.create();
  try {
    sandbox.writeFile('/usr/local/bin/program', await compile(program));
    sandbox.chmod('/usr/local/bin/program', 0o755);
    const child = sandbox.spawn('/usr/local/bin/program', args, { cwd: '/home/user', env });
    const writer = child.stdin.getWriter();
    const [stdout, stderr, { exitCode, signal }] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
      writer.write(new TextEncoder().encode(input)).then(() => writer.close()),
    ]);
    return { exitCode, ...(signal === undefined ? {} : { signal }), stdout, stderr };
  } finally {
    sandbox.destroy();
  }
}

const fine: Ended = { exitCode: 0, stdout: 'done\n', stderr: '' };
const silent: Ended = { ...fine, stdout: '' };

describe('wasi_snapshot_preview1', () => {
  for (const program of ['clocks', 'files', 'directories', 'paths', 'rights', 'descriptors', 'sockets']) {
    it(`serves ${program}`, async () => {
      expect(await run(program)).toEqual(fine);
    });
  }

  it('gives programs their arguments and environment', async () => {
    expect(await run('arguments', ['', 'two words', 'ü'], '', { EMPTY: '', EQUALS: 'a=b=c' })).toEqual(fine);
  });

  it('polls clocks, streams and what is wrong', async () => {
    expect(await run('polling', [], 'in')).toEqual(fine);
  });

  it('ends programs as they ask', async () => {
    expect(await run('processes', ['return'])).toEqual({ ...silent, exitCode: 7 });
    expect(await run('processes', ['exit'])).toEqual({ ...silent, exitCode: 8 });
    expect(await run('processes', ['_exit'])).toEqual({ ...silent, exitCode: 9 });
  });

  it('turns traps into the signals of Unix', async () => {
    expect(await run('processes', ['abort'])).toMatchObject({ signal: 'SIGABRT' });
    expect(await run('processes', ['null'])).toMatchObject({ signal: 'SIGSEGV' });
    expect(await run('processes', ['bounds'])).toMatchObject({ signal: 'SIGSEGV' });
  });

  it('runs in pipelines of the shell, beside programs of the other door', async () => {
    const sandbox = await Sandbox.create();
    try {
      sandbox.writeFile('/home/user/upper', await compile('upper'));
      sandbox.chmod('/home/user/upper', 0o755);
      const { stdout, stderr, exitCode } = await sandbox.run('printf "%s\\n" b a | sort | ./upper | cat');
      expect({ stdout, stderr, exitCode }).toEqual({ stdout: 'A\nB\n', stderr: '', exitCode: 0 });
    } finally {
      sandbox.destroy();
    }
  });

  it('tells a program of a broken pipe by EPIPE alone', async (context) => {
    const command = 'rg -uuu --text . /usr/bin | head -c 1 >/dev/null; echo "${PIPESTATUS[@]}"';
    skipWithout(context, command);
    const sandbox = await Sandbox.create();
    try {
      const { stdout, stderr } = await sandbox.run(command);
      // Its status depends on where in its output it meets the error. SIGPIPE would make it 141.
      expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^[01] 0\n$/), stderr: '' });
    } finally {
      sandbox.destroy();
    }
  });
});
