/* Pages cannot be given back to the host one by one. */
#include <sys/mman.h>
#include "libc.h"

int __madvise(void *start, size_t length, int advice)
{
	return 0;
}

weak_alias(__madvise, madvise);
