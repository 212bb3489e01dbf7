// What the set-up installs of the system, and what it says before. `dpkg-query` and `apt-get` are stand-ins: nothing is installed here.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lists } from '../../scripts/setup/packages.mjs';

const module = join(import.meta.dirname, '../../scripts/setup/packages.mjs');
const program = `import(${JSON.stringify(module)}).then((m) => m.packages(['kernel', 'tests'])).catch((e) => { console.error(e.message); process.exitCode = 3; })`;

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'wasmsand-packages-'));
  const standIn = (name: string, text: string): void => {
    writeFileSync(join(place, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(place, name), 0o755);
  };
  const installed = [...lists.kernel, ...lists.tests].filter((name) => name !== 'make' && name !== 'wget');
  standIn('dpkg-query', installed.map((name) => `echo '${name} 9 installed'`).join('\n'));
  standIn('apt-get', `echo "$@" >>${place}/log`);
  standIn('sudo', 'shift; exec "$@"');
});
afterEach(() => rmSync(place, { recursive: true }));

const env = (): NodeJS.ProcessEnv => ({ ...process.env, PATH: `${place}:${process.env.PATH}` });
const log = (): string => (existsSync(join(place, 'log')) ? readFileSync(join(place, 'log'), 'utf8') : '');

/** On a terminal of its own, to which `input` is typed. */
function onTerminal(input: string) {
  const command = `${process.execPath} -e '${program.replaceAll("'", `'"'"'`)}'`;
  return spawnSync('script', ['-qec', command, '/dev/null'], { env: env(), input, encoding: 'utf8' });
}

describe('the packages of the system', () => {
  it('are in one list each', () => {
    const all = Object.values(lists).flat();
    expect(all.length).toBe(new Set(all).size);
  });

  it('are named with their purpose before they are installed', () => {
    const { status, stderr } = spawnSync(process.execPath, ['-e', program], { env: env(), encoding: 'utf8' });
    expect({ status, lines: stderr.replaceAll(/^\[.*?\] /gm, '') }).toEqual({
      status: 0,
      lines: expect.stringMatching(
        /^packages: missing to compile the kernel: make\npackages: missing for the tests: .*: wget\npackages: installing 2 packages/,
      ),
    });
    expect(log()).toContain('install -y --no-install-recommends make wget');
  });

  it('are asked for on a terminal, and not installed against the answer', () => {
    const refused = onTerminal('n\n');
    expect(refused.stdout).toContain('Install them with apt-get, as root? [Y/n]');
    expect(refused.stdout).toContain('as root: apt-get install make wget');
    expect({ status: refused.status, log: log() }).toEqual({ status: 3, log: '' });
    expect(onTerminal('y\n').status).toBe(0);
    expect(log()).toContain('make wget');
  });
});
