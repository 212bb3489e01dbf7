// Attacks by names and addresses: what is not public stays out of reach, however it is spelled, and whatever a name stands for.

import { describe, expect, it } from 'vitest';
import { get } from '../network/guest.js';
import { certificates, gated, serveHttp, serveHttps } from '../network/servers.js';

const everything = { allow: ['*:*'], subnets: {}, hosts: {} };

describe('literal addresses', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['another loopback', '127.255.0.1'],
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private 10', '10.0.0.1'],
    ['private 172.16', '172.31.255.255'],
    ['private 192.168', '192.168.1.1'],
    ['link-local', '169.254.1.1'],
    ['metadata service', '169.254.169.254'],
    ["containers' credentials", '169.254.170.2'],
    ['metadata service in CGNAT', '100.100.100.200'],
    ['metadata service that looks public', '168.63.129.16'],
    ['CGNAT', '100.64.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['IPv6 loopback', '::1'],
    ['IPv6 unspecified', '::'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped in hexadecimal', '::ffff:7f00:1'],
    ['IPv4-mapped, long', '0:0:0:0:0:ffff:7f00:0001'],
    ['IPv4-mapped metadata service', '::ffff:a9fe:a9fe'],
    ['IPv4-compatible', '::7f00:1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64 loopback', '64:ff9b::7f00:1'],
    ['NAT64 private', '64:ff9b::10.0.0.1'],
    ['NAT64 of a site', '64:ff9b:1::127.0.0.1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['unique local', 'fd12::1'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 metadata service', 'fd00:ec2::254'],
    ['discard', '100::1'],
  ])('%s (%s) is refused, even where every host is allowed', async (_, address) => {
    const { guest, events } = gated(everything);
    await expect(guest.connectTo(address, 80)).rejects.toThrow('errno 13');
    expect(events).toEqual([expect.objectContaining({ action: 'connect', allowed: false, code: 'E_NET_ADDRESS' })]);
  });

  it.each(['198.18.0.1', '198.19.255.254', '2001:2::c612:1', '::ffff:198.18.0.1'])(
    '%s stands for no name, and leads nowhere',
    async (address) => {
      const { guest, events } = gated({ ...everything, subnets: { allow: ['198.18.0.0/15', '2001:2::/48'] } });
      await expect(guest.connectTo(address, 80)).rejects.toThrow('errno 13');
      expect(events.at(-1)).toMatchObject({ allowed: false, reason: expect.stringContaining('stands for no name') });
    },
  );

  it('a public address needs a pattern of its own: that of a name does not do', async () => {
    const { guest } = gated({ allow: ['*.example.org', 'one.one.one.one'] });
    await expect(guest.connectTo('1.1.1.1', 443)).rejects.toThrow('errno 13');
  });

  it('subnets.deny closes what subnets.allow opens', async () => {
    const { guest } = gated({ allow: ['*:*'], subnets: { allow: ['127.0.0.0/8'], deny: ['127.0.0.1'] } });
    await expect(guest.connectTo('127.0.0.1', 80)).rejects.toThrow('errno 13');
    await expect(guest.connectTo('::ffff:127.0.0.1', 80)).rejects.toThrow('errno 13');
  });

  it('a subnet as large as all does not open a metadata service', async () => {
    const { guest } = gated({ allow: ['*:*'], subnets: { allow: ['0.0.0.0/0', '::/0'] } });
    await expect(guest.connectTo('169.254.169.254', 80)).rejects.toThrow('errno 13');
    await expect(guest.connectTo('::ffff:169.254.169.254', 80)).rejects.toThrow('errno 13');
  });
});

