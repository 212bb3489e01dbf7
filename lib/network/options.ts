// Checks and reads the option `network`.

import { optionError, unknownOptionError } from '../api/errors.js';
import type { NetworkBudget, NetworkOptions, NetworkSetting } from '../api/network.js';
import { optionDefaults } from '../api/option-defaults.js';
import { canonicalAddress, parseSubnet, type Subnet } from './address.js';
import { canonicalHost } from './host-name.js';
import { type Pattern, parsePattern } from './pattern.js';

/** A rule after parsing. */
export interface Rule {
  /** The name of the rule in messages: `network.rules[0]`. */
  readonly name: string;
  readonly match: Pattern;
  readonly methods: ReadonlySet<string> | undefined;
  /** Header names in the caller's spelling. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Whether requests may upgrade to WebSocket. */
  readonly websocket: boolean;
}

/** The option with the defaults filled in. */
export interface ResolvedNetwork {
  readonly allow: readonly Pattern[];
  readonly deny: readonly Pattern[];
  readonly rules: readonly Rule[];
  readonly methods: ReadonlySet<string> | undefined;
  readonly subnets: { readonly allow: readonly Subnet[]; readonly deny: readonly Subnet[] };
  readonly hosts: ReadonlyMap<string, string>;
  readonly ca: string | undefined;
  readonly insecure: boolean;
  readonly budget: Readonly<NetworkBudget>;
  readonly onRequest: NetworkOptions['onRequest'];
  readonly record: string | undefined;
  readonly replay: string | undefined;
  readonly proxy: boolean;
}

type Read<T> = (value: unknown, option: string) => T;

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers that only the gate may set: they frame a message, or concern one connection only. */
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Throws E_INVALID_OPTION, with the option's name. */
export function resolveNetwork(given: NetworkSetting | undefined): ResolvedNetwork {
  if (given === undefined || given === 'deny-all') return readOptions({});
  if (given === 'allow-all') return readOptions({ allow: ['*:*'] });
  if (!isRecord(given))
    throw optionError('network', "must be 'deny-all', 'allow-all' or an object such as { allow: ['example.com'] }");
  return readOptions(given);
}

/** Reads {@link NetworkOptions.allow} and the argument of `allowNetwork`. */
export function readAllowed(value: unknown, option: string): Pattern[] {
  return patterns(value, option, (pattern) => permission(pattern, option));
}

const readers = {
  allow: readAllowed,
  deny: (value, option) => patterns(value, option, (pattern) => pattern),
  rules: (value, option) => list(value, option).map((rule, at) => readRule(rule, `${option}[${at}]`)),
  methods,
  subnets: (value, option) => readSubnets(record(value, option, ['allow', 'deny']), option),
  hosts: readHosts,
  ca: certificates,
  insecure: boolean,
  budget: readBudget,
  onRequest: (value, option) => {
    if (typeof value !== 'function') throw optionError(option, 'must be a function');
    return value as NonNullable<NetworkOptions['onRequest']>;
  },
  record: path,
  replay: path,
  proxy: boolean,
} satisfies { [name in keyof NetworkOptions]-?: Read<unknown> };

