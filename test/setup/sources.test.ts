// The files of a source package are found wherever they are, and what is not the file never counts as one.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Mirrors } from '../../scripts/setup/mirrors.mjs';
import { fetchSource } from '../../scripts/setup/sources.mjs';
import { digest, type Fault, Mirror, orig, packages, revisions } from './mirror.js';

type Revision = (typeof revisions)[number];
const [first, second] = revisions;
const faults: Fault[] = ['missing', 'error', 'stall', 'trickle', 'cut', 'short', 'wrong'];
// Long enough for a busy machine, also to notice that a mirror sends hardly anything.
const patienceFor = (fault?: Fault) => {
  const limitMs = fault === 'trickle' ? 10_000 : 60_000;
  return { pausesMs: [10], stallSeconds: 3, indexMs: limitMs, downloadMs: () => limitMs };
};
vi.setConfig({ testTimeout: 180_000 });

const directory = mkdtempSync(join(tmpdir(), 'wasmsand-sources-'));
const served = packages(directory);
const inPool = ({ repository, pool }: Revision, name: string) => `/${repository}/${pool}/${name}`;
const sha256 = digest('sha256', served.get(inPool(first, orig)) as Buffer);
const mirrors: Mirror[] = [];
afterAll(() => {
  for (const mirror of mirrors) mirror.close();
  rmSync(directory, { recursive: true });
});

async function startMirror(fault: Mirror['fault'] = () => undefined) {
  const mirror = new Mirror(served, fault);
  mirrors.push(mirror);
  return { mirror, base: await mirror.listen() };
}

/** A machine with the two repositories under `base`, and an empty cache. */
function machineOf(base: string, expected?: Fault) {
  const place = mkdtempSync(join(directory, 'machine-'));
  const list = join(place, 'test.list');
  writeFileSync(list, ['main', 'security'].map((name) => `deb [trusted=yes] ${base}/${name} bookworm main\n`).join(''));
  const sources = join(place, 'sources');
  const files = join(sources, 'pear-1.0');
  const source = { package: 'pear', version: '1.0', orig, sha256 };
  const known = new Mirrors(join(place, 'apt'), { lists: [list], patience: patienceFor(expected) });
  return {
    fetch: () => fetchSource('test', source, { mirrors: known, sources }),
    files: () => readdirSync(files).sort(),
    put: (name: string, text: string) => {
      mkdirSync(files, { recursive: true });
      writeFileSync(join(files, name), text);
    },
    /** The revision of the sources that a description unpacks to. */
    unpack(description: string) {
      const to = join(place, 'tree');
      rmSync(to, { recursive: true, force: true });
      execFileSync('dpkg-source', ['--no-check', '-x', description, to], { stdio: 'ignore' });
      return readFileSync(join(to, 'debian/revision'), 'utf8');
    },
  };
}

const machine = async (fault?: Mirror['fault'], expected?: Fault) =>
  machineOf((await startMirror(fault)).base, expected);

/** What is there in the end. */
const filesOf = ({ version, tar }: Revision) => [orig, `pear_${version}.dsc`, tar].sort();

describe('sources of a package', () => {
  it.concurrent('are those of the newest revision', async () => {
    const { fetch, files, unpack } = await machine();
    expect(unpack(await fetch())).toBe(second.version);
    expect(files()).toEqual(filesOf(second));
  });

  it.concurrent('are put together from two pools when neither has all', async () => {
    const { fetch, unpack } = await machine((path) => (path === inPool(second, orig) ? 'missing' : undefined));
    expect(unpack(await fetch())).toBe(second.version);
  });

  it.concurrent('are not asked for when they are there', async () => {
    const { mirror, base } = await startMirror();
    const { fetch } = machineOf(base);
    const description = await fetch();
    mirror.asked.length = 0;
    expect(await fetch()).toBe(description);
    expect(mirror.asked).toEqual([]);
  });

  it.concurrent('are fetched again when what is there is not the file', async () => {
    const { fetch, put, unpack } = await machine();
    put(orig, 'half a fi');
    expect(unpack(await fetch())).toBe(second.version);
    put(second.tar, 'half a fi');
    expect(unpack(await fetch())).toBe(second.version);
  });

  it.concurrent('come from the mirrors that a file lists', async () => {
    const { base } = await startMirror((path) => (path === inPool(second, orig) ? 'missing' : undefined));
    for (const name of ['main', 'security']) {
      writeFileSync(
        join(directory, name),
        `# Mirrors\n${base}/nothing/${name}\tpriority:2\n${base}/${name}\tpriority:1\n`,
      );
    }
    const { fetch, unpack } = machineOf(`mirror+file:${directory}`);
    expect(unpack(await fetch())).toBe(second.version);
  });

  it.concurrent('come from a mirror that is a directory', async () => {
    for (const [path, bytes] of served) {
      mkdirSync(dirname(join(directory, 'copied', path)), { recursive: true });
      writeFileSync(join(directory, 'copied', path), bytes);
    }
    const { fetch, files, unpack } = machineOf(`file:${directory}/copied`);
    expect(unpack(await fetch())).toBe(second.version);
    expect(files()).toEqual(filesOf(second));
  });
});

