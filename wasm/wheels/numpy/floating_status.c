// See floating_status.h. Part of ufunc_object.c.
#include <wasm_simd128.h>

NPY_NO_EXPORT int npy_underflow_is_asked = 0;

enum { kNotANumber = 1, kInfinite = 2, kZero = 4, kSubnormal = 8 };

/** How many bytes a value has of which this type's are made: 0 if they are no floating point. */
static inline int
floating_size(int type)
{
    switch (type) {
        case NPY_HALF: return 2;
        case NPY_FLOAT: case NPY_CFLOAT: return 4;
        case NPY_DOUBLE: case NPY_CDOUBLE: return 8;
        case NPY_LONGDOUBLE: case NPY_CLONGDOUBLE: return 16;
        default: return 0;
    }
}

static inline int
class_of_bits(int exponent, int largest, int has_fraction)
{
    if (exponent == largest) return has_fraction ? kNotANumber : kInfinite;
    if (exponent == 0) return has_fraction ? kSubnormal : kZero;
    return 0;
}

static int
class_of_real(int size, const char *at)
{
    npy_uint64 bits = 0, rest = 0;
    switch (size) {
        case 2:
            memcpy(&bits, at, 2);
            return class_of_bits((bits >> 10) & 0x1f, 0x1f, (bits & 0x3ff) != 0);
        case 4:
            memcpy(&bits, at, 4);
            return class_of_bits((bits >> 23) & 0xff, 0xff, (bits & 0x7fffff) != 0);
        case 8:
            memcpy(&bits, at, 8);
            return class_of_bits((bits >> 52) & 0x7ff, 0x7ff, (bits & 0xfffffffffffff) != 0);
        default:
            memcpy(&rest, at, 8);
            memcpy(&bits, at + 8, 8);
            return class_of_bits((bits >> 48) & 0x7fff, 0x7fff, ((bits & 0xffffffffffff) | rest) != 0);
    }
}

/** Some loops divide small integers, and lengths of time, without a cast. */
static int
class_of_integer(int type, const char *at)
{
    npy_uint64 bits = 0;
    switch (type) {
        case NPY_BOOL: case NPY_BYTE: case NPY_UBYTE: memcpy(&bits, at, 1); break;
        case NPY_SHORT: case NPY_USHORT: memcpy(&bits, at, 2); break;
        case NPY_INT: case NPY_UINT: case NPY_LONG: case NPY_ULONG: memcpy(&bits, at, 4); break;
        case NPY_LONGLONG: case NPY_ULONGLONG: memcpy(&bits, at, 8); break;
        case NPY_TIMEDELTA: case NPY_DATETIME:
            memcpy(&bits, at, 8);
            if (bits == (npy_uint64)NPY_DATETIME_NAT) return kNotANumber;
            break;
        default: return 0;
    }
    return bits == 0 ? kZero : 0;
}

/** Of a complex number: zero if both parts are. */
static int
class_of(int type, const char *at)
{
    const int size = floating_size(type);
    if (size == 0) return class_of_integer(type, at);
    const int real = class_of_real(size, at);
    if (!PyTypeNum_ISCOMPLEX(type)) return real;
    const int imaginary = class_of_real(size, at + size);
    return ((real | imaginary) & ~kZero) | (real & imaginary & kZero);
}

/** Of contiguous floats and doubles, 16 bytes at a time. */
__attribute__((target("simd128"))) static int
any_exponent_is_full(int size, const char *at, npy_intp count)
{
    const v128_t mask = size == 8 ? wasm_i64x2_const_splat(0x7ff0000000000000) : wasm_i32x4_const_splat(0x7f800000);
    const npy_intp bytes = count * size;
    v128_t found = wasm_i64x2_const_splat(0);
    npy_intp i = 0;
    if (size == 8)
        for (; i + 16 <= bytes; i += 16)
            found = wasm_v128_or(found, wasm_i64x2_eq(wasm_v128_and(wasm_v128_load(at + i), mask), mask));
    else
        for (; i + 16 <= bytes; i += 16)
            found = wasm_v128_or(found, wasm_i32x4_eq(wasm_v128_and(wasm_v128_load(at + i), mask), mask));
    int rest = 0;
    for (; i < bytes; i += size) rest |= class_of_real(size, at + i) & (kNotANumber | kInfinite);
    return wasm_v128_any_true(found) || rest != 0;
}

