// How many threads the system says that there are left, before any is asked for.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { threadsLeft } from '../../lib/node/threads-left.js';

describe('threads that the system leaves', () => {
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

  it('are the fewest of all groups around the process', () => {
    group('a', '500', '400');
    group('a/b', 'max', '30');
    group('a/b/c', '200', '20');
    expect(left('0::/a/b/c\n')).toBe(92);
    group('a/b/c', '60', '20');
    expect(left('0::/a/b/c\n')).toBe(32);
  });

  it('are read of a container, which sees its group as the root', () => {
    group('.', '100', '12');
    expect(left('0::/docker/0123456789\n')).toBe(80);
    expect(left('0::/\n')).toBe(80);
  });

  it('are read of the first version, and of both together', () => {
    group('pids/docker/x', '64', '11');
    expect(left('9:memory:/other\n8:pids:/docker/x\n0::/\n')).toBe(45);
    group('unified/y', '20', '10');
    expect(left('8:pids:/docker/x\n0::/y\n')).toBe(2);
  });

  it('are none where there are fewer than Node takes, and any number where nothing is said', () => {
    group('full', '10', '10');
    expect(left('0::/full\n')).toBe(0);
    group('lowered', '10', '30');
    expect(left('0::/lowered\n')).toBe(0);
    for (const list of ['', 'x\n', '0::\n', '0::/none\n', '1:cpu:/full\n'])
      expect(left(list)).toBe(Number.POSITIVE_INFINITY);
  });

  it('are those of its user', async (context) => {
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
