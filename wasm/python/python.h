// The part of CPython's C interface that is used here: there are no headers of it for this machine.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "addresses.h"

typedef struct PyObject PyObject;
// PyStatus: 0 is success, 1 an error with its message, 2 an exit.
typedef struct {
  int kind;
  const char *function, *message;
  int exit_code;
} PyStatus;
typedef PyObject* (*PyCFunctionFast)(PyObject* self, PyObject* const* arguments, ptrdiff_t count);
typedef struct {
  const char* name;
  PyCFunctionFast function;
  int flags;
  const char* doc;
} PyMethodDef;
#define METH_FASTCALL 0x0080
#define METH_KEYWORDS 0x0002

#define PYTHON(name) __attribute__((import_module("python"), import_name(#name)))
PYTHON(PyConfig_InitPythonConfig) void PyConfig_InitPythonConfig(void* config);
PYTHON(PyConfig_SetBytesArgv) PyStatus PyConfig_SetBytesArgv(void* config, ptrdiff_t argc, char* const* argv);
PYTHON(PyConfig_Read) PyStatus PyConfig_Read(void* config);
PYTHON(Py_InitializeFromConfig) PyStatus Py_InitializeFromConfig(const void* config);
PYTHON(PyConfig_Clear) void PyConfig_Clear(void* config);
PYTHON(PyConfig_Get) PyObject* PyConfig_Get(const char* name);
PYTHON(PyPreConfig_InitPythonConfig) void PyPreConfig_InitPythonConfig(void* fields);
PYTHON(Py_PreInitialize) PyStatus Py_PreInitialize(const void* fields);
PYTHON(Py_ExitStatusException) _Noreturn void Py_ExitStatusException(PyStatus status);
PYTHON(Py_RunMain) int Py_RunMain(void);
PYTHON(PyErr_PrintEx) void PyErr_PrintEx(int keep);
PYTHON(PyStructSequence_SetItem) void PyStructSequence_SetItem(PyObject* record, ptrdiff_t at, PyObject* value);
PYTHON(PyObject_SetAttrString) int PyObject_SetAttrString(PyObject* object, const char* name, PyObject* value);
PYTHON(PyTuple_GetItem) PyObject* PyTuple_GetItem(PyObject* tuple, ptrdiff_t at);
PYTHON(PyTuple_New) PyObject* PyTuple_New(ptrdiff_t count);
PYTHON(PyTuple_SetItem) int PyTuple_SetItem(PyObject* tuple, ptrdiff_t at, PyObject* item);
PYTHON(PyTuple_Size) ptrdiff_t PyTuple_Size(PyObject* tuple);
PYTHON(PyRun_SimpleStringFlags) int PyRun_SimpleStringFlags(const char* text, void* flags);
PYTHON(PyImport_AddModule) PyObject* PyImport_AddModule(const char* name);
PYTHON(PyImport_ImportModule) PyObject* PyImport_ImportModule(const char* name);
PYTHON(PyModule_AddFunctions) int PyModule_AddFunctions(PyObject* module, PyMethodDef* functions);
PYTHON(PyLong_AsUnsignedLongMask) unsigned long PyLong_AsUnsignedLongMask(PyObject* number);
PYTHON(PyObject_Type) PyObject* PyObject_Type(PyObject* object);
PYTHON(Py_DecRef) void Py_DecRef(PyObject* object);
PYTHON(PyBytes_AsString) char* PyBytes_AsString(PyObject* bytes);
PYTHON(PyByteArray_AsString) char* PyByteArray_AsString(PyObject* bytes);
PYTHON(PyBytes_FromStringAndSize) PyObject* PyBytes_FromStringAndSize(const char* bytes, ptrdiff_t size);
PYTHON(PyLong_FromLong) PyObject* PyLong_FromLong(long number);
PYTHON(PyThreadState_Get) void* PyThreadState_Get(void);
PYTHON(PyUnstable_ThreadState_SetStackProtection)
int PyUnstable_ThreadState_SetStackProtection(void* state, void* base, size_t size);
PYTHON(PyErr_CheckSignals) int PyErr_CheckSignals(void);
PYTHON(PyErr_ExceptionMatches) int PyErr_ExceptionMatches(PyObject* type);
PYTHON(PyErr_Occurred) PyObject* PyErr_Occurred(void);
PYTHON(PyErr_GetRaisedException) PyObject* PyErr_GetRaisedException(void);
PYTHON(PyErr_SetRaisedException) void PyErr_SetRaisedException(PyObject* exception);
PYTHON(PyErr_WriteUnraisable) void PyErr_WriteUnraisable(PyObject* where);
PYTHON(PyException_GetTraceback) PyObject* PyException_GetTraceback(PyObject* exception);
PYTHON(PyException_SetTraceback) int PyException_SetTraceback(PyObject* exception, PyObject* traceback);
PYTHON(PyObject_CallNoArgs) PyObject* PyObject_CallNoArgs(PyObject* function);
PYTHON(PyObject_CallOneArg) PyObject* PyObject_CallOneArg(PyObject* function, PyObject* argument);
PYTHON(PyObject_GetAttrString) PyObject* PyObject_GetAttrString(PyObject* object, const char* name);
PYTHON(PyObject_Vectorcall)
PyObject* PyObject_Vectorcall(PyObject* function, PyObject* const* arguments, size_t count, PyObject* names);
PYTHON(PyCMethod_New)
PyObject* PyCMethod_New(PyMethodDef* definition, PyObject* self, PyObject* module, PyObject* type);
PYTHON(PyUnicode_AsUTF8) const char* PyUnicode_AsUTF8(PyObject* text);
PYTHON(PyFloat_FromDouble) PyObject* PyFloat_FromDouble(double number);
PYTHON(Py_IncRef) void Py_IncRef(PyObject* object);
PYTHON(Py_AddPendingCall) int Py_AddPendingCall(int (*function)(void*), void* argument);
__attribute__((import_module("python"), import_name("tzset"))) void python_tzset(void);
PYTHON(PyEval_RestoreThread) void PyEval_RestoreThread(void* state);
PYTHON(PyEval_SaveThread) void* PyEval_SaveThread(void);
PYTHON(PyThreadState_GetUnchecked) void* PyThreadState_GetUnchecked(void);
PYTHON(PyThreadState_GetInterpreter) void* PyThreadState_GetInterpreter(void* state);
PYTHON(PyThreadState_New) void* PyThreadState_New(void* interpreter);
PYTHON(PyThreadState_Swap) void* PyThreadState_Swap(void* state);
PYTHON(PyThreadState_Clear) void PyThreadState_Clear(void* state);
PYTHON(PyThreadState_Delete) void PyThreadState_Delete(void* state);
PYTHON(PyOS_BeforeFork) void PyOS_BeforeFork(void);
PYTHON(PyOS_AfterFork_Parent) void PyOS_AfterFork_Parent(void);
PYTHON(PyOS_AfterFork_Child) void PyOS_AfterFork_Child(void);
PYTHON(__wasm_call_ctors) void call_python_constructors(void);

