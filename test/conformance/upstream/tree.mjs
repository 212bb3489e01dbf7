// A directory of an unpacked source package, to be laid into a sandbox: contents, permissions and links as they are.

import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Entries by their path in the sandbox: `{ data, mode }` or `{ target }`. */
export function readTree(from, to, wanted = () => true) {
  const entries = new Map();
  const visit = (relative) => {
    const source = join(from, relative);
    const stat = lstatSync(source);
    if (stat.isDirectory()) for (const name of readdirSync(source).sort()) visit(join(relative, name));
    else if (!wanted(relative)) return;
    else if (stat.isSymbolicLink()) entries.set(join(to, relative), { target: readlinkSync(source) });
    else entries.set(join(to, relative), { data: readFileSync(source), mode: stat.mode & 0o777 });
  };
  visit('');
  return entries;
}

export function layTree(sandbox, entries) {
  const files = [...entries].filter(([, { data }]) => data !== undefined);
  sandbox.writeFiles(Object.fromEntries(files.map(([path, { data }]) => [path, data])));
  for (const [path, { mode, target }] of entries) {
    if (target !== undefined) {
      sandbox.mkdir(dirname(path), { recursive: true });
      sandbox.symlink(target, path);
    } else if (mode !== undefined && mode !== 0o644) {
      sandbox.chmod(path, mode);
    }
  }
}
