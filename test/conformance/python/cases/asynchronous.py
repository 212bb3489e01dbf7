import os, sys, signal, subprocess, time, asyncio, socket, select, threading
def tries(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
### asyncio
async def w(n, t): await asyncio.sleep(t); print(n); return n
async def main():
    print(await asyncio.gather(w('b', 0.05), w('a', 0.01))); t = asyncio.create_task(w('c', 5)); await asyncio.sleep(0); t.cancel()
    try: await t
    except asyncio.CancelledError: print('cancelled', t.cancelled())
    tries(lambda: 1); 
    try: await asyncio.wait_for(asyncio.sleep(5), 0.02)
    except TimeoutError as e: print('timeout', repr(e))
    async with asyncio.TaskGroup() as g: g.create_task(w('g', 0)); g.create_task(w('h', 0))
    d, p = await asyncio.wait([asyncio.create_task(w('x', 0)), asyncio.create_task(asyncio.sleep(9))], return_when=asyncio.FIRST_COMPLETED); print(len(d), len(p)); [x.cancel() for x in p]
    try:
        async with asyncio.timeout(0.01): await asyncio.sleep(1)
    except TimeoutError: print('t2')
    print([await c for c in asyncio.as_completed([w('1', 0.03), w('2', 0.01)])])
asyncio.run(main())
### asyncio errors
async def bad(): raise ValueError('v')
async def main():
    print(await asyncio.gather(bad(), return_exceptions=True))
    try:
        async with asyncio.TaskGroup() as g: g.create_task(bad()); g.create_task(asyncio.sleep(9))
    except* ValueError as e: print(e, e.exceptions)
    asyncio.create_task(bad()); await asyncio.sleep(0.01)
asyncio.run(main()); tries(asyncio.run, bad()); tries(asyncio.run, 5); tries(asyncio.get_running_loop); tries(asyncio.get_event_loop)
### asyncio queues and locks
async def main():
    q = asyncio.Queue(2)
    async def prod():
        for i in range(5): await q.put(i)
        q.shutdown()
    async def cons(n):
        try:
            while True: print(n, await q.get()); q.task_done()
        except asyncio.QueueShutDown: print(n, 'end')
    await asyncio.gather(prod(), cons('a'), cons('b')); l = asyncio.Lock(); s = asyncio.Semaphore(2); e = asyncio.Event(); c = asyncio.Condition(); b = asyncio.Barrier(2)
    async with l, s: print(l.locked(), s)
    asyncio.get_running_loop().call_later(0.01, e.set); await e.wait(); print(await asyncio.gather(b.wait(), b.wait()))
    async with c: c.notify_all(); tries(lambda: None)
asyncio.run(main())
### asyncio processes
async def main():
    p = await asyncio.create_subprocess_exec('cat', stdin=-1, stdout=-1); print(await p.communicate(b'hello'), p.returncode)
    p = await asyncio.create_subprocess_shell('echo out; echo err >&2; exit 3', stdout=-1, stderr=-1); print(await p.stdout.read(), await p.stderr.readline(), await p.wait())
    p = await asyncio.create_subprocess_exec('sleep', '9'); p.terminate(); print(await p.wait())
    try: await asyncio.create_subprocess_exec('none-such')
    except FileNotFoundError as e: print(e)
    r = await asyncio.gather(*[(await asyncio.create_subprocess_exec('sh', '-c', f'exit {i}')).wait() for i in range(5)]); print(r)
    p = await asyncio.create_subprocess_exec('sh', '-c', 'for i in 1 2 3; do echo $i; sleep 0.02; done', stdout=-1)
    async for l in p.stdout: print(l)
    p = await asyncio.create_subprocess_exec('sleep', '9')
    try: await asyncio.wait_for(p.wait(), 0.05)
    except TimeoutError: p.kill(); print(await p.wait())
asyncio.run(main())
### asyncio streams
async def h(r, w):
    while l := await r.readline(): w.write(l.upper()); await w.drain()
    w.close(); await w.wait_closed()
async def main():
    s = await asyncio.start_server(h, '127.0.0.1', 0); port = s.sockets[0].getsockname()[1]
    async def c(n):
        r, w = await asyncio.open_connection('127.0.0.1', port); w.write(f'{n}\nx\n'.encode()); a = await r.readline(); w.write_eof(); b = await r.read(); w.close(); return a, b
    print(await asyncio.gather(*[c(f'n{i}') for i in range(10)])); s.close(); await s.wait_closed()
    try: await asyncio.open_connection('127.0.0.1', port)
    except OSError as e: print(type(e).__name__)
    r, w = await asyncio.open_connection(sock=socket.create_connection(('127.0.0.1', (s2 := await asyncio.start_server(h, '127.0.0.1', 0)).sockets[0].getsockname()[1]))); w.write(b'abc'); w.write_eof(); print(await r.readexactly(3))
    try: await r.readexactly(1)
    except asyncio.IncompleteReadError as e: print(e)
    u = await asyncio.start_unix_server(h, 'u.sock'); r, w = await asyncio.open_unix_connection('u.sock'); w.write(b'u\n'); print(await r.readline())
asyncio.run(main())
### asyncio signals and pipes
async def main():
    l = asyncio.get_running_loop(); e = asyncio.Event(); l.add_signal_handler(signal.SIGUSR1, e.set); os.kill(os.getpid(), signal.SIGUSR1); await e.wait(); print('signal'); r, w = os.pipe(); l.add_reader(r, lambda: (print(os.read(r, 9)), l.remove_reader(r))); os.write(w, b'x'); await asyncio.sleep(0.05); t, p = await l.connect_write_pipe(asyncio.BaseProtocol, os.fdopen(w, 'wb')); t.write(b'yy'); s = asyncio.StreamReader(); await l.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(s), os.fdopen(r, 'rb')); print(await s.readexactly(2)); t.close(); print(await s.read())
    print(await l.run_in_executor(None, lambda: 5), await asyncio.to_thread(lambda x: x + 1, 1), await l.getaddrinfo('127.0.0.1', 80, type=socket.SOCK_STREAM))
