// What Python has of threads and of copies of itself. There is one thread: another's function runs when the one that
// has begun it waits, to its end, on the same stack (lib/_wasmsand_thread.py). A copy of the process is the kernel's
// clone.
#include "door/door.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "python.h"

extern char** environ;

// --- threads ---

static long current_thread = 1;
// Of the thread that runs: what waits may have let go of it.
static void* current_state;
static PyObject* waiter;
static PyObject* raised_while_waiting;
static int refused_waits;

// What a wait of CPython's comes to: its own word for them.
enum { kWoken = 0, kTimedOut = -2, kInterrupted = -3 };
// CPython's semaphore, of which this is the count.
static int* count_of(char* semaphore) { return (int*)(semaphore + 72); }

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int raise_pending(void* unused) {
  PyObject* const exception = raised_while_waiting;
  raised_while_waiting = NULL;
  refused_waits = 0;
  if (exception == NULL) return 0;
  PyErr_SetRaisedException(exception);
  return -1;
}

// Nobody wakes it but who runs meanwhile. An exception goes to whoever waits as a signal's does.
__attribute__((export_name("replaced:_PySemaphore_Wait"))) int wait_for_others(char* semaphore, int64_t timeout,
                                                                               int detach) {
  int* const count = count_of(semaphore);
  if (*count == 0 && waiter != NULL) {
    if (timeout == 0) return kTimedOut;
    const int detached = PyThreadState_GetUnchecked() == NULL;
    if (detached) PyEval_RestoreThread(current_state);
    const int64_t end = timeout < 0 ? 0 : now() + timeout;
    PyObject* const before = PyErr_GetRaisedException();
    PyObject* const left = PyFloat_FromDouble(timeout < 0 ? -1 : timeout / 1e9);
    PyObject* const result = left == NULL ? NULL : PyObject_CallOneArg(waiter, left);
    if (left != NULL) Py_DecRef(left);
    if (result != NULL) {
      Py_DecRef(result);
    } else {
      // Locks within CPython itself cannot be refused; whoever asks for one again and again would do so for ever.
      if (refused_waits++ > 1000) {
        static const char message[] = "python3: waiting for a thread that cannot run\n";
        (void)!write(2, message, sizeof message - 1);
        _exit(1);
      }
      if (raised_while_waiting != NULL) Py_DecRef(raised_while_waiting);
      raised_while_waiting = PyErr_GetRaisedException();
      Py_AddPendingCall(raise_pending, NULL);
    }
    PyErr_SetRaisedException(before);
    if (detached) PyEval_SaveThread();
    if (*count == 0 && timeout >= 0 && now() >= end) return kTimedOut;
  }
  if (*count == 0) return kInterrupted;
  --*count;
  return kWoken;
}

// set_waiter(function): what is called, with the seconds or -1, where Python would wait for another thread.
static PyObject* set_waiter(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  if (count == 1) {
    Py_IncRef(arguments[0]);
    waiter = arguments[0];
    current_state = PyThreadState_Get();
  }
  return PyLong_FromLong(0);
}

static PyObject* get_ident(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  return PyLong_FromLong(current_thread);
}

// run_thread(number, function): as a thread of that number, whose state is its own.
static PyObject* run_thread(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  if (count != 2) return PyLong_FromLong(-1);
  void* const outer = PyThreadState_Get();
  const long outer_thread = current_thread;
  const long number = PyLong_AsUnsignedLongMask(arguments[0]);
  void* const inner = PyThreadState_New(PyThreadState_GetInterpreter(outer));
  if (inner == NULL) return PyLong_FromLong(-1);
  PyThreadState_Swap(inner);
  current_state = inner;
  bound_recursion();
  current_thread = number;
  PyObject* const result = PyObject_CallNoArgs(arguments[1]);
  if (result == NULL)
    PyErr_WriteUnraisable(arguments[1]);
  else
    Py_DecRef(result);
  PyThreadState_Clear(inner);
  current_thread = outer_thread;
  PyThreadState_Swap(outer);
  current_state = outer;
  PyThreadState_Delete(inner);
  return PyLong_FromLong(0);
}

// --- copies ---

int wasmsand_clone(int (*function)(void*), void* argument);

