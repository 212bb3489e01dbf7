#include <string.h>
#include "vector.h"

size_t strlen(const char *s)
{
	const v128_t *block = block_of(s), zero = wasm_i8x16_splat(0);
	unsigned found = first_matches(s, wasm_i8x16_eq(*block, zero));
	while (!found) {
		block++;
		/* all_true is the cheaper test for "no zero byte" on every processor. */
		if (!wasm_i8x16_all_true(*block)) found = wasm_i8x16_bitmask(wasm_i8x16_eq(*block, zero));
	}
	return (const char *)block + __builtin_ctz(found) - s;
}
