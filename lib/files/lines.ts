// The lines of a stream of bytes, as node:readline splits them.

import { EFBIG } from '../abi/generated/errno.js';
import { systemError } from '../api/errors.js';

/** A guest must not have the host hold more: a file may be one line. */
const longestLine = 64 * 1024 * 1024;
const lineEnd = /\r\n|[\n\r\u2028\u2029]/;

/** Rejects with EFBIG for a line that is too long. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // Of the line that has not ended yet: joined once, however many pieces it has.
  let pieces: string[] = [];
  let length = 0;
  let afterReturn = false;
  for await (const bytes of stream) {
    let text = decoder.decode(bytes, { stream: true });
    if (text === '') continue;
    // The rest of a CR LF.
    if (afterReturn && text.startsWith('\n')) text = text.slice(1);
    afterReturn = text === '' ? false : text.endsWith('\r');
    const lines = text.split(lineEnd);
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      yield pieces.length === 0 ? line : pieces.join('') + line;
      pieces = [];
      length = 0;
    }
    length += rest.length;
    if (length > longestLine) throw systemError(EFBIG, 'read');
    if (rest !== '') pieces.push(rest);
  }
  const last = pieces.join('') + decoder.decode();
  if (last !== '') yield last;
}
