// States that a command can be in when its deadline comes: for the tests, and for bench/kill.mjs.

const unsigned = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]);
const section = (id, ...content) => {
  const bytes = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([id, ...unsigned(bytes.length)]), bytes]);
};

let programs = 0;

/** A program that takes the engine long to compile; never the same one, for what was compiled is remembered. */
function largeProgram(size) {
  const pairs = 33_000;
  const count = Math.ceil(size / (3 * pairs));
  const seed = programs++;
  const body = (i) =>
    Buffer.concat([
      Buffer.from([...unsigned(3 * pairs + 2), 0]),
      // i32.const, drop
      Buffer.alloc(3 * pairs, Buffer.from([0x41, (seed + i) & 0x3f, 0x1a])),
      Buffer.of(0x0b),
    ]);
  return Buffer.concat([
    Buffer.from('\0asm\x01\0\0\0', 'latin1'),
    section(1, [1, 0x60, 0, 0]),
    section(3, unsigned(count), Buffer.alloc(count)),
    section(5, [1, 0, 1]),
    section(7, [1, 6], '_start', [0, 0]),
    section(10, unsigned(count), ...Array.from({ length: count }, (_, i) => body(i))),
  ]);
}

function addProgram(sandbox, path, content) {
  sandbox.writeFile(path, content);
  sandbox.chmod(path, 0o755);
}

/**
 * By the name of the state: a command line that comes into it and does not end, what must be there before, and, when it stays in it, the
 * wait that `metrics()` shows then.
 */
export const killStates = {
  'computes in the shell': { command: 'while :; do :; done' },
  'computes in a program': { command: "awk 'BEGIN { while (1); }'" },
  'computes in Python': { command: "python3 -c 'while True: pass'" },
  'computes in C of Python': { command: "python3 -c 'pow(7, 10**9)'" },
  'sleeps in Python': { command: "python3 -c 'import time; time.sleep(1000)'", wait: 'time' },
  sleeps: { command: 'sleep 1000', wait: 'time' },
  'waits for a FIFO to be opened': {
    prepare: (sandbox) => sandbox.run('rm -f /tmp/fifo; mkfifo /tmp/fifo'),
    command: 'cat /tmp/fifo',
    wait: 'fifo',
  },
  'waits for an empty pipe': { command: 'sleep 1000 | cat', wait: 'pipeData' },
  'waits for a full pipe': { command: 'yes | sleep 1000', wait: 'pipeRoom' },
  'waits for a lock of a file': {
    command: 'exec 9>/tmp/locked; flock 9; flock /tmp/locked true',
    wait: 'lock',
  },
  'waits for a child': { command: 'sleep 1000; :', wait: 'child' },
  'is stopped': { command: "sh -c 'kill -STOP $$'; :", wait: 'stopped' },
  'spawns programs': { command: 'while :; do /usr/bin/true; done' },
  'clones itself': { command: 'while :; do (:) & wait; done' },
  forks: { command: "dash -c 'while :; do (:); done'" },
  'executes itself': {
    prepare: (sandbox) => addProgram(sandbox, '/tmp/again', '#!/usr/bin/dash\nexec /tmp/again\n'),
    command: '/tmp/again',
  },
  'is compiled': {
    prepare: (sandbox) => addProgram(sandbox, '/tmp/large', largeProgram(40_000_000)),
    command: '/tmp/large',
    wait: 'compilation',
  },
  'queues for the lock of the kernel': {
    command: 'for i in 1 2 3; do cat /dev/urandom >/dev/null & done; cat /dev/urandom >/dev/null',
  },
  'is a crowd': { command: 'for i in {1..40}; do sleep 1000 & done; wait', wait: 'time' },
};
