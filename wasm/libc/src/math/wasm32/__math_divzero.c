#include <errno.h>
#include "libm.h"

double __math_divzero(uint32_t sign)
{
	errno = ERANGE;
	return (sign ? -1.0 : 1.0) / 0.0;
}
