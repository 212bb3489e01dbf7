"""What makes an interpreter that was built on another machine one of this process."""

import codecs
import errno
import gc
import io
import os
import sys

# Linux's numbers of the names that CPython knows here.
_LINUX = {
    "EPERM": 1, "ENOENT": 2, "ESRCH": 3, "EINTR": 4, "EIO": 5, "ENXIO": 6, "E2BIG": 7, "ENOEXEC": 8, "EBADF": 9, "ECHILD": 10,
    "EAGAIN": 11, "ENOMEM": 12, "EACCES": 13, "EFAULT": 14, "ENOTBLK": 15, "EBUSY": 16, "EEXIST": 17, "EXDEV": 18, "ENODEV": 19,
    "ENOTDIR": 20, "EISDIR": 21, "EINVAL": 22, "ENFILE": 23, "EMFILE": 24, "ENOTTY": 25, "ETXTBSY": 26, "EFBIG": 27, "ENOSPC": 28,
    "ESPIPE": 29, "EROFS": 30, "EMLINK": 31, "EPIPE": 32, "EDOM": 33, "ERANGE": 34, "EDEADLK": 35, "ENAMETOOLONG": 36, "ENOLCK": 37,
    "ENOSYS": 38, "ENOTEMPTY": 39, "ELOOP": 40, "ENOMSG": 42, "EIDRM": 43, "ECHRNG": 44, "EL2NSYNC": 45, "EL3HLT": 46, "EL3RST": 47,
    "ELNRNG": 48, "EUNATCH": 49, "ENOCSI": 50, "EL2HLT": 51, "EBADE": 52, "EBADR": 53, "EXFULL": 54, "ENOANO": 55, "EBADRQC": 56,
    "EBADSLT": 57, "EBFONT": 59, "ENOSTR": 60, "ENODATA": 61, "ETIME": 62, "ENOSR": 63, "ENONET": 64, "ENOPKG": 65, "EREMOTE": 66,
    "ENOLINK": 67, "EADV": 68, "ESRMNT": 69, "ECOMM": 70, "EPROTO": 71, "EMULTIHOP": 72, "EDOTDOT": 73, "EBADMSG": 74, "EOVERFLOW": 75,
    "ENOTUNIQ": 76, "EBADFD": 77, "EREMCHG": 78, "ELIBACC": 79, "ELIBBAD": 80, "ELIBSCN": 81, "ELIBMAX": 82, "ELIBEXEC": 83,
    "EILSEQ": 84, "ERESTART": 85, "ESTRPIPE": 86, "EUSERS": 87, "ENOTSOCK": 88, "EDESTADDRREQ": 89, "EMSGSIZE": 90, "EPROTOTYPE": 91,
    "ENOPROTOOPT": 92, "EPROTONOSUPPORT": 93, "ESOCKTNOSUPPORT": 94, "ENOTSUP": 95, "EPFNOSUPPORT": 96, "EAFNOSUPPORT": 97,
    "EADDRINUSE": 98, "EADDRNOTAVAIL": 99, "ENETDOWN": 100, "ENETUNREACH": 101, "ENETRESET": 102, "ECONNABORTED": 103,
    "ECONNRESET": 104, "ENOBUFS": 105, "EISCONN": 106, "ENOTCONN": 107, "ESHUTDOWN": 108, "ETOOMANYREFS": 109, "ETIMEDOUT": 110,
    "ECONNREFUSED": 111, "EHOSTDOWN": 112, "EHOSTUNREACH": 113, "EALREADY": 114, "EINPROGRESS": 115, "ESTALE": 116, "EUCLEAN": 117,
    "ENOTNAM": 118, "ENAVAIL": 119, "EISNAM": 120, "EREMOTEIO": 121, "EDQUOT": 122, "ENOMEDIUM": 123, "EMEDIUMTYPE": 124,
    "ECANCELED": 125, "ENOKEY": 126, "EKEYEXPIRED": 127, "EKEYREVOKED": 128, "EKEYREJECTED": 129, "EOWNERDEAD": 130,
    "ENOTRECOVERABLE": 131, "ERFKILL": 132, "EHWPOISON": 133,
}
_SECOND_NAMES = {"EWOULDBLOCK": "EAGAIN", "EDEADLOCK": "EDEADLK", "EOPNOTSUPP": "ENOTSUP"}


def use_linux_errno():
    """CPython says Linux's numbers (raise_linux_errno of the door): so must errno, and OSError choose its classes by them."""
    foreign = {value: name for name, value in vars(errno).items() if name.startswith("E") and name not in _SECOND_NAMES}
    classes = next(d for d in gc.get_objects() if type(d) is dict and d.get(errno.ENOENT) is FileNotFoundError)
    by_name = {foreign[number]: kind for number, kind in classes.items()}
    classes.clear()
    classes.update((_LINUX[name], kind) for name, kind in by_name.items())
    for name in [name for name in vars(errno) if name.startswith("E")]:
        delattr(errno, name)
    errno.errorcode.clear()
    for name, number in _LINUX.items():
        setattr(errno, name, number)
        errno.errorcode[number] = name
    for name, same in _SECOND_NAMES.items():
        setattr(errno, name, _LINUX[same])


