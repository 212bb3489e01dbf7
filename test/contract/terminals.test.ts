// spawn({ tty }) and sandbox.terminal: what the host types, what a terminal shows, and when it is hung up.

import { describe, expect, it } from 'vitest';
import type { Process, Sandbox, SandboxError, Terminal } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();
const decoder = new TextDecoder();

/** Somebody at a terminal: types, and looks until something is shown. */
class Typist {
  readonly #writer: WritableStreamDefaultWriter<string | Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  /** What was shown and not looked at. */
  screen = '';

  constructor(input: WritableStream<string | Uint8Array>, output: ReadableStream<Uint8Array>) {
    this.#writer = input.getWriter();
    this.#reader = output.getReader();
  }

  static of({ input, output }: Pick<Terminal, 'input' | 'output'>): Typist {
    return new Typist(input, output);
  }

  async type(keys: string): Promise<void> {
    await this.#writer.write(keys);
  }

  /** Looks until `text` is shown, and gives all up to its end. */
  async until(text: string): Promise<string> {
    while (!this.screen.includes(text)) {
      const { done, value } = await this.#reader.read();
      if (done) throw new Error(`the terminal has ended, and shows ${JSON.stringify(this.screen)}`);
      this.screen += decoder.decode(value);
    }
    const end = this.screen.indexOf(text) + text.length;
    const seen = this.screen.slice(0, end);
    this.screen = this.screen.slice(end);
    return seen;
  }

  async rest(): Promise<string> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) return this.screen;
      this.screen += decoder.decode(value);
    }
  }

  async leave(): Promise<void> {
    await this.#writer.close();
    await this.#reader.cancel();
  }
}

function onTerminal(sandbox: Sandbox, command: string, options = {}): { child: Process; typist: Typist } {
  const child = sandbox.spawn('bash', ['-c', command], { tty: { cols: 80, rows: 24 }, ...options });
  return { child, typist: new Typist(child.stdin, child.stdout) };
}

async function shownBy(sandbox: Sandbox, command: string, options = {}): Promise<string> {
  const { typist } = onTerminal(sandbox, command, options);
  return typist.rest();
}

function thrownBy(call: () => unknown): SandboxError | undefined {
  try {
    call();
  } catch (error) {
    return error as SandboxError;
  }
  return undefined;
}

