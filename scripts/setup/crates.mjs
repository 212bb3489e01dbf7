// What a Rust program needs beyond its own source: the crates that Debian's build of it uses, as Debian packages them.
// They are downloaded and unpacked, not installed: Debian has one package per crate, some hundred for a program.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './places.mjs';
import { run, StepFailed } from './progress.mjs';

/** The crates' packages among the Build-Depends of an unpacked source package. */
const wanted = (tree) =>
  [...new Set(readFileSync(join(tree, 'debian/control'), 'utf8').match(/\blibrust-[a-z0-9.+-]+-dev\b/g))].sort();

/** These packages and what they depend on, as if nothing were installed. */
function resolve(step, names, directory) {
  const nothing = join(directory, 'status');
  writeFileSync(nothing, '');
  const options = ['-o', `Dir::State::status=${nothing}`, 'install', '--simulate', '--no-install-recommends'];
  const { stdout, stderr, status } = spawnSync('apt-get', [...options, ...names], { encoding: 'utf8' });
  if (status !== 0) throw new StepFailed(`${step}: apt cannot resolve its crates: ${stderr}`);
  return [...stdout.matchAll(/^Inst (librust-\S+) \((\S+)/gm)].map(([, name, version]) => `${name}=${version}`);
}

/** Unpacks the crates of the source package in `tree` into `to`, a directory that cargo takes as a registry. */
export async function unpackCrates(step, tree, to) {
  const directory = join(cache, 'sources/crates');
  mkdirSync(directory, { recursive: true });
  const packages = resolve(step, wanted(tree), directory);
  await run(step, 'apt-get', ['download', ...packages], { cwd: directory, client: true });
  const files = new Set(readdirSync(directory));
  const root = join(tree, '.debs');
  for (const item of packages) {
    const [name, version] = item.split('=');
    const prefix = `${name}_${version.replace(':', '%3a')}_`;
    const file = [...files].find((candidate) => candidate.startsWith(prefix));
    await run(step, 'dpkg', ['-x', join(directory, file), root]);
  }
  await run(step, 'mv', [join(root, 'usr/share/cargo/registry'), to]);
}
