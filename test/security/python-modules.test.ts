// Modules that python3 is to link while it runs, as an attacker would make them: each fails to load, or ends its process at most.

import { describe, expect, it } from 'vitest';
import { useSandboxes } from '../contract/use-sandbox.js';
import { skipWithout } from '../setup/missing-programs.js';
import { op, unsigned } from './assembler.js';
import { kinds, memory, memoryBase, type SideModule, sideModule, table, tableBase } from './side-module.js';

const answer = op.i32(42);
const whole: SideModule = {
  imports: [memory, table, memoryBase, tableBase],
  functions: [answer],
  exports: [['answer', 0, 0]],
};

/** Those that must not load, with what Python's error says of them. */
const refused: Record<string, [SideModule | Uint8Array, RegExp]> = {
  nothing: [new Uint8Array(0), /not a WebAssembly module/],
  text: [Buffer.from('#!/bin/sh\necho hello\n'), /not a WebAssembly module/],
  program: [{ ...whole, dylink: 'none' }, /no shared library/],
  'cut short': [sideModule(whole).subarray(0, -3), /malformed/],
  'a section that is longer than the file': [
    Uint8Array.from([...sideModule(whole), 11, 0xff, 0xff, 0x7f]),
    /malformed/,
  ],
  'sections out of order': [{ ...whole, more: [1, 1, 0] }, /malformed|out of order|bytes|functions/],
  'more memory than there can be': [{ ...whole, dylink: { memory: 2 ** 31 } }, /more than there is/],
  'more memory than the sandbox has': [{ ...whole, dylink: { memory: 2 ** 30 } }, /memory/],
  'an impossible alignment': [{ ...whole, dylink: { memoryAlignment: 40 } }, /more than there is/],
  'a huge part of the table': [{ ...whole, dylink: { table: 2 ** 31 } }, /more than there is/],
  'all of the table': [{ ...whole, dylink: { table: 99_999 } }, /room|entries|memory/],
  'a function that nobody has': [
    { ...whole, imports: [...(whole.imports ?? []), ['env', 'nobody', kinds.function()]] },
    /undefined symbol: nobody/,
  ],
  'a variable that nobody has': [
    { ...whole, imports: [['GOT.mem', 'nobody', kinds.variable]] },
    /undefined symbol: nobody/,
  ],
  'the address of a function that nobody has': [
    { ...whole, imports: [['GOT.func', 'nobody', kinds.variable]] },
    /undefined symbol/,
  ],
  'a function of another type': [{ ...whole, imports: [['env', 'strlen', kinds.function()]] }, /fit/],
  'a variable as a function': [{ ...whole, imports: [['env', 'PyLong_Type', kinds.function()]] }, /undefined symbol/],
  'a system call': [{ ...whole, imports: [['linux', 'syscall', kinds.function()]] }, /undefined symbol: syscall|fit/],
  'a JavaScript function': [
    { ...whole, imports: [['env', 'emscripten_asm_const_int', kinds.function()]] },
    /undefined symbol/,
  ],
  'what the host gives to programs': [
    { ...whole, imports: [memory, ['wasmsand', 'grow', kinds.function()]] },
    /undefined symbol|no program/,
  ],
  'names of prototypes': [
    { ...whole, imports: [['__proto__', 'constructor', kinds.function()]] },
    /undefined symbol: constructor/,
  ],
  'a tag that nobody has': [{ ...whole, imports: [['env', 'constructor', [4, 0, 1]]] }, /fit/],
  'a global of another kind': [{ ...whole, imports: [['env', 'wide', [3, 0x7e, 0]]] }, /malformed/],
  'an unknown variable': [{ ...whole, imports: [['env', 'any', kinds.variable]] }, /unknown variable/],
  'a memory of its own': [{ ...whole, imports: [], memories: [[0, 1]] }, /memory of its own/],
  'a table without end': [{ ...whole, tables: [[0x70, 0, ...unsigned(2 ** 31)]] }, /table/],
  'a table that grows': [{ ...whole, functions: [[0xd0, 0x70, ...op.i32(1000), 0xfc, 0x0f, 0]] }, /grows tables/],
  'data outside of the memory': [{ ...whole, data: [{ offset: op.i32(-16), bytes: Array(32).fill(7) }] }, /./],
  'functions outside of the table': [{ ...whole, elements: [[0, ...op.i32(200_000), ...op.end, 1, 0]] }, /./],
  'a library that is not there': [
    { ...whole, needed: ['libnobody.so'] },
    /libnobody\.so: cannot open shared object file/,
  ],
  'code that is not valid': [{ ...whole, functions: [op.add] }, /not a valid program/],
  'an export of a function that is not there': [{ ...whole, exports: [['answer', 0, 99]] }, /./],
  'an export of a variable that is not there': [{ ...whole, exports: [['value', 3, 99]] }, /malformed/],
};

const load = `
import ctypes, sys
for path in sys.argv[1:]:
    try:
        print(ctypes.CDLL(path).answer())
    except (OSError, AttributeError) as error:
        print(str(error).replace(path, "it"))
`;

