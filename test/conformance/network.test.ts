// The same command lines of curl and wget on this machine, and in a sandbox through its gate: output and exit status are the same.

import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificates } from '../network/servers.js';
import { skipWithout } from '../setup/missing-programs.js';
import { CommandLines, listen, type Said } from './network/command-lines.js';
import { serve } from './network/server.js';
import { unusable } from './real-machine.js';

/** Lines that differ, and why they have to. */
const different: Readonly<Record<string, string>> = {
  'curl -sS -T f $HTTP/echo': 'the gate itself says that a request can go on',
  'curl -sS -T big $HTTPS/echo': 'the gate itself says that a request can go on',
  'cat f | curl -sS -T - $HTTP/echo': 'the gate itself says that a request can go on',
  "curl -sS -H 'Expect: 100-continue' -d x $HTTP/echo": 'the gate itself says that a request can go on',
  "curl -sS -H 'TE: trailers' $HTTP/echo": 'TE is between neighbours',
  'curl -sS --tr-encoding $HTTP/echo': 'TE is between neighbours',
  'curl -sS -i $HTTP/http10': 'the gate speaks HTTP/1.1',
  'curl -sS -i $HTTP/badstatus': 'what is not HTTP is not passed on',
  'curl -sS -i $HTTP/garbage': 'what is not HTTP is not passed on',
  'curl -sS -i $HTTP/dupcl': 'two lengths are not passed on, alike or not',
  'curl -sS -i $HTTP/fold': 'folded headers are passed on in one line',
  'curl -sS -i $HTTP/100': 'undici takes no 100 that was not asked for',
  'curl -sS -i $HTTP/103': 'early hints are not passed on',
  'curl -sS -i $HTTP/lf': 'what is not HTTP is not passed on',
  "curl -sS -H 'Host: other.test' $HTTP/echo": 'a request is for the host of its connection',
  'curl -sS -X FOO $HTTP/echo': "Node's parser knows no such method",
};

const timed = /after \d+ (ms|milliseconds)/g;
const untimed = (said: Said): Said => ({ ...said, stderr: said.stderr.replace(timed, 'after N ms') });

describe.skipIf(unusable)('command lines', () => {
  const { ca, cert, key } = certificates();
  const servers = [http.createServer(serve), https.createServer({ cert, key }, serve)] as const;
  let lines: CommandLines;

  beforeAll(async () => {
    const [plain, secure] = [await listen(servers[0]), await listen(servers[1])];
    lines = await CommandLines.create(ca, (host) => ({
      HTTP: `http://${host}:${plain}`,
      HTTPS: `https://${host}:${secure}`,
    }));
  });
  afterAll(() => {
    lines?.remove();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  });

  describe('a certificate that is refused', () => {
    const { expired, selfSigned, strange } = certificates();
    const kinds = { 'because it has expired': expired, 'because it is its own': selfSigned, 'for its issuer': strange };
    for (const [kind, refused] of Object.entries(kinds)) {
      it(kind, async (context) => {
        skipWithout(context, 'curl wget');
        const server = https.createServer({ cert: refused, key }, serve);
        const port = await listen(server);
        const own = await CommandLines.create(ca, (host) => ({ HTTPS: `https://${host}:${port}` }));
        const line = "curl -sS -w '%{ssl_verify_result}' $HTTPS/ 2>&1";
        expect(await own.inSandbox(line)).toEqual(await own.onThisMachine(line));
        // Debian's wget has its TLS of GnuTLS, and so other words.
        const { status } = await own.onThisMachine('wget -q $HTTPS/');
        expect((await own.inSandbox('wget -q $HTTPS/')).status).toBe(status);
        own.remove();
        server.close();
        server.closeAllConnections();
      });
    }
  });

  for (const program of ['curl', 'wget']) {
    const file = fileURLToPath(new URL(`./network/${program}.txt`, import.meta.url));
    describe(program, () => {
      for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
        it(line, async (context) => {
          skipWithout(context, program);
          const real = untimed(await lines.onThisMachine(line));
          const ours = untimed(await lines.inSandbox(line));
          if (different[line] === undefined) expect(ours).toEqual(real);
          else expect(ours, different[line]).not.toEqual(real);
        });
      }
    });
  }
});
