// The end of a program: what CPython does then is done as far as anybody can see it. It would take apart all that there
// is, most of which no code of the program has ever touched. Here the program's own modules are, in CPython's order, so
// that `__del__` and weak references run as they do there; what was there before the program began stays.
#include <string.h>

#include "python.h"

PYTHON(PySys_GetObject) PyObject* PySys_GetObject(const char* name);
PYTHON(PySys_SetObject) int PySys_SetObject(const char* name, PyObject* value);
PYTHON(PyErr_Clear) void PyErr_Clear(void);
PYTHON(PyObject_IsTrue) int PyObject_IsTrue(PyObject* object);
PYTHON(PyObject_IsInstance) int PyObject_IsInstance(PyObject* object, PyObject* type);
PYTHON(PyErr_FormatUnraisable) void PyErr_FormatUnraisable(const char* format, ...);
PYTHON(PyGC_Collect) ptrdiff_t PyGC_Collect(void);
PYTHON(PyImport_GetModuleDict) PyObject* PyImport_GetModuleDict(void);
PYTHON(PyModule_GetDict) PyObject* PyModule_GetDict(PyObject* module);
PYTHON(PyDict_Clear) void PyDict_Clear(PyObject* dictionary);
PYTHON(PyDict_Contains) int PyDict_Contains(PyObject* dictionary, PyObject* key);
PYTHON(PyDict_DelItem) int PyDict_DelItem(PyObject* dictionary, PyObject* key);
PYTHON(PyDict_GetItemWithError) PyObject* PyDict_GetItemWithError(PyObject* dictionary, PyObject* key);
PYTHON(PyDict_Keys) PyObject* PyDict_Keys(PyObject* dictionary);
PYTHON(PyDict_SetItem) int PyDict_SetItem(PyObject* dictionary, PyObject* key, PyObject* value);
PYTHON(PyDict_SetItemString) int PyDict_SetItemString(PyObject* dictionary, const char* key, PyObject* value);
PYTHON(PyDict_Update) int PyDict_Update(PyObject* dictionary, PyObject* other);
PYTHON(PyList_Append) int PyList_Append(PyObject* list, PyObject* item);
PYTHON(PyList_GetItem) PyObject* PyList_GetItem(PyObject* list, ptrdiff_t at);
PYTHON(PyList_New) PyObject* PyList_New(ptrdiff_t count);
PYTHON(PyList_Size) ptrdiff_t PyList_Size(PyObject* list);
PYTHON(PyWeakref_GetRef) int PyWeakref_GetRef(PyObject* reference, PyObject** object);
PYTHON(PyWeakref_NewRef) PyObject* PyWeakref_NewRef(PyObject* object, PyObject* called);

// Of the interpreter when it was made: what ends threads and calls exit functions, modules by themselves, the names of
// sys and builtins.
static PyObject *end_threads, *run_exit_functions, *module_type, *begun, *of_sys, *of_builtins;
static int is_finishing;

static void let_go(PyObject* object) {
  if (object != NULL) Py_DecRef(object);
}

static PyObject* kept(PyObject* object) {
  Py_IncRef(object);
  return object;
}

// set_end(end_threads, run_exit_functions, module_type, begun, of_sys, of_builtins)
static PyObject* set_end(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  if (count != 6) return PyLong_FromLong(-1);
  end_threads = kept(arguments[0]);
  run_exit_functions = kept(arguments[1]);
  module_type = kept(arguments[2]);
  begun = kept(arguments[3]);
  of_sys = kept(arguments[4]);
  of_builtins = kept(arguments[5]);
  return PyLong_FromLong(0);
}

__attribute__((export_name("replaced:Py_IsFinalizing"))) int own_is_finalizing(void) { return is_finishing; }

static void call(PyObject* function, const char* what) {
  PyObject* const result = PyObject_CallNoArgs(function);
  if (result == NULL)
    PyErr_FormatUnraisable("Exception ignored %s", what);
  else
    Py_DecRef(result);
}

static int flush(const char* name, int is_told) {
  PyObject* const stream = PySys_GetObject(name);
  if (stream == NULL || stream == PYTHON_NONE) return 0;
  Py_IncRef(stream);
  PyObject* const closed = PyObject_GetAttrString(stream, "closed");
  const int is_closed = closed != NULL && PyObject_IsTrue(closed) == 1;
  if (closed == NULL) PyErr_Clear();
  PyObject* const method = is_closed ? NULL : PyObject_GetAttrString(stream, "flush");
  PyObject* const result = method == NULL ? NULL : PyObject_CallNoArgs(method);
  const int failed = !is_closed && result == NULL;
  if (failed && is_told)
    PyErr_FormatUnraisable("Exception ignored while flushing sys.%s", name);
  else if (failed)
    PyErr_Clear();
  let_go(result);
  let_go(method);
  let_go(closed);
  Py_DecRef(stream);
  return failed ? -1 : 0;
}