/** Whether any of the values is infinite or none: all bits of its exponent are set. */
static int
any_not_finite(int type, const char *at, npy_intp stride, npy_intp count)
{
    const int size = floating_size(type);
    const int parts = PyTypeNum_ISCOMPLEX(type) ? 2 : 1;
    if ((size == 4 || size == 8) && stride == parts * size) return any_exponent_is_full(size, at, count * parts);
    int found = 0;
    for (npy_intp i = 0; i < count && !found; i++, at += stride)
        found = (class_of(type, at) & (kNotANumber | kInfinite)) != 0;
    return found;
}

static int
is_one_of(const char *name, const char *const *names)
{
    for (; *names != NULL; names++)
        if (strcmp(name, *names) == 0) return 1;
    return 0;
}

/** What an operation has raised whose values were of the classes `given` together, with `other` the last one of them. */
static int
status_of_class(const char *name, int given, int result)
{
    // Whose pole is not at zero.
    static const char *const poles[] = {"log1p", "arctanh", NULL};
    static const char *const vanishing[] = {"multiply", "divide",   "true_divide", "square", "exp",
                                            "exp2",     "power",    "float_power", "ldexp",  "reciprocal",
                                            "matmul",   NULL};
    int status = 0;
    if ((result & kNotANumber) && !(given & kNotANumber)) status |= NPY_FPE_INVALID;
    if ((result & kInfinite) && !(given & (kNotANumber | kInfinite)))
        status |= (given & kZero) || is_one_of(name, poles) ? NPY_FPE_DIVIDEBYZERO : NPY_FPE_OVERFLOW;
    if ((result & (kZero | kSubnormal)) && !given && is_one_of(name, vanishing)) status |= NPY_FPE_UNDERFLOW;
    return status;
}

NPY_NO_EXPORT int
npy_status_of(const char *name, int type, const void *one, const void *other, const void *result)
{
    const int of = class_of(type, result);
    if (of == 0) return 0;
    return status_of_class(name, class_of(type, one) | (other ? class_of(type, other) : 0), of);
}

static void
set_status(int status)
{
    if (status & NPY_FPE_INVALID) npy_set_floatstatus_invalid();
    if (status & NPY_FPE_DIVIDEBYZERO) npy_set_floatstatus_divbyzero();
    if (status & NPY_FPE_OVERFLOW) npy_set_floatstatus_overflow();
    if (status & NPY_FPE_UNDERFLOW) npy_set_floatstatus_underflow();
}

struct operands {
    const char *name;
    int nin, nout, types[NPY_MAXARGS];
    npy_intp strides[NPY_MAXARGS];
};

/** Compares `count` results with what was given for them. */
static void
compare(const struct operands *of, char *const *data, npy_intp count)
{
    int status = 0;
    for (int out = of->nin; out < of->nin + of->nout; out++) {
        if (!floating_size(of->types[out])) continue;
        if (!npy_underflow_is_asked && !any_not_finite(of->types[out], data[out], of->strides[out], count)) continue;
        for (npy_intp i = 0; i < count; i++) {
            const int result = class_of(of->types[out], data[out] + i * of->strides[out]);
            if (result == 0) continue;
            int given = 0;
            for (int in = 0; in < of->nin; in++) given |= class_of(of->types[in], data[in] + i * of->strides[in]);
            status |= status_of_class(of->name, given, result);
        }
    }
    set_status(status);
}

