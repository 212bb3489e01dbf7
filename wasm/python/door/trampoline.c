// Python calls its C functions with as many arguments as it has; a WebAssembly function takes what its type says.
#include "door.h"

#include "../python.h"
#include "arities.h"

__attribute__((export_name("_PyEM_TrampolineCall_JS"))) void* call_with_all(uintptr_t function, void* a, void* b,
                                                                            void* c) {
  switch (function < sizeof kArities ? kArities[function] : arity_of_linked(function)) {
    case 0:
      return ((void* (*)(void))function)();
    case 1:
      return ((void* (*)(void*))function)(a);
    case 2:
      return ((void* (*)(void*, void*))function)(a, b);
    default:
      return ((void* (*)(void*, void*, void*))function)(a, b, c);
  }
}

// Before Python makes an exception of it.
__attribute__((export_name("raise_linux_errno"))) void raise_linux_errno(void) {
  int* const number = foreign_errno_location();
  *number = linux_errno(*number);
}

// Whether the exception is that of an interrupted call, which is gone then (_PyIO_trap_eintr).
__attribute__((export_name("is_interrupted"))) int is_interrupted(void) {
  if (!PyErr_ExceptionMatches(*(PyObject**)PYTHON_OS_ERROR)) return 0;
  PyObject* const exception = PyErr_GetRaisedException();
  PyObject* const number = PyObject_GetAttrString(exception, "errno");
  const int is = number != NULL && number != PYTHON_NONE && PyLong_AsUnsignedLongMask(number) == EINTR;
  if (number != NULL) Py_DecRef(number);
  if (is)
    Py_DecRef(exception);
  else
    PyErr_SetRaisedException(exception);
  return is;
}

// Streams say themselves which number it was when they could not go on.
__attribute__((export_name("tell_linux_errno"))) void tell_linux_errno(PyObject* type, PyObject* value) {
  if (type != *(PyObject**)PYTHON_BLOCKING_ERROR || value == NULL) return;
  PyObject* const own = PyObject_Type(value);
  Py_DecRef(own);
  if (own != type) return;
  PyObject* const number = PyObject_GetAttrString(value, "errno");
  if (number != NULL && PyLong_AsUnsignedLongMask(number) == (unsigned long)foreign_errno(EAGAIN)) {
    PyObject* const told = PyLong_FromLong(EAGAIN);
    PyObject_SetAttrString(value, "errno", told);
    PyObject* const old = PyObject_GetAttrString(value, "args");
    const ptrdiff_t count = PyTuple_Size(old);
    PyObject* const arguments = PyTuple_New(count);
    for (ptrdiff_t i = 0; i < count; i++) {
      PyObject* const argument = i == 0 ? told : PyTuple_GetItem(old, i);
      Py_IncRef(argument);
      PyTuple_SetItem(arguments, i, argument);
    }
    PyObject_SetAttrString(value, "args", arguments);
    Py_DecRef(arguments);
    Py_DecRef(old);
    Py_DecRef(told);
  }
  if (number != NULL) Py_DecRef(number);
}
