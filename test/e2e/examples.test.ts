// The programs in examples/: each runs, and prints what it says at its end. What Electron and VS Code give is put in their place.

import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot, run, runNode } from './run-node.js';

const directory = join(packageRoot, 'examples');
const names = readdirSync(directory).filter((name) => name.endsWith('.mjs'));

/** The comment at the end of a program: what it prints. */
function printed(name: string): string | undefined {
  const [, comment] = /^\/\/ Prints:\n((?:\/\/.*\n)+)$/m.exec(readFileSync(join(directory, name), 'utf8')) ?? [];
  return comment?.replaceAll(/^\/\/( {3})?/gm, '');
}

describe('the examples', () => {
  let scratch: string;
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'wasmsand-examples-'));
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  it('are listed, and each but the two that are loaded by others says what it prints', () => {
    const list = readFileSync(join(directory, 'README.md'), 'utf8');
    expect(names.filter((name) => !list.includes(`](${name})`))).toEqual([]);
    expect(names.filter((name) => printed(name) === undefined)).toEqual(['electron-main.mjs', 'vscode-backend.mjs']);
  });

  it.each(names.filter((name) => printed(name) !== undefined))('%s', async (name) => {
    const { status, stdout, stderr } = await run(process.execPath, [join('examples', name)], {
      env: { TMPDIR: scratch },
    });
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({ status: 0, stdout: printed(name), stderr: '' });
  });

  it('electron-main.mjs serves a page until the app quits', async () => {
    const folder = await mkdtemp(join(scratch, 'project-'));
    await writeFile(join(folder, 'notes.txt'), 'one\n');
    const source = `
      import { EventEmitter } from 'node:events';
      import { main } from './examples/electron-main.mjs';
      const app = Object.assign(new EventEmitter(), { whenReady: async () => {} });
      const handlers = new Map();
      await main({ app, ipcMain: { handle: (channel, handler) => handlers.set(channel, handler) } });
      const page = Object.assign(new EventEmitter(), { id: 1, send: (...message) => console.log(...message) });
      const invoke = (channel, argument) => handlers.get(channel)({ sender: page }, argument);
      await invoke('shell:open', ${JSON.stringify(folder)});
      console.log(await invoke('shell:run', 'cat notes.txt; echo two >>notes.txt; wc -l <notes.txt; false'));
      console.log((await invoke('shell:complete', 'cat no')).completions);
      app.emit('before-quit');
    `;
    const { status, stdout, stderr } = await runNode(source);
    const output = [
      ...['shell:output stdout one', ''],
      ...['shell:output stdout 2', ''],
      ...['{ exitCode: 1, errorClass: undefined }', "[ 'notes.txt' ]", ''],
    ].join('\n');
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({ status: 0, stdout: output, stderr: '' });
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('one\n');
  });

  it('vscode-backend.mjs asks before it changes the workspace', async () => {
    const folder = await mkdtemp(join(scratch, 'workspace-'));
    await writeFile(join(folder, 'notes.txt'), 'one\n');
    const source = `
      import { activate } from './examples/vscode-backend.mjs';
      const commands = new Map();
      const answers = ['Discard', 'Apply'];
      const vscode = {
        ProgressLocation: { Notification: 15 },
        window: {
          createOutputChannel: () => ({
            append: (text) => process.stdout.write(text),
            appendLine: (line) => console.log(line),
            dispose: () => console.log('closed'),
          }),
          withProgress: ({ title }, task) => {
            console.log('>', title);
            return task({}, { onCancellationRequested: () => {} });
          },
          showInformationMessage: async (message) => {
            const answer = answers.shift();
            console.log(message, answer);
            return answer;
          },
        },
        workspace: { workspaceFolders: [{ uri: { fsPath: ${JSON.stringify(folder)} } }] },
        commands: { registerCommand: (name, handler) => (commands.set(name, handler), { dispose: () => commands.delete(name) }) },
      };
      const context = { subscriptions: [] };
      await activate(context, vscode);
      const runCommand = commands.get('wasmsand.run');
      await runCommand('cat notes.txt');
      await runCommand('echo lost >> notes.txt');
      await runCommand('echo two >> notes.txt; cat notes.txt');
      for (const each of context.subscriptions) each.dispose();
      console.log(commands.size);
    `;
    const { status, stdout, stderr } = await runNode(source);
    const output = [
      ...['> cat notes.txt', 'one'],
      ...['> echo lost >> notes.txt', 'modified notes.txt', 'Apply 1 changes? Discard'],
      ...['> echo two >> notes.txt; cat notes.txt', 'one', 'two', 'modified notes.txt', 'Apply 1 changes? Apply'],
      ...['closed', '0', ''],
    ].join('\n');
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({ status: 0, stdout: output, stderr: '' });
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('one\ntwo\n');
  });
});
