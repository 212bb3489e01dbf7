/* Entry is crt/wasm32/crt1.c, a plain C function. */
