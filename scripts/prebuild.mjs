// Puts the addon of this machine where the package carries it, so that users need not compile: prebuilds/<platform>-<arch>/.
// Releases run it on each platform before `npm pack`.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const directory = join(root, 'prebuilds', `${process.platform}-${process.arch}`);
const binary = join(directory, 'wasmsand.node');
mkdirSync(directory, { recursive: true });
copyFileSync(join(root, 'build', 'Release', 'wasmsand.node'), binary);
// Symbols are for debuggers, and those are for checkouts.
if (process.platform === 'linux') execFileSync('strip', ['--strip-unneeded', binary]);
