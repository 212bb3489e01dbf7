// Servers from Debian that tests talk to, unpacked and not installed: what is installed is started, at the machine's own ports.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './places.mjs';
import { report, run, StepFailed } from './progress.mjs';

const timeout = 120_000;

/** Their programs, by the names of their packages. */
const programs = new Map([['nginx', 'usr/sbin/nginx']]);

/**
 * Where the program of a package is once it is unpacked.
 * @param {string} name
 */
export function unpackedProgram(name) {
  const program = programs.get(name);
  if (program === undefined) throw new Error(`no program of ${name} is known`);
  return join(build, 'packages', name, program);
}

/**
 * @param {string} name
 * @param {string} directory
 */
async function unpack(name, directory) {
  const partial = `${directory}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const download = () => run(name, 'apt-get', ['download', name], { cwd: partial, client: true, timeout });
  await download().catch(async (error) => {
    // The list of packages is missing, or names a version that there is no more.
    if (process.getuid?.() !== 0) throw error;
    await run(name, 'apt-get', ['update'], { client: true, timeout });
    await download();
  });
  const archive = readdirSync(partial).find((file) => file.endsWith('.deb'));
  if (archive === undefined) throw new StepFailed(`apt-get has downloaded no ${name}`);
  await run(name, 'dpkg-deb', ['-x', archive, '.'], { cwd: partial });
  rmSync(join(partial, archive));
  renameSync(partial, directory);
}

/** Without one the tests of it fail, and nothing else. */
export async function unpackedPackages() {
  for (const name of programs.keys()) {
    if (existsSync(unpackedProgram(name))) continue;
    report('packages', `unpacking ${name}`);
    try {
      await unpack(name, join(build, 'packages', name));
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      report('packages', `${name} cannot be had: ${error.message}`);
    }
  }
}
