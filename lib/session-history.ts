// The command lines of the session, as the shell reports them.

import type { HistoryEntry } from './types.js';

/** Of the entries there were, `dropped` are gone from the front; of the others the first `kept` stay; `added` follow. */
export interface HistoryChange {
  /** The number of the first entry. */
  first: number;
  dropped: number;
  kept: number;
  added: string[];
}

export class History {
  /** The number of the first command. */
  first = 1;
  commands: string[] = [];

  entries(): HistoryEntry[] {
    return this.commands.map((command, index) => ({ id: this.first + index, command }));
  }

  clear(): void {
    this.first = 1;
    this.commands = [];
  }

  update({ first, dropped, kept, added }: HistoryChange): void {
    this.first = first;
    this.commands = this.commands.slice(dropped, dropped + kept).concat(added);
  }
}
