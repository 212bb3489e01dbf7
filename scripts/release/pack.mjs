// Puts the programs where the package carries them: dist/packed, from dist/wasm, which npm leaves out (lib/node/packed-programs.ts).
//   node scripts/release/pack.mjs
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeArchives } from '../setup/archives.mjs';
import { installedImage } from '../setup/image.mjs';
import { root } from '../setup/places.mjs';

const packed = join(root, 'dist/packed');
const archives = await makeArchives(installedImage);
rmSync(packed, { recursive: true, force: true });
mkdirSync(packed, { recursive: true });
for (const { file, bytes } of archives) writeFileSync(join(packed, file), bytes);
