import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What would be in the way of other tests, or they in its, has the machine for itself when all others are done. */
const alone = ['test/contract/busy-machine.test.ts'];

export default defineConfig({
  // Tests import the package by its name and get what users get: the built bundle.
  resolve: { alias: { wasmsand: fileURLToPath(new URL('dist/esm/index.js', import.meta.url)) } },
  test: {
    projects: [
      { extends: true, test: { name: 'together', include: ['test/**/*.test.ts'], exclude: alone } },
      { extends: true, test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
    // Forked processes, as users have them; the bundle is loaded by Node itself, not transformed.
    pool: 'forks',
    server: { deps: { external: [/\/dist\//, /\/recipes\.mjs$/] } },
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes, but late on a machine that is busy.
    expect: { poll: { timeout: 30_000 } },
  },
});
