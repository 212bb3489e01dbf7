// A network with rules: a sandbox may use one API, with some methods and paths, and with a secret that it never sees.
//
// Shows: patterns, rules that add headers, an answer of your own, a budget, a log of all decisions. The API is a server of this
// program, so that the example needs no network.
//
//   node examples/proxy-with-rules.mjs

import { once } from 'node:events';
import { createServer } from 'node:http';
import { Sandbox } from 'wasmsand';

const api = createServer((request, response) => {
  const known = request.headers['x-api-key'] === 'top secret';
  response
    .writeHead(known ? 200 : 401)
    .end(`${request.method} ${request.url}: ${known ? 'welcome' : 'who are you?'}\n`);
});
await once(api.listen(0, '127.0.0.1'), 'listening');
const { port } = api.address();
const base = `http://api.test:${port}`;

const audit = [];
const sandbox = await Sandbox.create({
  limits: 'strict',
  network: {
    rules: [{ match: `${base}/v1/`, methods: ['GET'], transform: { headers: { 'X-Api-Key': 'top secret' } } }],
    deny: [`${base}/v1/admin/`],
    // The name is not public, and neither is its address.
    hosts: { 'api.test': '127.0.0.1' },
    subnets: { allow: ['127.0.0.1/32'] },
    budget: { requests: 4 },
    onRequest: (request) =>
      new URL(request.url).pathname === '/v1/cached' ? new Response('from the cache\n') : undefined,
  },
  security: {
    onAuditEvent: ({ action, allowed, method, url, code }) => {
      if (action === 'request') audit.push(`${allowed ? 'allowed' : code} ${method} ${new URL(url).pathname}`);
    },
  },
});

for (const request of ['/v1/items', '/v1/cached', '/v1/admin/users', '-X DELETE /v1/items', '/v2/items']) {
  const [path, ...options] = request.split(' ').reverse();
  // Of a refusal the body says which rule it was.
  const { stdout } = await sandbox.run('curl -s -o body -w "%{http_code} " -f "$@" && head -n 1 body', {
    args: [...options.reverse(), `${base}${path}`],
  });
  console.log(`${request}: ${stdout.trim()}`);
}
const { stdout } = await sandbox.run('env; grep -r . /home /tmp');
console.log(`a guest has seen the secret: ${stdout.includes('top secret')}`);
console.log(audit.join('\n'));
sandbox.destroy();
api.close();

// Prints:
//   /v1/items: 200 GET /v1/items: welcome
//   /v1/cached: 200 from the cache
//   /v1/admin/users: 403
//   -X DELETE /v1/items: 403
//   /v2/items: 403
//   a guest has seen the secret: false
//   allowed GET /v1/items
//   allowed GET /v1/cached
//   E_NET_DENIED GET /v1/admin/users
//   E_NET_DENIED DELETE /v1/items
//   E_NET_DENIED GET /v2/items
