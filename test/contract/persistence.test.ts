// State that outlives its sandbox.

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MemoryStore, type PersistenceOptions, Sandbox, type SandboxOptions } from 'wasmsand';
import { runNode } from '../e2e/run-node.js';
import { gatedStore, interruptedStore, objectsOf } from './faulty-stores.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

async function place(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'wasmsand-state-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

const output = async (sandbox: Sandbox, command: string): Promise<string> => {
  const { stdout, stderr } = await sandbox.run(command);
  return stdout + stderr;
};

const end = (sandbox: Sandbox): Promise<void> => sandbox[Symbol.asyncDispose]();

/** What is kept there, by a sandbox of its own. */
async function kept(persistence: PersistenceOptions, command: string): Promise<string> {
  const sandbox = await Sandbox.create({ persistence });
  try {
    return await output(sandbox, command);
  } finally {
    await end(sandbox).catch(() => {});
  }
}

const inStore = (backend: MemoryStore | ReturnType<typeof gatedStore>['store'], more: PersistenceOptions = {}) =>
  ({ mode: 'persistent', namespace: 'n', backend, ...more }) satisfies PersistenceOptions;

describe('persistence', () => {
  it('says at once when its directory cannot be made', async () => {
    for (const directory of ['/proc/none', '/proc/none/deeper', '/dev/null', '/dev/null/below']) {
      const made = create({ persistence: { mode: 'persistent', namespace: 'n', directory } });
      await expect(made).rejects.toMatchObject({ code: 'E_PERSIST_FAILED' });
    }
  });

  it('keeps files and session on disk', async () => {
    const persistence: PersistenceOptions = { mode: 'persistent', namespace: 'a.b-c_1', directory: await place() };
    const first = await create({ persistence });
    await first.run(
      'mkdir d; echo one >d/x; ln -s x d/l; chmod 600 d/x; a=(1 2); f() { echo "f $*"; }; alias hi="f hi"',
    );
    await first.run('cd d; export E=out; umask 027');
    await end(first);
    const second = await create({ persistence });
    expect(await output(second, 'pwd; cat x; readlink l; stat -c %a x; f ${a[1]}; hi; echo $E; umask')).toBe(
      '/home/user/d\none\nx\n600\nf 2\nf hi\nout\n0027\n',
    );
    expect(second.history.list()).toHaveLength(3);
    expect(second.getEnv('E')).toBe('out');
  });

  it('keeps the state for other processes of the same user only', async () => {
    const directory = join(await place(), 'made');
    const source = `
      import { Sandbox } from 'wasmsand';
      const persistence = { mode: 'persistent', namespace: 'n', directory: ${JSON.stringify(directory)} };
      const sandbox = await Sandbox.create({ persistence });
      await sandbox.run('v=kept; echo content >file');
      await sandbox[Symbol.asyncDispose]();
    `;
    expect(await runNode(source)).toMatchObject({ status: 0, stderr: '' });
    expect(await kept({ mode: 'persistent', namespace: 'n', directory }, 'echo $v; cat file')).toBe('kept\ncontent\n');
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(join(directory, 'n'))).mode & 0o777).toBe(0o700);
    for (const file of await readdir(join(directory, 'n'))) {
      expect([file, (await stat(join(directory, 'n', file))).mode & 0o077]).toEqual([file, 0]);
    }
  });

  it('saves changes before the Node process ends normally', async () => {
    const directory = await place();
    const source = `
      import { Sandbox } from 'wasmsand';
      const sandbox = await Sandbox.create({ persistence: { mode: 'persistent', namespace: 'n', directory: ${JSON.stringify(directory)}, autosaveMs: 300 } });
      await sandbox.run('echo late >file');
    `;
    expect(await runNode(source)).toMatchObject({ status: 0, stderr: '' });
    expect(await kept({ mode: 'persistent', namespace: 'n', directory }, 'cat file')).toBe('late\n');
  });

  it('keeps the state in memory in mode session', async () => {
    const persistence: PersistenceOptions = { mode: 'session', namespace: crypto.randomUUID() };
    const first = await create({ persistence });
    await first.run('v=1; echo x >file');
    await end(first);
    expect(await kept(persistence, 'echo $v; cat file')).toBe('1\nx\n');
    expect(await kept({ ...persistence, namespace: 'another' }, 'cat file; echo $v')).toMatch(
      /^\ncat: .*No such file or directory\n$/,
    );
  });

  it('keeps nothing in mode ephemeral or without the option', async () => {
    for (const persistence of [undefined, {}, { mode: 'ephemeral' }] as const) {
      const sandbox = await create({ persistence });
      const refused = { code: 'E_PERSIST_UNAVAILABLE' };
      await expect(sandbox.save()).rejects.toMatchObject(refused);
      await expect(sandbox.load()).rejects.toMatchObject(refused);
    }
  });

  it('begins with the saved state, and uses from, files and cwd only if nothing was saved', async () => {
    const persistence = inStore(new MemoryStore());
    const options: SandboxOptions = { persistence, files: { x: 'new\n' }, cwd: '/tmp', env: { E: '1', F: 'f' } };
    const first = await create(options);
    expect(await output(first, 'pwd; cat x; echo $E $F; echo changed >x')).toBe('/tmp\nnew\n1 f\n');
    await end(first);
    const second = await create({ ...options, files: { x: 'newer', y: '' }, cwd: '/', env: { E: '2' } });
    expect(await output(second, 'pwd; cat x; echo $E $F; ls')).toBe('/tmp\nchanged\n2 f\nx\n');
  });

  it('begins as a snapshot or a template when nothing was saved', async () => {
    const persistence = inStore(new MemoryStore());
    using template = await Sandbox.template((made) => made.run('v=template; echo t >file'));
    const made = await template.create({ persistence });
    expect(await output(made, 'echo $v; cat file; v=own')).toBe('template\nt\n');
    await end(made);
    const again = await template.create({ persistence });
    expect(await output(again, 'echo $v')).toBe('own\n');
    await end(again);
    const option = { code: 'E_INVALID_OPTION' };
    await expect(Sandbox.template(async () => {}, { persistence })).rejects.toMatchObject(option);
  });

  it('goes back to the last save with load', async () => {
    const sandbox = await create({ persistence: inStore(new MemoryStore(), { autosaveMs: 0 }) });
    await expect(sandbox.load()).rejects.toMatchObject({ code: 'E_PERSIST_EMPTY' });
    await sandbox.run('v=1; echo one >file; mkdir d; cd d');
    await sandbox.save();
    await sandbox.run('cd /; rm -r ~/file ~/d; v=2');
    const running = sandbox.run('sleep 60');
    await sandbox.load();
    expect(await running).toMatchObject({ exitCode: 137 });
    expect(await output(sandbox, 'pwd; echo $v; cat ../file')).toBe('/home/user/d\n1\none\n');
  });

  it('does not apply to a fork', async () => {
    const store = new MemoryStore();
    const sandbox = await create({ persistence: inStore(store) });
    await sandbox.run('v=1');
    const fork = await sandbox.fork();
    onTestFinished(() => fork.destroy());
    await fork.run('v=2');
    await expect(fork.save()).rejects.toMatchObject({ code: 'E_PERSIST_UNAVAILABLE' });
    await end(fork);
    await end(sandbox);
    expect(await kept(inStore(store), 'echo $v')).toBe('1\n');
  });

  it.each<[unknown, string]>([
    [{ mode: 'persistent', namespace: 'n' }, 'persistence.directory'],
    [{ mode: 'persistent', directory: '/tmp' }, 'persistence.namespace'],
    [{ mode: 'session' }, 'persistence.namespace'],
    [{ mode: 'session', namespace: 'n', directory: '/tmp' }, 'persistence.directory'],
    [{ mode: 'persistent', namespace: 'n', directory: '/tmp', backend: new MemoryStore() }, 'persistence.backend'],
    [{ mode: 'persistent', namespace: 'n', backend: {} }, 'persistence.backend'],
    [{ mode: 'always', namespace: 'n' }, 'persistence.mode'],
    ...['', '.', '..', '../x', 'a/b', '/a', '.a', 'a\0', 'ä', 'a b', 'x'.repeat(65)].map(
      (namespace): [unknown, string] => [{ mode: 'session', namespace }, 'persistence.namespace'],
    ),
    [{ mode: 'session', namespace: 'n', key: new Uint8Array(31) }, 'persistence.key'],
    [{ mode: 'session', namespace: 'n', key: 'x'.repeat(32) }, 'persistence.key'],
    [{ mode: 'session', namespace: 'n', maxBytes: 0 }, 'persistence.maxBytes'],
    [{ mode: 'session', namespace: 'n', autosaveMs: -1 }, 'persistence.autosaveMs'],
    [{ mode: 'session', namespace: 'n', autosave: 1 }, 'persistence.autosave'],
    [{ mode: 'session', namespace: 'n', onError: 1 }, 'persistence.onError'],
    ['disk', 'persistence'],
  ])('refuses %j', async (persistence, name) => {
    const making = Sandbox.create({ persistence: persistence as PersistenceOptions });
    await expect(making).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      message: expect.stringContaining(`'${name}'`),
    });
  });
});

