# Names and numbers of addresses.
import socket

def tell(name, call):
    try:
        print(name, call())
    except Exception as error:
        print(name, type(error).__name__, error)

for text in ("::", "::1", "1::", "2001:db8::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "::1.2.3.4", "fe80::1:0:0:1", "1:0:0:2::3",
             "1:0:2:3:4:5:6:7", "0:0:1::", "ABCD::EF01", "::2:3:4:5:6:7:8", "1:2:3:4:5:6:7::",
             "", ":", ":::", "1::2::3", "12345::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::1.2.3", "1.2.3.4", "g::", "1:", ":1", "::1%1", "1:2:3:4:5:6:1.2.3.4"):
    try:
        packed = socket.inet_pton(socket.AF_INET6, text)
        print(text, packed.hex(), socket.inet_ntop(socket.AF_INET6, packed))
    except Exception as error:
        print(text, type(error).__name__, error)
for text in ("1.2.3.4", "1.2.3", "256.1.1.1", "01.2.3.4"):
    tell(text, lambda: socket.inet_pton(socket.AF_INET, text))
tell("ntop", lambda: socket.inet_ntop(socket.AF_INET6, b"123"))
tell("ntop", lambda: socket.inet_ntop(99, b"1234"))
tell("aton", lambda: (socket.inet_aton("127.1"), socket.inet_ntoa(b"\x01\x02\x03\x04")))

STREAM = {"type": socket.SOCK_STREAM}
tell("4", lambda: socket.getaddrinfo("127.0.0.1", 80, **STREAM))
tell("6", lambda: socket.getaddrinfo("::1", 80, **STREAM))
tell("6", lambda: socket.getaddrinfo("2001:db8::1", "443", type=socket.SOCK_DGRAM))
tell("none", lambda: socket.getaddrinfo(None, 80, socket.AF_INET, **STREAM))
tell("passive", lambda: socket.getaddrinfo(None, 80, flags=socket.AI_PASSIVE, family=socket.AF_INET6, **STREAM))
tell("bytes", lambda: socket.getaddrinfo(b"127.0.0.1", b"80", **STREAM))
tell("mapped", lambda: socket.getaddrinfo("127.0.0.1", 1, socket.AF_INET6, socket.SOCK_STREAM, 0, socket.AI_V4MAPPED))
tell("canonical", lambda: socket.getaddrinfo("127.0.0.1", 1, flags=socket.AI_CANONNAME, **STREAM))
tell("numeric", lambda: socket.getaddrinfo("localhost", 80, flags=socket.AI_NUMERICHOST))
tell("service", lambda: socket.getaddrinfo("127.0.0.1", "no such service"))
tell("family", lambda: socket.getaddrinfo("::1", 80, socket.AF_INET))
tell("type", lambda: socket.getaddrinfo("127.0.0.1", 80, type=99))
tell("family", lambda: socket.getaddrinfo("127.0.0.1", 80, 99))
tell("nobody", lambda: socket.getaddrinfo("a b", 80))
tell("nothing", lambda: socket.getaddrinfo(None, None))
tell("wrong", lambda: socket.getaddrinfo(1, 80))
tell("wrong", lambda: socket.getaddrinfo("127.0.0.1", 1.5))
tell("null", lambda: socket.getaddrinfo("a\0b", 80))
tell("byname", lambda: socket.gethostbyname("127.0.0.1"))
tell("byname", lambda: socket.gethostbyname(""))
tell("info", lambda: socket.getnameinfo(("127.0.0.1", 81), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV))
tell("info", lambda: socket.getnameinfo(("::1", 81, 0, 0), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV))
tell("info", lambda: socket.getnameinfo(("::1", 81), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV))
tell("info", lambda: socket.getnameinfo(("x y", 81), 0))
tell("info", lambda: socket.getnameinfo("x", 0))
tell("aliases", lambda: (socket.gethostbyaddr("127.0.0.1"), socket.gethostbyname_ex("127.0.0.1")))
tell("unknown", lambda: socket.gethostbyaddr("192.0.2.1"))
tell("order", lambda: (socket.htons(1), socket.ntohl(0x01020304)))
print(socket.getaddrinfo("::1", 0, **STREAM)[0][0].name, issubclass(socket.gaierror, OSError), socket.herror, socket.timeout)
