// The network of a sandbox against that of the machine it runs on: the same command line through both, in turns; medians and
// their ratio, and what the event loop of the host was kept from turning meanwhile. The server is a process of its own.
//   npm run bench:network [-- --write | WORD…]     --write makes NETWORK.md; words choose rows

import { execFileSync, fork, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Sandbox } from 'wasmsand';
import { format, median } from './figures.mjs';

// What a profile says of the rows that are above their goal (Node 20).
const whatHolds = `## What holds

- **1 000 requests**: one after the other, each changes threads four times instead of twice, which a processor that has to be woken, or that is
  busy, makes longer. Of 480 µs 180 are the gate's (30 to read the request, 35 to judge it, 60 to send it, 60 from the answer's first byte to the
  guest's pipe), nearly all of it Node's HTTP server, undici and TLS; 170 are the guest's, 130 the server's.
- **100 MB**: the event loop is what is busy. A fifth of its time is decrypting, a fifth are copies: natively there are three less, those into undici's
  parser, into the kernel's pipe and out of it.
`;

const script = fileURLToPath(import.meta.url);
const rounds = 9;
const loopbackPort = 7300;

/** By what is compared: the command, with $LOOPBACK, $HTTP and $HTTPS, and the most that its ratio should be. */
const rows = {
  '256 MB through a socket of the loopback': {
    command: `"$LOOPBACK" receive ${loopbackPort} & "$LOOPBACK" send ${loopbackPort} 268435456; wait`,
    goal: 1.5,
  },
  '256 MB from nc to nc': {
    command: `nc -l -p ${loopbackPort} -q 0 </dev/null | wc -c & sleep 0.2; head -c 268435456 /dev/zero | nc -q 0 127.0.0.1 ${loopbackPort}; wait`,
  },
  'curl, 100 MB over https': { command: 'curl -sS -o /dev/null $HTTPS/large', goal: 1.5 },
  'curl, 100 MB over http': { command: 'curl -sS -o /dev/null $HTTP/large' },
  'curl, 100 MB sent over https': { command: 'curl -sS -T large -H Expect: -o /dev/null $HTTPS/' },
  'curl, 1 000 requests over https': { command: "curl -sS -o /dev/null '$HTTPS/small?[1-1000]'", goal: 2 },
  'curl, 1 000 requests over http': { command: "curl -sS -o /dev/null '$HTTP/small?[1-1000]'", goal: 2 },
  'curl, 20 connections over https': {
    command: 'for i in {1..20}; do curl -sS -o /dev/null $HTTPS/small; done',
  },
};

