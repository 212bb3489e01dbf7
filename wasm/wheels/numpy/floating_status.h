// Errors of floating point, told from results: where a processor has no status, what a loop has written is compared with what it has
// read. A NaN of what was none is invalid; an infinity of what was finite is a division by zero or an overflow.
#ifndef FLOATING_STATUS_H
#define FLOATING_STATUS_H

#include "numpy/dtype_api.h"
#include "numpy/npy_math.h"

/** What a loop of a ufunc raises is told of its results: what `strided_loop` of the context computes, with the status set. */
NPY_NO_EXPORT int
npy_run_loop(PyArrayMethod_StridedLoop *loop, PyArrayMethod_Context *context, char *const *data,
             npy_intp const *dimensions, npy_intp const *strides, NpyAuxData *auxdata);

/** The same of one operation: NPY_FPE_* of what `name` has made of one or two values of the type. */
NPY_NO_EXPORT int
npy_status_of(const char *name, int type, const void *one, const void *other, const void *result);

/** Set from when on somebody has asked about underflow: it takes a look at every result. */
NPY_NO_EXPORT extern int npy_underflow_is_asked;

/** Applies masks, which have loops of their own. */
NPY_NO_EXPORT extern PyArrayMethod_StridedLoop *npy_masked_loop;

/**
 * A cast with its errors, as x86-64 has them: an integer of less than 32 bits is cut from one that has them, an unsigned one from the next
 * larger one that has a sign.
 */
#define NPY_CONVERT_WITH_STATUS(From, To, value)                                                                   \
    ({                                                                                                             \
        const From from_ = (value);                                                                                \
        const int is_unsigned_ = (To)-1 > (To)0;                                                                   \
        const int is_cut_ = (From)0.5 != 0 && (To)0.5 == 0 && is_unsigned_;                                        \
        /* WebAssembly's conversions to unsigned integers make 0 of what is negative. */                           \
        const To to_ = is_cut_ && sizeof(To) < 4                     ? (To)(npy_int32)from_                        \
                       : is_cut_ && (sizeof(To) == 4 || from_ < 0) ? (To)(npy_int64)from_                          \
                                                                     : (To)from_;                                  \
        if ((From)0.5 != 0 && (To)0.5 == 0) {                                                                      \
            const double low_ = sizeof(To) < 4 || (sizeof(To) == 4 && !is_unsigned_) ? 0x1p31 : 0x1p63;            \
            const double high_ = sizeof(To) == 8 && is_unsigned_ ? 0x1p64 : low_;                                  \
            if (__builtin_expect(!(from_ >= (From)-low_ && from_ < (From)high_), 0)) npy_set_floatstatus_invalid();\
        }                                                                                                          \
        else if ((From)0.5 != 0 && sizeof(To) < sizeof(From)) {                                                    \
            if (__builtin_expect(to_ - to_ != 0, 0) && from_ - from_ == 0) npy_set_floatstatus_overflow();         \
        }                                                                                                          \
        to_;                                                                                                       \
    })

#endif
