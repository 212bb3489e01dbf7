# asyncio: tasks, streams, servers, processes, pipes, signals.
import asyncio, os, signal, socket, sys, tempfile

async def tasks():
    async def later(value, delay=0):
        await asyncio.sleep(delay)
        return value
    print(await asyncio.gather(later(1, 0.02), later(2), later(3, 0.01)))
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(10)
    except TimeoutError as error:
        print("timeout", repr(error))
    try:
        await asyncio.wait_for(asyncio.Event().wait(), 0.01)
    except asyncio.TimeoutError:
        print("wait_for")
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(later(1))
            group.create_task(asyncio.wait_for(asyncio.sleep(5), 0.01))
    except* TimeoutError as errors:
        print("group", len(errors.exceptions))
    queue, lock, order = asyncio.Queue(2), asyncio.Lock(), []
    async def producer():
        for i in range(5):
            await queue.put(i)
        await queue.put(None)
    async def consumer():
        while (item := await queue.get()) is not None:
            async with lock:
                order.append(item)
    await asyncio.gather(producer(), consumer())
    print(order)
    print(await asyncio.to_thread(lambda: "in a thread"))
    loop = asyncio.get_running_loop()
    print(await loop.run_in_executor(None, os.path.basename, "/a/b"))
    try:
        await loop.run_in_executor(None, int, "x")
    except ValueError as error:
        print(error)
    print((await loop.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM))[0][4])
    print(await loop.getnameinfo(("127.0.0.1", 80), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV))

async def echo(reader, writer):
    while line := await reader.readline():
        writer.write(line.upper())
        await writer.drain()
    writer.close()
    await writer.wait_closed()

async def talk(reader, writer):
    writer.write(b"hello\nworld\n")
    await writer.drain()
    writer.write_eof()
    print(await reader.read())
    writer.close()
    await writer.wait_closed()

async def servers():
    for host in ("127.0.0.1", "::1"):
        server = await asyncio.start_server(echo, host, 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            await asyncio.gather(*[talk(*await asyncio.open_connection(host, port)) for _ in range(3)])
    path = os.path.join(tempfile.mkdtemp(), "socket")
    async with await asyncio.start_unix_server(echo, path):
        await talk(*await asyncio.open_unix_connection(path))
    try:
        await asyncio.open_connection("127.0.0.1", port)
    except OSError as error:
        print(type(error).__name__, error.errno)

    class Datagrams(asyncio.DatagramProtocol):
        def connection_made(self, transport):
            self.transport = transport
        def datagram_received(self, data, address):
            self.transport.sendto(data[::-1], address)
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(Datagrams, ("127.0.0.1", 0))
    got = loop.create_future()
    class Asker(asyncio.DatagramProtocol):
        def connection_made(self, transport):
            transport.sendto(b"abc")
        def datagram_received(self, data, address):
            got.set_result(data)
    asker, _ = await loop.create_datagram_endpoint(Asker, remote_addr=transport.get_extra_info("sockname"))
    print(await got)
    asker.close(); transport.close()
    a, b = socket.socketpair()
    a.setblocking(False); b.setblocking(False)
    await loop.sock_sendall(a, b"raw")
    print(await loop.sock_recv(b, 10))

async def processes():
    run = asyncio.create_subprocess_exec
    PIPE = asyncio.subprocess.PIPE
    child = await run("cat", stdin=PIPE, stdout=PIPE)
    print(await child.communicate(b"through cat"), child.returncode)
    children = [await asyncio.create_subprocess_shell(f"echo {i}; exit {i}", stdout=PIPE) for i in range(4)]
    print(await asyncio.gather(*[child.communicate() for child in children]), [child.returncode for child in children])
    child = await run("sleep", "30")
    child.terminate()
    print(await child.wait())
    child = await run("sh", "-c", "read line; echo got $line >&2; exit 3", stdin=PIPE, stderr=PIPE)
    child.stdin.write(b"this\n")
    print(await child.stderr.readline(), await child.wait())
    try:
        await run("/no/such/program")
    except FileNotFoundError as error:
        print(error)
    try:
        child = await run("sleep", "30")
        await asyncio.wait_for(child.wait(), 0.05)
    except TimeoutError:
        print("still running")
        child.kill()
        print(await child.wait(), signal.getsignal(signal.SIGCHLD))

async def rest():
    loop = asyncio.get_running_loop()
    seen = asyncio.Event()
    loop.add_signal_handler(signal.SIGUSR1, seen.set)
    os.kill(os.getpid(), signal.SIGUSR1)
    await asyncio.wait_for(seen.wait(), 5)
    print("signal", loop.remove_signal_handler(signal.SIGUSR1))
    r, w = os.pipe()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(r, "rb", 0))
    transport, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, os.fdopen(w, "wb", 0))
    transport.write(b"through a pipe")
    transport.close()
    print(await reader.read())
    loop.call_soon_threadsafe(print, "soon")
    await asyncio.sleep(0)

for part in (tasks, servers, processes, rest):
    asyncio.run(part())
