import { Sandbox } from 'wasmsand';
const as = await Promise.all(Array.from({ length: 20 }, () => Sandbox.create({ timeoutMs: 0 })));
const v = await Sandbox.create({ timeoutMs: 0 }); await v.run('echo hi');
for (const a of as) a.run(':(){ :|:& };:; sleep 60').catch(() => {});
for (let i = 0; i < 8; i++) { await new Promise((r) => setTimeout(r, 1000)); const m = v.metrics(), a = as[0].metrics(); console.log(i, JSON.stringify({ threads: m.threads, q: m.queued ?? m.processesQueued, m: undefined }), JSON.stringify(Object.fromEntries(Object.entries(a).filter(([k]) => /process|wait|queue|thread/i.test(k))))); if (i === 3) v.run('echo hi').then((r) => console.log('ANSWER', r.stdout, r.executionTimeMs)); }
process.exit();
