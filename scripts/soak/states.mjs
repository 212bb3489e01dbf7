// Sandboxes whose state is kept, brought back, handed on and damaged, in any order, beside commands, jobs and kills.
import { setTimeout as pause } from 'node:timers/promises';
import { Sandbox } from '../../dist/esm/index.js';
import { expect } from './operations.mjs';

/** @import { Soak } from './operations.mjs' */

export const sandboxes = 50;

/** A sandbox, and what its session and its files should say: `now`, and in each snapshot. */
class Kept {
  /** @type {Map<string, string>} */
  snapshots = new Map();
  /**
   * @param {Sandbox} sandbox
   * @param {string} now
   */
  constructor(sandbox, now) {
    this.sandbox = sandbox;
    this.now = now;
  }
}

const ask = 'echo $v $(cat f) $(find d -type f | wc -l)';

/** @type {Record<string, (soak: Soak, kept: Kept) => Promise<void>>} */
const actions = {
  async change({ choices }, kept) {
    const n = choices.below(1000);
    const files = choices.below(40);
    await kept.sandbox.run(`v=${n}; echo ${n} >f; rm -rf d; mkdir d; for i in $(seq ${files}); do echo $i >d/$i; done`);
    kept.now = `${n} ${n} ${files}\n`;
  },
  async look(_soak, kept) {
    const { stdout, stderr, exitCode } = await kept.sandbox.run(ask, { timeoutMs: 0 });
    expect(stdout, kept.now, `what there is (status ${exitCode}, ${JSON.stringify(stderr)})`);
  },
  async snapshot({ choices }, kept) {
    if (kept.snapshots.size >= 8) return;
    if (choices.chance(3)) await kept.sandbox.run('sleep 100 & true');
    kept.snapshots.set(await kept.sandbox.snapshot(), kept.now);
  },
  async restore({ choices }, kept) {
    if (kept.snapshots.size === 0) return;
    const [id, then] = choices.pick([...kept.snapshots]);
    const meanwhile = choices.chance(2) ? kept.sandbox.run('sleep 100 | cat', { timeoutMs: 0 }) : undefined;
    if (choices.chance(2)) await pause(choices.below(10));
    await kept.sandbox.restore(id);
    if (meanwhile !== undefined) expect((await meanwhile).errorClass, 'CANCELLED', 'what ran meanwhile');
    kept.now = then;
  },
  async forget({ choices }, kept) {
    if (kept.snapshots.size === 0) return;
    const [id] = choices.pick([...kept.snapshots]);
    kept.sandbox.deleteSnapshot(id);
    kept.snapshots.delete(id);
  },
  async fork(_soak, kept) {
    const fork = await kept.sandbox.fork();
    kept.sandbox.destroy();
    kept.sandbox = fork;
    kept.snapshots.clear();
  },
  async travel({ choices }, kept) {
    const state = await kept.sandbox.exportState();
    if (choices.chance(2)) {
      const other = await Sandbox.create({ from: state });
      kept.sandbox.destroy();
      kept.sandbox = other;
      kept.snapshots.clear();
    } else {
      await kept.sandbox.run('v=other; rm -rf ~/*');
      await kept.sandbox.importState(state);
    }
  },
  async damage({ choices }, kept) {
    const state = await kept.sandbox.exportState();
    state[choices.below(state.length)] ^= 1 << choices.below(8);
    const error = await kept.sandbox.importState(state).catch(({ code }) => code);
    if (!['E_STATE_CORRUPT', 'E_STATE_VERSION', 'E_UNSUPPORTED', 'E_LIMIT_FS'].includes(error))
      throw new Error(`a damaged state gives ${error}`);
  },
  async kill({ choices }, kept) {
    const child = kept.sandbox.spawn('bash', ['-c', 'sleep 100 | cat']);
    await pause(choices.below(20));
    child.kill('SIGKILL');
    await child.exited;
  },
};
const weights = Object.entries({
  change: 10,
  look: 12,
  snapshot: 6,
  restore: 6,
  forget: 3,
  fork: 2,
  travel: 3,
  damage: 2,
  kill: 3,
});
const bag = weights.flatMap(([name, weight]) => Array(weight).fill(name));

/** @param {Soak} soak */
export async function live(soak) {
  const { choices, operations } = soak;
  while (!soak.isOver()) {
    const kept = new Kept(await Sandbox.create(), '');
    await actions.change(soak, kept);
    for (let left = 1 + choices.below(60); left > 0 && !soak.isOver(); left--) {
      const name = choices.pick(bag);
      await operations.run(name, '', () => actions[name](soak, kept));
    }
    kept.sandbox.destroy();
  }
}
