// Cassettes: requests with their answers, each a line of JSON.

export type RawHeaders = readonly (readonly [name: string, value: string])[];

export interface CassetteEntry {
  request: { method: string; url: string; headers: RawHeaders; bodySha256: string };
  response: {
    status: number;
    statusText: string;
    headers: RawHeaders;
    /** Text where the bytes are valid UTF-8. */
    body: { text: string } | { base64: string };
    trailers?: RawHeaders;
  };
}

/** Finds the answer for a request: the first with the same key that was not used yet, and then the last one again. */
const looseKey = (method: string, url: string): string => `${method} ${url}`;
const key = (method: string, url: string, bodySha256: string): string => `${looseKey(method, url)} ${bodySha256}`;

export class Cassette {
  readonly #exact = new Map<string, CassetteEntry[]>();
  readonly #loose = new Map<string, CassetteEntry[]>();
  readonly #given = new Set<CassetteEntry>();

  constructor(entries: Iterable<CassetteEntry>) {
    for (const entry of entries) {
      const { method, url, bodySha256 } = entry.request;
      add(this.#exact, key(method, url, bodySha256), entry);
      add(this.#loose, looseKey(method, url), entry);
    }
  }

  /** The answer to a request: to the same with the same body, or else to the same with another body. */
  find(method: string, url: string, bodySha256: string): CassetteEntry['response'] | undefined {
    const found = this.#exact.get(key(method, url, bodySha256)) ?? this.#loose.get(looseKey(method, url));
    const entry = found?.find((candidate) => !this.#given.has(candidate)) ?? found?.at(-1);
    if (entry !== undefined) this.#given.add(entry);
    return entry?.response;
  }
}

function add(map: Map<string, CassetteEntry[]>, name: string, entry: CassetteEntry): void {
  const list = map.get(name);
  if (list === undefined) map.set(name, [entry]);
  else list.push(entry);
}

export function formatEntry(entry: CassetteEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** The entries of a cassette, or the number of the first invalid line. */
export function parseCassette(text: string): CassetteEntry[] | number {
  const entries: CassetteEntry[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return at + 1;
    }
    if (!isEntry(value)) return at + 1;
    entries.push(value);
  }
  return entries;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isHeaders(value: unknown): boolean {
  const isPair = (pair: unknown) =>
    Array.isArray(pair) &&
    pair.length === 2 &&
    pair.every((part) => typeof part === 'string' && !/[\r\n\0]/.test(part));
  return Array.isArray(value) && value.every(isPair);
}

function isEntry(value: unknown): value is CassetteEntry {
  if (!isRecord(value) || !isRecord(value.request) || !isRecord(value.response)) return false;
  const { request, response } = value;
  const { status, statusText, headers, body, trailers } = response;
  return (
    [request.method, request.url, request.bodySha256, statusText].every((text) => typeof text === 'string') &&
    !/[\r\n]/.test(statusText as string) &&
    Number.isInteger(status) &&
    (status as number) >= 200 &&
    (status as number) <= 999 &&
    isHeaders(headers) &&
    (trailers === undefined || isHeaders(trailers)) &&
    isRecord(body) &&
    (typeof body.text === 'string' || typeof body.base64 === 'string')
  );
}
