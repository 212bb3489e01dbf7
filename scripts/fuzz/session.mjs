// The host's side of the session protocol: what is a reply is read as it was meant, what is none is refused, and
// nothing throws, takes long, or makes much of little.
//   session.mjs [--seconds N] [--seed S] [--count N]
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { importFromLib } from './bundle.mjs';
import { Choices } from './choices.mjs';
import { damagedReply, goodReply } from './shells.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    count: { type: 'string', default: String(2 ** 30) },
  },
});
const lineLength = 100;
const slowMs = 500;

const { decodeComplete, decodeRun, History } = await importFromLib(
  './shell/session-protocol.js',
  './shell/session-history.js',
);

const decoders = {
  run: decodeRun /** @param {Uint8Array} bytes */,
  complete: (/** @type {Uint8Array} */ bytes) => decodeComplete(bytes, lineLength),
};

/** @param {number} seed */
function check(seed) {
  const choices = new Choices(seed);
  const { kind, said, bytes } = goodReply(choices);
  assert.deepEqual(decoders[kind](bytes), said);
  // Replies say how long they are: no part of one is another, nor is one with something behind it.
  assert.equal(decoders[kind](bytes.subarray(0, choices.below(bytes.length))), undefined);
  assert.equal(decoders[kind](Buffer.concat([bytes, choices.bytes(1 + choices.below(9))])), undefined);
  const damaged = damagedReply(choices);
  for (const decode of Object.values(decoders)) {
    const reply = decode(damaged);
    if (reply === undefined) continue;
    const size = JSON.stringify(reply).length;
    assert(size <= 200 + damaged.length * 12, `${damaged.length} bytes became ${size} characters`);
    if (reply.history) new History().update(reply.history);
  }
}

const first = Number(options.seed);
const until = performance.now() + Number(options.seconds) * 1000;
let done = 0;
let longest = 0;
try {
  for (; done < Number(options.count); done++) {
    if (performance.now() > until) break;
    // Processor time: other fuzzers run beside it.
    const before = process.cpuUsage();
    check(first + done);
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    assert(longest < slowMs, `it took ${longest} ms`);
  }
} catch (error) {
  process.stdout.write(`FOUND: seed ${first + done}: ${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
process.stdout.write(`${done} replies from seed ${first}, longest ${longest.toFixed(1)} ms\n`);
