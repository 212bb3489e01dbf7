// What a path may mean to a server: patterns with a path must hold for each reading of it.

const mostDecodings = 4;

/** A path without its query, as its readings. */
export interface PathReadings {
  /** As it was sent. */
  readonly sent: string;
  /** That, and what comes of decoding it again and again: separators unified, parameters taken off, dots resolved, lower case. */
  readonly readings: readonly string[];
  /** It has steps such as `..`, in whatever disguise, or there is no end to its decoding. */
  readonly isEvasive: boolean;
}

/** That of a request: read when a pattern has a path. */
export class RequestPath implements PathReadings {
  readonly sent: string;
  #read: PathReadings | undefined;

  constructor(target: string) {
    this.sent = withoutQuery(target);
  }

  get readings(): readonly string[] {
    return this.#reading.readings;
  }

  get isEvasive(): boolean {
    return this.#reading.isEvasive;
  }

  get #reading(): PathReadings {
    this.#read ??= readPath(this.sent);
    return this.#read;
  }
}

function withoutQuery(target: string): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}

export function readPath(target: string): PathReadings {
  const sent = withoutQuery(target);
  const readings: string[] = [];
  let isEvasive = false;
  let text = sent;
  for (let round = 0; ; round++) {
    const steps = text
      .replaceAll('\\', '/')
      .split('/')
      .map((step) => step.split(';', 1)[0]!);
    isEvasive ||= hasControl(text) || steps.some((step) => step === '.' || step === '..');
    readings.push(resolved(steps));
    const next = decode(text);
    if (next === text) return { sent, readings, isEvasive };
    if (round === mostDecodings) return { sent, readings, isEvasive: true };
    text = next;
  }
}

/** Whether the path is certainly at or below `prefix`. */
export function isBelow(path: PathReadings, prefix: string): boolean {
  return !path.isEvasive && begins(path.sent, prefix);
}

/** Whether the path could be at or below `prefix`. */
export function mayBeBelow(path: PathReadings, prefix: string): boolean {
  const wanted = readPath(prefix).readings.at(-1)!;
  return path.isEvasive || path.readings.some((reading) => begins(`${reading}/`, wanted) || begins(reading, wanted));
}

function begins(path: string, prefix: string): boolean {
  if (prefix.endsWith('/')) return path.startsWith(prefix);
  return path === prefix || path.startsWith(`${prefix}/`);
}

function resolved(steps: readonly string[]): string {
  const kept: string[] = [];
  for (const step of steps) {
    if (step === '..') kept.pop();
    else if (step !== '' && step !== '.') kept.push(step);
  }
  const end = steps.length > 1 && steps.at(-1) === '' && kept.length > 0 ? '/' : '';
  return `/${kept.join('/')}${end}`.toLowerCase();
}

function decode(text: string): string {
  return text.replace(/%u00([0-9a-f]{2})|%([0-9a-f]{2})/gi, (_, wide, plain) =>
    String.fromCharCode(Number.parseInt(wide ?? plain, 16)),
  );
}

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 0x20) return true;
  return false;
}
