"""A session of Python that a program of the host drives: cells in, outputs out, as notebooks have them.

A request (session.c) is JSON, and brings a descriptor for what there is to say about it, as lines of JSON no longer than `longest` with no more
than `values` values: the host reads no others. An exception that leaves `handle` is told by `tell`. Whatever lasts from one request to the next
is in memory.
"""

import ast
import base64
import builtins
import io
import json
import linecache
import os
import sys
import traceback

import _wasmsand

_RICH = (
    ("_repr_html_", "text/html"),
    ("_repr_markdown_", "text/markdown"),
    ("_repr_svg_", "image/svg+xml"),
    ("_repr_png_", "image/png"),
    ("_repr_jpeg_", "image/jpeg"),
    ("_repr_latex_", "text/latex"),
    ("_repr_json_", "application/json"),
)


# Characters of what is printed in a message.
_PIECE = 1 << 15
# Of what is too long to be told, in the place of it.
_BEGINNING = 2000
# Lists and dictionaries in one another, in a message.
_DEEPEST = 60


def _fits(message, most):
    """Whether a message has no more values than that, and is not too deep."""
    left = most
    level = [message]
    for _ in range(_DEEPEST):
        left -= len(level)
        if left < 0:
            return False
        inner = []
        for value in level:
            if isinstance(value, dict):
                inner += value.values()
            elif isinstance(value, (list, tuple)):
                inner += value
            if len(inner) > left:
                return False
        if not inner:
            return True
        level = inner
    return False


def _shortened(message):
    """What of a message is told when it is longer than the host takes."""
    for kind in ("display", "value"):
        if kind in message:
            return {kind: {"text/plain": str(message[kind].get("text/plain", ""))[:_BEGINNING] + "…"}}
    if "error" in message:
        return {"error": {key: text[-_BEGINNING:] for key, text in message["error"].items()}}
    return {"variables": [{**found, "name": found["name"][:_BEGINNING]} for found in message["variables"][:1000]]}


def _plain(value):
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def _bundle(value):
    """The representations of a value by their MIME types."""
    data = {}
    whole = getattr(type(value), "_repr_mimebundle_", None)
    if whole is not None:
        try:
            made = whole(value)
            data |= made[0] if isinstance(made, tuple) else made or {}
        except Exception:
            pass
    for method, kind in _RICH:
        if kind in data or not hasattr(type(value), method):
            continue
        try:
            made = getattr(value, method)()
        except Exception:
            continue
        if made is not None:
            data[kind] = made[0] if isinstance(made, tuple) else made
    data.setdefault("text/plain", repr(value))
    return {kind: _plain(content) for kind, content in data.items()}


class _Stream(io.TextIOBase):
    """What the code's sys.stdout and sys.stderr are."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, session, name, descriptor):
        self._session = session
        self._name = name
        self._descriptor = descriptor

    def writable(self):
        return True

    def isatty(self):
        return False

    def fileno(self):
        return self._descriptor

    @property
    def buffer(self):
        return _Bytes(self)

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        for at in range(0, len(text), _PIECE):
            self._session.reply(stream=self._name, text=text[at : at + _PIECE])
        return len(text)


class _Bytes(io.RawIOBase):
    def __init__(self, stream):
        self._stream = stream

    def writable(self):
        return True

    def write(self, content):
        self._stream.write(bytes(content).decode("utf-8", "replace"))
        return len(content)


class Session:
    def __init__(self):
        # For what it says about a request; -1 between two of them (session.c).
        self.descriptor = -1
        sys.stdin = open(0, encoding="utf-8", closefd=False)
        sys.stdout = _Stream(self, "stdout", 1)
        sys.stderr = _Stream(self, "stderr", 2)
        sys.argv = [""]
        if not sys.flags.safe_path:
            sys.path.insert(0, "")
        builtins.display = self.display
        self._cells = 0
        self._longest = _PIECE
        self._most = 0
        self._names = sys.modules["__main__"].__dict__
        self._own = set(self._names)

    def reply(self, **message):
        line = json.dumps(message)
        if len(line) > self._longest or ("text" not in message and not _fits(message, self._most)):
            line = json.dumps(_shortened(message))
        if self.descriptor >= 0:
            line = line.encode("utf-8", "backslashreplace") + b"\n"
            _wasmsand.say(self.descriptor, line, len(line))

    def display(self, *values):
        """Shows values as a notebook does."""
        for value in values:
            self.reply(display=_bundle(value))

    def _show_figures(self):
        plots = sys.modules.get("matplotlib.pyplot")
        if plots is None:
            return
        for number in plots.get_fignums():
            picture = io.BytesIO()
            plots.figure(number).savefig(picture, format="png", bbox_inches="tight")
            self.reply(display={"image/png": _plain(picture.getvalue()), "text/plain": f"<Figure {number}>"})
        plots.close("all")

    def _execute(self, code):
        self._cells += 1
        name = f"<cell {self._cells}>"
        linecache.cache[name] = len(code), None, code.splitlines(True), name
        tree = ast.parse(code, name)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), self._names)
        if last is None:
            return
        value = eval(compile(ast.Expression(last.value), name, "eval"), self._names)
        if value is not None:
            self._names["_"] = value
            self.reply(value=_bundle(value))

    def run(self, code):
        try:
            self._execute(code)
            self._show_figures()
        except SystemExit as error:
            if error.code not in (None, 0):
                raise

    def variables(self):
        found = []
        for name, value in sorted(self._names.items()):
            if name in self._own or name.startswith("_"):
                continue
            try:
                text = repr(value)
            except Exception as error:
                text = f"<{type(error).__name__} in repr>"
            found.append({"name": name, "type": type(value).__name__, "repr": text[:200]})
        self.reply(variables=found)

    def handle(self, request):
        request = json.loads(request)
        self._longest = request["longest"]
        self._most = request["values"]
        if "code" in request:
            self.run(request["code"])
        else:
            self.variables()

    def tell(self, error):
        # Without the frames of this file.
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
            trace = trace.tb_next
        lines = traceback.format_exception(type(error), error, trace)
        self.reply(error={"name": type(error).__name__, "value": str(error), "traceback": "".join(lines)})


session = Session()
