// Tools over a mounted folder of 10 000 files, beside the machine's own over a copy of it, in the same run.
//   node bench/mounts.mjs [rounds]

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sandbox } from 'wasmsand';
import { format, median } from './figures.mjs';

const rounds = Number(process.argv[2] ?? 5);
const commands = {
  cat: 'cat src/*/* | wc -c',
  'grep -r': 'grep -r needle42 src | wc -l',
  find: 'find . -type f | wc -l',
  'git status': 'git status --short | wc -l',
  'ls -lR': 'ls -lR src | wc -l',
};

function fill(folder) {
  for (let i = 0; i < 10_000; i++) {
    const directory = join(folder, `src/d${i % 100}`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `file${i}`), `line one ${i}\nsome text here needle${i % 100}\n${'0'.repeat(200)}\n`);
  }
  const commit = 'git -c gc.auto=0 -c user.name=n -c user.email=e@x commit -qm 1';
  spawnSync('sh', ['-c', `git init -q . && git add -A && ${commit}`], { cwd: folder });
}

/** Milliseconds of wall-clock and processor time, and what it printed. */
function natively(command, cwd) {
  const timed = `TIMEFORMAT='%R %U %S'; time { ${command}; }`;
  const { stdout, stderr } = spawnSync('/bin/bash', ['-c', timed], { cwd, encoding: 'utf8' });
  const [wall, user, system] = stderr
    .trim()
    .split(' ')
    .map((seconds) => Number(seconds) * 1000);
  return { wall, cpu: user + system, stdout };
}

async function inside(sandbox, command) {
  const begin = performance.now();
  const { stdout, usage } = await sandbox.run(command);
  return { wall: performance.now() - begin, cpu: usage.cpuMs, stdout };
}

const place = mkdtempSync(join(tmpdir(), 'wasmsand-bench-mounts-'));
const [mounted, copy] = [join(place, 'mounted'), join(place, 'copy')];
mkdirSync(mounted);
fill(mounted);
cpSync(mounted, copy, { recursive: true });
const sandbox = await Sandbox.create({ mounts: { '/m': { folder: mounted, readOnly: false } }, timeoutMs: 0 });
await sandbox.run('cd /m; git status >/dev/null');
natively('git status >/dev/null', copy);

console.log('| 10 000 files | native | sandbox | ratio | native, processor | sandbox, processor | ratio |');
console.log(`| --- |${' ---: |'.repeat(6)}`);
for (const [name, command] of Object.entries(commands)) {
  const sides = { native: [], sandbox: [] };
  for (let i = 0; i < rounds; i++) {
    sides.native.push(natively(command, copy));
    sides.sandbox.push(await inside(sandbox, command));
  }
  if (sides.native[0].stdout !== sides.sandbox[0].stdout) throw new Error(`${name}: not the same output`);
  const of = (side, figure) => median(sides[side].map((result) => result[figure]));
  const columns = ['wall', 'cpu'].flatMap((figure) => {
    const [native, box] = [of('native', figure), of('sandbox', figure)];
    return [format(native), format(box), (box / native).toFixed(2)];
  });
  console.log(`| ${name} | ${columns.join(' | ')} |`);
}
sandbox.destroy();
rmSync(place, { recursive: true });
