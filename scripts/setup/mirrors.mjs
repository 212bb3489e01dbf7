// What the machine's Debian mirrors offer: apt's signed indexes of them, in lists of our own, so that the system's configuration and
// lists are not touched.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './places.mjs';
import { run } from './progress.mjs';

/**
 * How long to wait: `stallSeconds` for a mirror's next byte, `downloadMs` for a file of a size.
 * @typedef {{ pausesMs: number[], stallSeconds: number, indexMs: number, downloadMs: (size: number) => number }} Patience
 * @typedef {{ repository: string, stanza: string }} IndexEntry
 */

const machineLists = () => {
  const parts = '/etc/apt/sources.list.d';
  const listed = existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : [];
  return ['/etc/apt/sources.list', ...listed].filter((path) => existsSync(path) && /\.(list|sources)$/.test(path));
};

/**
 * The entries for Debian's mirrors in a list of apt's, as entries of another type for one repository each.
 * @param {string} path
 * @param {string} type
 */
function entriesOfType(path, type) {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.list')) {
    const lines = text.split('\n').filter((line) => /^deb\s.*(debian|\sbookworm)/.test(line));
    return lines.map((line) => line.replace(/^deb/, type));
  }
  const stanzas = text.split(/\n{2,}/).filter((stanza) => /^(URIs:.*debian|Suites:(.*\s)?bookworm)/m.test(stanza));
  /**
   * @param {string} stanza
   * @param {string} field
   */
  const each = (stanza, field) => {
    const values = new RegExp(`^${field}:(.*)$`, 'm').exec(stanza)?.[1].trim().split(/\s+/) ?? [];
    return values.map((value) => stanza.replace(new RegExp(`^${field}:.*$`, 'm'), `${field}: ${value}`));
  };
  return stanzas
    .map((stanza) => stanza.replace(/^Types:.*$/m, `Types: ${type}`))
    .flatMap((stanza) => each(stanza, 'URIs'))
    .flatMap((stanza) => each(stanza, 'Suites'));
}

/**
 * What stands behind a repository's address: Debian's images for clouds name a file with a list of mirrors.
 * @param {string} repository
 */
