// Names, patterns and paths: what they mean, and what they do not.

import { describe, expect, it } from 'vitest';
import { canonicalHost } from '../../lib/network/host-name.js';
import { isBelow, mayBeBelow, readPath } from '../../lib/network/path.js';
import { forbids, type Origin, parsePattern, permits, type Scheme } from '../../lib/network/pattern.js';

describe('names of hosts', () => {
  it.each([
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['example。com', 'example.com'],
    ['_dmarc.example.com', '_dmarc.example.com'],
    ['a-b.c', 'a-b.c'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['①②⑦.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
    ['[::ffff:127.0.0.1]', '127.0.0.1'],
    ['[0:0::1]', '::1'],
  ])('%s is %s', (text, host) => expect(canonicalHost(text)).toBe(host));

  it.each([
    '',
    '.',
    '..',
    'a..b',
    '.a',
    'a b',
    'a/b',
    'a\\b',
    'a@b',
    'a:80',
    'a?b',
    'a#b',
    'a%2eb',
    'a\nb',
    'a\0b',
    'a\tb',
    '-a.b',
    'a-.b',
    '[::1',
    '::1',
    '[fe80::1%25eth0]',
    '[127.0.0.1]',
    '1.2.3.4.5',
    '256.0.0.1',
    `${'a'.repeat(64)}.b`,
    `${'a.'.repeat(130)}b`,
    'a<b',
    'a^b',
    'a|b',
  ])('%j is none', (text) => expect(canonicalHost(text)).toBeUndefined());
});

const read = (source: string) => {
  const pattern = parsePattern(source);
  if (typeof pattern === 'string') throw new Error(pattern);
  return pattern;
};

const origin = (url: string): [Origin, string] => {
  const [, scheme, host, port, path] = /^(\w+):\/\/(\[.*\]|[^/:]+):(\d+)(\/.*)$/.exec(url)!;
  return [{ scheme: scheme as Scheme, host: host!.replace(/^\[|\]$/g, ''), port: Number(port) }, path!];
};

describe('patterns that permit', () => {
  it.each([
    ['a.com', 'https://a.com:443/', true],
    ['a.com', 'http://a.com:80/x?y', true],
    ['a.com', 'https://a.com:80/', false],
    ['a.com', 'http://a.com:443/', false],
    ['a.com', 'https://a.com:8443/', false],
    ['a.com', 'https://b.a.com:443/', false],
    ['a.com', 'https://xa.com:443/', false],
    ['a.com', 'tcp://a.com:443/', false],
    ['A.COM.', 'https://a.com:443/', true],
    ['a.com:8443', 'https://a.com:8443/', true],
    ['a.com:8443', 'http://a.com:8443/', true],
    ['a.com:8443', 'https://a.com:443/', false],
    ['a.com:8443', 'tcp://a.com:8443/', false],
    ['a.com:*', 'https://a.com:1/', true],
    ['*.a.com', 'https://b.a.com:443/', true],
    ['*.a.com', 'https://c.b.a.com:443/', true],
    ['*.a.com', 'https://a.com:443/', false],
    ['*.a.com', 'https://ba.com:443/', false],
    ['*.a.com', 'https://a.com.evil:443/', false],
    ['*.a.com:8443', 'https://b.a.com:8443/', true],
    ['*', 'https://x:443/', true],
    ['*', 'https://x:444/', false],
    ['*:*', 'http://x:444/', true],
    ['*:*', 'tcp://x:444/', false],
    ['https://a.com', 'https://a.com:443/', true],
    ['https://a.com', 'http://a.com:80/', false],
    ['https://a.com', 'http://a.com:443/', false],
    ['http://a.com:8080', 'http://a.com:8080/', true],
    ['HTTPS://a.com/', 'https://a.com:443/any', true],
    ['https://a.com/v1/', 'https://a.com:443/v1/x', true],
    ['https://a.com/v1/', 'https://a.com:443/v1/', true],
    ['https://a.com/v1/', 'https://a.com:443/v1', false],
    ['https://a.com/v1/', 'https://a.com:443/v2/x', false],
    ['https://a.com/v1', 'https://a.com:443/v1', true],
    ['https://a.com/v1', 'https://a.com:443/v1?q=/../', true],
    ['https://a.com/v1', 'https://a.com:443/v1/x', true],
    ['https://a.com/v1', 'https://a.com:443/v10', false],
    ['https://a.com/v1', 'https://a.com:443/V1', false],
    ['a.com/v1/', 'http://a.com:80/v1/x', true],
    ['tcp://db:5432', 'tcp://db:5432/', true],
    ['tcp://db:5432', 'tcp://db:5433/', false],
    ['tcp://db:5432', 'http://db:5432/', false],
    ['tcp://*:*', 'tcp://db:1/', true],
    ['[2001:db8::1]:8080', 'http://[2001:db8::1]:8080/', true],
    ['[2001:DB8:0::1]', 'https://[2001:db8::1]:443/', true],
    ['1.2.3.4', 'https://1.2.3.4:443/', true],
    ['0x1.2.3.4', 'https://1.2.3.4:443/', true],
    ['bücher.example', 'https://xn--bcher-kva.example:443/', true],
  ])('%s: %s %s', (pattern, url, permitted) => {
    const [where, path] = origin(url);
    expect(permits(read(pattern), where, readPath(path))).toBe(permitted);
  });
});

describe('patterns that forbid', () => {
  it.each([
    ['a.com', 'tcp://a.com:25/', true],
    ['a.com', 'https://a.com:8443/', true],
    ['a.com', 'https://b.a.com:443/', false],
    ['*.a.com', 'https://b.a.com:1/', true],
    ['a.com:443', 'https://a.com:443/', true],
    ['a.com:443', 'https://a.com:444/', false],
    ['http://a.com', 'https://a.com:443/', false],
    ['http://a.com', 'http://a.com:8080/', true],
    ['tcp://a.com', 'tcp://a.com:1/', true],
    ['a.com/admin/', 'https://a.com:443/admin/x', true],
    ['a.com/admin/', 'https://a.com:443/admin', true],
    ['a.com/admin/', 'https://a.com:443/administrator', false],
    ['a.com/admin', 'https://a.com:443/x/y', false],
    ['a.com/admin/', 'https://a.com:443/x/../admin/', true],
    ['a.com/admin/', 'https://a.com:443//admin/', true],
    ['a.com/admin/', 'https://a.com:443/ADMIN/', true],
    ['a.com/admin/', 'https://a.com:443/%61dmin/', true],
    ['a.com/admin/', 'https://a.com:443/%2561dmin/', true],
    ['a.com/admin/', 'https://a.com:443/%2fadmin/', true],
    ['a.com/admin/', 'https://a.com:443/\\admin/', true],
    ['a.com/admin/', 'https://a.com:443/admin;x/', true],
    ['a.com/admin/', 'https://a.com:443/;x/admin/', true],
    ['a.com/%61dmin/', 'https://a.com:443/admin/', true],
    // As only some servers read them.
    ['a.com/admin/', 'https://a.com:443/admin./x', true],
    ['a.com/admin/', 'https://a.com:443/admin%20/x', true],
    ['a.com/admin/', 'https://a.com:443/admin.%2e;y/x', true],
    ['a.com/admin/', 'https://a.com:443/admin::$INDEX_ALLOCATION/x', true],
    ['a.com/admin/x', 'https://a.com:443/admin/x::$DATA', true],
    ['a.com/admin/', 'https://a.com:443/%c0%aeadmin', true],
    ['a.com/admin/', 'https://a.com:443/x%e0%80%afadmin', true],
    ['a.com/admin/', 'https://a.com:443/x%f0%80%80%afadmin', true],
    ['a.com/admin/', 'https://a.com:443/%uff41dmin/', true],
    ['a.com/admin/', 'https://a.com:443/caf%c3%a9/a.b/$x:y/ok', false],
  ])('%s: %s %s', (pattern, url, forbidden) => {
    const [where, path] = origin(url);
    expect(forbids(read(pattern), where, readPath(path))).toBe(forbidden);
  });
});

describe('patterns that are none', () => {
  it.each([
    ['', 'is no host'],
    ['https://', 'no name or address'],
    ['ws://a.com', "scheme 'ws'"],
    ['file:///etc/passwd', "scheme 'file'"],
    ['a.com:0', "port '0'"],
    ['a.com:65536', "port '65536'"],
    ['a.com:', "port ''"],
    ['a.com:80x', "port '80x'"],
    ['user@a.com', 'no name or address'],
    ['https://user:pass@a.com/', "port 'pass@a.com'"],
    ['a b', 'no name or address'],
    ['a.*.com', 'no name or address'],
    ['*a.com', 'no name or address'],
    ['*.', 'no name or address'],
    ['*.1.2.3.4', 'no name or address'],
    ['::1', "port ':1'"],
    ['tcp://a.com:1/x', 'which TCP does not'],
    ['https://a.com/x?y', 'query'],
    ['https://a.com/x#y', 'fragment'],
  ])('%j %s', (source, problem) => {
    const parsed = parsePattern(source);
    if (problem === 'is no host') expect(typeof parsed).toBe('string');
    else expect(parsed).toContain(problem);
  });
});

describe('paths that lead elsewhere', () => {
  it.each([
    '/v1/../admin',
    '/v1/..',
    '/v1/./x',
    '/v1/%2e%2e/admin',
    '/v1/%2E./admin',
    '/v1/.%2e/admin',
    '/v1/%252e%252e/admin',
    '/v1/..%2fadmin',
    '/v1/..%5cadmin',
    '/v1/..\\admin',
    '/v1\\..\\admin',
    '/v1/..;/admin',
    '/v1/..;a=b/admin',
    '/v1/%u002e%u002e/admin',
    '/v1/..%00/admin',
    '/v1/%00',
    '/v1/%0d%0aX',
    `/v1/%${'25'.repeat(8)}2e%2e/`,
    '/V1/x',
    '/v1%2fx',
    '//v1/x',
    '/x/../v1/',
    '/v1/x.',
    '/v1/x%20/y',
    '/v1/x::$DATA',
    '/v1/x:$DATA',
    '/v1/%c0%af',
    '/v1/%e0%80%ae',
    '/v1/%u2215',
  ])('%s is not below /v1/', (path) => expect(isBelow(readPath(path), '/v1/')).toBe(false));

  it.each(['/v1/models/a:generate', '/v1/caf%c3%a9/%E9', '/v1/a.b/.c', '/v1/$a', '/v1/%e0%a4%85', '/v1/a%20b'])(
    '%s is below /v1/',
    (path) => expect(isBelow(readPath(path), '/v1/')).toBe(true),
  );

  it.each(['/v1/x', '/v1/x/../y?z', '/v1/a..b', '/v1/...', '/v1/.well-known', '/v1/%20', '/v1/a%2fb', '/v1/x?p=/../'])(
    '%s may be below /v1/',
    (path) => expect(mayBeBelow(readPath(path), '/v1/')).toBe(true),
  );
});