describe('a module that python3 is to link', () => {
  const sandboxes = useSandboxes();
  const sandbox = async () => {
    const made = await sandboxes();
    await made.writeFile('/tmp/load.py', load);
    return made;
  };
  const put = async (files: Record<string, SideModule | Uint8Array>) => {
    const made = await sandbox();
    for (const [path, content] of Object.entries(files))
      await made.writeFile(path, content instanceof Uint8Array ? content : sideModule(content));
    return made;
  };
  const run = async (files: Record<string, SideModule | Uint8Array>, loaded = Object.keys(files)) =>
    (await put(files)).run(`python3 /tmp/load.py ${loaded.join(' ')}`, { timeoutMs: 30_000 });

  it('loads when it is well formed', async (context) => {
    skipWithout(context, 'python3');
    expect(await run({ '/tmp/whole.so': whole })).toMatchObject({ stdout: '42\n', stderr: '', exitCode: 0 });
  });

  it('is refused with the reason, and python3 goes on', async (context) => {
    skipWithout(context, 'python3');
    const names = Object.keys(refused);
    const files = Object.fromEntries(names.map((name, i) => [`/tmp/m${i}.so`, refused[name]?.[0] as SideModule]));
    const paths = Object.keys(files);
    // After each a good one is linked: nothing of the other is in its way.
    const all = { ...files, ...Object.fromEntries(paths.map((path) => [`${path}-good`, whole])) };
    const { stdout, stderr, exitCode } = await run(
      all,
      paths.flatMap((path) => [path, `${path}-good`]),
    );
    const lines = stdout.split('\n');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    names.forEach((name, i) => {
      expect({ name, says: lines[2 * i] }).toEqual({ name, says: expect.stringMatching(refused[name]?.[1] as RegExp) });
      expect({ name, says: lines[2 * i] }).not.toEqual({ name, says: '42' });
      expect({ name, next: lines[2 * i + 1] }).toEqual({ name, next: '42' });
    });
  });

  it('may need itself, or another that needs it', async (context) => {
    skipWithout(context, 'python3');
    const imports: SideModule['imports'] = [memory, table, ['env', 'answer', kinds.function()]];
    const first: SideModule = {
      imports,
      functions: [op.call(0)],
      exports: [['first', 0, 1]],
      needed: ['/tmp/second.so'],
    };
    const second: SideModule = {
      imports: [memory, table, ['env', 'first', kinds.function()]],
      functions: [answer],
      exports: [['answer', 0, 1]],
      needed: ['/tmp/first.so', '/tmp/second.so'],
    };
    const result = await run({ '/tmp/first.so': first, '/tmp/second.so': second });
    expect(result).toMatchObject({ stdout: '42\n42\n', stderr: '', exitCode: 0 });
  });

  it('ends its process at most when it traps, and its host never', async (context) => {
    skipWithout(context, 'python3');
    const ends = (parts: SideModule) => run({ '/tmp/ends.so': parts });
    expect(await ends({ ...whole, functions: [op.unreachable] })).toMatchObject({ stdout: '', exitCode: 134 });
    expect(await ends({ ...whole, functions: [op.unreachable], start: 0, exports: [] })).toMatchObject({ stdout: '' });
    const wild = [...op.i32(-4), ...op.i32Load];
    expect(await ends({ ...whole, functions: [wild] })).toMatchObject({ stdout: '', exitCode: 139 });
    // A function of the program's that is not there, and one of another type.
    const call = (place: number) => [...op.i32(place), 0x11, 0, 0];
    expect(await ends({ ...whole, functions: [call(99_999)] })).toMatchObject({ stdout: '', exitCode: 139 });
    // All of the table's functions become another.
    const overwritten = {
      ...whole,
      elements: [[0, ...op.i32(1), ...op.end, ...unsigned(8000), ...Array(8000).fill(0)]],
    };
    expect((await ends(overwritten)).stdout).toBe('');
    const { stdout } = await run({ '/tmp/whole.so': whole });
    expect(stdout).toBe('42\n');
  });

  it('is killed with its process', async (context) => {
    skipWithout(context, 'python3');
    const made = await put({
      '/tmp/loop.so': { ...whole, functions: [[...op.loop, ...op.br(0), ...op.end, ...answer]] },
    });
    // It ends, long before this test is given up: nothing else interrupts such a loop.
    const ended = await made.run('python3 /tmp/load.py /tmp/loop.so', { timeoutMs: 1500 });
    expect(ended).toMatchObject({ stdout: '', timedOut: true });
  });

  it('lets others run while it computes', async (context) => {
    skipWithout(context, 'python3');
    const made = await put({
      '/tmp/loop.so': { ...whole, functions: [[...op.loop, ...op.br(0), ...op.end, ...answer]] },
    });
    const { stdout } = await made.run(
      'python3 /tmp/load.py /tmp/loop.so & child=$!; for i in 1 2 3; do ls / >/dev/null && echo "$i"; done; kill -9 $child; wait $child; echo $?',
      { timeoutMs: 30_000 },
    );
    expect(stdout).toBe('1\n2\n3\n137\n');
  });

  it('grows the memory no further than the sandbox allows', async (context) => {
    skipWithout(context, 'python3');
    const grow = [...op.i32(60_000), ...op.memoryGrow];
    expect(await run({ '/tmp/grow.so': { ...whole, functions: [grow] } })).toMatchObject({
      stdout: '-1\n',
      exitCode: 0,
    });
  });

  it('counts against its sandbox, and leaves nothing behind', async (context) => {
    skipWithout(context, 'python3');
    const made = await put({ '/tmp/whole.so': { ...whole, dylink: { table: 20_000 } } });
    for (let i = 0; i < 20; i++) expect((await made.run('python3 /tmp/load.py /tmp/whole.so')).stdout).toBe('42\n');
    expect((await made.run('python3 -c "print(1)"')).stdout).toBe('1\n');
  });
});
