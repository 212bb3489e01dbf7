// wasm-opt in threads that stay: started anew for each program, compiling itself takes longer than most programs do.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const idle = [];
const waiting = [];
let workers = 0;

function startWorker() {
  workers++;
  const worker = new Worker(new URL('./optimizer-worker.mjs', import.meta.url));
  // It may wait for work when everything is done.
  worker.unref();
  return worker;
}

const takeWorker = () => {
  if (idle.length > 0) return idle.pop();
  if (workers < availableParallelism()) return startWorker();
  return new Promise((resolve) => waiting.push(resolve));
};

function giveBack(worker) {
  if (waiting.length > 0) waiting.shift()(worker);
  else idle.push(worker);
}

/** Runs wasm-opt on the file `input` and returns what it said. Throws when it failed or warned: a warning is a list that is wrong. */
export async function optimise(input, output, args) {
  const worker = await takeWorker();
  worker.ref();
  const answer = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.postMessage({ input, output, args: ['in.wasm', '-o', 'out.wasm', ...args] });
  });
  worker.unref();
  worker.removeAllListeners('error');
  giveBack(worker);
  if (answer.status !== 0 || /warning/i.test(answer.said)) throw new Error(`wasm-opt ${input}: ${answer.said}`);
}
