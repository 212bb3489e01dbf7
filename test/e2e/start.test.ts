import { describe, expect, it } from 'vitest';
import { run } from './run-node.js';

const start = (command: string, input?: Uint8Array) => run('npm', ['start', '--', command], { input });

describe('npm start', () => {
  it('prints exactly what the command prints, apart for errors, and exits with its status', async () => {
    expect(await start('printf "a\\0b\\377"; echo oops >&2; exit 7')).toEqual({
      status: 7,
      signal: null,
      stdout: Buffer.from([0x61, 0, 0x62, 0xff]),
      stderr: 'oops\n',
    });
  });

  it('passes standard input through', async () => {
    const input = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 31) % 256);
    const { status, stdout } = await start('cat', input);
    expect(status).toBe(0);
    expect(stdout.equals(input)).toBe(true);
  });

  it('shows a demonstration when there is no command and no terminal', async () => {
    const { status, stdout, stderr } = await run('npm', ['start']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.toString()).toContain('  50000 ');
  });
});
