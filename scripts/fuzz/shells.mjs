// Session shells that answer nonsense: programs that take requests as bash does and reply what a seed decides.
import { Choices } from './choices.mjs';
import { section, signed, text, unsigned, vector } from './modules.mjs';

/** @typedef {'run' | 'complete'} Kind */

const kinds = { run: 1, complete: 2 };
const call = { receive: 244, reply: 245, exit: 94 };
const buffer = 0;
const bufferBytes = 65536;

/**
 * @param {number} number
 * @param {...number} values
 */
const systemCall = (number, ...values) => [
  ...[number, ...values, 0, 0, 0, 0, 0, 0].slice(0, 7).flatMap((value) => [0x41, ...signed(value)]),
  ...[0x10, 0],
];

/** @param {number} value */
const u32 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
/** @param {string} value */
const counted = (value) => Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value)]);
/** @param {Uint8Array[]} items */
const list = (items) => Buffer.concat([u32(items.length), ...items]);

/**
 * A reply as a shell would give it. What it says is in `said`, for a comparison.
 * @param {Choices} choices
 * @param {Kind} [kind]
 */
export function goodReply(choices, kind = choices.pick(/** @type {Kind[]} */ (Object.keys(kinds)))) {
  const words = () => Array.from({ length: choices.below(4) }, (_, index) => 'w'.repeat(choices.below(9)) + index);
  const head = Buffer.from([kinds[kind]]);
  if (kind === 'complete') {
    const said = { start: choices.below(4), end: 4 + choices.below(4), words: words() };
    return { kind, said, bytes: Buffer.concat([head, u32(said.start), u32(said.end), list(said.words.map(counted))]) };
  }
  const environment = choices.chance(2) ? words() : undefined;
  const said = {
    status: choices.below(256),
    ended: choices.chance(8),
    cwd: `/${words().join('/')}`,
    environment,
    history: { first: choices.below(9), dropped: 0, kept: 0, added: words() },
    jobs: words().map((command, index) => ({ number: index + 1, command, pids: [1 + choices.below(99)] })),
  };
  const { first, dropped, kept, added } = said.history;
  const jobs = said.jobs.map((job) =>
    Buffer.concat([u32(job.number), counted(job.command), list(job.pids.map((pid) => u32(pid)))]),
  );
  const bytes = Buffer.concat([
    ...[head, u32(said.status), Buffer.from([(said.ended ? 1 : 0) | (environment ? 2 : 0)]), counted(said.cwd)],
    ...(environment ? [list(environment.map(counted))] : []),
    ...[u32(first), u32(dropped), u32(kept), list(added.map(counted)), list(jobs)],
  ]);
  return { kind, said, bytes };
}

/**
 * A good reply, cut, lengthened, with bytes and numbers changed.
 * @param {Choices} choices
 * @param {Kind} [kind]
 */
export function damagedReply(choices, kind) {
  let { bytes } = goodReply(choices, kind);
  for (let left = choices.below(4); left > 0 && bytes.length > 4; left--) {
    switch (choices.below(4)) {
      case 0:
        bytes = bytes.subarray(0, choices.below(bytes.length));
        break;
      case 1:
        bytes = Buffer.concat([bytes, choices.bytes(choices.count(20, 100_000))]);
        break;
      case 2:
        bytes[choices.below(bytes.length)] = choices.below(256);
        break;
      default:
        bytes.writeUInt32LE(
          choices.pick([0, 1, 0xffffffff, 0x7fffffff, 200_001, 70_000]),
          choices.below(bytes.length - 3),
        );
    }
  }
  return bytes;
}

// `resume`: where it begins anew after a rest.
/** @param {number} resume */
const receive = (resume) => [
  ...systemCall(call.receive, buffer, bufferBytes, resume, 0, 0),
  ...[0x45, 0x04, 0x40, ...systemCall(call.exit, 0), 0x1a, 0x0b],
];
// A request is its length and its bytes, of which the first is the kind.
/**
 * @param {number} kind
 * @param {number[]} code
 */
const ifAsked = (kind, code) => [0x41, buffer, 0x2d, 0, 4, 0x41, kind, 0x46, 0x04, 0x40, ...code, 0x0b];

/**
 * The program: answers some requests, each with a reply of its kind or another, then comes to an end of its own.
 * @param {number} seed
 */
export function randomShell(seed) {
  const choices = new Choices(seed);
  let at = bufferBytes;
  /** @type {number[][]} */
  const segments = [];
  /** @param {Kind} kind */
  const reply = (kind) => {
    const told = choices.chance(12) ? undefined : kind;
    const bytes = choices.chance(2) ? goodReply(choices, told).bytes : damagedReply(choices, told);
    segments.push([0, 0x41, ...signed(at), 0x0b, ...unsigned(bytes.length), ...bytes]);
    const code = [...systemCall(call.reply, at, bytes.length), 0x1a];
    at += bytes.length;
    return choices.chance(8) ? [...code, ...code, ...code] : code;
  };
  /** @type {number[]} */
  const body = [];
  for (let rounds = 1 + choices.below(6); rounds > 0; rounds--) {
    // At its end there are no more requests.
    if (!choices.chance(8)) body.push(...receive(choices.below(2)));
    for (const [kind, number] of /** @type {[Kind, number][]} */ (Object.entries(kinds)))
      body.push(...ifAsked(number, reply(kind)));
  }
  const endings = [
    [0x00],
    systemCall(call.exit, 3).concat(0x1a),
    [0x03, 0x40, 0x0c, 0, 0x0b],
    // Says for ever what it was not asked.
    [0x03, 0x40, ...systemCall(call.reply, 0, bufferBytes), 0x1a, 0x0c, 0, 0x0b],
    systemCall(call.receive, 0, 9).concat(0x1a),
  ];
  body.push(...choices.pick(endings), 0x0b);
  const code = [0, ...body];
  return Buffer.concat([
    Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
    section(
      1,
      vector([
        [0x60, 7, ...Array(7).fill(0x7f), 1, 0x7f],
        [0x60, 0, 0],
      ]),
    ),
    section(2, vector([[...text('linux'), ...text('syscall'), 0, 0]])),
    section(3, [1, 1]),
    section(5, vector([[0, ...unsigned(Math.ceil(at / 65536) + 1)]])),
    section(
      7,
      vector([
        [...text('_start'), 0, 1],
        [...text('__child_main'), 0, 1],
        [...text('memory'), 2, 0],
      ]),
    ),
    section(10, vector([[...unsigned(code.length), ...code]])),
    section(11, vector(segments)),
  ]);
}