asyncio.run(main())
### asyncio interrupted
async def main():
    try: await asyncio.sleep(5)
    finally: print('cleanup')
signal.setitimer(signal.ITIMER_REAL, 0.1); signal.signal(signal.SIGALRM, lambda *a: os.kill(os.getpid(), signal.SIGINT))
try: asyncio.run(main())
except KeyboardInterrupt: print('interrupted')
### asyncio datagrams
class P(asyncio.DatagramProtocol):
    def __init__(s): s.f = asyncio.get_running_loop().create_future()
    def connection_made(s, t): s.t = t
    def datagram_received(s, d, a): s.f.set_result(d)
async def main():
    l = asyncio.get_running_loop(); t, p = await l.create_datagram_endpoint(P, ('127.0.0.1', 0)); c, q = await l.create_datagram_endpoint(P, remote_addr=t.get_extra_info('sockname')); c.sendto(b'hi'); print(await p.f); t.close(); c.close()
asyncio.run(main())
### asyncio debugging
async def main(): time.sleep(0.15); t = asyncio.current_task(); t.set_name('n'); print(t.get_name(), len(asyncio.all_tasks()), asyncio.get_running_loop().get_debug()); t.get_coro(); asyncio.get_running_loop().set_exception_handler(lambda l, c: print('handler', c['message'])); asyncio.get_running_loop().call_soon(lambda: 1 / 0); await asyncio.sleep(0); await asyncio.sleep(0)
asyncio.run(main())
with asyncio.Runner() as r: print(r.run(asyncio.sleep(0, 5)), r.get_loop().is_running())
print(type(asyncio.new_event_loop()).__name__)
