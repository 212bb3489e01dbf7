// Compiles C and C++ of wheels, as many at a time as the machine has processors.
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from './progress.mjs';

/** Compiles `sources`, whose paths are relative to `directory`, into objects there. Returns their paths. */
export async function compileAll({ place, env }, sources, flags, directory, name) {
  const objects = join('.objects', name);
  mkdirSync(join(directory, objects), { recursive: true });
  const made = sources.map((source) => join(objects, `${source.replaceAll(/[/.]+/g, '_')}.o`));
  const left = sources.map((source, i) => [source, made[i]]);
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [source, object] = next;
      const isC = source.endsWith('.c');
      const args = [...(isC ? [] : ['-std=c++17']), ...flags, '-c', source, '-o', object];
      const compiler = join(place, 'bin', isC ? 'emcc' : 'em++');
      await run('wheels', 'nice', ['-n', '10', compiler, ...args], { cwd: directory, env });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return made;
}
