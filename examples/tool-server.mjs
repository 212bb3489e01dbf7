// A tool server: each user gets a shell over HTTP.
//
// Shows: a template, a sandbox per user, bounded requests, a client that disconnects, an end that frees everything. It has no
// authentication: put it behind a proxy that has.
//
//   node examples/tool-server.mjs               sends a few requests to itself and ends
//   node examples/tool-server.mjs --port 8080   POST /users/NAME/run {"command": "..."}, DELETE /users/NAME, GET /metrics

import { once } from 'node:events';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { Sandbox } from 'wasmsand';

const mostUsers = 100;
const mostBytes = 64 * 1024;

Sandbox.limitHost({ memoryBytes: 2 * 1024 ** 3 });
const template = await Sandbox.template((made) => made.run('mkdir work && cd work'), { limits: 'strict' });
/** Promises, so that two first requests of a user share one sandbox. */
const users = new Map();

class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function sandboxOf(user) {
  if (!users.has(user)) {
    if (users.size >= mostUsers) throw new Refusal(503, 'there are too many users');
    users.set(user, template.create());
  }
  return users.get(user);
}

async function readCommand(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > mostBytes) throw new Refusal(413, 'the request is too long');
  }
  try {
    const { command } = JSON.parse(text);
    if (typeof command === 'string') return command;
  } catch {}
  throw new Refusal(400, 'a command is wanted: {"command": "..."}');
}

async function run(user, request, response) {
  const command = await readCommand(request);
  const sandbox = await sandboxOf(user);
  // A client that goes away has no use for the command any more.
  const controller = new AbortController();
  response.on('close', () => controller.abort());
  const result = await sandbox.run(command, { signal: controller.signal });
  return {
    exit_code: result.exitCode,
    stdout: result.stdout,
    stderr: result.stderr,
    ...(result.errorClass && { reason: result.errorClass, limit: result.limit }),
  };
}

async function forget(user) {
  const sandbox = users.get(user);
  users.delete(user);
  (await sandbox)?.destroy();
  return {};
}

async function metrics() {
  const made = await Promise.all(users.values());
  return made.map((sandbox) => sandbox.metrics().prometheus()).join('');
}

async function answer(request, response) {
  const [, user, action] = /^\/users\/(\w{1,32})(\/run)?$/.exec(request.url) ?? [];
  if (request.method === 'POST' && action) return run(user, request, response);
  if (request.method === 'DELETE' && user && !action) return forget(user);
  if (request.method === 'GET' && request.url === '/metrics') return metrics();
  throw new Refusal(404, 'there is nothing here');
}

const server = createServer((request, response) => {
  const send = (status, body) => {
    const text = typeof body === 'string' ? body : `${JSON.stringify(body)}\n`;
    response
      .writeHead(status, { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' })
      .end(text);
  };
  answer(request, response).then(
    (body) => send(200, body),
    (error) => send(error instanceof Refusal ? error.status : 500, { error: error.message }),
  );
});

const { values } = parseArgs({ options: { port: { type: 'string' } } });
await once(server.listen(Number(values.port ?? 0), '127.0.0.1'), 'listening');
const { port } = server.address();
if (values.port !== undefined) {
  console.log(`listening on http://127.0.0.1:${port}`);
  await once(process, 'SIGINT');
} else {
  const ask = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    console.log(method, path, response.status, (await response.text()).trim());
  };
  await ask('POST', '/users/ann/run', { command: 'echo secret > note; pwd' });
  await ask('POST', '/users/bob/run', { command: 'cat note' });
  await ask('POST', '/users/ann/run', { command: 'cat note; curl -sS http://example.com' });
  await ask('POST', '/users/ann/run', { line: 'pwd' });
  await ask('DELETE', '/users/ann');
  await ask('POST', '/users/ann/run', { command: 'ls | wc -l' });
}
server.close();
server.closeAllConnections();
await Promise.all(Array.from(users.keys(), forget));
template.dispose();

// Prints:
//   POST /users/ann/run 200 {"exit_code":0,"stdout":"/home/user/work\n","stderr":""}
//   POST /users/bob/run 200 {"exit_code":1,"stdout":"","stderr":"cat: note: No such file or directory\n"}
//   POST /users/ann/run 200 {"exit_code":6,"stdout":"secret\n","stderr":"curl: (6) Could not resolve host: example.com\n","reason":"CAPABILITY_DENIED","limit":"network"}
//   POST /users/ann/run 400 {"error":"a command is wanted: {\"command\": \"...\"}"}
//   DELETE /users/ann 200 {}
//   POST /users/ann/run 200 {"exit_code":0,"stdout":"0\n","stderr":""}
