// npm start -- 'COMMAND': runs a command line in a new sandbox and exits with its status. Without a command: a prompt on a
// terminal, a short demonstration elsewhere. Before that, whatever of the checkout it needs is set up.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { demonstrate, demonstration } from './demo.mjs';
import { missingPorts } from './setup/image.mjs';

/** @type {readonly NodeJS.Signals[]} */
const endingSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'];
// The whole machine is the caller's: nothing but the caller ends a command.
const options = { timeoutMs: 0, memoryLimitMb: 2048, fsLimitMb: 2048 };

/**
 * Ends with the set-up when that fails. Standard output is the command's alone, and so is an input that is no terminal.
 * @param {string} text
 */
async function setUp(text) {
  const script = fileURLToPath(new URL('setup.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, `--for=${text}`], {
    stdio: [stdin.isTTY ? 'inherit' : 'ignore', 2, 2],
  });
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => child.kill(signal);
  for (const signal of endingSignals) process.on(signal, forward);
  /** @type {[number | null, NodeJS.Signals]} */
  const [status, signal] = /** @type {never} */ (await once(child, 'close'));
  for (const signal of endingSignals) process.off(signal, forward);
  if (status !== 0) process.exit(status ?? 128 + constants.signals[signal]);
  return import('wasmsand');
}

// Bytes pass as they are, as fast as the other side takes them. A reader that leaves early (`| head`) is a broken pipe for the
// command too, and a signal ends all of it.
/** @param {string} command */
async function runOnce(command) {
  const { Sandbox } = await setUp(command);
  const sandbox = await Sandbox.create(options);
  const controller = new AbortController();
  const child = sandbox.spawn('bash', ['-c', command], { signal: controller.signal });
  let interrupted = 0;
  for (const signal of endingSignals) {
    process.on(signal, () => {
      interrupted = 128 + constants.signals[signal];
      controller.abort();
    });
  }
  // Input may still be coming when the command has ended: nobody waits for it.
  pipeline(stdin, Writable.fromWeb(child.stdin)).catch(() => {});
  /** @param {NodeJS.ErrnoException} error */
  const ignoreBrokenPipe = (error) => {
    if (error.code !== 'EPIPE') throw error;
  };
  const outputs = [
    pipeline(Readable.fromWeb(child.stdout), stdout, { end: false }).catch(ignoreBrokenPipe),
    pipeline(Readable.fromWeb(child.stderr), process.stderr, { end: false }).catch(ignoreBrokenPipe),
  ];
  const { exitCode } = await child.exited;
  await Promise.all(outputs);
  sandbox.destroy();
  return interrupted || exitCode;
}

async function prompt() {
  const { Sandbox } = await setUp(demonstration);
  const missing = missingPorts().map(({ name }) => name);
  if (missing.length > 0) console.error(`Not built: ${missing.join(' ')}. All are after: node scripts/setup.mjs`);
  const sandbox = await Sandbox.create(options);
  const terminal = createInterface({ input: stdin, output: stdout });
  let exitCode = 0;
  const ask = () => {
    const home = sandbox.getEnv('HOME');
    const directory = sandbox.getEnv('PWD') ?? '?';
    const shown = home && directory.startsWith(home) ? `~${directory.slice(home.length)}` : directory;
    terminal.setPrompt(`user@sandbox:${shown}$ `);
    terminal.prompt();
  };
  /** @type {AbortController | undefined} */
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

async function demonstrateAfterSetUp() {
  await setUp(demonstration);
  return demonstrate();
}

/** @param {NodeJS.ErrnoException} error */
function endOnBrokenPipe(error) {
  if (error.code !== 'EPIPE') throw error;
  process.exit(128 + constants.signals.SIGPIPE);
}

const command = process.argv.slice(2).join(' ');
if (command !== '') {
  process.exitCode = await runOnce(command);
} else {
  stdout.on('error', endOnBrokenPipe);
  process.exitCode = await (stdin.isTTY ? prompt() : demonstrateAfterSetUp());
}

// Standard input may be a pipe that nobody closes, and a read of it would keep the process alive.
stdin.destroy();
