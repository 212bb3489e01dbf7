// A review on an overlay: a program changes a project, you look at the changes, and only what you accept reaches the folder.
//
// Shows: an overlay of a folder of this machine, the list of changes, a commit of some paths.
//
//   node examples/review-on-overlay.mjs            uses a project that it makes
//   node examples/review-on-overlay.mjs FOLDER     uses your folder: shows the changes and writes none of them

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sandbox } from 'wasmsand';

const [given] = process.argv.slice(2);
const folder = given ?? mkdtempSync(join(tmpdir(), 'review-'));
if (given === undefined) {
  writeFileSync(join(folder, 'greet.sh'), 'echo "helo $1"\n');
  writeFileSync(join(folder, 'notes.md'), 'helo is spelled wrong\n');
}

const sandbox = await Sandbox.create({ limits: 'strict' });
const project = sandbox.overlay('/project', folder);
// What an agent would do.
await sandbox.run(`cd /project && grep -rl helo . | xargs sed -i 's/helo/hello/' && bash greet.sh you > test.log`);

// diff(1) compares with the folder as it is, mounted beside it.
sandbox.mount('/before', folder);
const changes = project.diff().filter(({ type }) => type === 'file');
for (const { kind, path } of changes) {
  const name = path.slice('/project/'.length);
  console.log(`${kind} ${name}`);
  if (kind !== 'modified') continue;
  const { stdout } = await sandbox.run('diff -u "/before/$1" "/project/$1" | tail -n +3', { args: [name] });
  console.log(stdout.trimEnd());
}

if (given === undefined) {
  const accepted = ['greet.sh'];
  project.commit(accepted);
  console.log(`accepted ${accepted}`);
  for (const name of ['greet.sh', 'notes.md']) {
    console.log(`${name} in the folder: ${readFileSync(join(folder, name), 'utf8').trim()}`);
  }
  rmSync(folder, { recursive: true });
}
sandbox.destroy();

// Prints:
//   modified greet.sh
//   @@ -1 +1 @@
//   -echo "helo $1"
//   +echo "hello $1"
//   modified notes.md
//   @@ -1 +1 @@
//   -helo is spelled wrong
//   +hello is spelled wrong
//   created test.log
//   accepted greet.sh
//   greet.sh in the folder: echo "hello $1"
//   notes.md in the folder: helo is spelled wrong
