# Runs once, when python3 is built: makes of the interpreter, which takes its machine for Emscripten's, one of Linux, and imports what
# most programs import. What is in its memory then is in that of each python3 from its beginning.
import gc
import sys

sys.platform = "linux"
del sys._emscripten_info

import _wasmsand_begin

_wasmsand_begin.use_linux_errno()

import _wasmsand_calls, _wasmsand_posix

# What it reads anew in each process it does not bring into this form.
_wasmsand_calls.offer([_wasmsand_begin.getfilesystemencoding], sys)
_wasmsand_posix.install()

import _wasmsand_thread

_wasmsand_thread.install()

import _wasmsand_site

_wasmsand_site.install()

import _wasmsand_subprocess

# CPython has one built in, which forks.
sys.modules["_posixsubprocess"] = _wasmsand_subprocess

import _wasmsand_inheritance, _wasmsand_socket, _wasmsand_epoll

_wasmsand_inheritance.install()
_wasmsand_socket.install()
_wasmsand_epoll.install()

import argparse, ast, base64, bisect, calendar, collections, collections.abc, contextlib, copy, csv, dataclasses, datetime
import decimal, difflib, enum, errno, fnmatch, fractions, functools, getpass, glob, hashlib, heapq, hmac, html, http.client
import importlib.metadata, importlib.util, inspect, io, itertools, json, locale, logging, math, operator, os, pathlib, pickle
import platform, pprint, queue, random, re, runpy, secrets, select, selectors, shlex, shutil, signal, socket, sqlite3, stat
import statistics, string, struct, subprocess, sysconfig, tempfile, textwrap, threading, time, timeit, traceback, types, typing
import unicodedata, unittest, urllib.parse, urllib.request, uuid, warnings, weakref, xml.etree.ElementTree, zipfile, zlib

# A test runner, asyncio and the like begin more slowly than small programs should.
import asyncio

import _wasmsand_absent, _wasmsand_asyncio, _wasmsand_finish, _wasmsand_hashes

_wasmsand_asyncio.install()
_wasmsand_hashes.install()
_wasmsand_absent.install()
_wasmsand_thread.adapt()
_wasmsand_begin.prepare_shadows()

sys.argv[:] = [""]
for name in ("script", "image"):
    globals().pop(name, None)
sys.path_importer_cache.clear()
linecache = sys.modules.get("linecache")
if linecache is not None:
    linecache.clearcache()
random.seed(0)
re.purge()
sys.stdout.flush()
sys.stderr.flush()
sys.modules["_wasmsand_finish"].install()
gc.collect()
# They keep hashes, which go with the seed that is each process's own.
for cache in gc.get_objects():
    if type(cache) is functools._lru_cache_wrapper:
        cache.cache_clear()
del cache
gc.collect()
gc.freeze()
# A program's names are in a module that is collected at its end.
main = types.ModuleType("__main__")
vars(main).update((name, value) for name, value in globals().items() if name.startswith("__") and name.endswith("__"))
sys.modules["__main__"] = main
