// Upstream sources as Debian's source packages, with Debian's patches: then a port is the very program that a Debian
// machine runs. The upstream tarball is pinned by version and checksum; Debian's revision is the newest that can be had, because
// the mirror drops revisions that a security update replaces. Its files may lie in different pools: an index names them before
// all have arrived there, and security's names files that only the main one has.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchFile, hashOfFile, removeParts } from './download.mjs';
import { fieldsOf, machineMirrors } from './mirrors.mjs';
import { cache } from './places.mjs';
import { report, run, StepFailed } from './progress.mjs';

/** @import { Source, Edit } from '../../wasm/ports/recipes.mjs' */
/** @import { Mirrors } from './mirrors.mjs' */
/**
 * @typedef {{ name: string, size: number, sha256: string }} NamedFile
 * @typedef {{ version: string, format: string | undefined, files: NamedFile[] }} SourceRevision
 * @typedef {{ repository: string, fields: Map<string, string> }} Entry Of an index.
 * @typedef {{ entries: Entry[], repositories: string[], mirrors: Mirrors }} Found
 */

/** @param {string} version */
const upstreamVersion = (version) => version.replace(/^\d+:/, '').replace(/-[^-]*$/, '');
/**
 * @param {SourceRevision} a
 * @param {SourceRevision} b
 */
const newerFirst = (a, b) =>
  spawnSync('dpkg', ['--compare-versions', a.version, 'gt', b.version]).status === 0 ? -1 : 1;

/**
 * The files that a description or an entry of an index lists, without the description and upstream's signature.
 * @param {Map<string, string>} fields
 */
function filesOf(fields) {
  const lines = (fields.get('Checksums-Sha256') ?? '').trim().split('\n');
  const files = lines
    .map((line) => line.trim().split(/\s+/))
    .map(([sha256, size, name]) => ({ sha256, size: Number(size), name }));
  return files.filter(({ name }) => name && !/\.(dsc|asc)$/.test(name));
}

/**
 * Removes a file that is not what it should be; true when it is there.
 * @param {string} path
 * @param {string} sha256
 */
async function isThere(path, sha256) {
  if (!existsSync(path)) return false;
  if ((await hashOfFile(path)) === sha256) return true;
  rmSync(path);
  return false;
}

/**
 * The path of the description of a revision of which all is there.
 * @param {string} directory
 * @param {Source} source
 * @returns {Promise<string | undefined>}
 */
async function complete(directory, source) {
  const names = readdirSync(directory).filter((name) => name.endsWith('.dsc'));
  for (const name of names) {
    const files = filesOf(fieldsOf(readFileSync(join(directory, name), 'utf8')));
    const there = await Promise.all(files.map((file) => isThere(join(directory, file.name), file.sha256)));
    if (files.some((file) => isOrig(file, source)) && there.every(Boolean)) return join(directory, name);
  }
}

/**
 * @param {NamedFile} file
 * @param {Source} source
 */
const isOrig = ({ name, sha256 }, source) => name === source.orig && sha256 === source.sha256;

/**
 * The revisions of the version a recipe names, the newest first: `{ version, format, files }`.
 * @param {Source} source
 * @param {Entry[]} entries
 */
function revisions(source, entries) {
  /** @type {Map<string, SourceRevision>} */
  const found = new Map();
  for (const { fields } of entries) {
    const version = fields.get('Version');
    if (version !== undefined && upstreamVersion(version) === source.version) {
      found.set(version, { version, format: fields.get('Format'), files: filesOf(fields) });
    }
  }
  return [...found.values()].filter(({ files }) => files.some((file) => isOrig(file, source))).sort(newerFirst);
}

/**
 * Everywhere a file may lie: where an index says, then in every pool of every mirror.
 * @param {NamedFile} file
 * @param {Entry[]} entries
 * @param {string[]} repositories
 */