/** Answers on loopback until its parent is gone. */
async function serve(directory) {
  const piece = Buffer.alloc(1024 * 1024, 'x');
  const large = (response) => {
    response.writeHead(200, { 'Content-Length': 100 * piece.length });
    let left = 100;
    const more = () => {
      while (left > 0) {
        left--;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on('drain', more);
    more();
  };
  const answer = (request, response) => {
    if (request.url === '/large') large(response);
    else request.resume().on('end', () => response.end('a small answer\n'));
  };
  const read = (name) => readFileSync(join(directory, name));
  const servers = [createHttp(answer), createHttps({ key: read('key'), cert: read('cert') }, answer)];
  const listen = (server) =>
    new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
  process.send(await Promise.all(servers.map(listen)));
  process.on('disconnect', () => process.exit());
}

function makeCertificate(directory) {
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=bench.test', '-addext', 'subjectAltName=DNS:bench.test'];
  execFileSync('openssl', ['req', '-x509', ...options, ...names, '-keyout', 'key', '-out', 'cert'], {
    cwd: directory,
    stdio: 'pipe',
  });
}

/** The program for this machine, and for sandboxes. */
function compileLoopback(directory) {
  const repository = fileURLToPath(new URL('../', import.meta.url));
  const source = fileURLToPath(new URL('loopback.c', import.meta.url));
  const toolchain = join(repository, 'wasm/toolchain');
  const [native, linked, wasm] = ['loopback', 'loopback.linked', 'loopback.wasm'].map((name) => join(directory, name));
  execFileSync('cc', ['-O2', '-o', native, source]);
  const env = { ...process.env, WASMSAND_LIBC: join(repository, '.setup/wasm/libc') };
  execFileSync(join(toolchain, 'wasmsand-cc'), ['-O2', '-D_GNU_SOURCE', '-o', linked, source], { env });
  execFileSync(process.execPath, [join(toolchain, 'postlink.mjs'), linked, wasm, '-O2']);
  return { native, wasm: readFileSync(wasm) };
}

const locale = { LC_ALL: 'C.UTF-8' };

/** Milliseconds, and what it printed. */
function natively(command, cwd, env) {
  const begin = performance.now();
  const { stdout, stderr } = spawnSync('/bin/bash', ['-c', command], {
    cwd,
    env: { PATH: '/usr/bin:/bin', HOME: cwd, ...locale, ...env },
    encoding: 'utf8',
  });
  return { ms: performance.now() - begin, said: stdout + stderr };
}

async function inside(sandbox, command, env) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const begin = performance.now();
  const { stdout, stderr } = await sandbox.run(command, { env: { ...locale, ...env } });
  const ms = performance.now() - begin;
  delays.disable();
  return { ms, said: stdout + stderr, p99: delays.percentile(99) / 1e6, most: delays.max / 1e6 };
}

async function compare(name, places) {
  const { command, goal } = rows[name];
  const of = (side) => command.replaceAll(/\$(HTTPS?|LOOPBACK)/g, (_, word) => places[side].env[word]);
  const taken = { native: [], sandbox: [] };
  for (let round = -1; round < rounds; round++) {
    const there = natively(of('native'), places.native.cwd, places.native.options);
    const here = await inside(places.sandbox.machine, of('sandbox'), places.sandbox.options);
    if (there.said !== here.said) throw new Error(`${name}: native: ${there.said}\nsandbox: ${here.said}`);
    if (round < 0) continue; // programs are compiled once
    taken.native.push(there);
    taken.sandbox.push(here);
  }
  const [native, sandbox] = ['native', 'sandbox'].map((side) => median(taken[side].map(({ ms }) => ms)));
  const ratios = taken.native.map(({ ms }, round) => taken.sandbox[round].ms / ms);
  const p99 = median(taken.sandbox.map((one) => one.p99));
  const most = Math.max(...taken.sandbox.map((one) => one.most));
  const ratio = `${median(ratios).toFixed(2)}${goal === undefined ? '' : ` (≤ ${goal})`}`;
  return `| ${name} | ${format(native)} | ${format(sandbox)} | ${ratio} | ${format(p99)} | ${format(most)} |`;
}

async function start(directory) {
  makeCertificate(directory);
  const server = fork(script, ['--serve', directory]);
  const [http, https] = await new Promise((resolve) => server.once('message', resolve));
  const { native, wasm } = compileLoopback(directory);
  const cwd = join(directory, 'home');
  mkdirSync(cwd);
  const large = Buffer.alloc(100 * 1024 * 1024, 'x');
  writeFileSync(join(cwd, 'large'), large);
  const ca = readFileSync(join(directory, 'cert'), 'utf8');
  const machine = await Sandbox.create({
    files: { '/usr/local/bin/loopback': wasm },
    network: {
      allow: ['bench.test:*'],
      hosts: { 'bench.test': '127.0.0.1' },
      subnets: { allow: ['127.0.0.0/8'] },
      ca,
    },
    fsLimitMb: 512,
    timeoutMs: 0,
  });
  machine.chmod('/usr/local/bin/loopback', 0o755);
  machine.writeFile('large', large);
  const urls = { HTTP: `http://bench.test:${http}`, HTTPS: `https://bench.test:${https}` };
  // Without the name there is none to look up.
  writeFileSync(join(cwd, '.curlrc'), [http, https].map((port) => `resolve = bench.test:${port}:127.0.0.1\n`).join(''));
  const options = { CURL_CA_BUNDLE: join(directory, 'cert') };
  const stop = () => {
    machine.destroy();
    server.disconnect();
  };
  return {
    native: { cwd, options, env: { ...urls, LOOPBACK: native } },
    sandbox: { machine, options: {}, env: { ...urls, LOOPBACK: 'loopback' } },
    stop,
  };
}

async function table(names) {
  const directory = mkdtempSync(join(tmpdir(), 'wasmsand-bench-network-'));
  const load = (loadavg()[0] / availableParallelism()).toFixed(1);
  const places = await start(directory);
  const lines = [
    `Node ${process.version}, ${cpus().length} × ${cpus()[0].model.trim()}, ${load} wanted each processor before. The ratio is the median of`,
    `${rounds} pairs. The event loop is the host's: its delay is sampled every millisecond, which is part of what it shows.`,
    '',
    '| | native | sandbox | ratio | event loop, p99 | most |',
    `| --- |${' ---: |'.repeat(5)}`,
  ];
  for (const name of names) lines.push(await compare(name, places));
  places.stop();
  rmSync(directory, { recursive: true });
  return lines.join('\n');
}

const given = process.argv.slice(2);
if (given[0] === '--serve') await serve(given[1]);
else if (given[0] === '--write') {
  const page = `# The network\n\n\`npm run bench:network -- --write\` makes this page.\n\n${await table(Object.keys(rows))}\n\n${whatHolds}`;
  writeFileSync(new URL('NETWORK.md', import.meta.url), page);
} else {
  const meant = Object.keys(rows).filter((name) => given.length === 0 || given.some((part) => name.includes(part)));
  process.stdout.write(`${await table(meant)}\n`);
}
