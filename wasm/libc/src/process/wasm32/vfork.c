#define _GNU_SOURCE
#include <unistd.h>

pid_t vfork(void)
{
	return _Fork();
}