static int run_copy(void* function) {
  PyOS_AfterFork_Child();
  PyObject* const result = PyObject_CallNoArgs(function);
  const long status = result == NULL ? 1 : (long)PyLong_AsUnsignedLongMask(result);
  if (result == NULL) PyErr_WriteUnraisable(function);
  _exit(status);
}

// clone(function): a child that is a copy of this process, calls the function and ends with its value. The pid, or an
// errno as a negative number.
static PyObject* clone(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  if (count != 1) return PyLong_FromLong(-EINVAL);
  PyOS_BeforeFork();
  const int pid = wasmsand_clone(run_copy, arguments[0]);
  const int error = errno;
  PyOS_AfterFork_Parent();
  return PyLong_FromLong(pid == -1 ? -error : pid);
}

// --- functions of Python's as those of C ---

static int is_own_frame(PyObject* traceback) {
  PyObject* const frame = PyObject_GetAttrString(traceback, "tb_frame");
  PyObject* const code = frame == NULL ? NULL : PyObject_GetAttrString(frame, "f_code");
  PyObject* const name = code == NULL ? NULL : PyObject_GetAttrString(code, "co_filename");
  const char* const text = name == NULL ? NULL : PyUnicode_AsUTF8(name);
  const char* const base = text == NULL ? NULL : strrchr(text, '/');
  const int is = base != NULL && strncmp(base, "/_wasmsand_", 11) == 0;
  if (name != NULL) Py_DecRef(name);
  if (code != NULL) Py_DecRef(code);
  if (frame != NULL) Py_DecRef(frame);
  return is;
}

// Calls what a built-in function stands for, which its module has; its frames are no part of a traceback.
static PyObject* call_quietly(PyObject* module, PyObject* const* arguments, ptrdiff_t count, PyObject* names) {
  PyObject* const function = PyObject_GetAttrString(module, "function");
  if (function == NULL) return NULL;
  PyObject* const result = PyObject_Vectorcall(function, arguments, count, names);
  Py_DecRef(function);
  if (result != NULL) return result;
  PyObject* const exception = PyErr_GetRaisedException();
  PyObject* traceback = PyException_GetTraceback(exception);
  while (traceback != NULL && traceback != PYTHON_NONE && is_own_frame(traceback)) {
    PyObject* const next = PyObject_GetAttrString(traceback, "tb_next");
    Py_DecRef(traceback);
    traceback = next;
  }
  PyException_SetTraceback(exception, traceback == NULL ? PYTHON_NONE : traceback);
  if (traceback != NULL) Py_DecRef(traceback);
  PyErr_SetRaisedException(exception);
  return NULL;
}

static char* copy_of(PyObject* text) {
  const char* const from = PyUnicode_AsUTF8(text);
  return from == NULL ? NULL : strdup(from);
}

// native(module, name, documentation): a built-in function of a module that stands for one of Python's, the module's
// attribute of that name. Two of one module would be equal.
static PyObject* native(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  if (count != 3) return PyLong_FromLong(0);
  PyMethodDef* const definition = calloc(1, sizeof *definition);
  if (definition == NULL) abort();
  *definition = (PyMethodDef){copy_of(arguments[1]), (PyCFunctionFast)(void*)call_quietly,
                              METH_FASTCALL | METH_KEYWORDS, copy_of(arguments[2])};
  PyObject* const name = PyObject_GetAttrString(arguments[0], "__name__");
  if (definition->name == NULL || name == NULL) return NULL;
  return PyCMethod_New(definition, arguments[0], name, NULL);
}

// read_time_zone(): whatever the environment says now.
static PyObject* read_time_zone(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  environ = *python_environ();
  // Which asks for ours.
  python_tzset();
  return PyLong_FromLong(0);
}

static PyMethodDef functions[] = {
    {"clone", clone, METH_FASTCALL, NULL},
    {"get_ident", get_ident, METH_FASTCALL, NULL},
    {"native", native, METH_FASTCALL, NULL},
    {"read_time_zone", read_time_zone, METH_FASTCALL, NULL},
    {"run_thread", run_thread, METH_FASTCALL, NULL},
    {"set_waiter", set_waiter, METH_FASTCALL, NULL},
    {0},
};

int add_thread_functions(PyObject* module) { return PyModule_AddFunctions(module, functions); }
