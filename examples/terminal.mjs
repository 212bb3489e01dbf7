// A terminal for a person, as a web page or an editor shows one: keys go in, bytes for the screen come out.
//
// Shows: an interactive shell, waiting for its output, Ctrl-C, another size, hanging up. Connect a terminal emulator such as xterm.js in the
// place of `type` and `shown`.
//
//   node examples/terminal.mjs

import { Sandbox } from 'wasmsand';

const sandbox = await Sandbox.create();
const terminal = sandbox.terminal({ cols: 80, rows: 24 });

const writer = terminal.input.getWriter();
const reader = terminal.output.getReader();
const decoder = new TextDecoder();
let screen = '';

const type = (keys) => writer.write(keys);

/** Reads until the screen shows the text, and returns what came. */
async function shown(text) {
  const from = screen.length;
  while (!screen.slice(from).includes(text)) {
    const { value, done } = await reader.read();
    if (done) break;
    screen += decoder.decode(value, { stream: true });
  }
  return screen.slice(from);
}

await shown('$ ');
await type('tty; echo "${#TERM} letters of TERM"\r');
console.log((await shown('letters of TERM\r\n')).includes('/dev/pts/0'));

// Ctrl-C ends the command, and the shell goes on.
await type('sleep 1000\r');
await shown('sleep 1000');
await type('\x03');
await type('echo "status $?"\r');
console.log((await shown('status 130')).includes('^C'));

// Programs hear of another size by SIGWINCH.
terminal.resize(100, 30);
await type('stty size\r');
console.log((await shown('30 100')).includes('30 100'));

terminal.close();
console.log(await terminal.process.exited);
sandbox.destroy();

// Prints:
//   true
//   true
//   true
//   { exitCode: 129, timedOut: false, signal: 'SIGHUP' }
