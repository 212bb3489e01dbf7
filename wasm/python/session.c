// A session of Python: requests that the host sends the process through its channel, one after the other
// (lib/python/python-interpreter.ts), each a length and JSON. Between two of them nothing is on the stack, neither C's
// nor Python's, so that the process can rest, and go on elsewhere, from its memory alone.
#include "door/door.h"

#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

#include "python.h"
#include "session_calls.h"

enum { kRequestMost = 64 << 20, kTellingsMost = 10 };

// Where the stack begins again after each rest.
static void* stack;
static PyObject* session;
// What it does with a request, and with an exception.
static PyObject* handle;
static PyObject* tell;

static int serve_after_rest(void* unused);

// What has come before a request was not meant for it.
static void forget_signals(void) {
  if (PyErr_CheckSignals() != 0) Py_DecRef(PyErr_GetRaisedException());
}

static long receive(void* buffer, size_t size, int may_rest) {
  for (;;) {
    if (may_rest) forget_signals();
    const long count = syscall(kSessionReceive, buffer, size, may_rest ? serve_after_rest : NULL, NULL, stack);
    if (count >= 0 || errno != EINTR) return count;
  }
}

static int receive_all(char* place, size_t length) {
  while (length > 0) {
    const long count = receive(place, length, 0);
    if (count <= 0) return 0;
    place += count;
    length -= count;
  }
  return 1;
}

// Null: there are no more.
static PyObject* next_request(void) {
  unsigned char head[4];
  if (receive(head, 1, 1) <= 0 || !receive_all((char*)head + 1, 3)) return NULL;
  const uint32_t length = head[0] | head[1] << 8 | head[2] << 16 | (uint32_t)head[3] << 24;
  PyObject* const request = length > kRequestMost ? NULL : PyBytes_FromStringAndSize(NULL, length);
  return request != NULL && receive_all(PyBytes_AsString(request), length) ? request : NULL;
}

// Whatever signals come meanwhile: half a message is none. Returns 0, or a negative errno.
static int write_all(int descriptor, const char* bytes, long left) {
  while (left > 0) {
    const ssize_t written = write(descriptor, bytes, left);
    if (written < 0 && errno != EINTR) return -errno;
    if (written < 0) continue;
    bytes += written;
    left -= written;
  }
  return 0;
}

static PyObject* result_or_exception(PyObject* function, PyObject* argument, int* has_failed) {
  PyObject* const result = PyObject_CallOneArg(function, argument);
  *has_failed = result == NULL;
  return result != NULL ? result : PyErr_GetRaisedException();
}

static void say_to(int descriptor) {
  PyObject* const number = PyLong_FromLong(descriptor);
  PyObject_SetAttrString(session, "descriptor", number);
  Py_DecRef(number);
}

// An interrupt may come anywhere in it: before the code has begun, after it has ended, and while that is being told.
static void answer(PyObject* request) {
  // Programs that the code starts do not have it. Where there is no descriptor left, they have no output.
  int descriptor = fcntl(1, F_DUPFD_CLOEXEC, 3);
  if (descriptor >= 0) {
    dup2(2, 1);
  } else {
    descriptor = 1;
    fcntl(1, F_SETFD, FD_CLOEXEC);
  }
  say_to(descriptor);
  int has_failed;
  PyObject* result = result_or_exception(handle, request, &has_failed);
  for (int tellings = 0; has_failed && tellings < kTellingsMost; tellings++) {
    PyObject* const error = result;
    result = result_or_exception(tell, error, &has_failed);
    Py_DecRef(error);
  }
  Py_DecRef(result);
  static const char untold[] =
      "{\"error\": {\"name\": \"RuntimeError\", \"value\": \"the exception could not be told\", \"traceback\": "
      "\"\"}}\n";
  if (has_failed) write_all(descriptor, untold, sizeof untold - 1);
  say_to(-1);
  close(descriptor);
}

static int serve(void) {
  for (PyObject* request; (request = next_request()) != NULL;) {
    answer(request);
    Py_DecRef(request);
    static const char done[] = "{}";
    if (syscall(kSessionReply, done, sizeof done - 1) != 0) return 1;
  }
  return own_finalize() < 0 ? 120 : 0;
}

static int serve_after_rest(void* unused) { return serve(); }

int is_session(void) {
  char nothing;
  return syscall(kSessionReceive, &nothing, 0, NULL, NULL, NULL) == 0;
}

int run_session(void) {
  stack = __builtin_frame_address(0);
  PyObject* const module = PyImport_ImportModule("_wasmsand_session");
  session = module == NULL ? NULL : PyObject_GetAttrString(module, "session");
  handle = session == NULL ? NULL : PyObject_GetAttrString(session, "handle");
  tell = handle == NULL ? NULL : PyObject_GetAttrString(session, "tell");
  if (tell == NULL) {
    PyErr_PrintEx(0);
    return 1;
  }
  return serve();
}

// say(descriptor, bytes, size): 0, or a negative errno.
static PyObject* say(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  if (count != 3) return PyLong_FromLong(-EINVAL);
  const char* const bytes = (const char*)address_or_number(arguments[1]);
  return PyLong_FromLong(write_all(address_or_number(arguments[0]), bytes, address_or_number(arguments[2])));
}

static PyMethodDef functions[] = {
    {"say", say, METH_FASTCALL, NULL},
    {0},
};

void add_session_functions(PyObject* module) { PyModule_AddFunctions(module, functions); }
