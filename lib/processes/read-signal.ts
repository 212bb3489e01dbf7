import { optionError } from '../api/errors.js';
import { signalNumber } from '../api/signals.js';
import { worded } from '../text/worded.js';

/** The number of a signal that the caller gives by name or number. Throws E_INVALID_OPTION. */
export function readSignal(signal: string | number): number {
  const number = signalNumber(signal);
  if (number === undefined) {
    throw optionError('signal', `must be the name or number of a signal, not ${worded(signal)}`);
  }
  return number;
}