// What refers to much of a program, and what an import needs.
static void forget_first(PyObject* names_of_builtins) {
  static const char* const names[] = {"path",       "argv",
                                      "ps1",        "ps2",
                                      "last_type",  "last_value",
                                      "last_exc",   "last_traceback",
                                      "path_hooks", "path_importer_cache",
                                      "meta_path",  NULL};
  for (const char* const* name = names; *name != NULL; name++) PySys_SetObject(*name, PYTHON_NONE);
  PyDict_SetItemString(names_of_builtins, "_", PYTHON_NONE);
  PySys_SetObject("stdin", PySys_GetObject("__stdin__"));
  PySys_SetObject("stdout", PySys_GetObject("__stdout__"));
  PySys_SetObject("stderr", PySys_GetObject("__stderr__"));
}

// Forgets all modules. A list of weak references to the program's own.
static PyObject* forget_modules(void) {
  PyObject* const modules = PyImport_GetModuleDict();
  PyObject* const names = PyDict_Keys(modules);
  PyObject* const own = PyList_New(0);
  for (ptrdiff_t i = 0; i < PyList_Size(names); i++) {
    PyObject* const name = PyList_GetItem(names, i);
    PyObject* const module = PyDict_GetItemWithError(modules, name);
    if (module != NULL && PyObject_IsInstance(module, module_type) == 1 && PyDict_Contains(begun, module) == 0) {
      PyObject* const reference = PyWeakref_NewRef(module, NULL);
      if (reference != NULL) PyList_Append(own, reference);
      let_go(reference);
    }
    PyDict_SetItem(modules, name, PYTHON_NONE);
  }
  Py_DecRef(names);
  PyDict_Clear(modules);
  PyErr_Clear();
  return own;
}

// First what is private, then all.
static void clear_names(PyObject* names) {
  for (int all = 0; all < 2; all++) {
    PyObject* const keys = PyDict_Keys(names);
    for (ptrdiff_t i = 0; i < PyList_Size(keys); i++) {
      PyObject* const key = PyList_GetItem(keys, i);
      const char* const text = PyUnicode_AsUTF8(key);
      if (text == NULL) PyErr_Clear();
      const int is_builtins = text != NULL && strcmp(text, "__builtins__") == 0;
      const int is_private = text != NULL && text[0] == '_' && text[1] != '_';
      if (text != NULL && !is_builtins && (all || is_private)) PyDict_SetItem(names, key, PYTHON_NONE);
    }
    Py_DecRef(keys);
  }
}

static void clear_modules(PyObject* references) {
  for (ptrdiff_t i = PyList_Size(references); i-- > 0;) {
    PyObject* module = NULL;
    if (PyWeakref_GetRef(PyList_GetItem(references, i), &module) != 1) continue;
    clear_names(PyModule_GetDict(module));
    Py_DecRef(module);
  }
}

static void forget_more_than(PyObject* names, PyObject* known, int is_deleted) {
  PyObject* const keys = PyDict_Keys(names);
  for (ptrdiff_t i = 0; i < PyList_Size(keys); i++) {
    PyObject* const key = PyList_GetItem(keys, i);
    if (PyDict_Contains(known, key) != 0) continue;
    if (is_deleted)
      PyDict_DelItem(names, key);
    else
      PyDict_SetItem(names, key, PYTHON_NONE);
  }
  Py_DecRef(keys);
}

static void take_apart(void) {
  PyObject* const names_of_builtins = PyModule_GetDict(PyImport_AddModule("builtins"));
  PyObject* const names_of_sys = PyModule_GetDict(PyImport_AddModule("sys"));
  PyGC_Collect();
  forget_first(names_of_builtins);
  PyObject* const own = forget_modules();
  PyGC_Collect();
  forget_more_than(names_of_builtins, of_builtins, 1);
  PyDict_Update(names_of_builtins, of_builtins);
  clear_modules(own);
  Py_DecRef(own);
  // Nothing is printed any more.
  static const char* const streams[] = {"stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__", NULL};
  for (const char* const* name = streams; *name != NULL; name++) PySys_SetObject(*name, PYTHON_NONE);
  forget_more_than(names_of_sys, of_sys, 0);
  PyGC_Collect();
}

__attribute__((export_name("replaced:Py_FinalizeEx"))) int own_finalize(void) {
  static int is_called;
  if (is_called || end_threads == NULL) return 0;
  is_called = 1;
  call(end_threads, "on threading shutdown");
  call(run_exit_functions, "in exit functions");
  is_finishing = 1;
  const int output = flush("stdout", 1), errors = flush("stderr", 0);
  take_apart();
  return output | errors;
}

static PyMethodDef functions[] = {
    {"set_end", set_end, METH_FASTCALL, NULL},
    {0},
};

void add_finish_functions(PyObject* module) { PyModule_AddFunctions(module, functions); }
