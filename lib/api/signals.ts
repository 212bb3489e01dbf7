// Signals by name and number.

import { signals } from '../abi/generated/signals.js';

const highestSignal = 64;

const numbers: ReadonlyMap<string, number> = new Map(Object.entries(signals));
const names: ReadonlyMap<number, string> = new Map(Object.entries(signals).map(([name, number]) => [number, name]));

/** `SIGKILL` for 9, `SIG40` for a real-time signal. */
export function signalName(signo: number): string {
  return names.get(signo) ?? `SIG${signo}`;
}

/**
 * The number of a signal, given its name or number; `undefined`: there is no such signal. Signal 0 only checks whether the process exists.
 */
export function signalNumber(signal: string | number): number | undefined {
  if (typeof signal === 'string') return numbers.get(signal);
  return Number.isInteger(signal) && signal >= 0 && signal <= highestSignal ? signal : undefined;
}
