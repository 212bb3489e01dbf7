// A program that looks on while a command works: it hears of each file that changes.
//
// Shows: a recursive watch, how to end it, and what a change tells.
//
//   node examples/watch-a-build.mjs

import { Sandbox } from 'wasmsand';

const sandbox = await Sandbox.create({ files: { 'src/main.c': 'int main(void) { return 0; }\n' } });

const over = new AbortController();
const changes = sandbox.watch('.', { recursive: true, signal: over.signal });

const build = sandbox.exec(`mkdir -p out/objects
  gzip -c src/main.c > out/objects/main.gz
  mv out/objects/main.gz out/main.gz
  rmdir out/objects
  echo done > out/status`);

for await (const { kind, path, from } of changes) {
  const name = (full) => full.replace('/home/user/', '');
  if (kind !== 'modified') console.log(kind, from === undefined ? name(path) : `${name(from)} -> ${name(path)}`);
  if (path.endsWith('/status')) over.abort();
}
console.log('exit code', (await build).exitCode);
sandbox.destroy();

// Prints:
//   created out
//   created out/objects
//   created out/objects/main.gz
//   renamed out/objects/main.gz -> out/main.gz
//   deleted out/objects
//   created out/status
//   exit code 0
