// What the references are made from: the sources of lib/.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every source of lib/, by its path from the root. */
const sources = readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .sort()
  .map((name) => `lib/${name}`);

/** @param {string} path */
export const read = (path) => readFileSync(join(root, path), 'utf8');

/**
 * What a module of lib/ exports, as it is when it runs.
 * @param {string} path
 * @returns {Promise<unknown>}
 */
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

/**
 * Name, type and TSDoc of the properties of an interface of the sources, in their order, after those of what it extends.
 * @param {string} interfaceName
 * @returns {{ name: string, form: string, text: string }[]}
 */
export function typedOptions(interfaceName) {
  const declaration = new RegExp(
    `^export interface ${interfaceName}\\b(?: extends (\\w+))?[^{\\n]*\\{\\n([\\s\\S]*?)^\\}`,
    'm',
  );
  const [, base, body = ''] = sources.map(read).join('\n').match(declaration) ?? [];
  const property = /^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}(\w+)\??: (\{\n[\s\S]*?^ {2}\}|[\s\S]*?);$/gm;
  const inherited = base === undefined ? [] : typedOptions(base);
  const own = Array.from(body.matchAll(property), ([, comment, name, form]) => ({
    ...{ name, form: form.replaceAll(/\/\*\*(?:(?!\*\/)[\s\S])*\*\//g, '').replaceAll(/\s+/g, ' ') },
    text: comment.replaceAll(/(?:\s*\n\s*\*?)+\s*/g, ' ').trim(),
  }));
  return [...inherited, ...own];
}

/** @param {string} name */
export const generated = (name) =>
  `<!-- Made by scripts/docs/${name}: node scripts/docs/generate.mjs. Do not edit. -->\n`;
