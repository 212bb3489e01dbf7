// Lists the spellings in which servers may repeat the headers of rules. Answers are searched for them.

import { SecretMatcher } from './secret-matcher.js';

const leastLetters = 6;

/** Headers that control the answer. Their values appear in answers for other reasons than an echo. */
const openHeaders =
  /^(accept(-.*)?|cache-control|content-(type|encoding|language)|date|dnt|from|if-.*|origin|pragma|prefer|range|referer|sec-.*|user-agent|via)$/i;

/** Finds all spellings of the secrets in these headers. `undefined`: they have none. */
export function secretsOf(headers: Iterable<readonly [name: string, value: string]>): SecretMatcher | undefined {
  const found = new Set<string>();
  for (const [name, value] of headers) {
    if (openHeaders.test(name)) continue;
    for (const secret of partsOf(value)) {
      if (secret.length < leastLetters) continue;
      for (const spelling of spellings(secret)) if (spelling.length >= leastLetters) found.add(spelling);
    }
  }
  return found.size === 0 ? undefined : new SecretMatcher(found);
}

/** The value, the part after its scheme, the password of Basic, and the values of cookies and parameters. */
export function partsOf(value: string): Set<string> {
  const parts = new Set([value]);
  const [, scheme, token] = /^([A-Za-z][\w-]*) +(.+)$/.exec(value) ?? [];
  if (token !== undefined) parts.add(token);
  if (scheme?.toLowerCase() === 'basic') {
    const pair = latin1OfBase64(token!);
    parts.add(pair).add(pair.slice(pair.indexOf(':') + 1));
  }
  for (const piece of (token ?? value).split(/[;,]/)) {
    const [, given] = /^\s*[\w!#$%&'*+.^`|~-]+\s*=\s*(.+?)\s*$/.exec(piece) ?? [];
    if (given === undefined) continue;
    const plain = /^".*"$/.test(given) ? given.slice(1, -1).replace(/\\(.)/g, '$1') : given;
    parts.add(plain).add(unescaped(plain));
  }
  return parts;
}

function latin1OfBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

/** Frameworks decode the values of cookies. */
function unescaped(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}

const latin1OfUtf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
const hexOf = (letter: string, digits = 2): string => letter.charCodeAt(0).toString(16).padStart(digits, '0');
const each = (text: string, write: (letter: string) => string): string => Array.from(text, write).join('');

/** As servers write a text that they were sent, in bytes as Latin-1: as it is, in JSON, in URLs, in HTML, in base64, in hexadecimal, in UTF-16. */
function spellings(text: string): string[] {
  const escaped = encodeURIComponent(text);
  const json = JSON.stringify(text).slice(1, -1);
  const named = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const utf8 = latin1OfUtf8(text);
  const inHtml = (write: (letter: string) => string) => text.replace(/[&<>"'`=/+]/g, write);
  const few = (write: (letter: string) => string) => text.replace(/[&<>"']/g, write);
  const decimal = (letter: string) => `&#${letter.charCodeAt(0)};`;
  const hexadecimal = (letter: string) => `&#x${letter.charCodeAt(0).toString(16)};`;
  const inJson = (letter: string) => `\\u${hexOf(letter, 4)}`;
  return [
    ...[text, utf8, json, json.replaceAll('/', '\\/'), each(text, inJson), json.replace(/[&<>'+=]/g, inJson)],
    ...[escaped, escaped.replaceAll('%20', '+'), escaped.replace(/[!'()*]/g, (letter) => `%${hexOf(letter)}`)],
    ...[each(utf8, (letter) => `%${hexOf(letter)}`), each(utf8, (letter) => hexOf(letter))],
    ...[named, few(decimal), few(hexadecimal), inHtml(decimal), inHtml(hexadecimal)],
    ...[each(text, decimal), each(text, hexadecimal)],
    ...[each(text, (letter) => `${letter}\0`), each(text, (letter) => `\0${letter}`)],
    ...base64Of(text),
    ...(utf8 === text ? [] : base64Of(utf8)),
  ];
}

/** In base64 by itself, and at each of the three offsets in a longer text, without the characters that it shares. */
function base64Of(text: string): string[] {
  const inside = [0, 1, 2].map((before) => {
    const characters = Math.floor((8 * (before + text.length)) / 6);
    return btoa('\0'.repeat(before) + text).slice(Math.ceil((8 * before) / 6), characters);
  });
  const all = [btoa(text), ...inside];
  return all.flatMap((one) => [one, one.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')]);
}