function readOptions(given: NetworkOptions): ResolvedNetwork {
  const values = record(given, 'network', Object.keys(readers)) as Record<keyof NetworkOptions, unknown>;
  const read = <N extends keyof typeof readers>(name: N): ReturnType<(typeof readers)[N]> | undefined =>
    values[name] === undefined
      ? undefined
      : (readers[name](values[name], `network.${name}`) as ReturnType<(typeof readers)[N]>);
  if (values.record !== undefined && values.replay !== undefined) {
    throw optionError('network.record', "and 'network.replay' exclude each other");
  }
  return {
    allow: read('allow') ?? [],
    deny: read('deny') ?? [],
    rules: read('rules') ?? [],
    methods: read('methods'),
    subnets: read('subnets') ?? { allow: [], deny: [] },
    hosts: read('hosts') ?? new Map(),
    ca: read('ca'),
    insecure: read('insecure') ?? optionDefaults['NetworkOptions.insecure'],
    budget: read('budget') ?? {},
    onRequest: read('onRequest'),
    record: read('record'),
    replay: read('replay'),
    proxy: read('proxy') ?? false,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function record(value: unknown, option: string, known: readonly string[]): Record<string, unknown> {
  if (!isRecord(value)) throw optionError(option, 'must be an object');
  const foreign = Object.keys(value).find((name) => !known.includes(name));
  if (foreign !== undefined) throw unknownOptionError(`${option}.`, foreign, known);
  return value;
}

function list(value: unknown, option: string): unknown[] {
  if (!Array.isArray(value)) throw optionError(option, 'must be an array');
  return value;
}

function strings(value: unknown, option: string): string[] {
  return list(value, option).map((item) => {
    if (typeof item !== 'string') throw optionError(option, 'must be an array of strings');
    return item;
  });
}

function boolean(value: unknown, option: string): boolean {
  if (typeof value !== 'boolean') throw optionError(option, 'must be true or false');
  return value;
}

function path(value: unknown, option: string): string {
  if (typeof value === 'string' && value !== '' && !value.includes('\0')) return value;
  throw optionError(option, 'must be the path of a file');
}

function pattern(text: string, option: string): Pattern {
  const read = parsePattern(text);
  if (typeof read === 'string') throw optionError(option, `has the pattern ${JSON.stringify(text)}: it ${read}`);
  return read;
}

function patterns(value: unknown, option: string, check: (pattern: Pattern) => Pattern): Pattern[] {
  return strings(value, option).map((text) => check(pattern(text, option)));
}

function permission(read: Pattern, option: string): Pattern {
  if (read.scheme === 'tcp' && read.port === undefined) {
    throw optionError(option, `has the pattern ${JSON.stringify(read.source)}: TCP has no usual port, it needs one`);
  }
  return read;
}

function methods(value: unknown, option: string): ReadonlySet<string> {
  const names = strings(value, option);
  const bad = names.find((name) => !/^[A-Z][A-Z-]*$/.test(name) || name === 'CONNECT' || name.startsWith('TRAC'));
  if (bad !== undefined) {
    throw optionError(option, `has ${JSON.stringify(bad)}: not an HTTP method in capitals, or never allowed`);
  }
  return new Set(names);
}

function readRule(value: unknown, name: string): Rule {
  const given = record(value, name, ['match', 'methods', 'transform', 'websocket']);
  if (typeof given.match !== 'string') throw optionError(`${name}.match`, 'must be a pattern');
  const match = permission(pattern(given.match, `${name}.match`), `${name}.match`);
  const transform = given.transform === undefined ? {} : record(given.transform, `${name}.transform`, ['headers']);
  const headers = transform.headers === undefined ? [] : readHeaders(transform.headers, `${name}.transform.headers`);
  const websocket = given.websocket === undefined ? false : boolean(given.websocket, `${name}.websocket`);
  if (websocket && (headers.length > 0 || match.scheme === 'tcp')) {
    throw optionError(`${name}.websocket`, 'excludes headers and TCP');
  }
  if (match.scheme === 'tcp' && (headers.length > 0 || given.methods !== undefined)) {
    throw optionError(name, 'is for TCP, which has no methods and no headers');
  }
  return {
    name,
    match,
    methods: given.methods === undefined ? undefined : methods(given.methods, `${name}.methods`),
    headers,
    websocket,
  };
}

function readHeaders(value: unknown, option: string): [string, string][] {
  if (!isRecord(value)) throw optionError(option, 'must be an object of strings');
  return Object.entries(value).map(([name, content]) => {
    if (!token.test(name)) throw optionError(option, `has ${JSON.stringify(name)}, which is no name of a header`);
    if (ownHeaders.has(name.toLowerCase())) throw optionError(option, `has '${name}', which the gate sets itself`);
    // The message does not contain the value, which may be a secret.
    if (typeof content !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(content) || content !== content.trim()) {
      throw optionError(option, `has a value for '${name}' that no header can have`);
    }
    return [name, content];
  });
}

function readSubnets(given: Record<string, unknown>, option: string): ResolvedNetwork['subnets'] {
  const read = (name: string): Subnet[] =>
    strings(given[name] ?? [], `${option}.${name}`).map((text) => {
      const subnet = parseSubnet(text);
      if (subnet !== undefined) return subnet;
      throw optionError(`${option}.${name}`, `has ${JSON.stringify(text)}, which is no subnet such as 10.0.0.0/8`);
    });
  return { allow: read('allow'), deny: read('deny') };
}

function readHosts(value: unknown, option: string): ReadonlyMap<string, string> {
  if (!isRecord(value)) throw optionError(option, 'must be an object from name to address');
  return new Map(
    Object.entries(value).map(([name, address]) => {
      const host = canonicalHost(name);
      if (host === undefined || canonicalAddress(host) !== undefined) {
        throw optionError(option, `has ${JSON.stringify(name)}, which is no name of a host`);
      }
      const canonical = typeof address === 'string' ? canonicalAddress(address) : undefined;
      if (canonical === undefined) throw optionError(option, `must give '${name}' an IPv4 or IPv6 address`);
      return [host, canonical];
    }),
  );
}

function certificates(value: unknown, option: string): string {
  if (typeof value === 'string' && value.includes('-----BEGIN CERTIFICATE-----')) return value;
  throw optionError(option, 'must be certificates in PEM');
}

function readBudget(value: unknown, option: string): NetworkBudget {
  const names = ['requests', 'sentBytes', 'receivedBytes', 'timeMs', 'concurrency'];
  const given = record(value, option, names);
  for (const name of names) {
    const amount = given[name];
    if (amount !== undefined && (!Number.isSafeInteger(amount) || (amount as number) < 0)) {
      throw optionError(`${option}.${name}`, 'must be a whole number, at least 0');
    }
  }
  return { ...given };
}
