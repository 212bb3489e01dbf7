// Measures snapshots, forks, templates, written and saved states: what each takes with ten files and with 50 000 of 64 MiB, and what stays
// resident. Medians of many times, with the session at rest. Then archives, beside the machine's tar. `npm run bench:state` prints the
// tables; with --write they are what STATE.md says.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Sandbox } from 'wasmsand';
import { measureArchives } from './archives.mjs';
import { format, median } from './figures.mjs';

const rounds = 101;
/** Of what takes long. */
const fewRounds = 11;
const mebibyte = 2 ** 20;
const many = 50_000;
const largest = 64 * mebibyte;

const filled = { fileCountLimit: 10 * many, fsLimitBytes: 8 * largest };

async function sandboxWith(count, bytes, options = {}) {
  const sandbox = await Sandbox.create({ ...filled, ...options });
  await sandbox.run('v=1; f() { echo $v; }');
  const content = new Uint8Array(Math.floor(bytes / count)).fill(1);
  for (let i = 0; i < count; i++) {
    if (i % 500 === 0) sandbox.mkdir(`d${i / 500}`, { recursive: true });
    sandbox.writeFile(`d${Math.floor(i / 500)}/${i}`, content);
  }
  await atRest(sandbox);
  return sandbox;
}

async function atRest(sandbox) {
  while (sandbox.metrics().processes > 0 && sandbox.metrics().sessionsAtRest === 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
}

async function times(action, count = rounds) {
  const all = [];
  for (let i = 0; i < count; i++) all.push(await action());
  return format(median(all));
}

async function timed(action) {
  const begin = performance.now();
  await action();
  return performance.now() - begin;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 200));

/** What `action` leaves resident, in bytes. */
async function grown(action) {
  await settle();
  const before = process.memoryUsage().rss;
  await action();
  await settle();
  return process.memoryUsage().rss - before;
}

async function measureSize(sandbox) {
  const rows = {};
  const takeAndDrop = (options) => async () => {
    let id;
    const ms = await timed(async () => {
      id = await sandbox.snapshot(options);
    });
    sandbox.deleteSnapshot(id);
    return ms;
  };
  rows['snapshot of the files'] = await times(takeAndDrop({ filesOnly: true }));
  rows['snapshot with the session'] = await times(takeAndDrop({}));
  const files = await sandbox.snapshot({ filesOnly: true });
  const all = await sandbox.snapshot();
  rows['deleting a snapshot'] = await times(async () => {
    const id = await sandbox.snapshot({ filesOnly: true });
    sandbox.writeFile('d0/0', 'changed');
    return timed(() => sandbox.deleteSnapshot(id));
  });
  rows['diff after one change'] = await times(() => timed(() => sandbox.diff(files)));
  rows.fork = await times(async () => {
    let fork;
    const ms = await timed(async () => {
      fork = await sandbox.fork();
    });
    fork.destroy();
    return ms;
  });
  rows['create from a snapshot'] = await times(async () => {
    let made;
    const ms = await timed(async () => {
      made = await Sandbox.create({ ...filled, from: all });
    });
    made.destroy();
    return ms;
  });
  rows['restore with the session'] = await times(() => timed(() => sandbox.restore(all)));
  rows['restore with the session, and a command'] = await times(() =>
    timed(async () => {
      await sandbox.restore(all);
      await sandbox.run('f');
    }),
  );
  await sandbox.restore(files);
  rows['restore of the files'] = await times(() => timed(() => sandbox.restore(files)));
  return rows;
}

