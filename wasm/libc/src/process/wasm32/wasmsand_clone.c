/* A child of the same module with a copy of the parent's memory, which runs fn(arg) and exits.
   Needs no asyncify: the child starts with an empty wasm stack. */

#include <stdlib.h>
#include "pthread_impl.h"
#include "syscall.h"
#include "linux_process.h"

__attribute__((__export_name__("__child_main")))
void __child_main(int (*fn)(void *), void *arg)
{
	__pthread_self()->tid = __syscall(SYS_gettid);
	exit(fn(arg));
}

int wasmsand_clone(int (*fn)(void *), void *arg)
{
	return __syscall_ret(__linux_clone(fn, arg));
}
