// A state as bytes: native/kernel/state/FORMAT.md. The kernel writes and reads the files and the processes of sessions. The host's part of
// the sessions is JSON, which is read as carefully as a stranger's.

import { EBADMSG, EDQUOT, ENOMEM, ENOSPC, EPROTONOSUPPORT } from '../abi/generated/errno.js';
import { SandboxError, systemError } from '../api/errors.js';
import type { Platform } from '../kernel/backend.js';
import type { Machine } from '../machine/kernel-client.js';
import { pacer } from '../machine/pacer.js';
import { checkVariable } from '../options/checks.js';
import { checkPythonSessionOptions } from '../options/command-options.js';
import type { ResolvedOptions } from '../options/sandbox-options.js';
import { mostIdleMs, mostPythonSessions, type PythonSessionState } from '../python/python-session.js';
import type { SessionState } from '../shell/session.js';
import { decode, encode } from '../text/text.js';
import type { Origin, SessionsState } from './origin.js';
import { stateHeader, stateHeaderBytes, stateMagic, stateVersion, view } from './state-header.js';
import type { StateJournal } from './state-journal.js';

const zstdFeature = 1;
const copiedAtOnce = 2 ** 20;
const mostIdLength = 64;

function corrupt(): SandboxError {
  return new SandboxError('the state is damaged: it is cut off, has been changed, or is none', {
    code: 'E_STATE_CORRUPT',
  });
}

function otherVersion(): SandboxError {
  return new SandboxError(
    "the state is of another version of the format, or of other programs than this sandbox's; where the shell alone differs, `filesOnly` brings the files",
    { code: 'E_STATE_VERSION' },
  );
}

function readError(errno: number): SandboxError {
  if (errno === EBADMSG) return corrupt();
  if (errno === EPROTONOSUPPORT) return otherVersion();
  if (errno === ENOSPC || errno === EDQUOT) {
    return new SandboxError("the state has more files than 'fsLimitBytes' or 'fileCountLimit' allow", {
      code: 'E_LIMIT_FS',
      limit: errno === ENOSPC ? 'fsLimitBytes' : 'fileCountLimit',
    });
  }
  if (errno === ENOMEM) {
    return new SandboxError("the state's session has more memory than 'memoryLimitBytes' allows", {
      code: 'E_LIMIT_MEMORY',
      limit: 'memoryLimitBytes',
    });
  }
  return systemError(errno, 'importState');
}

/** The host's part of the sessions, as it is exported. */
export function sessionBytes({ shell, python }: SessionsState): Uint8Array {
  return encode(
    JSON.stringify({
      ...shell,
      environment: [...shell.environment],
      initialEnvironment: [...shell.initialEnvironment],
      set: [...shell.set],
      ...(python.length > 0 ? { python } : {}),
    }),
  );
}

type Json = Record<keyof SessionState | 'python', unknown>;

function variables(value: unknown): Map<string, string> {
  const map = new Map<string, string>();
  for (const item of value as unknown[]) {
    const [name, content] = item as [string, string];
    checkVariable(name, content);
    map.set(name, content);
  }
  return map;
}

function directory(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.includes('\0')) throw corrupt();
  return value;
}

function history(value: unknown): SessionState['history'] {
  const { first, commands } = value as SessionState['history'];
  if (!Number.isSafeInteger(first) || first < 1 || commands.some((command) => typeof command !== 'string')) {
    throw corrupt();
  }
  return { first, commands: [...commands] };
}

function shellSession(state: Json): SessionState {
  return {
    environment: variables(state.environment),
    workingDirectory: directory(state.workingDirectory),
    initialDirectory: directory(state.initialDirectory),
    initialEnvironment: variables(state.initialEnvironment),
    set: variables(state.set),
    clearHistory: state.clearHistory === true,
    history: history(state.history),
  };
}

function pythonSession(value: unknown): PythonSessionState {
  const { id, options, alive } = value as PythonSessionState;
  const { cwd, env, idleMs } = options;
  if (typeof id !== 'string' || id === '' || id.length > mostIdLength) throw corrupt();
  if (idleMs !== undefined && !(typeof idleMs === 'number' && idleMs >= 0 && idleMs <= mostIdleMs)) throw corrupt();
  checkPythonSessionOptions({ cwd, env });
  return { id, options: { cwd, env, idleMs }, alive: alive === true };
}

