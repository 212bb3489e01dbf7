// npm start -- 'COMMAND': runs a command line in a new sandbox and exits with its status. Without a command: a prompt on a
// terminal, a short demonstration elsewhere.
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Sandbox } from 'wasmsand';
import { demonstrate } from './demo.mjs';

// The whole machine is the caller's: nothing but the caller ends a command.
const options = { timeoutMs: 0, memoryLimitMb: 2048, fsLimitMb: 2048 };

// Bytes pass as they are, as fast as the other side takes them; a reader that leaves early (`| head`) ends the command.
async function runOnce(command) {
  const sandbox = await Sandbox.create(options);
  const child = sandbox.spawn('bash', ['-c', command]);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const stopOnBrokenPipe = (error) => {
    if (error.code !== 'EPIPE') throw error;
    child.kill('SIGPIPE');
  };
  // Input may still be coming when the command has ended: nobody waits for it.
  pipeline(stdin, Writable.fromWeb(child.stdin)).catch(() => {});
  const outputs = [
    pipeline(Readable.fromWeb(child.stdout), stdout, { end: false }).catch(stopOnBrokenPipe),
    pipeline(Readable.fromWeb(child.stderr), process.stderr, { end: false }).catch(stopOnBrokenPipe),
  ];
  const { exitCode } = await child.exited;
  await Promise.all(outputs);
  sandbox.destroy();
  return exitCode;
}

async function prompt() {
  const sandbox = await Sandbox.create(options);
  const terminal = createInterface({ input: stdin, output: stdout });
  let exitCode = 0;
  const ask = () => {
    const home = sandbox.getEnv('HOME');
    const directory = sandbox.getEnv('PWD');
    const shown = directory.startsWith(home) ? `~${directory.slice(home.length)}` : directory;
    terminal.setPrompt(`user@sandbox:${shown}$ `);
    terminal.prompt();
  };
  let running;
  terminal.on('SIGINT', () => {
    if (running) running.abort();
    else ask();
  });
  ask();
  for await (const line of terminal) {
    if (/^\s*exit(\s|$)/.test(line)) break;
    running = new AbortController();
    const result = await sandbox.run(line, {
      signal: running.signal,
      onStdout: (chunk) => stdout.write(chunk),
      onStderr: (chunk) => process.stderr.write(chunk),
    });
    running = undefined;
    exitCode = result.exitCode;
    ask();
  }
  terminal.close();
  sandbox.destroy();
  return exitCode;
}

const command = process.argv.slice(2).join(' ');
if (command !== '') process.exitCode = await runOnce(command);
else process.exitCode = await (stdin.isTTY ? prompt() : demonstrate());

// Standard input may be a pipe that nobody closes, and a read of it would keep the process alive.
stdin.destroy();
