// What a Rust program needs beyond its own source: the crates that Debian's build of it uses, as Debian packages them.
// They are downloaded and unpacked, not installed: Debian has one package per crate, some hundred for a program.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchFile, hashOfFile, removeParts } from './download.mjs';
import { Mirrors } from './mirrors.mjs';
import { build, cache } from './places.mjs';
import { run, StepFailed } from './progress.mjs';

/** @import { WantedFile } from './download.mjs' */

/**
 * The crates' packages among the Build-Depends of an unpacked source package.
 * @param {string} tree
 */
const wanted = (tree) =>
  [...new Set(readFileSync(join(tree, 'debian/control'), 'utf8').match(/\blibrust-[a-z0-9.+-]+-dev\b/g))].sort();

/**
 * These packages and what they depend on, as if nothing were installed; undefined when the lists of `options` lack one.
 * @param {string[]} names
 * @param {string[]} options
 * @param {string} directory
 * @returns {{ packages?: string[], failure?: string }}
 */
function resolve(names, options, directory) {
  const nothing = join(directory, 'status');
  writeFileSync(nothing, '');
  const install = ['-o', `Dir::State::status=${nothing}`, 'install', '--simulate', '--no-install-recommends', ...names];
  const { stdout, stderr, status } = spawnSync('apt-get', [...options, ...install], { encoding: 'utf8' });
  if (status !== 0) return { failure: stderr };
  return {
    packages: [...stdout.matchAll(/^Inst (librust-\S+) \((\S+)/gm)].map(([, name, version]) => `${name}=${version}`),
  };
}

/**
 * The files of packages: `{ name, size, sha256, urls }`.
 * @param {string[]} packages
 * @param {string[]} options
 * @param {string[]} repositories
 * @returns {(WantedFile & { name: string })[]}
 */
function filesOf(packages, options, repositories) {
  const { stdout } = spawnSync('apt-get', [...options, 'download', '--print-uris', ...packages], { encoding: 'utf8' });
  return [...stdout.matchAll(/^'(\S+)' (\S+) (\d+) SHA256:(\w+)$/gm)].map(([, url, name, size, sha256]) => {
    const path = /\/(pool\/.*)$/.exec(url)?.[1];
    const others = path ? repositories.map((repository) => repository + path) : [];
    return { name, size: Number(size), sha256, urls: [...new Set([url, ...others])] };
  });
}

/**
 * What the mirrors have of the crates, from indexes of our own: the machine's may be old, or not there.
 * @param {string} step
 * @param {string[]} names
 * @param {string} directory
 */
async function find(step, names, directory) {
  const mirrors = new Mirrors(join(build, 'apt-crates'), { type: 'deb' });
  const failure = await mirrors.update(step);
  const { packages, failure: unresolved } = resolve(names, mirrors.options, directory);
  if (!packages) {
    throw new StepFailed(
      `${step}: apt cannot resolve its crates: ${unresolved}${failure?.message ?? ''}`,
      'the mirrors do not have all of its crates',
    );
  }
  const files = filesOf(packages, mirrors.options, mirrors.repositories);
  if (files.length !== packages.length) throw new StepFailed(`${step}: apt does not know where its crates are`);
  return { files, mirrors };
}

/**
 * Unpacks the crates of the source package in `tree` into `to`, a directory that cargo takes as a registry.
 * @param {string} step
 * @param {string} tree
 * @param {string} to
 */
export async function unpackCrates(step, tree, to) {
  const directory = join(cache, 'sources/crates');
  mkdirSync(directory, { recursive: true });
  removeParts(directory);
  const { files, mirrors } = await find(step, wanted(tree), directory);
  const root = join(tree, '.debs');
  /** @param {WantedFile & { name: string }} file */
  const fetchOne = async (file) => {
    const path = join(directory, file.name);
    if (!existsSync(path) || (await hashOfFile(path)) !== file.sha256) await fetchFile(step, file, path, mirrors);
  };
  for (const end of await Promise.allSettled(files.map(fetchOne))) if (end.status === 'rejected') throw end.reason;
  for (const { name } of files) await run(step, 'dpkg', ['-x', join(directory, name), root]);
  await run(step, 'mv', [join(root, 'usr/share/cargo/registry'), to]);
}
