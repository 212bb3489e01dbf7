"""The modules pwd and grp, which are C's elsewhere: users and groups, by /etc/passwd and /etc/group."""

import os

from _wasmsand_calls import record

struct_passwd = record("pwd", "struct_passwd", ("pw_name", "pw_passwd", "pw_uid", "pw_gid", "pw_gecos", "pw_dir", "pw_shell"))


def _users():
    try:
        file = open("/etc/passwd", encoding="utf-8", errors="surrogateescape")
    except OSError:
        return
    with file:
        for line in file:
            fields = line.rstrip("\n").split(":")
            if len(fields) == 7 and fields[2].isdigit() and fields[3].isdigit():
                yield struct_passwd((*fields[:2], int(fields[2]), int(fields[3]), *fields[4:]))


def getpwuid(uid, /):
    if not isinstance(uid, int):
        raise TypeError(f"uid should be integer, not {type(uid).__name__}")
    for entry in _users():
        if entry.pw_uid == uid:
            return entry
    raise KeyError(f"getpwuid(): uid not found: {uid}")


def getpwnam(name, /):
    if not isinstance(name, str):
        raise TypeError(f"getpwnam() argument must be str, not {type(name).__name__}")
    if "\0" in name:
        raise ValueError("embedded null byte")
    os.fsencode(name)
    for entry in _users():
        if entry.pw_name == name:
            return entry
    raise KeyError(f"getpwnam(): name not found: {name!r}")


def getpwall():
    return list(_users())


struct_group = record("grp", "struct_group", ("gr_name", "gr_passwd", "gr_gid", "gr_mem"))


def _groups():
    try:
        file = open("/etc/group", encoding="utf-8", errors="surrogateescape")
    except OSError:
        return
    with file:
        for line in file:
            fields = line.rstrip("\n").split(":")
            if len(fields) == 4 and fields[2].isdigit():
                yield struct_group((*fields[:2], int(fields[2]), [name for name in fields[3].split(",") if name]))


def getgrgid(id):
    if not isinstance(id, int):
        raise TypeError(f"gid should be integer, not {type(id).__name__}")
    if not -1 <= id <= 0xFFFFFFFF:
        raise OverflowError("gid is greater than maximum" if id > 0 else "gid is less than minimum")
    for entry in _groups():
        if entry.gr_gid == id:
            return entry
    raise KeyError(f"getgrgid(): gid not found: {id}")


def getgrnam(name):
    if not isinstance(name, str):
        raise TypeError(f"getgrnam() argument 'name' must be str, not {type(name).__name__}")
    if "\0" in name:
        raise ValueError("embedded null byte")
    os.fsencode(name)
    for entry in _groups():
        if entry.gr_name == name:
            return entry
    raise KeyError(f"getgrnam(): name not found: {name!r}")


def getgrall():
    return list(_groups())
