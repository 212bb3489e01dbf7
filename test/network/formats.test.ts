// What the gate says to the C library and to TLS libraries, what stands for names, budgets and cassettes.

import { describe, expect, it } from 'vitest';
import { Budget } from '../../lib/network/budget.js';
import { Cassette, type CassetteEntry, formatEntry, parseCassette } from '../../lib/network/cassette.js';
import { formatAnswer, parseQuestion } from '../../lib/network/resolver-protocol.js';
import { isSynthetic, SyntheticNames } from '../../lib/network/synthetic-names.js';
import { encodeTlsAnswer, parseTlsRequest, tlsStatus } from '../../lib/network/tls-message.js';
import { tlsRequest } from './tls-request.js';

describe('questions for the resolver', () => {
  it.each([
    ['0 a.com', { family: 0, name: 'a.com' }],
    ['6 a.com', { family: 6, name: 'a.com' }],
    ['5 a.com', undefined],
    ['4 a b', undefined],
    ['4  a', undefined],
    ['4 ', undefined],
    ['a.com', undefined],
    ['', undefined],
  ])('%j', (line, question) => expect(parseQuestion(line)).toEqual(question));

  it('are answered in lines', () => {
    expect(formatAnswer({ addresses: ['198.18.0.1', '::1'] })).toBe('ok\n198.18.0.1\n::1\n');
    expect(formatAnswer({ error: 'again' })).toBe('error again\n');
  });
});

describe('addresses that stand for names', () => {
  it('are one for each name, and say it', () => {
    const names = new SyntheticNames();
    expect(names.addressOf('a', 4)).toBe('198.18.0.1');
    expect(names.addressOf('b', 4)).toBe('198.18.0.2');
    expect(names.addressOf('a', 4)).toBe('198.18.0.1');
    expect(names.addressOf('a', 6)).toBe('2001:2::c612:1');
    expect(names.nameOf('198.18.0.2')).toEqual({ host: 'b', family: 4 });
    expect(names.nameOf('2001:2::c612:2')).toEqual({ host: 'b', family: 6 });
    expect(names.nameOf('::ffff:198.18.0.2')).toEqual({ host: 'b', family: 6 });
  });

  it.each(['198.18.0.9', '198.17.255.255', '8.8.8.8', '2001:2::1', '2001:2::c612:9', 'x'])(
    '%s stands for none',
    (address) => {
      const names = new SyntheticNames();
      names.addressOf('a', 4);
      expect(names.nameOf(address)).toBeUndefined();
    },
  );

  it('are of the networks that nobody has', () => {
    expect(['198.18.0.0', '198.19.255.255', '2001:2::c612:5'].map(isSynthetic)).toEqual([true, true, true]);
    expect(['198.17.255.255', '198.20.0.0', '2001:2::', '1.1.1.1', '::1'].map(isSynthetic)).toEqual(
      Array(5).fill(false),
    );
  });

  it('are bounded: the name that was not used for longest is forgotten, not one in use', () => {
    const names = new SyntheticNames(3);
    for (const name of ['a', 'b', 'c']) names.addressOf(name, 4);
    const release = names.hold('a');
    names.addressOf('b', 4);
    expect(names.addressOf('d', 4)).toBe('198.18.0.4');
    expect(['198.18.0.1', '198.18.0.2', '198.18.0.3'].map((a) => names.nameOf(a)?.host)).toEqual(['a', 'b', undefined]);
    names.hold('b');
    names.hold('d');
    expect(names.addressOf('e', 4)).toBeUndefined();
    release();
    expect(names.addressOf('e', 4)).toBe('198.18.0.5');
    expect(names.nameOf('198.18.0.1')).toBeUndefined();
  });

  it('go round without meeting one in use', () => {
    const names = new SyntheticNames(2);
    names.addressOf('kept', 4);
    names.hold('kept');
    for (let at = 0; at < 2 ** 17 + 5; at++) names.addressOf(`n${at}`, 4);
    expect(names.nameOf('198.18.0.1')?.host).toBe('kept');
    expect(isSynthetic(names.addressOf('last', 4)!)).toBe(true);
  });
});

