/* A process has one thread. */

#include <errno.h>
#include <stdlib.h>
#include "pthread_impl.h"
#include "stdio_impl.h"

static void dummy(void)
{
}
weak_alias(dummy, __pthread_tsd_run_dtors);

void __tl_lock(void)
{
}

void __tl_unlock(void)
{
}

void __tl_sync(pthread_t thread)
{
}

void __do_cleanup_push(struct __ptcb *cb)
{
	struct pthread *self = __pthread_self();
	cb->__next = self->cancelbuf;
	self->cancelbuf = cb;
}

void __do_cleanup_pop(struct __ptcb *cb)
{
	__pthread_self()->cancelbuf = cb->__next;
}

int __pthread_create(pthread_t *restrict res, const pthread_attr_t *restrict attr,
	void *(*entry)(void *), void *restrict arg)
{
	return EAGAIN;
}

_Noreturn void __pthread_exit(void *result)
{
	pthread_t self = __pthread_self();
	while (self->cancelbuf) {
		struct __ptcb *cleanup = self->cancelbuf;
		self->cancelbuf = cleanup->__next;
		cleanup->__f(cleanup->__x);
	}
	__pthread_tsd_run_dtors();
	exit(0);
}

weak_alias(__pthread_create, pthread_create);
weak_alias(__pthread_exit, pthread_exit);
