// The small programs of ours in wasm/tools: each C file a program of its name, each file without an ending a script.
import { copyFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './inputs.mjs';
import { installedLibc, libcHash } from './libc.mjs';
import { build, root } from './places.mjs';
import { product } from './products.mjs';
import { report, run } from './progress.mjs';

const place = join(root, 'wasm/tools');
/** Those that run with the rights of root, whoever calls them. */
const setUserId = new Set(['su', 'sudo']);

async function program(name, directory) {
  const compiler = join(root, 'wasm/toolchain/wasmsand-cc');
  const linked = join(build, 'wasm', `${name}.wasm`);
  const warnings = ['-Wall', '-Wextra', '-Werror'];
  const args = ['-Os', '-std=gnu11', '-D_GNU_SOURCE', ...warnings, join(place, `${name}.c`), '-o', linked];
  await run('tools', compiler, args, { env: { WASMSAND_LIBC: installedLibc } });
  const { postlink } = await import('../../wasm/toolchain/postlink.mjs');
  const file = `${name}.wasm`;
  const mode = setUserId.has(name) ? 0o4755 : 0o755;
  await postlink(linked, join(directory, file), { level: '-Oz' });
  return { path: `/usr/bin/${name}`, type: 'program', file, mode, size: statSync(join(directory, file)).size };
}

function script(name, directory) {
  copyFileSync(join(place, name), join(directory, name));
  const size = statSync(join(place, name)).size;
  return { path: `/usr/bin/${name}`, type: 'file', file: name, mode: 0o755, size };
}

const sources = () =>
  readdirSync(place)
    .filter((name) => name.endsWith('.c') || !name.includes('.'))
    .sort();

/** Where they are installed. */
export const toolsPaths = () => sources().map((name) => `/usr/bin/${name.replace(/\.c$/, '')}`);

async function make(directory) {
  report('tools', 'compiling');
  const names = sources();
  const entries = names.filter((name) => !name.includes('.')).map((name) => script(name, directory));
  for (const name of names.filter((name) => name.endsWith('.c'))) {
    entries.push(await program(name.slice(0, -2), directory));
  }
  writeFileSync(join(directory, 'entries.json'), JSON.stringify(entries));
}

export const toolsHash = () => hashOf(['wasm/tools', 'wasm/toolchain', 'scripts/setup/tools.mjs'], [libcHash()]);

export const tools = () => product('tools', toolsHash(), make);
