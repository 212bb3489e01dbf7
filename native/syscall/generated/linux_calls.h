// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#pragma once

#include <array>
#include <cstdint>

#include "kernel/result.h"
#include "syscall/call_description.h"

namespace wasmsand {

struct LinuxContext;

// The calls that are served. Structs, buffers and strings are addresses in guest memory.
Result<int32_t> sys_getcwd(LinuxContext& context, uint32_t buffer, uint32_t size);
Result<int32_t> sys_eventfd2(LinuxContext& context, uint32_t count, uint32_t flags);
Result<int32_t> sys_epoll_create1(LinuxContext& context, uint32_t flags);
Result<int32_t> sys_epoll_ctl(LinuxContext& context, int32_t epoll, int32_t operation, int32_t fd, uint32_t event);
Result<int32_t> sys_epoll_pwait(LinuxContext& context, int32_t epoll, uint32_t events, int32_t count, int32_t timeout, uint32_t mask, uint32_t size);
Result<int32_t> sys_dup(LinuxContext& context, int32_t fd);
Result<int32_t> sys_dup3(LinuxContext& context, int32_t from, int32_t to, uint32_t flags);
Result<int32_t> sys_fcntl64(LinuxContext& context, int32_t fd, int32_t command, uint32_t argument);
Result<int32_t> sys_inotify_init1(LinuxContext& context, uint32_t flags);
Result<int32_t> sys_inotify_add_watch(LinuxContext& context, int32_t fd, uint32_t path, uint32_t mask);
Result<int32_t> sys_inotify_rm_watch(LinuxContext& context, int32_t fd, int32_t watch);
Result<int32_t> sys_ioctl(LinuxContext& context, int32_t fd, int32_t request, uint32_t argument);
Result<int32_t> sys_flock(LinuxContext& context, int32_t fd, uint32_t operation);
Result<int32_t> sys_mknodat(LinuxContext& context, int32_t directory, uint32_t path, uint32_t mode, uint32_t device);
Result<int32_t> sys_mkdirat(LinuxContext& context, int32_t directory, uint32_t path, uint32_t mode);
Result<int32_t> sys_unlinkat(LinuxContext& context, int32_t directory, uint32_t path, uint32_t flags);
Result<int32_t> sys_symlinkat(LinuxContext& context, uint32_t target, int32_t directory, uint32_t path);
Result<int32_t> sys_linkat(LinuxContext& context, int32_t old_directory, uint32_t old_path, int32_t new_directory, uint32_t new_path, uint32_t flags);
Result<int32_t> sys_statfs64(LinuxContext& context, uint32_t path, uint32_t size, uint32_t result);
Result<int32_t> sys_fstatfs64(LinuxContext& context, int32_t fd, uint32_t size, uint32_t result);
Result<int32_t> sys_truncate64(LinuxContext& context, uint32_t path, int64_t length);
Result<int32_t> sys_ftruncate64(LinuxContext& context, int32_t fd, int64_t length);
Result<int32_t> sys_fallocate(LinuxContext& context, int32_t fd, uint32_t mode, int64_t offset, int64_t length);
Result<int32_t> sys_faccessat(LinuxContext& context, int32_t directory, uint32_t path, uint32_t mode);
Result<int32_t> sys_chdir(LinuxContext& context, uint32_t path);
Result<int32_t> sys_fchdir(LinuxContext& context, int32_t fd);
Result<int32_t> sys_fchmod(LinuxContext& context, int32_t fd, uint32_t mode);
Result<int32_t> sys_fchmodat(LinuxContext& context, int32_t directory, uint32_t path, uint32_t mode);
Result<int32_t> sys_fchownat(LinuxContext& context, int32_t directory, uint32_t path, uint32_t owner, uint32_t group, uint32_t flags);
Result<int32_t> sys_fchown(LinuxContext& context, int32_t fd, uint32_t owner, uint32_t group);
Result<int32_t> sys_openat(LinuxContext& context, int32_t directory, uint32_t path, uint32_t flags, uint32_t mode);
Result<int32_t> sys_close(LinuxContext& context, int32_t fd);
Result<int32_t> sys_pipe2(LinuxContext& context, uint32_t descriptors, uint32_t flags);
Result<int32_t> sys_getdents64(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size);
Result<int32_t> sys_llseek(LinuxContext& context, int32_t fd, int64_t offset, uint32_t result, int32_t whence);
Result<int32_t> sys_read(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size);
Result<int32_t> sys_write(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size);
Result<int32_t> sys_readv(LinuxContext& context, int32_t fd, uint32_t vectors, uint32_t count);
Result<int32_t> sys_writev(LinuxContext& context, int32_t fd, uint32_t vectors, uint32_t count);
Result<int32_t> sys_pread64(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size, int64_t offset);
Result<int32_t> sys_pwrite64(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size, int64_t offset);
Result<int32_t> sys_preadv(LinuxContext& context, int32_t fd, uint32_t vectors, uint32_t count, int64_t offset);
Result<int32_t> sys_pwritev(LinuxContext& context, int32_t fd, uint32_t vectors, uint32_t count, int64_t offset);
Result<int32_t> sys_sendfile64(LinuxContext& context, int32_t out, int32_t in, uint32_t offset, uint32_t count);
Result<int32_t> sys_readlinkat(LinuxContext& context, int32_t directory, uint32_t path, uint32_t buffer, uint32_t size);
Result<int32_t> sys_sync(LinuxContext& context);
Result<int32_t> sys_fsync(LinuxContext& context, int32_t fd);
Result<int32_t> sys_fdatasync(LinuxContext& context, int32_t fd);
Result<int32_t> sys_sync_file_range(LinuxContext& context, int32_t fd, int64_t offset, int64_t length, uint32_t flags);
Result<int32_t> sys_personality(LinuxContext& context, uint32_t persona);
Result<int32_t> sys_exit(LinuxContext& context, int32_t status);
Result<int32_t> sys_exit_group(LinuxContext& context, int32_t status);
Result<int32_t> sys_waitid(LinuxContext& context, int32_t type, int32_t id, uint32_t info, uint32_t options, uint32_t usage);
Result<int32_t> sys_set_tid_address(LinuxContext& context, uint32_t address);
Result<int32_t> sys_getitimer(LinuxContext& context, int32_t which, uint32_t value);
Result<int32_t> sys_setitimer(LinuxContext& context, int32_t which, uint32_t value, uint32_t old);
Result<int32_t> sys_timer_create(LinuxContext& context, int32_t clock, uint32_t event, uint32_t timer);
Result<int32_t> sys_timer_getoverrun(LinuxContext& context, int32_t timer);
Result<int32_t> sys_timer_delete(LinuxContext& context, int32_t timer);
Result<int32_t> sys_sched_setparam(LinuxContext& context, int32_t pid, uint32_t parameter);
Result<int32_t> sys_sched_setscheduler(LinuxContext& context, int32_t pid, int32_t policy, uint32_t parameter);
Result<int32_t> sys_sched_getscheduler(LinuxContext& context, int32_t pid);
Result<int32_t> sys_sched_getparam(LinuxContext& context, int32_t pid, uint32_t parameter);
Result<int32_t> sys_sched_setaffinity(LinuxContext& context, int32_t pid, uint32_t size, uint32_t mask);
Result<int32_t> sys_sched_getaffinity(LinuxContext& context, int32_t pid, uint32_t size, uint32_t mask);
Result<int32_t> sys_sched_yield(LinuxContext& context);
Result<int32_t> sys_sched_get_priority_max(LinuxContext& context, int32_t policy);
Result<int32_t> sys_sched_get_priority_min(LinuxContext& context, int32_t policy);
Result<int32_t> sys_kill(LinuxContext& context, int32_t pid, int32_t signal);
Result<int32_t> sys_tkill(LinuxContext& context, int32_t tid, int32_t signal);
Result<int32_t> sys_tgkill(LinuxContext& context, int32_t group, int32_t tid, int32_t signal);
Result<int32_t> sys_sigaltstack(LinuxContext& context, uint32_t stack, uint32_t old);
Result<int32_t> sys_rt_sigsuspend(LinuxContext& context, uint32_t mask, uint32_t size);
Result<int32_t> sys_rt_sigaction(LinuxContext& context, int32_t signal, uint32_t action, uint32_t old, uint32_t size);
Result<int32_t> sys_rt_sigprocmask(LinuxContext& context, int32_t how, uint32_t set, uint32_t old, uint32_t size);
Result<int32_t> sys_rt_sigpending(LinuxContext& context, uint32_t set, uint32_t size);
Result<int32_t> sys_rt_sigqueueinfo(LinuxContext& context, int32_t pid, int32_t signal, uint32_t info);
Result<int32_t> sys_setpriority(LinuxContext& context, int32_t which, int32_t who, int32_t priority);
Result<int32_t> sys_getpriority(LinuxContext& context, int32_t which, int32_t who);
Result<int32_t> sys_setregid(LinuxContext& context, uint32_t real, uint32_t effective);
Result<int32_t> sys_setgid(LinuxContext& context, uint32_t id);
Result<int32_t> sys_setreuid(LinuxContext& context, uint32_t real, uint32_t effective);
Result<int32_t> sys_setuid(LinuxContext& context, uint32_t id);
Result<int32_t> sys_setresuid(LinuxContext& context, uint32_t real, uint32_t effective, uint32_t saved);
Result<int32_t> sys_getresuid(LinuxContext& context, uint32_t real, uint32_t effective, uint32_t saved);
Result<int32_t> sys_setresgid(LinuxContext& context, uint32_t real, uint32_t effective, uint32_t saved);
Result<int32_t> sys_getresgid(LinuxContext& context, uint32_t real, uint32_t effective, uint32_t saved);
Result<int32_t> sys_setfsuid(LinuxContext& context, uint32_t id);
Result<int32_t> sys_setfsgid(LinuxContext& context, uint32_t id);
Result<int32_t> sys_times(LinuxContext& context, uint32_t result);
Result<int32_t> sys_setpgid(LinuxContext& context, int32_t pid, int32_t group);
Result<int32_t> sys_getpgid(LinuxContext& context, int32_t pid);
Result<int32_t> sys_getsid(LinuxContext& context, int32_t pid);
Result<int32_t> sys_setsid(LinuxContext& context);
Result<int32_t> sys_getgroups(LinuxContext& context, int32_t count, uint32_t groups);
Result<int32_t> sys_setgroups(LinuxContext& context, int32_t count, uint32_t groups);
Result<int32_t> sys_uname(LinuxContext& context, uint32_t result);
Result<int32_t> sys_getrusage(LinuxContext& context, int32_t who, uint32_t result);
Result<int32_t> sys_umask(LinuxContext& context, uint32_t mask);
Result<int32_t> sys_prctl(LinuxContext& context, int32_t option, uint32_t argument2, uint32_t argument3, uint32_t argument4, uint32_t argument5);
Result<int32_t> sys_getcpu(LinuxContext& context, uint32_t cpu, uint32_t node, uint32_t cache);
Result<int32_t> sys_getpid(LinuxContext& context);
Result<int32_t> sys_getppid(LinuxContext& context);
Result<int32_t> sys_getuid(LinuxContext& context);
Result<int32_t> sys_geteuid(LinuxContext& context);
Result<int32_t> sys_getgid(LinuxContext& context);
Result<int32_t> sys_getegid(LinuxContext& context);
Result<int32_t> sys_gettid(LinuxContext& context);
Result<int32_t> sys_sysinfo(LinuxContext& context, uint32_t result);
Result<int32_t> sys_socket(LinuxContext& context, int32_t family, uint32_t type, int32_t protocol);
Result<int32_t> sys_socketpair(LinuxContext& context, int32_t family, uint32_t type, int32_t protocol, uint32_t descriptors);
Result<int32_t> sys_bind(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length);
Result<int32_t> sys_listen(LinuxContext& context, int32_t fd, int32_t backlog);
Result<int32_t> sys_accept(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length);
Result<int32_t> sys_connect(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length);
Result<int32_t> sys_getsockname(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length);
Result<int32_t> sys_getpeername(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length);
Result<int32_t> sys_sendto(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size, uint32_t flags, uint32_t address, uint32_t length);
Result<int32_t> sys_recvfrom(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size, uint32_t flags, uint32_t address, uint32_t length);
Result<int32_t> sys_setsockopt(LinuxContext& context, int32_t fd, int32_t level, int32_t option, uint32_t value, uint32_t length);
Result<int32_t> sys_getsockopt(LinuxContext& context, int32_t fd, int32_t level, int32_t option, uint32_t value, uint32_t length);
Result<int32_t> sys_shutdown(LinuxContext& context, int32_t fd, int32_t how);
Result<int32_t> sys_sendmsg(LinuxContext& context, int32_t fd, uint32_t message, uint32_t flags);
Result<int32_t> sys_recvmsg(LinuxContext& context, int32_t fd, uint32_t message, uint32_t flags);
Result<int32_t> sys_readahead(LinuxContext& context, int32_t fd, int64_t offset, uint32_t count);
Result<int32_t> sys_brk(LinuxContext& context, uint32_t size);
Result<int32_t> sys_execve(LinuxContext& context, uint32_t path, uint32_t arguments, uint32_t environment);
Result<int32_t> sys_fadvise64_64(LinuxContext& context, int32_t fd, int64_t offset, int64_t length, int32_t advice);
Result<int32_t> sys_accept4(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length, uint32_t flags);
Result<int32_t> sys_session_receive(LinuxContext& context, uint32_t buffer, uint32_t size, uint32_t resume, uint32_t argument, uint32_t stack);
Result<int32_t> sys_session_reply(LinuxContext& context, uint32_t buffer, uint32_t size);
Result<int32_t> sys_wait4(LinuxContext& context, int32_t pid, uint32_t status, uint32_t options, uint32_t usage);
Result<int32_t> sys_prlimit64(LinuxContext& context, int32_t pid, int32_t resource, uint32_t limit, uint32_t old);
Result<int32_t> sys_syncfs(LinuxContext& context, int32_t fd);
Result<int32_t> sys_sendmmsg(LinuxContext& context, int32_t fd, uint32_t messages, uint32_t count, uint32_t flags);
Result<int32_t> sys_renameat2(LinuxContext& context, int32_t old_directory, uint32_t old_path, int32_t new_directory, uint32_t new_path, uint32_t flags);
Result<int32_t> sys_getrandom(LinuxContext& context, uint32_t buffer, uint32_t size, uint32_t flags);
Result<int32_t> sys_execveat(LinuxContext& context, int32_t directory, uint32_t path, uint32_t arguments, uint32_t environment, uint32_t flags);
Result<int32_t> sys_membarrier(LinuxContext& context, int32_t command, uint32_t flags, int32_t cpu);
Result<int32_t> sys_copy_file_range(LinuxContext& context, int32_t in, uint32_t in_offset, int32_t out, uint32_t out_offset, uint32_t count, uint32_t flags);
Result<int32_t> sys_preadv2(LinuxContext& context, int32_t fd, uint32_t vectors, uint32_t count, int64_t offset, uint32_t flags);
Result<int32_t> sys_pwritev2(LinuxContext& context, int32_t fd, uint32_t vectors, uint32_t count, int64_t offset, uint32_t flags);
Result<int32_t> sys_statx(LinuxContext& context, int32_t directory, uint32_t path, uint32_t flags, uint32_t mask, uint32_t result);
Result<int32_t> sys_clock_gettime64(LinuxContext& context, int32_t clock, uint32_t time);
Result<int32_t> sys_clock_settime64(LinuxContext& context, int32_t clock, uint32_t time);
Result<int32_t> sys_clock_getres_time64(LinuxContext& context, int32_t clock, uint32_t resolution);
Result<int32_t> sys_clock_nanosleep_time64(LinuxContext& context, int32_t clock, uint32_t flags, uint32_t request, uint32_t remaining);
Result<int32_t> sys_timer_gettime64(LinuxContext& context, int32_t timer, uint32_t value);
Result<int32_t> sys_timer_settime64(LinuxContext& context, int32_t timer, uint32_t flags, uint32_t value, uint32_t old);
Result<int32_t> sys_utimensat_time64(LinuxContext& context, int32_t directory, uint32_t path, uint32_t times, uint32_t flags);
Result<int32_t> sys_pselect6_time64(LinuxContext& context, int32_t count, uint32_t read, uint32_t write, uint32_t except, uint32_t timeout, uint32_t mask);
Result<int32_t> sys_ppoll_time64(LinuxContext& context, uint32_t descriptors, uint32_t count, uint32_t timeout, uint32_t mask, uint32_t size);
Result<int32_t> sys_rt_sigtimedwait_time64(LinuxContext& context, uint32_t set, uint32_t info, uint32_t timeout, uint32_t size);
Result<int32_t> sys_futex_time64(LinuxContext& context, uint32_t address, uint32_t operation, uint32_t value, uint32_t timeout, uint32_t address2, uint32_t value3);
Result<int32_t> sys_close_range(LinuxContext& context, uint32_t first, uint32_t last, uint32_t flags);
Result<int32_t> sys_faccessat2(LinuxContext& context, int32_t directory, uint32_t path, uint32_t mode, uint32_t flags);

struct LinuxCall {
  CallDescription description;
  Result<int32_t> (*handler)(LinuxContext&, const std::array<uint32_t, 6>&) = nullptr;  // null: answers `refusal`
  Errno refusal = Errno::nosys;
  bool restart = false;  // SA_RESTART issues it again
};

// Null for a number Linux does not have or wasmsand does not know.
const LinuxCall* find_linux_call(uint32_t number);

}  // namespace wasmsand
