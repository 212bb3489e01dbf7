// Archives into a sandbox and out of it, beside the machine's tar in the same run, which has the machine's files to write and read.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sandbox } from 'wasmsand';
import { format, median } from './figures.mjs';

const rounds = 5;
const mebibyte = 2 ** 20;
const files = 10_000;

/** By name: makes it in a sandbox, below `/tmp/tree`. */
const trees = {
  '64 MiB in one file': (sandbox) => sandbox.writeFile('/tmp/tree/large', new Uint8Array(64 * mebibyte).fill(1)),
  '10 000 files of 1 KiB': (sandbox) => {
    const content = new Uint8Array(1024).fill(1);
    for (let i = 0; i < files; i++) {
      const directory = `/tmp/tree/d${i % 100}`;
      sandbox.mkdir(directory, { recursive: true });
      sandbox.writeFile(`${directory}/${i}`, content);
    }
  },
};

async function exported(sandbox, options) {
  const chunks = [];
  for await (const chunk of sandbox.exportTar('/tmp/tree', options)) chunks.push(chunk);
  return chunks;
}

async function timed(action) {
  const begin = performance.now();
  await action();
  return performance.now() - begin;
}

function tar(args, input) {
  const { status, stdout, stderr } = spawnSync('tar', args, { input, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(String(stderr));
  return stdout;
}

async function round(sandbox, archive, place, times) {
  const note = async (name, action) => times[name].push(await timed(action));
  const directory = join(place, 'tree');
  mkdirSync(directory);
  await note('importTar', () => sandbox.importTar('/tmp/again', archive));
  await note('tar -x', () => tar(['-C', directory, '-xf', '-'], archive));
  await note('exportTar', () => exported(sandbox));
  await note('tar -c', () => tar(['-C', directory, '-cf', '-', '.']));
  rmSync(directory, { recursive: true });
  sandbox.rm('/tmp/again', { recursive: true });
}

/** The lines of a table. */
export async function measureArchives() {
  const columns = ['importTar', 'tar -x', 'exportTar', 'tar -c'];
  const lines = [`| archive | ${columns.join(' | ')} |`, `| --- |${' ---: |'.repeat(columns.length)}`];
  const place = mkdtempSync(join(tmpdir(), 'wasmsand-bench-'));
  for (const [name, make] of Object.entries(trees)) {
    const sandbox = await Sandbox.create({ fsLimitMb: 2048 });
    sandbox.mkdir('/tmp/tree');
    make(sandbox);
    const archive = Buffer.concat(await exported(sandbox));
    const times = Object.fromEntries(columns.map((column) => [column, []]));
    for (let i = 0; i < rounds; i++) await round(sandbox, archive, place, times);
    const cells = columns.map((column) => {
      const ms = median(times[column]);
      return `${format(ms)}, ${((archive.length / 1e6 / ms) * 1000).toFixed(0)} MB/s`;
    });
    lines.push(`| ${name} | ${cells.join(' | ')} |`);
    sandbox.destroy();
  }
  rmSync(place, { recursive: true });
  return lines;
}
