// numpy's default integer has 64 bits here, as it has natively: results of programs that count in integers would silently be others. Sizes and
// places (intp) have the machine's 32 bits; where numpy wants those, an array of the default integer will do as long as its values fit.
const core = 'numpy/_core/src';
const ctors = `${core}/multiarray/ctors.c`;
const mapping = `${core}/multiarray/mapping.c`;
const integerIndex = '        else if (PyArray_ISINTEGER(arr)) {\n';
const ufunc = `${core}/umath/ufunc_object.c`;
const random = 'numpy/random/mtrand.pyx';

/** Makes the default integer of the dtype that stands behind `before`. */
const dtypeAt = (path, before) => ({ path, from: `${before}NPY_INTP`, to: `${before}NPY_LONGLONG` });

const declared = `
NPY_NO_EXPORT int npy_fit_intp(PyArrayObject *arr);
`;

const fitting = `
/* Whether all values of an array are sizes or places: those of integers of 64 bits need not be. */
NPY_NO_EXPORT int
npy_fit_intp(PyArrayObject *arr)
{
    if (PyArray_TYPE(arr) != NPY_LONGLONG && PyArray_TYPE(arr) != NPY_ULONGLONG) {
        return 1;
    }
    if (PyArray_ISCARRAY_RO(arr)) {
        const npy_longlong *values = (const npy_longlong *)PyArray_DATA(arr);
        const npy_intp size = PyArray_SIZE(arr);
        npy_longlong beyond = 0;
        for (npy_intp i = 0; i < size; i++) {
            beyond |= values[i] ^ (npy_longlong)(npy_intp)values[i];
        }
        return beyond == 0;
    }
    PyArrayIterObject *it = (PyArrayIterObject *)PyArray_IterNew((PyObject *)arr);
    if (it == NULL) {
        PyErr_Clear();
        return 0;
    }
    int fit = 1;
    while (fit && it->index < it->size) {
        npy_longlong value;
        memcpy(&value, it->dataptr, sizeof(value));
        if (PyArray_ISBYTESWAPPED(arr)) {
            value = (npy_longlong)__builtin_bswap64((npy_ulonglong)value);
        }
        fit = value == (npy_intp)value;
        PyArray_ITER_NEXT(it);
    }
    Py_DECREF(it);
    return fit;
}
`;

const fromArray = `/*NUMPY_API
 * steals reference to newtype --- acc. NULL
 */
NPY_NO_EXPORT PyObject *
PyArray_FromArray(`;

const forced = `    if (flags & NPY_ARRAY_FORCECAST) {
        casting = NPY_UNSAFE_CASTING;
    }
`;

export const edits = [
  dtypeAt(
    `${core}/multiarray/abstractdtypes.c`,
    'int_default_descriptor(PyArray_DTypeMeta* NPY_UNUSED(cls))\n{\n    return PyArray_DescrFromType(',
  ),
  dtypeAt(
    `${core}/multiarray/abstractdtypes.c`,
    'if (NPY_MIN_INTP <= value && value <= NPY_MAX_INTP) {\n            return PyArray_DescrFromType(',
  ),
  dtypeAt(`${core}/multiarray/descriptor.c`, 'else if (typ == &PyLong_Type) {\n        return PyArray_DescrFromType('),
  dtypeAt(
    `${core}/multiarray/convert_datatype.c`,
    'if (flags & NPY_ARRAY_WAS_PYTHON_INT) {\n        default_dtype = PyArray_DescrNewFromType(',
  ),
  {
    path: `${core}/multiarray/multiarraymodule.c`,
    from: '            0, NULL, NPY_DEFAULT_INT, NPY_FALSE);\n    if (npy_static_pydata.zero_pyint_like_arr',
    to: '            0, NULL, NPY_LONGLONG, NPY_FALSE);\n    if (npy_static_pydata.zero_pyint_like_arr',
  },
  dtypeAt(ctors, '/* intentionally made to be at least NPY_LONG */\n        dtype = PyArray_DescrFromType('),
  { path: ctors, from: fromArray, to: `${fitting}\n${fromArray}` },
  {
    path: ctors,
    from: forced,
    to: `${forced}    else if (newtype->type_num == NPY_INTP && oldtype->type_num == NPY_LONGLONG
            && npy_fit_intp(arr)) {
        casting = NPY_SAME_KIND_CASTING;
    }
`,
  },
  { path: mapping, from: '#include "mapping.h"\n', to: `#include "mapping.h"\n${declared}` },
  {
    path: mapping,
    from: integerIndex,
    to: `${integerIndex}            if (PyArray_NDIM(arr) > 0 && !npy_fit_intp(arr)) {
                PyErr_SetString(PyExc_IndexError, "index is out of bounds: no axis is that long");
                goto failed_building_indices;
            }
`,
  },
  dtypeAt(ufunc, 'if (PyTypeNum_ISBOOL(typenum)) {\n                typenum = '),
  {
    path: ufunc,
    from: 'else if ((size_t)PyArray_ITEMSIZE(arr) < sizeof(npy_intp)) {',
    to: 'else if ((size_t)PyArray_ITEMSIZE(arr) < sizeof(npy_longlong)) {',
  },
  {
    path: ufunc,
    from: '                    typenum = NPY_UINTP;\n                }\n                else {\n                    typenum = NPY_INTP;\n',
    to: '                    typenum = NPY_ULONGLONG;\n                }\n                else {\n                    typenum = NPY_LONGLONG;\n',
  },
  {
    path: ufunc,
    from: '        npy_intp val = PyLong_AsLongAndOverflow(obj, &overflow);\n',
    to: '        npy_longlong val = PyLong_AsLongLongAndOverflow(obj, &overflow);\n',
  },
  {
    path: ufunc,
    from: '        *(npy_intp *)in = val;\n        dt = PyArray_DescrFromType(NPY_INTP);\n',
    to: '        *(npy_longlong *)in = val;\n        dt = PyArray_DescrFromType(NPY_LONGLONG);\n',
  },
  dtypeAt(ufunc, 'else if (descr_obj == (PyObject *)&PyLong_Type) {\n            descr = PyArray_DescrFromType('),
  {
    path: 'numpy/_core/_type_aliases.py',
    from: '    "int_": "intp",\n    "uint": "uintp",\n',
    to: '    "int_": "int64",\n    "uint": "uint64",\n',
  },
  // Natively places have the default integer, and no dtype is shown of either.
  {
    path: 'numpy/_core/arrayprint.py',
    from: 'import complex128, flexible, float64, int_\n',
    to: 'import complex128, flexible, float64, int_, intp\n',
  },
  {
    path: 'numpy/_core/arrayprint.py',
    from: '_typelessdata = [int_, float64',
    to: '_typelessdata = [int_, intp, float64',
  },
  {
    path: random,
    from: "        return <long>x64\n    return x.astype('l', casting='unsafe')\n",
    to: '        return x64\n    return x\n',
  },
  {
    path: random,
    from: 'if dtype is not int else np.dtype("long")',
    to: 'if dtype is not int else np.dtype(np.int64)',
  },
  { path: random, from: 'dtype=np.result_type(x, np.long)', to: 'dtype=np.result_type(x, np.int64)' },
];
