"""Where packages are, and which fit: those of wheels that are pure, or built for this CPython as Emscripten has it."""

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


def begin():
    """What the user has installed for themselves; `site` did this for whoever built the interpreter."""
    site.USER_BASE = site.USER_SITE = None
    if sys.flags.isolated and hasattr(sys, "__interactivehook__"):
        del sys.__interactivehook__
    if sys.flags.no_site:
        return
    if sys.flags.no_user_site:
        site.ENABLE_USER_SITE = False
    else:
        _add_user_site()
    _customize("sitecustomize", site.execsitecustomize)
    if site.ENABLE_USER_SITE:
        _customize("usercustomize", site.execusercustomize)


def _customize(name, execute):
    """Looks for it where it may be before the finders look everywhere."""
    library = os.path.dirname(os.__file__)
    for directory in sys.path:
        if directory.startswith(library) and not directory.endswith("-packages"):
            continue
        if os.path.exists(f"{directory}/{name}.py") or os.path.isdir(f"{directory}/{name}"):
            execute()
            return


def _add_user_site():
    packages = site.getusersitepackages()
    if os.path.isdir(packages):
        own = sys.path.pop() if sys.path and sys.path[-1] == sysconfig.get_path("purelib") else None
        site.addsitedir(packages)
        if own is not None:
            sys.path.append(own)
