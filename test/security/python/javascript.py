# What an interpreter that JavaScript serves gives away: here is none. Each ends in an exception, or in nothing.
import ctypes, gc, importlib, os, sys
def tries(name, f):
    try: print(name, '->', f())
    except BaseException as e: print(name, '->', type(e).__name__)
own = ctypes.CDLL(None)
for module in ('js', 'pyodide_js', '_pyodide_core', 'pyodide.code', 'pyodide.ffi', 'pyodide.http', 'pyodide.webloop', '_pyodide._importhook', 'pyodide_kernel', 'micropip'):
    tries('import ' + module, lambda: importlib.import_module(module))
tries('objects of JavaScript', lambda: [type(o).__name__ for o in gc.get_objects() if type(o).__name__.startswith('Js')])
tries('types of JavaScript', lambda: [t.__name__ for t in object.__subclasses__() if t.__name__.startswith('Js')])
tries('finders', lambda: [f for f in sys.meta_path if 'js' in type(f).__name__.lower()])
tries('constructor chains', lambda: [o for o in (sys, os, len, print, importlib, own) if hasattr(o, 'constructor') or hasattr(o, 'js_id')])
for symbol in ('emscripten_run_script', 'emscripten_run_script_int', 'emscripten_run_script_string', 'emscripten_async_run_script', 'emscripten_asm_const_int', 'emscripten_asm_const_async_on_main_thread', 'eval', 'pyodide_js_init', 'JsProxy_create', 'hiwire_call', 'run_js', 'js2python'):
    tries(symbol, lambda: getattr(own, symbol)(b'process.version'))
for symbol in ('emscripten_fetch', 'emscripten_wget', 'emscripten_websocket_new', 'emscripten_exit_with_live_runtime', 'emscripten_set_main_loop', 'emscripten_throw_string', 'emscripten_debugger', 'emscripten_console_log', 'emscripten_log', 'emscripten_create_worker', 'emscripten_dlopen', 'emscripten_promise_create', 'emscripten_sleep', 'emscripten_idb_load', 'wasmfs_create_node_backend', 'nodefs_mount'):
    tries(symbol, lambda: getattr(own, symbol))
tries('system', lambda: os.waitstatus_to_exitcode(own.system(b'exit 3')))
own.popen.restype = ctypes.c_void_p
tries('popen', lambda: own.popen(b'cat /etc/passwd', b'r'))
