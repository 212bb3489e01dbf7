// Servers in a sandbox: what listens there, and how the host reaches it.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Sandbox, type SandboxOptions } from 'wasmsand';

const sandboxes: Sandbox[] = [];

async function create(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await Sandbox.create(options);
  sandboxes.push(sandbox);
  return sandbox;
}

afterEach(() => {
  for (const sandbox of sandboxes.splice(0)) sandbox.destroy();
});

/** Runs `body` of perl for each connection `$c` to port 8000, in the background, and resolves when it listens. */
async function serve(sandbox: Sandbox, body: string, port = 8000): Promise<void> {
  sandbox.writeFile(
    '/tmp/server.pl',
    `use IO::Socket::INET; use Socket;
     $s = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => ${port}, Listen => 50, ReuseAddr => 1) or die "$!";
     open(my $ready, '>', '/tmp/ready'); close $ready;
     while ($c = $s->accept) { ${body}; close $c }`,
  );
  await sandbox.run(
    'rm -f /tmp/ready; perl /tmp/server.pl >/dev/null 2>/tmp/errors & while [ ! -e /tmp/ready ]; do sleep 0.02; done',
  );
}

const readRequest = 'my $r = ""; while (<$c>) { $r .= $_; last if /^\\r?$/ }';
const echo = `${readRequest}; my ($n) = $r =~ /content-length: (\\d+)/i; my $b = ""; read $c, $b, $n if $n;
  print $c "HTTP/1.1 200 Fine\\r\\nX-Seen: yes\\r\\nContent-Length: " . length($r . $b) . "\\r\\n\\r\\n$r$b"`;

