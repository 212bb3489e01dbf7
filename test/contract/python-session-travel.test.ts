import { describe, expect, it } from 'vitest';
import { MemoryStore, type PythonSession } from 'wasmsand';
import { skipWithoutPackage } from './python-program.js';
import { useSandboxes } from './use-sandbox.js';

const valueIn = async (session: PythonSession | undefined, code: string): Promise<unknown> => {
  const { value, error } = await (session as PythonSession).run(code);
  return error?.traceback ?? value?.['text/plain'];
};

describe('a session of Python', () => {
  const create = useSandboxes();

  it('goes back with a snapshot any number of times', async () => {
    const sandbox = await create();
    const session = await sandbox.python.session();
    await session.run(
      'import collections\nseen = collections.Counter("aab")\ndef add(text): seen.update(text)\nf = open("/tmp/f", "w")',
    );
    const id = await sandbox.snapshot();
    for (let i = 0; i < 3; i++) {
      expect(await valueIn(session, 'add("b"); seen["b"]')).toBe('2');
      expect(await valueIn(session, 'f.write("x"); f.flush(); open("/tmp/f").read()')).toBe("'x'");
      await sandbox.restore(id);
    }
    await session.run('del seen');
    expect(await valueIn(session, '"seen" in globals()')).toBe('False');
    await sandbox.restore(id);
    expect(await valueIn(session, 'seen["b"]')).toBe('1');
  });

  it('goes on in forks, each with its own variables', async () => {
    const sandbox = await create();
    const session = await sandbox.python.session({ env: { GREETING: 'hi' }, cwd: '/tmp' });
    await session.run('import os, random\nrandom.seed(1)\nx = [1]');
    const forks = await Promise.all(Array.from({ length: 3 }, () => sandbox.fork()));
    try {
      expect(await valueIn(session, 'x.append(2); x')).toBe('[1, 2]');
      const drawn = await valueIn(session, 'random.random()');
      for (const fork of forks) {
        const [other, ...more] = fork.python.sessions();
        expect(more).toEqual([]);
        expect(other?.id).toBe(session.id);
        expect(await valueIn(other, 'x')).toBe('[1]');
        expect(await valueIn(other, 'random.random()')).toBe(drawn);
        expect(await valueIn(other, 'os.getcwd(), os.environ["GREETING"]')).toBe("('/tmp', 'hi')");
        expect(
          (await other?.run('import subprocess\nsubprocess.run(["echo", "out"])\nprint("said")'))?.outputs,
        ).toHaveLength(1);
      }
    } finally {
      for (const fork of forks) fork.destroy();
    }
  });

  it('is part of an exported state, with the shell and other sessions', async () => {
    const sandbox = await create();
    await sandbox.run('greeting=hello');
    const [one, two, idle] = [
      await sandbox.python.session(),
      await sandbox.python.session(),
      await sandbox.python.session(),
    ];
    await one.run('x = 1');
    await two.run('x = 2');
    const state = await sandbox.exportState();
    expect(Buffer.from(await sandbox.exportState()).equals(state)).toBe(true);
    const other = await create({ from: state });
    expect((await other.run('echo $greeting')).stdout).toBe('hello\n');
    const sessions = other.python.sessions();
    expect(sessions.map(({ id }) => id).sort()).toEqual([one.id, two.id, idle.id].sort());
    const there = (session: PythonSession) => sessions.find(({ id }) => id === session.id);
    expect(await valueIn(there(one), 'x')).toBe('1');
    expect(await valueIn(there(two), 'x')).toBe('2');
    expect(await valueIn(there(idle), '"x" in globals()')).toBe('False');
    await sandbox.importState(state);
    expect(await valueIn(one, 'x')).toBe('1');
  });

  it('is kept when its sandbox has never run a command', async () => {
    const sandbox = await create();
    const session = await sandbox.python.session();
    await session.run('x = 5');
    const fork = await sandbox.fork();
    try {
      expect(await valueIn(fork.python.sessions()[0], 'x')).toBe('5');
      expect((await fork.run('echo ok')).stdout).toBe('ok\n');
    } finally {
      fork.destroy();
    }
  });

  it('makes a snapshot wait until its code is done, and ends running code when one is restored', async () => {
    const sandbox = await create();
    const session = await sandbox.python.session();
    await session.run('x = 0');
    const running = session.run('import time\ntime.sleep(0.3)\nx = 1');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const id = await sandbox.snapshot();
    await running;
    await session.run('x = 2');
    const endless = session.run('while True: pass').catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await sandbox.restore(id);
    expect(await endless).toMatchObject({ code: 'E_PYTHON' });
    expect(await valueIn(session, 'x')).toBe('1');
  });

  it('begins anew after a snapshot that does not hold it', async () => {
    const sandbox = await create();
    const session = await sandbox.python.session();
    const early = await sandbox.snapshot();
    await session.run('x = 1');
    const files = await sandbox.snapshot({ filesOnly: true });
    await sandbox.restore(files);
    expect(await valueIn(session, '"x" in globals()')).toBe('False');
    await session.run('x = 1');
    await sandbox.restore(early);
    expect(await valueIn(session, '"x" in globals()')).toBe('False');
  });

  it('keeps the modules that it has linked', { timeout: 60_000 }, async () => {
    const sandbox = await create();
    const session = await sandbox.python.session();
    // Callbacks are modules that ctypes makes, and the process links.
    await session.run(`
import ctypes
compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))(lambda a, b: a[0] - b[0])
def sort(*numbers):
    array = (ctypes.c_int * len(numbers))(*numbers)
    ctypes.CDLL(None).qsort(array, len(numbers), ctypes.sizeof(ctypes.c_int), compare)
    return list(array)
`);
    expect(await valueIn(session, 'sort(3, 1, 2)')).toBe('[1, 2, 3]');
    const state = await sandbox.exportState();
    const fork = await sandbox.fork();
    const other = await create({ from: state });
    try {
      for (const each of [fork, other]) expect(await valueIn(each.python.sessions()[0], 'sort(5, 4)')).toBe('[4, 5]');
    } finally {
      fork.destroy();
    }
    const code =
      'import os, multiprocessing\ncontext = multiprocessing.get_context("fork")\nq = context.SimpleQueue()\np = context.Process(target=lambda: q.put(sort(9, 8)))\np.start(); p.join()\nq.get()';
    expect(await valueIn(session, code)).toBe('[8, 9]');
  });

  it('keeps numpy and its arrays', { timeout: 120_000 }, async (context) => {
    const sandbox = await create({ memoryLimitBytes: 512 * 2 ** 20 });
    await skipWithoutPackage(context, sandbox, 'numpy');
    const session = await sandbox.python.session();
    await session.run('import numpy\nm = numpy.arange(6).reshape(2, 3)');
    const fork = await sandbox.fork();
    try {
      expect(await valueIn(fork.python.sessions()[0], '(m @ m.T).tolist()')).toBe('[[5, 14], [14, 50]]');
    } finally {
      fork.destroy();
    }
  });

  it('is saved with its sandbox, again and again', async () => {
    const persistence = { mode: 'persistent', namespace: 'n', backend: new MemoryStore(), autosaveMs: 10 } as const;
    const first = await create({ persistence });
    const session = await first.python.session();
    for (let i = 1; i <= 5; i++) expect(await valueIn(session, `x = ${i}; x`)).toBe(String(i));
    await first[Symbol.asyncDispose]();
    const second = await create({ persistence });
    const [again] = second.python.sessions();
    expect(await valueIn(again, 'x')).toBe('5');
    await second.save();
    await again?.run('x = 7');
    await second.load();
    expect(await valueIn(second.python.sessions()[0], 'x')).toBe('5');
    second.python.sessions()[0]?.close();
    await second[Symbol.asyncDispose]();
    expect((await create({ persistence })).python.sessions()).toEqual([]);
  });

  it('counts in a snapshot with its difference from a new interpreter', async () => {
    const sandbox = await create();
    const session = await sandbox.python.session();
    await session.run('1');
    const before = sandbox.metrics().snapshotBytes;
    const id = await sandbox.snapshot();
    const bytes = sandbox.metrics().snapshotBytes - before;
    expect(bytes).toBeLessThan(6 * 2 ** 20);
    sandbox.deleteSnapshot(id);
  });

  it('goes on in each of fifty forks', { timeout: 120_000 }, async () => {
    const sandbox = await create();
    const session = await sandbox.python.session();
    await session.run('import json\nx = list(range(1000))');
    const forks = await Promise.all(Array.from({ length: 50 }, () => sandbox.fork()));
    try {
      const sums = await Promise.all(
        forks.map((fork, i) => valueIn(fork.python.sessions()[0], `x.append(${i}); sum(x)`)),
      );
      expect(sums).toEqual(forks.map((_, i) => String(499500 + i)));
    } finally {
      for (const fork of forks) fork.destroy();
    }
  });
});
