// Ways to read a log of outputs.

import type { ProcessOutput } from '../api/commands.js';
import { optionError, SandboxError } from '../api/errors.js';
import type { OutputLog } from './output-log.js';

/** Reads as {@link Process.read}. */
export async function readLog(log: OutputLog | undefined, fromSeq: number, waitMs: number): Promise<ProcessOutput> {
  if (log === undefined)
    throw optionError('keepBytes', 'must be given for a process whose output is to be read by read()');
  if (!Number.isSafeInteger(fromSeq) || fromSeq < 0) throw optionError('fromSeq', 'must be a whole number, at least 0');
  if (typeof waitMs !== 'number' || !(waitMs >= 0)) {
    throw optionError('waitMs', 'must be a number of milliseconds, at least 0');
  }
  return log.read(fromSeq, waitMs);
}

/** One output as a stream, which fails when its reader is so slow that bytes are gone. */
export function logStream(log: OutputLog, fd: 1 | 2): ReadableStream<Uint8Array> {
  let from = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const found = await log.next(fd, from);
        if (found === 'dropped') {
          controller.error(
            new SandboxError("the output is longer than 'keepBytes', and its beginning was not read in time", {
              code: 'E_OUTPUT_DROPPED',
            }),
          );
        } else if (found === undefined) {
          controller.close();
        } else {
          from = found.next;
          controller.enqueue(found.bytes);
        }
      },
    },
    { highWaterMark: 0 },
  );
}
