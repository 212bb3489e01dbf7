// Our own shell, wasm/shell: compiled file by file, linked on our C library.
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hashOf } from './inputs.mjs';
import { installedLibc, libcHash } from './libc.mjs';
import { build, root } from './places.mjs';
import { product } from './products.mjs';
import { report, run, StepFailed } from './progress.mjs';
import { installedSysroot } from './sysroot.mjs';

const inputs = ['wasm/shell', 'wasm/sys', 'wasm/toolchain', 'scripts/setup/shell.mjs', 'package-lock.json'];
const notShipped = /^(test|fuzz)\//;

function sources() {
  const shell = readdirSync(join(root, 'wasm/shell'), { recursive: true })
    .filter((name) => name.endsWith('.cc') && !notShipped.test(name))
    .map((name) => `wasm/shell/${name}`);
  return [...shell, 'wasm/sys/process_wasm.cc', 'wasm/sys/runtime_wasm.cc'].sort();
}

const filesIn = (place, ending) =>
  readdirSync(join(root, place), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => statSync(join(root, place, name)).mtimeMs);

async function make(directory, hash) {
  report('shell', 'compiling');
  const objects = join(build, 'wasm/shell');
  mkdirSync(objects, { recursive: true });
  const env = { WASMSAND_LIBC: installedLibc, WASMSAND_SYSROOT: installedSysroot };
  const compiler = join(root, 'wasm/toolchain/wasmsand-c++');
  const files = sources();
  const object = (file) => join(objects, `${file.replaceAll('/', '.')}.o`);
  // The objects stay; one is made again when it is older than its source or any header, or the tools.
  const changed = (file) => statSync(join(root, file)).mtimeMs;
  const headers = Math.max(
    ...filesIn('wasm/shell', '.h'),
    ...filesIn('wasm/sys', '.h'),
    ...filesIn('wasm/toolchain', ''),
  );
  const isCurrent = (file) =>
    existsSync(object(file)) && statSync(object(file)).mtimeMs > Math.max(headers, changed(file));
  const waiting = files.filter((file) => !isCurrent(file));
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const prefix = `-ffile-prefix-map=${root}=.`;
      const begun = new Date();
      await run('shell', compiler, ['-Os', prefix, '-c', join(root, file), '-o', object(file)], { env });
      utimesSync(object(file), begun, begun);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  const linked = join(objects, 'bash.wasm');
  await run('shell', compiler, [...files.map(object), '-o', linked], { env });
  // The product is named by what it was made from.
  if (sourcesHash() !== hash) throw new StepFailed('the sources of the shell changed while they were compiled');
  const { postlink } = await import('../../wasm/toolchain/postlink.mjs');
  const program = join(directory, 'bash.wasm');
  await postlink(linked, program, { level: '-O3' });
  writeFileSync(
    join(directory, 'entries.json'),
    JSON.stringify([
      { path: '/usr/bin/bash', type: 'program', file: 'bash.wasm', mode: 0o755, size: statSync(program).size },
      { path: '/usr/bin/sh', type: 'link', target: '/usr/bin/bash' },
    ]),
  );
}

const smoke = [
  {
    run: ['bash', '-c', '(echo child) & wait; echo parent | { read -r line; echo "$line"; }'],
    prints: 'child\nparent\n',
  },
];
const sourcesHash = () => hashOf(inputs, [libcHash()]);

export function shell() {
  const hash = sourcesHash();
  return product('shell', hash, (directory) => make(directory, hash), { smoke });
}
