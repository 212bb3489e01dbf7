// Guesses which known name a caller meant by an unknown one.

// Names that differ in more letters than this are different words.
const mostEdits = 2;

/** The number of letters to add, drop or replace to turn `from` into `to`. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= to.length; at++) {
      const replaced = (row[at - 1] as number) + (to[at - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[at] as number) + 1, (next[at - 1] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}

/** The known name that begins with `name` (`timeoutMs` for `timeout`), or else the most similar one, or none. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  // A very long name is no typing error, and comparing it would take long.
  if (name.length < 3 || name.length > 64) return undefined;
  const given = name.toLowerCase();
  const longer = known.find((candidate) => candidate.toLowerCase().startsWith(given));
  if (longer !== undefined) return longer;
  const near = known
    .map((candidate): [number, string] => [edits(given, candidate.toLowerCase()), candidate])
    .filter(([distance, candidate]) => distance <= mostEdits && distance < candidate.length / 2);
  return near.sort(([a], [b]) => a - b)[0]?.[1];
}