describe('a process on a terminal', () => {
  it('has it as its input, both outputs and controlling terminal', async () => {
    const sandbox = await create();
    const shown = await shownBy(
      sandbox,
      'tty; stty size; echo "$TERM"; echo out >/dev/tty; echo err >&2; test -t 0 && test -t 1 && test -t 2 && echo all',
    );
    expect(shown).toBe('/dev/pts/0\r\n24 80\r\nxterm-256color\r\nout\r\nerr\r\nall\r\n');
    expect(await shownBy(sandbox, 'echo "$TERM"', { tty: { cols: 1, rows: 1, term: 'vt100' } })).toBe('vt100\r\n');
    expect(await shownBy(sandbox, 'echo "$TERM"', { env: { TERM: 'dumb' } })).toBe('dumb\r\n');
  });

  it('has no standard error of its own', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('bash', ['-c', 'echo x >&2'], { tty: { cols: 80, rows: 24 } });
    expect(await new Response(child.stderr).text()).toBe('');
    expect(await new Response(child.stdout).text()).toBe('x\r\n');
    expect(await child.exited).toEqual({ exitCode: 0, timedOut: false });
  });

  it('is shown what is typed, and gets lines that can be edited', async () => {
    const sandbox = await create();
    const { child, typist } = onTerminal(sandbox, 'read -r line; printf "<%s>" "$line"');
    await typist.type('hello wold\x7f\x7frld\n');
    expect(await typist.until('>')).toBe('hello wold\b \b\b \brld\r\n<hello world>');
    expect((await child.exited).exitCode).toBe(0);
    const other = onTerminal(sandbox, 'cat; echo end');
    await other.typist.type('a b\x17c\x15d\n\x04');
    expect(await other.typist.rest()).toBe('a b\b \bc\b \b\b \b\b \bd\r\nd\r\nend\r\n');
  });

  it('gets signals from keys', async () => {
    const sandbox = await create();
    const { child, typist } = onTerminal(sandbox, 'echo ready; exec sleep 1000');
    await typist.until('ready\r\n');
    await typist.type('\x03');
    expect(await child.exited).toMatchObject({ signal: 'SIGINT', exitCode: 130 });
    expect(await typist.rest()).toBe('^C');
  });

  it('can set it raw', async () => {
    const sandbox = await create();
    const { typist } = onTerminal(sandbox, 'stty raw -echo; echo ready; head -c 3 | od -An -tx1');
    await typist.until('ready\n');
    await typist.type('\x03\r\x04');
    expect(await typist.rest()).toBe(' 03 0d 04\n');
  });

  it('can ask for its settings', async () => {
    const sandbox = await create();
    const shown = await shownBy(sandbox, 'stty -a');
    expect(shown).toContain('rows 24; columns 80;');
    expect(shown).toContain('intr = ^C; quit = ^\\; erase = ^?; kill = ^U;');
    expect(shown).toMatch(/\bisig icanon iexten echo echoe echok -echonl\b/);
  });

  it('hears of another size', async () => {
    const sandbox = await create();
    const { child, typist } = onTerminal(
      sandbox,
      'trap "stty size; exit" WINCH; echo ready; while :; do sleep 0.05; done',
    );
    await typist.until('ready\r\n');
    expect(child.resize(132, 43)).toBe(true);
    expect(await typist.rest()).toBe('43 132\r\n');
    await child.exited;
    expect(child.resize(1, 1)).toBe(false);
  });

  it('is seen by the programs of the sandbox and by the host', async () => {
    const sandbox = await create();
    const { child, typist } = onTerminal(sandbox, 'echo ready; read -r line');
    await typist.until('ready\r\n');
    expect(sandbox.processes().find(({ pid }) => pid === child.pid)?.tty).toBe('pts/0');
    expect((await sandbox.exec('stat -c "%a %U %t" /dev/pts/0; ls /dev/pts')).stdout).toBe('620 user 88\n0\nptmx\n');
    await typist.type('\n');
    await child.exited;
    await typist.rest();
    expect((await sandbox.exec('ls /dev/pts')).stdout).toBe('ptmx\n');
  });

  it('may be Python', async () => {
    const sandbox = await create();
    const program = 'import os; print(tuple(os.get_terminal_size())); print(input("? ").upper())';
    const child = sandbox.spawn('python3', ['-c', program], { tty: { cols: 91, rows: 17 } });
    const typist = new Typist(child.stdin, child.stdout);
    expect(await typist.until('? ')).toBe('(91, 17)\r\n? ');
    await typist.type('abx\x7fc\n');
    expect(await typist.rest()).toBe('abx\b \bc\r\nABC\r\n');
  });

  it('has its output kept with keepBytes', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('bash', ['-c', 'echo one; read -r x; echo "$x"'], {
      ...{ tty: { cols: 80, rows: 24 }, keepBytes: 65_536 },
    });
    const writer = child.stdin.getWriter();
    await writer.write('two\n');
    await child.exited;
    const { chunks } = await child.read();
    const shown = chunks.map(({ bytes }) => decoder.decode(bytes)).join('');
    // The echo comes when it was typed, which may be before or after the first line.
    expect(shown.split('\r\n').sort()).toEqual(['', 'one', 'two', 'two']);
  });

  it('moves much without loss', async () => {
    const sandbox = await create();
    const shown = await shownBy(sandbox, 'stty -onlcr; seq 200000');
    expect(shown).toBe(Array.from({ length: 200_000 }, (_, index) => `${index + 1}\n`).join(''));
  });
});

