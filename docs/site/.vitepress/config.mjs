// The site of docs/: scripts/docs/site.mjs puts its pages into pages/.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pages = fileURLToPath(new URL('../pages', import.meta.url));

/** A page's place in the sidebar, by its first heading. */
function entry(link) {
  const [, heading = link] = /^# (.*)$/m.exec(readFileSync(join(pages, `${link}.md`), 'utf8')) ?? [];
  return { text: heading.replaceAll(/[`\\]/g, ''), link: `/${link.replace(/index$/, '')}` };
}

const section = (text, folder, names, collapsed = false) => ({
  text,
  collapsed,
  items: names.map((name) => entry(`${folder}/${name}`)),
});

/** The pages that typedoc has made, by kind. */
function api() {
  const kinds = readdirSync(join(pages, 'reference/api'), { withFileTypes: true }).filter((kind) => kind.isDirectory());
  const heading = (name) => name[0].toUpperCase() + name.slice(1).replace('-', ' ');
  return kinds.map(({ name: kind }) => ({
    text: heading(kind),
    collapsed: kind !== 'classes',
    items: readdirSync(join(pages, 'reference/api', kind))
      .map((name) => name.replace(/\.md$/, ''))
      .map((name) => ({ text: name, link: `/reference/api/${kind}/${name}` })),
  }));
}

export default {
  title: 'wasmsand',
  description: 'A Unix machine in a library, for programs that language models write',
  srcDir: 'pages',
  outDir: '../../dist/docs',
  cleanUrls: true,
  markdown: { languageAlias: { mjs: 'js', cjs: 'js', console: 'sh' } },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Guide', link: '/guide/' },
      { text: 'Examples', link: '/examples/' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Internals', link: '/internals/' },
    ],
    sidebar: [
      { text: 'Begin', items: [{ text: 'wasmsand', link: '/' }, entry('for/index')] },
      section('For', 'for', ['agent-server-author', 'vscode-electron-author', 'security-reviewer', 'contributor']),
      section('Guide', 'guide', [
        ...['index', 'commands', 'processes', 'files', 'edits', 'mounts', 'python', 'network', 'servers', 'snapshots'],
        ...['saved-state', 'archives', 'limits', 'scaling', 'bundlers', 'programs'],
      ]),
      section(
        'Examples',
        'examples',
        [
          ...['index', 'agent-loop', 'tool-server', 'review-on-overlay', 'notebook', 'proxy-with-rules'],
          ...['hundred-sandboxes', 'saved-session', 'electron-main', 'vscode-backend'],
        ],
        true,
      ),
      section('Reference', 'reference', ['index', 'options', 'limits', 'errors']),
      { text: 'API', collapsed: true, items: api() },
      section(
        'Internals',
        'internals',
        [
          ...[
            'index',
            'architecture',
            'kernel',
            'state',
            'guest-abi',
            'processes',
            'scheduling',
            'engine',
            'api',
            'gate',
            'shell',
          ],
          ...['ports', 'python', 'system-calls', 'state-format'],
        ],
        true,
      ),
      section('Project', 'project', ['security', 'contributing', 'changelog', 'third-party', 'conformance'], true),
    ],
  },
};
