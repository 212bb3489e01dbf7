// Processes that are ended at any moment of their lives and in every way.
import { setTimeout as pause } from 'node:timers/promises';
import { Sandbox } from '../../dist/esm/index.js';
import { expect } from './operations.mjs';

/** @import { Soak } from './operations.mjs' */
/** @import { Choices } from '../fuzz/choices.mjs' */

export const sandboxes = 10;

/** None comes to an end, and each lives otherwise. */
const victims = [
  'while :; do echo x | cat | tr a b >/dev/null; done',
  'while :; do :; done',
  'yes | sort | head -1 | cat; sleep 100',
  'i=0; while :; do i=$((i + 1)); echo $i >/tmp/f$((i % 10)); done',
  'sleep 100 & sleep 100 & wait',
  'trap "" TERM INT HUP; while :; do sleep 0.001; done',
  'trap "sleep 100" EXIT; f() { f; }; while :; do (f) 2>/dev/null; done',
  'awk \'BEGIN { while (1) s = s "x" }\'; sleep 100',
  'exec cat /dev/zero > /dev/null',
  'while :; do (exit 3); x=$(echo $(echo y)); done',
];
const longestMs = 60;

/**
 * Its beginning above all.
 * @param {Choices} choices
 */
const moment = (choices) => (choices.chance(3) ? 0 : choices.below(choices.chance(2) ? 5 : longestMs));

/**
 * @param {Sandbox} sandbox
 * @param {string} command
 */
function start(sandbox, command) {
  const child = sandbox.spawn('bash', ['-c', command], { stdin: '' });
  void child.stdout.cancel();
  void child.stderr.cancel();
  return child;
}

/** @param {Sandbox} sandbox */
async function killAll(sandbox) {
  await start(sandbox, 'kill -9 -1').exited;
}

/** @type {Record<string, (choices: Choices, sandbox: Sandbox, command: string) => Promise<void>>} */
const ways = {
  /**
   * @param {Choices} choices
   * @param {Sandbox} sandbox
   * @param {string} command
   */
  async process(choices, sandbox, command) {
    const child = start(sandbox, command);
    await pause(moment(choices));
    child.kill('SIGKILL');
    expect((await child.exited).exitCode, 137, 'status');
  },
  /**
   * @param {Choices} choices
   * @param {Sandbox} sandbox
   * @param {string} command
   */
  async everything(choices, sandbox, command) {
    const child = start(sandbox, command);
    await pause(moment(choices));
    await killAll(sandbox);
    expect((await child.exited).exitCode, 137, 'status');
  },
  /**
   * @param {Choices} choices
   * @param {Sandbox} sandbox
   * @param {string} command
   */
  async deadline(choices, sandbox, command) {
    const { timedOut } = await sandbox.run(command, { timeoutMs: 1 + moment(choices) });
    expect(timedOut, true, 'timed out');
  },
  /**
   * @param {Choices} choices
   * @param {Sandbox} sandbox
   * @param {string} command
   */
  async abort(choices, sandbox, command) {
    const { errorClass } = await sandbox.run(command, { signal: AbortSignal.timeout(moment(choices)), timeoutMs: 0 });
    expect(errorClass, 'CANCELLED', 'error class');
  },
};

/**
 * What nobody has is booked for nobody.
 * @param {Sandbox} sandbox
 */
async function clearUp(sandbox) {
  await killAll(sandbox);
  while (sandbox.metrics().processes > 0) await pause(1);
  const { memoryBytes, descriptors } = sandbox.metrics();
  expect(memoryBytes, 0, 'bytes of memory');
  expect(descriptors, 0, 'descriptors');
  expect((await sandbox.run('echo a | cat')).stdout, 'a\n', 'output afterwards');
}

/** @param {Soak} soak */
export async function live({ choices, operations, isOver }) {
  while (!isOver()) {
    const sandbox = await Sandbox.create();
    for (let left = 1 + choices.below(30); left > 0 && !isOver(); left--) {
      const way = choices.pick(Object.keys(ways));
      const command = choices.pick(victims);
      await operations.run(way, command, () => ways[way](choices, sandbox, command));
    }
    await operations.run('clear up', '', () => clearUp(sandbox));
    await operations.run('destroy', '', async () => {
      const child = start(sandbox, choices.pick(victims));
      await pause(moment(choices));
      sandbox.destroy();
      expect((await child.exited).exitCode, 137, 'status');
    });
  }
}
