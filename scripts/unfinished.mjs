// A reporter for vitest: a run that is ended from outside says which files it was at, and the last test of each that is known to
// have begun. One that holds up its event loop has no other way to be named.
import { relative } from 'node:path';

export default class Unfinished {
  #running = new Map();

  onInit() {
    process.prependOnceListener('SIGTERM', () => {
      for (const [file, test] of this.#running)
        console.error(`not ended: ${relative('.', file)}: ${test ?? 'no test yet'}`);
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
