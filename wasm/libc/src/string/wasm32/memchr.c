#include <string.h>
#include "vector.h"

void *memchr(const void *start, int c, size_t n)
{
	if (!n) return 0;
	const v128_t *block = block_of(start), wanted = wasm_i8x16_splat(c);
	const char *end = (const char *)start + n;
	if ((uintptr_t)end < (uintptr_t)start) end = (const char *)UINTPTR_MAX;
	unsigned found = first_matches(start, wasm_i8x16_eq(*block, wanted));
	while (!found) {
		if ((const char *)++block >= end) return 0;
		found = wasm_i8x16_bitmask(wasm_i8x16_eq(*block, wanted));
	}
	const char *match = (const char *)block + __builtin_ctz(found);
	return match < end ? (void *)match : 0;
}
