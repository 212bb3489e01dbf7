// A reporter for vitest: a run that is ended from outside writes to the file UNFINISHED at which files it was, and the last test of each
// that is known to have begun. One that holds up its event loop has no other way to be named.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class Unfinished {
  /** @type {Map<string, string | undefined>} */
  #running = new Map();

  onInit() {
    const unfinished = process.env.UNFINISHED;
    if (!unfinished) throw new Error('UNFINISHED names no file to write to');
    process.prependOnceListener('SIGTERM', () => {
      for (const [file, test] of this.#running)
        appendFileSync(unfinished, `not ended: ${relative('.', file)}: ${test ?? 'no test yet'}\n`);
    });
  }

  /** @param {{ moduleId: string }} module */
  onTestModuleQueued({ moduleId }) {
    this.#running.set(moduleId, undefined);
  }

  /** @param {{ module: { moduleId: string }, fullName: string }} test */
  onTestCaseReady({ module, fullName }) {
    this.#running.set(module.moduleId, fullName);
  }

  /** @param {{ moduleId: string }} module */
  onTestModuleEnd({ moduleId }) {
    this.#running.delete(moduleId);
  }
}
