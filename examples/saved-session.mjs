// A saved session: a shell that goes on in another process, with files, variables and functions.
//
// Install lmdb first: npm install lmdb@3.5
//
// Shows: the option persistence with a directory and a key, and how to wait for the last save.
//
//   node examples/saved-session.mjs                     begins a session, and goes on with it in a second process
//   node examples/saved-session.mjs DIRECTORY COMMAND   runs a command in the session that is saved in a directory

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Sandbox } from 'wasmsand';

// From your key management.
const key = new Uint8Array(32).fill(7);

async function runIn(directory, command) {
  const persistence = { mode: 'persistent', namespace: 'ann', directory, key };
  const sandbox = await Sandbox.create({ persistence });
  const { stdout, stderr } = await sandbox.run(command);
  process.stdout.write(stdout + stderr);
  // Waits until the state is saved, and rejects when it could not be.
  await sandbox[Symbol.asyncDispose]();
}

const [directory, command] = process.argv.slice(2);
if (directory !== undefined) {
  await runIn(directory, command ?? 'pwd');
} else {
  const made = mkdtempSync(join(tmpdir(), 'sessions-'));
  await runIn(made, 'mkdir notes; cd notes; visits=1; visit() { echo "visit $((visits++)) in $PWD"; }; visit');
  const self = fileURLToPath(import.meta.url);
  process.stdout.write(
    execFileSync(process.execPath, [self, made, 'visit; date +%Y > year; ls'], { encoding: 'utf8' }),
  );
  await runIn(made, 'visit');
  rmSync(made, { recursive: true });
}

// Prints:
//   visit 1 in /home/user/notes
//   visit 2 in /home/user/notes
//   year
//   visit 3 in /home/user/notes
