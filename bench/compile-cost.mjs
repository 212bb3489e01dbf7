// What compiling costs the engine, by the shape of a function: the measurements behind the limits in native/module/limits.h.
//   node bench/compile-cost.mjs [SHAPE[:SIZE]…]
// Each module is compiled and run in a process of its own: baseline code first, then often enough to be optimised. Times are
// processor times in ms, memory is the peak in MiB, both less those of an empty module.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

function leb(value) {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push((value % 128) | 0x80);
  return Buffer.from([...bytes, value]);
}
const repeat = (bytes, count) => Buffer.alloc(bytes.length * Math.floor(count), Buffer.from(bytes));
const section = (id, ...parts) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([id]), leb(content.length), content]);
};

// A module with one function (i32) → (), more types, and one memory.
function moduleOf(code, { locals = 0, types = [], before = [], localType = 0x7f } = {}) {
  const body = Buffer.concat([
    locals ? Buffer.concat([Buffer.from([1]), leb(locals), Buffer.from([localType])]) : Buffer.from([0]),
    ...code,
    Buffer.from([0x0b]),
  ]);
  return Buffer.concat([
    Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
    section(1, leb(1 + types.length), Buffer.from([0x60, 1, 0x7f, 0]), ...types),
    section(3, Buffer.from([1, 0])),
    section(4, Buffer.from([1, 0x70, 1, 1, 1])),
    section(5, Buffer.from([1, 0, 1])),
    section(13, Buffer.from([1, 0, 0])),
    ...before,
    section(7, Buffer.from([1, 1, 0x66, 0, 0])),
    section(10, Buffer.from([1]), leb(body.length), body),
  ]);
}
const b = (...bytes) => Buffer.from(bytes);
const type = (parameters, results) =>
  Buffer.concat([b(0x60), leb(parameters), repeat([0x7f], parameters), leb(results), repeat([0x7f], results)]);

const writeAll = (locals) => Array.from({ length: locals }, (_, i) => Buffer.concat([b(0x20, 0, 0x21), leb(i + 1)]));

