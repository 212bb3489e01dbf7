// What calls about commands, sessions and mounts make of arguments that nobody should give them, or changes meanwhile.

import { describe, expect, it } from 'vitest';
import { type Provider, type RunOptions, Sandbox, SandboxError, type SpawnOptions } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

function refused(option: string): object {
  return { code: 'E_INVALID_OPTION', message: expect.stringContaining(`option '${option}' must`) };
}

function streamOf(...chunks: unknown[]): ReadableStream<string> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk as string);
      controller.close();
    },
  });
}

describe('a command that waits for its turn', () => {
  it('runs with the options as they were at the call', async () => {
    const sandbox = await create();
    const options = { args: ['first'], env: { NAME: 'one' }, cwd: '/tmp' } as RunOptions & { args: unknown[] };
    const asked = Array.from({ length: 2 }, () => sandbox.run('echo "$#" "$1" "$NAME"; pwd', options));
    options.args[0] = 'second';
    options.args.push(5);
    (options.env as Record<string, unknown>).NAME = 'two\0';
    options.cwd = 5 as unknown as string;
    for (const { stdout } of await Promise.all(asked)) expect(stdout).toBe('1 first one\n/tmp\n');
  });

  it("keeps the sandbox's options as they were at create", async () => {
    const options = { files: { a: '1' } as Record<string, string>, cwd: '/tmp', env: { NAME: 'one' } };
    const making = create(options);
    Object.assign(options.files, { b: 5 });
    options.env.NAME = 'two';
    options.cwd = '/';
    const sandbox = await making;
    expect(await sandbox.run('pwd; ls; echo $NAME')).toMatchObject({ stdout: '/tmp\na\none\n' });
  });
});

describe('standard input', () => {
  it.each([5, null, [1, 2], new ArrayBuffer(3), new Uint16Array(2), { length: 3 }])(
    'refuses a chunk %j',
    async (chunk) => {
      const sandbox = await create();
      await expect(sandbox.run('cat', { stdin: streamOf('before', chunk) })).rejects.toMatchObject(refused('stdin'));
      const child = sandbox.spawn('cat');
      await expect(child.stdin.getWriter().write(chunk as unknown as string)).rejects.toMatchObject(refused('stdin'));
      child.kill();
    },
  );

  it('refuses a stream with a reader, and values that are no input', async () => {
    const sandbox = await create();
    const stdin = streamOf('text');
    stdin.getReader();
    const message = "option 'stdin' is a stream that has a reader already";
    await expect(sandbox.run('cat', { stdin })).rejects.toMatchObject({ code: 'E_INVALID_OPTION', message });
    const none = { [Symbol.asyncIterator]: null } as unknown as AsyncIterable<string>;
    await expect(sandbox.run('cat', { stdin: none })).rejects.toMatchObject(refused('stdin'));
    const source = streamOf() as unknown as ReadableStream<Uint8Array>;
    source.getReader();
    await expect(sandbox.importTar('/tmp', source)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
  });
});

describe('arguments', () => {
  it('cannot have holes', async () => {
    const sandbox = await create();
    // biome-ignore lint/suspicious/noSparseArray: that is the point.
    const args = [, 'a'] as string[];
    await expect(sandbox.run('echo $#', { args })).rejects.toMatchObject(refused('args'));
    expect(() => sandbox.spawn('echo', args)).toThrow(expect.objectContaining(refused('args')));
  });

  it('are named in the error when they are missing or wrong', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('sleep', ['9']);
    expect(() => child.kill(Symbol('x') as unknown as string)).toThrow(expect.objectContaining(refused('signal')));
    expect(() => sandbox.jobs.signal('%1', Symbol('x') as unknown as string)).toThrow(
      expect.objectContaining(refused('signal')),
    );
    child.kill();
    const limitHost = Sandbox.limitHost as (limits?: unknown) => void;
    for (const limits of [undefined, null, 5]) {
      expect(() => limitHost(limits)).toThrow(expect.objectContaining({ message: 'options must be an object' }));
    }
    for (const memoryBytes of [undefined, -1, 1.5, '5', Number.NaN]) {
      expect(() => limitHost({ memoryBytes })).toThrow(expect.objectContaining(refused('memoryBytes')));
    }
    const template = Sandbox.template as (setUp?: unknown, options?: unknown) => Promise<unknown>;
    await expect(template()).rejects.toMatchObject(refused('setUp'));
    await expect(template(() => {}, null)).rejects.toMatchObject({ message: 'options must be an object' });
  });
});

