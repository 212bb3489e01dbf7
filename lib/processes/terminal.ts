// Terminals of processes: their sizes, and what runs an interactive shell on one.

import type { Process, Terminal, TerminalSettings } from '../api/commands.js';
import { optionError, type SandboxError } from '../api/errors.js';

/** Rows and columns are 16 bits. */
const mostOfSize = 65_535;

const defaultTerm = 'xterm-256color';

export function checkTerminalSize(cols: number, rows: number): void {
  for (const [name, size] of Object.entries({ cols, rows })) {
    if (!Number.isInteger(size) || size < 0 || size > mostOfSize) {
      throw optionError(name, `must be a whole number from 0 to ${mostOfSize}`);
    }
  }
}

export function noTerminal(): SandboxError {
  return optionError('tty', 'must be given for a process whose terminal is to have another size');
}

/** What a process on a terminal finds in its environment. */
export function terminalVariables({ term }: TerminalSettings): Record<string, string> {
  return { TERM: term ?? defaultTerm };
}

/** How a terminal that the host has opened is given to it. */
export function terminalOf(process: Process & { hangUp(): void }): Terminal {
  return {
    process,
    input: process.stdin,
    output: process.stdout,
    resize: (cols, rows) => process.resize(cols, rows),
    close: () => process.hangUp(),
  };
}
