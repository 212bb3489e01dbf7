// What CPython, built for Emscripten, imports, made of our C library: from the numbers and layouts of the one to those
// of the other. Both are musl's children, so that most structures are the same; errno is not, and struct stat.
#include "door.h"

#include <dirent.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "../python.h"
#include "errno_numbers.h"

extern char** environ;

#define IMPORTED(name) __attribute__((export_name(#name)))

int foreign_errno(int number) {
  if (number < 0 || number >= (int)(sizeof kForeignErrno / sizeof *kForeignErrno) || kForeignErrno[number] == 0)
    return 29;
  return kForeignErrno[number];
}

int linux_errno(int number) {
  for (int i = 1; i < (int)(sizeof kForeignErrno / sizeof *kForeignErrno); i++)
    if (kForeignErrno[i] == number) return i;
  return number;
}

// As a system call answers.
static int answer(long result) { return result == -1 ? -foreign_errno(errno) : (int)result; }
// As preview 1 does.
static int failure(long result) { return result == -1 ? foreign_errno(errno) : 0; }

// --- files ---

struct foreign_stat {
  uint32_t dev, mode, nlink, uid, gid, rdev;
  int64_t size;
  int32_t blksize, blocks;
  struct {
    int64_t seconds;
    uint32_t nanoseconds, pad;
  } atime, mtime, ctime;
  uint64_t ino;
};
_Static_assert(sizeof(struct foreign_stat) == 96, "");

static int tell_stat(int result, struct stat* from, struct foreign_stat* to) {
  if (result != 0) return answer(result);
  // What the interpreter is made with must not be seen in it.
  if (!interpreter_is_made) from->st_atim = from->st_mtim = from->st_ctim = (struct timespec){0};
  *to = (struct foreign_stat){
      .dev = from->st_dev,
      .mode = from->st_mode,
      .nlink = from->st_nlink,
      .uid = from->st_uid,
      .gid = from->st_gid,
      .rdev = from->st_rdev,
      .size = from->st_size,
      .blksize = from->st_blksize,
      .blocks = from->st_blocks,
      .atime = {from->st_atim.tv_sec, from->st_atim.tv_nsec, 0},
      .mtime = {from->st_mtim.tv_sec, from->st_mtim.tv_nsec, 0},
      .ctime = {from->st_ctim.tv_sec, from->st_ctim.tv_nsec, 0},
      .ino = from->st_ino,
  };
  return 0;
}

