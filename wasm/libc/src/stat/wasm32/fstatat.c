/* statx is the only stat call of the kernel. */

#define _GNU_SOURCE
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include "syscall.h"

static struct timespec timespec_of(struct statx_timestamp time)
{
	return (struct timespec){ .tv_sec = time.tv_sec, .tv_nsec = time.tv_nsec };
}

int fstatat(int fd, const char *restrict path, struct stat *restrict st, int flag)
{
	struct statx stx;
	int ret = __syscall(SYS_statx, fd, path, flag, STATX_BASIC_STATS, &stx);
	if (ret) return __syscall_ret(ret);
	*st = (struct stat){
		.st_dev = makedev(stx.stx_dev_major, stx.stx_dev_minor),
		.st_ino = stx.stx_ino,
		.st_mode = stx.stx_mode,
		.st_nlink = stx.stx_nlink,
		.st_uid = stx.stx_uid,
		.st_gid = stx.stx_gid,
		.st_rdev = makedev(stx.stx_rdev_major, stx.stx_rdev_minor),
		.st_size = stx.stx_size,
		.st_blocks = stx.stx_blocks,
		.st_blksize = stx.stx_blksize,
		.st_atim = timespec_of(stx.stx_atime),
		.st_mtim = timespec_of(stx.stx_mtime),
		.st_ctim = timespec_of(stx.stx_ctime),
	};
	return 0;
}

#undef fstatat64
weak_alias(fstatat, fstatat64);
