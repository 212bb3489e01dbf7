// What processes of Python's cost, and what bounds them.

import { describe, expect, it } from 'vitest';
import { useSandboxes } from '../contract/use-sandbox.js';

const create = useSandboxes();

describe('processes of multiprocessing', () => {
  it.each([
    { limit: 'memory', options: { memoryLimitMb: 256 } },
    { limit: 'processes', options: { memoryLimitMb: 1024, maxProcesses: 6 } },
  ])('that make processes for ever meet the limit of $limit, by an exception that says so', async ({ options }) => {
    const sandbox = await create(options);
    const program = `import multiprocessing
def bomb():
    processes = []
    while True:
        processes.append(multiprocessing.Process(target=bomb, daemon=False))
        processes[-1].start()
try: bomb()
except OSError as error: print(type(error).__name__, error.__notes__)
for process in multiprocessing.active_children(): process.kill()
`;
    const { exitCode, stdout } = await sandbox.run('python3 - 2>/dev/null', { stdin: program, timeoutMs: 60_000 });
    const note = "the sandbox's limits (processes, memory) let no further process begin";
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^(BlockingIOError|OSError) /);
    expect(stdout).toContain(JSON.stringify([note]));
    // Those that are left may have made others while they were killed.
    const after = async () => (await sandbox.run('kill -9 -1 2>/dev/null; python3 -c "print(1)"')).stdout;
    await expect.poll(after, { timeout: 30_000 }).toBe('1\n');
  });

  it('leave memory as it was, however many there have been', { timeout: 120_000 }, async () => {
    const sandbox = await create({ memoryLimitMb: 128 });
    const program = `import multiprocessing, os
def use(count):
    for _ in range(count):
        process = multiprocessing.Process(target=int)
        process.start()
        process.join()
def size():
    import resource
    return int(open('/proc/self/statm').read().split()[0])
use(5)
before = size(), len(os.listdir('/proc/self/fd')), len(os.listdir('/tmp'))
use(100)
print(size() - before[0] < 64, len(os.listdir('/proc/self/fd')) - before[1], len(os.listdir('/tmp')) - before[2])
`;
    const { stdout, stderr } = await sandbox.run('python3 -', { stdin: program, timeoutMs: 120_000 });
    expect({ stdout, stderr }).toEqual({ stdout: 'True 0 0\n', stderr: '' });
  });

  it('cannot fill more than the file system with what they put into queues', async () => {
    const sandbox = await create({ memoryLimitMb: 256, fsLimitMb: 8 });
    const program = `import multiprocessing
queue = multiprocessing.Queue()
try:
    while True: queue.put(bytes(1 << 20))
except OSError as error: print(error.strerror, 2 < queue.qsize() < 9)
print(len(queue.get()))
queue.put('room')
`;
    const { stdout } = await sandbox.run('python3 -', { stdin: program, timeoutMs: 60_000 });
    expect(stdout).toBe('No space left on device True\n1048576\n');
  });
});
