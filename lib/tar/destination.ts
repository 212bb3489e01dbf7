// The directory into which an archive is unpacked.

import { ENOENT, ENOTDIR } from '../abi/generated/errno.js';
import { StatField } from '../abi/generated/kernel-fields.js';
import { systemError } from '../api/errors.js';
import type { Kernel } from '../kernel/kernel.js';

const formatShift = 12;
const directoryFormat = 4;

/** An existing directory, and the names of the directories to make in it, each in the one before. */
export interface Destination {
  directory: string;
  missing: string[];
}

/** `path`: absolute. Throws if nothing can be made there. */
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
    // Nothing can be made below a link that leads nowhere, nor below a path whose parent is missing.
    const isBroken = kernel.stat(there, false, fields) >= 0 || name === '..';
    if (result !== -ENOENT || isBroken) throw systemError(-result, 'importTar', path);
    if (name !== '' && name !== '.') missing.unshift(name);
  }
}
