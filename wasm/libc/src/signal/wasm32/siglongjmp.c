#include <setjmp.h>
#include <signal.h>
#include "syscall.h"

void __sigsetjmp_save(sigjmp_buf buf, int save)
{
	buf->__fl = save;
	if (save) __syscall(SYS_rt_sigprocmask, SIG_SETMASK, 0, buf->__ss, _NSIG/8);
}

_Noreturn void siglongjmp(sigjmp_buf buf, int value)
{
	if (buf->__fl) __syscall(SYS_rt_sigprocmask, SIG_SETMASK, buf->__ss, 0, _NSIG/8);
	longjmp(buf, value);
}
