// The back end of a VS Code extension: a command runs a command line on the workspace, shows what it would change, and asks
// before it changes anything.
//
// Shows: an overlay of the workspace, a cancellable command, an output channel, freeing all with the extension. Started with `node`,
// it does nothing.
//
// Your extension's entry passes VS Code's objects on:
//
//   const vscode = require('vscode');
//   exports.activate = async (context) => (await import('./vscode-backend.mjs')).activate(context, vscode);
//
// On Node 24 and newer set WASMSAND_HOST=threads first. Other extensions share the process, and wasmsand would set engine flags for all.

import { Sandbox } from 'wasmsand';

/** `context` and `vscode` are VS Code's. */
export async function activate(context, vscode) {
  const channel = vscode.window.createOutputChannel('wasmsand');
  const [folder] = vscode.workspace.workspaceFolders;
  const sandbox = await Sandbox.create({ limits: 'strict' });
  const project = sandbox.overlay('/workspace', folder.uri.fsPath);

  async function run(command) {
    const progress = { location: vscode.ProgressLocation.Notification, title: command, cancellable: true };
    const result = await vscode.window.withProgress(progress, (_progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      return sandbox.run(command, {
        cwd: '/workspace',
        signal: controller.signal,
        onStdout: (chunk) => channel.append(Buffer.from(chunk).toString()),
        onStderr: (chunk) => channel.append(Buffer.from(chunk).toString()),
      });
    });
    if (result.errorClass === 'CANCELLED') return;
    const changes = project.diff().filter(({ type }) => type === 'file');
    if (changes.length === 0) return;
    for (const { kind, path } of changes) channel.appendLine(`${kind} ${path.slice('/workspace/'.length)}`);
    const answer = await vscode.window.showInformationMessage(`Apply ${changes.length} changes?`, 'Apply', 'Discard');
    if (answer === 'Apply') project.commit();
    else project.discard();
  }

  context.subscriptions.push(
    channel,
    vscode.commands.registerCommand('wasmsand.run', run),
    // Ends commands and frees everything.
    { dispose: () => sandbox.destroy() },
  );
}
