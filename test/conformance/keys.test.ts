// The same keys into bash on a terminal of the real machine and into the sandbox's: the screens must be equal.

import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';

/** Runs an interactive bash on a terminal: bytes in are keys, bytes out are the screen. */
const onTerminal = `
import os, pty, select, sys
pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(PS1='$ ', TERM='dumb', LC_ALL='C.UTF-8')
    os.execvp('bash', ['bash', '--norc', '--noediting', '-i'])
while True:
    for fd in select.select([0, terminal], [], [])[0]:
        try: data = os.read(fd, 4096)
        except OSError: sys.exit()
        if not data: sys.exit()
        os.write(terminal if fd == 0 else 1, data)
`;

interface Typist {
  type(keys: string): void;
  /** Waits until the screen has shown the text since the last call. */
  shown(text: string): Promise<void>;
  screen(): string;
  end(): void;
}

function typist(write: (keys: string) => void, end: () => void): Typist & { add(text: string): void } {
  let screen = '';
  let from = 0;
  let look = (): void => {};
  return {
    type: write,
    add(text) {
      screen += text.replaceAll('\r', '');
      look();
    },
    shown: (text) =>
      new Promise((resolve) => {
        look = () => {
          const at = screen.indexOf(text, from);
          if (at < 0) return;
          from = at + text.length;
          look = () => {};
          resolve();
        };
        look();
      }),
    screen: () => screen,
    end,
  };
}

function onTheRealMachine(): Typist {
  const child = spawn('python3', ['-c', onTerminal]);
  const made = typist(
    (keys) => child.stdin.write(keys),
    () => child.kill('SIGKILL'),
  );
  child.stdout.on('data', (bytes) => made.add(String(bytes)));
  return made;
}

async function inSandbox(): Promise<Typist> {
  const sandbox = await Sandbox.create({ env: { PS1: '$ ' } });
  const terminal = sandbox.terminal({ command: ['bash', '--norc', '-i'], term: 'dumb' });
  const writer = terminal.input.getWriter();
  const made = typist(
    (keys) => void writer.write(keys),
    () => sandbox.destroy(),
  );
  void (async () => {
    for await (const bytes of terminal.output) made.add(Buffer.from(bytes).toString());
  })();
  return made;
}

/** A program in the foreground that says `begun` and then waits. */
const waits = 'sh -c "echo begun; exec sleep 100"';

const lines = [
  `${waits}; echo x`,
  `for i in 1 2 3; do ${waits}; echo $i; done`,
  `${waits} | cat; echo y`,
  `(${waits}); echo z`,
  `${waits} && echo a || echo b`,
  `f() { ${waits}; echo in; }; f; echo out`,
  `x=$(${waits} >&2; echo q); echo "$x r"`,
  `while ${waits}; do :; done; echo w`,
  `{ ${waits}; } 2>/dev/null; echo v`,
  'echo begun; while :; do :; done; echo u',
  'echo begun; read line; echo "<$line>"',
  `trap "echo trapped" INT; ${waits}; echo on; trap - INT`,
];

async function interrupted(keys: Typist, line: string): Promise<string> {
  await keys.shown('$ ');
  keys.type(`${line}\r`);
  await keys.shown('\nbegun\n');
  keys.type('\x03');
  await keys.shown('$ ');
  keys.type('echo "status $?"\r');
  await keys.shown('\nstatus ');
  await keys.shown('$ ');
  const screen = keys.screen();
  keys.end();
  return screen;
}

describe.skipIf(process.platform !== 'linux')('Ctrl-C on a terminal', () => {
  it.each(lines)('does to a line what it does in bash: %s', { timeout: 60_000 }, async (line) => {
    const [there, here] = await Promise.all([
      interrupted(onTheRealMachine(), line),
      inSandbox().then((keys) => interrupted(keys, line)),
    ]);
    expect(here).toBe(there);
  });
});
