# select, poll, epoll and what chooses between them.
import os, select, selectors, socket, time

r, w = os.pipe()
left, right = socket.socketpair()
print(select.select([r], [w], [], 0) == ([], [w], []))
os.write(w, b"x")
print(select.select([r, left], [], [], 1) == ([r], [], []))
poll = select.poll()
poll.register(r, select.POLLIN)
poll.register(right)
print(sorted((fd == r, event) for fd, event in poll.poll(100)))
print(selectors.DefaultSelector.__name__)
with select.epoll() as epoll:
    epoll.register(r, select.EPOLLIN)
    epoll.register(left, select.EPOLLIN | select.EPOLLET)
    print([(fd == r, event) for fd, event in epoll.poll(1)])
    right.send(b"edge")
    print(sorted((fd == r, event) for fd, event in epoll.poll(1)), len(epoll.poll(1)))
    epoll.modify(r, select.EPOLLOUT)
    print(epoll.poll(0.01))
    epoll.unregister(r)
    for call in (lambda: epoll.unregister(r), lambda: epoll.register(left), lambda: epoll.register(-1), lambda: epoll.poll(0, 0), lambda: epoll.register("x")):
        try:
            print(call())
        except Exception as error:
            print(type(error).__name__, error)
    begun = time.monotonic()
    print(epoll.poll(0.05), time.monotonic() - begun >= 0.05)
    right.close()
    print(epoll.poll(1) == [(left.fileno(), select.EPOLLIN | select.EPOLLHUP)], epoll.closed, epoll.fileno() > 0)
print(epoll.closed)
try:
    epoll.poll()
except ValueError as error:
    print(error)
for kind in (selectors.SelectSelector, selectors.PollSelector, selectors.EpollSelector):
    with kind() as selector:
        a, b = socket.socketpair()
        selector.register(a, selectors.EVENT_READ, "data")
        print(selector.select(0))
        b.send(b"1")
        print([(key.data, events) for key, events in selector.select(1)])
        selector.modify(a, selectors.EVENT_READ | selectors.EVENT_WRITE)
        print([(key.data, events) for key, events in selector.select(1)])
        selector.unregister(a)
        a.close(); b.close()
