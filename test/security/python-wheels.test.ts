// A wheel whose module of C is damaged, anywhere: it does not load, or it ends its own process at most. What all sandboxes share stays as it is.

import { describe, expect, it } from 'vitest';
import { skipWithoutPackage } from '../contract/python-program.js';
import { useSandboxes } from '../contract/use-sandbox.js';

const site = '/usr/lib/python3.14/site-packages';
const use =
  'import kiwisolver as k; s = k.Solver(); x = k.Variable("x"); s.addConstraint(x == 7); s.updateVariables(); print(x.value())';

describe('a damaged module of a wheel', () => {
  const create = useSandboxes();

  it('ends its own process at most', async (context) => {
    const sandbox = await create();
    await skipWithoutPackage(context, sandbox, 'kiwisolver');
    const { stdout } = await sandbox.run(`
cp -r ${site}/kiwisolver . && ls kiwisolver/*.so && chmod -R u+w kiwisolver`);
    const path = `/home/user/${stdout.trim()}`;
    const whole = (await sandbox.readFile(path)) as Uint8Array;
    const statuses = new Set<number>();
    // Where it is damaged is the same each time: a linear congruence.
    let state = 12_345;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state % below;
    };
    for (let i = 0; i < 16; i++) {
      const damaged = i < 4 ? whole.slice(0, next(whole.length)) : whole.slice();
      // Some in the sections that say how it is linked, most in its code.
      for (let j = 0; j < 3 && i >= 4; j++) damaged[next(i < 8 ? 600 : damaged.length)] = next(256);
      await sandbox.writeFile(path, damaged);
      const result = await sandbox.run(`python3 -c '${use}'`, { timeoutMs: 20_000 });
      statuses.add(result.exitCode);
      expect({ i, exitCode: result.exitCode, stderr: result.stderr }).toEqual({
        ...{ i, exitCode: expect.toSatisfy((status: number) => [0, 1, 134, 137, 139].includes(status)) },
        stderr: result.exitCode === 1 ? expect.stringMatching(/ImportError|Error/) : expect.any(String),
      });
    }
    expect(statuses).toContain(1);
    expect(await sandbox.run(`cd / && python3 -c '${use}'`)).toMatchObject({ stdout: '7.0\n', exitCode: 0 });
    const other = await create();
    expect(await other.run(`python3 -c '${use}'; echo x >> ${site}/kiwisolver/__init__.py`)).toMatchObject({
      ...{ stdout: '7.0\n', stderr: expect.stringMatching(/Permission denied|Read-only/), exitCode: 1 },
    });
  });
});
