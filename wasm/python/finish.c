// The end of a program: what CPython does then is done as far as anybody can see it (lib/_wasmsand_finish.py). It would
// take apart all that there is, most of which no code of the program has ever touched.
#include "python.h"

PYTHON(PySys_GetObject) PyObject* PySys_GetObject(const char* name);
PYTHON(PyErr_Clear) void PyErr_Clear(void);
PYTHON(PyObject_IsTrue) int PyObject_IsTrue(PyObject* object);
PYTHON(PyErr_FormatUnraisable) void PyErr_FormatUnraisable(const char* format, ...);

static PyObject *stop, *take_apart;
static int is_finishing;

// set_finisher(stop, take_apart): what is called when the program ends, before and after what it printed is flushed.
static PyObject* set_finisher(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  if (count != 2) return PyLong_FromLong(-1);
  Py_IncRef(stop = arguments[0]);
  Py_IncRef(take_apart = arguments[1]);
  return PyLong_FromLong(0);
}

// begin_finishing(): from now on sys.is_finalizing() says so.
static PyObject* begin_finishing(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  is_finishing = 1;
  return PyLong_FromLong(0);
}

// report(text, exception): as of one that nobody can be given.
static PyObject* report(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  if (count != 2) return PyLong_FromLong(-1);
  Py_IncRef(arguments[1]);
  PyErr_SetRaisedException(arguments[1]);
  PyErr_FormatUnraisable("%s", PyUnicode_AsUTF8(arguments[0]));
  return PyLong_FromLong(0);
}

__attribute__((export_name("replaced:Py_IsFinalizing"))) int own_is_finalizing(void) { return is_finishing; }

static void let_go(PyObject* object) {
  if (object != NULL) Py_DecRef(object);
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

static void call(PyObject* function) {
  PyObject* const result = PyObject_CallNoArgs(function);
  if (result == NULL)
    PyErr_WriteUnraisable(function);
  else
    Py_DecRef(result);
}

__attribute__((export_name("replaced:Py_FinalizeEx"))) int own_finalize(void) {
  static int is_called;
  if (is_called || stop == NULL) return 0;
  is_called = 1;
  call(stop);
  const int output = flush("stdout", 1), errors = flush("stderr", 0);
  call(take_apart);
  return output | errors;
}

static PyMethodDef functions[] = {
    {"begin_finishing", begin_finishing, METH_FASTCALL, NULL},
    {"report", report, METH_FASTCALL, NULL},
    {"set_finisher", set_finisher, METH_FASTCALL, NULL},
    {0},
};

void add_finish_functions(PyObject* module) { PyModule_AddFunctions(module, functions); }
