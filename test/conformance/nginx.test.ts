// Command lines of curl and wget with nginx at the other end, on this machine and in a sandbox through its gate.

import { readFileSync } from 'node:fs';
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificates } from '../network/servers.js';
import { skipWithout } from '../setup/missing-programs.js';
import { CommandLines, listen, type Said } from './network/command-lines.js';
import { Nginx } from './network/nginx.js';
import { serve } from './network/server.js';
import { unusable } from './real-machine.js';

/** Lines that differ, and why they have to. */
const different: Readonly<Record<string, string>> = {
  'curl -sS -0 $HTTP/headers': 'the gate speaks HTTP/1.1',
  'curl -sS gopher://$HOST/ 2>/dev/null; echo $?': 'this curl speaks HTTP only',
  "curl -sS -X '' $HTTP/headers": 'what is not HTTP is not passed on',
};

/** Two runs of a line are not at the same second. */
const untimed = (said: Said): Said => ({
  ...said,
  stdout: said.stdout.replace(/Date: .* GMT/g, 'Date: then'),
  stderr: said.stderr.replace(/Date: .* GMT/g, 'Date: then'),
});

describe.skipIf(unusable)('nginx', () => {
  const made = certificates();
  const upstream = http.createServer(serve);
  let nginx: Nginx;
  let lines: CommandLines;

  beforeAll(async () => {
    nginx = await Nginx.start(made, await listen(upstream));
    const { plain, secure, http2, mutual, strict, free } = nginx.ports;
    lines = await CommandLines.create(made.ca, (host, other) => ({
      HOST: host,
      PLAIN: `${plain}`,
      FREE: `${free}`,
      HTTP: `http://${host}:${plain}`,
      HTTPS: `https://${host}:${secure}`,
      HTTP2: `https://${host}:${http2}`,
      MUTUAL: `https://${host}:${mutual}`,
      STRICT: `https://${host}:${strict}`,
      OTHER: `http://${other}:${plain}`,
      CLIENT: made.clientCert + made.clientKey,
    }));
  });
  afterAll(async () => {
    lines?.remove();
    await nginx?.stop();
    upstream.close();
    upstream.closeAllConnections();
  });

  describe.each(['nginx', 'shell'])('%s.txt', (name) => {
    const file = fileURLToPath(new URL(`./network/${name}.txt`, import.meta.url));
    for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
      it(line, async (context) => {
        skipWithout(context, line);
        const real = untimed(await lines.onThisMachine(line));
        const ours = untimed(await lines.inSandbox(line));
        if (different[line] === undefined) expect(ours).toEqual(real);
        else expect(ours, different[line]).not.toEqual(real);
      });
    }
  });
});
