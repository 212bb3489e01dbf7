/* Linear memory has no protection bits. */
#include <sys/mman.h>
#include "libc.h"

int __mprotect(void *start, size_t length, int prot)
{
	return 0;
}

weak_alias(__mprotect, mprotect);
