// The same shell script through /bin/bash and GNU tools of this machine, and through the sandbox: output and exit status must
// be the same. The ports are of the versions this machine has.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { accessLog, binaryData } from '../../bench/access-log.mjs';
import { skipWithout } from '../setup/missing-programs.js';
import { knownScriptGaps } from './known-gaps.js';
import { RealMachine, type Seen, unusable } from './real-machine.js';
import { sectionsOf } from './sections.js';

const directory = fileURLToPath(new URL('./scripts/', import.meta.url));
const files = readdirSync(directory).filter((name) => name.endsWith('.sh'));
const data = { 'access.log': accessLog(200_000), binary: binaryData(100_000) };

async function inSandbox(sandbox: Sandbox, name: string, script: string): Promise<Seen> {
  const cwd = `/home/user/${name.replaceAll(' ', '-')}`;
  sandbox.rm(cwd, { recursive: true, force: true });
  sandbox.mkdir(cwd);
  // A shell of its own for each, as natively; the session begins anew after it.
  const result = await sandbox.run('exec bash -c "$1" bash', {
    args: [script],
    cwd,
    env: { DATA: '/home/user/data', LC_ALL: 'C.UTF-8', HOME: cwd },
    timeoutMs: 100_000,
  });
  return {
    status: result.exitCode,
    stdout: Buffer.from(result.stdoutBytes).toString('latin1'),
    stderr: Buffer.from(result.stderrBytes).toString('latin1'),
  };
}

// Bash names the process in its notices of jobs that died.
function withoutPids(seen: Seen): Seen {
  return { ...seen, stderr: seen.stderr.replace(/(line \d+:) +\d+/g, '$1 PID').replace(/kill: \(\d+/g, 'kill: (PID') };
}

describe.skipIf(unusable)('shell scripts', () => {
  const real = new RealMachine();
  for (const [name, bytes] of Object.entries(data)) real.install(name, bytes);
  afterAll(() => real.remove());

  for (const file of files) {
    const room = basename(file, '.sh');
    describe(room, () => {
      let sandbox: Sandbox;
      beforeAll(async () => {
        sandbox = await Sandbox.create({
          files: Object.fromEntries(Object.entries(data).map(([name, bytes]) => [`/home/user/data/${name}`, bytes])),
        });
      });
      afterAll(() => sandbox?.destroy());

      for (const [name, script] of sectionsOf(readFileSync(join(directory, file), 'utf8'))) {
        const gap = knownScriptGaps.get(`${room}/${name}`);
        const test = gap === undefined ? it : it.fails;
        test(gap === undefined ? name : `${name} (known gap: ${gap})`, {
          timeout: 210_000,
        }, async (context) => {
          skipWithout(context, script);
          const [there, here] = await Promise.all([
            real.run('/bin/bash', ['-c', script], { DATA: real.root }),
            inSandbox(sandbox, name, script),
          ]);
          expect(withoutPids(here)).toEqual(withoutPids(there));
        });
      }
    });
  }

  it('lists only gaps of sections that exist', () => {
    const all = files.flatMap((file) =>
      Array.from(
        sectionsOf(readFileSync(join(directory, file), 'utf8')).keys(),
        (name) => `${basename(file, '.sh')}/${name}`,
      ),
    );
    expect([...knownScriptGaps.keys()].filter((key) => !all.includes(key))).toEqual([]);
  });
});
