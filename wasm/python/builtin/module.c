// _wasmsand: the kernel's calls, for the modules of Python that CPython lacks here (lib/).
#include "../door/door.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "../python.h"

long address_or_number(PyObject* value) {
  PyObject* const type = PyObject_Type(value);
  Py_DecRef(type);
  if (type == (PyObject*)PYTHON_BYTES_TYPE) return (long)PyBytes_AsString(value);
  if (type == (PyObject*)PYTHON_BYTEARRAY_TYPE) return (long)PyByteArray_AsString(value);
  return (long)PyLong_AsUnsignedLongMask(value);
}

// syscall(number, *arguments): integers, and bytes or bytearrays by their address. The kernel's answer: an errno as a
// negative number.
static PyObject* call_kernel(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  long values[7] = {0};
  for (ptrdiff_t i = 0; i < count && i < 7; i++) {
    values[i] = address_or_number(arguments[i]);
    if (PyErr_Occurred()) return NULL;
  }
  const long result = syscall(values[0], values[1], values[2], values[3], values[4], values[5], values[6]);
  const int error = errno;
  // What a handler of Python's has raised ends the call that it interrupted.
  if (result == -1 && error == EINTR && PyErr_CheckSignals() != 0) return NULL;
  return PyLong_FromLong(result == -1 ? -error : result);
}

// address(object): of the content of bytes or of a bytearray, for structures that hold it.
static PyObject* address(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  return PyLong_FromLong(count == 1 ? address_or_number(arguments[0]) : 0);
}

__attribute__((import_module("linux"), import_name("spawn"))) long linux_spawn(const void* request);

// spawn(request): a struct spawn_request of the C library; the pid, or an errno as a negative number.
static PyObject* spawn(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  return PyLong_FromLong(count == 1 ? linux_spawn((const void*)address_or_number(arguments[0])) : -ENOSYS);
}

// ignores(signal): whether the process has inherited that, or been told so.
static PyObject* ignores(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  struct sigaction action;
  const int is = count == 1 && sigaction(address_or_number(arguments[0]), NULL, &action) == 0;
  return PyLong_FromLong(is && action.sa_handler == SIG_IGN);
}

// config(name): of CPython's configuration, as it has read it.
static PyObject* get_config(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  const char* const name = count == 1 ? PyUnicode_AsUTF8(arguments[0]) : NULL;
  return name == NULL ? PyLong_FromLong(0) : PyConfig_Get(name);
}

// set_utf8_mode(mode, flags, place): and its place in sys.flags.
static PyObject* tell_utf8_mode(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  if (count != 3) return PyLong_FromLong(0);
  set_utf8_mode(address_or_number(arguments[0]));
  Py_IncRef(arguments[0]);
  PyStructSequence_SetItem(arguments[1], address_or_number(arguments[2]), arguments[0]);
  return PyLong_FromLong(1);
}

int interrupted_at_end = 0;

// end_by_interrupt(): when all is done, as the signal's default is.
static PyObject* end_by_interrupt(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  interrupted_at_end = 1;
  return PyLong_FromLong(0);
}

// environment(): where that of the process is.
static PyObject* environment(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  return PyLong_FromLong((long)*python_environ());
}

static PyMethodDef functions[] = {
    {"config", get_config, METH_FASTCALL, NULL},
    {"environment", environment, METH_FASTCALL, NULL},
    {"end_by_interrupt", end_by_interrupt, METH_FASTCALL, NULL},
    {"set_utf8_mode", tell_utf8_mode, METH_FASTCALL, NULL},
    {"syscall", call_kernel, METH_FASTCALL, NULL},
    {"address", address, METH_FASTCALL, NULL},
    {"ignores", ignores, METH_FASTCALL, NULL},
    {"spawn", spawn, METH_FASTCALL, NULL},
    {0},
};

void add_own_module(void) {
  PyObject* const module = PyImport_AddModule("_wasmsand");
  if (module == NULL || PyModule_AddFunctions(module, functions) != 0 || add_thread_functions(module) != 0) abort();
  add_network_functions(module);
  add_hash_functions(module);
  add_finish_functions(module);
  add_session_functions(module);
}
