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
    await run(step, 'apt-get', [...aptOptions, 'update'], { client: true });
  })();
  return updated;
}

/** What the mirror's index says of one upstream version's revisions, the newest first. */
function revisions(name, version) {
  const { stdout } = spawnSync('apt-cache', [...aptOptions, 'showsrc', '--only-source', name], { encoding: 'utf8' });
  const found = new Map(stdout.split(/\n{2,}/).map((stanza) => [/^Version: (.*)$/m.exec(stanza)?.[1], stanza]));
  const wanted = [...found].filter(([key]) => key?.replace(/^\d+:/, '').replace(/-[^-]*$/, '') === version);
  const newer = (a, b) => spawnSync('dpkg', ['--compare-versions', a, 'gt', b]).status === 0;
  return wanted.sort(([a], [b]) => (newer(a, b) ? -1 : 1)).map(([revision, stanza]) => ({ revision, stanza }));
}

const filesOf = (text) => /^(?:Files|Checksums-Sha256):\s*\n((?: .*\n?)+)/m.exec(text)?.[1].match(/\S+$/gm) ?? [];

/** The description of a revision whose files are all there. */
function description(directory) {
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.dsc')) : [];
  return names.find((name) => {
    const files = filesOf(readFileSync(join(directory, name), 'utf8'));
    return files.every((file) => existsSync(join(directory, file)));
  });
}

/** Writes the description of a revision that the mirror lacks: its index names the files, and apt verified them. */
function describe({ package: name }, { revision, stanza }, directory) {
  const files = filesOf(stanza).filter((file) => !file.endsWith('.dsc'));
  if (!files.every((file) => existsSync(join(directory, file)))) return false;
  const listed = files.map((file) => {
    const bytes = readFileSync(join(directory, file));
    return ` ${createHash('md5').update(bytes).digest('hex')} ${bytes.length} ${file}\n`;
  });
  const text = `Format: ${/^Format: (.*)$/m.exec(stanza)[1]}\nSource: ${name}\nVersion: ${revision}\nFiles:\n${listed.join('')}`;
  writeFileSync(join(directory, `${name}_${revision.replace(/^\d+:/, '')}.dsc`), text);
  return true;
}

async function download(step, source, directory) {
  const { package: name, version } = source;
  await update(step);
  let failure = new StepFailed(`${step}: no source package ${name} ${version}`);
  const known = revisions(name, version);
  for (const { revision } of known) {
    try {
      await run(step, 'apt-get', [...aptOptions, 'source', '--download-only', `${name}=${revision}`], {
        cwd: directory,
        client: true,
      });
      return;
    } catch (error) {
      failure = error;
    }
  }
  if (!known.some((found) => describe(source, found, directory))) throw failure;
}

const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Downloads (once), verifies and unpacks a source package. `source` is { package, version, orig, sha256 }. */
export async function unpackSource(step, source, to) {
  const directory = join(cache, 'sources', `${source.package}-${source.version}`);
  mkdirSync(directory, { recursive: true });
  if (!description(directory)) await download(step, source, directory);
  const orig = join(directory, source.orig);
  if (!existsSync(orig) || sha256(orig) !== source.sha256) {
    throw new StepFailed(`${step}: ${source.orig} is not the file the recipe names`);
  }
  await run(step, 'dpkg-source', ['--no-check', '-x', join(directory, description(directory)), to]);
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
