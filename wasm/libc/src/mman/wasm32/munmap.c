#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include "page_allocator.h"
#include "syscall.h"

int __munmap(void *start, size_t length)
{
	size_t first = (uintptr_t)start >> PAGE_SHIFT;
	size_t pages = (length + PAGE_BYTES - 1) >> PAGE_SHIFT;
	if ((uintptr_t)start & (PAGE_BYTES - 1) || !pages || !__pages_owned(first, pages)) {
		errno = EINVAL;
		return -1;
	}
	__pages_free(first, pages);
	return 0;
}

weak_alias(__munmap, munmap);
