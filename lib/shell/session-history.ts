// The command lines of the session, as the shell reports them.

import type { HistoryChange } from '../abi/generated/session-messages.js';
import type { HistoryEntry } from '../api/commands.js';

const maximumCommands = 200_000;
const maximumCharacters = 16 * 1024 * 1024;

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

  /** False for an impossible report: the shell bounds its history, and `dropped` and `kept` must fit the lines that it has reported. */
  update({ first, dropped, kept, added }: HistoryChange): boolean {
    if (dropped + kept > this.commands.length) return false;
    const commands = this.commands.slice(dropped, dropped + kept).concat(added);
    let characters = 0;
    for (const command of commands) characters += command.length;
    if (commands.length > maximumCommands || characters > maximumCharacters) return false;
    this.first = first;
    this.commands = commands;
    return true;
  }
}
