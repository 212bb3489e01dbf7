// The code blocks of the README, each with the text blocks after it: what it prints.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './run-node.js';

export interface Example {
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
    else if (language === 'text') {
      const last = found.at(-1);
      if (last !== undefined) last.output += source;
    } else if (language !== undefined) found.push({ heading, language, source, output: '' });
  }
  return found;
}

const all = examples();

export const examplesIn = (...languages: string[]): Example[] =>
  all.filter(({ language }) => languages.includes(language));
