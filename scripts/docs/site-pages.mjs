// Which files of the repository are pages of the site, and what becomes of their links there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { root } from './source.mjs';

/** @type {Record<string, string>} */
const named = {
  'README.md': 'index.md',
  'docs/README.md': 'about.md',
  'ARCHITECTURE.md': 'internals/architecture.md',
  'SECURITY.md': 'project/security.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'CHANGELOG.md': 'project/changelog.md',
  'THIRD_PARTY.md': 'project/third-party.md',
  'test/conformance/REPORT.md': 'project/conformance.md',
  'wasm/ports/README.md': 'internals/ports.md',
  'wasm/python/README.md': 'internals/python.md',
  'native/abi/README.md': 'internals/system-calls.md',
  'native/kernel/state/FORMAT.md': 'internals/state-format.md',
};

/**
 * @param {string} folder
 * @param {string} extension
 */
const namesIn = (folder, extension) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension) && !/^site\b/.test(name))
    .map((name) => posix.join(folder, name));

/** Pages of the site by the files that they are made from. */
export const pages = new Map([
  ...Object.entries(named),
  ...[...namesIn('docs', '.md'), ...namesIn('bench', '.md'), ...namesIn('examples', '.md')]
    .filter((path) => !(path in named))
    .map(
      (path) =>
        /** @type {[string, string]} */ ([path, path.replace(/^docs\//, '').replace(/README\.md$/, 'index.md')]),
    ),
]);
for (const path of namesIn('examples', '.mjs')) pages.set(path, path.replace(/mjs$/, 'md'));

const images = /\.(svg|png)$/;

/**
 * A program as a page: its first comment is the text.
 * @param {string} path
 * @param {string} source
 */
function programPage(path, source) {
  const [comment = ''] = /^(\/\/.*\n)+/.exec(source) ?? [];
  const text = comment.replaceAll(/^\/\/ ?/gm, '').replaceAll(/^ {2}(?=\S)/gm, '    ');
  return `# ${basename(path, '.mjs')}\n\n${text}\n\`\`\`js\n${source.slice(comment.length).trim()}\n\`\`\`\n`;
}

/**
 * A link of `path` as the site has it: to a page, to an image beside it, or the bare name of a file that is no page.
 * @param {string} path
 * @param {string} page
 * @param {string} whole
 * @param {string} bang
 * @param {string} text
 * @param {string} target
 */
function rewrite(path, page, whole, bang, text, target) {
  if (/^([a-z+]+:|#)/.test(target)) return whole;
  const [file, anchor] = target.split('#');
  const source = posix.join(posix.dirname(path), file);
  const at = pages.get(source);
  /** @param {string} to */
  const relative = (to) => {
    const way = posix.relative(posix.dirname(page), to);
    return way.startsWith('.') ? way : `./${way}`;
  };
  if (at !== undefined) return `[${text}](${relative(at)}${anchor === undefined ? '' : `#${anchor}`})`;
  if (!existsSync(join(root, source))) throw new Error(`${path}: the link to ${target} leads nowhere`);
  if (bang && images.test(file)) return `![${text}](${relative(posix.join('images', basename(file)))})`;
  return text.replaceAll('`', '').endsWith(basename(source)) ? `\`${source}\`` : `${text} (\`${source}\`)`;
}

/**
 * The text of the page that a file is.
 * @param {string} path
 */
export function pageOf(path) {
  const source = readFileSync(join(root, path), 'utf8');
  const page = pages.get(path);
  if (page === undefined) throw new Error(`${path} is no page of the site`);
  const text = path.endsWith('.md') ? source : programPage(path, source);
  /** @param {string} part */
  const rewriteLinks = (part) =>
    part.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, bang, words, target) =>
      rewrite(path, page, whole, bang, words, target),
    );
  // In code everything is as it is. Elsewhere nothing is HTML or a template of Vue's.
  /** @param {string} part */
  const asText = (part) => part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;');
  /** @param {(text: string) => string} change */
  const outsideCode = (change) => (/** @type {string} */ part, /** @type {number} */ index) =>
    index % 2 === 1 ? part : change(part);
  return text
    .replaceAll(/<!--[\s\S]*?-->\n*/g, '')
    .split(/(^```[\s\S]*?^```$)/m)
    .map(
      outsideCode((prose) =>
        rewriteLinks(prose)
          .split(/(`[^`\n]+`)/)
          .map(outsideCode(asText))
          .join(''),
      ),
    )
    .join('');
}
