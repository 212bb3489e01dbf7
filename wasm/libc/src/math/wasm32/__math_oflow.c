#include <errno.h>
#include "libm.h"

double __math_oflow(uint32_t sign)
{
	errno = ERANGE;
	return sign ? -INFINITY : INFINITY;
}