describe('an object that throws when its properties are read', () => {
  const thrower = new Proxy(
    {},
    {
      get() {
        throw new Error('do not look');
      },
    },
  );
  const odd: unknown[] = [
    thrower,
    { toString: null },
    Object.create(null),
    Symbol('x'),
    10n ** 1000n,
    { toJSON: () => thrower },
    { toString: () => 5, valueOf: () => ({}) },
    [[[thrower]]],
    Object.defineProperty(new Uint8Array(2), Symbol.toStringTag, { get: () => thrower }),
    () => thrower,
  ];
  const calls: Record<string, (sandbox: Sandbox, value: never) => unknown> = {
    'the path of writeFile': (sandbox, value) => sandbox.writeFile(value, 'x'),
    'the data of writeFile': (sandbox, value) => sandbox.writeFile('/tmp/f', value),
    'path and data of writeFile': (sandbox, value) => sandbox.writeFile(value, value),
    'the flag of fs.writeFile': (sandbox, value) => sandbox.fs.writeFile('/tmp/f', 'x', { flag: value }),
    'the path of fs.writeFile': (sandbox, value) => sandbox.fs.writeFile(value, 'x', { flag: value }),
    'the name of setEnv': (sandbox, value) => sandbox.setEnv(value, 'x'),
    'the value of setEnv': (sandbox, value) => sandbox.setEnv('NAME', value),
    'the port of connect': (sandbox, value) => sandbox.connect(value),
    'the job of jobs.signal': (sandbox, value) => sandbox.jobs.signal(value, 'SIGTERM'),
    'the signal of jobs.signal': (sandbox, value) => sandbox.jobs.signal('%1', value),
    'the line of complete': (sandbox, value) => sandbox.complete(value),
    'the cursor of complete': (sandbox, value) => sandbox.complete('ec', value),
  };

  it.each(Object.entries(calls))('causes a SandboxError as %s', async (_name, call) => {
    const sandbox = await create();
    for (const value of odd) {
      const error = await (async () => call(sandbox, value as never))().then(
        () => undefined,
        (error: unknown) => error,
      );
      // Bytes are bytes, whatever else they have.
      if (error !== undefined || !ArrayBuffer.isView(value)) expect(error).toBeInstanceOf(SandboxError);
    }
  });
});

describe('spawn', () => {
  it("passes only the host's variables when the session exports more than a process can have", async () => {
    const sandbox = await create({ env: { MINE: 'first' } });
    await sandbox.run(
      'big=$(head -c 100000 /dev/zero | tr "\\0" x); for i in {1..30}; do export "V$i=$big"; done; MINE=other',
    );
    sandbox.setEnv('LATER', 'set');
    const output = async (options?: SpawnOptions) =>
      new Response(sandbox.spawn('bash', ['-c', 'echo "$MINE $LATER $ADDED ${#V1} $PWD"'], options).stdout).text();
    expect(await output({ env: { ADDED: 'added' } })).toBe('first set added 0 /home/user\n');
    // The session has them as they are, and again when they are fewer.
    expect((await sandbox.run('echo ${#V1} $MINE')).stdout).toBe('100000 other\n');
    await sandbox.run('for i in {2..30}; do unset "V$i"; done');
    expect(await output()).toBe('other set  100000 /home/user\n');
    // What the host gives itself is refused.
    const env = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`V${i}`, 'x'.repeat(100_000)]));
    expect(() => sandbox.spawn('true', [], { env })).toThrow(expect.objectContaining({ code: 'E2BIG' }));
  });

  it('starts nothing for a signal that is aborted already', async () => {
    const sandbox = await create();
    expect(() => sandbox.spawn('touch', ['made'], { signal: AbortSignal.abort() })).toThrow(
      expect.objectContaining({ code: 'ECANCELED', syscall: 'spawn', path: 'touch' }),
    );
    expect(sandbox.metrics().processesStarted).toBe(0);
  });
});

describe('plan', () => {
  it('rejects when the sandbox is destroyed meanwhile', async () => {
    const sandbox = await create();
    const planned = sandbox.plan('ls');
    sandbox.destroy();
    await expect(planned).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });
});

describe('a provider that does not answer', () => {
  it('keeps no call waiting when the sandbox is destroyed', async () => {
    const sandbox = await create();
    const silent: Provider = {
      stat: () => ({ type: 'directory' }),
      list: () => new Promise<never>(() => {}),
      read: () => new Uint8Array(),
    };
    sandbox.mount('/mnt/silent', silent);
    const listed = sandbox.fs.readdir('/mnt/silent');
    sandbox.destroy();
    await expect(listed).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });
});
