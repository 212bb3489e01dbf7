// Host names in the one form in which they are compared: ASCII, lower case, no trailing dot. Addresses as in `address.ts`.

import { canonicalAddress } from './address.js';

const longestName = 253;
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
// Characters that would end the host in a URL, or would be read as a port, a user or an escape.
const foreign = /[\s/\\?#@:%[\]<>^|"`{}]/;

/** The canonical name; `undefined`: no host name. Addresses in any spelling of URLs get their usual spelling. */
export function canonicalHost(text: string): string | undefined {
  if (text.startsWith('[') && text.endsWith(']')) return ipv6(text.slice(1, -1));
  if (text === '' || text.length > 4 * longestName || foreign.test(text) || hasControl(text)) return undefined;
  let host: string;
  try {
    host = new URL(`http://${text}/`).hostname;
  } catch {
    return undefined;
  }
  if (host.endsWith('.')) host = host.slice(0, -1);
  const address = canonicalAddress(host);
  if (address !== undefined) return address;
  return host.length <= longestName && host.split('.').every((part) => label.test(part)) ? host : undefined;
}

function ipv6(text: string): string | undefined {
  return text.includes(':') && !text.includes('%') ? canonicalAddress(text) : undefined;
}

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x21 || code === 0x7f) return true;
  }
  return false;
}

/** In URLs: `[::1]`. */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
