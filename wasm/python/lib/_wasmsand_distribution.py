"""Pyodide's own distribution, for pip: `--find-links pyodide+URL` are the wheels that its lock names, each with its digest, at URL."""

import atexit
import html
import os
import tempfile

SCHEME = "pyodide+"
# Made when python3 is built, of the lock of the Pyodide that it is made of.
_LINKS = os.path.join(os.path.dirname(__file__), "_wasmsand_distribution.html")


def page_of(location):
    """The path of a page as pip reads it."""
    base = location.removeprefix(SCHEME)
    if not base.endswith("/"):
        base += "/"
    with open(_LINKS) as links, tempfile.NamedTemporaryFile("w", suffix=".html", delete=False) as page:
        page.write(f'<base href="{html.escape(base)}">\n{links.read()}')
    atexit.register(os.unlink, page.name)
    return page.name