describe('a save', () => {
  it('happens by itself soon after a change, once for many changes', async () => {
    const { store, calls } = gatedStore();
    const sandbox = await create({ persistence: inStore(store, { autosaveMs: 50 }) });
    const saves = (): number => calls.filter((call) => call === 'commit').length;
    const next = async (change: () => unknown): Promise<void> => {
      const before = saves();
      await change();
      await expect.poll(saves, { timeout: 10_000 }).toBe(before + 1);
    };
    await next(() => sandbox.run('x=1'));
    await next(async () => {
      for (let i = 0; i < 5; i++) sandbox.writeFile(`f${i}`, 'x');
    });
    await next(() => sandbox.fs.writeFile('g', 'x'));
    await next(() => sandbox.setEnv('E', '1'));
    await next(() => sandbox.spawn('touch', ['h']).exited);
    await next(() => sandbox.history.clear());
  });

  it('happens only on request with autosaveMs 0', async () => {
    const { store, calls } = gatedStore();
    const sandbox = await create({ persistence: inStore(store, { autosaveMs: 0 }) });
    await sandbox.run('echo x >file');
    await end(sandbox);
    expect(calls).not.toContain('commit');
  });

  it('delays no command, and is shared by all calls made while one is under way', async () => {
    const { store, calls, close, open } = gatedStore();
    const sandbox = await create({ persistence: inStore(store, { autosaveMs: 0 }) });
    await sandbox.run('echo 1 >file');
    close();
    const first = sandbox.save();
    await expect.poll(() => calls.at(-1)).toBe('commit');
    expect(await output(sandbox, 'echo 2 >file; cat file')).toBe('2\n');
    const others = Array.from({ length: 10 }, () => sandbox.save());
    await sandbox.run('echo 3 >file');
    open();
    await Promise.all([first, ...others]);
    expect(calls.filter((call) => call === 'commit')).toHaveLength(2);
    await end(sandbox);
    expect(await kept(inStore(store), 'cat file')).toBe('3\n');
  });

  it('writes changed data only', async () => {
    const store = new MemoryStore();
    const sandbox = await create({ persistence: inStore(store, { autosaveMs: 0 }) });
    const content = randomBytes(65_536);
    for (let i = 0; i < 20; i++)
      sandbox.writeFile(
        `f${i}`,
        content.map((byte) => byte ^ i),
      );
    await sandbox.save();
    const before = await objectsOf(store);
    expect(before.size).toBeGreaterThan(20);
    await sandbox.save();
    expect(await objectsOf(store)).toEqual(before);
    sandbox.writeFile('f0', 'x');
    await sandbox.save();
    const after = await objectsOf(store);
    const fresh = [...after.keys()].filter((name) => !before.has(name));
    expect(fresh.length).toBeLessThanOrEqual(4);
    // What is of no use any more is gone.
    expect([...before.keys()].filter((name) => !after.has(name)).length).toBeGreaterThanOrEqual(1);
  });

  it('happens when the sandbox is destroyed, and a new sandbox of the namespace waits for it', async () => {
    const persistence: PersistenceOptions = { mode: 'persistent', namespace: 'n', directory: await place() };
    const sandbox = await create({ persistence });
    await sandbox.run('v=1');
    const running = sandbox.run('v=2; echo begun >file; sleep 60');
    const waiting = sandbox.run('v=3');
    const ended = Promise.allSettled([running, waiting]);
    await expect.poll(() => sandbox.exists('file')).toBe(true);
    sandbox.destroy();
    expect(() => sandbox.readFile('file')).toThrow(expect.objectContaining({ code: 'E_DESTROYED' }));
    await expect(sandbox.run('true')).rejects.toMatchObject({ code: 'E_DESTROYED' });
    await expect(sandbox.save()).rejects.toMatchObject({ code: 'E_DESTROYED' });
    const again = await create({ persistence });
    const refused = { status: 'rejected', reason: { code: 'E_DESTROYED' } };
    expect(await ended).toMatchObject([refused, refused]);
    expect(await output(again, 'echo $v; cat file')).toBe('2\nbegun\n');
  });

  it('at the end includes the work of background jobs', async () => {
    const { store, calls } = gatedStore();
    const persistence = inStore(store, { autosaveMs: 10 });
    const sandbox = await create({ persistence });
    await sandbox.run('{ sleep 1; echo late >file; } &');
    await expect.poll(() => calls.at(-1), { timeout: 10_000 }).toBe('commit');
    const content = (): string => (sandbox.exists('file') ? sandbox.readFile('file', 'utf8') : '');
    await expect.poll(content, { timeout: 10_000 }).toBe('late\n');
    await end(sandbox);
    expect(await kept(persistence, 'cat file')).toBe('late\n');
  });

  it('calls onError when an automatic one fails, and is tried again', async () => {
    const { store, fail } = gatedStore();
    const errors: unknown[] = [];
    const persistence = inStore(store, { autosaveMs: 10, onError: (error) => errors.push(error) });
    const sandbox = await create({ persistence });
    const reason = new Error('no connection');
    fail(reason);
    await sandbox.run('echo x >file');
    const failed = { code: 'E_PERSIST_FAILED', cause: reason };
    await expect.poll(() => errors[0]).toMatchObject(failed);
    await expect(sandbox.save()).rejects.toMatchObject(failed);
    fail(undefined);
    await sandbox.save();
    fail(reason);
    await sandbox.run('echo y >file');
    await expect(end(sandbox)).rejects.toMatchObject(failed);
    fail(undefined);
    expect(await kept(persistence, 'cat file')).toBe('x\n');
  });

  it('leaves the old state or the new one wherever the store fails, and no stray objects', async () => {
    const outcomes = new Set<string>();
    for (let calls = 0; calls < 8; calls++) {
      for (const done of [false, true]) {
        const store = new MemoryStore();
        const first = await create({ persistence: inStore(store, { autosaveMs: 0 }) });
        first.writeFile('file', 'before');
        first.writeFile('large', randomBytes(100_000));
        await first.save();
        await end(first);
        // Its first call is a claim, without which there is no sandbox.
        const interrupted = inStore(interruptedStore(store, calls, done), { autosaveMs: 0 });
        const second = await create({ persistence: interrupted }).catch(() => undefined);
        second?.writeFile('file', 'after');
        second?.writeFile('large', randomBytes(100_000));
        await second?.save().catch(() => {});
        if (second !== undefined) await end(second).catch(() => {});
        const third = await create({ persistence: inStore(store, { autosaveMs: 0 }) });
        outcomes.add(third.readFile('file', 'utf8'));
        third.writeFile('large', 'small');
        await third.save();
        await end(third);
        // As many as if nothing had happened.
        expect((await objectsOf(store)).size).toBeLessThan(12);
      }
    }
    expect([...outcomes].sort()).toEqual(['after', 'before']);
  });

  it('fails when the store gives an impossible answer', async () => {
    const odd: unknown[] = [
      5,
      'text',
      null,
      { length: 5 },
      new Uint16Array(40),
      { length: Number.MAX_SAFE_INTEGER, subarray: () => new Uint8Array() },
      new Proxy(new Uint8Array(40), {}),
      Object.defineProperty(new Uint8Array(40), 'length', { value: -1 }),
      {
        toString() {
          throw new Error('no');
        },
      },
    ];
    const store = new MemoryStore();
    const first = await create({ persistence: inStore(store, { autosaveMs: 0 }) });
    first.writeFile('file', 'x');
    await first.save();
    await end(first);
    for (const answer of odd) {
      for (const method of ['readRoot', 'get'] as const) {
        const lying = Object.assign(Object.create(store), { [method]: async () => answer }) as MemoryStore;
        for (const name of ['readRoot', 'get', 'list', 'put', 'delete', 'swapRoot', 'commit'] as const) {
          if (name !== method) Object.assign(lying, { [name]: store[name].bind(store) });
        }
        const made = create({ persistence: inStore(lying, { autosaveMs: 0 }) });
        await expect(made).rejects.toMatchObject({ code: expect.stringMatching(/^E_PERSIST_(FAILED|CORRUPT)$/) });
      }
    }
    const listing = Object.assign(Object.create(store), {
      readRoot: store.readRoot.bind(store),
      get: store.get.bind(store),
      list: async function* () {
        yield Symbol('name');
      },
    }) as MemoryStore;
    await expect(create({ persistence: inStore(listing) })).rejects.toMatchObject({ code: 'E_PERSIST_FAILED' });
  });

  it("finds out whether the last one succeeded if the store's answer was lost", async () => {
    const { store, fail, lose } = gatedStore();
    const sandbox = await create({ persistence: inStore(store, { autosaveMs: 0 }) });
    lose(new Error('connection reset'));
    sandbox.writeFile('file', '1');
    await expect(sandbox.save()).rejects.toMatchObject({ code: 'E_PERSIST_FAILED' });
    lose(undefined);
    sandbox.writeFile('file', '2');
    await sandbox.save();
    fail(undefined);
    await end(sandbox);
    expect(await kept(inStore(store), 'cat file')).toBe('2');
  });

  it('leaves the old state in place when there is no room', async () => {
    const persistence: PersistenceOptions = {
      mode: 'persistent',
      namespace: 'n',
      directory: await place(),
      maxBytes: 200_000,
      autosaveMs: 0,
    };
    const sandbox = await create({ persistence });
    sandbox.writeFile('file', 'small');
    await sandbox.save();
    sandbox.writeFile('large', randomBytes(300_000));
    await expect(sandbox.save()).rejects.toMatchObject({
      code: 'E_PERSIST_FULL',
      message: expect.stringMatching(/'n'.*persistence\.maxBytes/),
    });
    sandbox.rm('large');
    await sandbox.save();
    sandbox.writeFile('large', randomBytes(300_000));
    await expect(sandbox.save()).rejects.toMatchObject({ code: 'E_PERSIST_FULL' });
    await end(sandbox);
    expect(await kept(persistence, 'ls; cat file')).toBe('file\nsmall');
  });
});

