"""Fetches a source distribution from the index that pip uses: fetch.py NAME VERSION SHA256 DIRECTORY."""

import hashlib
import pathlib
import subprocess
import sys

from pip._internal.models.index import PyPI
from unearth import PackageFinder

name, version, sha256, directory = sys.argv[1:]
asked = subprocess.run([sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True)
finder = PackageFinder(index_urls=[asked.stdout.strip() or PyPI.simple_url], no_binary=[":all:"])
found = finder.find_best_match(f"{name}=={version}").best
if found is None:
    sys.exit(f"there is no source distribution of {name} {version}")
target = pathlib.Path(directory)
response = finder.session.get(found.link.normalized)
response.raise_for_status()
if hashlib.sha256(response.content).hexdigest() != sha256:
    sys.exit(f"{found.link.filename} has another SHA-256")
(target / found.link.filename).write_bytes(response.content)
