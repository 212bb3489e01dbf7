// node .mob.mjs SCENARIO [attackers]
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createServer } from 'node:http';
import { Sandbox } from 'wasmsand';
const [name, n = '20', seconds = '5'] = process.argv.slice(2);
const N = Number(n);
const net = (port) => ({ network: { allow: ['bench.test:*'], hosts: { 'bench.test': '127.0.0.1' }, subnets: { allow: ['127.0.0.0/8'] } } });
let port = 0, server;
const scenarios = {
  none: [],
  forkbomb: [':(){ :|:& };:; sleep 60'],
  yes: ['yes', {}, { onStdout() {}, maxOutputBytes: 2 ** 40 }],
  yesn: ['while :; do echo x; done', {}, { onStdout() {}, maxOutputBytes: 2 ** 40 }],
  denied: ['while :; do curl -s http://a.test/ http://b.test/; done', {}],
  deniedip: ['python3 -c "\nimport socket\nwhile True:\n  s=socket.socket()\n  try: s.connect((\'1.2.3.4\',80))\n  except OSError: pass\n  s.close()"', {}],
  lookups: ['python3 -c "\nimport socket\nwhile True:\n  try: socket.getaddrinfo(\'a.test\',80)\n  except OSError: pass"', {}],
  curls: ['curl -s -o /dev/null "http://bench.test:PORT/[1-1000000]"', net],
  bigs: ['while :; do curl -s -o /dev/null "http://bench.test:PORT/big"; done', net],
  find: ['while :; do find / >/dev/null; done'],
  udp: ['python3 -c "\nimport socket\na=socket.socket(socket.AF_INET,socket.SOCK_DGRAM);a.bind((\'127.0.0.1\',99))\nwhile True: a.sendto(b\'x\'*1000,(\'127.0.0.1\',99))"'],
  grow: ['python3 -c "\nwhile True:\n  b=bytearray(150<<20)\n  del b"'],
  files: ['cd /tmp; while :; do for i in {1..2000}; do echo > f$i; done; rm -f f*; done'],
  trunc: ['while :; do truncate -s 200M /tmp/x; head -c 100M /dev/zero > /tmp/x; rm /tmp/x; done'],
  bigrm: ['cd /tmp; while :; do mkdir -p d/{1..60}/{1..60}; rm -rf d; done'],
  epipe: ['while :; do yes | head -1 >/dev/null; done'],
  wasmc: ['while :; do head -c 3000000 /dev/urandom > /tmp/a.wasm; chmod +x /tmp/a.wasm; /tmp/a.wasm; done 2>/dev/null'],
  kill: ['while :; do sleep 100 & kill -9 $!; wait; done 2>/dev/null'],
  signals: ['sh -c \'trap : USR1; while :; do :; done\' & while :; do kill -USR1 $!; done'],
  regex: ['python3 -c "import re; re.match(\'(a*)*b\', \'a\'*40)"'],
  bigarg: ['while :; do x=$(head -c 1000000 /dev/zero | tr "\\0" x); echo ${#x} > /dev/null; done'],
  glob: ['cd /usr/bin; while :; do echo /*/*/* > /dev/null; done'],
  ptys: ['while :; do script -qc true /dev/null; done'],
  pipes: ['python3 -c "\nimport os\nwhile True:\n  f=[os.pipe() for _ in range(100)]\n  for a,b in f: os.write(b,b\'x\'*65536)\n  for a,b in f: os.close(a); os.close(b)"'],
};
const [command, options = {}, run = {}] = scenarios[name];
if (options === net) { server = createServer((q, r) => { if (q.url === '/big') { r.writeHead(200); const c = Buffer.alloc(1 << 20); const f = () => { while (r.write(c)) ; }; r.on('drain', f); f(); q.on('close', () => {}); } else r.end('ok\n'); }); await new Promise((r) => server.listen(0, '127.0.0.1', r)); port = server.address().port; }
const attackers = await Promise.all(Array.from({ length: command ? N : 0 }, () => Sandbox.create({ timeoutMs: 0, ...(options === net ? net() : options) })));
const victims = await Promise.all(Array.from({ length: 10 }, () => Sandbox.create({ timeoutMs: 0 })));
for (const v of victims) await v.run('echo hi');
const results = attackers.map((a) => a.run(command.replace('PORT', port), run).then((r) => r, (e) => e));
await new Promise((r) => setTimeout(r, 1500));
const delay = monitorEventLoopDelay({ resolution: 5 }); delay.enable();
const end = performance.now() + 1000 * Number(seconds);
const took = []; const pipes = [];
let wrong = 0;
await Promise.all(victims.map(async (v, i) => { while (performance.now() < end) { const t = performance.now(); const cmd = i < 5 ? 'echo hi' : 'printf "b\\na\\n" | sort | head -1 | wc -c'; const r = await v.run(cmd); (i < 5 ? took : pipes).push(performance.now() - t); if (r.exitCode !== 0 || r.stdout !== (i < 5 ? 'hi\n' : '2\n')) wrong++; await new Promise((r) => setTimeout(r, 20)); } }));
delay.disable();
const q = (l, p) => { const s = l.toSorted((a, b) => a - b); return (s[Math.min(s.length - 1, Math.floor(p * s.length))] ?? NaN).toFixed(1); };
const rss = process.memoryUsage.rss() >> 20;
const t0 = performance.now();
for (const a of attackers) a.destroy();
const rs = await Promise.all(results);
const ended = performance.now() - t0;
for (const v of victims) v.destroy();
console.log(`${name.padEnd(9)} x${N} ${process.version.slice(0, 3)}: echo ${took.length} p50 ${q(took, 0.5)} p99 ${q(took, 0.99)} max ${q(took, 1)}; pipe ${pipes.length} p50 ${q(pipes, 0.5)} p99 ${q(pipes, 0.99)} max ${q(pipes, 1)}; wrong ${wrong}; loop p99 ${(delay.percentile(99) / 1e6 - 5).toFixed(1)} max ${(delay.max / 1e6 - 5).toFixed(0)}; rss ${rss}; destroy ${ended.toFixed(0)} ms; ${String(rs[0]?.stderr ?? rs[0]?.message ?? rs[0] ?? '').slice(0, 80).replaceAll('\n', '|')}`);
server?.closeAllConnections(); server?.close();
