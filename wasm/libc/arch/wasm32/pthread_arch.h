/* The one thread's descriptor; src/env/wasm32/__init_tls.c. */
extern hidden char __thread_descriptor[];

static inline uintptr_t __get_tp()
{
	return (uintptr_t)__thread_descriptor;
}

#define MC_PC __regs[0]
