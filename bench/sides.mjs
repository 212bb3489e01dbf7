// The sandbox and its peers, behind one way to make a machine and run commands in it. The peers are installed for measurements
// alone, outside the package's dependencies, and their limits are lifted as far as their options go.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const place = fileURLToPath(new URL('../.setup/peers', import.meta.url));
export const packages = { bashkit: '@everruns/bashkit@0.18.2', 'just-bash': 'just-bash@3.4.2' };
const home = '/home/user';
const huge = 2 ** 31 - 1;

async function peer(name) {
  const [module] = packages[name].split(/(?<!^)@/);
  return import(pathToFileURL(createRequire(join(place, 'package.json')).resolve(module)).href);
}

const atHome = (files) => Object.fromEntries(Object.entries(files).map(([name, data]) => [`${home}/${name}`, data]));
const asText = (files) => Object.fromEntries(Object.entries(files).map(([name, data]) => [name, data.toString()]));

/** Each side's way to make a machine whose home holds `files`, by name. `run(command, { signal })` resolves to { output, status }. */
export const sides = {
  async wasmsand() {
    const { Sandbox } = await import('wasmsand');
    return async (files = {}) => {
      const sandbox = await Sandbox.create({ files: atHome(files) });
      const run = async (command, options) => {
        const { stdout, exitCode } = await sandbox.run(command, { timeoutMs: 0, ...options });
        return { output: stdout, status: exitCode };
      };
      return { run, end: () => sandbox.destroy(), sandbox };
    };
  },
  async bashkit() {
    const { Bash } = await peer('bashkit');
    const limits = {
      maxCommands: huge,
      maxLoopIterations: huge,
      maxTotalLoopIterations: huge,
      maxMemory: 2 ** 30,
      timeoutMs: 120_000,
    };
    return async (files = {}) => {
      const bash = new Bash({ cwd: home, files: asText(atHome(files)), ...limits });
      const run = async (command, options) => {
        const { stdout, exitCode } = await bash.execute(command, options);
        return { output: stdout, status: exitCode };
      };
      return { run, end() {} };
    };
  },
  async 'just-bash'() {
    const { Bash } = await peer('just-bash');
    const executionLimits = Object.fromEntries(
      ['maxCommandCount', 'maxLoopIterations', 'maxAwkIterations', 'maxSedIterations', 'maxWorkUnits', 'maxLiveBytes']
        .concat(['maxStringLength', 'maxOutputSize', 'maxArrayElements', 'maxInputBytes', 'maxExecutionTimeMs'])
        .map((limit) => [limit, huge]),
    );
    return async (files = {}) => {
      const bash = new Bash({ cwd: home, files: asText(atHome(files)), executionLimits });
      const run = async (command, options) => {
        const { stdout, exitCode } = await bash.exec(command, options);
        return { output: stdout, status: exitCode };
      };
      return { run, end() {} };
    };
  },
};

/** The peer that has Python: a machine of it. Its Python is found by its module for `import` only. */
export async function pythonPeer(files) {
  const { Bash } = await import(pathToFileURL(join(place, 'node_modules/just-bash/dist/bundle/index.js')).href);
  const executionLimits = { maxPythonTimeoutMs: huge, maxExecutionTimeMs: huge, maxOutputSize: huge };
  const bash = new Bash({ cwd: home, files: asText(atHome(files)), python: true, executionLimits });
  const run = async (command) => {
    const { stdout, stderr, exitCode } = await bash.exec(command);
    return { output: stdout, status: exitCode, stderr };
  };
  return { run, end() {} };
}

/** Installs the peers where it has not been done. */
export function install() {
  const wanted = Object.values(packages);
  const installed = join(place, 'installed');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted.join('\n')) return;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('the peers could not be installed');
  writeFileSync(installed, wanted.join('\n'));
}
