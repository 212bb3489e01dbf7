// Python calls its C functions with as many arguments as it has; a WebAssembly function takes what its type says.
#include "door.h"

#include "arities.h"
#include "python.h"

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

// Whether the exception is of a call that was interrupted; then it is forgotten.
__attribute__((export_name("was_interrupted"))) int was_interrupted(void) {
  PyObject* const exception = PyErr_GetRaisedException();
  PyObject* const number = exception == NULL ? NULL : PyObject_GetAttrString(exception, "errno");
  const int is = number != NULL && number != PYTHON_NONE && PyLong_AsUnsignedLongMask(number) == EINTR;
  if (number != NULL) Py_DecRef(number);
  // What has no number, or something else for one.
  PyObject* const other = PyErr_GetRaisedException();
  if (other != NULL) Py_DecRef(other);
  if (is)
    Py_DecRef(exception);
  else
    PyErr_SetRaisedException(exception);
  return is;
}
