/* As in GNU's C library: random() by its other name. */
#include <stdlib.h>

void srand(unsigned seed)
{
	srandom(seed);
}

int rand(void)
{
	return random();
}
