/* Every system call is one call of the import linux.syscall. Calls that a wasm module must serve
   itself (memory, fork) never reach this file: their C functions are replaced under src/. */

/* 64-bit arguments travel as (low, high), without alignment padding. */
#define __SYSCALL_LL_E(x) \
((union { long long ll; long l[2]; }){ .ll = x }).l[0], \
((union { long long ll; long l[2]; }){ .ll = x }).l[1]
#define __SYSCALL_LL_O(x) __SYSCALL_LL_E((x))

/* The kernel has the 64-bit time calls only. Upstream takes the plain name for the 32-bit call unless
   both are the same, and compiles the 32-bit branches even where they fold away. */
#define SYS_clock_getres SYS_clock_getres_time64
#define SYS_clock_gettime SYS_clock_gettime64
#define SYS_clock_nanosleep SYS_clock_nanosleep_time64
#define SYS_clock_settime SYS_clock_settime64
#define SYS_timer_gettime SYS_timer_gettime64
#define SYS_timer_settime SYS_timer_settime64
#define SYS_timerfd_gettime SYS_timerfd_gettime64
#define SYS_timerfd_settime SYS_timerfd_settime64
#define SYS_gettimeofday 169
#define SYS_nanosleep 101
#define SYS_getrlimit 163
#define SYS_setrlimit 164

#define SYSCALL_MMAP2_UNIT 65536ULL

__attribute__((__import_module__("linux"), __import_name__("syscall")))
long __linux_syscall(long, long, long, long, long, long, long);

static __inline long __syscall0(long n)
{
	return __linux_syscall(n, 0, 0, 0, 0, 0, 0);
}

static __inline long __syscall1(long n, long a)
{
	/* malloc asks for a data segment first: there is none, and the kernel need not say so. */
	if (n == SYS_brk) return 0;
	return __linux_syscall(n, a, 0, 0, 0, 0, 0);
}

static __inline long __syscall2(long n, long a, long b)
{
	return __linux_syscall(n, a, b, 0, 0, 0, 0);
}

static __inline long __syscall3(long n, long a, long b, long c)
{
	return __linux_syscall(n, a, b, c, 0, 0, 0);
}

static __inline long __syscall4(long n, long a, long b, long c, long d)
{
	return __linux_syscall(n, a, b, c, d, 0, 0);
}

static __inline long __syscall5(long n, long a, long b, long c, long d, long e)
{
	return __linux_syscall(n, a, b, c, d, e, 0);
}

static __inline long __syscall6(long n, long a, long b, long c, long d, long e, long f)
{
	return __linux_syscall(n, a, b, c, d, e, f);
}

#define IPC_64 0
