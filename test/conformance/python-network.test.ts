// The same programs of sockets, polling, asyncio and hashes in this machine's Python, and in a sandbox's: what they print is the same.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSandboxes } from '../contract/use-sandbox.js';
import { skipWithout } from '../setup/missing-programs.js';

const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };
const directory = fileURLToPath(new URL('python/network', import.meta.url));
const programs = readdirSync(directory).filter((name) => name.endsWith('.py'));

/** Why this machine's cannot be compared with. */
function unusable(): string | undefined {
  try {
    // What these programs use is in all since 3.11; without ::1 there is nothing to compare.
    const check =
      'import socket, sys; assert sys.version_info >= (3, 11); socket.socket(socket.AF_INET6).bind(("::1", 0))';
    execFileSync('python3', ['-c', check], { stdio: 'pipe', env });
    return undefined;
  } catch (error) {
    return `without a python3 of 3.11 and IPv6 on this machine: ${(error as Error).message.split('\n')[0]}`;
  }
}

describe('programs of the network in Python', () => {
  const create = useSandboxes();
  const reason = unusable();
  beforeEach((context) => {
    context.skip(reason !== undefined, reason);
    skipWithout(context, 'python3');
  });

  it.each(programs)('%s', async (name) => {
    const path = join(directory, name);
    const here = execFileSync('python3', [path], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    });
    const sandbox = await create();
    sandbox.writeFile('/tmp/program.py', readFileSync(path));
    const { stdout, stderr, exitCode } = await sandbox.run('python3 /tmp/program.py', { timeoutMs: 60_000 });
    expect({ stdout: stdout.split('\n'), stderr, exitCode }).toEqual({
      stdout: here.split('\n'),
      stderr: '',
      exitCode: 0,
    });
  });
});
