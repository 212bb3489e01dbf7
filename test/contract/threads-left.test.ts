// How many threads the system says that there are left, before any is asked for.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { threadsLeft } from '../../lib/node/threads-left.js';

describe('the number of threads that the system still allows', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'groups-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const group = (path: string, most: string, current: string): void => {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, 'pids.max'), `${most}\n`);
    writeFileSync(join(root, path, 'pids.current'), `${current}\n`);
  };
  const left = (list: string): number => threadsLeft({ root, groups: list, limits: '' });

  it('is the smallest allowance of all control groups of the process', () => {
    group('a', '500', '400');
    group('a/b', 'max', '30');
    group('a/b/c', '200', '20');
    expect(left('0::/a/b/c\n')).toBe(92);
    group('a/b/c', '60', '20');
    expect(left('0::/a/b/c\n')).toBe(32);
  });

  it('is found in a container, which sees its control group as the root', () => {
    group('.', '100', '12');
    expect(left('0::/docker/0123456789\n')).toBe(80);
    expect(left('0::/\n')).toBe(80);
  });

  it('is found with control groups of version 1, and of both versions', () => {
    group('pids/docker/x', '64', '11');
    expect(left('9:memory:/other\n8:pids:/docker/x\n0::/\n')).toBe(45);
    group('unified/y', '20', '10');
    expect(left('8:pids:/docker/x\n0::/y\n')).toBe(2);
  });

  it('is 0 below the threads that Node needs, and unlimited without limits', () => {
    group('full', '10', '10');
    expect(left('0::/full\n')).toBe(0);
    group('lowered', '10', '30');
    expect(left('0::/lowered\n')).toBe(0);
    for (const list of ['', 'x\n', '0::\n', '0::/none\n', '1:cpu:/full\n'])
      expect(left(list)).toBe(Number.POSITIVE_INFINITY);
  });

  it('respects the limit of the user', async (context) => {
    context.skip(process.getuid?.() !== 0, 'only root can become a user that has nothing else');
    const user = 54321;
    const ofUser = (limit: string): number =>
      threadsLeft({ root, groups: '', limits: `Max processes             ${limit}    ${limit}    processes\n`, user });
    expect(ofUser('100')).toBe(92);
    const other = spawn('setpriv', ['--reuid', `${user}`, '--clear-groups', 'sleep', '60']);
    onTestFinished(() => void other.kill());
    await expect.poll(() => ofUser('100')).toBe(91);
    for (const limit of ['unlimited', '50000']) expect(ofUser(limit)).toBe(Number.POSITIVE_INFINITY);
  });
});