function places(file, entries, repositories) {
  /** @param {Entry} entry */
  const lists = ({ fields }) =>
    filesOf(fields).some(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
  const said = entries.filter(lists).map(({ repository, fields }) => repository + fields.get('Directory'));
  const named = entries.map(({ fields }) => fields.get('Directory') ?? '');
  // Security's pool has a directory more.
  const pools = new Set(named.flatMap((pool) => [pool, pool.replace(/^pool\/updates\//, 'pool/')]));
  const all = repositories.flatMap((repository) => [...pools].map((pool) => repository + pool));
  return [...new Set([...said, ...all])].map((place) => `${place}/${file.name}`);
}

/**
 * Writes a description like those that the mirrors have, out of what apt's signed index says of a revision.
 * @param {Source} source
 * @param {SourceRevision} revision
 * @param {string} directory
 */
function describe({ package: name }, { version, format, files }, directory) {
  /** @param {string} file */
  const md5 = (file) =>
    createHash('md5')
      .update(readFileSync(join(directory, file)))
      .digest('hex');
  const text = [
    `Format: ${format}`,
    `Source: ${name}`,
    `Version: ${version}`,
    'Checksums-Sha256:',
    ...files.map((file) => ` ${file.sha256} ${file.size} ${file.name}`),
    'Files:',
    ...files.map((file) => ` ${md5(file.name)} ${file.size} ${file.name}`),
    '',
  ].join('\n');
  const path = join(directory, `${name}_${version.replace(/^\d+:/, '')}.dsc`);
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}

/**
 * Resolves to why the files of a revision that cannot be had cannot, by their checksums.
 * @param {string} step
 * @param {SourceRevision} revision
 * @param {string} directory
 * @param {Found} found
 */
async function fetchRevision(step, revision, directory, { entries, repositories, mirrors }) {
  const failures = new Map();
  /** @param {NamedFile} file */
  const fetchOne = async (file) => {
    const path = join(directory, file.name);
    if (await isThere(path, file.sha256)) return;
    try {
      await fetchFile(step, { ...file, urls: places(file, entries, repositories) }, path, mirrors);
    } catch (error) {
      failures.set(file.sha256, error);
    }
  };
  await Promise.all(revision.files.map(fetchOne));
  return failures;
}

/**
 * @param {string} step
 * @param {Source} source
 * @param {Error | undefined} failure
 */
function notInIndexes(step, { package: name, version, orig }, failure) {
  const why = failure ? `: ${failure.message}` : '';
  return new StepFailed(
    `${step}: the mirrors' indexes have no ${name} ${version} with the ${orig} that the recipe names${why}`,
    failure
      ? 'the indexes of the mirrors could not be fetched'
      : `the mirrors have no ${orig} of the recipe's checksum`,
  );
}

/**
 * @param {string} step
 * @param {Source} source
 * @param {string} directory
 * @param {Mirrors} mirrors
 * @returns {Promise<string>}
 */
async function find(step, source, directory, mirrors) {
  const failure = await mirrors.update(step);
  const entries = mirrors
    .entriesOf(source.package)
    .map(({ repository, stanza }) => ({ repository, fields: fieldsOf(stanza) }))
    .filter(({ fields }) => fields.has('Version') && fields.has('Directory'));
  const known = revisions(source, entries);
  if (known.length === 0) throw notInIndexes(step, source, failure);
  const found = { entries, repositories: mirrors.repositories, mirrors };
  const failures = new Map();
  for (const revision of known) {
    if (revision.files.some(({ sha256 }) => failures.has(sha256))) continue;
    for (const [sha256, error] of await fetchRevision(step, revision, directory, found)) failures.set(sha256, error);
    if (revision.files.some(({ sha256 }) => failures.has(sha256))) continue;
    for (const { reason } of failures.values()) {
      report(step, `the sources are those of ${revision.version} instead of ${known[0].version}: ${reason}`);
    }
    return describe(source, revision, directory);
  }
  throw failures.values().next().value;
}

/**
 * Fetches and verifies what is not there of a source package's files; resolves to the path of its description. `source` is
 * { package, version, orig, sha256 }.
 * @param {string} step
 * @param {Source} source
 * @param {{ mirrors?: Mirrors, sources?: string }} [places]
 */
export async function fetchSource(step, source, { mirrors = machineMirrors, sources = join(cache, 'sources') } = {}) {
  const directory = join(sources, `${source.package}-${source.version}`);
  mkdirSync(directory, { recursive: true });
  removeParts(directory);
  return (await complete(directory, source)) ?? find(step, source, directory, mirrors);
}

/** @type {Map<Source, Promise<string>>} */
const ahead = new Map();

/**
 * Begins to fetch a source package that will be unpacked later.
 * @param {string} step
 * @param {Source} source
 */
export function fetchAhead(step, source) {
  const fetched = fetchSource(step, source);
  // Whoever unpacks it hears of a failure.
  fetched.catch(() => {});
  ahead.set(source, fetched);
}

/**
 * Fetches (unless it was fetched ahead) and unpacks a source package.
 * @param {string} step
 * @param {Source} source
 * @param {string} to
 */
export async function unpackSource(step, source, to) {
  const description = await (ahead.get(source) ?? fetchSource(step, source));
  // The checksums have been compared; the signature is of a person whose key this machine need not have.
  await run(step, 'dpkg-source', ['--no-check', '-x', description, to]);
}

/**
 * The last resort: changes of upstream files. Each must find the text it replaces.
 * @param {string} step
 * @param {string} tree
 * @param {Edit[]} [edits]
 */
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
