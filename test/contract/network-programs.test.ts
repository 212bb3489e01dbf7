// Programs of the network in a sandbox: with each other, and where there is nothing beyond the sandbox.

import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { skipWithout } from '../setup/missing-programs.js';
import { useSandboxes } from './use-sandbox.js';

describe('programs of the network', () => {
  const sandbox = useSandboxes();

  async function says(script: string) {
    const { stdout, stderr, exitCode } = await (await sandbox()).run(script, { timeoutMs: 30_000 });
    return { stdout, stderr, exitCode };
  }
  const printed = (stdout: string) => ({ stdout, stderr: '', exitCode: 0 });

  it('talk to each other over TCP', async (context) => {
    skipWithout(context, 'nc curl');
    expect(
      await says(`port=7001; printf 'HTTP/1.0 200 OK\\r\\n\\r\\nfrom nc\\n' > answer
        (for i in 1 2; do nc -q 1 -l -p $port < answer; done > asked) &
        until curl -s http://localhost:$port/path; do :; done
        until nc -w 5 127.0.0.1 $port <<< hello > got 2>/dev/null; do :; done
        tail -1 got; wait; grep -c -e path -e hello asked`),
    ).toEqual(printed('from nc\nfrom nc\n2\n'));
  });

  it('talk to each other over UDP', async (context) => {
    skipWithout(context, 'nc');
    expect(
      await says(
        'nc -u -l -p 7002 -w 2 > got & until [ -s got ]; do echo datagram | nc -u -q 0 127.0.0.1 7002; done; wait; head -1 got',
      ),
    ).toEqual(printed('datagram\n'));
  });

  it('run a program for a connection', async (context) => {
    skipWithout(context, 'nc');
    expect(
      await says(
        `port=7003; nc -l -p $port -c 'read name; echo "hello $name"' & until nc -w 5 127.0.0.1 $port <<< you 2>/dev/null; do :; done`,
      ),
    ).toEqual(printed('hello you\n'));
  });

  it('report a refused connection where no program listens', async (context) => {
    skipWithout(context, 'nc wget');
    expect(await says('nc -z 127.0.0.1 7009; echo $?; wget -q http://127.0.0.1:7009/; echo $?')).toEqual(
      printed('1\n4\n'),
    );
  });

  it('cannot resolve outside hosts while the network is closed', async (context) => {
    skipWithout(context, 'curl wget git nc getent');
    expect(await says('curl -sS https://example.com/')).toEqual({
      stdout: '',
      stderr: 'curl: (6) Could not resolve host: example.com\n',
      exitCode: 6,
    });
    expect(await says('wget -nv http://example.com/')).toEqual({
      stdout: '',
      stderr: 'wget: unable to resolve host address ‘example.com’\n',
      exitCode: 4,
    });
    expect((await says('git ls-remote https://example.com/x.git')).stderr).toBe(
      "fatal: unable to access 'https://example.com/x.git/': Could not resolve host: example.com\n",
    );
    expect((await says('nc example.com 80')).stderr).toMatch(/^example\.com: forward host lookup failed: Unknown host/);
    expect(await says('getent hosts example.com; echo $?; getent ahosts example.com; echo $?')).toEqual(
      printed('2\n2\n'),
    );
    expect((await (await sandbox()).run('curl -s http://example.com/')).errorClass).toBe('CAPABILITY_DENIED');
  });

  it('know the hosts of /etc/hosts, localhost and numbers', async (context) => {
    skipWithout(context, 'getent');
    expect(
      await says(
        'getent hosts localhost; getent ahostsv4 sandbox | head -1; getent ahostsv6 localhost | head -1; getent ahostsv4 10.1.2.3 | head -1',
      ),
    ).toEqual(
      printed(
        '127.0.0.1       localhost\n127.0.1.1       STREAM sandbox\n::1             STREAM localhost\n10.1.2.3        STREAM 10.1.2.3\n',
      ),
    );
  });

  it('know services and protocols by name and number, and no name server', async (context) => {
    skipWithout(context, 'getent nc perl');
    expect(await says('getent services http 53/udp 5432 443/tcp; getent protocols tcp 17 ipv6-icmp')).toEqual(
      printed(`http                  80/tcp www
domain                53/udp
postgresql            5432/tcp postgres
https                 443/tcp
tcp                   6 TCP
udp                   17 UDP
ipv6-icmp             58 IPv6-ICMP
`),
    );
    expect(await says('getent services nosuch; echo $?; getent protocols 199; echo $?')).toEqual(printed('2\n2\n'));
    expect(
      await says(
        `perl -e 'print +(getservbyname("www", "tcp"))[2], (getservbyport(25, "tcp"))[0], (getprotobyname("udp"))[2]'`,
      ),
    ).toEqual(printed('80smtp17'));
    expect((await says('nc -z -v 127.0.0.1 http')).stderr).toBe(
      'localhost [127.0.0.1] 80 (http) : Connection refused\n',
    );
    expect(await says('grep -v "^#" /etc/resolv.conf; echo $?')).toEqual(printed('1\n'));
  });

  it('leave no connection behind at a server that ignores the end of a connection', async () => {
    const server = createServer({ allowHalfOpen: true }, (socket) => socket.resume().on('error', () => {}));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const box = await sandbox({
      network: {
        allow: [`tcp://a.test:${port}`],
        hosts: { 'a.test': '127.0.0.1' },
        subnets: { allow: ['127.0.0.1'] },
        budget: { concurrency: 1 },
      },
    });
    const place = `/dev/tcp/a.test/${port}`;
    const { stdout } = await box.run(`exec 3<>${place}; echo hi >&3; (: <>${place}) 2>/dev/null || echo one at a time
      exec 3>&-; until (exec 3<>${place}) 2>/dev/null; do sleep 0.1; done; echo again`);
    expect(stdout).toBe('one at a time\nagain\n');
    server.close();
  });

  it('say that there is no TLS inside the sandbox', async (context) => {
    skipWithout(context, 'nc curl');
    const { stderr } = await says(
      'nc -l -p 7004 > /dev/null & until curl -sS https://127.0.0.1:7004/; [ $? != 7 ]; do :; done 2> said; kill %1; cat said >&2',
    );
    expect(stderr).toContain(
      'curl: (35) OpenSSL/3.0.0-wasmsand: error:0A08010C:SSL routines::TLS is there for connections out of the sandbox only',
    );
  });
});
