// The messages between the C library's resolver and the gate.

/** One line, `FAMILY NAME`; family 0: either. */
export interface ResolverQuestion {
  family: 0 | 4 | 6;
  name: string;
}

export type ResolverAnswer = { addresses: readonly string[] } | { error: 'noname' | 'again' | 'fail' };

/** Longer than any name with its family. */
export const longestQuestion = 1100;

/** `undefined`: not a valid question. */
export function parseQuestion(line: string): ResolverQuestion | undefined {
  const [, family, name] = /^([046]) (\S+)$/.exec(line) ?? [];
  return name === undefined ? undefined : { family: Number(family) as 0 | 4 | 6, name };
}

export function formatAnswer(answer: ResolverAnswer): string {
  return 'error' in answer
    ? `error ${answer.error}\n`
    : `ok\n${answer.addresses.map((address) => `${address}\n`).join('')}`;
}
