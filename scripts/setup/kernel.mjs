// What Node needs of the package: the addon and the bundles. Programs are built at the same time, and tried when these are there.
import { addon } from './addon.mjs';
import { withLock } from './lock.mjs';
import { hasCompiler } from './packages.mjs';
import { typescript } from './typescript.mjs';

let made = Promise.resolve();

/**
 * Begins as soon as the packages of npm are there, and those of the system when there is no compiler before.
 * @param {Promise<void>} packages
 * @param {Promise<void>} modules
 */
export function makeKernel(packages, modules) {
  const make = async () => {
    await modules;
    if (!hasCompiler()) await packages;
    await withLock('native', async () => {
      await addon();
      await typescript();
    });
  };
  made = make();
  return made;
}

/** Resolves when programs can run. */
export const kernelIsMade = () => made;
