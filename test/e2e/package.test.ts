import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { packageRoot, run, runNode } from './run-node.js';

const body = `
  const sandbox = await Sandbox.create();
  const { stdout } = await sandbox.run('echo "$((6 * 7))"');
  process.stdout.write(stdout);
`;

function ended(stdout: string, status = 0): object {
  return { status, signal: null, stdout: Buffer.from(stdout), stderr: '' };
}

describe('the package', () => {
  it('is imported by an ES module', async () => {
    expect(await runNode(`import { Sandbox } from 'wasmsand'; ${body}`)).toEqual(ended('42\n'));
  });

  it('is required by a CommonJS module', async () => {
    expect(await runNode(`const { Sandbox } = require('wasmsand'); (async () => { ${body} })()`, 'commonjs')).toEqual(
      ended('42\n'),
    );
  });

  it('works in both at once', async () => {
    const source = `
      import { createRequire } from 'node:module';
      import { Sandbox } from 'wasmsand';
      const other = createRequire(import.meta.url)('wasmsand').Sandbox;
      if (other === Sandbox) throw new Error('expected two copies');
      for (const made of [await Sandbox.create(), await other.create()]) {
        process.stdout.write((await made.run('echo copy')).stdout);
      }
    `;
    expect(await runNode(source)).toEqual(ended('copy\ncopy\n'));
  });

  it('works inside a worker thread', async () => {
    const source = `
      import { Worker } from 'node:worker_threads';
      const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(\`
        import { parentPort, workerData } from 'node:worker_threads';
        const { Sandbox } = await import(workerData);
        const sandbox = await Sandbox.create();
        parentPort.postMessage((await sandbox.run('echo worker')).stdout);
      \`)), { workerData: import.meta.resolve('wasmsand') });
      worker.on('message', (text) => process.stdout.write(text));
    `;
    expect(await runNode(source)).toEqual(ended('worker\n'));
  });

  it('works in several threads at once, and goes on when one of them ends', async () => {
    const source = `
      import { createRequire } from 'node:module';
      import { once } from 'node:events';
      import { Worker } from 'node:worker_threads';
      import { Sandbox } from 'wasmsand';
      const inWorker = (command) => new Worker(new URL('data:text/javascript,' + encodeURIComponent(\`
        import { parentPort, workerData } from 'node:worker_threads';
        const { Sandbox } = await import(workerData.wasmsand);
        const sandboxes = await Promise.all([1, 2, 3].map(() => Sandbox.create()));
        const run = (sandbox) => sandbox.run(workerData.command, { onStdout: () => parentPort.postMessage('begun') });
        const results = await Promise.all(sandboxes.map(run));
        parentPort.postMessage(results.map(({ stdout }) => stdout).join(''));
      \`)), { workerData: { command, wasmsand: import.meta.resolve('wasmsand') } });
      const endless = inWorker('echo | cat; while :; do :; done');
      await once(endless, 'message');
      const short = inWorker('echo worker | cat');
      const said = [];
      short.on('message', (text) => said.push(text));
      const shortEnded = once(short, 'exit');
      const copy = createRequire(import.meta.url)('wasmsand');
      const run = async (Sandbox) => (await (await Sandbox.create()).run('sleep 0.1; echo main | cat')).stdout;
      const main = Promise.all([Sandbox, copy.Sandbox, Sandbox, copy.Sandbox].map(run));
      await endless.terminate();
      await shortEnded;
      process.stdout.write(said.at(-1) + (await main).join('') + (await run(Sandbox)));
    `;
    expect(await runNode(source)).toEqual(ended('worker\n'.repeat(3) + 'main\n'.repeat(5)));
  });

  it('goes on when threads are ended in the middle of whatever they do', async () => {
    const source = `
      import { Worker } from 'node:worker_threads';
      import { Sandbox } from 'wasmsand';
      const url = new URL('data:text/javascript,' + encodeURIComponent(\`
        import { parentPort, workerData } from 'node:worker_threads';
        const { Sandbox } = await import(workerData.wasmsand);
        const sandbox = await Sandbox.create();
        const bash = await sandbox.fs.readFile('/bin/bash');
        for (let round = 0; ; round++) {
          // A custom section makes it another program, which is compiled.
          const section = new Uint8Array([0, 3, 2, workerData.number, round]);
          const changed = new Uint8Array(bash.length + section.length);
          changed.set(bash);
          changed.set(section, bash.length);
          await sandbox.fs.writeFile('/tmp/program', changed, { mode: 0o755 });
          parentPort.postMessage('begins');
          await sandbox.run('/tmp/program -c true');
        }
      \`));
      for (let number = 0; number < 12; number++) {
        const worker = new Worker(url, { workerData: { number, wasmsand: import.meta.resolve('wasmsand') } });
        await new Promise((resolve) => worker.once('message', () => setTimeout(resolve, 10 * number)));
        await worker.terminate();
      }
      process.stdout.write((await (await Sandbox.create()).run('echo alive')).stdout);
    `;
    expect(await runNode(source)).toEqual(ended('alive\n'));
  });

  it('shows its package.json', async () => {
    const source = `process.stdout.write(require('wasmsand/package.json').name)`;
    expect(await runNode(source, 'commonjs')).toEqual(ended('wasmsand'));
  });

  it('has types for both module systems', async () => {
    const source = `import { Sandbox, type RunResult } from 'wasmsand';
export async function use(): Promise<RunResult> {
  const sandbox = await Sandbox.create({ timeoutMs: 1000 });
  for await (const chunk of sandbox.spawn('ls').stdout) console.log(chunk.length);
  return sandbox.run('true');
}
`;
    // Inside the package, so that its own name resolves.
    const directory = await mkdtemp(`${packageRoot}/build/types-`);
    try {
      await writeFile(`${directory}/esm.mts`, source);
      await writeFile(`${directory}/cjs.cts`, source);
      const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--noEmit', '--types', 'node'];
      const { status, stdout } = await run('node_modules/.bin/tsc', [
        ...['--ignoreConfig', ...options, `${directory}/esm.mts`, `${directory}/cjs.cts`],
      ]);
      expect([status, stdout.toString()]).toEqual([0, '']);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

describe('a program that uses the package', () => {
  const live = `
    import { Sandbox } from 'wasmsand';
    const sandbox = await Sandbox.create();
    await sandbox.run('true');
    const child = sandbox.spawn('sleep', ['1000']);
  `;

  it('ends by itself when nothing runs any more, though no sandbox was destroyed', async () => {
    expect(await runNode(`${live} child.kill(); await child.exited; console.log('end');`)).toEqual(ended('end\n'));
  });

  it('ends by process.exit with processes running', async () => {
    expect(await runNode(`${live} console.log('end'); process.exit(3);`)).toEqual(ended('end\n', 3));
  });

  it('ends by an uncaught exception with processes running', async () => {
    const outcome = await runNode(`${live} setTimeout(() => { throw new Error('uncaught'); });`);
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain('Error: uncaught');
  });

  it('ends when the worker that used the package is terminated', async () => {
    const source = `
      import { Worker } from 'node:worker_threads';
      const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(\`
        import { parentPort, workerData } from 'node:worker_threads';
        const { Sandbox } = await import(workerData);
        const sandbox = await Sandbox.create();
        sandbox.run('echo begun; while :; do :; done', { onStdout: () => parentPort.postMessage('begun') });
      \`)), { workerData: import.meta.resolve('wasmsand') });
      worker.on('message', async () => { await worker.terminate(); console.log('terminated'); });
    `;
    expect(await runNode(source)).toEqual(ended('terminated\n'));
  });
});
