// Sandboxes that compute, beside others that have little to do.

import { afterEach, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { linuxNumber, linuxProgram, syscall } from '../security/assembler.js';
import { skipWithout } from '../setup/missing-programs.js';

const sandboxes: Sandbox[] = [];
async function create(): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  sandboxes.push(sandbox);
  return sandbox;
}
afterEach(() => {
  for (const sandbox of sandboxes.splice(0)) sandbox.destroy();
});

describe('a crowd', () => {
  it('has its turns beside shells and programs that compute on and on', { timeout: 180_000 }, async (context) => {
    skipWithout(context, 'awk');
    const endless = ['while :; do :; done', "awk 'BEGIN { while (1); }'", 'while :; do echo; done >/dev/null'];
    const spinners = await Promise.all([...endless, ...endless].map(() => create()));
    const others = await Promise.all(Array.from({ length: 20 }, () => create()));
    const spinning = spinners.map((sandbox, i) => sandbox.run(endless[i % 3] ?? '', { timeoutMs: 0 }));
    // Who waits where one of them begins does so till its end.
    for (const sandbox of spinners)
      await expect.poll(() => sandbox.metrics().cpuMs, { timeout: 60_000, interval: 50 }).toBeGreaterThan(200);
    const answers = [];
    for (let round = 0; round < 5; round++) {
      const commands = others.map((sandbox, i) =>
        sandbox.run(`seq ${i + 1} | sort -rn | head -1; echo $((${round} + ${i}))`),
      );
      answers.push((await Promise.all(commands)).map(({ stdout }) => stdout));
    }
    // One that is kept waiting for long times out, and has no answer.
    expect(answers).toEqual(Array.from({ length: 5 }, (_, round) => others.map((_, i) => `${i + 1}\n${round + i}\n`)));
    expect(spinners.map((sandbox) => sandbox.metrics().runs)).toEqual(spinners.map(() => 0));
    for (const sandbox of spinners) sandbox.destroy();
    await Promise.allSettled(spinning);
  });

  it('of processes goes from program to program', async () => {
    const sandbox = await create();
    sandbox.writeFile('/tmp/own', linuxProgram([syscall(linuxNumber.write, 1, 1024, 6)]));
    sandbox.chmod('/tmp/own', 0o755);
    const run = async (command: string) => (await sandbox.run(command)).stdout;
    expect(await run('env /tmp/own | env cat; (exec /tmp/own); (exec env sh -c /tmp/own)')).toBe('alive\n'.repeat(3));
    expect(await run('sh -c \'echo $$; exec env sh -c "echo \\$\\$; exec /tmp/own"\' | uniq')).toMatch(
      /^\d+\nalive\n$/,
    );
    expect(await run('exec /tmp/own')).toBe('alive\n');
    expect(await run('echo again')).toBe('again\n');
    const child = sandbox.spawn('env', ['/tmp/own'], { stdin: '' });
    expect(await new Response(child.stdout).text()).toBe('alive\n');
    expect((await child.exited).exitCode).toBe(0);
  });
});
