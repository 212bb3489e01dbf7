"""What makes an interpreter that was built on another machine one of this process."""

import codecs
import errno
import gc
import io
import os
import sys

import _wasmsand

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
_SYS_FCNTL, _F_GETFD = 25, 1
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


def getfilesystemencoding():
    return "utf-8"


def _take_signals():
    """CPython's beginning has said what becomes of signals, in another process; this one has inherited what its parent ignores."""
    import _signal

    for number in (_signal.SIGPIPE, _signal.SIGXFSZ):
        _signal.signal(number, _signal.SIG_IGN)
    ignored = _wasmsand.ignores(_signal.SIGINT)
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN if ignored else _signal.default_int_handler)


def _use_utf8_mode():
    """The mode is found out before all options elsewhere, and stays."""
    value = sys._xoptions.get("utf8")
    where = "-X utf8 option"
    if value is None and not sys.flags.ignore_environment:
        value, where = os.environ.get("PYTHONUTF8") or None, "PYTHONUTF8 environment variable"
    if value is True:
        value = "1"
    if value not in (None, "0", "1"):
        os.write(2, f"Fatal Python error: preconfig_init_utf8_mode: invalid {where} value\nPython runtime state: preinitializing\n\n".encode())
        os._exit(1)
    mode = _is_plain_locale() if value is None else int(value)
    if mode:
        place = [field for field in type(sys.flags).__match_args__].index("utf8_mode")
        _wasmsand.set_utf8_mode(mode, sys.flags, place)


def _is_plain_locale():
    name = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or "C"
    return int(name in ("C", "POSIX"))


def _open_streams():
    """As descriptors, a terminal and the options want them."""
    unbuffered = not _wasmsand.config("buffered_stdio")
    encoding, errors = _wasmsand.config("stdio_encoding"), _wasmsand.config("stdio_errors")
    for fd, name in enumerate(("stdin", "stdout", "stderr")):
        stream = getattr(sys, name)
        if _wasmsand.syscall(_SYS_FCNTL, fd, _F_GETFD) < 0:
            setattr(sys, name, None)
            setattr(sys, f"__{name}__", None)
            continue
        handler = "backslashreplace" if name == "stderr" else errors
        if encoding != stream.encoding:
            encoding = codecs.lookup(encoding).name
        if encoding != stream.encoding or handler != stream.errors:
            stream.reconfigure(encoding=encoding, errors=handler)
        if unbuffered and fd > 0:
            raw = io.FileIO(fd, "wb", closefd=False)
            raw.name = f"<{name}>"
            stream = io.TextIOWrapper(raw, stream.encoding, stream.errors, "\n", name == "stderr", True)
            stream.mode = "w"
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
        elif name == "stdout" and os.isatty(fd):
            stream.reconfigure(line_buffering=True)


def _use_options():
    """What the interpreter does of them when it begins, not when it reads them."""
    if sys.warnoptions:
        import warnings

        warnings._processoptions(sys.warnoptions)
    if _wasmsand.config("faulthandler"):
        import faulthandler

        faulthandler.enable()
    if frames := _wasmsand.config("tracemalloc"):
        import tracemalloc

        tracemalloc.start(frames)


def prepare_shadows():
    """What is imported when it is built, of files that a program's own may stand before."""
    for name, module in sys.modules.items():
        origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
        # The encodings are there before a program's own directory is looked at.
        if origin.endswith(".py") and not name.startswith("_wasmsand_") and "." not in name and name != "encodings":
            _imported.add(name)


_imported = set()


def _first_directory():
    """Where a program's own modules are."""
    if sys.flags.safe_path:
        return None
    script = _wasmsand.config("run_filename")
    if script is None:
        return "."
    return script if os.path.isdir(script) else os.path.dirname(os.path.realpath(script))


def _forget_shadowed(directories):
    """A program's own module comes before one of the library that nobody here has asked for yet."""
    for directory in directories:
        try:
            names = os.listdir(directory or ".")
        except OSError:
            continue
        found = {name.removesuffix(".py") for name in names} & _imported
        for own in found:
            if own + ".py" not in names and not os.path.exists(os.path.join(directory, own, "__init__.py")):
                continue
            for name in [name for name in sys.modules if name == own or name.startswith(own + ".")]:
                del sys.modules[name]


def begin():
    """The first that is called in each process, when the options have been read."""
    import random
    import time

    import _wasmsand_site

    _take_signals()
    os.reload_environ()
    if "TZ" in os.environ:
        time.tzset()
    _use_utf8_mode()
    _open_streams()
    if not sys.flags.ignore_environment and (path := os.environ.get("PYTHONPATH")):
        at = sys.path.index("/usr/lib/python314.zip") if "/usr/lib/python314.zip" in sys.path else 0
        before = [os.path.abspath(name) for name in path.split(":")]
        sys.path[at:at] = before
    else:
        before = []
    if (first := _first_directory()) is not None:
        before.append(first)
    _forget_shadowed(before)
    _use_options()
    random.seed()
    _wasmsand_site.begin()
