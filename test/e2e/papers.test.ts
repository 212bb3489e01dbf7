// README, docs and the other papers agree with the repository: links, paths, commands, tests that are named.

import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, examplesIn, linksOf, pages, proseOf, readPage } from './pages.js';
import { packageRoot, run } from './run-node.js';

const description = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  files: string[];
  scripts: Record<string, string>;
};
const exists = (path: string): boolean => existsSync(join(packageRoot, path));

describe('the papers', () => {
  it.each(pages)('%s links to what there is', (page) => {
    const dead = linksOf(page).filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : posix.join(posix.dirname(page), path);
      if (!exists(file)) return true;
      return anchor !== undefined && !anchorsOf(file).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  it.each(pages)('%s names files that there are', (page) => {
    const named = proseOf(page).matchAll(
      /`((?:\.ci|bench|docs|examples|lib|native|scripts|test|wasm)\/[\w./@-]*[\w/])`/g,
    );
    const missing = Array.from(named, ([, path = '']) => path).filter((path) => !exists(path));
    expect(missing).toEqual([]);
  });

  it('name commands that there are', () => {
    const commands = examplesIn('console').map(({ source }) => source);
    const text = [...pages.map(proseOf), ...commands].join('\n');
    const scripts = Array.from(text.matchAll(/npm run ([\w:]+)/g), ([, name = '']) => name);
    const files = Array.from(text.matchAll(/node (scripts\/[\w/.-]+\.mjs)/g), ([, file = '']) => file);
    const tests = Array.from(text.matchAll(/vitest run (test\/[\w/.-]+)/g), ([, file = '']) => file);
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((name) => !(name in description.scripts))).toEqual([]);
    expect([...files, ...tests].filter((file) => !exists(file))).toEqual([]);
  });

  it('name for each claim about security a test', () => {
    const section = readPage('SECURITY.md').split(/^## /m)[1] ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('| **'));
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter((row) => !/`(test|native\/test)\/[^`]+`/.test(row.split('|').at(-2) ?? ''))).toEqual([]);
  });

  it('give every page of the guide a place in its list', () => {
    const guide = pages.filter((page) => page.startsWith('docs/guide/') && !page.endsWith('README.md'));
    const listed = linksOf('docs/guide/README.md')
      .filter((target) => !target.startsWith('../'))
      .map((target) => posix.join('docs/guide', target));
    expect(listed.sort()).toEqual(guide);
  });

  it('are short where a stranger begins', () => {
    expect(readPage('README.md').split('\n').length - 1).toBeLessThanOrEqual(120);
  });

  it('come with the package where the README links to them', () => {
    const carried = (path: string): boolean =>
      description.files.some((entry) => path === entry || path.startsWith(entry.endsWith('/') ? entry : `${entry}/`));
    const targets = linksOf('README.md').map((target) => target.split('#')[0] ?? '');
    expect(targets.filter((path) => path !== '' && !carried(path))).toEqual([]);
  });

  it('have references of limits and errors that are as the code says', async () => {
    const { status, stderr } = await run(process.execPath, ['scripts/docs/generate.mjs', '--check']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
