// The users of a sandbox, as its /etc/passwd names them. A guest may have written that: it is read as far as a list of users can be long.

import { optionError } from '../api/errors.js';
import type { Credentials } from '../kernel/processes.js';
import type { Machine } from '../machine/kernel-client.js';
import { decode } from '../text/text.js';
import { worded } from '../text/worded.js';

const passwd = '/etc/passwd';
const group = '/etc/group';
/** What a process may have of supplementary groups. */
const mostGroups = 256;
const mostBytes = 64 * 1024;

export interface User {
  name: string;
  uid: number;
  gid: number;
  home: string;
  shell: string;
}

export class Users {
  readonly #all: User[];

  constructor(text: string) {
    this.#all = text.split('\n').flatMap((line) => {
      const [name = '', , uid = '', gid = '', , home = '/', shell = ''] = line.split(':');
      return name !== '' && isNumber(uid) && isNumber(gid)
        ? [{ name, uid: Number(uid), gid: Number(gid), home, shell }]
        : [];
    });
  }

  /** The name of a user, or the number of one without a name. */
  nameOf(uid: number): string {
    return this.#all.find((user) => user.uid === uid)?.name ?? String(uid);
  }

  /** The user of that name or number. Throws E_INVALID_OPTION. */
  find(nameOrUid: string | number): User {
    const found = this.#all.find(({ name, uid }) => nameOrUid === name || nameOrUid === uid);
    if (found !== undefined) return found;
    if (typeof nameOrUid === 'number') {
      return { name: String(nameOrUid), uid: nameOrUid, gid: nameOrUid, home: '/', shell: '/bin/sh' };
    }
    throw optionError('user', `must be a user of the sandbox's ${passwd} or a number, not ${worded(nameOrUid)}`);
  }
}

export function readUsers(machine: Machine): Users {
  return new Users(readShort(machine, passwd));
}

/** What a file of /etc says; one that is too long is as good as none. */
function readShort(machine: Machine, path: string): string {
  const bytes = new Uint8Array(mostBytes);
  const length = machine.kernel.readFile(path, bytes, false);
  return length > 0 && length <= mostBytes ? decode(bytes.subarray(0, length)) : '';
}

/** What a process of a user begins with. */
export interface Identity {
  credentials: Credentials;
  /** `HOME` and the like. */
  variables: Record<string, string>;
}

/** The user of that name or number; `undefined`: nobody was named. Throws E_INVALID_OPTION. */
export function identityOf(machine: Machine, nameOrUid: string | number | undefined): Identity | undefined {
  if (nameOrUid === undefined) return undefined;
  const { name, uid, gid, home } = readUsers(machine).find(nameOrUid);
  return {
    credentials: { uid, gid, groups: groupsOf(readShort(machine, group), name, gid) },
    variables: { HOME: home, USER: name, LOGNAME: name },
  };
}

/** The numbers of the groups that a user is a member of. */
function groupsOf(text: string, name: string, gid: number): Uint32Array {
  const numbers = text.split('\n').flatMap((line) => {
    const [, , number = '', members = ''] = line.split(':');
    return isNumber(number) && members.split(',').includes(name) ? [Number(number)] : [];
  });
  return Uint32Array.from(new Set([gid, ...numbers])).slice(0, mostGroups);
}

function isNumber(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) < 2 ** 32 - 1;
}
