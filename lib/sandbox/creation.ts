// Makes sandboxes: from the base image, from another sandbox or its snapshot, or from a saved state.

import { optionError } from '../api/errors.js';
import type { SandboxOptions, SandboxTemplate } from '../api/sandbox-options.js';
import type { MountedFolder, MountedProvider, MountedTree } from '../api/types.js';
import type { Backend } from '../kernel/backend.js';
import type { Machine } from '../machine/kernel-client.js';
import { turnstileOf } from '../machine/pacer.js';
import { type ResolvedOptions, resolveOptions } from '../options/sandbox-options.js';
import { openSavedState } from '../persistence/state-places.js';
import type { Origin } from '../state/origin.js';
import { originOf } from '../state/snapshots.js';
import { readState, stateRoom } from '../state/state.js';
import { isBytes } from '../text/bytes.js';
import { newMachine } from './new-machine.js';
import type { KernelSandbox, SandboxParts } from './sandbox.js';
import { SetUpTemplate } from './template.js';

/** The snapshot or sandbox to begin from. Nothing for the base image, and for a state, which the new kernel reads itself. */
function originIn({ from, cwd }: SandboxOptions): Origin | undefined {
  if (from === undefined) return undefined;
  const origin = isBytes(from)
    ? undefined
    : typeof from === 'string'
      ? originOf(from)
      : (from as SetUpTemplate).origin();
  if (cwd !== undefined && (origin === undefined || origin.sessions !== undefined)) {
    throw optionError('cwd', "cannot be given with option 'from': the session is where it was");
  }
  return origin;
}

/**
 * Makes a sandbox on a new kernel of `backend`. `make` calls the constructor of the platform's class. Rejects when an option is wrong or a
 * limit cannot be enforced.
 */
export async function createSandbox<Made extends KernelSandbox>(
  backend: Backend,
  given: SandboxOptions,
  make: (parts: SandboxParts) => Made,
): Promise<Made> {
  const resolved = resolveOptions(given, backend.ownOptions);
  // A copy: the caller may change the object meanwhile.
  const options = { ...given };
  originIn(options);
  await turnstileOf(backend.platform).pass();
  const saved = resolved.persistence && (await openSavedState(backend, resolved.platformOptions, resolved.persistence));
  let machine: Machine | undefined;
  try {
    machine = await newMachine(backend, resolved);
    const sandbox = make({ backend, machine, options: resolved, saved, make });
    await sandbox.beginNetwork();
    for (const [path, mounted] of Object.entries(resolved.mounts)) {
      mount(sandbox, path, typeof mounted === 'string' ? { folder: mounted } : mounted);
    }
    const resumed = await sandbox.resume();
    if (!resumed) await beginAnew(sandbox, machine, options, resolved);
    if (!resumed && resolved.preload.length > 0) await preload(sandbox, resolved);
    sandbox.beginSaving(resumed);
    return sandbox;
  } catch (error) {
    await saved?.close().catch(() => {});
    void machine?.destroy();
    throw error;
  }
}

function mount(sandbox: KernelSandbox, path: string, mounted: MountedFolder | MountedTree | MountedProvider): void {
  if ('folder' in mounted) {
    const { folder, ...how } = mounted;
    sandbox.mount(path, folder, how);
  } else if ('tree' in mounted) {
    const { tree, ...how } = mounted;
    sandbox.mount(path, { tree }, how);
  } else {
    const { provider, ...how } = mounted;
    sandbox.mount(path, provider, how);
  }
}

/** Lets the sandbox's own pip install the packages of `preload`. */
async function preload(sandbox: KernelSandbox, { preload: names, env, timeoutMs }: ResolvedOptions): Promise<void> {
  const child = sandbox.spawn('python3', ['-m', '_wasmsand_wheels', ...names], { stdin: '', env, timeoutMs });
  const [stderr, { exitCode, timedOut }] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  const last = stderr.trim().split('\n').at(-1);
  const reason = timedOut ? `it took longer than the ${timeoutMs} ms of option 'timeoutMs'` : last;
  if (exitCode !== 0) throw optionError('python.preload', `has what cannot be installed: ${reason}`);
}

async function beginAnew(
  sandbox: KernelSandbox,
  machine: Machine,
  options: SandboxOptions,
  resolved: ResolvedOptions,
): Promise<void> {
  const { from } = options;
  // The snapshot may have been deleted meanwhile.
  const origin = isBytes(from) ? await readState(machine, from, false, stateRoom(resolved)) : originIn(options);
  if (origin !== undefined) sandbox.begin(origin, resolved.env);
  if (origin?.sessions === undefined) sandbox.mkdir(resolved.cwd, { recursive: true });
  sandbox.writeFiles(resolved.files);
}

/**
 * Sets a sandbox up once, for others to begin from. Rejects as `setUp` does. `options` apply to the sandbox that is set up and, except for
 * `files`, to those made from it.
 */
export async function createTemplate<Made extends KernelSandbox>(
  backend: Backend,
  setUp: (sandbox: Made) => Promise<unknown>,
  options: SandboxOptions,
  make: (parts: SandboxParts) => Made,
): Promise<SandboxTemplate<Made>> {
  if (typeof setUp !== 'function') throw optionError('setUp', 'must be a function');
  if (resolveOptions(options, backend.ownOptions).persistence !== undefined) {
    throw optionError('persistence', 'is for each sandbox that is made from a template, not for the template');
  }
  const sandbox = await createSandbox(backend, options, make);
  try {
    await setUp(sandbox);
    const id = await sandbox.snapshot();
    sandbox.halt();
    // The snapshot has all other options.
    const { files: _files, cwd: _cwd, env: _env, wasmDir: _wasmDir, ...limits } = options;
    return new SetUpTemplate<Made>({
      origin: () => originOf(id),
      create: (from, overrides) => createSandbox(backend, { ...limits, ...overrides, from }, make),
      dispose: () => sandbox.destroy(),
    });
  } catch (error) {
    sandbox.destroy();
    throw error;
  }
}
