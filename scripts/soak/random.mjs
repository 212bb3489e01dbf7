// Random commands, programs, jobs, aborts and kills in a sandbox, which is then destroyed, in the middle of something or not.
import { Sandbox } from '../../dist/esm/index.js';
import { expect } from './operations.mjs';

/** @import { Soak } from './operations.mjs' */

export const sandboxes = 100;

/**
 * Commands whose output is known, each once for what it needs: builtins, programs, files, jobs, forks, signals, deep stacks.
 * @type {((n: number) => [command: string, output: string])[]}
 */
const commands = [
  (n) => [`echo ${n}`, `${n}\n`],
  (n) => [`for i in 1 2 3; do echo $((i * ${n})); done`, `${n}\n${2 * n}\n${3 * n}\n`],
  (n) => [
    `seq 1 ${n + 1} | sort -rn | head -1 | tr 0-9 a-j`,
    `${[...String(n + 1)].map((d) => 'abcdefghij'[Number(d)]).join('')}\n`,
  ],
  (n) => [`echo ${n} > /tmp/file; cat /tmp/file; rm /tmp/file`, `${n}\n`],
  (n) => [`x=$(echo $(echo ${n})); (x=1; exit 3); echo $x $?`, `${n} 3\n`],
  (n) => [`awk 'BEGIN { for (i = 0; i < ${n}; i++) s += i; print s + 0 }'`, `${(n * (n - 1)) / 2}\n`],
  (n) => [`sleep 0.0${n % 10} & wait $!; echo $?`, '0\n'],
  () => [`sleep 100 & kill $!; wait $! 2>/dev/null; echo $?`, '143\n'],
  (n) => [`trap 'echo caught' USR1; kill -USR1 $$; trap - USR1; echo ${n}`, `caught\n${n}\n`],
  (n) => [`f() { (($1 == 0)) || f $(($1 - 1)); }; f ${n % 200}; echo deep`, 'deep\n'],
  () => [`printf '%s\\n' b a c | sort | xargs`, 'a b c\n'],
  () => [`yes | head -c 100000 | wc -c`, '100000\n'],
  () => [`mkdir -p /tmp/d/e; touch /tmp/d/e/f; find /tmp/d -type f | wc -l; rm -r /tmp/d`, '1\n'],
];

/** @type {Record<string, (soak: Soak, sandbox: Sandbox) => Promise<void>>} */
const actions = {
  async run({ choices, operations }, sandbox) {
    const [command, output] = choices.pick(commands)(choices.below(500));
    await operations.run('run', command, async () => {
      const { stdout, stderr, exitCode } = await sandbox.run(command, { timeoutMs: 0 });
      expect(stdout, output, `output (status ${exitCode}, ${JSON.stringify(stderr)})`);
    });
  },
  async crowd(soak, sandbox) {
    for (let left = 4; left > 0; left--) await actions.run(soak, sandbox);
  },
  async timeout({ choices, operations }, sandbox) {
    const command = choices.pick(['while :; do :; done', 'sleep 100', 'sleep 100 | cat', `awk 'BEGIN { while (1); }'`]);
    await operations.run('timeout', command, async () => {
      const { timedOut } = await sandbox.run(command, { timeoutMs: 50 + choices.below(200) });
      expect(timedOut, true, 'timed out');
    });
  },
  async abort({ choices, operations }, sandbox) {
    const command = choices.pick(['sleep 100', 'cat /dev/zero > /dev/null', 'yes | cat | wc']);
    await operations.run('abort', command, async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), choices.below(100));
      const { errorClass } = await sandbox.run(command, { signal: controller.signal, timeoutMs: 0 });
      expect(errorClass, 'CANCELLED', 'error class');
    });
  },
  async spawn({ choices, operations }, sandbox) {
    await operations.run('spawn', 'cat', async () => {
      const text = 'x'.repeat(choices.below(100_000));
      const child = sandbox.spawn('cat', [], { stdin: text });
      let length = 0;
      for await (const chunk of child.stdout) length += chunk.length;
      await child.exited;
      expect(length, text.length, 'bytes');
    });
  },
  async kill({ choices, operations }, sandbox) {
    await operations.run('kill', 'sleep', async () => {
      const child = sandbox.spawn('sleep', ['100'], {});
      setTimeout(() => child.kill(), choices.below(50));
      await child.exited;
    });
  },
  async background({ operations }, sandbox) {
    await operations.run('background', 'sleep 60 | cat &', async () => {
      await sandbox.run('sleep 60 | cat & jobs -p > /dev/null', { timeoutMs: 0 });
    });
  },
};
const weights = Object.entries({ run: 40, crowd: 4, timeout: 2, abort: 3, spawn: 6, kill: 4, background: 1 });
const bag = weights.flatMap(([name, weight]) => Array(weight).fill(name));

/** @param {Soak} soak */
export async function live(soak) {
  const { choices, operations } = soak;
  while (!soak.isOver()) {
    const sandbox = await Sandbox.create();
    for (let left = 1 + choices.below(30); left > 0 && !soak.isOver(); left--)
      await actions[choices.pick(bag)](soak, sandbox);
    // In the middle of something, or not.
    const last = choices.chance(2) ? sandbox.run('sleep 100 | cat', { timeoutMs: 0 }).catch(() => {}) : undefined;
    await operations.run('destroy', '', async () => {
      sandbox.destroy();
      await last;
    });
  }
}