describe('fetch', () => {
  it('reaches a server in the sandbox', async () => {
    const sandbox = await create();
    await serve(sandbox, echo);
    const response = await sandbox.fetch(8000, '/a?b=c', { headers: { 'x-mine': 'one' } });
    expect(response.status).toBe(200);
    expect(response.statusText).toBe('Fine');
    expect(response.headers.get('x-seen')).toBe('yes');
    expect((await response.text()).split('\r\n')).toEqual(
      expect.arrayContaining(['GET /a?b=c HTTP/1.1', 'x-mine: one', 'host: localhost:8000']),
    );
  });

  it('sends bodies, of a Request too', async () => {
    const sandbox = await create();
    await serve(sandbox, echo);
    const request = new Request('http://other.example/form', { method: 'POST', body: 'a body' });
    const text = await (await sandbox.fetch(8000, request)).text();
    expect(text).toMatch(/^POST \/form HTTP\/1\.1/);
    expect(text).toMatch(/a body$/);
  });

  it('streams large answers', async () => {
    const sandbox = await create();
    await serve(sandbox, `${readRequest}; print $c "HTTP/1.1 200 OK\\r\\n\\r\\n"; print $c "x" x 65536 for 1..160`);
    const response = await sandbox.fetch(8000, '/');
    let length = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) length += chunk.length;
    expect(length).toBe(160 * 65_536);
  });

  it('lets the event loop turn while a server sends chunks of one byte, and can be aborted', async () => {
    const sandbox = await create();
    const head = 'print $c "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n"';
    await serve(sandbox, `$SIG{PIPE} = "IGNORE"; ${readRequest}; ${head}; 1 while print $c "1\\r\\na\\r\\n" x 10000`);
    const controller = new AbortController();
    const response = await sandbox.fetch(8000, '/', { signal: controller.signal });
    let turns = 0;
    const turn = (): void => {
      turns++;
      counting = setImmediate(turn);
    };
    let counting = setImmediate(turn);
    let length = 0;
    const read = (async () => {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        length += chunk.length;
        if (length > 100_000) setTimeout(() => controller.abort(), 0);
      }
    })();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    clearImmediate(counting);
    expect(turns).toBeGreaterThan(length / 8192);
    expect((await sandbox.run('echo still here')).stdout).toBe('still here\n');
  });

  it('rejects where nothing listens, and for an invalid port', async () => {
    const sandbox = await create();
    await expect(sandbox.fetch(8000, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const refused = (option: string, value: unknown) => ({
      code: 'E_INVALID_OPTION',
      message: `option '${option}' must be a whole number from 1 to 65535, not ${value}`,
    });
    await expect(sandbox.fetch(0, '/')).rejects.toMatchObject(refused('port', 0));
    await expect(sandbox.fetch(70_000, '/')).rejects.toMatchObject(refused('port', 70_000));
    const odd = {
      toString() {
        throw new Error('no words');
      },
    } as unknown as number;
    await expect(sandbox.connect(odd)).rejects.toMatchObject(refused('port', 'an object'));
    await expect(sandbox.forwardPort(odd)).rejects.toMatchObject(refused('guestPort', 'an object'));
    await expect(sandbox.connect(1.5)).rejects.toMatchObject(refused('port', 1.5));
    await expect(sandbox.forwardPort(0)).rejects.toMatchObject(refused('guestPort', 0));
  });

  it.each(['aborted', 'destroyed'])('does not wait for the rest of a request body once it is %s', async (how) => {
    const sandbox = await create();
    await serve(sandbox, `${readRequest}; print $c "HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n"`);
    const controller = new AbortController();
    let isCancelled = false;
    const body = new ReadableStream({
      cancel: () => {
        isCancelled = true;
      },
    });
    const init = { method: 'POST', body, duplex: 'half', signal: controller.signal } as RequestInit;
    const answered = sandbox.fetch(8000, '/', init);
    await new Promise((resolve) => setImmediate(resolve));
    if (how === 'aborted') controller.abort(new Error("the caller's"));
    else sandbox.destroy();
    await expect(answered).rejects.toThrow(how === 'aborted' ? "the caller's" : 'the sandbox has been destroyed');
    expect(isCancelled).toBe(true);
  });

  it('says which option of forwardPort is wrong', async () => {
    const sandbox = await create();
    const wrong: [unknown, unknown][] = [
      [null, 'options must be an object'],
      [{ port: -1 }, "option 'port' must be a whole number from 0 (any) to 65535"],
      [{ port: '80' }, "option 'port' must be a whole number from 0 (any) to 65535"],
      [{ host: 5 }, "option 'host' must be a string that is not empty"],
      [{ adress: '::1' }, "option 'adress' is not known"],
      [{ host: 'a..b' }, expect.stringMatching(/^option 'host' has no address here \(E\w+\)$/)],
    ];
    for (const [options, message] of wrong) {
      await expect(sandbox.forwardPort(80, options as object)).rejects.toMatchObject({
        code: 'E_INVALID_OPTION',
        message,
      });
    }
  });

  it('leaves no port open when the sandbox is destroyed during the call', async () => {
    const sandbox = await create();
    const opening = sandbox.forwardPort(80);
    sandbox.destroy();
    await expect(opening).rejects.toMatchObject({ code: 'E_DESTROYED' });
    await expect(sandbox.forwardPort(80)).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });

  it.each([
    ['no HTTP', 'E_NET_PROTOCOL', 'print $c "hello\\r\\n\\r\\n"'],
    ['a status that is none', 'E_NET_PROTOCOL', 'print $c "HTTP/1.1 999 No\\r\\nContent-Length: 0\\r\\n\\r\\n"'],
    ['nothing', 'ECONNRESET', '1'],
    ['half an answer', 'ECONNRESET', 'print $c "HTTP/1.1 200 OK\\r\\nContent-Le"'],
    [
      'headers without an end',
      'E_NET_PROTOCOL',
      'print $c "HTTP/1.1 200 OK\\r\\n"; for (1..100000) { print $c "X-A: " . "x" x 1000 . "\\r\\n" or last }',
    ],
  ])('rejects for a server that answers with %s', async (_, code, body) => {
    const sandbox = await create();
    await serve(sandbox, `$SIG{PIPE} = "IGNORE"; ${readRequest}; ${body}`);
    await expect(sandbox.fetch(8000, '/')).rejects.toMatchObject({ name: 'SandboxError', code });
    expect((await sandbox.run('echo still here')).stdout).toBe('still here\n');
  });

  it('ends when it is aborted, and when the sandbox is destroyed', async () => {
    const sandbox = await create();
    await serve(sandbox, 'sleep 100');
    const controller = new AbortController();
    const aborted = sandbox.fetch(8000, '/', { signal: controller.signal });
    const left = sandbox.fetch(8000, '/');
    setTimeout(() => controller.abort(), 50);
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    setTimeout(() => sandbox.destroy(), 50);
    await expect(left).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });
});

