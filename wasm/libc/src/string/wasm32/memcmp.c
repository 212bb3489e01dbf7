#include <string.h>
#include "vector.h"

int memcmp(const void *left, const void *right, size_t n)
{
	const unsigned char *l = left, *r = right;
	for (; n >= BLOCK; n -= BLOCK, l += BLOCK, r += BLOCK) {
		unsigned differ = wasm_i8x16_bitmask(wasm_i8x16_ne(wasm_v128_load(l), wasm_v128_load(r)));
		if (differ) {
			int at = __builtin_ctz(differ);
			return l[at] - r[at];
		}
	}
	for (; n && *l == *r; n--, l++, r++);
	return n ? *l - *r : 0;
}
