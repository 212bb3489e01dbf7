/* Upstream falls back to a cloned child where faccessat2 is missing; our kernel has it. */

#include <unistd.h>
#include "syscall.h"

int faccessat(int fd, const char *path, int mode, int flag)
{
	if (!flag) return syscall(SYS_faccessat, fd, path, mode);
	return syscall(SYS_faccessat2, fd, path, mode, flag);
}
