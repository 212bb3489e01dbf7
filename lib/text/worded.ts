// Values of callers in messages.

const mostLetters = 100;

function quoted(text: string): string {
  return JSON.stringify(text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text);
}

/** What a caller has given, whatever it is: short, and without asking an object anything, which may throw or never end. */
export function worded(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'object':
      return value === null ? 'null' : 'an object';
    case 'function':
      return 'a function';
    case 'symbol':
      return 'a symbol';
    case 'bigint':
      // The digits of one can be many.
      return 'a bigint';
    default:
      return String(value);
  }
}
