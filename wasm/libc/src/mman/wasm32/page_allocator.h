/* Page ranges of the linear memory above the program's own data. Sizes are in pages of 64 KiB,
   addresses are page numbers. */

#include <stddef.h>
#include <features.h>

#define PAGE_SHIFT 16
#define PAGE_BYTES (1UL << PAGE_SHIFT)

/* The first page of a zeroed range, or 0 when memory is exhausted. */
hidden size_t __pages_allocate(size_t count);
/* Grows a range in place; the new pages are zero. Returns 0 when the pages behind it are taken. */
hidden int __pages_extend(size_t first, size_t old_count, size_t new_count);
hidden void __pages_free(size_t first, size_t count);
/* Whether each page of the range was handed out by __pages_allocate. */
hidden int __pages_owned(size_t first, size_t count);
