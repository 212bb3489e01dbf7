// What every sandbox begins with: the directories, the files of /etc and the programs. Made once per thread, shared by all its
// sandboxes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxError } from './errors.js';
import type { BaseImage, BaseImageEntry, NativeAddon } from './host/native.js';

const root = 0;
const user = 1000;

interface ManifestEntry {
  path: string;
  type: 'program' | 'file' | 'link' | 'symlink';
  file?: string;
  target?: string;
  mode?: number;
  size?: number;
}

interface Directory {
  path: string;
  mode?: number;
  owner?: number;
}

const directories: readonly Directory[] = [
  { path: '/dev' },
  { path: '/etc' },
  { path: '/home' },
  { path: '/home/user', owner: user },
  { path: '/mnt' },
  { path: '/opt' },
  { path: '/proc', mode: 0o555 },
  { path: '/root', mode: 0o700 },
  { path: '/run' },
  { path: '/srv' },
  { path: '/tmp', mode: 0o1777 },
  { path: '/usr' },
  { path: '/usr/bin' },
  { path: '/usr/lib' },
  { path: '/usr/local' },
  { path: '/usr/local/bin' },
  { path: '/usr/local/lib' },
  { path: '/usr/local/share' },
  { path: '/usr/sbin' },
  { path: '/usr/share' },
  { path: '/var' },
  { path: '/var/cache' },
  { path: '/var/lib' },
  { path: '/var/log' },
  { path: '/var/tmp', mode: 0o1777 },
  { path: '/workspace', owner: user },
];

const symlinks: Readonly<Record<string, string>> = {
  '/bin': 'usr/bin',
  '/sbin': 'usr/sbin',
  '/lib': 'usr/lib',
  '/etc/mtab': '/proc/mounts',
  '/var/run': '/run',
  '/var/lock': '/run',
};

const textFiles: Readonly<Record<string, string>> = {
  '/etc/passwd': `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
user:x:1000:1000:user:/home/user:/bin/bash
`,
  '/etc/group': `root:x:0:
daemon:x:1:
tty:x:5:
users:x:100:
nogroup:x:65534:
user:x:1000:
`,
  '/etc/hosts': `127.0.0.1\tlocalhost
127.0.1.1\tsandbox
::1\tlocalhost ip6-localhost ip6-loopback
`,
  '/etc/hostname': 'sandbox\n',
  '/etc/host.conf': 'multi on\n',
  '/etc/nsswitch.conf': `passwd: files
group: files
hosts: files
services: files
protocols: files
`,
  '/etc/os-release': `PRETTY_NAME="wasmsand"
NAME="wasmsand"
ID=wasmsand
VERSION_ID="0.1"
`,
  '/etc/shells': '/bin/sh\n/bin/bash\n/bin/dash\n/usr/bin/bash\n/usr/bin/dash\n/usr/bin/gnu-bash\n',
  '/etc/timezone': 'Etc/UTC\n',
  '/etc/profile': `export PATH=/usr/local/bin:/usr/bin:/bin
if [ "$PS1" ]; then PS1='\\u@\\h:\\w\\$ '; fi
umask 022
`,
};

const userFiles: Readonly<Record<string, string>> = {
  '/home/user/.profile': 'if [ "$BASH_VERSION" ] && [ -f ~/.bashrc ]; then . ~/.bashrc; fi\n',
  '/home/user/.bashrc': "case $- in *i*) PS1='\\u@\\h:\\w\\$ ' ;; esac\n",
};

function ownedFile(path: string, text: string, owner: number): BaseImageEntry {
  return { type: 'file', path, mode: 0o644, uid: owner, gid: owner, data: Buffer.from(text, 'utf8') };
}

function readManifest(wasmDir: string): ManifestEntry[] {
  let manifest: { version?: unknown; entries?: unknown };
  try {
    manifest = JSON.parse(readFileSync(join(wasmDir, 'manifest.json'), 'utf8')) as typeof manifest;
  } catch {
    throw new SandboxError(
      "the programs' manifest.json cannot be read: option 'wasmDir' is wrong, or the programs were never built (node scripts/setup.mjs)",
      { code: 'E_NO_PROGRAMS' },
    );
  }
  if (manifest.version !== 1 || !Array.isArray(manifest.entries)) {
    throw new SandboxError("the programs' manifest.json is not of version 1", { code: 'E_NO_PROGRAMS' });
  }
  return manifest.entries as ManifestEntry[];
}

function manifestEntry(entry: ManifestEntry, wasmDir: string): BaseImageEntry {
  const { path, type, file = '', target = '', mode = 0o755, size = 0 } = entry;
  switch (type) {
    case 'link':
      return { type, path, target };
    case 'symlink':
      return { type, path, target };
    default:
      return { type: 'program', path, mode, size, hostPath: join(wasmDir, file) };
  }
}

function missingParents(path: string, known: Set<string>): BaseImageEntry[] {
  const made: BaseImageEntry[] = [];
  for (let slash = path.indexOf('/', 1); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const parent = path.slice(0, slash);
    if (known.has(parent)) continue;
    known.add(parent);
    made.push({ type: 'directory', path: parent, mode: 0o755, uid: root, gid: root });
  }
  return made;
}

function baseImageEntries(wasmDir: string): BaseImageEntry[] {
  const entries: BaseImageEntry[] = directories.map(({ path, mode = 0o755, owner = root }) => ({
    type: 'directory',
    path,
    mode,
    uid: owner,
    gid: owner,
  }));
  const known = new Set(directories.map(({ path }) => path));
  for (const [path, target] of Object.entries(symlinks)) entries.push({ type: 'symlink', path, target });
  for (const [path, text] of Object.entries(textFiles)) entries.push(ownedFile(path, text, root));
  for (const [path, text] of Object.entries(userFiles)) entries.push(ownedFile(path, text, user));
  // Links come after what they lead to.
  const programs = readManifest(wasmDir);
  const isLink = ({ type }: ManifestEntry): boolean => type === 'link';
  for (const entry of [...programs.filter((entry) => !isLink(entry)), ...programs.filter(isLink)]) {
    entries.push(...missingParents(entry.path, known), manifestEntry(entry, wasmDir));
  }
  return entries;
}

// By the addon that made them, and the directory of their programs.
const images = new WeakMap<NativeAddon, Map<string, BaseImage>>();

/** The base image with the programs of `wasmDir`. */
export function loadBaseImage(addon: NativeAddon, wasmDir: string): BaseImage {
  const known = images.get(addon) ?? new Map<string, BaseImage>();
  images.set(addon, known);
  const image = known.get(wasmDir) ?? addon.createBaseImage(baseImageEntries(wasmDir));
  known.set(wasmDir, image);
  return image;
}
