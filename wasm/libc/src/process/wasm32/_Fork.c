/* fork suspends and copies the whole instance. The host unwinds the stack with asyncify; the import
   is called from here directly, so that only the functions on a way to fork are instrumented. */

#include <unistd.h>
#include "pthread_impl.h"
#include "libc.h"
#include "syscall.h"
#include "linux_process.h"

/* Where asyncify keeps the frames of the suspended stack: {current, end}, then the frames. */
#define FORK_STACK_BYTES (256 * 1024)

static struct {
	void *current, *end;
	_Alignas(16) char frames[FORK_STACK_BYTES];
} fork_buffer;

__attribute__((__export_name__("__fork_buffer")))
void *__fork_buffer(void)
{
	fork_buffer.current = fork_buffer.frames;
	fork_buffer.end = fork_buffer.frames + FORK_STACK_BYTES;
	return &fork_buffer;
}

pid_t _Fork(void)
{
	sigset_t set;
	__block_all_sigs(&set);
	int pid = __linux_fork();
	if (!pid) __pthread_self()->tid = __syscall(SYS_gettid);
	__restore_sigs(&set);
	return __syscall_ret(pid);
}
