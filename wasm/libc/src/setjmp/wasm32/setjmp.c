/* The run-time half of the compiler's setjmp lowering (-mllvm -wasm-enable-sjlj). A function that
   calls setjmp records itself and the place of the call in the buffer; longjmp throws; the function
   catches, asks whether the buffer is one of its own, and jumps to the recorded place. */

#include <stdint.h>

struct jump {
	void *invocation;
	uint32_t label;
	struct {
		void *buffer;
		int value;
	} thrown;
};

/* The index the compiler gives to the exception tag of longjmp. */
#define LONGJMP_TAG 1

void __wasm_setjmp(void *buffer, uint32_t label, void *invocation)
{
	struct jump *jump = buffer;
	if (!label) __builtin_trap();
	jump->invocation = invocation;
	jump->label = label;
}

uint32_t __wasm_setjmp_test(void *buffer, void *invocation)
{
	struct jump *jump = buffer;
	return jump->invocation == invocation ? jump->label : 0;
}

_Noreturn void __wasm_longjmp(void *buffer, int value)
{
	struct jump *jump = buffer;
	jump->thrown.buffer = buffer;
	jump->thrown.value = value ? value : 1;
	__builtin_wasm_throw(LONGJMP_TAG, &jump->thrown);
}
