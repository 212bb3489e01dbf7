"""The kernel's calls, and built-in functions that are made of them."""

import inspect
import operator
import os

import _wasmsand

syscall = _wasmsand.syscall
AT_FDCWD = -100
EINTR = 4


def fail(number, *paths):
    raise OSError(number, os.strerror(number), *paths)


def checked(result, *paths):
    if result < 0:
        fail(-result, *paths)
    return result


def again(number, *arguments):
    """A call that is issued again when a signal has interrupted it, whose handler has raised nothing."""
    while (result := syscall(number, *arguments)) == -EINTR:
        pass
    return checked(result)


def path_of(path):
    """The bytes of a path for the kernel."""
    name = os.fsencode(path)
    if b"\0" in name:
        raise ValueError("embedded null byte")
    return name + b"\0"


def offset_of(offset):
    """An offset as the two words that a call takes."""
    if offset < -(1 << 63) or offset >= 1 << 63:
        raise OverflowError("Python int too large to convert to C long")
    return offset & 0xFFFFFFFF, (offset >> 32) & 0xFFFFFFFF


def descriptor_of(fd):
    if not isinstance(fd, int):
        fileno = getattr(fd, "fileno", None)
        if fileno is None:
            raise TypeError("argument must be an int, or have a fileno() method.")
        fd = fileno()
    if not -(1 << 31) <= fd < 1 << 31:
        raise OverflowError("Python int too large to convert to C int")
    if fd < 0:
        raise ValueError(f"file descriptor cannot be a negative integer ({fd})")
    return fd


def _documentation(function, old):
    if old is not None and getattr(old, "__text_signature__", None):
        return f"{function.__name__}{old.__text_signature__}\n--\n\n{old.__doc__ or ''}"
    parameters = str(inspect.signature(function))[1:-1]
    if not parameters:
        first = "$module, /"
    else:
        first = "$module, " if "/" in parameters else "$module, /, "
    return f"{function.__name__}({first}{parameters})\n--\n\n{function.__doc__ or ''}"


def offer(functions, owner, *others):
    """Makes functions of Python's built-in ones of a module, which other modules show too."""
    for function in functions:
        name = function.__name__
        old = getattr(owner, name, None)
        holder = type(owner)(owner.__name__)
        holder.function = function
        made = _wasmsand.native(holder, name, _documentation(function, old))
        for module in (owner, *others):
            setattr(module, name, made)


def show(constants, *modules):
    for module in modules:
        for name, value in constants.items():
            setattr(module, name, value)


def record(module, name, fields):
    """A type like those of C's structures: a tuple whose items have names."""

    def new(cls, sequence, /):
        values = tuple(sequence)
        if len(values) != len(fields):
            raise TypeError(f"{module}.{name}() takes a {len(fields)}-sequence ({len(values)}-sequence given)")
        return tuple.__new__(cls, values)

    def represent(self):
        return f"{module}.{name}({', '.join(f'{field}={value!r}' for field, value in zip(fields, self))})"

    content = {field: property(operator.itemgetter(i)) for i, field in enumerate(fields)}
    content |= {"__new__": new, "__repr__": represent, "__module__": module, "__slots__": (), "__match_args__": tuple(fields)}
    content |= {"n_fields": len(fields), "n_sequence_fields": len(fields), "n_unnamed_fields": 0}
    def replace(self, /, **changes):
        if unknown := [name for name in changes if name not in fields]:
            raise TypeError(f"Got unexpected field name(s): {unknown!r}")
        return tuple.__new__(type(self), (changes.get(field, value) for field, value in zip(fields, self)))

    content |= {"__replace__": replace}
    content |= {"__reduce__": lambda self: (type(self), (tuple(self),))}
    return type(name, (tuple,), content)
