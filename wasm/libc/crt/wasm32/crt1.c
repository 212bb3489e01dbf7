/* Entry point. The host writes argc, argv, envp and auxv in Linux's layout.

   main is called from here directly, not through __libc_start_main's function pointer: asyncify
   then sees the whole way from the entry point to fork. A program that forks enters _start again
   when its stack is rewound; asyncify skips what ran before. */

#include <alloca.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "libc.h"

__attribute__((__import_module__("linux"), __import_name__("init_stack")))
long __linux_init_stack(void *, long);

/* The compiler names main by its number of parameters; a program defines one of the three. */
weak int __main_argc_argv(int, char **);
weak int __main_void(void);
weak int main_with_environment(int, char **, char **) __asm__("main");

void __init_libc(char **, char *);
void __libc_start_init(void);

/* Arguments larger than this do not go onto the stack. */
#define STACK_ARGUMENTS_MAX 65536

static int call_main(int argc, char **argv, char **envp)
{
	if (__main_argc_argv) return __main_argc_argv(argc, argv);
	if (__main_void) return __main_void();
	return main_with_environment(argc, argv, envp);
}

__attribute__((__export_name__("_start")))
void _start(void)
{
	long length = __linux_init_stack(0, 0);
	long *stack;
	if (length <= STACK_ARGUMENTS_MAX) {
		stack = (long *)(((unsigned long)alloca(length + 15) + 15) & -16UL);
	} else {
		stack = __mmap(0, length, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0);
		if (stack == MAP_FAILED) __builtin_trap();
	}
	__linux_init_stack(stack, length);
	int argc = (int)stack[0];
	char **argv = (char **)(stack + 1);
	char **envp = argv + argc + 1;
	__init_libc(envp, argv[0]);
	__libc_start_init();
	exit(call_main(argc, argv, envp));
}
