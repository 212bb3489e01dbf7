// What an interpreter says is read with bounds: of values, depth and bytes, before it is parsed.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Kind, type Message, MessageReader, mostValues } from '../../lib/python/messages.js';
import { Outputs } from '../../lib/python/outputs.js';

const parse = vi.spyOn(JSON, 'parse');
afterEach(() => parse.mockClear());

const mebibyte = 1024 * 1024;
const everything = (_kind: Kind): boolean => true;
const forCode = (kind: Kind): boolean => kind !== 'variables';

/** The messages of a text that comes in pieces of that size. */
function read(text: string, { isWanted = everything, longest = 8 * mebibyte, piece = 65_536 } = {}): Message[] {
  const reader = new MessageReader(longest, isWanted);
  const bytes = Buffer.from(text);
  const messages: Message[] = [];
  for (let at = 0; at < bytes.length; at += piece) messages.push(...reader.add(bytes.subarray(at, at + piece)));
  return messages;
}

const list = (of: string, count: number): string => Array(count).fill(of).join(',');

describe('messages of a Python interpreter', () => {
  it('are read in pieces of any size', () => {
    const text = '{"stream": "stdout", "text": "a\\"[,{"}\n{"value": {"text/plain": "42"}}\n';
    for (const piece of [1, 2, 3, 15, 16, 17, 40, 1000]) {
      expect(read(text, { piece })).toEqual([
        { kind: 'stream', bytes: 38, stream: 'stdout', text: 'a"[,{' },
        { kind: 'value', bytes: 31, value: { 'text/plain': '42' } },
      ]);
    }
  });

  it('are skipped when they have too many values or are nested too deep, and later ones are read', () => {
    const attacks = [
      `{"variables": [${list('{}', 2_700_000)}]}`,
      `{"value": {"x": [${list('0', 4_000_000)}]}}`,
      `{"display": {"x": ${'['.repeat(4_000_000)}`,
      `{"error": {"name": ${'{"a":'.repeat(1_500_000)}`,
      `{"value": {${list('"a":1', 1_300_000)}}}`,
    ];
    for (const attack of attacks) {
      const [lost, ...after] = read(`${attack}\n{"value": {"a": 1}}\n`, { longest: 16 * mebibyte });
      expect(lost).toMatchObject({ isLost: true });
      expect(after).toEqual([{ kind: 'value', bytes: 19, value: { a: 1 } }]);
    }
    const parsed = parse.mock.calls.map(([text]) => String(text));
    expect(parsed).toEqual(Array(attacks.length).fill('{"value": {"a": 1}}'));
  });

  it('can have as many values as the reader accepts', () => {
    for (const value of ['0', '{}', '""']) {
      const [message] = read(`{"value": {"x": [${list(value, mostValues - 3)}]}}\n`);
      expect(message?.value?.x).toHaveLength(mostValues - 3);
    }
    expect(read(`{"value": {"x": ["${'[{,'.repeat(mostValues)}"]}}\n`)[0]?.isLost).toBeUndefined();
  });

  it('are skipped when nobody asked for them', () => {
    const text = `{"variables": [${list('{}', 20_000)}]}\n`;
    expect(read(text, { isWanted: forCode, piece: 100 })).toEqual([]);
    expect(read(text, { isWanted: forCode, piece: mebibyte })).toEqual([]);
    expect(parse).not.toHaveBeenCalled();
  });

  it('are buffered until their end, up to a bound', () => {
    const reader = new MessageReader(mebibyte, everything);
    const piece = Buffer.alloc(65_536, 'x');
    expect([...reader.add(Buffer.from('{"value": {"text/plain": "'))]).toEqual([]);
    let most = 0;
    for (let i = 0; i < 100; i++) {
      expect([...reader.add(piece)]).toEqual([]);
      most = Math.max(most, reader.heldBytes);
    }
    expect(most).toBeLessThanOrEqual(mebibyte);
    expect(reader.heldBytes).toBe(0);
    expect([...reader.add(Buffer.from('"}}\n'))]).toEqual([{ kind: 'value', bytes: 0, isLost: true }]);
    // Pieces of one byte are not kept one by one.
    for (const byte of Buffer.from(`{"value": {"a": "${'y'.repeat(100_000)}`))
      expect([...reader.add(Buffer.of(byte))]).toEqual([]);
    expect(reader.heldBytes).toBeLessThanOrEqual(2 * 100_100);
    reader.lose();
    expect(reader.heldBytes).toBe(0);
    expect([...reader.add(Buffer.from('"}}\n'))]).toMatchObject([{ isLost: true }]);
  });

  it('cause an error when the bytes are no message', () => {
    for (const line of ['no json', 'null', '[]', '{}', '', '{"done": true}', '{"value": {', '{"value": 1']) {
      expect(() => read(`${line}\n`)).toThrow();
    }
    expect(read('{"value": 5}\n{"stream": "x", "text": 1}\n{"variables": {"a": 1}}\n{"error": null}\n')).toEqual([
      { kind: 'value', bytes: 12 },
      { kind: 'stream', bytes: 26 },
      { kind: 'variables', bytes: 23 },
      { kind: 'error', bytes: 15 },
    ]);
  });
});

describe('the list of outputs', () => {
  const stream = (name: 'stdout' | 'stderr', text: string): Message => ({
    kind: 'stream',
    bytes: 0,
    stream: name,
    text,
  });

  it('is bounded in number, not in bytes alone', () => {
    const outputs = new Outputs(64 * 1000, undefined, () => {});
    for (let i = 0; i < 10_000; i++) outputs.heard(stream(i % 2 === 0 ? 'stdout' : 'stderr', 'x'));
    expect(outputs.all.length).toBe(1024 + 1000);
    expect(outputs.truncated).toBe(true);
    expect(['stream', 'display', 'value', 'error', 'variables'].map((kind) => outputs.isWanted(kind as Kind))).toEqual([
      ...[false, false, true, true, false],
    ]);
  });

  it('joins adjacent pieces of one text', () => {
    const heard: string[] = [];
    const outputs = new Outputs(
      mebibyte,
      (output) => heard.push(output.type === 'stream' ? output.text : ''),
      () => {},
    );
    for (let i = 0; i < 5000; i++) outputs.heard(stream('stdout', String(i % 10)));
    outputs.printed('end');
    const [only, ...more] = outputs.all;
    expect(more).toEqual([]);
    expect(only).toEqual({ type: 'stream', name: 'stdout', text: `${'0123456789'.repeat(500)}end` });
    expect(heard.length).toBe(5001);
  });
});
