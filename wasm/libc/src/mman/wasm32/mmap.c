/* Mappings are page ranges of the linear memory. A private mapping of a file is a copy of its
   bytes; a shared writable one cannot be had. */

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "page_allocator.h"
#include "syscall.h"

static int read_file(char *to, size_t length, int fd, off_t offset)
{
	while (length) {
		ssize_t got = pread(fd, to, length, offset);
		if (got < 0) return 0;
		if (!got) break;
		to += got;
		length -= got;
		offset += got;
	}
	return 1;
}

void *__mmap(void *start, size_t length, int prot, int flags, int fd, off_t offset)
{
	int type = flags & MAP_TYPE;
	if (!length || offset & (PAGE_BYTES - 1)) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	if (length >= PTRDIFF_MAX) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	if (!(flags & MAP_ANONYMOUS) && type != MAP_PRIVATE && prot & PROT_WRITE) {
		errno = ENODEV;
		return MAP_FAILED;
	}

	size_t pages = (length + PAGE_BYTES - 1) >> PAGE_SHIFT, first;
	if (flags & MAP_FIXED) {
		first = (uintptr_t)start >> PAGE_SHIFT;
		if ((uintptr_t)start & (PAGE_BYTES - 1) || !__pages_owned(first, pages)) {
			errno = EINVAL;
			return MAP_FAILED;
		}
		memset(start, 0, pages << PAGE_SHIFT);
	} else if (!(first = __pages_allocate(pages))) {
		errno = ENOMEM;
		return MAP_FAILED;
	}

	char *address = (char *)(first << PAGE_SHIFT);
	if (!(flags & MAP_ANONYMOUS) && !read_file(address, length, fd, offset)) {
		if (!(flags & MAP_FIXED)) __pages_free(first, pages);
		return MAP_FAILED;
	}
	return address;
}

weak_alias(__mmap, mmap);
weak_alias(mmap, mmap64);
