import os, sys, signal, subprocess, time, asyncio, socket, select, threading
def tries(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
### threads
r = []; ts = [threading.Thread(target=lambda i=i: r.append(i), name=f't{i}') for i in range(5)]; [t.start() for t in ts]; [t.join() for t in ts]; print(sorted(r), ts[0].name, ts[0].is_alive(), threading.active_count(), threading.current_thread().name, threading.main_thread() is threading.current_thread()); tries(ts[0].start); tries(threading.Thread().join)
def bad(): raise ValueError('in thread')
t = threading.Thread(target=bad, name='T'); t.start(); t.join(); print('went on')
### thread pools
from concurrent.futures import *
with ThreadPoolExecutor(3) as e: print(list(e.map(lambda x: x * x, range(10))), e.submit(pow, 2, 3).result(), [f.result() for f in as_completed([e.submit(int, '5')])]); f = e.submit(int, 'x'); tries(f.result); print(f.exception().__class__.__name__, f.done()); d, n = wait([e.submit(int), e.submit(int)]); print(len(d), len(n))
tries(e.submit, int)
### thread locals and locks
l = threading.local(); l.x = 1; t = threading.Thread(target=lambda: print(hasattr(l, 'x'))); t.start(); t.join(); k = threading.Lock(); print(k.acquire(), k.acquire(False), k.acquire(timeout=0.01), k.locked(), k.release()); tries(k.release); r = threading.RLock(); print(r.acquire(), r.acquire(), r.release(), r.release()); tries(r.release); e = threading.Event(); print(e.wait(0.01), e.set(), e.wait()); s = threading.Semaphore(1); print(s.acquire(), s.acquire(blocking=False)); c = threading.Condition(); tries(c.notify)
### queues between threads
import queue
q = queue.Queue(); t = threading.Thread(target=lambda: [q.put(i) for i in range(3)] + [q.put(None)]); t.start(); print([i for i in iter(q.get, None)]); t.join(); tries(q.get_nowait); tries(q.get, timeout=0.01); p = queue.PriorityQueue(); p.put(2); p.put(1); print(p.get(), queue.LifoQueue().empty(), queue.SimpleQueue().qsize())
### timers
t = threading.Timer(0.05, print, ['timer']); t.start(); t.join(); t = threading.Timer(5, print, ['never']); t.start(); t.cancel(); t.join(); print('end')
### many processes
import multiprocessing as m
tries(lambda: m.cpu_count() > 0); print(m.get_all_start_methods(), m.current_process().name)
### sched and time
import sched
s = sched.scheduler(); s.enter(0.02, 1, print, ('b',)); s.enter(0.01, 1, print, ('a',)); s.run(); print(time.gmtime(0), time.asctime(time.gmtime(0)), time.strftime('%Y', (2024,) + (1,) * 8), time.strptime('5 May 2024', '%d %b %Y').tm_yday, abs(time.time_ns() / 1e9 - time.time()) < 1, time.get_clock_info('monotonic').monotonic, time.clock_gettime(time.CLOCK_REALTIME) > 1e9); tries(time.strftime, '%Y', (1, 2)); tries(time.gmtime, 1e20); tries(time.clock_gettime, 99)
### pty
import pty, tty, termios
tries(lambda: len(os.openpty()))
### getpass and users
import getpass, pwd
print(getpass.getuser(), os.path.expanduser('~'))
### environment at start
print(sorted(k for k in os.environ if k in ('HOME', 'TZ', 'USER', 'LC_ALL')), os.environ['HOME'])
### environment bytes
os.environb[b'X'] = b'\xff'; print(os.environ['X'].__repr__()); subprocess.run(['sh', '-c', 'printf %s "$X" | od -An -tx1']); print(subprocess.run(['env'], env={b'A': b'\xfe'}, stdout=-1).stdout); os.environ.clear(); subprocess.run(['/usr/bin/env'])
### arguments that are no text
subprocess.run(['python3', '-c', 'import sys; print(ascii(sys.argv[1:]))', b'\xff', 'é', ''])
### much output and a small reader
p = subprocess.Popen(['python3', '-c', 'print("x" * 10**7)'], stdout=subprocess.PIPE); print(len(p.stdout.read(10))); p.stdout.close(); print(p.wait() != 0)
### nice and limits
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)); signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    with open('f', 'wb') as f: f.write(b'x' * 2000)
except OSError as e: print(e, os.path.getsize('f'))
### cpu limits
r = subprocess.run(['python3', '-c', 'import resource; resource.setrlimit(resource.RLIMIT_CPU, (1, 2))\nwhile True: pass']); print(r.returncode)
