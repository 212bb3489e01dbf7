// What a build sees of the machine: nothing of the caller's. npm puts node_modules/.bin on PATH, users have CFLAGS, locales and
// compilers of their own; a product is to be the same whoever makes it, and where.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './places.mjs';

// The day of Debian 12's release, for what writes a date into a product.
const epoch = '1686355200';

const home = join(build, 'home');

/** The environment of a command that makes a product, with what it needs beyond. */
export function buildEnvironment(more = {}) {
  mkdirSync(home, { recursive: true });
  return {
    // What asks git for a revision would be told that of our checkout.
    GIT_CEILING_DIRECTORIES: build,
    HOME: home,
    LC_ALL: 'C',
    LOGNAME: 'builder',
    // Otherwise these walk their hashes in another order each time.
    PERL_HASH_SEED: '0',
    PYTHONHASHSEED: '0',
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    SHELL: '/bin/sh',
    SOURCE_DATE_EPOCH: epoch,
    TERM: 'dumb',
    TZ: 'UTC0',
    USER: 'builder',
    ...more,
  };
}

/** The environment of a client of a registry: the caller's, where proxies, certificates and accounts are. */
export const clientEnvironment = (more = {}) => ({ ...process.env, LC_ALL: 'C', ...more });
