// Every code of this package's own, with what it means. Types, `docs/` and the reference are made from this table.

import type { errnoTable } from '../abi/generated/errno.js';

/** Codes that begin with `E_`: stable, whatever the message says. */
export const errorCodes = {
  E_BUNDLED: 'The package was bundled without its native binary, worker script and programs: see "Bundlers".',
  E_DESTROYED: 'The sandbox has been destroyed.',
  E_INVALID_OPTION: 'An option or an argument is not known, or has a wrong value. The message names it.',
  E_LIMIT_COMMAND:
    "A command line with its arguments, or code for a session of Python, is longer than 'maxCommandBytes'.",
  E_LIMIT_DIFF: 'A list of changes would be longer than 64 MiB.',
  E_LIMIT_EXPORTS: '16 archives are being exported and none has been read to its end or cancelled.',
  E_LIMIT_FS: "The files would be more than 'fsLimitBytes' or 'fileCountLimit' allow, with what snapshots keep.",
  E_LIMIT_MEMORY: "The processes would have more memory than 'memoryLimitBytes' allows.",
  E_LIMIT_SESSIONS: 'The sandbox has 16 sessions of Python. Close one of them.',
  E_LIMIT_SNAPSHOTS: "The sandbox has as many snapshots as 'maxSnapshots' allows.",
  E_NET_ADDRESS: 'The address is not public, or the rules do not allow it.',
  E_NET_CONCURRENCY: "More connections would be open at once than 'network.budget.concurrency' allows.",
  E_NET_DENIED: 'The rules of the network do not allow the name, the request or the protocol.',
  E_NET_MALFORMED: 'The guest or the server has sent something that is not the protocol.',
  E_NET_MEMORY: "The gate keeps as much for the sandbox as it may: it cannot read the server's answer.",
  E_NET_PROTOCOL: 'A server in the sandbox has answered `fetch` with something that is not HTTP.',
  E_NET_RECEIVED_BYTES: "The sandbox has received as many bytes as 'network.budget.receivedBytes' allows.",
  E_NET_RECORD: "The file of 'network.record' cannot be written.",
  E_NET_REPLAY: "The file of 'network.replay' has no answer to the request, or one that is no HTTP.",
  E_NET_REQUESTS: "The sandbox has made as many requests as 'network.budget.requests' allows.",
  E_NET_SENT_BYTES: "The sandbox has sent as many bytes as 'network.budget.sentBytes' allows.",
  E_NET_TIME: "The sandbox has used the network for as long as 'network.budget.timeMs' allows.",
  E_NET_TIMEOUT: 'The server, or the guest with its request, has taken too long.',
  E_NET_TLS: 'The TLS handshake with the server has failed.',
  E_NET_UNKNOWN_HOST: 'The host has no address for the name.',
  E_NET_UNREACHABLE: 'The server cannot be reached.',
  E_NO_BINARY: 'The package has no native binary for this system, or it cannot be loaded.',
  E_NO_PROGRAMS: 'The programs of the base image are missing.',
  E_NO_SNAPSHOT: 'The snapshot was deleted, the template disposed of, or the snapshot belongs to another sandbox.',
  E_PERSIST_CORRUPT: 'The saved state of the namespace is damaged. It is left as it is.',
  E_PERSIST_EMPTY: 'Nothing has been saved in the namespace.',
  E_PERSIST_FAILED: 'The store has failed; `cause` says how.',
  E_PERSIST_FULL: "The state would come to more than 'persistence.maxBytes', or the store has no room.",
  E_PERSIST_KEY: 'The saved state has another key, or none, or needs one.',
  E_PERSIST_LOCKED: 'Another sandbox has the namespace, or has claimed the state since this one began.',
  E_PERSIST_UNAVAILABLE:
    'There is no place for saved state: the package lmdb is missing, or the platform has no directories.',
  E_PERSIST_VERSION: 'A later version of this package has written the saved state.',
  E_PLAN: 'The command line cannot be planned.',
  E_PYTHON: 'The session of Python ended before the code did; `cause` says why, where that is known.',
  E_STATE_CORRUPT: 'The state is damaged, or not one.',
  E_STATE_VERSION: 'The state needs a shell, a program or a version of this package that is not here.',
  E_TAR_CORRUPT: 'The archive is damaged, or not one.',
  E_UNSUPPORTED: 'This platform or version of Node has no such thing. The message names it.',
} as const;

/** A code of this package's own. */
export type PolicyErrorCode = keyof typeof errorCodes;

/** A code of the operating system's, as Node has them: `ENOENT`, `EACCES`, … `UNKNOWN` is an error number that Linux does not have. */
export type SystemErrorCode = (typeof errnoTable)[number][0] | 'UNKNOWN';

/** All values of `SandboxError.code`. */
export type SandboxErrorCode = PolicyErrorCode | SystemErrorCode;