describe.for(faults)('when a mirror’s answer is bad (%s), sources of a package', (fault) => {
  for (const name of [orig, second.tar]) {
    it.concurrent(`are had at the second try of ${name}`, async () => {
      let asked = 0;
      const { fetch, files, unpack } = await machine((path) => {
        return path.endsWith(name) && ++asked === 1 ? fault : undefined;
      }, fault);
      expect(unpack(await fetch())).toBe(second.version);
      expect(files()).toEqual(filesOf(second));
      expect(asked).toBeGreaterThan(1);
    });
  }

  it.concurrent('are had from the other pool', async () => {
    const { fetch, unpack } = await machine((path) => (path === inPool(second, orig) ? fault : undefined), fault);
    expect(unpack(await fetch())).toBe(second.version);
  });

  it.concurrent('are those of the revision before when the patches of the newest are nowhere', async () => {
    const { fetch, files, unpack } = await machine((path) => (path.endsWith(second.tar) ? fault : undefined), fault);
    expect(unpack(await fetch())).toBe(first.version);
    expect(files()).toEqual(filesOf(first));
  });

  it.concurrent('are not had when the tarball is nowhere, and nothing half is left', async () => {
    const { fetch, files } = await machine((path) => (path.endsWith(orig) ? fault : undefined), fault);
    await expect(fetch()).rejects.toMatchObject({ reason: `no mirror gives ${orig}` });
    expect(files()).toEqual([second.tar]);
  });

  it.concurrent('are not had when no file of it is anywhere, and nothing half is left', async () => {
    const { fetch, files } = await machine((path) => (path.includes('/pool/') ? fault : undefined), fault);
    await expect(fetch()).rejects.toMatchObject({ reason: expect.stringMatching(/^no mirror gives pear_1\.0/) });
    expect(files()).toEqual([]);
  });

  it.concurrent('are not had when no index is good', async () => {
    const { fetch, files } = await machine((path) => (path.includes('/dists/') ? fault : undefined), fault);
    // Half a description of a repository is one that describes less.
    const reason =
      fault === 'short'
        ? `the mirrors have no ${orig} of the recipe's checksum`
        : 'the indexes of the mirrors could not be fetched';
    await expect(fetch()).rejects.toMatchObject({ reason });
    expect(files()).toEqual([]);
  });

  it.concurrent('are had at the second try of an index', async () => {
    const asked = new Map<string, number>();
    const { fetch, unpack } = await machine((path, time) => {
      asked.set(path, time);
      return path.includes('/security/dists') && time === 1 ? fault : undefined;
    }, fault);
    expect([second.version, first.version]).toContain(unpack(await fetch()));
  });

  it.concurrent('are those of the mirror whose index is good', async () => {
    const { fetch, unpack } = await machine((path) => (path.startsWith('/security/dists') ? fault : undefined), fault);
    expect(unpack(await fetch())).toBe(first.version);
  });
});

describe('sources of a package behind a proxy', () => {
  it('are had through the one of apt’s configuration', async () => {
    const { base } = await startMirror();
    const { fetch, unpack } = machineOf('http://mirror.invalid');
    const configuration = join(directory, 'apt.conf');
    writeFileSync(configuration, `Acquire::http::Proxy "${base}";\n`);
    process.env.APT_CONFIG = configuration;
    try {
      expect(unpack(await fetch())).toBe(second.version);
    } finally {
      delete process.env.APT_CONFIG;
    }
  });
});
