"""Values and arrays of multiprocessing: processes share no memory, so that these lie in a file, which is read and written each time."""

import ctypes
import os
import struct
import tempfile

from _wasmsand_changes import give


class Buffer:
    def __init__(self, size):
        self._fd, path = tempfile.mkstemp(prefix="shared-")
        os.unlink(path)
        os.ftruncate(self._fd, size)

    def __del__(self, close=os.close):
        if (fd := getattr(self, "_fd", None)) is not None:
            close(fd)

    def __reduce__(self):
        from multiprocessing.context import assert_spawning, get_spawning_popen

        assert_spawning(self)
        return _received, (get_spawning_popen().duplicate_for_child(self._fd),)

    def read(self, at, size):
        return os.pread(self._fd, size, at)

    def write(self, at, content):
        os.pwrite(self._fd, content, at)


def _received(fd):
    buffer = Buffer.__new__(Buffer)
    buffer._fd = fd
    return buffer


def _kind_of(kind):
    """A type of ctypes as one that can be pickled."""
    return ("array", _kind_of(kind._type_), kind._length_) if issubclass(kind, ctypes.Array) else kind


def _of_kind(kind):
    return _of_kind(kind[1]) * kind[2] if isinstance(kind, tuple) else kind


def _rebuilt(kind, buffer, at):
    return view(_of_kind(kind), buffer, at)


class _View:
    """An object of a type of ctypes within a buffer."""

    def __init__(self, kind, buffer, at):
        # Attributes of structures are what lies in the buffer.
        vars(self).update(_kind=kind, _buffer=buffer, _at=at, _size=ctypes.sizeof(kind))

    def __reduce__(self):
        return _rebuilt, (_kind_of(self._kind), self._buffer, self._at)

    def _load(self):
        return self._kind.from_buffer_copy(self._buffer.read(self._at, self._size))

    def _store(self, value):
        self._buffer.write(self._at, bytes(value))

    def __repr__(self):
        return repr(self._load())

    def __ctypes_from_outparam__(self):
        return self._load()


class SharedValue(_View):
    @property
    def value(self):
        return self._load().value

    @value.setter
    def value(self, value):
        self._store(self._kind(value))


class SharedArray(_View):
    def __len__(self):
        return self._kind._length_

    def _item(self, index):
        kind, count = self._kind._type_, len(self)
        index = index.__index__()
        if not -count <= index < count:
            raise IndexError("invalid index")
        return view(kind, self._buffer, self._at + index % count * ctypes.sizeof(kind))

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._load()[index]
        item = self._item(index)
        return item.value if isinstance(item, SharedValue) else item

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            array = self._load()
            array[index] = value
            self._store(array)
        elif isinstance(item := self._item(index), SharedValue):
            item.value = value
        else:
            _assign(item, value)

    def __iter__(self):
        if issubclass(self._kind._type_, ctypes._SimpleCData):
            return iter(self._load())
        return (self[i] for i in range(len(self)))

    @property
    def raw(self):
        return self._load().raw

    @raw.setter
    def raw(self, content):
        array = self._load()
        array.raw = content
        self._store(array)

    @property
    def value(self):
        return self._load().value

    @value.setter
    def value(self, content):
        array = self._load()
        array.value = content
        self._store(array)

    def __getattribute__(self, name):
        if name in ("raw", "value") and not hasattr(self._kind, name):
            raise AttributeError(f"{self._kind.__name__!r} object has no attribute {name!r}")
        return object.__getattribute__(self, name)


class SharedStructure(_View):
    def _field(self, name):
        for kind in self._kind.__mro__:
            for field in vars(kind).get("_fields_", ()):
                if field[0] == name and len(field) == 2:
                    return view(field[1], self._buffer, self._at + getattr(self._kind, name).offset)
        return None

    def __getattr__(self, name):
        if (item := self._field(name)) is None:
            return getattr(self._load(), name)
        return item.value if isinstance(item, SharedValue) else item

    def __setattr__(self, name, value):
        item = self._field(name)
        if isinstance(item, SharedValue):
            item.value = value
        elif item is not None:
            _assign(item, value)
        else:
            content = self._load()
            setattr(content, name, value)
            self._store(content)


def _assign(item, value):
    holder = ctypes.pointer(item._load())
    holder[0] = value._load() if isinstance(value, _View) else item._kind(*value) if isinstance(value, (tuple, list)) else value
    item._store(holder[0])


def view(kind, buffer, at=0):
    if issubclass(kind, ctypes.Array):
        return SharedArray(kind, buffer, at)
    return (SharedValue if issubclass(kind, ctypes._SimpleCData) else SharedStructure)(kind, buffer, at)


def change_sharedctypes(module):
    def _new_value(type_):
        return view(type_, Buffer(ctypes.sizeof(type_)))

    def RawValue(typecode_or_type, *args):
        kind = module.typecode_to_type.get(typecode_or_type, typecode_or_type)
        value = _new_value(kind)
        value._store(kind(*args))
        return value

    def RawArray(typecode_or_type, size_or_initializer):
        kind = module.typecode_to_type.get(typecode_or_type, typecode_or_type)
        if isinstance(size_or_initializer, int):
            return _new_value(kind * size_or_initializer)
        kind *= len(size_or_initializer)
        array = _new_value(kind)
        array._store(kind(*size_or_initializer))
        return array

    def copy(obj):
        content = obj._load() if isinstance(obj, _View) else obj
        new = _new_value(type(content))
        new._store(content)
        return new

    def synchronized(obj, lock=None, ctx=None):
        assert not isinstance(obj, module.SynchronizedBase), "object already synchronized"
        ctx = ctx or module.get_context()
        if isinstance(obj, SharedValue):
            return module.Synchronized(obj, lock, ctx)
        if isinstance(obj, SharedArray):
            is_text = obj._kind._type_ is ctypes.c_char
            return (module.SynchronizedString if is_text else module.SynchronizedArray)(obj, lock, ctx)
        if not isinstance(obj, SharedStructure):
            raise TypeError("only what RawValue and RawArray have made can be seen by other processes")
        kind = obj._kind
        if kind not in module.class_cache:
            properties = {field[0]: module.make_property(field[0]) for field in kind._fields_}
            module.class_cache[kind] = type("Synchronized" + kind.__name__, (module.SynchronizedBase,), properties)
        return module.class_cache[kind](obj, lock, ctx)

    give(module, [_new_value, RawValue, RawArray, copy, synchronized])


class _Memory:
    def __init__(self, buffer, size):
        self._buffer, self._size = buffer, size

    def cast(self, format):
        kind = {"i": ctypes.c_int}[format]
        return view(kind * (self._size // struct.calcsize(format)), self._buffer)


def change_heap(module):
    class BufferWrapper:
        def __init__(self, size):
            self._buffer, self._size = Buffer(size), size

        def create_memoryview(self):
            return _Memory(self._buffer, self._size)

    BufferWrapper.__module__, BufferWrapper.__qualname__ = module.__name__, "BufferWrapper"
    module.BufferWrapper = BufferWrapper
