// Words for a caller's values in messages.

const mostLetters = 100;

function quoted(text: string): string {
  return JSON.stringify(text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text);
}

/** A short text for any value. It never calls into an object, which may throw or never return. */
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
      // A bigint can have very many digits.
      return 'a bigint';
    default:
      return String(value);
  }
}
