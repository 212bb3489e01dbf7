// Where an archive is to be unpacked.

import { ENOENT, ENOTDIR } from '../abi/generated/errno.js';
import { StatField } from '../abi/generated/kernel-fields.js';
import { systemError } from '../api/errors.js';
import type { Kernel } from '../kernel/kernel.js';

const formatShift = 12;
const directoryFormat = 4;

/** A directory that there is, and the names of those that are to be made in it, each in the one before. */
export interface Destination {
  directory: string;
  missing: string[];
}

/** `path`: absolute. Throws where nothing can be made. */
export function destinationOf(kernel: Kernel, path: string): Destination {
  const fields = new Float64Array(StatField.count);
  const missing: string[] = [];
  for (let directory = path; ; directory = directory.slice(0, directory.lastIndexOf('/'))) {
    const there = directory === '' ? '/' : directory;
    const result = kernel.stat(there, true, fields);
    if (result >= 0) {
      if (fields[StatField.mode]! >> formatShift !== directoryFormat) throw systemError(ENOTDIR, 'importTar', path);
      return { directory: there, missing };
    }
    const name = directory.slice(directory.lastIndexOf('/') + 1);
    // A link that leads nowhere is no place to make something, and what is above what is missing is missing.
    const isBroken = kernel.stat(there, false, fields) >= 0 || name === '..';
    if (result !== -ENOENT || isBroken) throw systemError(-result, 'importTar', path);
    if (name !== '' && name !== '.') missing.unshift(name);
  }
}
