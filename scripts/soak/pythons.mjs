// Interpreters that run a program each, in sandboxes that stay.
import { Sandbox } from '../../dist/esm/index.js';
import { expect } from './operations.mjs';

/** @import { Soak } from './operations.mjs' */

export const sandboxes = 4;

const programs = [
  ['print(sum(range(10**5)))', '4999950000\n'],
  ['import json; print(len(json.dumps([{"a": i} for i in range(10**4)])))', '128890\n'],
  ['import sqlite3; print(sqlite3.connect(":memory:").execute("select 6 * 7").fetchone()[0])', '42\n'],
  ['import subprocess; print(subprocess.check_output(["echo", "x"], text=True), end="")', 'x\n'],
  ['a = bytearray(2 * 10**7); print(len(a))', '20000000\n'],
  ['import threading; t = threading.Thread(target=print, args=("t",)); t.start(); t.join()', 't\n'],
  ['import ctypes; ctypes.memset(0, 0, 1 << 24)', ''],
];

/** @param {Soak} soak */
export async function live({ choices, operations, isOver }) {
  const sandbox = await Sandbox.create();
  while (!isOver()) {
    const [program, printed] = programs[choices.below(programs.length)];
    await operations.run('python', program, async () => {
      const { stdout } = await sandbox.run('exec python3 -c "$1"', { args: [program] });
      expect(stdout, printed, 'output');
    });
  }
  sandbox.destroy();
}