describe('names', () => {
  it.each([
    '127.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '①②⑦.0.0.1',
    '127.0.0.1.',
    'localhost',
    'a.test@evil.example',
    'a.test/..',
    'a.test#.evil.example',
    'a.test:80',
    'a.test%2eevil.example',
    'a..test',
    '-a.test',
    '[::1]',
    '::1',
    `${'a'.repeat(64)}.w.test`,
    `${'a.'.repeat(200)}w.test`,
  ])('%s has no address', async (name) => {
    const { guest, events } = gated({ allow: ['a.test', '*.w.test', 'localhost'] });
    expect(await guest.resolve(name)).toMatch(/^error (noname|fail)\n$/);
    expect(events.every(({ action }) => action === 'resolve')).toBe(true);
  });

  it('that are denied are unknown, and nobody is asked for them', async () => {
    let asked = 0;
    const lookup = async () => {
      asked++;
      return [{ address: '1.1.1.1', family: 4 }];
    };
    const { guest, events } = gated({ allow: ['good.example'] }, { lookup });
    expect(await guest.resolve('secret-data.evil.example')).toBe('error noname\n');
    expect(asked).toBe(0);
    expect(events).toEqual([
      {
        type: 'network',
        action: 'resolve',
        allowed: false,
        host: 'secret-data.evil.example',
        code: 'E_NET_DENIED',
        reason: 'nothing in network.allow or network.rules matches secret-data.evil.example',
      },
    ]);
  });

  it.each<[string, object, string, boolean]>([
    ['a name', { allow: ['*:*'], deny: ['evil.test'] }, 'evil.test', false],
    ['names below one', { allow: ['*:*', 'tcp://*:*'], deny: ['*.evil.test'] }, 'data.evil.test', false],
    ['the only scheme', { allow: ['https://a.test'], deny: ['https://a.test'] }, 'a.test', false],
    ['the only port', { allow: ['a.test:8080'], deny: ['a.test:8080'] }, 'a.test', false],
    ['both schemes', { allow: ['a.test'], deny: ['https://a.test', 'http://*'] }, 'a.test', false],
    ['what a rule allows', { rules: [{ match: 'a.test' }], deny: ['*'] }, 'a.test', false],
    ['TCP', { allow: ['tcp://a.test:5432'], deny: ['tcp://a.test'] }, 'a.test', false],
    ['one scheme of two', { allow: ['a.test'], deny: ['http://a.test'] }, 'a.test', true],
    ['one port of all', { allow: ['a.test:*'], deny: ['a.test:443'] }, 'a.test', true],
    ['a path', { allow: ['a.test'], deny: ['a.test/admin/'] }, 'a.test', true],
    ['another name', { allow: ['*:*'], deny: ['b.test'] }, 'a.test', true],
    ['one of two permissions', { allow: ['a.test:1', 'a.test:2'], deny: ['a.test:1'] }, 'a.test', true],
  ])('of which network.deny has %s: %j %s', async (_, setting, name, isAsked) => {
    const asked: string[] = [];
    const lookup = async (host: string) => {
      asked.push(host);
      return [{ address: '1.1.1.1', family: 4 }];
    };
    const { guest, events } = gated({ hosts: {}, ...setting }, { lookup });
    expect(await guest.resolve(name)).toMatch(isAsked ? /^ok\n/ : /^error noname\n$/);
    expect(asked).toEqual(isAsked ? [name] : []);
    if (!isAsked)
      expect(events).toMatchObject([{ allowed: false, reason: expect.stringMatching(/^network.deny has '/) }]);
  });

  it.each(['5 a.test\n', 'a.test\n', '\n', '0 a.test b.test\n', `0 ${'x'.repeat(5000)}`, '0 a\0.test\n', '\xff\xfe\n'])(
    'in a question that is none (%j) are not looked for',
    async (question) => {
      const { guest } = gated({ allow: ['a.test'] });
      expect(await guest.ask(question.slice(0, 6000))).toMatch(/^error /);
    },
  );

  it('of a guest that never ends its question hold nothing for long', async () => {
    const { guest } = gated({ allow: ['a.test'] }, { timeouts: { connectMs: 20, lookupMs: 20, tickMs: 10 } });
    const socket = guest.open({ kind: 'resolver' });
    await socket.write('0 a.te');
    await expect(socket.readAll()).rejects.toThrow('ECONNRESET');
  });

  it('ten thousand of them have addresses without end, and none is mistaken for another', async () => {
    const lookup = async () => [{ address: '1.1.1.1', family: 4 }];
    const { guest, gate } = gated({ allow: ['*.many.example'] }, { lookup });
    const seen = new Set<string>();
    for (let at = 0; at < 10_000; at++) {
      const answer = (await guest.resolve(`n${at}.many.example`)) as string;
      expect(answer).toMatch(/^ok\n198\.1[89]\.\d+\.\d+\n$/);
      seen.add(answer);
    }
    expect(seen.size).toBe(10_000);
    const held = (gate as unknown as { synthetic: { nameOf(address: string): unknown } }).synthetic;
    expect(held.nameOf('198.18.0.1')).toBeUndefined();
  });

  it('asked for all at once wait in a line that ends', async () => {
    let most = 0;
    let now = 0;
    const lookup = async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now--;
      return [{ address: '1.1.1.1', family: 4 }];
    };
    const { guest } = gated({ allow: ['*.many.example'] }, { lookup });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => guest.resolve(`n${at}.many.example`)));
    expect(most).toBe(2);
    expect(answers.filter((answer) => answer === 'error again\n').length).toBeGreaterThan(100);
  });
});

describe('rebinding', () => {
  it('a name that stands for loopback is refused', async () => {
    const { guest, events } = gated(
      { allow: ['evil.example:*'], subnets: {}, hosts: {} },
      { lookup: async () => [{ address: '127.0.0.1', family: 4 }] },
    );
    await expect(guest.connect('evil.example', 80)).rejects.toThrow('errno 13');
    expect(events.at(-1)).toMatchObject({
      action: 'connect',
      allowed: false,
      host: 'evil.example',
      address: '127.0.0.1',
      code: 'E_NET_ADDRESS',
    });
  });

  it('a name that is public at first and private then is refused then', async () => {
    const answers = ['1.1.1.1', '127.0.0.1'];
    const lookup = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
    const { guest } = gated(
      { allow: ['evil.example:*'], subnets: {}, hosts: {} },
      { lookup, timeouts: { keepNamesMs: 0 } },
    );
    expect(await guest.resolve('evil.example')).toMatch(/^ok/);
    await expect(guest.connectTo('198.18.0.1', 80)).rejects.toThrow('errno 13');
  });

  it('a connection stays where it was judged, whatever the name stands for later', async () => {
    const port = await serveHttp((_, response) => response.end('here'));
    let asked = 0;
    const lookup = async () => [{ address: ++asked > 1 ? '10.0.0.1' : '127.0.0.1', family: 4 }];
    const { guest } = gated(
      { allow: ['evil.example:*'], hosts: {}, subnets: { allow: ['127.0.0.1'] } },
      { lookup, timeouts: { keepNamesMs: 10_000 } },
    );
    const socket = await guest.connect('evil.example', port);
    for (let at = 0; at < 3; at++) {
      await socket.write(`GET / HTTP/1.1\r\nHost: evil.example:${port}\r\n\r\n`);
      expect(await socket.readUntil('here')).toContain('200 OK');
    }
    expect(asked).toBe(1);
  });

  it('of several addresses those that are not public are left out', async () => {
    const port = await serveHttp((_, response) => response.end('here'));
    const addresses = ['10.0.0.1', '::1', '169.254.169.254', '127.0.0.1', '::ffff:10.0.0.2'];
    const lookup = async () => addresses.map((address) => ({ address, family: 4 }));
    const { guest, events } = gated(
      { allow: ['mixed.example:*'], hosts: {}, subnets: { allow: ['127.0.0.1'] } },
      { lookup },
    );
    expect(await guest.request('mixed.example', port, get(`mixed.example:${port}`))).toContain('here');
    expect(events.find(({ action }) => action === 'connect')).toMatchObject({ address: '127.0.0.1', allowed: true });
  });

  it('network.hosts does not open what it names', async () => {
    const { guest } = gated({ allow: ['a.test:*'], hosts: { 'a.test': '10.0.0.1' }, subnets: {} });
    await expect(guest.connect('a.test', 80)).rejects.toThrow('errno 13');
  });
});

describe('redirects', () => {
  it('to a private address are another request, and refused', async () => {
    const port = await serveHttp((_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/latest/meta-data/' }).end();
    });
    const { guest } = gated({ allow: [`a.test:${port}`] });
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).toContain('302 Found');
    await expect(guest.connectTo('127.0.0.1', 1)).rejects.toThrow('errno 13');
  });

  it('to a host that is not allowed are refused by its name', async () => {
    const { guest } = gated({ allow: ['a.test'] });
    expect(await guest.resolve('b.test')).toBe('error noname\n');
  });

  it('to a port that is not allowed are refused by the port', async () => {
    const { guest } = gated({ allow: ['a.test'] });
    await expect(guest.connect('a.test', 22)).rejects.toThrow('errno 13');
  });

  it('from https to http are refused where only https is allowed', async () => {
    const port = await serveHttp((_, response) => response.end('in the clear'));
    const { guest } = gated({ allow: [`https://a.test:${port}`] });
    const answer = await guest.request('a.test', port, get(`a.test:${port}`));
    expect(answer).toMatch(/^HTTP\/1.1 403 Forbidden/);
    expect(answer).not.toContain('in the clear');
  });

  it('from http to https are refused where only http is allowed', async () => {
    const port = await serveHttps((_, response) => response.end('x'));
    const { guest } = gated({ allow: [`http://a.test:${port}`], ca: certificates().ca });
    const socket = await guest.connect('a.test', port);
    expect(await socket.tls({ name: 'a.test' })).toMatchObject({ status: 3 });
  });
});
