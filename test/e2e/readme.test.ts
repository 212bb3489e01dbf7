// The README's examples are programs: each JavaScript block runs, and prints what the text block after it says.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesIn } from './readme-examples.js';
import { run, runNode } from './run-node.js';

const programs = examplesIn('js', 'cjs');

describe('the examples of the README', () => {
  // For what they leave behind.
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'wasmsand-readme-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('are there', () => {
    expect(programs.length).toBeGreaterThan(5);
  });

  it.each(programs)('$heading', async ({ language, source, output }) => {
    const type = language === 'cjs' ? 'commonjs' : 'module';
    const { status, stdout, stderr } = await runNode(source, type, { env: { TMPDIR: directory } });
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({ status: 0, stdout: output, stderr: '' });
  });

  it.each(examplesIn('console'))('$heading', async ({ source }) => {
    // "$ command" lines, each followed by what it prints.
    for (const session of source.split(/^\$ /m).slice(1)) {
      const [command = '', ...lines] = session.split('\n');
      if (!command.startsWith('npm start')) continue;
      const { stdout } = await run('bash', ['-c', command]);
      expect(stdout.toString()).toBe(lines.join('\n'));
    }
  });
});
