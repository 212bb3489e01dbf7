// Upstream sources as Debian's source packages, with Debian's patches: then a port is the very program that a Debian
// machine runs. The upstream tarball is pinned by version and checksum; Debian's revision is the current one, because
// the mirror drops revisions that a security update replaces.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, cache } from './places.mjs';
import { run, StepFailed } from './progress.mjs';

const apt = join(build, 'apt');
const aptOptions = [
  ['Dir::Etc::SourceList', '/dev/null'],
  ['Dir::Etc::SourceParts', join(apt, 'sources')],
  ['Dir::State::Lists', join(apt, 'lists')],
  ['Dir::Cache', join(apt, 'cache')],
  ['APT::Sandbox::User', process.getuid() === 0 ? 'root' : ''],
].flatMap(([name, value]) => ['-o', `${name}=${value}`]);

/** The machine's own Debian mirrors, asked for sources; the system's configuration is not touched. */
function writeSourceLists() {
  for (const directory of ['sources', 'lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(apt, directory), { recursive: true });
  }
  const parts = '/etc/apt/sources.list.d';
  const listed = existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : [];
  for (const path of ['/etc/apt/sources.list', ...listed]) {
    if (!existsSync(path) || !/\.(list|sources)$/.test(path)) continue;
    const text = readFileSync(path, 'utf8');
    const sources = path.endsWith('.list')
      ? text
          .split('\n')
          .filter((line) => /^deb\s.*debian/.test(line))
          .map((line) => line.replace(/^deb/, 'deb-src'))
          .join('\n')
      : text
          .split(/\n{2,}/)
          .filter((stanza) => /^URIs:.*debian/m.test(stanza))
          .map((stanza) => stanza.replace(/^Types:.*$/m, 'Types: deb-src'))
          .join('\n\n');
    if (sources) writeFileSync(join(apt, 'sources', path.split('/').at(-1)), `${sources}\n`);
  }
}

let updated;
function update(step) {
  updated ??= (async () => {
    writeSourceLists();
    await run(step, 'apt-get', [...aptOptions, 'update']);
  })();
  return updated;
}

/** Debian's revisions of one upstream version, the newest first. */
function revisions(name, version) {
  const { stdout } = spawnSync('apt-cache', [...aptOptions, 'showsrc', '--only-source', name], { encoding: 'utf8' });
  const found = [...stdout.matchAll(/^Version: (.*)$/gm)].map(([, revision]) => revision);
  const wanted = found.filter((revision) => revision.replace(/^\d+:/, '').replace(/-[^-]*$/, '') === version);
  const newer = (a, b) => spawnSync('dpkg', ['--compare-versions', a, 'gt', b]).status === 0;
  return [...new Set(wanted)].sort((a, b) => (newer(a, b) ? -1 : 1));
}

async function download(step, { package: name, version }, directory) {
  await update(step);
  let failure = new StepFailed(`${step}: no source package ${name} ${version}`);
  for (const revision of revisions(name, version)) {
    try {
      await run(step, 'apt-get', [...aptOptions, 'source', '--download-only', `${name}=${revision}`], {
        cwd: directory,
      });
      return;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Downloads (once), verifies and unpacks a source package. `source` is { package, version, orig, sha256 }. */
export async function unpackSource(step, source, to) {
  const directory = join(cache, 'sources', `${source.package}-${source.version}`);
  mkdirSync(directory, { recursive: true });
  const description = () => readdirSync(directory).find((name) => name.endsWith('.dsc'));
  if (!description()) await download(step, source, directory);
  const orig = join(directory, source.orig);
  if (!existsSync(orig) || sha256(orig) !== source.sha256) {
    throw new StepFailed(`${step}: ${source.orig} is not the file the recipe names`);
  }
  await run(step, 'dpkg-source', ['--no-check', '-x', join(directory, description()), to]);
}

/** The last resort: changes of upstream files. Each must find the text it replaces. */
export function applyEdits(step, tree, edits = []) {
  for (const { file, replace, by } of edits) {
    const text = readFileSync(join(tree, file), 'utf8');
    if (!text.includes(replace)) throw new StepFailed(`${step}: ${file} has no ${JSON.stringify(replace)} to edit`);
    writeFileSync(
      join(tree, file),
      text.replaceAll(replace, () => by),
    );
  }
}