/** `count`: the number of processes that come with it. */
function parseSessions(bytes: Uint8Array, count: number): SessionsState {
  try {
    const state = JSON.parse(decode(bytes)) as Json;
    const python = ((state.python ?? []) as unknown[]).map(pythonSession);
    const interpreters = python.filter(({ alive }) => alive).length;
    const areSorted = python.every(({ alive }, index) => alive === index < interpreters);
    const areOthers = new Set(python.map(({ id }) => id)).size === python.length;
    const shells = count - interpreters;
    if (python.length > mostPythonSessions || !areSorted || !areOthers || shells < 0 || shells > 1) throw corrupt();
    return { shell: shellSession(state), hasShell: shells === 1, python };
  } catch {
    throw corrupt();
  }
}

/** Throws when the platform lacks `compression`. */
export function checkCompression(platform: Platform, compression: 'zstd' | undefined): void {
  if (compression === undefined || platform.zstd !== undefined) return;
  throw new SandboxError(
    "option 'compression': this JavaScript engine's host has no zstd (Node has it from 22.15 on)",
    {
      code: 'E_UNSUPPORTED',
    },
  );
}

/** Compresses the part after the header. */
export async function compressState(platform: Platform, blob: Uint8Array): Promise<Uint8Array> {
  checkCompression(platform, 'zstd');
  const packed = await (platform.zstd as NonNullable<Platform['zstd']>).compress(blob.subarray(stateHeaderBytes));
  const compressed = platform.allocate(stateHeaderBytes + packed.length);
  compressed.set(blob.subarray(0, stateHeaderBytes));
  compressed.set(packed, stateHeaderBytes);
  view(compressed).setUint32(stateHeader.features, zstdFeature, true);
  return compressed;
}

/** A copy: the caller's array may be changed or transferred before all of it is read. */
async function copied(machine: Machine, blob: Uint8Array): Promise<Uint8Array> {
  const whole = machine.platform.allocate(blob.length);
  const pace = pacer(machine.platform);
  for (let at = 0; at < whole.length; at += copiedAtOnce) {
    const piece = blob.subarray(at, at + copiedAtOnce);
    // It is none of what it was.
    if (piece.length !== Math.min(copiedAtOnce, whole.length - at)) throw corrupt();
    whole.set(piece, at);
    await pace();
    machine.assertAlive();
  }
  return whole;
}

/** The state without compression. Unpacks no more than `roomBytes`. */
async function unpackState(machine: Machine, blob: Uint8Array, roomBytes: number): Promise<Uint8Array> {
  const { platform } = machine;
  const header = blob.subarray(0, stateHeaderBytes);
  if (header.length < stateHeaderBytes || stateMagic.some((byte, i) => header[i] !== byte)) throw corrupt();
  if (view(header).getUint16(stateHeader.version, true) !== stateVersion) throw otherVersion();
  const features = view(header).getUint32(stateHeader.features, true);
  if (features === 0) return copied(machine, blob);
  if (features !== zstdFeature) throw otherVersion();
  checkCompression(platform, 'zstd');
  const length = Number(view(header).getBigUint64(stateHeader.length, true));
  if (length > roomBytes) throw readError(ENOSPC);
  const unpacked = await (platform.zstd as NonNullable<Platform['zstd']>)
    .decompress(blob.subarray(stateHeaderBytes), length)
    .catch(() => {
      throw corrupt();
    });
  if (unpacked.length !== length) throw corrupt();
  const whole = platform.allocate(stateHeaderBytes + length);
  whole.set(header);
  whole.set(unpacked, stateHeaderBytes);
  view(whole).setUint32(stateHeader.features, 0, true);
  return whole;
}

/** The largest possible state for such a sandbox: all that its limits allow, and the description of each file. */
export function stateRoom({ fsLimitBytes, fileCountLimit, memoryLimitBytes }: ResolvedOptions): number {
  const bytesOfFile = 1024;
  const bytesOfBaseFiles = 32 * 1024 * 1024;
  return fsLimitBytes + memoryLimitBytes + fileCountLimit * bytesOfFile + bytesOfBaseFiles;
}

/**
 * Reads and checks a state for a sandbox on this machine. Nothing changes yet. `roomBytes`: the largest possible size. `journal`: notes
 * changes since that state from then on.
 */
export async function readState(
  machine: Machine,
  blob: Uint8Array,
  filesOnly: boolean,
  roomBytes: number,
  journal?: StateJournal,
): Promise<Origin> {
  const whole = await unpackState(machine, blob, roomBytes);
  machine.assertAlive();
  const state = await machine.kernel.readState(whole, filesOnly, journal !== undefined);
  // Reading ends when the sandbox is destroyed.
  machine.assertAlive();
  if (typeof state === 'number') throw readError(-state);
  journal?.from(state);
  return {
    sessions: filesOnly ? undefined : parseSessions(state.host, state.sessions),
    fill: (kernel, runs, result) => kernel.restoreState(state, runs, result),
  };
}
