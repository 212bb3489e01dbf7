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

#define PYTHON(name) __attribute__((import_module("python"), import_name(#name)))
PYTHON(PyConfig_InitPythonConfig) void PyConfig_InitPythonConfig(void* config);
PYTHON(PyConfig_SetBytesArgv) PyStatus PyConfig_SetBytesArgv(void* config, ptrdiff_t argc, char* const* argv);
PYTHON(Py_InitializeFromConfig) PyStatus Py_InitializeFromConfig(const void* config);
PYTHON(PyRun_SimpleStringFlags) int PyRun_SimpleStringFlags(const char* text, void* flags);
PYTHON(Py_BytesMain) int Py_BytesMain(int argc, char** argv);
PYTHON(PyImport_AddModule) PyObject* PyImport_AddModule(const char* name);
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
PYTHON(PyErr_Occurred) PyObject* PyErr_Occurred(void);
PYTHON(__wasm_call_ctors) void call_python_constructors(void);

// Of CPython's own C library.
static inline char*** python_environ(void) { return (char***)PYTHON_ENVIRON; }

// Whether Python asks for signals while it computes.
static inline int* python_asks_for_signals(void) { return (int*)PYTHON_SIGNAL_HANDLING; }

// The first byte behind the door's own data.
static inline char* door_data_end(void) {
  extern char __heap_base;
  return &__heap_base;
}

// What _wasmsand takes: integers, and bytes or bytearrays by their address.
long address_or_number(PyObject* value);
void add_own_module(void);
void add_network_functions(PyObject* module);
void add_hash_functions(PyObject* module);
