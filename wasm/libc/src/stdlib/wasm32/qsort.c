/* A merge sort, as in GNU's C library: it keeps the order of equal elements, which programs have come
   to rely on, and compares least. Without memory for it: a heap sort in place. */

#define _BSD_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int (*comparison)(const void *, const void *, void *);

struct sort {
	size_t size;
	comparison compare;
	void *argument;
	char *room;  /* for as many elements as are sorted */
};

/* Sizes known to the compiler make a copy one or two instructions. */
static inline void copy(char *to, const char *from, size_t size)
{
	switch (size) {
	case 4: memcpy(to, from, 4); break;
	case 8: memcpy(to, from, 8); break;
	case 16: memcpy(to, from, 16); break;
	default: memcpy(to, from, size);
	}
}

static void merge_sort(const struct sort *sort, char *base, size_t count)
{
	if (count <= 1) return;
	size_t size = sort->size, left = count / 2, right = count - left;
	char *a = base, *b = base + left * size, *to = sort->room;
	merge_sort(sort, a, left);
	merge_sort(sort, b, right);
	/* What is in order already, as much input is. */
	if (sort->compare(b - size, b, sort->argument) <= 0) return;
	while (left && right) {
		if (sort->compare(a, b, sort->argument) <= 0) {
			copy(to, a, size);
			a += size;
			left--;
		} else {
			copy(to, b, size);
			b += size;
			right--;
		}
		to += size;
	}
	if (left) memcpy(to, a, left * size);
	memcpy(base, sort->room, (count - right) * size);
}

static void swap(char *a, char *b, size_t size)
{
	for (; size; size--, a++, b++) {
		char byte = *a;
		*a = *b;
		*b = byte;
	}
}

static void sift_down(const struct sort *sort, char *base, size_t root, size_t count)
{
	size_t size = sort->size;
	for (size_t child; (child = 2 * root + 1) < count; root = child) {
		char *at = base + child * size;
		if (child + 1 < count && sort->compare(at, at + size, sort->argument) < 0) {
			child++;
			at += size;
		}
		if (sort->compare(base + root * size, at, sort->argument) >= 0) return;
		swap(base + root * size, at, size);
	}
}

static void heap_sort(const struct sort *sort, char *base, size_t count)
{
	for (size_t root = count / 2; root--;) sift_down(sort, base, root, count);
	for (size_t last = count; last-- > 1;) {
		swap(base, base + last * sort->size, sort->size);
		sift_down(sort, base, 0, last);
	}
}

void __qsort_r(void *base, size_t count, size_t size, comparison compare, void *argument)
{
	if (count < 2 || !size) return;
	char few[1024];
	size_t bytes = count * size;
	struct sort sort = {size, compare, argument, bytes <= sizeof few ? few : malloc(bytes)};
	if (!sort.room) {
		heap_sort(&sort, base, count);
		return;
	}
	merge_sort(&sort, base, count);
	if (sort.room != few) free(sort.room);
}

weak_alias(__qsort_r, qsort_r);
