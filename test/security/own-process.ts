// Attacks in a process of their own, so that an abort of the engine is a failed test, and modules made of sections for them.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { magic, op, unsigned } from './assembler.js';
import { type Figures, report } from './report.js';

export interface Attack {
  modules: Uint8Array[];
  options?: Record<string, number>;
  timeoutMs?: number;
  copies?: number;
  rounds?: number;
  /** All rounds in one sandbox. */
  together?: boolean;
  /** The module takes the place of a shell instead of being started by the host. */
  byExec?: boolean;
}

export interface Outcome {
  ended: { exitCode: number; timedOut: boolean; stdout: string; stderr: string; ms: number }[];
  works: boolean;
}

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'attack-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const script = fileURLToPath(new URL('attack.mjs', import.meta.url));
let files = 0;
const defaultTimeoutMs = 5_000;

export async function attack({ modules, ...rest }: Attack): Promise<Outcome> {
  const paths = modules.map((bytes) => {
    const path = join(directory, `${files++}.wasm`);
    writeFileSync(path, bytes);
    return path;
  });
  const stdout = await new Promise<string>((resolve, reject) => {
    const request = JSON.stringify({ paths, timeoutMs: defaultTimeoutMs, ...rest });
    execFile(process.execPath, [script, request], { timeout: 120_000 }, (error, out, err) =>
      error
        ? reject(new Error(`${error.message.slice(-200)} ${error.signal ?? ''} ${err.slice(0, 2_000)}`))
        : resolve(out),
    );
  });
  const { ended, works, ...figures } = JSON.parse(stdout) as Outcome & Figures;
  const ends = ended.filter(({ timedOut }) => timedOut).map(({ ms }) => ms);
  const lateMs = ends.length > 0 ? Math.max(...ends) - (rest.timeoutMs ?? defaultTimeoutMs) : undefined;
  report({ ...figures, ...(lateMs !== undefined && { lateMs }) });
  return { ended, works };
}

export const bytes = (...values: (number | number[])[]): Buffer => Buffer.from(values.flat());
export const repeat = (code: number[], count: number): Buffer =>
  Buffer.alloc(code.length * Math.floor(count), Buffer.from(code));
export const section = (id: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([bytes(id, unsigned(content.length)), content]);
};
export const signature = (parameters: number, results: number): Buffer =>
  bytes(0x60, unsigned(parameters), Array(parameters).fill(0x7f), unsigned(results), Array(results).fill(0x7f));

export interface Parts {
  /** Beside type 0, () → (). */
  types?: Buffer[];
  tables?: Buffer[];
  /** Sections between the memory's and the exports'. */
  middle?: Buffer[];
  /** Sections between the exports' and the code. */
  elements?: Buffer[];
  /** Bodies of functions of type 0 with their locals, without the final `end`. The first is the program. */
  functions: Buffer[];
  pages?: number;
}

/** A module without imports; its first function is _start. */
export function program({
  types = [],
  tables = [],
  middle = [],
  elements = [],
  functions,
  pages = 1,
}: Parts): Uint8Array {
  const bodies = functions.map((body) => Buffer.concat([bytes(unsigned(body.length + 1)), body, bytes(0x0b)]));
  return Buffer.concat([
    bytes(magic),
    section(1, bytes(unsigned(types.length + 1)), signature(0, 0), ...types),
    section(3, bytes(unsigned(functions.length), Array(functions.length).fill(0))),
    ...(tables.length > 0 ? [section(4, bytes(unsigned(tables.length)), ...tables)] : []),
    section(5, bytes(1, 0, unsigned(pages))),
    ...middle,
    section(7, bytes(1, 6, [...Buffer.from('_start')], 0, 0)),
    ...elements,
    section(10, bytes(unsigned(bodies.length)), ...bodies),
  ]);
}

export const locals = (count: number): Buffer => bytes(count === 0 ? 0 : [1, ...unsigned(count), 0x7f]);
export const body = (count: number, ...code: Buffer[]): Buffer => Buffer.concat([locals(count), ...code]);
export const manyIfs = (count: number): Buffer => repeat([...op.i32(0), 0x04, 0x40, 0x0b], count);

export function expectRefused(outcome: Outcome, reason: RegExp): void {
  expect(outcome.works).toBe(true);
  for (const { exitCode, stderr } of outcome.ended) {
    expect(stderr).toMatch(reason);
    expect(exitCode).toBe(126);
  }
}
