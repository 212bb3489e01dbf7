// pip says why what has no wheel is refused.
const reason =
  'there is no compiler here: wheels that are pure, or built for pyemscripten_2026_0_wasm32, can be installed';

// Programs of Windows that start scripts.
export const without = ['t32', 't64', 't64-arm', 'w32', 'w64', 'w64-arm'].map(
  (name) => `pip/_vendor/distlib/${name}.exe`,
);

export const edits = [
  // Pyodide's own distribution has no index.
  {
    path: 'pip/_internal/index/sources.py',
    from: '    if os.path.exists(location):  # Is a local path.\n',
    to: `    if location.startswith("pyodide+"):
        from _wasmsand_distribution import page_of
        location = page_of(location)
    if os.path.exists(location):  # Is a local path.\n`,
  },
  {
    path: 'pip/_internal/resolution/resolvelib/factory.py',
    from: '        if str(req) == "requirements.txt":\n',
    to: `        logger.critical("HINT: ${reason}")\n        if str(req) == "requirements.txt":\n`,
  },
  {
    path: 'pip/_internal/distributions/sdist.py',
    from: '        # Load pyproject.toml and set up backend environment\n',
    to: `        from pip._internal.exceptions import InstallationError\n
        raise InstallationError(f"{self.req} is a source distribution, and ${reason}")\n`,
  },
];
