#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include "page_allocator.h"
#include "syscall.h"

void *__mremap(void *old, size_t old_length, size_t new_length, int flags, ...)
{
	size_t first = (uintptr_t)old >> PAGE_SHIFT;
	size_t old_pages = (old_length + PAGE_BYTES - 1) >> PAGE_SHIFT;
	size_t new_pages = (new_length + PAGE_BYTES - 1) >> PAGE_SHIFT;
	if ((uintptr_t)old & (PAGE_BYTES - 1) || !new_pages || flags & MREMAP_FIXED
		|| !__pages_owned(first, old_pages)) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	if (new_length >= PTRDIFF_MAX) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	if (new_pages <= old_pages) {
		__pages_free(first + new_pages, old_pages - new_pages);
		return old;
	}
	if (__pages_extend(first, old_pages, new_pages)) return old;

	size_t moved = flags & MREMAP_MAYMOVE ? __pages_allocate(new_pages) : 0;
	if (!moved) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	memcpy((void *)(moved << PAGE_SHIFT), old, old_pages << PAGE_SHIFT);
	__pages_free(first, old_pages);
	return (void *)(moved << PAGE_SHIFT);
}

weak_alias(__mremap, mremap);
