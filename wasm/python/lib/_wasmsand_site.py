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
    if _packages() not in sys.path:
        sys.path.append(_packages())
    site.ENABLE_USER_SITE = True


def _packages():
    return sysconfig.get_path("purelib")


def forget():
    """As without `site`."""
    if _packages() in sys.path:
        sys.path.remove(_packages())


def begin(of_user):
    """What the user has installed for themselves; `site` did this for whoever built the interpreter."""
    site.USER_BASE = site.USER_SITE = None
    site.ENABLE_USER_SITE = of_user
    packages = site.getusersitepackages()
    if of_user and os.path.isdir(packages):
        own = sys.path.pop() if sys.path and sys.path[-1] == _packages() else None
        site.addsitedir(packages)
        if own is not None:
            sys.path.append(own)
    # What customizes it is there seldom, and is not looked for in the library.
    library = sysconfig.get_path("stdlib")
    for name, execute in (("sitecustomize", site.execsitecustomize), ("usercustomize", site.execusercustomize)):
        places = [place for place in sys.path if not place.startswith(library) or place.endswith("-packages")]
        found = any(os.path.exists(os.path.join(place, name + end)) for place in places for end in (".py", "", ".pyc"))
        if found and (of_user or name == "sitecustomize"):
            execute()
