/* Part of sys/stat.h: statx(2), which upstream does not declare yet. */
struct statx_timestamp {
	long long tv_sec;
	unsigned tv_nsec;
	int __pad;
};

struct statx {
	unsigned stx_mask;
	unsigned stx_blksize;
	unsigned long long stx_attributes;
	unsigned stx_nlink;
	unsigned stx_uid;
	unsigned stx_gid;
	unsigned short stx_mode;
	unsigned short __pad;
	unsigned long long stx_ino;
	unsigned long long stx_size;
	unsigned long long stx_blocks;
	unsigned long long stx_attributes_mask;
	struct statx_timestamp stx_atime, stx_btime, stx_ctime, stx_mtime;
	unsigned stx_rdev_major;
	unsigned stx_rdev_minor;
	unsigned stx_dev_major;
	unsigned stx_dev_minor;
	unsigned long long __spare[14];
};

#define STATX_TYPE 0x001
#define STATX_MODE 0x002
#define STATX_NLINK 0x004
#define STATX_UID 0x008
#define STATX_GID 0x010
#define STATX_ATIME 0x020
#define STATX_MTIME 0x040
#define STATX_CTIME 0x080
#define STATX_INO 0x100
#define STATX_SIZE 0x200
#define STATX_BLOCKS 0x400
#define STATX_BASIC_STATS 0x7ff
#define STATX_BTIME 0x800

#define AT_STATX_SYNC_AS_STAT 0x0000
#define AT_STATX_FORCE_SYNC 0x2000
#define AT_STATX_DONT_SYNC 0x4000

int statx(int, const char *__restrict, int, unsigned, struct statx *__restrict);
