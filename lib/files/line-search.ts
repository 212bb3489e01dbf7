// Lines of one file that fit.

import type { FoundLine } from '../api/search.js';
import { concatenate, decode, encode } from '../text/text.js';
import type { Files } from './files.js';
import { isGone } from './tree-walk.js';

const newline = 0x0a;
/** So much is read at a time. */
export const pieceSize = 256 * 1024;
/** No more of a file is searched: one that is provided may never end. */
const mostSearched = 2 ** 30;
/** No more of a line is kept. */
const longestKept = 2 ** 20;
/** No more of a line is shown, or searched by a regular expression: many take the square of its length. */
const longestShown = 4096;
/** Lines between two looks at the clock. */
const linesAtOnce = 64;

export interface LineRequest {
  matches: (line: string) => boolean;
  /** Lines before and after each match. */
  context: number;
  isLiteral: boolean;
  signal: AbortSignal | undefined;
  /** Of `pieceSize`, for one file after the other. */
  piece: Uint8Array;
}

/** What may still be found. */
export interface LineBudget {
  matches: number;
  bytes: number;
}

type Line = Omit<FoundLine, 'path'>;

class LineSearch {
  readonly found: Line[] = [];
  readonly #request: LineRequest;
  readonly #budget: LineBudget;
  #number = 0;
  #before: string[] = [];
  /** Matches whose lines after them are not all there. */
  #open: { after: string[] }[] = [];

  constructor(request: LineRequest, budget: LineBudget) {
    this.#request = request;
    this.#budget = budget;
  }

  get isOver(): boolean {
    const { matches, bytes } = this.#budget;
    return bytes <= 0 || (matches <= 0 && this.#open.length === 0);
  }

  add(whole: string): void {
    this.#number++;
    const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    const { context, isLiteral, matches } = this.#request;
    const isCut = line.length > longestShown;
    const shown = isCut ? line.slice(0, longestShown) : line;
    // The cut is no end of a line: `x$` is not to match there.
    const searched = isCut && !isLiteral ? `${shown}\0` : line;
    const isMatch = this.#budget.matches > 0 && matches(searched);
    if (context === 0) {
      if (isMatch) this.#match({ line: this.#number, text: shown });
      return;
    }
    for (const { after } of this.#open) {
      after.push(shown);
      this.#spend(shown);
    }
    this.#open = this.#open.filter(({ after }) => after.length < context);
    if (isMatch) {
      const after: string[] = [];
      this.#match({ line: this.#number, text: shown, before: [...this.#before], after });
      for (const before of this.#before) this.#spend(before);
      this.#open.push({ after });
    }
    this.#before.push(shown);
    if (this.#before.length > context) this.#before.shift();
  }

  #match(line: Line): void {
    this.found.push(line);
    this.#budget.matches--;
    this.#spend(line.text);
  }

  #spend(text: string): void {
    this.#budget.bytes -= encode(text).length;
  }
}

/** Searches a file, up to the first NUL: what has one is no text. */
export async function searchFile(
  files: Files,
  path: string,
  request: LineRequest,
  budget: LineBudget,
): Promise<Line[]> {
  const search = new LineSearch(request, budget);
  const pace = files.pacer();
  const { piece } = request;
  // The beginning of a line that has not ended yet.
  let kept: Uint8Array[] = [];
  let keptLength = 0;
  const keep = (bytes: Uint8Array): void => {
    const part = bytes.slice(0, longestKept - keptLength);
    if (part.length > 0) kept.push(part);
    keptLength += part.length;
  };
  const take = async (bytes: Uint8Array): Promise<void> => {
    const text = decode(concatenate([...kept, bytes]));
    kept = [];
    keptLength = 0;
    for (const [index, line] of text.split('\n').entries()) {
      if (index % linesAtOnce === 0 || line.length > longestShown / 8) await pace();
      if (search.isOver) return;
      search.add(line);
    }
  };
  try {
    for (let position = 0; position < mostSearched && !search.isOver && request.signal?.aborted !== true; ) {
      const count = await files.readAt(path, position, piece);
      const bytes = piece.subarray(0, count);
      if (bytes.includes(0)) return search.found;
      if (count === 0) break;
      position += count;
      const end = bytes.lastIndexOf(newline);
      if (end >= 0) {
        const first = bytes.indexOf(newline);
        keep(bytes.subarray(0, first));
        await take(bytes.subarray(first, end));
      }
      keep(bytes.subarray(end + 1));
      await pace();
    }
    if (keptLength > 0 && !search.isOver) await take(new Uint8Array());
  } catch (error) {
    // It is gone, or none that has places, since the directory was read.
    if (!isGone(error) && (error as { code?: string }).code !== 'EINVAL') throw error;
  }
  return search.found;
}
