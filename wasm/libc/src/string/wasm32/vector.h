/* Sixteen bytes at a time. Aligned blocks never reach past the end of the memory, whatever of them
   lies outside the object that is searched. */

#include <stdint.h>
#include <wasm_simd128.h>

#define BLOCK 16

static inline const v128_t *block_of(const void *p)
{
	return (const v128_t *)((uintptr_t)p & -BLOCK);
}

/* The bytes of the block that equal c, as a bit each; those before p are masked out. */
static inline unsigned first_matches(const void *p, v128_t matches)
{
	return wasm_i8x16_bitmask(matches) & (0xffffu << ((uintptr_t)p & (BLOCK - 1)));
}
