// Takes secrets out of what a guest gets to see, at whatever place of a stream they are: each is replaced by as many stars.

const leastLetters = 6;

/** Headers that say how to answer, and whose values are in the answers for other reasons than that they were sent. */
const openHeaders =
  /^(accept(-.*)?|cache-control|content-(type|encoding|language)|date|dnt|from|if-.*|origin|pragma|prefer|range|referer|sec-.*|user-agent|via)$/i;

/** The bytes to look for when those headers were put into a request. */
export function secretsOf(headers: Iterable<readonly [name: string, value: string]>): Buffer[] {
  const found = new Set<string>();
  for (const [name, value] of headers) {
    if (openHeaders.test(name)) continue;
    for (const secret of parts(value)) {
      if (secret.length < leastLetters) continue;
      for (const spelling of spellings(secret)) found.add(spelling);
    }
  }
  // Longer ones first: what is in another must not leave the rest of that readable.
  return [...found].map((text) => Buffer.from(text, 'latin1')).sort((a, b) => b.length - a.length);
}

/** The value, what follows its scheme, and the password of Basic. */
function parts(value: string): string[] {
  const [, scheme, token] = /^([A-Za-z][\w-]*) +(.+)$/.exec(value) ?? [];
  if (token === undefined) return [value];
  if (scheme!.toLowerCase() !== 'basic') return [value, token];
  const pair = Buffer.from(token, 'base64').toString('latin1');
  return [value, token, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** As servers write what they were sent: as it is, in JSON, in URLs, in HTML, in base64. */
function spellings(text: string): string[] {
  const utf8 = Buffer.from(text).toString('latin1');
  const html = text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const named = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const escaped = encodeURIComponent(text);
  return [
    text,
    utf8,
    JSON.stringify(text).slice(1, -1),
    escaped,
    escaped.replaceAll('%20', '+'),
    html,
    named,
    Buffer.from(text, 'latin1').toString('base64'),
    Buffer.from(text, 'latin1').toString('base64url'),
  ];
}

export class Redactor {
  readonly #secrets: readonly Buffer[];
  #held: Buffer = Buffer.alloc(0);

  /** `secrets`: the longest first. */
  constructor(secrets: readonly Buffer[]) {
    this.#secrets = secrets;
  }

  text(value: string): string {
    return blank(Buffer.from(value, 'latin1'), this.#secrets).toString('latin1');
  }

  /** What of the stream can be said now: all but an end that a secret could begin with. */
  push(chunk: Buffer): Buffer {
    const bytes = blank(this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]), this.#secrets);
    const kept = this.#beginning(bytes);
    this.#held = bytes.subarray(bytes.length - kept);
    return bytes.subarray(0, bytes.length - kept);
  }

  end(): Buffer {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    return held;
  }

  /** How many of the last bytes are the beginning of a secret. */
  #beginning(bytes: Buffer): number {
    const longest = this.#secrets[0]?.length ?? 0;
    for (let length = Math.min(longest - 1, bytes.length); length > 0; length--) {
      const end = bytes.subarray(bytes.length - length);
      if (this.#secrets.some((secret) => secret.length > length && secret.subarray(0, length).equals(end)))
        return length;
    }
    return 0;
  }
}

/** The same bytes, or a copy in which the secrets are stars. */
function blank(bytes: Buffer, secrets: readonly Buffer[]): Buffer {
  let result = bytes;
  for (const secret of secrets) {
    for (let at = result.indexOf(secret); at !== -1; at = result.indexOf(secret, at + secret.length)) {
      if (result === bytes) result = Buffer.from(bytes);
      result.fill('*', at, at + secret.length);
    }
  }
  return result;
}
