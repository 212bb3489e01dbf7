// fs.cp: copies of files, links and whole directories.

import { EINVAL } from '../abi/generated/errno.js';
import { SandboxError, systemError } from '../api/errors.js';
import type { Files } from './files.js';
import { join } from './tree-walk.js';

export interface Copy {
  from: string;
  to: string;
  recursive: boolean;
  pace: () => Promise<void>;
}

/** As in node:fs, a file is never copied onto itself, and a directory never into itself. */
export async function refuseItself(files: Files, from: string, to: string): Promise<void> {
  const source = await files.settled(() => files.lstat(from));
  if (source.isSymbolicLink()) return;
  const target = files.absolute(to, 'cp');
  let there = target;
  const exists = () => files.exists(there);
  while (!(await files.settled(exists))) there = there.slice(0, there.lastIndexOf('/')) || '/';
  const real = await files.settled(() => files.realpath(from));
  const place = await files.settled(() => files.realpath(there));
  const isItself = place === real && (there === target || source.isDirectory());
  if (isItself || (source.isDirectory() && place.startsWith(join(real, '')))) {
    throw systemError(EINVAL, 'cp', from, to);
  }
}

export async function copyTree(files: Files, { from, to, recursive, pace }: Copy): Promise<void> {
  await pace();
  const source = await files.settled(() => files.lstat(from));
  if (source.isSymbolicLink()) {
    await copyLink(files, from, to);
  } else if (source.isFIFO() || source.isSocket()) {
    throw systemError(EINVAL, 'cp', from, to);
  } else if (!source.isDirectory()) {
    await files.settled(() => files.copy(from, to, false));
  } else {
    if (!recursive) {
      throw new SandboxError(`EISDIR: ${from} is a directory and 'recursive' is not set, cp '${from}' -> '${to}'`, {
        code: 'EISDIR',
        syscall: 'cp',
        path: from,
        dest: to,
      });
    }
    const entries = await files.settled(() => files.readDirectory(from));
    files.mkdir(to, { recursive: true, mode: source.mode & 0o7777 });
    for (const { name } of entries)
      await copyTree(files, { from: join(from, name), to: join(to, name), recursive, pace });
  }
}

// Like a file, the link replaces an existing one.
async function copyLink(files: Files, from: string, to: string): Promise<void> {
  const target = await files.settled(() => files.readlink(from));
  const there = await files.settled(() => files.lstat(to)).catch(() => undefined);
  if (there?.isSymbolicLink()) files.unlink(to);
  files.symlink(target, to);
}
