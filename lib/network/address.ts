// Classifies addresses and finds the subnets they are in. ipaddr.js parses them; this file decides which are public.

import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** `public` is the only kind that can be reached unless a subnet is allowed. */
export type AddressClass =
  | 'public'
  | 'this network'
  | 'loopback'
  | 'link-local'
  | 'private'
  | 'shared (CGNAT)'
  | 'multicast'
  | 'broadcast'
  | 'metadata service'
  | 'documentation'
  | 'benchmarking'
  | 'transition'
  | 'reserved';

export interface Subnet {
  readonly network: Address;
  readonly bits: number;
}

/** Services of clouds that give credentials to every client, even those whose addresses look public. */
const metadataServices = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
]);

const table: readonly (readonly [AddressClass, readonly string[]])[] = [
  ['broadcast', ['255.255.255.255/32']],
  ['this network', ['0.0.0.0/8', '::/128']],
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10']],
  ['shared (CGNAT)', ['100.64.0.0/10']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  ['documentation', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20']],
  ['benchmarking', ['198.18.0.0/15', '2001:2::/48']],
  // 6to4 and its relays, Teredo, NAT64 of a site's own prefix, IPv4-translated and IPv4-compatible addresses.
  ['transition', ['192.88.99.0/24', '2002::/16', '2001::/32', '64:ff9b:1::/48', '::ffff:0:0:0/96', '::/96']],
  ['reserved', ['192.0.0.0/24', '240.0.0.0/4', '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24', '2001::/23']],
];

const ranges = table.flatMap(([name, subnets]) => subnets.map((text) => [name, parseSubnet(text)!] as const));
const unicast = parseSubnet('2000::/3')!;
const nat64 = parseSubnet('64:ff9b::/96')!;

/** An address in its usual spelling; IPv4 in IPv6 (`::ffff:…`) as IPv4. `undefined`: no address, or an odd spelling of one. */
export function canonicalAddress(text: string): string | undefined {
  return parse(text)?.toString();
}

/** What kind of address that is. `text` must be one. */
export function classify(text: string): AddressClass {
  const address = parse(text);
  if (address === undefined) return 'reserved';
  if (metadataServices.has(address.toString())) return 'metadata service';
  const inside = embedded(address);
  if (inside !== undefined) return classify(inside.toString());
  const found = ranges.find(([, subnet]) => contains(subnet, address));
  if (found !== undefined) return found[0];
  return address.kind() === 'ipv4' || contains(unicast, address) ? 'public' : 'reserved';
}

/** `10.0.0.0/8`, `fd00::/8` or a single address. `undefined`: none of these. Bits beyond the prefix must be 0. */
export function parseSubnet(text: string): Subnet | undefined {
  const [, base, length] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const network = base === undefined ? undefined : parseExactly(base);
  if (network === undefined) return undefined;
  const most = network.kind() === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  if (bits > most) return undefined;
  const rest = network.toByteArray().some((byte, at) => {
    const kept = Math.min(Math.max(bits - at * 8, 0), 8);
    return (byte & (0xff >> kept)) !== 0;
  });
  return rest ? undefined : { network, bits };
}

/** Whether the address, or the IPv4 address that NAT64 takes from it, is in one of the subnets. */
export function isWithin(text: string, subnets: readonly Subnet[]): boolean {
  const address = parse(text);
  if (address === undefined) return false;
  const inside = embedded(address);
  return subnets.some((subnet) => contains(subnet, address) || (inside !== undefined && contains(subnet, inside)));
}

/** Whether one of the subnets is exactly that address. */
export function isNamed(text: string, subnets: readonly Subnet[]): boolean {
  const single = subnets.filter(({ network, bits }) => bits === (network.kind() === 'ipv4' ? 32 : 128));
  return isWithin(text, single);
}

function parse(text: string): Address | undefined {
  const address = parseExactly(text);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function parseExactly(text: string): Address | undefined {
  // ipaddr.js throws for text that is no address, and throwing takes longer than everything else that a request needs.
  if (/^[\d.]+$/.test(text) && ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
}

/** The IPv4 address that packets to a NAT64 address reach. */
function embedded(address: Address): ipaddr.IPv4 | undefined {
  return contains(nat64, address) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : undefined;
}

function contains({ network, bits }: Subnet, address: Address): boolean {
  if (network instanceof ipaddr.IPv4) return address instanceof ipaddr.IPv4 && address.match(network, bits);
  return address instanceof ipaddr.IPv6 && address.match(network, bits);
}
