// The Node-API addon, against the headers of the running Node when its installation has them.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf, isCurrent, markCurrent } from './inputs.mjs';
import { root } from './places.mjs';
import { report, run } from './progress.mjs';

export async function addon() {
  const hash = hashOf(['binding.gyp', 'native'], [process.arch, process.platform]);
  if (isCurrent('addon', hash, [join(root, 'build/Release/wasmsand.node')])) return;
  report('addon', 'compiling the kernel');
  const prefix = dirname(dirname(process.execPath));
  const headers = existsSync(join(prefix, 'include/node/node_api.h')) ? [`--nodedir=${prefix}`] : [];
  // Each time: the list of sources may have changed. It costs a second and recompiles nothing.
  await run('addon', 'npx', ['node-gyp', 'configure', '--release', ...headers], { client: true });
  await run('addon', 'npx', ['node-gyp', 'build', '--release', ...headers, '-j', 'max'], { client: true });
  markCurrent('addon', hash);
}