IMPORTED(__syscall_openat) int door_openat(int at, const char* path, int flags, const int* more) {
  return answer(openat(at, path, flags, flags & (O_CREAT | O_TMPFILE) ? *more : 0));
}
IMPORTED(__syscall_stat64) int door_stat(const char* path, struct foreign_stat* to) {
  struct stat from;
  return tell_stat(stat(path, &from), &from, to);
}
IMPORTED(__syscall_lstat64) int door_lstat(const char* path, struct foreign_stat* to) {
  struct stat from;
  return tell_stat(lstat(path, &from), &from, to);
}
IMPORTED(__syscall_fstat64) int door_fstat(int fd, struct foreign_stat* to) {
  struct stat from;
  return tell_stat(fstat(fd, &from), &from, to);
}
IMPORTED(__syscall_newfstatat) int door_fstatat(int at, const char* path, struct foreign_stat* to, int flags) {
  struct stat from;
  return tell_stat(fstatat(at, path, &from, flags), &from, to);
}
IMPORTED(__syscall_statfs64) int door_statfs(const char* path, size_t size, struct statfs* to) {
  return answer(statfs(path, to));
}
IMPORTED(__syscall_fstatfs64) int door_fstatfs(int fd, size_t size, struct statfs* to) {
  return answer(fstatfs(fd, to));
}
IMPORTED(__syscall_faccessat) int door_faccessat(int at, const char* path, int mode, int flags) {
  return answer(faccessat(at, path, mode, flags));
}
IMPORTED(__syscall_chdir) int door_chdir(const char* path) { return answer(chdir(path)); }
IMPORTED(__syscall_fchdir) int door_fchdir(int fd) { return answer(fchdir(fd)); }
IMPORTED(__syscall_chmod) int door_chmod(const char* path, mode_t mode) { return answer(chmod(path, mode)); }
IMPORTED(__syscall_fchmod) int door_fchmod(int fd, mode_t mode) { return answer(fchmod(fd, mode)); }
IMPORTED(__syscall_fchmodat2) int door_fchmodat(int at, const char* path, mode_t mode, int flags) {
  return answer(fchmodat(at, path, mode, flags));
}
IMPORTED(__syscall_fchownat) int door_fchownat(int at, const char* path, uid_t user, gid_t group, int flags) {
  return answer(fchownat(at, path, user, group, flags));
}
IMPORTED(__syscall_fchown32) int door_fchown(int fd, uid_t user, gid_t group) {
  return answer(fchown(fd, user, group));
}
IMPORTED(__syscall_dup) int door_dup(int fd) { return answer(dup(fd)); }
IMPORTED(__syscall_dup3) int door_dup3(int from, int to, int flags) { return answer(dup3(from, to, flags)); }
IMPORTED(__syscall_fdatasync) int door_fdatasync(int fd) { return answer(fdatasync(fd)); }
IMPORTED(__syscall_ftruncate64) int door_ftruncate(int fd, int64_t size) { return answer(ftruncate(fd, size)); }
IMPORTED(__syscall_truncate64) int door_truncate(const char* path, int64_t size) {
  return answer(truncate(path, size));
}
IMPORTED(__syscall_getcwd) int door_getcwd(char* buffer, size_t size) {
  return answer(syscall(SYS_getcwd, buffer, size));
}
IMPORTED(__syscall_getdents64) int door_getdents(int fd, void* entries, size_t size) {
  return answer(syscall(SYS_getdents64, fd, entries, size));
}
IMPORTED(__syscall_mkdirat) int door_mkdirat(int at, const char* path, mode_t mode) {
  return answer(mkdirat(at, path, mode));
}
IMPORTED(__syscall_mknodat) int door_mknodat(int at, const char* path, mode_t mode, uint32_t device) {
  return answer(mknodat(at, path, mode, device));
}
IMPORTED(__syscall_readlinkat) int door_readlinkat(int at, const char* path, char* buffer, size_t size) {
  return answer(readlinkat(at, path, buffer, size));
}
IMPORTED(__syscall_unlinkat) int door_unlinkat(int at, const char* path, int flags) {
  return answer(unlinkat(at, path, flags));
}
IMPORTED(__syscall_rmdir) int door_rmdir(const char* path) { return answer(rmdir(path)); }
IMPORTED(__syscall_renameat) int door_renameat(int from_at, const char* from, int to_at, const char* to) {
  return answer(renameat(from_at, from, to_at, to));
}
IMPORTED(__syscall_symlinkat) int door_symlinkat(const char* target, int at, const char* path) {
  return answer(symlinkat(target, at, path));
}
IMPORTED(__syscall_utimensat) int door_utimensat(int at, const char* path, const struct timespec* times, int flags) {
  return answer(utimensat(at, path, times, flags));
}
IMPORTED(__syscall_fadvise64) int door_fadvise(int fd, int64_t from, int64_t size, int advice) {
  const int error = posix_fadvise(fd, from, size, advice);
  return error == 0 ? 0 : -foreign_errno(error);
}
IMPORTED(__syscall_fallocate) int door_fallocate(int fd, int mode, int64_t from, int64_t size) {
  return answer(fallocate(fd, mode, from, size));
}
IMPORTED(__syscall_fcntl64) int door_fcntl(int fd, int command, const int* more) {
  return answer(syscall(SYS_fcntl64, fd, command, more == NULL ? 0 : *more));
}
IMPORTED(__syscall_ioctl) int door_ioctl(int fd, int request, void* const* more) {
  return answer(ioctl(fd, request, *more));
}
IMPORTED(__syscall_pipe) int door_pipe(int ends[2]) { return answer(pipe(ends)); }
IMPORTED(__syscall_poll) int door_poll(struct pollfd* files, nfds_t count, int timeout) {
  return answer(poll(files, count, timeout));
}
IMPORTED(__syscall_getuid32_js) int door_getuid(void) { return getuid(); }
IMPORTED(__syscall_umask_js) int door_umask(mode_t mask) { return umask(mask); }

IMPORTED(fd_close) int door_close(int fd) { return failure(close(fd)); }
IMPORTED(fd_sync) int door_sync(int fd) { return failure(fsync(fd)); }
static int transferred(ssize_t result, size_t* count) {
  if (result < 0) return failure(-1);
  *count = result;
  return 0;
}
IMPORTED(fd_read) int door_read(int fd, const struct iovec* parts, int count, size_t* read) {
  return transferred(readv(fd, parts, count), read);
}
IMPORTED(fd_write) int door_write(int fd, const struct iovec* parts, int count, size_t* written) {
  return transferred(writev(fd, parts, count), written);
}
IMPORTED(fd_pread) int door_pread(int fd, const struct iovec* parts, int count, int64_t at, size_t* read) {
  return transferred(preadv(fd, parts, count, at), read);
}
IMPORTED(fd_pwrite) int door_pwrite(int fd, const struct iovec* parts, int count, int64_t at, size_t* written) {
  return transferred(pwritev(fd, parts, count, at), written);
}
IMPORTED(fd_seek) int door_seek(int fd, int64_t offset, int whence, int64_t* position) {
  const off_t result = lseek(fd, offset, whence);
  if (result < 0) return failure(-1);
  *position = result;
  return 0;
}
IMPORTED(fd_fdstat_get) int door_fdstat(int fd, uint8_t* to) {
  struct stat from;
  if (fstat(fd, &from) != 0) return failure(-1);
  memset(to, 0, 24);
  to[0] = S_ISCHR(from.st_mode)   ? 2
          : S_ISDIR(from.st_mode) ? 3
          : S_ISREG(from.st_mode) ? 4
          : S_ISLNK(from.st_mode) ? 7
                                  : 0;
  return 0;
}

