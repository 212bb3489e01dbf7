// python3: an interpreter that has begun already. When it is built, it begins, runs a script that imports what most
// programs import, and writes its memory down; when it is shipped, that memory is what the module's data says, and main
// goes on from there.
#include "door/door.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "python.h"
#include "seed/hash_seed.h"

extern char** environ;
volatile int interpreter_is_made = 0;

static _Noreturn void fail(const char* why) {
  dprintf(2, "python3: %s\n", why);
  _exit(1);
}

static void check(PyStatus status) {
  if (status.kind != 0) fail(status.message == NULL ? "the interpreter does not begin" : status.message);
}

// Larger than CPython's structure of that name, PyConfig.
static long config[1024];
enum { kUseHashSeed = 5, kHashSeed = 6 };

// CPython's PyPreConfig: what it has found out before it reads its options, and does not find out again.
enum { kUtf8Mode = 7, kDevMode = 8, kPreconfigFields = 10 };
static int* preconfig;

// Where in its memory it keeps that, which it does not say.
static void find_preconfig(const int* fields) {
  int* const from = python_runtime();
  for (int* at = from; at < from + 65536; at++) {
    if (memcmp(at, fields, kPreconfigFields * sizeof *at) != 0) continue;
    if (preconfig != NULL) fail("there are two of what the interpreter finds out before its options");
    preconfig = at;
  }
  if (preconfig == NULL) fail("what the interpreter finds out before its options cannot be found");
}

void set_utf8_mode(int mode) { preconfig[kUtf8Mode] = *python_utf8_mode() = mode; }

static void make_interpreter(char** argv) {
  call_python_constructors();
  *python_environ() = environ;
  static int fields[kPreconfigFields];
  PyPreConfig_InitPythonConfig(fields);
  fields[kUtf8Mode] = fields[kDevMode] = 0;
  check(Py_PreInitialize(fields));
  const int found[kPreconfigFields] = {2, 1, 0, 1, 1, 0, 0, 0, 0, 0};
  find_preconfig(found);
  PyConfig_InitPythonConfig(config);
  check(PyConfig_SetBytesArgv(config, 1, argv));
  check(Py_InitializeFromConfig(config));
  add_own_module();
  *python_asks_for_signals() = 1;
}

static void run_script(const char* path) {
  const int file = open(path, O_RDONLY);
  static char text[1 << 16];
  if (file < 0 || read(file, text, sizeof text - 1) <= 0) fail("the script cannot be read");
  close(file);
  if (PyRun_SimpleStringFlags(text, NULL) != 0) fail("the script has failed");
  memset(text, 0, sizeof text);
}

// What was left on the stack, whose lowest part is the door's data, and what the kernel has put there that is never the
// same.
static void forget_stack(void) {
  char* const end = __builtin_frame_address(0);
  memset(door_data_end(), 0, end - door_data_end());
  memset((void*)getauxval(AT_RANDOM), 0, 16);
}

static _Noreturn void write_memory(const char* path) {
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) fail("the image cannot be written");
  interpreter_is_made = 1;
  const char* const end = (const char*)(__builtin_wasm_memory_size(0) * 65536);
  for (const char* at = NULL; at < end;) {
    const size_t left = end - at;
    const ssize_t written = write(file, at, left < 1 << 20 ? left : 1 << 20);
    if (written <= 0) fail("the image cannot be written");
    at += written;
  }
  _exit(0);
}

// As much of the stack in memory as goes with the smallest stack that the engine has for a process: 4 MiB where stacks
// are switched. CPython's exception comes before the engine's end (takeStack in link.mjs). All threads have the same
// stack.
void bound_recursion(void) {
  enum { kRecursionBytes = 1 << 20 };
  static char* end;
  if (end == NULL) end = (char*)__builtin_frame_address(0) - kRecursionBytes;
  PyUnstable_ThreadState_SetStackProtection(PyThreadState_Get(), end, kRecursionBytes);
}

// As CPython's main does, with what there is to do between the reading of the options and the run.
static int run(int argc, char** argv) {
  // The option or the environment says it.
  preconfig[kDevMode] = -1;
  PyConfig_InitPythonConfig(config);
  PyStatus status = PyConfig_SetBytesArgv(config, argc, argv);
  if (status.kind == 0) status = PyConfig_Read(config);
  // Before anything is made whose hash would go with another seed. Sessions keep that of the build when none is asked
  // for: what is hashed anew is memory that each snapshot would have of its own.
  if (status.kind == 0 && (getenv("PYTHONHASHSEED") != NULL || !is_session()))
    use_hash_seed(config[kUseHashSeed], config[kHashSeed]);
  if (status.kind == 0) status = Py_InitializeFromConfig(config);
  PyConfig_Clear(config);
  if (status.kind == 2) return status.exit_code;
  if (status.kind != 0) Py_ExitStatusException(status);
  PyObject* const begin = PyObject_GetAttrString(PyImport_AddModule("_wasmsand_begin"), "begin");
  PyObject* const result = begin == NULL ? NULL : PyObject_CallNoArgs(begin);
  if (result == NULL) {
    PyErr_PrintEx(0);
    return 1;
  }
  Py_DecRef(result);
  Py_DecRef(begin);
  const int code = is_session() ? run_session() : Py_RunMain();
  if (!interrupted_at_end) return code;
  // Whoever waits for it sees what has ended it.
  signal(SIGINT, SIG_DFL);
  raise(SIGINT);
  return code;
}

int main(int argc, char** argv) {
  if (!interpreter_is_made) {
    if (argc != 3) fail("usage: SCRIPT IMAGE");
    make_interpreter(argv);
    run_script(argv[1]);
    mend_slots();
    find_hashes();
    forget_stack();
    write_memory(argv[2]);
  }
  *python_environ() = environ;
  bound_recursion();
  return run(argc, argv);
}
