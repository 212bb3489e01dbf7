// Figures of what tests do, which no test asserts: they hand them over (test/security/report.ts) to the bench that runs them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs test files one by one. `reports`: what each test has handed over, once or often, with its file and name. */
export function runTests(files) {
  const directory = mkdtempSync(join(tmpdir(), 'wasmsand-figures-'));
  const path = join(directory, 'reports');
  writeFileSync(path, '');
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--no-file-parallelism', '--reporter=dot', ...files],
    { cwd: root, stdio: 'inherit', env: { ...process.env, WASMSAND_FIGURES: path } },
  );
  const reports = readFileSync(path, 'utf8').trimEnd().split('\n').filter(Boolean).map(JSON.parse);
  rmSync(directory, { recursive: true });
  return {
    status: status ?? 1,
    reports: reports.map(({ file, ...rest }) => ({ file: relative(root, file), ...rest })),
  };
}
