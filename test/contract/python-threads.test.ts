import { describe, expect, it } from 'vitest';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

async function python(script: string): Promise<{ status: number; out: string; err: string }> {
  const sandbox = await create();
  await sandbox.writeFile('/tmp/program.py', script);
  const { exitCode, stdout, stderr } = await sandbox.run('python3 /tmp/program.py', { timeoutMs: 30_000 });
  return { status: exitCode, out: stdout, err: stderr };
}

const prints = async (script: string, expected: string): Promise<void> =>
  expect(await python(script)).toEqual({ status: 0, out: expected, err: '' });

describe('threads of Python, one after the other', () => {
  it('run when they are joined, each with its own thread-local data', () =>
    prints(
      `import threading
out = []
local = threading.local()
local.x = 1
def work(i):
    out.append((i, threading.current_thread().name, hasattr(local, 'x'), threading.active_count()))
threads = [threading.Thread(target=work, args=(i,), name=f't{i}') for i in range(2)]
for t in threads: t.start()
for t in threads: t.join()
print(out, threads[0].is_alive(), threading.active_count())
`,
      "[(0, 't0', False, 3), (1, 't1', False, 2)] False 1\n",
    ));

  it('run at the end of the program at the latest', () =>
    prints(
      "import threading\nthreading.Thread(target=print, args=('thread',)).start()\nprint('main')",
      'main\nthread\n',
    ));

  it('get items from queues, bounded or not', () =>
    prints(
      `import queue, threading
for size in (0, 2):
    q, out = queue.Queue(size), []
    def work():
        while (item := q.get()) is not None: out.append(item)
    t = threading.Thread(target=work)
    t.start()
    for i in range(5): q.put(i)
    q.put(None)
    t.join()
    print(out)
q = queue.Queue()
def forever():
    while True:
        print('did', q.get())
        q.task_done()
threading.Thread(target=forever, daemon=True).start()
q.put(1)
q.put(2)
q.join()
def produce():
    for i in range(3): q.put(i)
    q.put(None)
threading.Thread(target=produce).start()
print(list(iter(q.get, None)))
`,
      '[0, 1, 2, 3, 4]\n[0, 1, 2, 3, 4]\ndid 1\ndid 2\n[0, 1, 2]\n',
    ));

  it('wake threads that wait for an event, a condition, a semaphore or a lock', () =>
    prints(
      `import threading
event = threading.Event()
threading.Thread(target=event.set).start()
print(event.wait())
condition, items = threading.Condition(), []
def produce():
    with condition:
        items.append(1)
        condition.notify()
threading.Thread(target=produce).start()
with condition:
    while not items: condition.wait()
semaphore = threading.Semaphore(0)
threading.Thread(target=semaphore.release).start()
print(semaphore.acquire(), items)
lock = threading.Lock()
lock.acquire()
threading.Thread(target=lock.release).start()
print(lock.acquire(), lock.acquire(timeout=0.01))
`,
      'True\nTrue [1]\nTrue False\n',
    ));

  it('raise RuntimeError in a thread that waits for something no thread can do', () =>
    prints(
      `import queue, threading
lock = threading.Lock()
lock.acquire()
for wait in (lock.acquire, threading.Event().wait, queue.Queue().get, queue.SimpleQueue().get):
    try:
        wait()
    except RuntimeError as error:
        print(str(error)[:8])
`,
      'deadlock\n'.repeat(4),
    ));

  it('run the calls of executors', () =>
    prints(
      `from concurrent.futures import ThreadPoolExecutor, as_completed
with ThreadPoolExecutor(4) as pool:
    print(list(pool.map(lambda x: x * x, range(4))), pool.submit(lambda: pool.submit(lambda: 7)).result().result())
    print(repr(pool.submit(lambda: 1 / 0).exception()))
    print(sorted(f.result() for f in as_completed([pool.submit(pow, 2, i) for i in range(3)])))
`,
      "[0, 1, 4, 9] 7\nZeroDivisionError('division by zero')\n[1, 2, 4]\n",
    ));

  it('report exceptions as CPython does, and leave interrupts to the main thread', async () => {
    const { status, out, err } = await python(`import os, signal, threading
def fail(): raise ValueError('x')
t = threading.Thread(target=fail)
t.start()
t.join()
print('after', flush=True)
t = threading.Thread(target=lambda: os.kill(os.getpid(), signal.SIGINT))
t.start()
t.join()
`);
    expect({ status, out }).toEqual({ status: 130, out: 'after\n' });
    expect(err).toMatch(
      /^Exception in thread Thread-1 \(fail\):\nTraceback[\s\S]*ValueError: x\nTraceback[\s\S]*KeyboardInterrupt\n$/,
    );
  });

  it('run a server beside its client in one process', () =>
    prints(
      `import http.server, threading, urllib.request
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.path.encode())
    def log_message(self, *args): pass
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
thread = threading.Thread(target=server.serve_forever, daemon=True)
thread.start()
for path in ('/a', '/b'):
    print(urllib.request.urlopen(f'http://127.0.0.1:{server.server_port}{path}').read())
server.shutdown()
thread.join()
`,
      "b'/a'\nb'/b'\n",
    ));
});
