// npm run check: no room includes one that stands above it.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What the sources of a room may not include: paths from the root, in which ! allows some again. */
const forbidden = {
  'wasm/shell/text': ['wasm/shell', '!wasm/shell/text'],
  'wasm/shell/syntax': ['wasm/shell', '!wasm/shell/syntax', '!wasm/shell/text'],
  'wasm/shell/variables': ['wasm/shell/builtins', 'wasm/shell/session'],
  'wasm/shell/history': ['wasm/shell/builtins', 'wasm/shell/session', 'wasm/shell/expand'],
  'wasm/shell/expand': ['wasm/shell/builtins', 'wasm/shell/session'],
  'wasm/shell/builtins': ['wasm/shell/session'],
  'native/kernel': ['native/syscall', 'native/binding', 'native/module'],
  'native/syscall': ['native/binding'],
};

const isBelow = (path, room) => path.startsWith(`${room}/`);

function sources(room) {
  return readdirSync(join(root, room), { recursive: true })
    .filter((name) => /\.(h|cc)$/.test(name))
    .map((name) => `${room}/${name.replaceAll(sep, '/')}`);
}

/** Where an include leads: beside the file, as in the shell, or from native/, as there. */
function target(file, include) {
  return file.startsWith('native/') ? `native/${include}` : posix.join(posix.dirname(file), include);
}

let wrong = 0;
for (const [room, rules] of Object.entries(forbidden)) {
  const [refused, allowed] = [rules.filter((rule) => rule[0] !== '!'), rules.filter((rule) => rule[0] === '!')];
  for (const file of sources(room)) {
    for (const [, include] of readFileSync(join(root, file), 'utf8').matchAll(/^#include "(.+)"/gm)) {
      const path = target(file, include);
      const hits = refused.some((rule) => isBelow(path, rule)) && !allowed.some((rule) => isBelow(path, rule.slice(1)));
      if (!hits) continue;
      console.log(`${file} includes ${path}: ${room} must not know it`);
      wrong++;
    }
  }
}
process.exitCode = wrong > 0 ? 1 : 0;
