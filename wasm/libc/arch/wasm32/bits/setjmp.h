/* The invocation that called setjmp, its label there, and the two words that travel with the
   exception; see src/setjmp/wasm32/setjmp.c. */
typedef unsigned long __jmp_buf[4];