describe('a saved state', () => {
  it('can be used by one sandbox at a time', async () => {
    const directory = await place();
    const persistence: PersistenceOptions = { mode: 'persistent', namespace: 'n', directory };
    const locked = { code: 'E_PERSIST_LOCKED', message: expect.stringContaining("'n'") };
    const sandbox = await create({ persistence });
    await expect(Sandbox.create({ persistence })).rejects.toMatchObject(locked);
    const source = `
      import { Sandbox } from 'wasmsand';
      await Sandbox.create({ persistence: ${JSON.stringify(persistence)} }).catch((error) => console.log(error.code));
    `;
    expect(String((await runNode(source)).stdout)).toBe('E_PERSIST_LOCKED\n');
    const other = await create({ persistence: { ...persistence, namespace: 'other' } });
    await end(other);
    await end(sandbox);
    await end(await create({ persistence }));
    for (const shared of [inStore(new MemoryStore()), { mode: 'session', namespace: 'n' } as const]) {
      const one = await create({ persistence: shared });
      await expect(Sandbox.create({ persistence: shared })).rejects.toMatchObject(locked);
      await end(one);
    }
  });

  it('is not overwritten by its former owner', async () => {
    const store = new MemoryStore();
    // Another machine's way to the same place.
    const { store: same } = gatedStore(store);
    const one = await create({ persistence: inStore(store, { autosaveMs: 0 }) });
    const two = await create({ persistence: inStore(same, { autosaveMs: 0 }) });
    one.writeFile('file', 'one');
    two.writeFile('file', 'two');
    await expect(one.save()).rejects.toMatchObject({ code: 'E_PERSIST_LOCKED' });
    await two.save();
    await expect(one.save()).rejects.toMatchObject({ code: 'E_PERSIST_LOCKED' });
    await end(one);
    await end(two);
    expect(await kept(inStore(store), 'cat file')).toBe('two');
  });

  it('is free again when the process that used it is killed', async () => {
    const directory = await place();
    const persistence: PersistenceOptions = { mode: 'persistent', namespace: 'n', directory };
    const source = `
      import { Sandbox } from 'wasmsand';
      const sandbox = await Sandbox.create({ persistence: ${JSON.stringify(persistence)} });
      sandbox.writeFile('file', 'x');
      await sandbox.save();
      process.kill(process.pid, 'SIGKILL');
      setInterval(() => {}, 1000);
    `;
    expect(await runNode(source)).toMatchObject({ signal: 'SIGKILL' });
    expect(await kept(persistence, 'cat file')).toBe('x');
  });

  it('is refused by a sandbox whose limits are too low', async () => {
    const persistence = inStore(new MemoryStore());
    const sandbox = await create({ persistence });
    sandbox.writeFile('file', randomBytes(1_000_000));
    await end(sandbox);
    await expect(Sandbox.create({ persistence, fsLimitBytes: 100_000 })).rejects.toMatchObject({ code: 'E_LIMIT_FS' });
    expect(await kept(persistence, 'stat -c %s file')).toBe('1000000\n');
  });

  it('can be open for 50 sandboxes at once, with four descriptors each', async () => {
    const directory = await place();
    const count = 50;
    const descriptors = async (): Promise<number> => {
      const open = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
      return (await Promise.all(open)).filter((path) => path.startsWith(directory)).length;
    };
    const all = await Promise.all(
      Array.from({ length: count }, (_, i) =>
        create({ persistence: { mode: 'persistent', namespace: `n${i}`, directory } }),
      ),
    );
    expect(await descriptors()).toBe(4 * count);
    await Promise.all(all.map((sandbox, i) => sandbox.run(`echo ${i} >file`)));
    await Promise.all(all.map(end));
    expect(await descriptors()).toBe(0);
    for (const i of [0, 23, 49]) {
      expect(await kept({ mode: 'persistent', namespace: `n${i}`, directory }, 'cat file')).toBe(`${i}\n`);
    }
  });

  it('is encrypted with a key', async () => {
    const directory = await place();
    const key = new Uint8Array(randomBytes(32));
    const persistence: PersistenceOptions = { mode: 'persistent', namespace: 'n', directory, key };
    const given = key.slice();
    const sandbox = await create({ persistence });
    key.fill(0);
    await sandbox.run('v="a secret of mine"; echo "$v" >file; yes "$v" | head -c 10000 >large');
    await end(sandbox);
    const stored = await readFile(join(directory, 'n', 'data.mdb'), 'latin1');
    expect(stored).not.toContain('secret');
    expect(await kept({ ...persistence, key: given }, 'cat file; echo $v')).toBe(
      'a secret of mine\na secret of mine\n',
    );
    for (const wrong of [key, undefined]) {
      const making = Sandbox.create({ persistence: { ...persistence, key: wrong } });
      await expect(making).rejects.toMatchObject({ code: 'E_PERSIST_KEY', message: expect.stringContaining("'n'") });
    }
  });
});
