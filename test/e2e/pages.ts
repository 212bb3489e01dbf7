// The pages that people read, their code blocks, their links and their headings.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { packageRoot } from './run-node.js';

export interface Example {
  /** The file, and the heading above the block. */
  title: string;
  page: string;
  language: string;
  source: string;
  /** Of the text blocks below it: all that it prints. */
  output: string;
}

/** Paths from the root. */
export const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'examples/README.md',
  ...readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join('docs', name))
    .filter((name) => name.endsWith('.md') && !name.startsWith('docs/site/'))
    .sort(),
];

export const readPage = (page: string): string => readFileSync(join(packageRoot, page), 'utf8');

function examplesOf(page: string): Example[] {
  const found: Example[] = [];
  let heading = '';
  for (const match of readPage(page).matchAll(/^#+ (.*)$|^```(\w+)\n([\s\S]*?)^```$/gm)) {
    const [, title, language, source = ''] = match;
    if (title !== undefined) heading = title;
    else if (language === 'text') {
      const last = found.at(-1);
      if (last !== undefined) last.output += source;
    } else if (language !== undefined) {
      found.push({ title: `${page}: ${heading}`, page, language, source, output: '' });
    }
  }
  return found;
}

const all = pages.flatMap(examplesOf);

export const examplesIn = (...languages: string[]): Example[] =>
  all.filter(({ language }) => languages.includes(language));

/** A page without its code blocks. */
export const proseOf = (page: string): string => readPage(page).replaceAll(/^```[\s\S]*?^```$/gm, '');

/** Targets of a page's relative links and images. */
export function linksOf(page: string): string[] {
  const targets = proseOf(page).matchAll(/\]\(([^)\s]+)\)/g);
  return Array.from(targets, ([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));
}

/** The names of a page's headings in links, as GitHub makes them. */
export function anchorsOf(page: string): string[] {
  const headings = proseOf(page).matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
