/* One thread, and the compiler turns thread-local variables into ordinary ones: the thread
   descriptor is a static object and there is no TLS image to copy. */

#include <stddef.h>
#include "pthread_impl.h"
#include "libc.h"
#include "syscall.h"

volatile int __thread_list_lock;

_Alignas(struct pthread) char __thread_descriptor[sizeof(struct pthread)];

void __init_tls(size_t *aux)
{
	pthread_t self = __pthread_self();
	self->self = self;
	self->detach_state = DT_JOINABLE;
	self->tid = __syscall(SYS_set_tid_address, &__thread_list_lock);
	self->locale = &libc.global_locale;
	self->robust_list.head = &self->robust_list.head;
	self->next = self->prev = self;
}
