/* statx is the only stat call of the kernel. */

#include <stdint.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include "syscall.h"

struct statx_time {
	int64_t seconds;
	uint32_t nanoseconds;
	int32_t pad;
};

struct statx {
	uint32_t mask;
	uint32_t blksize;
	uint64_t attributes;
	uint32_t nlink;
	uint32_t uid;
	uint32_t gid;
	uint16_t mode;
	uint16_t pad;
	uint64_t ino;
	uint64_t size;
	uint64_t blocks;
	uint64_t attributes_mask;
	struct statx_time atime, btime, ctime, mtime;
	uint32_t rdev_major;
	uint32_t rdev_minor;
	uint32_t dev_major;
	uint32_t dev_minor;
	uint64_t spare[14];
};

#define STATX_BASIC_STATS 0x7ff

static struct timespec timespec_of(struct statx_time time)
{
	return (struct timespec){ .tv_sec = time.seconds, .tv_nsec = time.nanoseconds };
}

int fstatat(int fd, const char *restrict path, struct stat *restrict st, int flag)
{
	struct statx stx;
	int ret = __syscall(SYS_statx, fd, path, flag, STATX_BASIC_STATS, &stx);
	if (ret) return __syscall_ret(ret);
	*st = (struct stat){
		.st_dev = makedev(stx.dev_major, stx.dev_minor),
		.st_ino = stx.ino,
		.st_mode = stx.mode,
		.st_nlink = stx.nlink,
		.st_uid = stx.uid,
		.st_gid = stx.gid,
		.st_rdev = makedev(stx.rdev_major, stx.rdev_minor),
		.st_size = stx.size,
		.st_blocks = stx.blocks,
		.st_blksize = stx.blksize,
		.st_atim = timespec_of(stx.atime),
		.st_mtim = timespec_of(stx.mtime),
		.st_ctim = timespec_of(stx.ctime),
	};
	return 0;
}

weak_alias(fstatat, fstatat64);
