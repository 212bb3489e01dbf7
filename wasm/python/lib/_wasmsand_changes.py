"""For changes of the library (begin/changes.json)."""


def give(owner, functions):
    """Functions of ours in the places of those that a class or module has."""
    for function in functions:
        old = getattr(owner, function.__name__, None)
        function.__qualname__ = getattr(old, "__qualname__", function.__qualname__)
        function.__module__ = getattr(old, "__module__", function.__module__)
        function.__doc__ = getattr(old, "__doc__", None) or function.__doc__
        setattr(owner, function.__name__, function)