describe('hanging up', () => {
  const tree = 'trap "" TERM; sleep 1000 & (sleep 1000; :) & echo ready; wait';

  it('ends what runs there, when both streams are closed', async () => {
    const sandbox = await create();
    const { child, typist } = onTerminal(sandbox, tree);
    await typist.until('ready\r\n');
    await typist.leave();
    expect(await child.exited).toMatchObject({ signal: 'SIGHUP' });
    await expect.poll(() => sandbox.processes().filter(({ argv }) => argv[0] === 'sleep')).toEqual([]);
  });

  it('comes when the process ends, for what it leaves', async () => {
    const sandbox = await create();
    const { child, typist } = onTerminal(sandbox, '(sleep 1000; :) & exit 3');
    expect(await typist.rest()).toBe('');
    expect((await child.exited).exitCode).toBe(3);
    await expect.poll(() => sandbox.processes().filter(({ argv }) => argv[0] === 'sleep')).toEqual([]);
  });

  it('comes with an abort', async () => {
    const sandbox = await create();
    const abort = new AbortController();
    const { child, typist } = onTerminal(sandbox, tree, { signal: abort.signal });
    await typist.until('ready\r\n');
    abort.abort();
    expect(await child.exited).toMatchObject({ signal: 'SIGKILL' });
    expect(await typist.rest()).toBe('');
  });

  it('comes with the end of the sandbox', async () => {
    const sandbox = await create();
    const terminal = sandbox.terminal();
    const typist = Typist.of(terminal);
    await typist.type('echo $((6 * 7))\n');
    await typist.until('42\r\n');
    sandbox.destroy();
    await typist.rest();
    await terminal.process.exited;
    expect(terminal.resize(1, 1)).toBe(false);
    terminal.close();
  });
});

