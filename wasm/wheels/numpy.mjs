// Its own meson knows the modules that it builds for several kinds of processors. WebAssembly has no status of floating point: numpy gets
// one in software (numpy/), which its loops set by comparing what they write with what they read.
import { readFileSync } from 'node:fs';
import { edits as defaultInteger } from './numpy/default-integer.mjs';

const own = (name) => readFileSync(new URL(`numpy/${name}`, import.meta.url), 'utf8');
const core = 'numpy/_core/src';
const linalg = 'numpy/linalg/umath_linalg.cpp';
const scalars = `${core}/umath/scalarmath.c.src`;
const casts = `${core}/multiarray/lowlevel_strided_loops.c.src`;
const include = '#include "floating_status.h"\n';
// As a macro it is found where it is called, and nowhere else.
const hooked = '#define strided_loop(...) npy_run_loop(strided_loop, __VA_ARGS__)\n';
const status = 'retstatus |= npy_get_floatstatus_barrier((char*)&out);\n';
const given = (name) => `    if (retstatus) {\n        if (PyUFunc_GiveFloatingpointErrors("scalar ${name}`;
const told = (name, type, result) => `npy_status_of(${name}, ${type}, &arg1, &arg2, &${result})`;

// It is for Python before 3.12, and is installed by what runs the build.
export const without = ['numpy/distutils'];

// Of what has no exponent the C library's frexp says none, where Linux's says 0.
const exponents = [
  [`${core}/umath/loops.c.src`, '        *((npy_longdouble *)op1) = npy_frexpl(in1, (int *)op2);\n'],
  [`${core}/umath/loops.c.src`, '        *((npy_half *)op1) = npy_float_to_half(npy_frexpf(in1, (int *)op2));\n'],
  [`${core}/umath/loops_exponent_log.dispatch.c.src`, '        *((@type@ *)op1) = npy_frexp@c@(in1, (int *)op2);\n'],
].map(([path, from]) => ({ path, from, to: `        *(int *)op2 = 0;\n${from}` }));

