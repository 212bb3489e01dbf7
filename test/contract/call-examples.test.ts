// The examples of public methods run as they stand.

import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { publicMethods } from '../../scripts/docs/methods.mjs';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();
const before = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'wasmsand-examples-'));

beforeAll(() => {
  process.chdir(folder);
  writeFileSync('big.bin', 'big');
});
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

/** Those that need a server, outside or in the sandbox. */
const needServers = ['Sandbox.importTar', 'Sandbox.connect', 'Sandbox.fetch'];
/** A file that examples of edits name. */
const serverProgram = `import sys\n\n\ndef main():\n    port = 80\n    return port\n${'\n'.repeat(8)}`;
/** Folders of the host that examples name. */
const hostFolders = /\/home\/me\/project|\/tmp\/results/g;

const examples = [...publicMethods()].flatMap(([name, { examples }]) =>
  examples.map((code, index) => ({ name: index === 0 ? name : `${name} again`, code })),
);

/** Runs it with what it may name beside what it declares. */
async function run(code: string, sandbox: Sandbox): Promise<void> {
  sandbox.writeFile('server.py', serverProgram);
  const given = {
    ...{ sandbox, Sandbox, readFile, writeFile, pipeline, createWriteStream },
    session: await sandbox.python.session(),
    template: await Sandbox.template(() => Promise.resolve()),
    bytes: new Uint8Array(3),
    console: { log: () => {} },
  };
  const source = `const example = async () => {${code.replaceAll(hostFolders, folder)}\n};`;
  const { code: compiled } = await transform(source, { loader: 'ts', target: 'node20' });
  const example = new Function(...Object.keys(given), `${compiled} return example();`);
  try {
    await example(...Object.values(given));
  } finally {
    given.template.dispose();
  }
}

describe('the example of', () => {
  it('many a method is found', () => {
    expect(examples.length).toBeGreaterThan(25);
  });

  it.each(examples.filter(({ name }) => !needServers.includes(name)))('$name runs', async ({ name, code }) => {
    const sandbox = await create({ files: { 'notes.txt': 'x', 'project/src': 'x' } });
    try {
      await run(code, sandbox);
    } finally {
      if (name.endsWith('limitHost')) Sandbox.limitHost({ memoryBytes: 0 });
    }
  });
});
