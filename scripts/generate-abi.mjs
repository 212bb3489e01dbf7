// Writes everything that follows from native/abi: C++ tables, TypeScript constants, parts of the C library, the page of calls.
//   node scripts/generate-abi.mjs            write the files that differ
//   node scripts/generate-abi.mjs --check    write nothing; fail and name the files that differ
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { cLibraryFiles } from './abi/c-library.mjs';
import { callFiles } from './abi/calls.mjs';
import { errnoFiles } from './abi/errno.mjs';
import { readModel } from './abi/model.mjs';
import { pageFiles } from './abi/page.mjs';
import { privateFiles } from './abi/private.mjs';
import { sessionFiles } from './abi/session.mjs';
import { setFiles } from './abi/sets.mjs';
import { structFiles } from './abi/structs.mjs';
import { typescriptFiles } from './abi/typescript.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** @param {string} name */
const description = (name) => JSON.parse(readFileSync(join(root, 'native/abi', name), 'utf8'));
const abi = readModel(description('abi.json'));
const between = description('private.json');
const files = [errnoFiles, structFiles, setFiles, callFiles, typescriptFiles, pageFiles, cLibraryFiles].reduce(
  (all, emit) => Object.assign(all, emit(abi)),
  { ...privateFiles(between), ...sessionFiles(between) },
);

const differing = Object.entries(files).filter(([path, text]) => {
  try {
    return readFileSync(join(root, path), 'utf8') !== text;
  } catch {
    return true;
  }
});

if (process.argv.includes('--check')) {
  for (const [path] of differing) console.error(`${path} is not what native/abi says: run scripts/generate-abi.mjs`);
  process.exitCode = differing.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of differing) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
}
