// The option `python`: packages from directories of the host, and from an index that the network allows.

import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox, type SandboxOptions } from 'wasmsand';
import { packageRoot } from '../e2e/run-node.js';
import { python, skipWithoutPackage } from './python-program.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

/** Wheels: `high` needs `low`, of which there are two, and one that is for another machine. */
const makeWheels = `import zipfile
def wheel(name, version, text, requires='', tag='py3-none-any'):
    with zipfile.ZipFile(f'/tmp/{name}-{version}-{tag}.whl', 'w') as archive:
        archive.writestr(f'{name}/__init__.py', text)
        archive.writestr(f'{name}-{version}.dist-info/METADATA', f'Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n{requires}')
        archive.writestr(f'{name}-{version}.dist-info/WHEEL', f'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: {tag}\\n')
        archive.writestr(f'{name}-{version}.dist-info/RECORD', '')
wheel('low', '1.9', 'version = 9')
wheel('low', '1.10', 'version = 10')
wheel('low', '2.0rc1', 'version = 20', tag='cp313-cp313-manylinux2014_x86_64')
wheel('high', '1', 'import low; version = low.version', 'Requires-Dist: low\\n')
wheel('climbs', '1', '')
with zipfile.ZipFile('/tmp/climbs-1-py3-none-any.whl', 'a') as archive: archive.writestr('../../climbed.py', '')
`;

let wheels: string;
const files = new Map<string, Uint8Array>();
let server: Server;
let index: string;

