// What of CPython's own tests fails here or is not run: test/conformance/python/regression-exceptions.txt.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const list = fileURLToPath(new URL('../python/regression-exceptions.txt', import.meta.url));

/** A pattern of names with stars as a regular expression. */
const expressionOf = (pattern) =>
  new RegExp(`^${pattern.replaceAll(/[.+?^$()|[\]\\{}]/g, '\\$&').replaceAll('*', '.*')}$`);

/**
 * In order: `{ pattern, reason, isRun, text }`. Lines of the list are patterns; one that begins with a minus is of cases that are not run, as
 * they would wait or compute for ever. A line with a number sign says why what follows is so.
 */
export function pythonExceptions() {
  const exceptions = [];
  let reason;
  for (const line of readFileSync(list, 'utf8').split('\n').filter(Boolean)) {
    if (line.startsWith('# ')) {
      reason = line.slice(2);
      continue;
    }
    const text = line.replace(/^- /, '');
    exceptions.push({ pattern: expressionOf(text), text, reason, isRun: !line.startsWith('- ') });
  }
  return exceptions;
}
