#define _GNU_SOURCE
#include <string.h>
#include "vector.h"
#include "features.h"

void *__memrchr(const void *start, int c, size_t n)
{
	if (!n) return 0;
	const char *last = (const char *)start + n - 1;
	const v128_t *block = block_of(last), wanted = wasm_i8x16_splat(c);
	unsigned upto_last = 0xffffu >> (BLOCK - 1 - ((uintptr_t)last & (BLOCK - 1)));
	unsigned found = wasm_i8x16_bitmask(wasm_i8x16_eq(*block, wanted)) & upto_last;
	while (!found) {
		if ((const char *)block <= (const char *)start) return 0;
		block--;
		found = wasm_i8x16_bitmask(wasm_i8x16_eq(*block, wanted));
	}
	const char *match = (const char *)block + (31 - __builtin_clz(found));
	return match >= (const char *)start ? (void *)match : 0;
}

weak_alias(__memrchr, memrchr);
