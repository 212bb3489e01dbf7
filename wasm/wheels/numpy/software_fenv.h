// The status of floating point that WebAssembly has not, as a variable: what finds an error raises it, numpy tests and clears it. The one
// of the module _multiarray_umath counts; others that are linked with npymath and raise are told where it is.
#ifndef SOFTWARE_FENV_H
#define SOFTWARE_FENV_H

#ifdef __cplusplus
extern "C" {
#endif
extern __attribute__((visibility("hidden"))) int npy_software_status;
#ifdef __cplusplus
}
#endif

#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16

#define fetestexcept(mask) (npy_software_status & (mask))
#define feclearexcept(mask) (npy_software_status &= ~(mask))
#define feraiseexcept(mask) (npy_software_status |= (mask))

#endif