describe('sandbox.terminal', () => {
  it('runs an interactive shell beside the session', async () => {
    const sandbox = await create();
    await sandbox.run('cd /tmp; secret=1; export TERM=dumb; echo shared >file');
    const terminal = sandbox.terminal({ cols: 100, rows: 30 });
    const typist = Typist.of(terminal);
    await typist.type('echo "$PWD <$secret> $TERM"; cat /tmp/file; stty size; exit 7\n');
    await typist.until('/home/user <> xterm-256color\r\nshared\r\n30 100\r\n');
    await typist.rest();
    expect((await terminal.process.exited).exitCode).toBe(7);
  });

  it('stays after Ctrl-C', async () => {
    const sandbox = await create();
    const typist = Typist.of(sandbox.terminal());
    await typist.type('echo $((1 + 2))go; sleep 1000\n');
    await typist.until('3go\r\n');
    const sleeps = (): boolean => sandbox.processes().some(({ argv }) => argv[0] === 'sleep');
    await expect.poll(sleeps).toBe(true);
    // It is there a little before it is in the foreground.
    const press = async (): Promise<boolean> => {
      if (sleeps()) await typist.type('\x03');
      return sleeps();
    };
    await expect.poll(press).toBe(false);
    await typist.type('echo $((40 + 2))\n');
    await typist.until('42\r\n');
    await typist.type('\x04');
    await typist.rest();
  });

  it('stays after Ctrl-C at the prompt and in its own loops', async () => {
    const sandbox = await create();
    const typist = Typist.of(sandbox.terminal());
    await typist.until('$ ');
    await typist.type('half a line\x03');
    await typist.until('^C\r\nuser@sandbox:~$ ');
    await typist.type('echo $((1 + 2))go; while :; do :; done; echo never\n');
    await typist.until('3go\r\n');
    await typist.type('\x03');
    await typist.until('^C\r\nuser@sandbox:~$ ');
    await typist.type('echo "<$?>"; exit\n');
    expect(await typist.rest()).toContain('<130>\r\n');
  });

  it('stops and continues jobs', async () => {
    const sandbox = await create();
    const typist = Typist.of(sandbox.terminal());
    await typist.type('set -m; echo $((1 + 2))go; cat\n');
    await typist.until('3go\r\n');
    const state = (): string | undefined => sandbox.processes().find(({ argv }) => argv[0] === 'cat')?.state;
    await expect.poll(state).toBe('S');
    const press = async (): Promise<string | undefined> => {
      if (state() === 'S') await typist.type('\x1a');
      return state();
    };
    await expect.poll(press).toBe('T');
    await typist.until('Stopped');
    await typist.type('fg; echo $((2 + 2))end\n');
    await typist.until('\r\ncat\r\n');
    await typist.type('again\n');
    await typist.until('again\r\nagain\r\n');
    await typist.type('\x04');
    await typist.until('4end\r\n');
    await typist.type('\x04');
    await typist.rest();
  });

  it('runs another command', async () => {
    const sandbox = await create();
    const line = sandbox.terminal({ command: 'echo "$TERM"; stty size', term: 'vt220' });
    expect(await new Response(line.output).text()).toBe('vt220\r\n24 80\r\n');
    const program = sandbox.terminal({ command: ['printf', '%s', 'a b'] });
    expect(await new Response(program.output).text()).toBe('a b');
  });

  it('is closed from outside', async () => {
    const sandbox = await create();
    const terminal = sandbox.terminal({ command: ['sleep', '1000'] });
    terminal.close();
    terminal.close();
    expect(await terminal.process.exited).toMatchObject({ signal: 'SIGHUP' });
    expect(await new Response(terminal.output).text()).toBe('');
  });

  it('may be open many times', { timeout: 120_000 }, async () => {
    const sandbox = await create();
    const terminals = Array.from({ length: 50 }, () => sandbox.terminal({ command: ['cat'] }));
    await Promise.all(
      terminals.map(async (terminal, index) => {
        const typist = Typist.of(terminal);
        await typist.type(`number ${index}\n`);
        await typist.until(`number ${index}\r\nnumber ${index}\r\n`);
        await typist.type('\x04');
        await typist.rest();
      }),
    );
    // Their numbers are free again.
    expect(await shownBy(sandbox, 'tty')).toBe('/dev/pts/0\r\n');
  });

  it('is refused beyond 64', async () => {
    const sandbox = await create({ maxProcesses: 100 });
    const first = sandbox.terminal({
      command: 'exec 3<>/dev/null; for i in {1..63}; do exec {fd}<>/dev/ptmx; done; read',
    });
    await expect.poll(async () => (await sandbox.exec('ls /dev/pts | wc -l')).stdout).toBe('65\n');
    expect(thrownBy(() => sandbox.terminal())).toMatchObject({ code: 'ENOSPC' });
    first.close();
    await first.process.exited;
  });
});

describe('bad arguments', () => {
  it('are refused by name', async () => {
    const sandbox = await create();
    const spawn = (tty: unknown) => () => sandbox.spawn('true', [], { tty: tty as { cols: number; rows: number } });
    expect(thrownBy(spawn({ cols: 80 }))?.message).toContain('tty.rows');
    expect(thrownBy(spawn({ cols: 80.5, rows: 1 }))?.message).toContain('tty.cols');
    expect(thrownBy(spawn({ cols: 80, rows: 65_536 }))?.message).toContain('tty.rows');
    expect(thrownBy(spawn({ cols: 80, rows: 24, term: 'a\0' }))?.message).toContain('tty.term');
    expect(thrownBy(spawn({ cols: 80, rows: 24, size: 1 }))?.message).toContain('size');
    expect(thrownBy(spawn(true))?.message).toContain('tty');
    expect(thrownBy(() => sandbox.terminal({ command: [] }))?.message).toContain('command');
    expect(thrownBy(() => sandbox.terminal({ cols: -1 }))?.message).toContain('cols');
    expect(thrownBy(() => sandbox.terminal({ command: ['no-such-program'] }))).toMatchObject({ code: 'ENOENT' });
    const child = sandbox.spawn('true');
    expect(thrownBy(() => child.resize(1, 1))?.message).toContain('tty');
    const terminal = sandbox.terminal({ command: ['cat'] });
    expect(thrownBy(() => terminal.resize(1, -1))?.message).toContain('rows');
    terminal.close();
    await child.exited;
  });
});
