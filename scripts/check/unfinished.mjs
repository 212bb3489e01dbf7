// A reporter for vitest: a run that is ended from outside writes to the file UNFINISHED at which files it was, and the last test of each
// that is known to have begun. One that holds up its event loop has no other way to be named.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class Unfinished {
  #running = new Map();

  onInit() {
    process.prependOnceListener('SIGTERM', () => {
      for (const [file, test] of this.#running)
        appendFileSync(process.env.UNFINISHED, `not ended: ${relative('.', file)}: ${test ?? 'no test yet'}\n`);
    });
  }

  onTestModuleQueued({ moduleId }) {
    this.#running.set(moduleId, undefined);
  }

  onTestCaseReady({ module, fullName }) {
    this.#running.set(module.moduleId, fullName);
  }

  onTestModuleEnd({ moduleId }) {
    this.#running.delete(moduleId);
  }
}