beforeAll(async () => {
  wheels = mkdtempSync(join(tmpdir(), 'wasmsand-wheels-'));
  using sandbox = await Sandbox.create();
  expect(await python(sandbox, makeWheels)).toMatchObject({ exitCode: 0, stderr: '' });
  for (const { name } of sandbox.readDir('/tmp').filter((entry) => entry.name.endsWith('.whl'))) {
    files.set(name, sandbox.readFile(`/tmp/${name}`));
    writeFileSync(join(wheels, name), files.get(name)!);
  }
  server = createServer((request, response) => {
    const [, kind, name = ''] = (request.url ?? '').split('/');
    const found = [...files.keys()].filter((each) => kind === 'simple' && each.startsWith(`${name}-`));
    if (kind === 'simple') response.setHeader('Content-Type', 'text/html');
    response.end(files.get(name) ?? found.map((each) => `<a href="/files/${each}">${each}</a>\n`).join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  index = `http://index.test:${(server.address() as AddressInfo).port}/simple`;
});
afterAll(() => {
  server?.close();
  rmSync(wheels, { recursive: true, force: true });
});

const reaches = { allow: ['index.test:*'], hosts: { 'index.test': '127.0.0.1' }, subnets: { allow: ['127.0.0.0/8'] } };
const imports = 'python3 -c "import high; print(high.version, high.__file__)"';

describe('a directory of wheels', () => {
  it('provides modules with their dependencies, offline and to all processes at once', async () => {
    const sandbox = await create({ python: { packages: wheels } });
    const { stdout, stderr } = await sandbox.run(
      `${imports} & ${imports} & wait; ls .local/lib/python3.14/site-packages`,
    );
    const line = '10 /home/user/.local/lib/python3.14/site-packages/high/__init__.py\n';
    expect({ stdout, stderr }).toEqual({
      stdout: `${line}${line}high\nhigh-1.dist-info\nlow\nlow-1.10.dist-info\n`,
      stderr: '',
    });
  });

  it('can be unpacked by two processes at the same time', async () => {
    const sandbox = await create();
    const code = `
import os, _wasmsand_wheels
os.makedirs('mine/x/deep'); open('mine/x/deep/a', 'w').close()
os.makedirs('theirs/x/deep'); open('theirs/x/deep/b', 'w').close()
os.path.lexists = lambda path: False
_wasmsand_wheels._move('mine/x', 'theirs/x')
print(sorted(os.listdir('theirs/x/deep')))`;
    sandbox.writeFile('race.py', code);
    expect(await sandbox.run('python3 race.py')).toMatchObject({ stdout: "['a', 'b']\n", stderr: '' });
  });

  it('is not used by an isolated interpreter or in a virtual environment', async () => {
    const sandbox = await create({ python: { packages: [wheels] } });
    const last = (command: string) => `${command} 2>&1 | tail -1`;
    const { stdout } = await sandbox.run(
      [
        last('python3 -I -c "import low"'),
        'python3 -m venv --without-pip env',
        last('env/bin/python -c "import low"'),
        last('python3 -c "import none"'),
        last('python3 -c "import climbs"'),
        'find / -name "climbed*" 2>/dev/null',
      ].join('\n'),
    );
    const missing = (name: string) => `ModuleNotFoundError: No module named '${name}'\n`;
    expect(stdout).toBe(
      `${missing('low')}${missing('low')}${missing('none')}ImportError: climbs-1-py3-none-any.whl has a file outside of itself: '../../climbed.py'\n`,
    );
  });

  it('cannot be changed, and opens no network', async () => {
    const sandbox = await create({ python: { packages: wheels } });
    const { stdout } = await sandbox.run(
      'touch /usr/share/python-wheels/0/x 2>/dev/null || echo read-only; echo $PIP_NO_INDEX $PIP_FIND_LINKS',
    );
    expect(stdout).toBe('read-only\n1 /usr/share/python-wheels/0\n');
    await expect(create({ python: { packages: join(wheels, 'none') } })).rejects.toThrow(/ENOENT/);
  });

  it('provides the packages that preload installs before the first command', async () => {
    const sandbox = await create({ python: { packages: wheels, preload: ['high'] } });
    expect(sandbox.exists('.local/lib/python3.14/site-packages/high/__init__.py')).toBe(true);
    await expect(create({ python: { packages: wheels, preload: ['nobody-has-this'] } })).rejects.toThrow(
      /option 'python.preload' has what cannot be installed: /,
    );
  });
});

describe('an index', () => {
  it('is used by pip where the network allows it', async (context) => {
    const sandbox = await create({ network: reaches, python: { packages: index } });
    await skipWithoutPackage(context, sandbox, 'pip');
    const { stdout, stderr } = await sandbox.run(`pip install -q --no-warn-script-location high && ${imports}`, {
      timeoutMs: 60_000,
    });
    expect({ stdout, stderr }).toEqual({
      stdout: '10 /home/user/.local/lib/python3.14/site-packages/high/__init__.py\n',
      stderr: '',
    });
  });

  it.each<[string, SandboxOptions, RegExp]>([
    [
      'the network denies',
      {},
      /option 'python.packages' has http:\/\/index.test:\d+, which option 'network' does not allow: /,
    ],
    [
      'the network denies by name',
      { network: { allow: ['*:*'], deny: ['index.test'] } },
      /network.deny has 'index.test'/,
    ],
  ])('is refused when %s', async (_, options, message) => {
    await expect(Sandbox.create({ ...options, python: { packages: index } })).rejects.toThrow(message);
  });
});

describe("Pyodide's own distribution", () => {
  const list = '/usr/lib/python3.14/_wasmsand_distribution.html';
  const distribution = () => `pyodide+${index.replace('/simple', '/files')}`;
  const install = (what: string) => `pip install -q --no-warn-script-location ${what}`;

  /** The programs, with a lock that knows these wheels in the place of the distribution's. */
  function imageThatKnows(names: string[]): string {
    const image = mkdtempSync(join(tmpdir(), 'wasmsand-image-'));
    const top = join(packageRoot, 'dist/wasm');
    for (const name of readdirSync(top)) symlinkSync(join(top, name), join(image, name));
    const digest = (name: string) => createHash('sha256').update(files.get(name)!).digest('hex');
    const links = names.map((name) => `<a href="${name}#sha256=${digest(name)}">${name}</a>\n`).join('');
    writeFileSync(join(image, 'links.html'), links);
    const lines = readFileSync(join(top, 'image.tsv'), 'utf8').split('\n');
    const changed = lines.map((line) =>
      line.includes(`\t${list}\t`) ? `file\t644\t${links.length}\t${list}\tlinks.html` : line,
    );
    rmSync(join(image, 'image.tsv'));
    writeFileSync(join(image, 'image.tsv'), changed.join('\n'));
    return image;
  }

  it('provides pip with the wheels of its lock, and pip asks no index', async (context) => {
    const image = imageThatKnows(['high-1-py3-none-any.whl', 'low-1.9-py3-none-any.whl']);
    try {
      const sandbox = await create({ wasmDir: image, network: reaches, python: { packages: distribution() } });
      await skipWithoutPackage(context, sandbox, 'pip');
      const { stdout, stderr } = await sandbox.run(`${install('high')} && ${imports}; ls /tmp; ${install('climbs')}`);
      expect(stdout).toBe('9 /home/user/.local/lib/python3.14/site-packages/high/__init__.py\n');
      expect(stderr).toContain('No matching distribution found for climbs');
    } finally {
      rmSync(image, { recursive: true });
    }
  });

  it('must match the digests of its lock', async (context) => {
    const sandbox = await create({ network: reaches, python: { packages: [distribution()] } });
    await skipWithoutPackage(context, sandbox, 'pip');
    const links = sandbox.readFile(list, 'utf8');
    expect(links).toMatch(/^<a href="scipy-[\d.]+-cp314-cp314-pyemscripten_2026_0_wasm32.whl#sha256=[0-9a-f]{64}">/m);
    const [, name = ''] = /href="(affine-[^"#]+)#/.exec(links) ?? [];
    files.set(name, files.get('low-1.9-py3-none-any.whl')!);
    const { exitCode, stderr } = await sandbox.run(install('affine'));
    files.delete(name);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('THESE PACKAGES DO NOT MATCH THE HASHES');
  });

  it('must be allowed by the network, too', async () => {
    await expect(Sandbox.create({ python: { packages: distribution() } })).rejects.toThrow(
      /option 'python.packages' has http:\/\/index.test:\d+, which option 'network' does not allow: /,
    );
  });
});

describe('a wrong value', () => {
  it.each<[unknown, string]>([
    ['numpy', "option 'python' must be an object"],
    [{ wheels: 'x' }, "option 'python.wheels' is not known"],
    [{ packages: '' }, "option 'python.packages' must be a string that is not empty, or an array of such"],
    [{ packages: [7] }, "option 'python.packages' must be a string that is not empty, or an array of such"],
    [{ packages: 'ftp://index.test/' }, "option 'python.packages' must be directories, or URLs of http or https"],
    [
      { packages: 'pyodide+ftp://index.test/' },
      "option 'python.packages' must be directories, or URLs of http or https",
    ],
    [{ packages: 'pyodide+https://' }, "option 'python.packages' has 'https://', which is no URL"],
    [{ packages: 'https://' }, "option 'python.packages' has 'https://', which is no URL"],
    [{ packages: 'https://me:word@index.test/' }, "option 'python.packages' has a user or password"],
    [{ preload: 'numpy' }, "option 'python.preload' must be an array of requirements"],
    [{ preload: ['--index-url=https://x'] }, "option 'python.preload' must be an array of requirements"],
  ])('%j is named in the error', async (option, message) => {
    const options = { network: 'allow-all', python: option } as SandboxOptions;
    await expect(Sandbox.create(options)).rejects.toThrow(message);
  });
});
