/** One case: a script, how it is started and what of it is compared. */
export interface Case {
  file: string;
  name: string;
  script: string;
  args: string[];
  /** One character per byte, as the output is. */
  stdin: string;
  posix: boolean;
  stdoutOnly: boolean;
}

export interface Seen {
  status: number;
  stdout: string;
  stderr: string;
}

export interface Slot {
  home: string;
}

export class Bench {
  slot(name: string): Slot;
  run(shell: string, one: Case, slot: Slot, options?: { timeoutMs?: number }): Promise<Seen>;
  remove(): void;
}

export const oracle: string;
export function allCases(directory?: string): Map<string, Case[]>;
export function commandLine(one: Case): string[];
export function environment(home: string): Record<string, string>;
export function compared(one: Case, seen: Seen): Partial<Seen>;
export function inParallel<Item, Place>(
  items: Item[],
  slots: Place[],
  work: (item: Item, slot: Place, index: number) => Promise<void>,
): Promise<void>;
