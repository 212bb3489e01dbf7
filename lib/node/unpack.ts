// The script that unpacks the programs of the package it is in (scripts/postinstall.cjs).

import { dirname, join } from 'node:path';
import { unpackedPrograms } from './packed-programs.js';

unpackedPrograms(join(dirname(__dirname), 'wasm')).catch((error: Error) => {
  // Sandboxes will try again to unpack.
  process.stderr.write(`wasmsand: ${error.message}\n`);
});
