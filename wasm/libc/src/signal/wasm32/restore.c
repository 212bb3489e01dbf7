/* Signal delivery. The host calls __signal_deliver from inside a system call; the kernel has set the
   signal mask before and restores it afterwards. sigaction refers to __restore, so every program
   that can install a handler has this export. */

#include <signal.h>
#include <stdint.h>
#include <ucontext.h>
#include <errno.h>
#include "ksigaction.h"

/* Linux returns from a handler through these; here the handler simply returns. */
void __restore(void)
{
}

void __restore_rt(void)
{
}

__attribute__((__export_name__("__signal_deliver")))
void __signal_deliver(int signo, void *handler, unsigned flags, int code, int pid, int uid, int value)
{
	int saved_errno = errno;
	if (flags & SA_SIGINFO) {
		siginfo_t info = { .si_signo = signo, .si_code = code };
		ucontext_t context = { 0 };
		info.si_pid = pid;
		info.si_uid = uid;
		if (signo == SIGCHLD) info.si_status = value;
		else info.si_value.sival_int = value;
		((void (*)(int, siginfo_t *, void *))handler)(signo, &info, &context);
	} else {
		((void (*)(int))handler)(signo);
	}
	errno = saved_errno;
}
