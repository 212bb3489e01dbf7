// The examples of README and docs are programs: each block runs, and prints what the text block below it says.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { type Example, examplesIn } from './pages.js';
import { packageRoot, run, runNode } from './run-node.js';

describe('the examples of README and docs', () => {
  // For what they leave behind.
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'wasmsand-docs-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  async function expectOutput({ language, output }: Example, source: string): Promise<void> {
    const type = language === 'cjs' ? 'commonjs' : 'module';
    const { status, stdout, stderr } = await runNode(source, type, { env: { TMPDIR: directory } });
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({ status: 0, stdout: output, stderr: '' });
  }

  it.each(examplesIn('js', 'cjs'))('$title ($language)', (example) => expectOutput(example, example.source));

  it.each(examplesIn('ts'))('$title (ts)', async (example) => {
    const { code } = await transform(example.source, { loader: 'ts', format: 'esm' });
    await expectOutput(example, code);
  });

  it('in TypeScript have the right types', async () => {
    const checked = join(packageRoot, 'build/docs-examples');
    await rm(checked, { recursive: true, force: true });
    await mkdir(checked, { recursive: true });
    const configuration = {
      extends: '../../tsconfig.json',
      // As a user's project has them: the package's own declarations.
      compilerOptions: { rootDir: '../..', paths: { wasmsand: ['../../dist/esm/index.d.ts'] } },
      include: ['*.ts'],
    };
    await writeFile(join(checked, 'tsconfig.json'), JSON.stringify(configuration));
    for (const [index, { source }] of examplesIn('ts').entries()) {
      await writeFile(join(checked, `example-${index}.ts`), source);
    }
    const { status, stdout } = await run(join(packageRoot, 'node_modules/.bin/tsc'), ['-p', checked]);
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 0, stdout: '' });
  });

  it.each(examplesIn('sh'))('$title (sh, in a sandbox)', async ({ source, output }) => {
    const sandbox = await Sandbox.create();
    try {
      const { stdout, stderr } = await sandbox.run(source);
      expect(stdout + stderr).toBe(output);
    } finally {
      sandbox.destroy();
    }
  });

  // "$ command" lines, each followed by what it prints, if that is said.
  const sessions = examplesIn('console').flatMap(({ title, source }) =>
    source
      .split(/^\$ /m)
      .slice(1)
      .map((session) => {
        const [command = '', ...lines] = session.split('\n');
        return { title, command, output: lines.join('\n') };
      }),
  );

  it.each(sessions.filter(({ output }) => output.trim() !== '' && !output.startsWith(' ')))(
    '$title ($command)',
    async ({ command, output }) => {
      const { stdout } = await run('bash', ['-c', command]);
      expect(stdout.toString()).toBe(output);
    },
  );
});
