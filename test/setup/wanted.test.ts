// What a command line needs is known before it runs, or known not to be known.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Plan, Sandbox } from 'wasmsand';
import { programsIn, programsOfScript } from '../../scripts/setup/wanted.mjs';

const programs = new Set('[ cat dc env find git gzip head jq ls make nice perl sort tree wc xargs zip'.split(' '));
const isProgram = (name: string) => programs.has(name);
let sandbox: Sandbox;
const plan = (text: string): Promise<Plan> => sandbox.plan(text);
beforeAll(async () => {
  sandbox = await Sandbox.create();
});
afterAll(() => sandbox.destroy());

const known: [string, string][] = [
  ['ls | sort | head -3; [ -f x ] && cat x', 'ls sort head [ cat'],
  ['for f in *; do wc -l "$f"; done', 'wc'],
  ['x=1; echo git "$x" $(zip $(tree)) <(dc)', 'zip tree dc'],
  ['f() { jq; }; f', 'jq'],
  ['/usr/bin/zip', 'zip'],
  ['find . -exec zip {} \\; | xargs -n1 "tree"', 'find zip xargs tree'],
  ['env A=1 nice sh -c "perl -e 1"', 'env nice perl'],
  ["trap 'dc -e 1' EXIT; exec git log", 'dc git'],
  ["bash -c 'zip $a | jq .'", 'zip jq'],
  ['eval "jq ."', 'jq'],
  ['echo only words of the shell', ''],
  ['if', ''],
];

const unknown = [
  'f=git; $f --version',
  'bash -c "zip a; $x"',
  'eval $x',
  './x.sh',
  '. lib.sh',
  'sh script',
  'make',
  'sh <x',
];

describe('what a command line needs', () => {
  it.each(known)('%s', async (text, names) => {
    expect([...((await programsIn(text, plan, isProgram)) ?? ['unknown'])].join(' ')).toBe(names);
  });

  it.each(unknown)('%s: may be anything', async (text) => {
    expect(await programsIn(text, plan, isProgram)).toBeUndefined();
  });

  it('is also what a script of a port runs', async () => {
    const needs = (text: string) => programsOfScript(Buffer.from(text), plan, isProgram);
    expect(await needs('#!/bin/sh\ngzip -cd "$@" | sort\n')).toEqual(['gzip', 'sort']);
    expect(await needs('#!/usr/bin/perl -w\nprint 1;\n')).toEqual(['perl']);
    expect(await needs('\0asm')).toEqual([]);
  });
});
