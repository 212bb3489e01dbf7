#define _GNU_SOURCE
#include <string.h>
#include "vector.h"
#include "features.h"

char *__strchrnul(const char *s, int c)
{
	const v128_t *block = block_of(s), wanted = wasm_i8x16_splat(c), zero = wasm_i8x16_splat(0);
	v128_t matches = wasm_v128_or(wasm_i8x16_eq(*block, wanted), wasm_i8x16_eq(*block, zero));
	unsigned found = first_matches(s, matches);
	while (!found) {
		block++;
		matches = wasm_v128_or(wasm_i8x16_eq(*block, wanted), wasm_i8x16_eq(*block, zero));
		found = wasm_i8x16_bitmask(matches);
	}
	return (char *)block + __builtin_ctz(found);
}

weak_alias(__strchrnul, strchrnul);
