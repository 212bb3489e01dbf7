// The README's examples are programs: each JavaScript block runs, and prints what the text block after it says.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot, run, runNode } from './run-node.js';

interface Example {
  heading: string;
  language: string;
  source: string;
  output: string;
}

function examples(): Example[] {
  const found: Example[] = [];
  let heading = '';
  const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');
  for (const match of readme.matchAll(/^#+ (.*)$|^```(\w+)\n([\s\S]*?)^```$/gm)) {
    const [, title, language, source = ''] = match;
    if (title !== undefined) heading = title;
    const last = found.at(-1);
    if (language === 'js' || language === 'cjs' || language === 'console') {
      found.push({ heading, language, source, output: '' });
    } else if (language === 'text' && last !== undefined) {
      last.output += source;
    }
  }
  return found;
}

const all = examples();

describe('the examples of the README', () => {
  it('are there', () => {
    expect(all.length).toBeGreaterThan(5);
  });

  it.each(all.filter(({ language }) => language !== 'console'))('$heading', async ({ language, source, output }) => {
    const { status, stdout, stderr } = await runNode(source, language === 'cjs' ? 'commonjs' : 'module');
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({ status: 0, stdout: output, stderr: '' });
  });

  it.each(all.filter(({ language }) => language === 'console'))('$heading', async ({ source }) => {
    // "$ command" lines, each followed by what it prints.
    for (const session of source.split(/^\$ /m).slice(1)) {
      const [command = '', ...lines] = session.split('\n');
      if (!command.startsWith('npm start')) continue;
      const { stdout } = await run('bash', ['-c', command]);
      expect(stdout.toString()).toBe(lines.join('\n'));
    }
  });
});