export const shapes = {
  empty: () => moduleOf([]),
  'straight line': (n) => moduleOf([repeat([0x20, 0, 0x41, 3, 0x6a, 0x21, 0], n / 7)]),
  loads: (n) => moduleOf([repeat([0x20, 0, 0x28, 2, 0, 0x21, 0], n / 7)]),
  'expression tree': (n) => moduleOf([repeat([0x20, 0, 0x20, 0], n / 8), repeat([0x6a], n / 4 - 1), b(0x21, 0)]),
  ifs: (n) => moduleOf([repeat([0x20, 0, 0x04, 0x40, 0x0b], n / 5)]),
  'ifs that assign': (n) => moduleOf([repeat([0x20, 0, 0x04, 0x40, 0x41, 5, 0x21, 0, 0x0b], n / 9)]),
  'ifs, 1000 locals': (n) => moduleOf([repeat([0x20, 0, 0x04, 0x40, 0x0b], n / 5)], { locals: 1000 }),
  'ifs, 1000 locals assigned': (n) =>
    moduleOf([...writeAll(1000), repeat([0x20, 0, 0x04, 0x40, 0x0b], n / 5)], { locals: 1000 }),
  'ifs, 10000 locals': (n) => moduleOf([repeat([0x20, 0, 0x04, 0x40, 0x0b], n / 5)], { locals: 10000 }),
  'nested blocks': (n) => moduleOf([repeat([0x02, 0x40], n / 3), repeat([0x0b], n / 3)]),
  'nested blocks, br_if out': (n) => moduleOf([repeat([0x02, 0x40], n / 7), repeat([0x20, 0, 0x0d, 0, 0x0b], n / 7)]),
  'nested loops': (n) => moduleOf([repeat([0x03, 0x40], n / 3), repeat([0x0b], n / 3)]),
  'nested loops that assign': (n) =>
    moduleOf([
      repeat([0x03, 0x40, 0x20, 0, 0x41, 1, 0x6a, 0x21, 0], n / 15),
      repeat([0x20, 0, 0x45, 0x0d, 0, 0x0b], n / 15),
    ]),
  loops: (n) => moduleOf([repeat([0x03, 0x40, 0x20, 0, 0x45, 0x0d, 0, 0x0b], n / 8)]),
  'loops, 100 locals assigned': (n) =>
    moduleOf(
      [
        repeat(
          [
            0x03,
            0x40,
            ...Array.from({ length: 100 }, (_, i) => [0x20, i, 0x21, (i + 1) % 100]).flat(),
            0x20,
            0,
            0x45,
            0x0d,
            0,
            0x0b,
          ],
          n / 408,
        ),
      ],
      { locals: 100 },
    ),
  'br_if to one block': (n) => moduleOf([b(0x02, 0x40), repeat([0x20, 0, 0x0d, 0], n / 4), b(0x0b)]),
  'br_if to one block, 100 locals': (n) =>
    moduleOf([b(0x02, 0x40), repeat([0x20, 0, 0x0d, 0, 0x20, 0, 0x21, 50], n / 8), b(0x0b)], { locals: 100 }),
  'br_if to one block, locals changed': (n) =>
    moduleOf(
      [
        b(0x02, 0x40),
        ...Array.from({ length: n / 12 }, (_, i) =>
          b(0x20, 0, 0x41, i & 63, 0x6a, 0x21, 0x80 | (1 + (i % 100)), 0, 0x20, 0, 0x0d, 0),
        ),
        b(0x0b),
      ],
      { locals: 100 },
    ),
  br_table: (n) => moduleOf([b(0x02, 0x40, 0x20, 0, 0x0e), leb(n), repeat([0], n + 1), b(0x0b)]),
  'br_tables of 100': (n) => moduleOf([repeat([0x02, 0x40, 0x20, 0, 0x0e, 100, ...Array(101).fill(0), 0x0b], n / 108)]),
  'br_table to 1000 blocks': (n) =>
    moduleOf([
      repeat([0x02, 0x40], 1000),
      b(0x20, 0, 0x0e),
      leb(n / 2),
      Buffer.concat(
        Array.from({ length: n / 2 + 1 }, (_, i) => Buffer.from([0x80 | ((i % 1000) & 127), (i % 1000) >> 7])),
      ),
      repeat([0x0b], 1000),
    ]),
  'br_table to 1000 blocks, 100 locals': (n) =>
    moduleOf(
      [
        ...writeAll(100),
        repeat([0x02, 0x40], 1000),
        b(0x20, 0, 0x0e),
        leb(n / 2),
        Buffer.concat(
          Array.from({ length: n / 2 + 1 }, (_, i) => Buffer.from([0x80 | ((i % 1000) & 127), (i % 1000) >> 7])),
        ),
        repeat([0x0b], 1000),
      ],
      { locals: 100 },
    ),
  'blocks with 1000 results': (n) =>
    moduleOf([repeat([0x41, 1], 1000), repeat([0x02, 1, 0x0b], n / 3), repeat([0x1a], 1000)], {
      types: [type(1000, 1000)],
    }),
  'calls of 1000 parameters': (n) =>
    moduleOf(
      [
        b(0x20, 0, 0x45, 0x04, 0x40),
        repeat([...Array(1000).fill([0x20, 0]).flat(), 0x41, 0, 0x11, 1, 0], n / 2005),
        b(0x0b),
      ],
      { types: [type(1000, 0)] },
    ),
  'calls of 1000 results': (n) =>
    moduleOf(
      [b(0x20, 0, 0x45, 0x04, 0x40), repeat([0x41, 0, 0x11, 1, 0, ...Array(1000).fill(0x1a)], n / 1005), b(0x0b)],
      { types: [type(0, 1000)] },
    ),
  'loops of 1000 parameters': (n) =>
    moduleOf([repeat([0x41, 1], 1000), repeat([0x03, 1, 0x0b], n / 3), repeat([0x1a], 1000)], {
      types: [type(1000, 1000)],
    }),
  call_indirect: (n) =>
    moduleOf([b(0x20, 0, 0x45, 0x04, 0x40), repeat([0x20, 0, 0x41, 0, 0x11, 0, 0], n / 7), b(0x0b)]),
  calls: (n) => moduleOf([b(0x20, 0, 0x45, 0x04, 0x40), repeat([0x20, 0, 0x10, 0], n / 4), b(0x0b)]),
  selects: (n) => moduleOf([b(0x20, 0), repeat([0x20, 0, 0x20, 0, 0x1b], n / 5), b(0x1a)]),
  'high stack, ifs': (n) =>
    moduleOf([repeat([0x20, 0], 1000), repeat([0x20, 0, 0x04, 0x40, 0x0b], n / 5), repeat([0x1a], 1000)]),
  'nested ifs with else': (n) => moduleOf([repeat([0x20, 0, 0x04, 0x40], n / 6), repeat([0x05, 0x0b], n / 6)]),
  'if else chains assigning': (n) =>
    moduleOf([repeat([0x20, 0, 0x04, 0x40, 0x41, 1, 0x21, 0, 0x05, 0x41, 2, 0x21, 0, 0x0b], n / 14)]),
  tries: (n) => moduleOf([repeat([0x06, 0x40, 0x20, 0, 0x45, 0x04, 0x40, 0x20, 0, 0x10, 0, 0x0b, 0x19, 0x0b], n / 14)]),
  'nested tries': (n) =>
    moduleOf([
      b(0x20, 0, 0x45, 0x04, 0x40),
      repeat([0x06, 0x40], n / 8),
      b(0x20, 0, 0x10, 0),
      repeat([0x19, 0x20, 0, 0x10, 0, 0x0b], n / 8),
      b(0x0b),
    ]),
  'calls in one try, 100 locals': (n) =>
    moduleOf(
      [
        ...writeAll(100),
        b(0x20, 0, 0x45, 0x04, 0x40, 0x06, 0x40),
        repeat([0x20, 0, 0x10, 0], n / 4),
        b(0x19, 0x0b, 0x0b),
      ],
      { locals: 100 },
    ),
  'catches in one try': (n) =>
    moduleOf([
      b(0x20, 0, 0x45, 0x04, 0x40, 0x06, 0x40, 0x20, 0, 0x10, 0),
      repeat([0x07, 0, 0x1a], n / 3),
      b(0x0b, 0x0b),
    ]),
  'handlers in one try_table': (n) =>
    moduleOf([
      b(0x20, 0, 0x45, 0x04, 0x40, 0x02, 0x7f, 0x1f, 0x40),
      leb(Math.floor(n / 3)),
      repeat([0, 0, 0], n / 3),
      b(0x20, 0, 0x10, 0, 0x0b, 0x41, 0, 0x0b, 0x1a, 0x0b),
    ]),
  'simd swizzles': (n) =>
    moduleOf([repeat([0x20, 0, 0xfd, 0x0f, 0x20, 0, 0xfd, 0x11, 0xfd, 0x0e, 0xfd, 0x16, 0, 0x1a], n / 14)]),
  'simd shuffles': (n) =>
    moduleOf([
      repeat(
        [
          0x20, 0, 0xfd, 0x0f, 0x20, 0, 0xfd, 0x11, 0xfd, 0x0d, 0, 17, 2, 19, 4, 21, 6, 23, 8, 25, 10, 27, 12, 29, 14,
          31, 0x1a,
        ],
        n / 27,
      ),
    ]),
  'i64 divisions': (n) => moduleOf([b(0x42, 1), repeat([0x20, 0, 0xac, 0x42, 3, 0x84, 0x7f], n / 7), b(0x1a)]),
  'memory.copy': (n) => moduleOf([repeat([0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 0x0a, 0, 0], n / 10)]),
  'memory.grow': (n) => moduleOf([repeat([0x41, 0, 0x40, 0, 0x1a], n / 5)]),
  'many locals': (n) => moduleOf([], { locals: n }),
  'many locals, a loop': (n) => moduleOf([b(0x03, 0x40, 0x0b)], { locals: n }),
  'many locals, calls': (n) =>
    moduleOf([b(0x20, 0, 0x45, 0x04, 0x40), repeat([0x20, 0, 0x10, 0], n), b(0x0b)], { locals: n }),
  'local sets': (n) =>
    moduleOf([...writeAll(1000), repeat([0x20, 1, 0x21, 2, 0x20, 2, 0x21, 1], n / 8)], { locals: 1000 }),
};

