// The files that every sandbox begins with beside its programs: directories, links and /etc.

import { protocols, services } from './base-databases.js';

export const rootId = 0;
export const userId = 1000;

/** Entries without a mode have 755, and entries without an owner belong to root. */
interface Directory {
  path: string;
  mode?: number;
  owner?: number;
}

export const directories: readonly Directory[] = [
  { path: '/dev' },
  { path: '/etc' },
  { path: '/home' },
  { path: '/home/user', owner: userId },
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
  { path: '/workspace', owner: userId },
];

export const symlinks: Readonly<Record<string, string>> = {
  '/bin': 'usr/bin',
  '/sbin': 'usr/sbin',
  '/lib': 'usr/lib',
  '/etc/mtab': '/proc/mounts',
  '/var/run': '/run',
  '/var/lock': '/run',
};

/** Of root's. */
export const systemFiles: Readonly<Record<string, string>> = {
  '/etc/passwd': `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
user:x:1000:1000:user:/home/user:/bin/bash
`,
  '/etc/group': `root:x:0:
daemon:x:1:
tty:x:5:
sudo:x:27:user
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
  '/etc/resolv.conf': '# There is no name server: names that are not in /etc/hosts are asked of the host.\n',
  '/etc/services': services,
  '/etc/protocols': protocols,
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

/** Of the guest's user. */
export const userFiles: Readonly<Record<string, string>> = {
  '/home/user/.profile': 'if [ "$BASH_VERSION" ] && [ -f ~/.bashrc ]; then . ~/.bashrc; fi\n',
  '/home/user/.bashrc': "case $- in *i*) PS1='\\u@\\h:\\w\\$ ' ;; esac\n",
};
