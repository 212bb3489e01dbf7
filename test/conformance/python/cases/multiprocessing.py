import multiprocessing, os, queue, re, sys, time
mp = multiprocessing.get_context('fork')
def tries(f, *a, **k):
    try: print(f(*a, **k))
    except BaseException as e: print(type(e).__name__, re.sub('0x[0-9a-f]+', '0x', str(e)))
def square(x): return x * x
def fail(x): raise ValueError(x)
### a process
p = mp.Process(target=print, args=('child',), kwargs={'flush': True}, name='worker')
print(p.exitcode, p.pid, p.is_alive(), p.daemon, p.name); p.start(); p.join(); print(p.exitcode, p.is_alive(), p.pid > 0, mp.active_children())
### exit codes
import signal
for f in (lambda: None, lambda: sys.exit(3), lambda: sys.exit('text'), lambda: os._exit(4), lambda: os.kill(os.getpid(), 9)):
    p = mp.Process(target=f); p.start(); p.join(); print(p.exitcode)
### an exception in a process
p = mp.Process(target=fail, args=(7,), name='bad'); p.start(); p.join(); print(p.exitcode)
### terminate, kill and join with a time
p = mp.Process(target=time.sleep, args=(60,)); p.start(); print(p.join(0.05), p.is_alive(), p.exitcode); p.terminate(); p.join(); print(p.exitcode)
p = mp.Process(target=time.sleep, args=(60,)); p.start(); p.kill(); p.join(); print(p.exitcode); p.close(); tries(p.is_alive)
### misuse
p = mp.Process(target=int); tries(p.join); tries(p.terminate); p.start(); tries(p.start); p.join(); tries(setattr, p, 'daemon', 1)
### names and parents
print(mp.current_process().name, mp.parent_process())
p = mp.Process(target=lambda: print(mp.current_process().name, mp.parent_process().pid == os.getppid(), mp.current_process().daemon, flush=True)); p.start(); p.join()
### a class of processes
class P(mp.Process):
    def __init__(self, x): super().__init__(); self.x = x
    def run(self): print(self.name, self.x, flush=True)
for i in range(2): p = P(i); p.start(); p.join()
### a sentinel
from multiprocessing.connection import wait
p = mp.Process(target=time.sleep, args=(0.05,)); p.start(); print(wait([p.sentinel], 0), wait([p.sentinel]) == [p.sentinel]); p.join()
### daemons end with their parent
mp.Process(target=time.sleep, args=(60,), daemon=True).start(); print('end')
### daemons have no children
def child():
    try: mp.Process(target=int).start()
    except AssertionError as e: print(e, flush=True)
p = mp.Process(target=child, daemon=True); p.start(); p.join()
### pipes
a, b = mp.Pipe(); p = mp.Process(target=lambda: b.send([b.recv(), {'x': (1, None)}])); p.start(); a.send('hello'); print(a.recv(), a.poll()); p.join(); a.close(); tries(b.recv); tries(a.send, 1)
r, w = mp.Pipe(False); w.send_bytes(b'bytes'); print(r.recv_bytes(), r.readable, r.writable, w.readable); tries(w.recv); w.close(); tries(r.recv); tries(r.recv_bytes)
### a large message
r, w = mp.Pipe(False); p = mp.Process(target=lambda: w.send(b'x' * 300000)); p.start(); print(len(r.recv())); p.join()
### queues
q = mp.Queue(); [q.put(i) for i in range(3)]; print([q.get() for i in range(3)]); tries(q.get, timeout=0.01); tries(q.get_nowait); q.close(); tries(q.put, 1); q.join_thread()
### a bounded queue
q = mp.Queue(2); q.put(1); q.put(2); print(q.full(), q.qsize()); tries(q.put, 3, False); tries(q.put, 3, timeout=0.01); time.sleep(0.1); print(q.get(), q.get(), q.full())
### producers and consumers
q, done = mp.Queue(), mp.Queue()
def consume():
    while (x := q.get()) is not None: done.put(x * x)
ps = [mp.Process(target=consume) for i in range(2)]; [p.start() for p in ps]; [q.put(i) for i in range(20)]; [q.put(None) for p in ps]
print(sorted(done.get() for i in range(20))); [p.join() for p in ps]; print([p.exitcode for p in ps])
### a joinable queue
q = mp.JoinableQueue()
def work():
    while True: q.get(); q.task_done()
