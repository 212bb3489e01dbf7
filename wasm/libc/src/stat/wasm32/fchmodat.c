/* fchmodat has no flags in the kernel; a link is found out by statx. */

#include <fcntl.h>
#include <sys/stat.h>
#include "syscall.h"

int fchmodat(int fd, const char *path, mode_t mode, int flag)
{
	if (flag & ~AT_SYMLINK_NOFOLLOW) return __syscall_ret(-EINVAL);
	if (flag) {
		struct stat st;
		if (fstatat(fd, path, &st, flag)) return -1;
		if (S_ISLNK(st.st_mode)) return __syscall_ret(-EOPNOTSUPP);
	}
	return syscall(SYS_fchmodat, fd, path, mode);
}
