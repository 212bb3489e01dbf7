// Root and other users: the same C program, as root, on the real machine and in the sandbox.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { type Compiled, casesOf, compile } from './compile.js';
import { isRoot, RealMachine } from './real-machine.js';

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe.skipIf(process.platform !== 'linux' || !isRoot)('users', () => {
  let compiled: Compiled;
  let real: RealMachine;
  let sandbox: Sandbox;

  beforeAll(async () => {
    compiled = await compile('users');
    real = new RealMachine();
    real.installProgram(compiled.native);
    sandbox = await Sandbox.create();
    sandbox.writeFile('/opt/program', readFileSync(compiled.wasm));
    sandbox.chmod('/opt/program', 0o755);
  }, 180_000);

  afterAll(() => {
    real?.remove();
    sandbox?.destroy();
  });

  for (const name of casesOf('users')) {
    it(name, { timeout: 60_000 }, async () => {
      const cwd = `/srv/${name}`;
      await sandbox.exec(['mkdir', cwd], { user: 'root' });
      const [there, here] = await Promise.all([
        real.run(`${real.root}/program`, [name], {}, 30_000, 0),
        sandbox.exec(['/opt/program', name], { user: 'root', cwd, env: { LC_ALL: 'C.UTF-8' } }),
      ]);
      expect({ status: here.exitCode, stdout: latin(here.stdoutBytes), stderr: latin(here.stderrBytes) }).toEqual(
        there,
      );
    });
  }
});
