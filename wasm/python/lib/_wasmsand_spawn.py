"""The kernel's spawn, which makes processes without a copy of the interpreter: what is behind os.posix_spawn, os.spawn* and subprocess."""

import errno
import operator
import os
import struct

import _wasmsand
from _wasmsand_calls import checked, fail

OPEN, CLOSE, DUPLICATE = 1, 2, 3
RESETIDS, SETPGROUP, SETSIGDEF, SETSIGMASK, SETSID = 1, 2, 4, 8, 128
_REQUEST = struct.Struct("<IIIIIIIiQQ")
_ACTION = struct.Struct("<IiiIII")


class Words:
    """C's structures of pointers and numbers, and what the pointers lead to."""

    def __init__(self):
        self._kept = []

    def text(self, value):
        return self.block(os.fsencode(value) + b"\0")

    def block(self, content):
        self._kept.append(content)
        return _wasmsand.address(content)

    def strings(self, values):
        return self.block(struct.pack(f"<{len(values) + 1}I", *map(self.text, values), 0))


def check_strings(values):
    for value in values:
        if b"\0" in os.fsencode(value):
            raise ValueError("embedded null byte")


def spawn(words, path, argv, envp, actions=(), cwd=None, flags=0, group=0, mask=0, defaults=0):
    """The pid, or an errno as a negative number. An action: kind, descriptor, new descriptor, path, flags, mode."""
    packed = b"".join(_ACTION.pack(*action) for action in actions)
    where = 0 if cwd is None else words.text(cwd)
    head = words.text(path), argv, envp, words.block(packed), len(actions), where
    return _wasmsand.spawn(_REQUEST.pack(*head, flags, group, mask, defaults))


def environment_of(mapping):
    items = []
    for key, value in mapping.items():
        key, value = os.fsencode(key), os.fsencode(value)
        if b"\0" in key or b"\0" in value:
            raise ValueError("embedded null byte")
        if not key or b"=" in key:
            raise ValueError("illegal environment variable name")
        items.append(key + b"=" + value)
    return items


def _environment(words, mapping):
    """What C has of it holds what os.putenv has put there, too."""
    return _wasmsand.environment() if mapping is None else words.strings(environment_of(mapping))


def bits_of(signals):
    bits = 0
    for number in signals:
        if not 1 <= number <= 64:
            raise ValueError(f"signal number {int(number)} out of range [1; 64]")
        bits |= 1 << (number - 1)
    return bits


def _action_of(words, action):
    if not isinstance(action, tuple) or not action:
        raise TypeError("Each file_actions element must be a non-empty tuple")
    kind = action[0]
    if kind == os.POSIX_SPAWN_OPEN:
        if len(action) != 5:
            raise TypeError("A open file_action tuple must have 5 elements")
        _, fd, path, flags, mode = action
        check_strings([path])
        return [(OPEN, operator.index(fd), 0, words.text(path), operator.index(flags), operator.index(mode))]
    if kind == os.POSIX_SPAWN_CLOSE:
        if len(action) != 2:
            raise TypeError("A close file_action tuple must have 2 elements")
        return [(CLOSE, operator.index(action[1]), 0, 0, 0, 0)]
    if kind == os.POSIX_SPAWN_DUP2:
        if len(action) != 3:
            raise TypeError("A dup2 file_action tuple must have 3 elements")
        return [(DUPLICATE, operator.index(action[1]), operator.index(action[2]), 0, 0, 0)]
    if kind == os.POSIX_SPAWN_CLOSEFROM:
        open_files = [int(name) for name in os.listdir("/proc/self/fd")]
        first = operator.index(action[1])
        return [(CLOSE, fd, 0, 0, 0, 0) for fd in open_files if fd >= first]
    raise TypeError("Unknown file_actions identifier")