mp.Process(target=work, daemon=True).start(); [q.put(i) for i in range(5)]; q.join(); print('done'); tries(q.task_done)
### a simple queue
q = mp.SimpleQueue(); print(q.empty()); q.put('x'); print(q.empty(), q.get())
### what cannot be pickled is lost
q = mp.Queue(); q.put(sys.stdin); time.sleep(0.1); q.put(2); print(q.get())
### locks
l = mp.Lock(); print(l.acquire(), l.acquire(False), l.acquire(timeout=0.01), l); l.release(); tries(l.release)
r = mp.RLock(); print(r.acquire(), r.acquire()); r.release(); r.release(); tries(r.release)
### semaphores
s = mp.Semaphore(2); s.acquire(); print(s.get_value(), s); s.release(); s.release(); print(s.get_value())
b = mp.BoundedSemaphore(1); b.acquire(); b.release(); tries(b.release); tries(mp.Semaphore, -1)
### a lock between processes
l, v = mp.Lock(), mp.Value('i', 0, lock=False)
def count():
    for i in range(20):
        with l: v.value += 1
ps = [mp.Process(target=count) for i in range(3)]; [p.start() for p in ps]; [p.join() for p in ps]; print(v.value)
### events and conditions
e = mp.Event(); print(e.is_set(), e.wait(0.01)); p = mp.Process(target=e.set); p.start(); print(e.wait(5), e.is_set()); p.join(); e.clear(); print(e.is_set())
c, s = mp.Condition(), mp.Semaphore(0)
def wait_for():
    with c: s.release(); print(c.wait(5), flush=True)
p = mp.Process(target=wait_for); p.start(); s.acquire()
with c: c.notify()
p.join(); tries(c.notify)
### a barrier
b = mp.Barrier(2); p = mp.Process(target=b.wait); p.start(); print(b.wait(5) in (0, 1), b.parties, b.n_waiting, b.broken); p.join(); tries(b.wait, 0.01); print(b.broken)
### values and arrays
import ctypes
v, a, t = mp.Value('d', 1.5), mp.Array('h', [1, 2, 3]), mp.Array('c', b'text')
def change(): v.value, a[1], t.value = 2.5, 20, b'new'
p = mp.Process(target=change); p.start(); p.join(); print(v.value, a[:], a[-1], len(a), t.value, t.raw); tries(a.__getitem__, 3); tries(setattr, v, 'value', 'x')
class Point(ctypes.Structure): _fields_ = [('x', ctypes.c_int), ('y', ctypes.c_double)]
q = mp.Value(Point, 1, 2.5); s = mp.Array(Point, [(1, 2), (3, 4)]); q.x += 4; s[1].y = 9; print(q.x, q.y, [(i.x, i.y) for i in s])
with v.get_lock(): v.value += 1
print(v.value, v.get_obj().value, mp.RawValue('i', 3).value, list(mp.RawArray('i', 2)))
### a pool
with mp.Pool(2) as pool:
    print(pool.map(square, range(10)), pool.starmap(pow, [(2, 3), (3, 2)]), pool.apply(square, (5,)), list(pool.imap(square, range(4), 2)), sorted(pool.imap_unordered(square, range(4))), pool.map(square, []))
tries(pool.map, square, [1])
### a pool's exceptions
with mp.Pool(2) as pool:
    tries(pool.map, fail, [1])
    try: pool.apply(fail, ('x',))
    except ValueError as e: print(repr(e), type(e.__cause__).__name__, str(e.__cause__).strip().splitlines()[1], str(e.__cause__).strip().splitlines()[-2])
    tries(pool.apply, square, (lambda: 1,)); tries(pool.apply, os.getcwdb); r = pool.imap(fail, [1]); tries(next, r); tries(next, r)
### a pool's results
with mp.Pool(2) as pool:
    done = []
    r = pool.apply_async(square, (3,), callback=done.append); r.wait(); print(r.ready(), r.successful(), r.get(), done)
    r = pool.map_async(fail, [1], error_callback=lambda e: done.append(repr(e))); r.wait(); print(r.successful(), done); tries(r.get)
    r = pool.apply_async(time.sleep, (1,)); tries(r.get, 0.01); tries(r.successful)
