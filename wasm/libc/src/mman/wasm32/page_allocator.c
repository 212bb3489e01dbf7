/* A bit per page of the 4 GiB address space says whether the page is free. Everything below the heap
   base (stack, data) never is, so coalescing needs no work at all.

   The kernel is asked before each growth (SYS_brk with the new size), for it accounts the memory
   of the whole sandbox; the module's own maximum makes memory.grow itself fail. */

#include <stdint.h>
#include <string.h>
#include "page_allocator.h"
#include "syscall.h"

#define PAGE_COUNT (1UL << (32 - PAGE_SHIFT))

static uint32_t free_bits[PAGE_COUNT / 32];
/* No page below this one is free: where the search starts. 0: nothing was allocated yet. */
static size_t first_free;
/* Pages from here on were never handed out: they are zero. */
static size_t untouched;

static int is_free(size_t page)
{
	return free_bits[page / 32] >> page % 32 & 1;
}

static void set_free(size_t first, size_t count, int value)
{
	for (size_t page = first; page < first + count; page++) {
		if (value) free_bits[page / 32] |= 1U << page % 32;
		else free_bits[page / 32] &= ~(1U << page % 32);
	}
}

static size_t memory_pages(void)
{
	return __builtin_wasm_memory_size(0);
}

static size_t heap_start(void)
{
	extern char __heap_base;
	return ((uintptr_t)&__heap_base + PAGE_BYTES - 1) >> PAGE_SHIFT;
}

/* A program starts with some heap already, so that most never grow their memory. */
static void start(void)
{
	first_free = untouched = heap_start();
	if (memory_pages() > first_free) set_free(first_free, memory_pages() - first_free, 1);
}

/* Marks a free range as used and makes it zero. */
static void take(size_t first, size_t count)
{
	set_free(first, count, 0);
	if (first < untouched) {
		size_t used = first + count < untouched ? count : untouched - first;
		memset((void *)(first << PAGE_SHIFT), 0, used << PAGE_SHIFT);
	}
	if (first + count > untouched) untouched = first + count;
}

static int grow_exactly(size_t count)
{
	size_t old = memory_pages();
	if (count >= PAGE_COUNT - old) return 0;
	if (__linux_syscall(SYS_brk, (old + count) << PAGE_SHIFT, 0, 0, 0, 0, 0)) return 0;
	return __builtin_wasm_memory_grow(0, count) != (size_t)-1;
}

/* Adds pages at the end of the memory, not marked free. Growing takes the host most of a millisecond,
   however little is asked for: it is an eighth of the memory at least, where there is as much, and
   what is left over is free. */
static int grow(size_t count)
{
	size_t old = memory_pages(), more = old / 8;
	if (more > count && grow_exactly(more)) {
		set_free(old + count, more - count, 1);
		return 1;
	}
	return grow_exactly(count);
}

/* The first free run of count pages, or the free run that ends the memory (perhaps empty). */
static size_t find_run(size_t count, size_t *run)
{
	size_t end = memory_pages(), start = end;
	*run = 0;
	for (size_t page = first_free; page < end; page++) {
		if (!(page % 32) && !free_bits[page / 32]) {
			*run = 0;
			page += 31;
			continue;
		}
		if (!is_free(page)) {
			*run = 0;
			continue;
		}
		if (!(*run)++) start = page;
		if (*run == count) return start;
	}
	return *run ? start : end;
}

static void advance_first_free(void)
{
	size_t end = memory_pages();
	while (first_free < end && !is_free(first_free)) first_free++;
}

size_t __pages_allocate(size_t count)
{
	if (!first_free) start();
	size_t run, first = find_run(count, &run);
	if (run < count && !grow(count - run)) return 0;
	take(first, count);
	if (first_free == first) advance_first_free();
	return first;
}

int __pages_extend(size_t first, size_t old_count, size_t new_count)
{
	size_t next = first + old_count, wanted = new_count - old_count, run = 0;
	size_t end = memory_pages();
	while (run < wanted && next + run < end && is_free(next + run)) run++;
	if (run < wanted && (next + run < end || !grow(wanted - run))) return 0;
	take(next, wanted);
	if (first_free >= next && first_free < next + wanted) advance_first_free();
	return 1;
}

void __pages_free(size_t first, size_t count)
{
	set_free(first, count, 1);
	if (first < first_free) first_free = first;
}

int __pages_owned(size_t first, size_t count)
{
	if (first < heap_start() || first + count > memory_pages()) return 0;
	for (size_t page = first; page < first + count; page++) if (is_free(page)) return 0;
	return 1;
}