// --- memory ---

// mappings.c has the functions that would ask for these.
IMPORTED(_mmap_js)
int door_mmap(size_t size, int protection, int flags, int fd, int64_t from, int* allocated, void** address) {
  return -foreign_errno(ENOSYS);
}
IMPORTED(_msync_js) int door_msync(char* memory, size_t size, int protection, int flags, int fd, int64_t from) {
  return -foreign_errno(ENOSYS);
}
IMPORTED(_munmap_js) int door_munmap(char* memory, size_t size, int protection, int flags, int fd, int64_t from) {
  return -foreign_errno(ENOSYS);
}
IMPORTED(emscripten_get_heap_max) size_t door_heap_max(void) { return 0xffff0000u; }
// The kernel is asked before each growth: it accounts the memory of the whole sandbox.
static int grow_exactly(size_t pages) {
  const size_t have = __builtin_wasm_memory_size(0);
  return syscall(SYS_brk, pages << 16) == 0 && __builtin_wasm_memory_grow(0, pages - have) != (size_t)-1;
}
// By an eighth at least, where there is as much: growing takes the host most of a millisecond.
IMPORTED(emscripten_resize_heap) int door_resize_heap(size_t wanted) {
  const size_t have = __builtin_wasm_memory_size(0);
  if (wanted > door_heap_max()) return 0;
  const size_t pages = (wanted + 65535) >> 16;
  if (pages <= have) return 1;
  const size_t more = have + have / 8;
  return (more > pages && grow_exactly(more)) || grow_exactly(pages);
}

// --- time ---