const sizes = [10_000, 100_000];

async function child(path) {
  const quiet = async () => {
    for (let calm = 0; calm < 3; ) {
      const before = process.cpuUsage();
      await new Promise((resolve) => setTimeout(resolve, 40));
      const used = process.cpuUsage(before);
      calm = used.user + used.system < 8_000 ? calm + 1 : 0;
    }
  };
  const cpu = () => {
    const used = process.cpuUsage();
    return Math.round((used.user + used.system) / 1000);
  };
  const peak = () => Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024);
  const bytes = readFileSync(path);
  const start = [cpu(), peak()];
  const module = new WebAssembly.Module(bytes);
  const { f } = new WebAssembly.Instance(module).exports;
  const compiled = [cpu(), peak()];
  f(1);
  const called = [cpu(), peak()];
  for (let i = 0; i < 3000; i++) f(1);
  const until = Date.now() + 300;
  while (Date.now() < until) f(1);
  await quiet();
  const hot = [cpu() - 300, peak()];
  const row = [start, compiled, called, hot];
  process.stdout.write(JSON.stringify(row.slice(1).map(([time, memory], i) => [time - row[i][0], memory - row[i][1]])));
}

if (process.argv[2] === '--child') {
  await child(process.argv[3]);
} else {
  const { writeFileSync, mkdtempSync, rmSync } = await import('node:fs');
  const { join } = await import('node:path');
  const { tmpdir } = await import('node:os');
  const directory = mkdtempSync(join(tmpdir(), 'compile-cost-'));
  const wanted = process.argv.slice(2).map((text) => text.split(':'));
  console.log(
    `${'shape'.padEnd(40)}${['size', 'validate', 'baseline', 'optimise'].map((t) => t.padStart(16)).join('')}`,
  );
  for (const [name, make] of Object.entries(shapes)) {
    const chosen = wanted.filter(([shape]) => name.includes(shape));
    if (wanted.length > 0 && chosen.length === 0) continue;
    for (const size of chosen.some(([, size]) => size) ? chosen.map(([, size]) => Number(size)) : sizes) {
      const path = join(directory, 'module.wasm');
      writeFileSync(path, make(size));
      const { stdout, status, signal, stderr } = spawnSync(
        process.execPath,
        [fileURLToPath(import.meta.url), '--child', path],
        { encoding: 'utf8', timeout: 20_000 },
      );
      const cells = stdout
        ? JSON.parse(stdout).map(([time, memory]) => `${time} ms ${memory} M`.padStart(16))
        : [`${status ?? signal} ${/Error: .*/.exec(stderr)?.[0] ?? ''}`];
      console.log(`${name.padEnd(40)}${String(size).padStart(16)}${cells.join('')}`);
      if (name === 'empty') break;
    }
  }
  rmSync(directory, { recursive: true });
}
