// The Node-API addon, against the headers of the running Node when its installation has them.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf, isCurrent, markCurrent } from './inputs.mjs';
import { root } from './places.mjs';
import { report, run } from './progress.mjs';

/** What an addon is made from, beside Node's headers. */
export const addonInputs = ['binding.gyp', 'native', 'node_modules/node-addon-api/package.json'];

/**
 * Runs node-gyp in `cwd`, which has binding.gyp and native/.
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, options?: string[] }} [options]
 */
export async function compileAddon({ cwd = root, env = {}, options = [] } = {}) {
  const prefix = dirname(dirname(process.execPath));
  const headers = existsSync(join(prefix, 'include/node/node_api.h')) ? [`--nodedir=${prefix}`] : [];
  const gyp = join(root, 'node_modules/.bin/node-gyp');
  const common = ['--release', ...headers, ...options];
  // Each time: the list of sources may have changed. It costs a second and recompiles nothing.
  await run('addon', gyp, ['configure', ...common], { client: true, cwd, env });
  await run('addon', gyp, ['build', ...common, '-j', 'max'], { client: true, cwd, env });
}

export async function addon() {
  const hash = hashOf(addonInputs, [process.arch, process.platform]);
  if (isCurrent('addon', hash, [join(root, 'build/Release/wasmsand.node')])) return;
  report('addon', 'compiling the kernel');
  await compileAddon();
  markCurrent('addon', hash);
}
