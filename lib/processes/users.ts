// The users of a sandbox, as its /etc/passwd names them. A guest may have written that: it is read as far as a list of users can be long.

import { optionError } from '../api/errors.js';
import type { Machine } from '../machine/kernel-client.js';
import { decode } from '../text/text.js';
import { worded } from '../text/worded.js';

const passwd = '/etc/passwd';
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
      return name !== '' && /^\d{1,10}$/.test(uid) && /^\d{1,10}$/.test(gid)
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
  const bytes = new Uint8Array(mostBytes);
  const length = machine.kernel.readFile(passwd, bytes, false);
  // One that is too long is as good as none.
  return new Users(length > 0 && length <= mostBytes ? decode(bytes.subarray(0, length)) : '');
}
