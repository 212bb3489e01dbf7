import { describe, expect, it } from 'vitest';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

describe('the session', () => {
  it('keeps the working directory', async () => {
    const sandbox = await create();
    await sandbox.run('mkdir -p a/b && cd a/b');
    expect(await sandbox.run('pwd')).toMatchObject({ stdout: '/home/user/a/b\n' });
    expect(await sandbox.run('cd - >/dev/null; pwd')).toMatchObject({ stdout: '/home/user\n' });
    expect(sandbox.getEnv('PWD')).toBe('/home/user');
  });

  it('keeps a directory reached through a link as the user sees it', async () => {
    const sandbox = await create();
    await sandbox.run('mkdir real && ln -s real link && cd link');
    expect(await sandbox.run('pwd; pwd -P')).toMatchObject({ stdout: '/home/user/link\n/home/user/real\n' });
  });

  it('goes on above a directory that was removed', async () => {
    const sandbox = await create();
    await sandbox.run('mkdir -p gone/deeper && cd gone/deeper');
    await sandbox.run('rm -r /home/user/gone');
    expect(await sandbox.run('pwd')).toMatchObject({ exitCode: 0, stdout: '/home/user\n' });
  });

  it('keeps exported variables whatever they hold', async () => {
    const sandbox = await create();
    await sandbox.run(
      `export QUOTES=$'\\'"\\\\\`$' LINES_=$'one\\ntwo\\ndeclare -x FAKE="1"' UMLAUT=grün EMPTY= TABS=$'\\t'`,
    );
    expect(sandbox.getEnv('QUOTES')).toBe('\'"\\`$');
    expect(sandbox.getEnv('LINES_')).toBe('one\ntwo\ndeclare -x FAKE="1"');
    expect(sandbox.getEnv('UMLAUT')).toBe('grün');
    expect(sandbox.getEnv('EMPTY')).toBe('');
    expect(sandbox.getEnv('FAKE')).toBeUndefined();
    expect(await sandbox.run('printf "%s|" "$QUOTES" "$LINES_" "$UMLAUT" "$EMPTY" "$TABS"')).toMatchObject({
      stdout: '\'"\\`$|one\ntwo\ndeclare -x FAKE="1"|grün||\t|',
    });
  });

  it('forgets variables that were unset', async () => {
    const sandbox = await create({ env: { KEY: 'value' } });
    await sandbox.run('unset KEY');
    expect(sandbox.getEnv('KEY')).toBeUndefined();
    expect(await sandbox.run('echo "${KEY-unset}"')).toMatchObject({ stdout: 'unset\n' });
  });

  it('shares variables with the host', async () => {
    const sandbox = await create();
    sandbox.setEnv('FROM_HOST', 'a b');
    await sandbox.run('export FROM_GUEST="<$FROM_HOST>"');
    expect(sandbox.getEnv('FROM_GUEST')).toBe('<a b>');
    expect(sandbox.getEnv('HOME')).toBe('/home/user');
  });

  it('lets the host win when it sets a variable while a command runs', async () => {
    const sandbox = await create();
    const running = sandbox.run('cat; export KEY=guest', {
      // Without room of its own the stream is asked only when the command runs.
      stdin: new ReadableStream<string>(
        {
          pull(controller) {
            sandbox.setEnv('KEY', 'host');
            controller.close();
          },
        },
        { highWaterMark: 0 },
      ),
    });
    await running;
    expect(sandbox.getEnv('KEY')).toBe('host');
  });

  it('refuses an invalid variable name or value', async () => {
    const sandbox = await create();
    expect(() => sandbox.setEnv('A=B', '')).toThrow(expect.objectContaining({ code: 'E_INVALID_OPTION' }));
    expect(() => sandbox.setEnv('A', 'a\0b')).toThrow(expect.objectContaining({ code: 'E_INVALID_OPTION' }));
  });

  it('applies env and cwd of a command to that command only', async () => {
    const sandbox = await create({ env: { KEY: 'session' } });
    const result = await sandbox.run('pwd; echo "$KEY $OTHER"; export KEPT=1', {
      cwd: '/tmp',
      env: { KEY: 'once', OTHER: 'once' },
    });
    expect(result.stdout).toBe('/tmp\nonce once\n');
    expect(await sandbox.run('pwd; echo "$KEY ${OTHER-none} $KEPT"')).toMatchObject({
      stdout: '/home/user\nsession none 1\n',
    });
  });

  it('passes on variables with names that a script cannot use', async () => {
    const sandbox = await create({ env: { 'a-b': 'session', 'c d': '1' } });
    const names = "env | grep -e '^a-b=' -e '^c d='";
    expect((await sandbox.run(names, { env: { 'a-b': 'once' } })).stdout).toBe('a-b=once\nc d=1\n');
    expect((await sandbox.run(names)).stdout).toBe('a-b=session\nc d=1\n');
    for (const value of ['first', 'second']) sandbox.setEnv('a-b', value);
    expect((await sandbox.run(names)).stdout).toBe('a-b=second\nc d=1\n');
    sandbox.setEnv('BASH_FUNC_greet%%', '() { echo hello; }');
    expect((await sandbox.run('greet; bash -c greet')).stdout).toBe('hello\nhello\n');
  });

  it('rejects a command whose cwd does not exist', async () => {
    const sandbox = await create();
    await expect(sandbox.run('true', { cwd: '/none' })).rejects.toMatchObject({
      code: 'ENOENT',
      message: "ENOENT: no such file or directory, chdir '/none'",
    });
  });

  it('begins anew after exit and after set -e ends it; files and variables of the host stay', async () => {
    const sandbox = await create();
    sandbox.setEnv('FROM_HOST', '1');
    await sandbox.run('echo kept >file; value=1; f() { :; }');
    const result = await sandbox.run('set -eux; export KEY=1; cd /tmp; false; export KEY=2');
    expect(result).toMatchObject({ exitCode: 1, stderr: '+ export KEY=1\n+ KEY=1\n+ cd /tmp\n+ false\n' });
    const after = 'pwd; echo "<$KEY$value$FROM_HOST>"; cat file; declare -F f || echo none';
    expect(await sandbox.run(after)).toMatchObject({ stdout: '/home/user\n<1>\nkept\nnone\n' });
  });

  it('is kept without output, whatever traps a command has set', async () => {
    const sandbox = await create();
    const script =
      "trap 'echo debug' DEBUG; trap 'echo error' ERR; trap 'echo return' RETURN; set -T; false; export KEY=1";
    const { stdout, stderr } = await sandbox.run(script);
    expect(stdout).toBe('debug\ndebug\ndebug\ndebug\ndebug\nerror\ndebug\n');
    expect(stderr).toBe('');
    expect(sandbox.getEnv('KEY')).toBe('1');
  });

  it('begins as an ordinary user of a Unix machine', async () => {
    const sandbox = await create();
    const result = await sandbox.run('id; echo ~ $PATH $SHELL; uname -n; umask; ls -a ~ /home; tty; echo $SHLVL');
    expect(result.stderr).toBe('');
    expect(result.stdout).toBe(
      'uid=1000(user) gid=1000(user) groups=1000(user)\n' +
        '/home/user /usr/local/bin:/usr/bin:/bin /bin/bash\nsandbox\n0022\n' +
        '/home:\n.\n..\nuser\n\n/home/user:\n.\n..\n.bashrc\n.profile\nnot a tty\n1\n',
    );
  });

  it('cannot write what belongs to root, nor look into /root', async () => {
    const sandbox = await create();
    const result = await sandbox.run(
      'echo x >>/etc/passwd; rm /usr/bin/ls; ls /root; echo x >/tmp/mine && cat /tmp/mine',
    );
    expect(result.stdout).toBe('x\n');
    expect(result.stderr.match(/Permission denied/g)?.length).toBe(3);
  });

  it('is not disturbed by a guest that tampers with where it is kept', async () => {
    const sandbox = await create({ env: { KEY: '1' } });
    const away = 'trap - EXIT; cd /run/wasmsand; rm -f state;';
    for (const tampering of [
      'ln -s /dev/zero state',
      'ln -s /nowhere state',
      'mkdir -p state/full',
      'printf "relative\\0=x\\0novalue\\0KEY=1\\0\\0" >state',
      'head -c 5000000 /dev/zero >state',
      'echo nonsense >state',
    ]) {
      await sandbox.run(`${away} ${tampering}`);
      expect(await sandbox.run('pwd; echo "$KEY"')).toMatchObject({
        exitCode: 0,
        stdout: '/home/user\n1\n',
        stderr: '',
      });
    }
  });
});