def _posix_spawn(name, paths, argv, env, file_actions, setpgroup, resetids, setsid, setsigmask, setsigdef, scheduler):
    if not isinstance(argv, (list, tuple)):
        raise TypeError(f"{name}: argv must be a tuple or list")
    if not argv:
        raise ValueError(f"{name}: argv must not be empty")
    if env is not None and not hasattr(env, "items"):
        raise TypeError(f"{name}: environment must be a mapping object or None")
    if scheduler is not None and not isinstance(scheduler, tuple):
        raise TypeError(f"{name}: scheduler must be a tuple or None")
    setpgroup = None if setpgroup is None else operator.index(setpgroup)
    argv = [os.fsencode(argument) for argument in argv]
    check_strings(argv)
    if not argv[0]:
        raise ValueError(f"{name}: argv first element cannot be empty")
    words = Words()
    actions = [made for action in file_actions or () for made in _action_of(words, action)]
    flags = (RESETIDS if resetids else 0) | (SETSID if setsid else 0) | (SETPGROUP if setpgroup is not None else 0)
    mask, defaults = bits_of(setsigmask), bits_of(setsigdef)
    flags |= (SETSIGMASK if mask else 0) | (SETSIGDEF if defaults else 0)
    packed_argv = words.strings(argv)
    packed_env = _environment(words, env)
    result = -errno.ENOENT
    for path in paths:
        found = spawn(words, path, packed_argv, packed_env, actions, None, flags, setpgroup or 0, mask, defaults)
        if found >= 0:
            return found
        if found not in (-errno.ENOENT, -errno.ENOTDIR):
            result = found
            if found != -errno.EACCES:
                break
    raise OSError(-result, os.strerror(-result), paths[-1] if len(paths) == 1 else None)


def posix_spawn(
    path, argv, env, /, *, file_actions=(), setpgroup=None, resetids=False, setsid=False, setsigmask=(), setsigdef=(), scheduler=None
):
    check_strings([path])
    options = file_actions, setpgroup, resetids, setsid, setsigmask, setsigdef, scheduler
    return _posix_spawn("posix_spawn", [path], argv, env, *options)


def posix_spawnp(
    path, argv, env, /, *, file_actions=(), setpgroup=None, resetids=False, setsid=False, setsigmask=(), setsigdef=(), scheduler=None
):
    check_strings([path])
    name = os.fsencode(path)
    directories = [b""] if b"/" in name else map(os.fsencode, os.get_exec_path())
    options = file_actions, setpgroup, resetids, setsid, setsigmask, setsigdef, scheduler
    paths = [os.path.join(directory, name) for directory in directories]
    try:
        return _posix_spawn("posix_spawnp", paths, argv, env, *options)
    except OSError as error:
        number = error.errno
    fail(number, path)


def _spawnve(mode, path, argv, env):
    if mode not in (os.P_WAIT, os.P_NOWAIT):
        raise ValueError("bad value for mode")
    if not isinstance(argv, (list, tuple)):
        raise TypeError("argv must be a tuple or a list")
    if not argv or not argv[0]:
        raise ValueError("argv first element cannot be empty")
    words = Words()
    check_strings([path, *argv])
    packed = _environment(words, env)
    pid = spawn(words, path, words.strings(list(argv)), packed)
    if mode == os.P_NOWAIT:
        return checked(pid, path)
    # As a child that cannot execute the program ends.
    return 127 if pid < 0 else os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def spawnv(mode, file, args):
    return _spawnve(mode, file, args, None)


def spawnve(mode, file, args, env):
    return _spawnve(mode, file, args, env)


def _along_path(mode, file, args, env):
    name = os.fsencode(file)
    search = os.get_exec_path(None if env is None else env)
    paths = [name] if b"/" in name else [os.path.join(os.fsencode(directory), name) for directory in search]
    found = next((path for path in paths if os.access(path, os.X_OK) and not os.path.isdir(path)), paths[-1])
    return _spawnve(mode, found, args, env)


def spawnvp(mode, file, args):
    return _along_path(mode, file, args, None)


def spawnvpe(mode, file, args, env):
    return _along_path(mode, file, args, env)


FUNCTIONS = [posix_spawn, posix_spawnp]
# Those of os itself are Python's elsewhere, too.
OF_OS = [spawnv, spawnve, spawnvp, spawnvpe]
