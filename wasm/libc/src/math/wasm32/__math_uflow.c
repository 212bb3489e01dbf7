#include <errno.h>
#include "libm.h"

double __math_uflow(uint32_t sign)
{
	errno = ERANGE;
	return sign ? -0.0 : 0.0;
}