describe('requests for TLS', () => {
  it('are read', () => {
    const bytes = tlsRequest({
      flags: 3,
      min: 0x0303,
      max: 0x0304,
      name: 'a.com',
      alpn: ['h2', 'http/1.1'],
      roots: 'R',
      certificate: 'C',
      key: 'K',
    });
    expect(parseTlsRequest(bytes)).toEqual({
      insecure: true,
      anyName: true,
      minVersion: 0x0303,
      maxVersion: 0x0304,
      serverName: 'a.com',
      alpn: ['h2', 'http/1.1'],
      roots: 'R',
      certificate: 'C',
      key: 'K',
    });
  });

  it('are read at any offset of a buffer', () => {
    const bytes = tlsRequest({ name: 'a.com' });
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(parseTlsRequest(shifted.subarray(3))?.serverName).toBe('a.com');
  });

  it('are refused at any length but their own', () => {
    const bytes = tlsRequest({ name: 'a.com', alpn: ['h2'], roots: 'roots', certificate: 'C', key: 'K' });
    for (let length = 0; length < bytes.length; length++)
      expect(parseTlsRequest(bytes.subarray(0, length))).toBeUndefined();
    expect(parseTlsRequest(new Uint8Array([...bytes, 0]))).toBeUndefined();
  });

  it.each<[string, Parameters<typeof tlsRequest>[0]]>([
    ['another version', { version: 2 }],
    ['unknown flags', { flags: 4 }],
    ['SSL 3', { min: 0x0300 }],
    ['TLS 1.1', { max: 0x0302 }],
    ['a name with NUL', { name: 'a\0b' }],
    ['a name with a line feed', { name: 'a\nb' }],
    ['an empty protocol', { alpn: [''] }],
    ['roots beyond 256 KiB', { roots: 'x'.repeat(256 * 1024 + 1) }],
    ['more than 512 KiB', { certificate: 'x'.repeat(512 * 1024) }],
    ['a certificate with NUL', { certificate: 'a\0' }],
  ])('are refused with %s', (_, fields) => expect(parseTlsRequest(tlsRequest(fields))).toBeUndefined());

  it('are refused with lengths that lie', () => {
    const bytes = tlsRequest({ name: 'a.com' });
    for (let at = 12; at < bytes.length; at++) {
      const bad = bytes.slice();
      bad[at] = 0xff;
      const read = parseTlsRequest(bad);
      if (read !== undefined) expect(read.serverName).toHaveLength(5);
    }
  });

  it('are answered', () => {
    const answer = encodeTlsAnswer({
      status: tlsStatus.certificate,
      verifyCode: 18,
      version: 0x0304,
      cipher: 'C',
      alpn: 'h',
      message: 'no',
      certificate: new Uint8Array([1, 2]),
    });
    expect([...answer]).toEqual([
      1, 0, 0, 0, 1, 0, 0, 0, 18, 0, 0, 0, 4, 3, 1, 0, 67, 1, 0, 104, 2, 0, 110, 111, 2, 0, 0, 0, 1, 2,
    ]);
  });

  it('are never answered with more than 64 KiB', () => {
    const answer = encodeTlsAnswer({
      status: 0,
      verifyCode: 0,
      version: 0,
      cipher: '',
      alpn: '',
      message: 'x'.repeat(70_000),
      certificate: new Uint8Array(65_000),
    });
    expect(answer.length).toBeLessThan(65_536);
  });
});

describe('budgets', () => {
  it('count requests and what is under way', () => {
    const budget = new Budget({ requests: 2, concurrency: 1 }, () => 0);
    expect(budget.begin()).toBeUndefined();
    expect(budget.begin()).toEqual({ code: 'E_NET_CONCURRENCY', reason: 'network.budget.concurrency (1) is used up' });
    budget.end();
    expect(budget.begin()).toBeUndefined();
    budget.end();
    expect(budget.begin()).toEqual({ code: 'E_NET_REQUESTS', reason: 'network.budget.requests (2) is used up' });
  });

  it('count bytes each way: as many as allowed are', () => {
    const budget = new Budget({ sentBytes: 10, receivedBytes: 20 }, () => 0);
    budget.addSent(10);
    budget.addReceived(20);
    expect(budget.spent()).toBeUndefined();
    budget.addReceived(1);
    expect(budget.spent()?.code).toBe('E_NET_RECEIVED_BYTES');
    budget.addSent(1);
    expect(budget.spent()?.code).toBe('E_NET_SENT_BYTES');
    expect(budget.begin()?.code).toBe('E_NET_SENT_BYTES');
  });

  it('count the time in which something is under way', () => {
    let now = 0;
    const budget = new Budget({ timeMs: 100 }, () => now);
    now = 1000;
    budget.begin();
    now = 1050;
    budget.begin();
    budget.end();
    expect(budget.timeLeftMs()).toBe(50);
    budget.end();
    now = 5000;
    expect(budget.timeLeftMs()).toBe(50);
    budget.begin();
    now = 5050;
    expect(budget.spent()?.code).toBe('E_NET_TIME');
  });
});

describe('cassettes', () => {
  const entry = (url: string, bodySha256: string, text: string): CassetteEntry => ({
    request: { method: 'GET', url, headers: [['A', 'b']], bodySha256 },
    response: { status: 200, statusText: 'OK', headers: [], body: { text } },
  });

  it('answer in the order in which they were recorded, and then the last again', () => {
    const cassette = new Cassette([entry('u', 'h', '1'), entry('u', 'h', '2'), entry('u', 'other', '3')]);
    const next = (hash: string) => cassette.find('GET', 'u', hash)?.body;
    expect([next('h'), next('h'), next('h')]).toEqual([{ text: '1' }, { text: '2' }, { text: '2' }]);
    expect(next('unknown')).toEqual({ text: '3' });
    expect(cassette.find('POST', 'u', 'h')).toBeUndefined();
  });

  it('are lines', () => {
    const entries = [entry('u', 'h', '1'), entry('v', 'h', '\n')];
    expect(parseCassette(entries.map(formatEntry).join(''))).toEqual(entries);
    expect(parseCassette('')).toEqual([]);
  });

  it.each([
    ['{', 1],
    ['\n\n[]', 3],
    [JSON.stringify({ ...entry('u', 'h', ''), response: { status: 200 } }), 1],
    [JSON.stringify(entry('u', 'h', '')).replace('"OK"', '"OK\\r\\nX: y"'), 1],
    [JSON.stringify(entry('u', 'h', '')).replace('200', '99'), 1],
    [JSON.stringify(entry('u', 'h', '')).replace('"headers":[]', '"headers":[["a","b\\n"]]'), 1],
  ])('that are none: %j', (text, line) => expect(parseCassette(text)).toBe(line));
});