IMPORTED(clock_time_get) int door_clock_time(int clock, int64_t precision, int64_t* to) {
  struct timespec time = {0};
  if (interpreter_is_made && clock_gettime(clock, &time) != 0) return failure(-1);
  *to = time.tv_sec * 1000000000LL + time.tv_nsec;
  return 0;
}
IMPORTED(clock_res_get) int door_clock_res(int clock, int64_t* to) {
  struct timespec time;
  if (clock_getres(clock, &time) != 0) return failure(-1);
  *to = time.tv_sec * 1000000000LL + time.tv_nsec;
  return 0;
}
static double milliseconds(clockid_t clock) {
  struct timespec time = {0};
  if (interpreter_is_made) clock_gettime(clock, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}
IMPORTED(emscripten_get_now) double door_now(void) { return milliseconds(CLOCK_MONOTONIC); }
IMPORTED(emscripten_date_now) double door_date(void) { return milliseconds(CLOCK_REALTIME); }
IMPORTED(_localtime_js) void door_localtime(int64_t time, struct tm* to) {
  const time_t from = time;
  localtime_r(&from, to);
}
IMPORTED(_gmtime_js) void door_gmtime(int64_t time, struct tm* to) {
  const time_t from = time;
  gmtime_r(&from, to);
}
IMPORTED(_mktime_js) int64_t door_mktime(struct tm* from) { return mktime(from); }
IMPORTED(_timegm_js) int64_t door_timegm(struct tm* from) { return timegm(from); }
IMPORTED(_tzset_js) void door_tzset(long* zone, int* summer, char* standard_name, char* summer_name) {
  tzset();
  *zone = timezone;
  *summer = daylight;
  strlcpy(standard_name, tzname[0], 17);
  strlcpy(summer_name, tzname[1], 17);
}

// --- sockets ---

IMPORTED(__syscall_socket) int door_socket(int family, int type, int protocol, int d, int e, int f) {
  return answer(socket(family, type, protocol));
}
IMPORTED(__syscall_bind) int door_bind(int fd, const struct sockaddr* name, socklen_t size, int d, int e, int f) {
  return answer(bind(fd, name, size));
}
IMPORTED(__syscall_connect) int door_connect(int fd, const struct sockaddr* name, socklen_t size, int d, int e, int f) {
  return answer(connect(fd, name, size));
}
IMPORTED(__syscall_listen) int door_listen(int fd, int backlog, int c, int d, int e, int f) {
  return answer(listen(fd, backlog));
}
IMPORTED(__syscall_accept4) int door_accept(int fd, struct sockaddr* name, socklen_t* size, int flags, int e, int f) {
  return answer(accept4(fd, name, size, flags));
}
IMPORTED(__syscall_getpeername)
int door_getpeername(int fd, struct sockaddr* name, socklen_t* size, int d, int e, int f) {
  return answer(getpeername(fd, name, size));
}
IMPORTED(__syscall_getsockname)
int door_getsockname(int fd, struct sockaddr* name, socklen_t* size, int d, int e, int f) {
  return answer(getsockname(fd, name, size));
}
IMPORTED(__syscall_getsockopt) int door_getsockopt(int fd, int level, int name, void* value, socklen_t* size, int f) {
  const int result = answer(getsockopt(fd, level, name, value, size));
  if (result == 0 && level == SOL_SOCKET && name == SO_ERROR && *(int*)value != 0)
    *(int*)value = foreign_errno(*(int*)value);
  return result;
}
IMPORTED(__syscall_recvfrom)
int door_recvfrom(int fd, void* bytes, size_t size, int flags, struct sockaddr* name, socklen_t* name_size) {
  return answer(recvfrom(fd, bytes, size, flags, name, name_size));
}
IMPORTED(__syscall_sendto)
int door_sendto(int fd, const void* bytes, size_t size, int flags, const struct sockaddr* name, socklen_t name_size) {
  return answer(sendto(fd, bytes, size, flags, name, name_size));
}
IMPORTED(__syscall_recvmsg) int door_recvmsg(int fd, struct msghdr* message, int flags, int d, int e, int f) {
  return answer(recvmsg(fd, message, flags));
}
IMPORTED(__syscall_sendmsg) int door_sendmsg(int fd, const struct msghdr* message, int flags, int d, int e, int f) {
  return answer(sendmsg(fd, message, flags));
}
IMPORTED(getaddrinfo)
int door_getaddrinfo(const char* node, const char* service, const struct addrinfo* hints, struct addrinfo** found) {
  return getaddrinfo(node, service, hints, found);
}
IMPORTED(getnameinfo)
int door_getnameinfo(const struct sockaddr* name, socklen_t size, char* host, socklen_t host_size, char* service,
                     socklen_t service_size, int flags) {
  return getnameinfo(name, size, host, host_size, service, service_size, flags);
}
IMPORTED(getprotobyname) struct protoent* door_getprotobyname(const char* name) { return getprotobyname(name); }

// --- processes ---

IMPORTED(proc_exit) _Noreturn void door_proc_exit(int status) { _exit(status); }
IMPORTED(exit) _Noreturn void door_exit(int status) { _exit(status); }
IMPORTED(_abort_js) _Noreturn void door_abort(void) { abort(); }
IMPORTED(__assert_fail)
_Noreturn void door_assert(const char* condition, const char* file, int line, const char* function) { abort(); }
IMPORTED(__call_sighandler) void door_call_handler(void (*handler)(int), int number) { handler(number); }
IMPORTED(_emscripten_system) int door_system(const char* command) {
  // Python changes that of its own C library.
  environ = *python_environ();
  return system(command);
}
IMPORTED(_emscripten_get_progname) void door_progname(char* to, int size) { strlcpy(to, "python3", size); }
IMPORTED(_setitimer_js) int door_setitimer(int which, double after) { return -foreign_errno(ENOSYS); }
IMPORTED(environ_sizes_get) int door_environ_sizes(size_t* count, size_t* bytes) {
  *count = *bytes = 0;
  return 0;
}
IMPORTED(environ_get) int door_environ(char** variables, char* bytes) { return 0; }
IMPORTED(random_get) int door_random(void* bytes, size_t size) {
  if (!interpreter_is_made) {
    memset(bytes, 1, size);
    return 0;
  }
  for (size_t done = 0; done < size;) {
    const ssize_t got = syscall(SYS_getrandom, (char*)bytes + done, size - done, 0);
    if (got < 0) return failure(-1);
    done += got;
  }
  return 0;
}
IMPORTED(emscripten_runtime_keepalive_push) void door_keep(void) {}
IMPORTED(emscripten_runtime_keepalive_pop) void door_unkeep(void) {}
IMPORTED(_emscripten_runtime_keepalive_clear) void door_keep_none(void) {}
IMPORTED(_Py_emscripten_runtime) char* door_runtime(void) { return NULL; }
// Python asks now and then while it computes. Handlers run at any call of the kernel's.
IMPORTED(_Py_CheckEmscriptenSignals_Helper) int door_signals(void) {
  if (interpreter_is_made) (void)getppid();
  return 0;
}
IMPORTED(_try_fcntl64) int door_own_fcntl(int fd, int command, int argument, int* result) { return 0; }
IMPORTED(_try_shutdown) int door_own_shutdown(int fd, int how, int* result) { return 0; }
IMPORTED(can_run_sync_js) int door_can_run_sync(void) { return 0; }