describe('connect', () => {
  it('is a stream in both directions, which end separately', async () => {
    const sandbox = await create();
    await serve(sandbox, 'my $all = join "", <$c>; print $c "got " . length $all');
    const stream = await sandbox.connect(8000);
    stream.write('x'.repeat(300_000));
    stream.end('y');
    let answer = '';
    for await (const chunk of stream) answer += chunk;
    expect(answer).toBe('got 300001');
  });

  it('makes your writes wait for a slow guest', async () => {
    const sandbox = await create();
    await serve(sandbox, 'sleep 100');
    const stream = await sandbox.connect(8000);
    const block = Buffer.alloc(65_536);
    let written = 0;
    while (stream.write(block) && written < 100) written++;
    expect(written).toBeLessThan(20);
    stream.destroy();
  });

  it('does not crash the host when a guest resets a stream without listeners', async () => {
    const sandbox = await create();
    await serve(sandbox, 'setsockopt($c, SOL_SOCKET, SO_LINGER, pack("ii", 1, 0))');
    const stream = await sandbox.connect(8000);
    stream.resume();
    await new Promise((resolve) => stream.on('close', resolve));
    expect(stream.errored).toMatchObject({ name: 'SandboxError', code: 'ECONNRESET', syscall: 'read' });
  });

  it('fails when you write to a guest that has closed, and when the sandbox is destroyed', async () => {
    const sandbox = await create();
    await serve(sandbox, '1');
    const written = await sandbox.connect(8000);
    const failed = new Promise((resolve) => written.on('close', resolve));
    const more = () => written.destroyed || written.write('x'.repeat(1000), () => setImmediate(more));
    more();
    await failed;
    expect(written.errored).toMatchObject({
      name: 'SandboxError',
      code: expect.stringMatching(/^(EPIPE|ECONNRESET)$/),
    });
    const left = await sandbox.connect(8000);
    sandbox.destroy();
    await new Promise((resolve) => left.on('close', resolve));
    expect(left.errored).toMatchObject({ name: 'SandboxError', code: 'E_DESTROYED' });
  });

  it('emits the end when the guest closes', async () => {
    const sandbox = await create();
    await serve(sandbox, 'close $s; close $c; exit');
    const stream = await sandbox.connect(8000);
    stream.resume();
    await once(stream, 'end');
    await expect(sandbox.connect(8000)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('forwardPort', () => {
  it('leads from a port of the host to one of the sandbox, until it is closed', async () => {
    const sandbox = await create();
    await serve(sandbox, echo);
    const forwarded = await sandbox.forwardPort(8000);
    expect(forwarded.host).toBe('127.0.0.1');
    const place = `http://127.0.0.1:${forwarded.port}/x`;
    expect(await (await fetch(place)).text()).toMatch(/^GET \/x/);
    const many = await Promise.all(Array.from({ length: 20 }, async () => (await fetch(place)).status));
    expect(many).toEqual(Array(20).fill(200));
    await forwarded.close();
    await forwarded.close();
    await expect(fetch(place)).rejects.toThrow();
  });

  it('resets connections while nothing listens in the sandbox', async () => {
    const sandbox = await create();
    const forwarded = await sandbox.forwardPort(8000);
    await expect(fetch(`http://127.0.0.1:${forwarded.port}/`)).rejects.toThrow();
    await forwarded.close();
  });

  it('rejects a port that is in use, and ends with the sandbox', async () => {
    const sandbox = await create();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    await expect(sandbox.forwardPort(8000, { port })).rejects.toMatchObject({
      name: 'SandboxError',
      code: 'EADDRINUSE',
    });
    taken.close();
    const forwarded = await sandbox.forwardPort(8000);
    sandbox.destroy();
    await expect(fetch(`http://127.0.0.1:${forwarded.port}/`)).rejects.toThrow();
  });
});

describe('the network inside a sandbox', () => {
  it('is separate for each sandbox', async () => {
    const [one, two] = await Promise.all([create(), create()]);
    await serve(one, echo);
    await serve(two, echo.replace('Fine', 'Other'));
    expect((await one.fetch(8000, '/')).statusText).toBe('Fine');
    expect((await two.fetch(8000, '/')).statusText).toBe('Other');
  });

  it('has no connection to the host', async () => {
    const sandbox = await create();
    const { stdout } = await sandbox.run(
      'for to in 8.8.8.8/53 10.0.0.1/80 198.18.0.1/80 169.254.169.254/80; do echo x >/dev/tcp/$to; done 2>&1 | grep -c "Permission denied"',
    );
    expect(stdout).toBe('8\n');
  });

  it('works with /dev/tcp, perl and awk', async () => {
    const sandbox = await create();
    await serve(sandbox, 'my $line = <$c>; print $c "got $line"');
    const { stdout } = await sandbox.run(`
      exec 3<>/dev/tcp/localhost/8000; echo bash >&3; cat <&3; exec 3>&-
      perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new("localhost:8000") or die $!; print $s "perl\\n"; print <$s>'
      gawk 'BEGIN { s = "/inet/tcp/0/localhost/8000"; print "gawk" |& s; s |& getline line; print line }'`);
    expect(stdout).toBe('got bash\ngot perl\ngot gawk\n');
  });

  it('frees the connections of many processes', async () => {
    const crowd = await Promise.all(Array.from({ length: 30 }, () => create()));
    await Promise.all(
      crowd.map(async (sandbox) => {
        await serve(sandbox, 'sleep 100');
        const streams = await Promise.all(Array.from({ length: 5 }, () => sandbox.connect(8000)));
        expect(sandbox.metrics().sockets).toBeGreaterThan(5);
        const closed = streams.map((stream) => once(stream, 'close').catch(() => {}));
        sandbox.destroy();
        await Promise.all(closed);
      }),
    );
  }, 60_000);
});
