// lib/ as ESM and CommonJS with declarations, into dist/.
import { join } from 'node:path';
import { hashOf, isCurrent, markCurrent } from './inputs.mjs';
import { root } from './places.mjs';
import { report, run } from './progress.mjs';

export async function typescript() {
  const hash = hashOf(['lib', 'scripts/build.mjs', 'package.json', 'tsconfig.json', 'tsconfig.build.json']);
  const outputs = ['dist/esm/index.js', 'dist/cjs/index.js'].map((path) => join(root, path));
  if (isCurrent('typescript', hash, outputs)) return;
  report('typescript', 'npm run build');
  await run('typescript', 'npm', ['run', 'build'], { client: true });
  markCurrent('typescript', hash);
}
