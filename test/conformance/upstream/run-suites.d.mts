export interface Outcome {
  name: string;
  outcome: 'pass' | 'fail' | 'skip';
  /** Why it failed or was skipped. */
  reason?: string;
  output?: string;
  seconds: number;
}

export interface Case {
  name: string;
}

/** Paths that the base image has. */
export function installedPaths(): Set<string>;
/** Whether the source of a program's suite is in the cache, so that nothing has to be downloaded. */
export function hasSource(program: string): boolean;
export function casesOf(program: string, installed: Set<string>): Promise<{ cases: Case[]; note?: string }>;
export function runCases(
  cases: Case[],
  options?: { jobs?: number; timeoutMs?: number; hasPerl?: boolean; onOutcome?: (outcome: Outcome) => void },
): Promise<Outcome[]>;
