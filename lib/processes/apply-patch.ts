// Patches. A program of the image applies them, so that the limits of commands hold and a guest can do the same.

import type { ExecOptions, RunResult } from '../api/commands.js';
import type { PatchedFile, PatchOptions, PatchResult } from '../api/edits.js';
import { SandboxError } from '../api/errors.js';

const program = '/usr/bin/apply_patch';
const kinds: readonly string[] = ['created', 'modified', 'deleted', 'renamed'] satisfies PatchedFile['kind'][];

type Execute = (command: string[], options: ExecOptions) => Promise<RunResult>;

/** Applies a patch. Rejects with E_PATCH. */
export async function applyPatch(
  execute: Execute,
  cwd: string,
  patch: string,
  options: PatchOptions,
): Promise<PatchResult> {
  const command = [program, '--json', ...(options.check ? ['--check'] : [])];
  const result = await execute(command, { stdin: patch, cwd: options.cwd ?? cwd });
  const answer = parsed(result.stdout);
  if (result.exitCode === 0 && Array.isArray(answer.files)) return { files: answer.files.map(patchedFile) };
  if (typeof answer.error === 'object' && answer.error !== null) throw refused(answer.error as Record<string, unknown>);
  const why = result.limit === undefined ? result.stderr.trim() : `'${result.limit}' was reached`;
  throw new SandboxError(`the patch could not be applied: ${why}`, {
    code: 'E_PATCH',
    ...(result.limit === undefined ? {} : { limit: result.limit }),
  });
}

// A guest may have put a program of its own in the place of this one.
function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function patchedFile(value: unknown): PatchedFile {
  const { path, kind, from, added, removed } = (value ?? {}) as Record<string, unknown>;
  if (
    typeof path !== 'string' ||
    !kinds.includes(kind as string) ||
    !Number.isSafeInteger(added) ||
    !Number.isSafeInteger(removed)
  ) {
    throw new SandboxError(`${program} has answered with something else`, { code: 'E_PATCH' });
  }
  return {
    path,
    kind: kind as PatchedFile['kind'],
    ...(typeof from === 'string' ? { from } : {}),
    added: added as number,
    removed: removed as number,
  };
}

function refused({ path, hunk, reason }: Record<string, unknown>): SandboxError {
  const where = typeof path === 'string' ? `${path}: ` : '';
  const which = typeof hunk === 'number' ? `hunk ${hunk}: ` : '';
  return new SandboxError(`the patch does not apply: ${where}${which}${String(reason)}`, {
    code: 'E_PATCH',
    ...(typeof path === 'string' ? { path } : {}),
  });
}