### a pool's workers
def begin(x): global y; y = x
def use(x): return x + y
# Printed when no worker can be forked beside it, with what is not written yet.
with mp.Pool(2, begin, (10,), maxtasksperchild=1) as pool: sums = pool.map(use, range(5), 1)
print(sums)
tries(mp.Pool, 0); tries(mp.Pool, 1, 'x'); tries(mp.Pool, 1, maxtasksperchild=0)
### a pool that is closed
pool = mp.Pool(2); tries(pool.join); r = pool.map_async(square, range(3)); pool.close(); pool.join(); print(r.get(), pool); tries(pool.apply, square)
### a pool of threads
from multiprocessing.pool import ThreadPool
with ThreadPool(2) as pool: print(pool.map(lambda x: x + 1, range(4)), pool.apply(square, (3,)), list(pool.imap(square, range(3)))); tries(pool.map, fail, [1])
### an executor
from concurrent.futures import ProcessPoolExecutor, as_completed, wait
with ProcessPoolExecutor(2, mp_context=mp) as ex:
    print(list(ex.map(square, range(5))), list(ex.map(pow, [2, 3], [3, 2], chunksize=2))); f = ex.submit(square, 4); print(f.result(), f.done(), f.exception())
    print(sorted(f.result() for f in as_completed([ex.submit(square, i) for i in range(4)])), repr(ex.submit(fail, 1).exception()), len(wait([ex.submit(square, 1)]).done))
tries(ex.submit, square, 1)
### an executor whose worker has died
from concurrent.futures import ProcessPoolExecutor
with ProcessPoolExecutor(1, mp_context=mp) as ex: tries(ex.submit(os._exit, 3).result); tries(ex.submit, square, 1)
### an executor and asyncio
import asyncio
from concurrent.futures import ProcessPoolExecutor
async def main():
    with ProcessPoolExecutor(2, mp_context=mp) as ex:
        print(await asyncio.gather(*(asyncio.get_running_loop().run_in_executor(ex, square, i) for i in range(4))))
asyncio.run(main())
### a manager
def add(d, l, n, q): d['a'] = [1]; l.append(2); n.x += 1; q.put('x')
with mp.Manager() as m:
    d, l, n, q = m.dict(b=1), m.list([1]), m.Namespace(x=1), m.Queue(); p = mp.Process(target=add, args=(d, l, n, q)); p.start(); print(q.get()); p.join()
    print(dict(d), l[:], len(l), n, 'a' in d, sorted(d), str(d), q.empty(), q.qsize()); tries(d.__getitem__, 'none'); tries(l.pop, 9); tries(q.get, timeout=0.01); tries(getattr, n, 'none')
### a manager's locks
with mp.Manager() as m:
    l, r, e, v, a, s = m.Lock(), m.RLock(), m.Event(), m.Value('i', 3), m.Array('i', [1, 2]), m.Semaphore(1); print(l.acquire(), l.acquire(False), r.acquire(), r.acquire(), e.wait(0.01), e.is_set(), s.acquire(), s.acquire(False))
    l.release(); e.set(); v.value += 1; a[0] = 5; print(e.wait(), v.value, list(a)); b, c = m.Barrier(2), m.Condition(); p = mp.Process(target=b.wait); p.start(); print(b.wait() in (0, 1)); p.join()
    with c: print(c.wait(0.01))
### a manager of one's own
from multiprocessing.managers import BaseManager
class Counter:
    def __init__(self): self.n = 0
    def add(self, x): self.n += x; return self.n
class M(BaseManager): pass
M.register('Counter', Counter)
with M(ctx=mp) as m: c = m.Counter(); c.add(2); print(c.add(3)); tries(c.add, 'x')
### spawned processes
if __name__ == '__main__':
    s = multiprocessing.get_context('spawn'); q, v = s.Queue(), s.Value('i', 1); ps = [s.Process(target=f, args=a) for f, a in ((q.put, (1,)), (fail, (1,)))]
    [p.start() for p in ps]; [p.join() for p in ps]; print(q.get(), [p.exitcode for p in ps]); tries(s.Process(target=lambda: 1).start)
    with s.Pool(1) as pool: print(pool.map(square, range(3)))
### as it is by default
if __name__ == '__main__':
    print(multiprocessing.get_start_method(), sorted(multiprocessing.get_all_start_methods())); tries(multiprocessing.get_context, 'none')
    p = multiprocessing.Process(target=print, args=('x',)); p.start(); p.join()
    with multiprocessing.Pool(2) as pool: print(pool.map(square, range(3)))
    tries(multiprocessing.set_start_method, 'fork')
