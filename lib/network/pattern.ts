// Patterns for the network: scheme, host, port and path.

import { bracketed, canonicalHost } from './host-name.js';
import { isBelow, mayBeBelow, type PathReadings, readPath } from './path.js';

export type Scheme = 'http' | 'https' | 'tcp';

/** A parsed pattern. A part that the pattern leaves open is `undefined`. */
export interface Pattern {
  readonly source: string;
  readonly scheme: Scheme | undefined;
  /** `any`: all hosts; `below`: those that end in `.host`; `exact`: that one. */
  readonly reach: 'any' | 'below' | 'exact';
  readonly host: string;
  readonly port: number | 'any' | undefined;
  readonly path: string | undefined;
}

export interface Origin {
  readonly scheme: Scheme;
  readonly host: string;
  readonly port: number;
}

export const defaultPorts = { http: 80, https: 443 } as const;

const shape = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\[[^\]]*\]|[^/:]*)(?::([^/]*))?(\/.*)?$/i;

/** The parsed pattern, or the reason why it is invalid. */
export function parsePattern(source: string): Pattern | string {
  const [, scheme, hostText, portText, path] = shape.exec(source) ?? [];
  if (hostText === undefined) return 'is no host, with a scheme, a port or a path';
  if (scheme !== undefined && !isScheme(scheme.toLowerCase()))
    return `has the scheme '${scheme}', not http, https or tcp`;
  const port = parsePort(portText);
  if (port === null) return `has the port '${portText}', not a number from 1 to 65535 or *`;
  const known = scheme?.toLowerCase() as Scheme | undefined;
  if (known === 'tcp' && path !== undefined) return 'has a path, which TCP does not';
  if (path !== undefined && /[?#\s\\]/.test(path)) return 'has a query, a fragment, a space or a backslash in its path';
  const reach = hostText === '*' ? 'any' : hostText.startsWith('*.') ? 'below' : 'exact';
  const host = reach === 'any' ? '*' : canonicalHost(reach === 'below' ? hostText.slice(2) : hostText);
  if (host === undefined || (reach === 'below' && /^[0-9.]+$|:/.test(host))) {
    return `has '${hostText}', which is no name or address of a host`;
  }
  return { source, scheme: known, reach, host, port, path: path === '/' ? undefined : path };
}

function isScheme(text: string): text is Scheme {
  return text === 'http' || text === 'https' || text === 'tcp';
}

function parsePort(text: string | undefined): number | 'any' | undefined | null {
  if (text === undefined || text === '*') return text === '*' ? 'any' : undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65535 ? port : null;
}

export function matchesHost(pattern: Pattern, host: string): boolean {
  if (pattern.reach === 'any') return true;
  return pattern.reach === 'below' ? host.endsWith(`.${pattern.host}`) : host === pattern.host;
}

/** As a permission: the parts that are left open mean HTTP and HTTPS at their usual ports. */
export function permitsOrigin(pattern: Pattern, { scheme, host, port }: Origin): boolean {
  if (scheme === 'tcp' ? pattern.scheme !== 'tcp' : (pattern.scheme ?? scheme) !== scheme) return false;
  if (!matchesHost(pattern, host)) return false;
  if (pattern.port === undefined) return scheme !== 'tcp' && port === defaultPorts[scheme];
  return pattern.port === 'any' || pattern.port === port;
}

export function permits(pattern: Pattern, origin: Origin, path: PathReadings): boolean {
  return permitsOrigin(pattern, origin) && (pattern.path === undefined || isBelow(path, pattern.path));
}

/** As a prohibition: the parts that are left open mean everything. If the pattern has no path, it denies the whole origin. */
export function forbids(pattern: Pattern, { scheme, host, port }: Origin, path?: PathReadings): boolean {
  if ((pattern.scheme ?? scheme) !== scheme || !matchesHost(pattern, host)) return false;
  if (pattern.port !== undefined && pattern.port !== 'any' && pattern.port !== port) return false;
  return pattern.path === undefined || (path !== undefined && mayBeBelow(path, readingOf(pattern, pattern.path)));
}

const readings = new WeakMap<Pattern, string>();

/** The path of a pattern as a server reads it that decodes all escapes. */
function readingOf(pattern: Pattern, path: string): string {
  const known = readings.get(pattern);
  if (known !== undefined) return known;
  const reading = readPath(path).readings.at(-1)!;
  readings.set(pattern, reading);
  return reading;
}

/** `https://host:8443/path`, with a port only where it is not the usual one. */
export function formatUrl({ scheme, host, port }: Origin, path: string): string {
  const usual = scheme !== 'tcp' && defaultPorts[scheme] === port;
  return `${scheme}://${bracketed(host)}${usual ? '' : `:${port}`}${path}`;
}
