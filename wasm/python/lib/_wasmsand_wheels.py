"""Wheels in directories that the host has mounted: one is unpacked for the user when one of its modules is first imported, and so is
what it needs in its turn. `python3 -m _wasmsand_wheels NAME…` installs some beforehand."""

import errno
import importlib
import importlib.machinery
import os
import re
import shutil
import site
import sys
import tempfile

DIRECTORY = "/usr/share/python-wheels"
_PYTHONS = {"py3", "py2.py3", "py314", "cp314", *(f"cp3{minor}" for minor in range(2, 14))}


def _fits(tags):
    """Whether a wheel of these is for here: pure, or built for this CPython as Emscripten has it."""
    from _wasmsand_site import PLATFORM

    pythons, abis, platforms = (tag.split(".") for tag in tags)
    own = PLATFORM.replace("-", "_").replace(".", "_")
    if not any(python in ("py3", "py314", "cp314") or python in _PYTHONS and "abi3" in abis for python in pythons):
        return False
    return ("any" in platforms and "none" in abis) or own in platforms and bool({"none", "abi3", "cp314"}.intersection(abis))


def _age(version):
    """For the order of versions: releases after their candidates."""
    release = re.match(r"(?:\d+!)?(\d+(?:\.\d+)*)(.*)", version)
    if release is None:
        return (), 0, version
    numbers = [int(number) for number in release[1].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers), -1 if re.match(r"[-_.]?(a|b|c|rc|alpha|beta|pre|preview|\.?dev)", release[2]) else 0, release[2]


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


class Wheels:
    """The newest of each project that fits."""

    def __init__(self, directory=DIRECTORY):
        self.found = {}
        self._modules = None
        for below in sorted(os.listdir(directory)):
            for name in sorted(os.listdir(os.path.join(directory, below))):
                parts = name.removesuffix(".whl").split("-")
                if name.endswith(".whl") and len(parts) in (5, 6) and _fits(parts[-3:]):
                    project, version = normal(parts[0]), _age(parts[1])
                    if project not in self.found or self.found[project][0] < version:
                        self.found[project] = version, os.path.join(directory, below, name)

    def of_module(self, name):
        """The wheel that has a module of that name."""
        import zipfile

        if self._modules is None:
            self._modules = {}
            for _, path in self.found.values():
                try:
                    with zipfile.ZipFile(path) as archive:
                        names = archive.namelist()
                except (OSError, zipfile.BadZipFile):
                    continue
                for entry in names:
                    top, *rest = _place_of(entry).split("/")
                    if not top.endswith((".dist-info", ".data")):
                        self._modules.setdefault(top if rest else top.partition(".")[0], path)
        return self._modules.get(name)


def _place_of(entry):
    """Where a file of a wheel goes among the packages."""
    return re.sub(r"^[^/]+\.data/(?:purelib|platlib)/", "", entry)


def unpack(path, target):
    """Puts what is in a wheel among the packages, at once for each name, so that others who do the same meet no half of it."""
    import zipfile

    os.makedirs(target, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".unpacking-", dir=target) as scratch, zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            place = _place_of(entry.filename)
            if place.startswith("/") or ".." in place.split("/") or "\0" in place:
                raise ImportError(f"{os.path.basename(path)} has a file outside of itself: {entry.filename!r}")
            if entry.is_dir() or place.split("/")[0].endswith(".data"):
                continue
            to = os.path.join(scratch, place)
            os.makedirs(os.path.dirname(to), exist_ok=True)
            with archive.open(entry) as source, open(to, "wb") as file:
                shutil.copyfileobj(source, file)
        # What tells of the package last: whoever sees that sees all of it.
        for name in sorted(os.listdir(scratch), key=lambda name: name.endswith(".dist-info")):
            _move(os.path.join(scratch, name), os.path.join(target, name))


def _move(source, to):
    """What is there already stays, also if another process has just put it there."""
    if not os.path.lexists(to):
        try:
            os.rename(source, to)
            return
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
    if os.path.isdir(source) and os.path.isdir(to):
        for name in os.listdir(source):
            _move(os.path.join(source, name), os.path.join(to, name))


class Finder:
    """The last that is asked for a module."""

    def __init__(self):
        self._wheels = None

    def find_spec(self, name, path=None, target=None):
        if path is not None or "." in name:
            return None
        if self._wheels is None:
            self._wheels = Wheels()
        if (wheel := self._wheels.of_module(name)) is None:
            return None
        packages = site.getusersitepackages()
        unpack(wheel, packages)
        if packages not in sys.path:
            site.addsitedir(packages)
        importlib.invalidate_caches()
        return importlib.machinery.PathFinder.find_spec(name)


def main(names):
    """Installs projects: by pip if there is one."""
    import importlib.util

    if importlib.util.find_spec("pip") is not None:
        import subprocess

        command = [sys.executable, "-m", "pip", "install", "-q", "--no-warn-script-location", *names]
        sys.exit(subprocess.run(command).returncode)
    wheels = Wheels() if os.path.isdir(DIRECTORY) else None
    for name in names:
        found = wheels and wheels.found.get(normal(name))
        if not found:
            sys.exit(f"{name} is not among the wheels of python.packages, and the image has no pip")
        unpack(found[1], site.getusersitepackages())


if __name__ == "__main__":
    main(sys.argv[1:])
