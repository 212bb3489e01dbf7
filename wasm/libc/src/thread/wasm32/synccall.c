#include "pthread_impl.h"

void __synccall(void (*func)(void *), void *context)
{
	func(context);
}