// Of CPython's own C library.
static inline char*** python_environ(void) { return (char***)PYTHON_ENVIRON; }

#define PYTHON_NONE ((PyObject*)PYTHON_NONE_OBJECT)

static inline int* python_runtime(void) { return (int*)PYTHON_RUNTIME; }
static inline int* python_utf8_mode(void) { return (int*)PYTHON_UTF8_MODE; }

// Whether Python asks for signals while it computes.
static inline int* python_asks_for_signals(void) { return (int*)PYTHON_SIGNAL_HANDLING; }

// The first byte behind the door's own data.
static inline char* door_data_end(void) {
  extern char __heap_base;
  return &__heap_base;
}

// The type of one of CPython's functions (typesOf in link.mjs); "": nothing is known of it.
const char* own_type(uintptr_t function);
void mend_slots(void);
// What _wasmsand takes: integers, and bytes or bytearrays by their address.
long address_or_number(PyObject* value);
void add_own_module(void);
int add_thread_functions(PyObject* module);
void set_utf8_mode(int mode);
// Whether an interrupt has ended the program that nobody has caught.
extern int interrupted_at_end;
// CPython's exception for deep recursion comes before the end of the stack.
void bound_recursion(void);
void add_network_functions(PyObject* module);
void add_hash_functions(PyObject* module);
void add_finish_functions(PyObject* module);
void add_session_functions(PyObject* module);
// The end of the program (finish.c). -1: what it has printed could not be written.
int own_finalize(void);
// Whether the host has started the process to serve its requests; and serves them to the end of the process.
int is_session(void);
int run_session(void);
