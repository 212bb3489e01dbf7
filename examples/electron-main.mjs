// The main process of an Electron app: the page sends commands by IPC and receives their output while they run.
//
// Shows: a sandbox per window, an overlay of a folder that the user has chosen, streamed output, freeing all when the app quits.
//
//   npx electron examples/electron-main.mjs
//
// Electron's objects are arguments of `main`, so that a test can run the program under plain Node. Started with `node`, it does nothing.

import { Sandbox } from 'wasmsand';

/** Handles what pages ask for. `app` and `ipcMain` are Electron's. */
export async function main({ app, ipcMain }) {
  await app.whenReady();
  /** By the page's id. */
  const shells = new Map();

  function shellOf(page) {
    let shell = shells.get(page.id);
    if (shell === undefined) {
      shell = Sandbox.create({ limits: 'strict' });
      shells.set(page.id, shell);
      page.once('destroyed', () => {
        shells.delete(page.id);
        shell.then((sandbox) => sandbox.destroy());
      });
    }
    return shell;
  }

  ipcMain.handle('shell:open', async ({ sender }, folder) => {
    const sandbox = await shellOf(sender);
    // The user's files are not touched until the page asks for a commit.
    sandbox.overlay('/project', folder);
    await sandbox.run('cd /project');
  });
  ipcMain.handle('shell:run', async ({ sender }, command) => {
    const sandbox = await shellOf(sender);
    const tell = (stream) => (chunk) => sender.send('shell:output', stream, Buffer.from(chunk).toString());
    const { exitCode, errorClass } = await sandbox.run(String(command), {
      onStdout: tell('stdout'),
      onStderr: tell('stderr'),
    });
    return { exitCode, errorClass };
  });
  ipcMain.handle('shell:complete', async ({ sender }, line) => (await shellOf(sender)).complete(String(line)));

  app.once('before-quit', async () => {
    for (const shell of shells.values()) (await shell).destroy();
  });
}

if (process.versions.electron !== undefined) await main(await import('electron'));
