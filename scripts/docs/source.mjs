// What the references are made from: the sources of lib/.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const read = (path) => readFileSync(join(root, path), 'utf8');

/** What a module of lib/ exports, as it is when it runs. */
export async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [join(root, path)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    logLevel: 'error',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

export const generated = (name) =>
  `<!-- Made by scripts/docs/${name}: node scripts/docs/generate.mjs. Do not edit. -->\n`;