async function measureStates(count, bytes) {
  const rows = {};
  const directory = mkdtempSync(join(tmpdir(), 'wasmsand-bench-'));
  const persistence = { mode: 'persistent', namespace: 'bench', directory, autosaveMs: 0 };
  const sandbox = await sandboxWith(count, bytes, { persistence });
  const other = await Sandbox.create(filled);
  let state;
  rows['exporting the state'] = await times(async () => {
    const ms = await timed(async () => {
      state = await sandbox.exportState();
    });
    return ms;
  }, fewRounds);
  rows['importing it'] = await times(() => timed(() => other.importState(state)), fewRounds);
  other.destroy();
  rows['saving it for the first time'] = format(await timed(() => sandbox.save()));
  let round = 0;
  rows['saving one changed file'] = await times(() => {
    sandbox.writeFile('d0/0', `changed ${round++}`);
    return timed(() => sandbox.save());
  }, fewRounds);
  await sandbox[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
  return rows;
}

/** Of large files, all different. */
async function measureSpeed() {
  const megabytes = 256;
  const sandbox = await Sandbox.create(filled);
  const content = new Uint8Array(10 ** 6);
  for (let i = 0; i < megabytes; i++) {
    for (let at = 0; at < content.length; at += 1024) content[at] = Math.floor(Math.random() * 256);
    sandbox.writeFile(String(i), content);
  }
  let state;
  const speed = async (action) => {
    const all = [];
    for (let i = 0; i < fewRounds; i++) all.push(await timed(action));
    return `${Math.round((megabytes / median(all)) * 1000)} MB/s`;
  };
  const rows = {
    'exporting 256 MB': await speed(async () => {
      state = await sandbox.exportState();
    }),
    'importing them': await speed(() => sandbox.importState(state)),
  };
  sandbox.destroy();
  return rows;
}

// First of all: what is given back later would hide what is taken.
async function measureMemory() {
  const rows = {};
  const template = await Sandbox.template((made) => made.run('v=1'));
  const made = [];
  const created = await grown(async () => {
    for (let i = 0; i < 1000; i++) made.push(await template.create());
  });
  rows['one of 1 000 made from a template'] = `${(created / 1000 / 1024).toFixed(1)} KiB`;
  for (const one of made) one.destroy();
  template.dispose();
  const sandbox = await sandboxWith(1000, largest);
  const forks = [];
  const forked = await grown(async () => {
    for (let i = 0; i < 50; i++) forks.push(await sandbox.fork());
  });
  rows['50 forks together'] = `${(forked / mebibyte).toFixed(1)} MiB`;
  for (const fork of forks) fork.destroy();
  sandbox.writeFile('large', new Uint8Array(4 * mebibyte).fill(1));
  const id = await sandbox.snapshot({ filesOnly: true });
  const child = sandbox.spawn('dd', ['of=large', 'conv=notrunc', 'bs=1', 'count=1'], { stdin: 'x' });
  await child.exited;
  rows['one byte written after a snapshot'] = `${sandbox.metrics().snapshotBytes / 1024} KiB`;
  sandbox.deleteSnapshot(id);
  sandbox.destroy();
  return rows;
}

async function table() {
  await (await Sandbox.create()).run(':');
  const memory = await measureMemory();
  const small = await sandboxWith(10, 10_000);
  const few = { ...(await measureSize(small)), ...(await measureStates(10, 10_000)) };
  small.destroy();
  const large = await sandboxWith(many, largest);
  const lots = { ...(await measureSize(large)), ...(await measureStates(many, largest)) };
  large.destroy();
  Object.assign(memory, await measureSpeed());
  const archives = await measureArchives();
  const plain = await times(async () => {
    let made;
    const ms = await timed(async () => {
      made = await Sandbox.create();
    });
    made.destroy();
    return ms;
  });
  const lines = [
    `Node ${process.version}, ${cpus().length} × ${cpus()[0].model.trim()}. Ratios travel better than times.`,
    '',
    '| what | 10 files | 50 000 files, 64 MiB |',
    '| --- | ---: | ---: |',
    ...Object.entries(few).map(([name, time]) => `| ${name} | ${time} | ${lots[name]} |`),
    `| create, to compare | ${plain} | |`,
    '',
    '| what | takes |',
    '| --- | ---: |',
    ...Object.entries(memory).map(([name, bytes]) => `| ${name} | ${bytes} |`),
    '',
    ...archives,
  ];
  return lines.join('\n');
}

const page = (text) => `# State

\`npm run bench:state -- --write\` makes this page.

${text}
`;

const text = await table();
if (process.argv[2] === '--write') writeFileSync(fileURLToPath(new URL('STATE.md', import.meta.url)), page(text));
else process.stdout.write(`${text}\n`);
process.exit(0);
