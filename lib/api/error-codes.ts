// The package's own error codes and their meanings. The types and docs/reference/errors.md are made from this table.

import type { errnoTable } from '../abi/generated/errno.js';

/** Codes that begin with `E_`: stable, whatever the message says. */
export const errorCodes = {
  E_BUNDLED: 'The package was bundled without its native binary, worker script and programs: see "Bundlers".',
  E_DESTROYED: 'The sandbox has been destroyed.',
  E_EDIT_MANY_MATCHES: 'The text that an edit replaces is in the file more than once. The message names the lines.',
  E_EDIT_NO_MATCH:
    'The text that an edit replaces, or the line after which it inserts, is not in the file. The message names the nearest lines.',
  E_INVALID_OPTION: 'An option or an argument is not known, or has a wrong value. The message names it.',
  E_LIMIT_COMMAND:
    "A command line with its arguments, or code for a session of Python, is longer than 'maxCommandBytes'.",
  E_LIMIT_DIFF: 'The list of changes that `diff` would return is longer than 64 MiB.',
  E_LIMIT_EXPORTS: 'The sandbox has 16 open streams of `exportTar`. Read one to its end, or cancel it.',
  E_LIMIT_FS: "The files, together with those that snapshots keep, would exceed 'fsLimitBytes' or 'fileCountLimit'.",
  E_LIMIT_MEMORY: "The processes would exceed 'memoryLimitBytes'.",
  E_LIMIT_SESSIONS: 'The sandbox has 16 sessions of Python. Close one of them.',
  E_LIMIT_SNAPSHOTS: "The sandbox has as many snapshots as 'maxSnapshots' allows. Delete one of them.",
  E_NET_ADDRESS:
    "The address is private, or 'network.subnets' denies it. To reach a private address, list it in 'network.subnets.allow'.",
  E_NET_CONCURRENCY: "More connections would be open at once than 'network.budget.concurrency' allows.",
  E_NET_DENIED: "The option 'network' does not allow the name, the request or the protocol.",
  E_NET_MALFORMED: 'The guest or the server has broken the protocol.',
  E_NET_MEMORY:
    "The buffers that the host keeps for this sandbox's connections are full, so the server's answer cannot be read.",
  E_NET_PROTOCOL: 'A server in the sandbox has answered `fetch` with something that is not HTTP.',
  E_NET_RECEIVED_BYTES: "The sandbox has received as many bytes as 'network.budget.receivedBytes' allows.",
  E_NET_RECORD: "The file of 'network.record' cannot be written.",
  E_NET_REPLAY: "The file of 'network.replay' has no answer to the request, or a damaged one.",
  E_NET_REQUESTS: "The sandbox has made as many requests as 'network.budget.requests' allows.",
  E_NET_SENT_BYTES: "The sandbox has sent as many bytes as 'network.budget.sentBytes' allows.",
  E_NET_TIME: "The sandbox has used the network for as long as 'network.budget.timeMs' allows.",
  E_NET_TIMEOUT: 'The server, or the guest with its request, has taken too long.',
  E_NET_TLS: 'The TLS handshake with the server has failed.',
  E_NET_UNKNOWN_HOST: "The name does not resolve: the host's resolver knows no address for it.",
  E_NET_UNREACHABLE: 'The server cannot be reached.',
  E_NO_BINARY: 'The package has no native binary for this system, or it cannot be loaded.',
  E_NO_PROGRAMS: 'The programs of the base image are missing. The message says how to get them.',
  E_NO_SNAPSHOT:
    'The snapshot was deleted, its template was disposed of, or it belongs to another sandbox. `Sandbox.create({ from })` accepts snapshots of other sandboxes.',
  E_OUTPUT_DROPPED: "A stream of a process with 'keepBytes' was read so slowly that bytes are not kept any more.",
  E_PATCH:
    'A patch does not apply, or is none. The message names the file, the hunk and the reason; no file has changed.',
  E_PERSIST_CORRUPT: 'The saved state of the namespace is damaged. The package does not change it.',
  E_PERSIST_EMPTY: 'Nothing has been saved in the namespace.',
  E_PERSIST_FAILED: 'The store has failed. `cause` has its error.',
  E_PERSIST_FULL: "The state would exceed 'persistence.maxBytes', or the store is full.",
  E_PERSIST_KEY:
    "The option 'persistence.key' does not fit the saved state: the key is wrong or missing, or the state is not encrypted.",
  E_PERSIST_LOCKED: 'Another sandbox is using the namespace, or has taken it over from this one.',
  E_PERSIST_UNAVAILABLE:
    'State cannot be saved: the sandbox was made without the option `persistence`, the package lmdb is not installed, or the platform has no directories.',
  E_PERSIST_VERSION: 'A later version of this package has written the saved state.',
  E_PLAN:
    'The shell could not plan the command line. A syntax error is not this error: `plan` reports it in its result.',
  E_PYTHON:
    'The interpreter of the Python session has ended. The message, `limit` and `cause` say why, as far as that is known.',
  E_STATE_CORRUPT: 'The bytes are damaged, or they are not an exported state.',
  E_STATE_VERSION: 'The state was made by another version of this package, or with programs that this one lacks.',
  E_TAR_CORRUPT: 'The bytes are damaged, or they are not a tar archive.',
  E_UNSUPPORTED: 'This platform or version of Node lacks a feature. The message names it.',
} as const;

/** One of the package's own codes. */
export type PolicyErrorCode = keyof typeof errorCodes;

/** A code of the operating system in Node's spelling: `ENOENT`, `EACCES`, … `UNKNOWN` stands for an error number that Linux does not have. */
export type SystemErrorCode = (typeof errnoTable)[number][0] | 'UNKNOWN';

/** All values of `SandboxError.code`. */
export type SandboxErrorCode = PolicyErrorCode | SystemErrorCode;