export const build = {
  meson: 'vendored-meson/meson/meson.py',
  options: ['-Dallow-noblas=true', '-Dblas=none', '-Dlapack=none'],
  files: {
    [`${core}/common/floating_status.h`]: own('floating_status.h'),
    [`${core}/common/floating_status.c`]: own('floating_status.c'),
    [`${core}/common/software_fenv.h`]: own('software_fenv.h'),
  },
  edits: [
    ...exponents,
    ...defaultInteger,
    {
      path: `${core}/npymath/ieee754.c.src`,
      from: '#  include <fenv.h>\n',
      to: '#include "software_fenv.h"\nint npy_software_status;\n',
    },
    {
      path: `${core}/common/float_status.hpp`,
      from: '#include <fenv.h>\n',
      to: '#include <fenv.h>\n#include "software_fenv.h"\n',
    },
    {
      path: `${core}/umath/ufunc_object.c`,
      from: '#include "scalartypes.h"  // for is_anyscalar_exact and scalar_value\n',
      to: `#include "scalartypes.h"\n${include}#include "floating_status.c"\n${hooked}`,
    },
    {
      path: `${core}/umath/extobj.c`,
      from: '    extobj->errmask = errmask;\n',
      to: '    extobj->errmask = errmask;\n    if (errmask & UFUNC_MASK_UNDERFLOW) npy_underflow_is_asked = 1;\n',
    },
    {
      path: `${core}/umath/extobj.c`,
      from: '#include "numpy/ufuncobject.h"\n',
      to: `#include "numpy/ufuncobject.h"\n${include}`,
    },
    {
      path: `${core}/multiarray/array_method.c`,
      from: '#include "dtype_transfer.h"\n',
      to: `#include "dtype_transfer.h"\n${include}${hooked}`,
    },
    {
      path: `${core}/multiarray/array_method.c`,
      from: 'PyMethodDef boundarraymethod_methods[] = {\n',
      to: `PyArrayMethod_StridedLoop *npy_masked_loop = &generic_masked_strided_loop;

PyMethodDef boundarraymethod_methods[] = {\n`,
    },
    { path: scalars, from: '#include "loops.h"\n', to: `#include "loops.h"\n${include}` },
    {
      path: scalars,
      from: `    ${status}#endif\n${given('" OP_NAME')}`,
      to: `    ${status}    retstatus |= ${told('OP_NAME', 'NPY_@NAME@', 'out')};
#if @twoout@
    retstatus |= ${told('OP_NAME', 'NPY_@NAME@', 'out2')};
#endif
#endif\n${given('" OP_NAME')}`,
    },
    {
      path: scalars,
      from: `    ${status}#endif\n${given('power')}`,
      to: `    ${status}    retstatus |= ${told('"power"', 'NPY_@NAME@', 'out')};\n#endif\n${given('power')}`,
    },
    {
      path: scalars,
      from: `    int retstatus = npy_get_floatstatus_barrier((char*)&out);\n${given('divide')}`,
      to: `    int retstatus = npy_get_floatstatus_barrier((char*)&out) | ${told('"divide"', 'NPY_DOUBLE', 'out')};\n${given('divide')}`,
    },
    { path: casts, from: '#include "gil_utils.h"\n', to: `#include "gil_utils.h"\n${include}` },
    {
      path: casts,
      from: '#    define _CONVERT_FN(x) ((_TYPE2)npy_half_to_float(x))\n',
      to: '#    define _CONVERT_FN(x) NPY_CONVERT_WITH_STATUS(npy_float, _TYPE2, npy_half_to_float(x))\n',
    },
    {
      path: casts,
      from: '#    define _CONVERT_FN(x) ((_TYPE2)x)\n',
      to: '#    define _CONVERT_FN(x) NPY_CONVERT_WITH_STATUS(_TYPE1, _TYPE2, x)\n',
    },
    {
      path: `${core}/multiarray/multiarraymodule.c`,
      from: '    PyDict_SetItemString(d, "_ARRAY_API", c_api);\n',
      to: `    PyDict_SetItemString(d, "_ARRAY_API", c_api);
    extern NPY_NO_EXPORT int npy_software_status;
    PyObject *floating_status = PyLong_FromVoidPtr(&npy_software_status);
    if (floating_status == NULL || PyDict_SetItemString(d, "_floating_status", floating_status) < 0) {
        return -1;
    }
    Py_DECREF(floating_status);\n`,
    },
    {
      path: linalg,
      from: 'static inline int\nget_fp_invalid_and_clear(void)\n',
      to: `// Where numpy has its status: the module is linked with one that nobody looks at.
static int *floating_status;
enum { kInvalid = 1 };

static inline int
get_fp_invalid_and_clear(void)\n`,
    },
    {
      path: linalg,
      from: '    status = npy_clear_floatstatus_barrier((char*)&status);\n    return !!(status & NPY_FPE_INVALID);\n',
      to: '    status = *floating_status;\n    *floating_status = 0;\n    return !!(status & kInvalid);\n',
    },
    { path: linalg, from: '        npy_set_floatstatus_invalid();\n', to: '        *floating_status |= kInvalid;\n' },
    {
      path: linalg,
      from: '        npy_clear_floatstatus_barrier((char*)&error_occurred);\n',
      to: '        *floating_status = 0;\n',
    },
    {
      path: linalg,
      from: '    module_loaded = 1;\n',
      to: `    module_loaded = 1;
    PyObject *multiarray = PyImport_ImportModule("numpy._core._multiarray_umath");
    PyObject *address = multiarray ? PyObject_GetAttrString(multiarray, "_floating_status") : NULL;
    Py_XDECREF(multiarray);
    if (address == NULL) {
        return -1;
    }
    floating_status = (int *)PyLong_AsVoidPtr(address);
    Py_DECREF(address);\n`,
    },
  ],
};