def _take_signals():
    """CPython's beginning has said what becomes of signals, in another process; this one has inherited what its parent ignores."""
    import _signal

    import _wasmsand

    for number in (_signal.SIGPIPE, _signal.SIGXFSZ):
        _signal.signal(number, _signal.SIG_IGN)
    ignored = _wasmsand.ignores(_signal.SIGINT)
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN if ignored else _signal.default_int_handler)


def _options(arguments):
    """What the command line says that the interpreter, which has begun before, could not read: the letters of its options, the values of
    -X, the filters of warnings, and the script, if it is one in a file."""
    letters, more, filters = set(), [], []
    arguments = iter(arguments)
    for argument in arguments:
        if not argument.startswith("-") or argument.startswith("--") or argument == "-":
            return letters, more, filters, None if argument.startswith("-") else argument
        value = None
        for at, letter in enumerate(argument[1:], 2):
            letters.add(letter)
            if letter in "cmWX":
                value = argument[at:] or (next(arguments, "") if letter in "WX" else "")
                break
        if value is not None and letter in "WX":
            (filters if letter == "W" else more).append(value)
        if value is not None and letter in "cm":
            break
    return letters, more, filters, None


# What any interpreter has imported before it looks for modules of a program.
_EARLY = frozenset(
    "__main__ _collections_abc _sitebuiltins abc codecs encodings genericpath io os posixpath site stat zipimport".split()
)


def _make_room(directories):
    """A program's own module comes before the library's of its name, which has been imported here already."""
    library = os.path.dirname(os.__file__)
    built_in = _EARLY.union(sys.builtin_module_names)
    known = {name.partition(".")[0] for name in sys.modules} - built_in
    for directory in directories:
        try:
            names = [] if os.path.abspath(directory) == library else os.listdir(directory or ".")
        except OSError:
            continue
        for name in names:
            stem = name.removesuffix(".py")
            if stem not in known or stem == name and not os.path.exists(os.path.join(directory, name, "__init__.py")):
                continue
            for module in [module for module in sys.modules if module == stem or module.startswith(stem + ".")]:
                del sys.modules[module]


def _open_streams(unbuffered, encoding):
    """As a terminal, -u or PYTHONIOENCODING wants them."""
    name, _, errors = encoding.partition(":")
    if encoding:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if stream is not None:
                handler = "backslashreplace" if stream is sys.stderr else errors or "strict"
                stream.reconfigure(encoding=codecs.lookup(name or stream.encoding).name, errors=handler)
    for name, fd in (("stdout", 1), ("stderr", 2)):
        stream = getattr(sys, name)
        if stream is None:
            continue
        if unbuffered:
            raw = io.FileIO(fd, "wb", closefd=False)
            raw.name = f"<{name}>"
            stream = io.TextIOWrapper(raw, stream.encoding, stream.errors, "\n", name == "stderr", True)
            stream.mode = "w"
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
        elif name == "stdout" and os.isatty(fd):
            stream.reconfigure(line_buffering=True)


def begin():
    """The first that is called in each process."""
    import random
    import time

    import _wasmsand_site

    _take_signals()
    os.reload_environ()
    if "TZ" in os.environ:
        time.tzset()
    with open("/proc/self/cmdline", "rb") as file:
        arguments = os.fsdecode(file.read()).split("\0")[1:-1]
    letters, more, filters, script = _options(arguments)
    environment = {} if letters & set("EI") else os.environ
    filters[:0] = filter(None, environment.get("PYTHONWARNINGS", "").split(","))
    if "dev" in more or "faulthandler" in more or environment.get("PYTHONFAULTHANDLER"):
        import faulthandler

        faulthandler.enable()
    traced = [value.partition("=")[2] or "1" for value in more if value.partition("=")[0] == "tracemalloc"]
    if traced := traced or list(filter(None, [environment.get("PYTHONTRACEMALLOC")])):
        import tracemalloc

        tracemalloc.start(int(traced[-1]))
    unbuffered = "u" in letters or bool(environment.get("PYTHONUNBUFFERED"))
    _open_streams(unbuffered, environment.get("PYTHONIOENCODING", ""))
    paths = []
    if path := environment.get("PYTHONPATH"):
        at = sys.path.index("/usr/lib/python314.zip") if "/usr/lib/python314.zip" in sys.path else 0
        paths = [os.path.abspath(name) for name in path.split(":")]
        sys.path[at:at] = paths
    if filters:
        import warnings

        warnings._processoptions(filters)
    random.seed()
    if "S" in letters:
        _wasmsand_site.forget()
    else:
        _wasmsand_site.begin(not letters & set("sI") and not environment.get("PYTHONNOUSERSITE"))
    if not letters & set("PI") and not environment.get("PYTHONSAFEPATH"):
        paths.append("" if script is None else script if os.path.isdir(script) else os.path.dirname(os.path.realpath(script)))
    _make_room(paths)
