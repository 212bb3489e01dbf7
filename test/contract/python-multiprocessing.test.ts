import { describe, expect, it } from 'vitest';
import { printed, python } from './python-program.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();
const options = { memoryLimitMb: 512 };

async function prints(program: string, expected: string): Promise<void> {
  expect(await python(await create(options), program)).toEqual(printed(expected));
}

describe('multiprocessing', () => {
  it('computes in several processes at once', () =>
    prints(
      `import multiprocessing, time
def work(_):
    begin = time.monotonic()
    while time.monotonic() < begin + 0.5: pass
    return begin, time.monotonic()
with multiprocessing.Pool(2) as pool:
    (a, b), (c, d) = pool.map(work, range(2), chunksize=1)
    print(max(a, c) < min(b, d))
`,
      'True\n',
    ));

  it('leaves no zombies, no descriptors and no files', () =>
    prints(
      `import gc, multiprocessing, os
from concurrent.futures import ProcessPoolExecutor
def descriptors(): return len(os.listdir('/proc/self/fd'))
def use():
    with multiprocessing.Pool(2) as pool: pool.map(abs, range(10))
    pool = multiprocessing.Pool(1)
    pool.close()
    pool.join()
    with ProcessPoolExecutor(2) as executor: list(executor.map(abs, range(10)))
    with multiprocessing.Manager() as manager: manager.list().append(1)
    for kind in (multiprocessing.Queue, multiprocessing.Event, multiprocessing.Pipe): kind()
    multiprocessing.Value('i')
    process = multiprocessing.Process(target=int)
    process.start()
    process.join()
import asyncio
before = descriptors()
use()
gc.collect()
print(descriptors() - before, multiprocessing.active_children())
try: os.waitpid(-1, 0)
except ChildProcessError: print('no children')
`,
      '0 []\nno children\n',
    ));

  it('ends daemonic processes and workers when their parent is killed', () =>
    prints(
      `import multiprocessing, os, time
receiver, sender = multiprocessing.Pipe(False)
def parent():
    daemon = multiprocessing.Process(target=time.sleep, args=(60,), daemon=True)
    daemon.start()
    pool = multiprocessing.Pool(1)
    sender.send([daemon.pid, pool._pool[0].pid])
    time.sleep(60)
process = multiprocessing.Process(target=parent)
process.start()
pids = receiver.recv()
process.kill()
process.join()
for pid in pids:
    while os.path.exists(f'/proc/{pid}'): time.sleep(0.01)
print('gone')
`,
      'gone\n',
    ));

  it('has queues that hold more than a pipe before anybody reads', () =>
    prints(
      `import multiprocessing
queue = multiprocessing.Queue()
def fill():
    for i in range(1000): queue.put(bytes(2000))
process = multiprocessing.Process(target=fill)
process.start()
process.join()
print(queue.qsize(), sum(len(queue.get()) for _ in range(1000)), queue.empty())
`,
      '1000 2000000 True\n',
    ));

  it('goes on when a worker is killed while it uses a queue', () =>
    prints(
      `import multiprocessing, time
queue = multiprocessing.Queue()
def put():
    while True: queue.put(bytes(100))
processes = [multiprocessing.Process(target=put) for _ in range(2)]
for process in processes: process.start()
for _ in range(50): queue.get()
for process in processes: process.kill()
for process in processes: process.join()
while not queue.empty(): queue.get()
queue.put('whole')
print(queue.get())
`,
      'whole\n',
    ));

  it('runs tasks in any order, and tasks that wait for others', () =>
    prints(
      `import itertools, multiprocessing
def square(x): return x * x
with multiprocessing.Pool(2) as pool:
    numbers = pool.imap(square, itertools.count())
    print([next(numbers) for _ in range(5)])
with multiprocessing.Pool(2) as pool:
    print(list(pool.imap(square, pool.imap(square, range(5)))))
    def again(x): results.append(pool.apply_async(square, (x,)))
    results = []
    pool.apply_async(square, (3,), callback=again).wait()
    print(results[0].get())
    result = pool.map_async(square, range(4))
    while not result.ready(): pass
    print(result.get())
`,
      '[0, 1, 4, 9, 16]\n[0, 1, 16, 81, 256]\n81\n[0, 1, 4, 9]\n',
    ));

  it('lets threads run while it waits for other processes', () =>
    prints(
      `import multiprocessing, threading
queue, answers = multiprocessing.Queue(), multiprocessing.Queue()
def listen(queue=queue):
    while (item := queue.get()) is not None: print('heard', item)
listener = threading.Thread(target=listen)
listener.start()
process = multiprocessing.Process(target=queue.put, args=(1,))
process.start()
process.join()
queue.put(None)
listener.join()
threading.Thread(target=answers.put, args=('from a thread',)).start()
print(answers.get())
thread = threading.Thread(target=lambda: print(multiprocessing.Pool(1).apply(abs, (-1,))))
thread.start()
thread.join()
`,
      'heard 1\nfrom a thread\n1\n',
    ));

  it('lets a thread run while a process computes, and then takes its result', () =>
    prints(
      `import multiprocessing, threading, time
queue, heard = multiprocessing.Queue(), []
def listen():
    while (item := queue.get()) is not None: heard.append(item)
listener = threading.Thread(target=listen, daemon=True)
listener.start()
def compute():
    queue.put('begun')
    end = time.monotonic() + 1.5
    while time.monotonic() < end: pass
    queue.put('done')
process = multiprocessing.Process(target=compute)
process.start()
process.join()
queue.put(None)
listener.join()
print(heard)
`,
      "['begun', 'done']\n",
    ));

  it('hands connections and sockets to other processes', () =>
    prints(
      `import multiprocessing, socket
def take(connection):
    given, one = connection.recv()
    given.send('through it')
    one.sendall(b'and it')
    connection.send('taken')
here, there = multiprocessing.Pipe()
process = multiprocessing.Process(target=take, args=(there,))
process.start()
receiver, sender = multiprocessing.Pipe(False)
one, other = socket.socketpair()
here.send([sender, one])
print(receiver.recv(), other.recv(9), here.recv())
process.join()
`,
      "through it b'and it' taken\n",
    ));

  it('has executors whose futures asyncio can await', () =>
    prints(
      `import asyncio, math, os
from concurrent.futures import ProcessPoolExecutor
async def main():
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(2) as executor:
        print(await asyncio.gather(*(loop.run_in_executor(executor, math.factorial, i) for i in range(5))))
        try: await loop.run_in_executor(executor, os._exit, 1)
        except Exception as error: print(type(error).__name__)
asyncio.run(main())
`,
      '[1, 1, 2, 6, 24]\nBrokenProcessPool\n',
    ));

  it('makes pools of as many workers as the limits allow', async () => {
    const sandbox = await create({ memoryLimitMb: 256 });
    const program = `import multiprocessing
with multiprocessing.Pool(40) as pool:
    print(sum(pool.map(abs, range(100))), 1 < len(pool._pool) < 40)
`;
    const { exitCode, stdout } = await sandbox.run('python3 -', { stdin: program, timeoutMs: 60_000 });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '4950 True\n' });
  });

  it('names features that are missing', () =>
    prints(
      `from multiprocessing import Array, shared_memory
try: shared_memory.SharedMemory(create=True, size=10)
except OSError as error: print(error)
try: memoryview(Array('i', 3).get_obj())
except TypeError as error: print('no memory of it')
`,
      '[Errno 38] Processes share no memory here; multiprocessing.Array, queues and files are seen by all\nno memory of it\n',
    ));
});
