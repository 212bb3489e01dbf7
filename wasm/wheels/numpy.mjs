// WebAssembly knows no status of floating point. What numpy's code finds out itself (a singular matrix, a division of integers by zero) is
// kept in a number that its modules share, so that it is told: as an exception or a warning.
const status = `#include <stdlib.h>
#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
static int no_status;
static int *fp_status = &no_status;
/* When the module is loaded: later there may be no state of a thread. */
__attribute__((constructor)) static void share_fp_status(void)
{
    static const char name[] = "numpy.fp_status";
    PyObject *shared = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *kept = PyDict_GetItemString(shared, name);
    if (kept != NULL) {
        fp_status = (int *)PyLong_AsVoidPtr(kept);
        return;
    }
    int *made = (int *)calloc(1, sizeof(int));
    kept = PyLong_FromVoidPtr(made);
    if (kept == NULL || PyDict_SetItemString(shared, name, kept) < 0) {
        PyErr_Clear();
    }
    else {
        fp_status = made;
    }
    Py_XDECREF(kept);
}
static int fetestexcept(int mask) { return *fp_status & mask; }
static void feclearexcept(int mask) { *fp_status &= ~mask; }
static void feraiseexcept(int mask) { *fp_status |= mask; }
`;

// Its own meson knows the modules that it builds for several kinds of processors.
export const build = {
  meson: 'vendored-meson/meson/meson.py',
  options: ['-Dallow-noblas=true', '-Dblas=none', '-Dlapack=none'],
  edits: [{ file: 'numpy/_core/src/npymath/ieee754.cpp', replace: '#include <fenv.h>\n', by: status }],
};
