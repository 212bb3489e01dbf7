// npm run docs: the site of docs/ with the reference of the API, in dist/docs. A dead link and a public name without a page fail it.
//   npm run docs [-- --serve]
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { pageOf, pages } from './site-pages.mjs';
import { read, root } from './source.mjs';

const site = join(root, 'docs/site');
const staged = join(site, 'pages');
const { values } = parseArgs({ options: { serve: { type: 'boolean' } } });

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} [cwd]
 */
function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Names that `lib/index.ts` exports. */
function publicNames() {
  const lists = Array.from(read('lib/index.ts').matchAll(/export (?:type )?\{([^}]*)\}/g), ([, list]) => list);
  return lists.flatMap((list) =>
    list
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== ''),
  );
}

function writePages() {
  rmSync(staged, { recursive: true, force: true });
  for (const [path, page] of pages) {
    mkdirSync(dirname(join(staged, page)), { recursive: true });
    writeFileSync(join(staged, page), pageOf(path));
  }
  mkdirSync(join(staged, 'images'));
  for (const image of ['bench/peers.svg', 'docs/internals/overview.svg']) {
    cpSync(join(root, image), join(staged, 'images', basename(image)));
  }
}

/**
 * One heading for all that a call throws.
 * @param {string} text
 */
const withThrowsListed = (text) =>
  text.replaceAll(/(?:^#+ Throws\n\n(?:.+\n)+\n?)+/gm, (all) => {
    const [heading] = /^#+ Throws/.exec(all) ?? [''];
    const items = all.split(/^#+ Throws\n\n/m).slice(1);
    return `${heading}\n\n${items.map((item) => `- ${item.trim().replaceAll('\n', ' ')}`).join('\n')}\n\n`;
  });

function writeApi() {
  const out = join(staged, 'reference/api');
  run(process.execPath, [
    join(site, 'node_modules/typedoc/bin/typedoc'),
    ...['--options', join(site, 'typedoc.json'), '--out', out],
  ]);
  // Which inner class a member comes from helps nobody who looks one up.
  for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(out, name), 'utf8');
    const own = text.replaceAll(/^#+ (?:Inherited from|Overrides|Extends)\n\n(?!#).*\n\n?/gm, '');
    writeFileSync(join(out, name), withThrowsListed(own));
  }
  const made = new Set(readdirSync(out, { recursive: true, encoding: 'utf8' }).map((name) => basename(name, '.md')));
  const missing = publicNames().filter((name) => !made.has(name));
  if (missing.length === 0) return;
  console.error(`the reference of the API lacks ${missing.join(', ')}`);
  process.exit(1);
}

if (!existsSync(join(site, 'node_modules'))) run('npm', ['ci', '--no-audit', '--no-fund'], site);
writePages();
writeApi();
const vitepress = join(site, 'node_modules/vitepress/bin/vitepress.js');
run(process.execPath, [vitepress, 'build', '.'], site);
if (values.serve) run(process.execPath, [vitepress, 'preview', '.'], site);
