// Which addresses are public, and what subnets are.

import { describe, expect, it } from 'vitest';
import { canonicalAddress, classify, isNamed, isWithin, parseSubnet, type Subnet } from '../../lib/network/address.js';

const subnets = (...texts: string[]): Subnet[] => texts.map((text) => parseSubnet(text)!);

describe('kinds of addresses', () => {
  it.each([
    ['0.0.0.0', 'this network'],
    ['0.1.2.3', 'this network'],
    ['8.8.8.8', 'public'],
    ['9.255.255.255', 'public'],
    ['10.0.0.0', 'private'],
    ['10.255.255.255', 'private'],
    ['11.0.0.0', 'public'],
    ['100.63.255.255', 'public'],
    ['100.64.0.0', 'shared (CGNAT)'],
    ['100.100.100.200', 'metadata service'],
    ['100.127.255.255', 'shared (CGNAT)'],
    ['100.128.0.0', 'public'],
    ['126.255.255.255', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.255', 'loopback'],
    ['168.63.129.16', 'metadata service'],
    ['169.253.255.255', 'public'],
    ['169.254.0.0', 'link-local'],
    ['169.254.169.254', 'metadata service'],
    ['169.254.170.2', 'metadata service'],
    ['172.15.255.255', 'public'],
    ['172.16.0.0', 'private'],
    ['172.31.255.255', 'private'],
    ['172.32.0.0', 'public'],
    ['192.0.0.1', 'reserved'],
    ['192.0.0.192', 'metadata service'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', 'transition'],
    ['192.168.0.1', 'private'],
    ['192.169.0.1', 'public'],
    ['198.17.255.255', 'public'],
    ['198.18.0.0', 'benchmarking'],
    ['198.19.255.255', 'benchmarking'],
    ['198.20.0.0', 'public'],
    ['198.51.100.7', 'documentation'],
    ['203.0.113.7', 'documentation'],
    ['223.255.255.255', 'public'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.254', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'this network'],
    ['::1', 'loopback'],
    ['::2', 'transition'],
    ['::7f00:1', 'transition'],
    ['::127.0.0.1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['0:0:0:0:0:ffff:0a00:0001', 'private'],
    ['::ffff:169.254.169.254', 'metadata service'],
    ['::ffff:8.8.8.8', 'public'],
    ['::ffff:0:127.0.0.1', 'transition'],
    ['64:ff9b::127.0.0.1', 'loopback'],
    ['64:ff9b::a00:1', 'private'],
    ['64:ff9b::a9fe:a9fe', 'metadata service'],
    ['64:ff9b::8.8.8.8', 'public'],
    ['64:ff9b:1::8.8.8.8', 'transition'],
    ['100::1', 'reserved'],
    ['2001:0:1::1', 'transition'],
    ['2001:2::1', 'benchmarking'],
    ['2001:10::1', 'reserved'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['2001:4860:4860::8888', 'public'],
    ['2002:7f00:1::1', 'transition'],
    ['2002:808:808::1', 'transition'],
    ['2606:4700::1111', 'public'],
    ['4000::1', 'reserved'],
    ['fc00::1', 'private'],
    ['fd00:ec2::254', 'metadata service'],
    ['fdff::1', 'private'],
    ['fe80::1', 'link-local'],
    ['febf::1', 'link-local'],
    ['fec0::1', 'private'],
    ['ff02::1', 'multicast'],
  ])('%s: %s', (address, kind) => expect(classify(address)).toBe(kind));

  it.each([
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '127.0.0.1.',
    ' 127.0.0.1',
    'fe80::1%eth0',
    '1.2.3',
    '256.1.1.1',
    'x',
    '',
  ])('%j is not the spelling of an address, and never public', (text) =>
    expect([canonicalAddress(text), classify(text)]).toEqual([undefined, 'reserved']),
  );

  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::FFFF:1.2.3.4', '1.2.3.4'],
    ['2001:0DB8:0:0::1', '2001:db8::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
  ])('%s is written %s', (text, canonical) => expect(canonicalAddress(text)).toBe(canonical));
});

describe('subnets', () => {
  it.each(['10.0.0.0/8', '10.1.2.3', '0.0.0.0/0', 'fd00::/8', '::/0', '::1'])('%s is one', (text) =>
    expect(parseSubnet(text)).toBeDefined(),
  );
  it.each([
    '10.0.0.1/8',
    '10.0.0.0/33',
    'fd00::/129',
    'fd00::1/8',
    '10/8',
    '127.1/32',
    '10.0.0.0/',
    '/8',
    'host/8',
    '10.0.0.0/8 ',
    '',
  ])('%j is none', (text) => expect(parseSubnet(text)).toBeUndefined());

  it.each([
    ['10.9.9.9', ['10.0.0.0/8'], true],
    ['11.0.0.0', ['10.0.0.0/8'], false],
    ['::ffff:10.1.1.1', ['10.0.0.0/8'], true],
    ['64:ff9b::10.1.1.1', ['10.0.0.0/8'], true],
    ['64:ff9b::10.1.1.1', ['64:ff9b::/96'], true],
    ['fd00::1', ['0.0.0.0/0'], false],
    ['127.0.0.1', ['::/0'], false],
    ['fd00::1', ['10.0.0.0/8', 'fd00::/16'], true],
    ['nonsense', ['0.0.0.0/0', '::/0'], false],
  ])('%s in %j: %s', (address, list, within) => expect(isWithin(address, subnets(...list))).toBe(within));

  it('name an address only when they are nothing else', () => {
    expect(isNamed('169.254.169.254', subnets('169.254.0.0/16', '0.0.0.0/0'))).toBe(false);
    expect(isNamed('169.254.169.254', subnets('169.254.169.254/32'))).toBe(true);
    expect(isNamed('fd00:ec2::254', subnets('fd00:ec2::254'))).toBe(true);
  });
});
