// What this package leans on inside Node and its engine (docs/internals/engine.md). A version that lacks one of these is named here, before
// anything hangs.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signals } from '../../lib/abi/generated/signals.js';
import { signalOfTrap } from '../../lib/guest/traps.js';
import { assemble, op } from '../security/assembler.js';
import { duplexPair } from './duplex-pair.js';

const root = join(import.meta.dirname, '../..');
const source = (path: string): string => readFileSync(join(root, path), 'utf8');

describe(`Node ${process.versions.node} with V8 ${process.versions.v8}`, () => {
  it('exports the functions of V8 that the addon looks up by name', () => {
    const engine = 'native/binding/engine';
    const sources = readdirSync(join(root, engine)).map((file) => source(`${engine}/${file}`));
    const wanted = sources.flatMap((text) => Array.from(text.matchAll(/"(_ZN2v8\w+)"/g), ([, name]) => name as string));
    expect(wanted.length).toBeGreaterThanOrEqual(8);
    const table = execFileSync('nm', ['-D', '--defined-only', process.execPath], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const exported = new Set(table.split('\n').map((line) => line.split(' ').at(-1)?.replace(/@.*/, '')));
    expect([...new Set(wanted)].filter((name) => !exported.has(name))).toEqual([]);
  });

  it('knows the flags that the package sets for switched stacks', () => {
    const [major = 0, minor = 0] = process.versions.v8.split('.').map(Number);
    const switches = major > 13 || (major === 13 && minor >= 6);
    const wanted = switches ? ['stack-size', 'wasm-stack-switching-stack-size', 'initial-old-space-size'] : [];
    if (switches && major === 13) wanted.push('experimental-wasm-jspi');
    if (switches && major <= 14) wanted.push('experimental-wasm-branch-hinting');
    const text = source('lib/node/pool.ts');
    for (const flag of wanted) expect(text).toContain(flag);
    const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    expect(wanted.filter((flag) => !known.includes(`--${flag}`))).toEqual([]);
  });

  const trap = (body: number[]): unknown => {
    const bytes = assemble({ functions: [{ body: [body] }], exports: { run: 0 }, memory: { minimum: 1, maximum: 1 } });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes.slice().buffer), {});
    try {
      (exports.run as () => void)();
      return undefined;
    } catch (error) {
      return error;
    }
  };

  it.each([
    ['unreachable', [0x00], signals.SIGABRT],
    ['a division by zero', [...op.i32(1), ...op.i32(0), 0x6d, ...op.drop], signals.SIGFPE],
    ['a division that overflows', [...op.i32(-0x8000_0000), ...op.i32(-1), 0x6d, ...op.drop], signals.SIGFPE],
    ['a remainder by zero', [...op.i32(1), ...op.i32(0), 0x6f, ...op.drop], signals.SIGFPE],
    ['an address outside the memory', [...op.i32(65_536), 0x28, 2, 0, ...op.drop], signals.SIGSEGV],
  ])('gives the trap of %s the message that the package expects', (_, body, signal) => {
    expect(signalOfTrap(trap(body))).toBe(signal);
  });

  it('gives a stack overflow the message that the package expects', () => {
    const recurse = (): number => 1 + recurse();
    let error: unknown;
    try {
      recurse();
    } catch (thrown) {
      error = thrown;
    }
    expect(signalOfTrap(error)).toBe(signals.SIGSEGV);
  });

  it('serves HTTP on a given stream, to a client that has ended its side', async () => {
    const server = createServer((request, response) => response.end(request.url));
    (server as unknown as { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
    const [client, guest] = duplexPair();
    server.emit('connection', guest);
    client.end('GET /x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    let answer = '';
    for await (const piece of client) answer += piece;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(.|\r\n)*\/x/);
  });

  it("finds undici's client, and its event for a request that was written", async () => {
    const path = 'node_modules/undici/lib';
    expect(source('lib/node/network/upstream.ts')).toContain('undici/lib/dispatcher/client.js');
    expect(source(`${path}/dispatcher/client.js`)).toContain('module.exports = Client');
    expect(source(`${path}/core/request.js`)).toContain('onRequestSent');
  });
});
