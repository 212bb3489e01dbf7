"""Where packages are, and which fit: those of wheels that are pure, or built for this CPython as Emscripten has it. And which
environment the interpreter belongs to, which it could not see when it began."""

import os
import site
import sys
import sysconfig

# The platform of PEP 783, of wheels with modules that can be linked here.
PLATFORM = "pyemscripten-2026.0-wasm32"


def get_platform():
    return os.environ.get("_PYTHON_HOST_PLATFORM") or PLATFORM


def install():
    get_platform.__doc__ = sysconfig.get_platform.__doc__
    sysconfig.get_platform = get_platform
    packages = sysconfig.get_path("purelib")
    if packages not in sys.path:
        sys.path.append(packages)
    site.ENABLE_USER_SITE = True


def _executable(name):
    """The path by which the program was started."""
    if os.sep in name:
        return os.path.abspath(name)
    paths = (os.path.join(directory, name) for directory in os.get_exec_path())
    return next((os.path.abspath(path) for path in paths if os.access(path, os.X_OK) and not os.path.isdir(path)), "")


def _configuration(executable):
    """The directory of the environment that an interpreter is in, and what its pyvenv.cfg says."""
    beside = os.path.dirname(executable)
    for directory in (beside, os.path.dirname(beside)):
        try:
            with open(os.path.join(directory, "pyvenv.cfg"), encoding="utf-8") as file:
                pairs = (line.partition("=") for line in file)
                values = {key.strip().lower(): value.strip() for key, is_there, value in pairs if is_there}
        except OSError:
            continue
        if "home" in values:
            return directory, values
    return None, {}


def _enter(directory, values):
    """What `site` does in an environment."""
    system = sysconfig.get_path("purelib")
    sys.prefix = sys.exec_prefix = directory
    site.PREFIXES = [directory]
    site.ENABLE_USER_SITE = False
    if system in sys.path:
        sys.path.remove(system)
    site.addsitedir(sysconfig.get_path("purelib", "venv"))
    if values.get("include-system-site-packages", "true").lower() == "true":
        site.PREFIXES.append(sys.base_prefix)
        site.ENABLE_USER_SITE = True
        _add_user_packages()
        site.addsitedir(system)


def _add_user_packages():
    packages = site.getusersitepackages()
    if os.path.isdir(packages):
        site.addsitedir(packages)


def _customize(name, execute):
    """Looks for it where it may be before the finders look everywhere."""
    library = os.path.dirname(os.__file__)
    for directory in sys.path:
        if directory.startswith(library) and not directory.endswith("-packages"):
            continue
        if os.path.exists(f"{directory}/{name}.py") or os.path.isdir(f"{directory}/{name}"):
            execute()
            return


def begin():
    """By the name that the program was started by, and what the command line leaves out. `site` did this for whoever built the interpreter."""
    site.USER_BASE = site.USER_SITE = None
    executable = _executable(sys.orig_argv[0] if sys.orig_argv else "")
    directory = None
    if executable and os.path.exists(executable):
        sys.executable = executable
        directory, values = _configuration(executable)
    if sys.flags.isolated and hasattr(sys, "__interactivehook__"):
        del sys.__interactivehook__
    system = sysconfig.get_path("purelib")
    if sys.flags.no_site:
        if system in sys.path:
            sys.path.remove(system)
        return
    if sys.flags.no_user_site:
        site.ENABLE_USER_SITE = False
    if directory is not None and directory != sys.prefix:
        _enter(directory, values)
    elif site.ENABLE_USER_SITE:
        own = sys.path.pop() if sys.path and sys.path[-1] == system else None
        _add_user_packages()
        if own is not None:
            sys.path.append(own)
        if os.path.isdir("/usr/share/python-wheels"):
            import _wasmsand_wheels

            sys.meta_path.append(_wasmsand_wheels.Finder())
    _customize("sitecustomize", site.execsitecustomize)
    if site.ENABLE_USER_SITE:
        _customize("usercustomize", site.execusercustomize)