function mirrorsOf(repository) {
  const list = /^mirror\+file:(?:\/\/)?(\/.*?)\/?$/.exec(repository)?.[1];
  if (list === undefined) return [repository];
  const lines = readFileSync(list, 'utf8').split('\n');
  // What follows an address limits what it is used for.
  const addresses = lines.map((line) => line.trim().split(/\s+/)[0]).filter((address) => /^[a-z]/.test(address));
  return addresses.map((address) => address.replace(/\/*$/, '/'));
}

/**
 * Transient failures pass within a minute or not at all; a mirror that sends, but hardly, is as bad as one that does not.
 * @type {Patience}
 */
const usualPatience = {
  pausesMs: [1000, 4000, 15_000],
  stallSeconds: 30,
  indexMs: 300_000,
  downloadMs: (size) => 60_000 + size / 16,
};

/**
 * The fields of a stanza of an index, by their names.
 * @param {string} stanza
 */
export function fieldsOf(stanza) {
  const fields = stanza.matchAll(/^([\w-]+):[ \t]*(.*(?:\n[ \t].*)*)/gm);
  return new Map([...fields].map(([, name, value]) => [name, value]));
}

export class Mirrors {
  #directory;
  #type;
  #lists;
  #options;
  /** @type {Promise<Error | undefined> | undefined} */
  #updated;
  /** @type {Map<string, IndexEntry[]> | undefined} */
  #packages;
  /**
   * Origins that gave no answer to all tries for a file.
   * @type {Set<string>}
   */
  silent = new Set();

  /**
   * `type` is `deb-src` or `deb`, `lists` are apt's lists of sources, `patience` says how long to wait (see usualPatience).
   * What apt keeps goes into `directory`.
   * @param {string} directory
   * @param {{ type?: 'deb' | 'deb-src', lists?: string[], patience?: Patience }} [options]
   */
  constructor(directory, { type = 'deb-src', lists = machineLists(), patience = usualPatience } = {}) {
    this.patience = patience;
    this.#directory = directory;
    this.#type = type;
    this.#lists = lists;
    this.#options = [
      ['Dir::Etc::SourceList', '/dev/null'],
      ['Dir::Etc::SourceParts', join(directory, 'sources')],
      ['Dir::State::Lists', join(directory, 'lists')],
      ['Dir::Cache', join(directory, 'cache')],
      ['APT::Sandbox::User', process.getuid?.() === 0 ? 'root' : ''],
      ['Acquire::Retries', '0'],
      ['Acquire::http::Timeout', patience.stallSeconds],
      ['Acquire::https::Timeout', patience.stallSeconds],
    ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  }

  /** Options that make a command of apt's use these lists. */
  get options() {
    return this.#options;
  }

  /**
   * Fetches the indexes, once. Resolves to what went wrong: the mirrors that did answer may have what is looked for.
   * @param {string} step
   */
  update(step) {
    this.#updated ??= this.#update(step);
    return this.#updated;
  }

  /** @param {string} step */
  async #update(step) {
    for (const part of ['sources', 'entries', 'lists/partial', 'cache/archives/partial']) {
      mkdirSync(join(this.#directory, part), { recursive: true });
    }
    let left = this.#writeSources();
    /** @type {Error | undefined} */
    let failure;
    for (const pause of [0, ...this.patience.pausesMs]) {
      if (left.length === 0) return;
      await sleep(pause);
      /** @type {string[]} */
      const failed = [];
      for (const entry of left) {
        try {
          await this.#updateEntry(step, entry);
        } catch (error) {
          failed.push(entry);
          failure = /** @type {Error} */ (error);
        }
      }
      left = failed;
    }
    return left.length > 0 ? failure : undefined;
  }

  /** Each repository's entry as a file of its own; returns the directories of these. */
  #writeSources() {
    const sources = join(this.#directory, 'sources');
    const alone = join(this.#directory, 'entries');
    for (const name of readdirSync(sources)) rmSync(join(sources, name));
    const entries = this.#lists.flatMap((path) =>
      entriesOfType(path, this.#type).map((entry) => ({ entry, ending: path.split('.').at(-1) })),
    );
    return entries.map(({ entry, ending }, number) => {
      const directory = join(alone, String(number));
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory);
      for (const place of [directory, sources]) writeFileSync(join(place, `${number}.${ending}`), `${entry}\n`);
      return directory;
    });
  }

  /**
   * One at a time: a repository that does not answer must not cost the index of another.
   * @param {string} step
   * @param {string} directory
   */
  async #updateEntry(step, directory) {
    const own = ['-o', `Dir::Etc::SourceParts=${directory}`, '-o', 'APT::Get::List-Cleanup=false'];
    await run(step, 'apt-get', [...this.#options, ...own, '-o', 'APT::Update::Error-Mode=any', 'update'], {
      client: true,
      timeout: this.patience.indexMs,
    });
  }

  /** @param {string} format */
  #targets(format) {
    const args = [
      ...this.#options,
      'indextargets',
      '--format',
      format,
      `Created-By: ${this.#type === 'deb' ? 'Packages' : 'Sources'}`,
    ];
    return spawnSync('apt-get', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  }

  /** Where the mirrors are: what a path of an index is relative to. */
  get repositories() {
    return [...new Set(this.#targets('$(REPO_URI)').flatMap(mirrorsOf))];
  }

  /**
   * All that the indexes say of a source package: `{ repository, fields }` for each entry.
   * @param {string} name
   */
  entriesOf(name) {
    this.#packages ??= this.#readIndexes();
    return this.#packages.get(name) ?? [];
  }

  #readIndexes() {
    /** @type {Map<string, IndexEntry[]>} */
    const packages = new Map();
    for (const target of this.#targets('$(REPO_URI) $(FILENAME)')) {
      const [address, file] = target.split(' ');
      const [repository] = mirrorsOf(address);
      // Compressed as apt likes to keep it.
      const helper = spawnSync('/usr/lib/apt/apt-helper', ['cat-file', file], { encoding: 'utf8', maxBuffer: 2 ** 30 });
      for (const stanza of helper.stdout.split(/\n{2,}/)) {
        const name = /^Package: *(\S+)/m.exec(stanza)?.[1];
        if (!name) continue;
        const entry = { repository, stanza };
        const entries = packages.get(name);
        if (entries) entries.push(entry);
        else packages.set(name, [entry]);
      }
    }
    return packages;
  }
}

export const machineMirrors = new Mirrors(join(build, 'apt'));