/** A reduction writes over what it has read: one result of all values, and of what was there before. */
static void
compare_reduction(const struct operands *of, int given, char *const *data, npy_intp count)
{
    const int result = class_of(of->types[2], data[2]) & (kNotANumber | kInfinite);
    if (result == 0) return;
    for (npy_intp i = 0; i < count; i++) given |= class_of(of->types[1], data[1] + i * of->strides[1]);
    set_status(status_of_class(of->name, given & ~kZero, result));
}

enum { kChunk = 4096, kCopied = 512, kLargest = 32 };

/** Without the loops that have no results of floating point, cores of more dimensions, or NaN that is no error. */
static int
may_raise(PyArrayMethod_StridedLoop *loop, PyArrayMethod_Context *context)
{
    if (loop == npy_masked_loop || context->caller == NULL || !PyObject_TypeCheck(context->caller, &PyUFunc_Type)) return 0;
    PyUFuncObject *const ufunc = (PyUFuncObject *)context->caller;
    if (ufunc->core_enabled || ufunc->name == NULL || strcmp(ufunc->name, "spacing") == 0) return 0;
    if (context->method->nin != ufunc->nin || context->method->nout != ufunc->nout) return 0;
    for (int out = ufunc->nin; out < ufunc->nargs; out++)
        if (floating_size(context->descriptors[out]->type_num)) return 1;
    return 0;
}

NPY_NO_EXPORT int
npy_run_loop(PyArrayMethod_StridedLoop *loop, PyArrayMethod_Context *context, char *const *data,
             npy_intp const *dimensions, npy_intp const *strides, NpyAuxData *auxdata)
{
    if (!may_raise(loop, context)) return loop(context, data, dimensions, strides, auxdata);
    PyUFuncObject *const ufunc = (PyUFuncObject *)context->caller;
    struct operands of = {ufunc->name, ufunc->nin, ufunc->nout};
    const int nop = ufunc->nargs;
    for (int i = 0; i < nop; i++) {
        of.types[i] = context->descriptors[i]->type_num;
        of.strides[i] = strides[i];
    }
    if (of.nin == 2 && of.nout == 1 && data[0] == data[2] && strides[0] == 0 && strides[2] == 0) {
        const int before = class_of(of.types[0], data[0]);
        const int res = loop(context, data, dimensions, strides, auxdata);
        if (res == 0) compare_reduction(&of, before, data, dimensions[0]);
        return res;
    }
    // What is written over is kept for the comparison, a piece at a time.
    char copies[2][kCopied * kLargest];
    int copied[2] = {-1, -1}, many = 0;
    for (int in = 0; in < of.nin; in++)
        for (int out = of.nin; out < nop; out++)
            if (data[in] == data[out] && many < 2 && (many == 0 || copied[0] != in) && floating_size(of.types[in])) {
                copied[many++] = in;
                of.strides[in] = context->descriptors[in]->elsize;
                break;
            }
    const npy_intp most = many > 0 ? kCopied : kChunk;
    char *at[NPY_MAXARGS];
    memcpy(at, data, nop * sizeof(char *));
    for (npy_intp left = dimensions[0]; left > 0;) {
        const npy_intp count = left < most ? left : most;
        char *seen[NPY_MAXARGS];
        memcpy(seen, at, nop * sizeof(char *));
        for (int i = 0; i < many; i++) {
            const npy_intp size = of.strides[copied[i]];
            seen[copied[i]] = copies[i];
            const npy_intp stride = strides[copied[i]];
            if (stride == size)
                memcpy(copies[i], at[copied[i]], count * size);
            else
                for (npy_intp j = 0; j < count; j++) memcpy(copies[i] + j * size, at[copied[i]] + j * stride, size);
        }
        const int res = loop(context, at, &count, strides, auxdata);
        if (res != 0) return res;
        compare(&of, seen, count);
        for (int i = 0; i < nop; i++) at[i] += count * strides[i];
        left -= count;
    }
    return 0;
}
