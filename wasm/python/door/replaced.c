// Functions of CPython's own C library that ours has in a better form: the build gives them these bodies. Emscripten's
// have nobody to ask about processes, signals and users.
#include "door.h"

#include <fcntl.h>
#include <grp.h>
#include <netdb.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "../python.h"

static long told(long result) {
  if (result == -1) *foreign_errno_location() = foreign_errno(errno);
  return result;
}

#define REPLACES(name) __attribute__((export_name("replaced:" #name)))

REPLACES(getpid) int own_getpid(void) { return interpreter_is_made ? getpid() : 2; }
REPLACES(kill) int own_kill(pid_t process, int number) { return told(kill(process, number)); }
REPLACES(killpg) int own_killpg(pid_t group, int number) { return told(killpg(group, number)); }
REPLACES(raise) int own_raise(int number) { return told(raise(number)); }
REPLACES(wait) int own_wait(int* status) { return told(wait(status)); }
REPLACES(waitpid) int own_waitpid(pid_t process, int* status, int options) {
  return told(waitpid(process, status, options));
}
REPLACES(wait3) int own_wait3(int* status, int options, struct rusage* usage) {
  return told(wait3(status, options, usage));
}
REPLACES(wait4) int own_wait4(pid_t process, int* status, int options, struct rusage* usage) {
  return told(wait4(process, status, options, usage));
}
REPLACES(waitid) int own_waitid(idtype_t type, id_t id, siginfo_t* info, int options) {
  return told(waitid(type, id, info, options));
}
REPLACES(fpathconf) long own_fpathconf(int fd, int name) {
  return fcntl(fd, F_GETFD) < 0 ? told(-1) : fpathconf(fd, name);
}
REPLACES(pathconf) long own_pathconf(const char* path, int name) {
  struct stat file;
  if (path == NULL) {
    errno = EBADF;
    return told(-1);
  }
  return stat(path, &file) != 0 ? told(-1) : pathconf(path, name);
}
REPLACES(setsid) int own_setsid(void) { return told(setsid()); }
REPLACES(setpgid) int own_setpgid(pid_t process, pid_t group) { return told(setpgid(process, group)); }
REPLACES(getpgrp) int own_getpgrp(void) { return getpgrp(); }
REPLACES(execv) int own_execv(const char* path, char* const* arguments) {
  return told(execve(path, arguments, *python_environ()));
}
REPLACES(execve) int own_execve(const char* path, char* const* arguments, char* const* variables) {
  return told(execve(path, arguments, variables));
}
REPLACES(fexecve) int own_fexecve(int fd, char* const* arguments, char* const* variables) {
  return told(fexecve(fd, arguments, variables));
}
REPLACES(getrlimit) int own_getrlimit(int resource, struct rlimit* limit) { return told(getrlimit(resource, limit)); }
REPLACES(setrlimit) int own_setrlimit(int resource, const struct rlimit* limit) {
  return told(setrlimit(resource, limit));
}
REPLACES(getrusage) int own_getrusage(int who, struct rusage* usage) { return told(getrusage(who, usage)); }
REPLACES(times) long own_times(struct tms* used) { return told(times(used)); }
REPLACES(getpriority) int own_getpriority(int which, id_t who) { return told(getpriority(which, who)); }
REPLACES(nice) int own_nice(int by) { return told(nice(by)); }
REPLACES(getgroups) int own_getgroups(int count, gid_t* groups) { return told(getgroups(count, groups)); }
REPLACES(getloadavg) int own_getloadavg(double* averages, int count) { return told(getloadavg(averages, count)); }
REPLACES(tcgetpgrp) int own_tcgetpgrp(int fd) { return told(tcgetpgrp(fd)); }
REPLACES(tcsetpgrp) int own_tcsetpgrp(int fd, pid_t group) { return told(tcsetpgrp(fd, group)); }

// Emscripten's own word for it.
static const sighandler_t foreign_ignore = (sighandler_t)-2;

REPLACES(sigaction) int own_sigaction(int number, const struct sigaction* action, struct sigaction* old) {
  struct sigaction own;
  if (action != NULL) {
    own = *action;
    if (own.sa_handler == foreign_ignore) own.sa_handler = SIG_IGN;
  }
  const int result = sigaction(number, action == NULL ? NULL : &own, old);
  if (result == 0 && old != NULL && old->sa_handler == SIG_IGN) old->sa_handler = foreign_ignore;
  return told(result);
}
REPLACES(signal) sighandler_t own_signal(int number, sighandler_t handler) {
  const sighandler_t old = signal(number, handler == foreign_ignore ? SIG_IGN : handler);
  return old == SIG_IGN ? foreign_ignore : (sighandler_t)told((long)old);
}
REPLACES(siginterrupt) int own_siginterrupt(int number, int interrupts) {
  return told(siginterrupt(number, interrupts));
}
REPLACES(sigprocmask) int own_sigprocmask(int how, const sigset_t* set, sigset_t* old) {
  return told(sigprocmask(how, set, old));
}
REPLACES(pthread_sigmask) int own_pthread_sigmask(int how, const sigset_t* set, sigset_t* old) {
  const int error = pthread_sigmask(how, set, old);
  return error == 0 ? 0 : foreign_errno(error);
}
REPLACES(sigpending) int own_sigpending(sigset_t* set) { return told(sigpending(set)); }
REPLACES(sigwait) int own_sigwait(const sigset_t* set, int* number) {
  return sigwait(set, number) == 0 ? 0 : foreign_errno(errno);
}
REPLACES(sigwaitinfo) int own_sigwaitinfo(const sigset_t* set, siginfo_t* info) { return told(sigwaitinfo(set, info)); }
REPLACES(sigtimedwait) int own_sigtimedwait(const sigset_t* set, siginfo_t* info, const struct timespec* timeout) {
  return told(sigtimedwait(set, info, timeout));
}
REPLACES(pause) int own_pause(void) { return told(pause()); }
REPLACES(alarm) unsigned own_alarm(unsigned seconds) { return alarm(seconds); }
REPLACES(setitimer) int own_setitimer(int which, const struct itimerval* timer, struct itimerval* old) {
  return told(setitimer(which, timer, old));
}
REPLACES(getitimer) int own_getitimer(int which, struct itimerval* timer) { return told(getitimer(which, timer)); }

REPLACES(nanosleep) int own_nanosleep(const struct timespec* time, struct timespec* left) {
  return told(nanosleep(time, left));
}
REPLACES(clock_nanosleep)
int own_clock_nanosleep(clockid_t clock, int flags, const struct timespec* time, struct timespec* left) {
  const int error = clock_nanosleep(clock, flags, time, left);
  return error == 0 ? 0 : foreign_errno(error);
}
REPLACES(sleep) unsigned own_sleep(unsigned seconds) { return sleep(seconds); }
REPLACES(usleep) int own_usleep(unsigned microseconds) { return told(usleep(microseconds)); }
REPLACES(clock_gettime) int own_clock_gettime(clockid_t clock, struct timespec* time) {
  if (interpreter_is_made) return told(clock_gettime(clock, time));
  *time = (struct timespec){0};
  return 0;
}
REPLACES(clock_getres) int own_clock_getres(clockid_t clock, struct timespec* time) {
  return told(clock_getres(clock, time));
}
REPLACES(localtime_r) struct tm* own_localtime_r(const time_t* time, struct tm* to) { return localtime_r(time, to); }
REPLACES(gmtime_r) struct tm* own_gmtime_r(const time_t* time, struct tm* to) {
  if (gmtime_r(time, to) == NULL) return NULL;
  // As GNU's C library calls it.
  to->tm_zone = "GMT";
  return to;
}
REPLACES(mktime) time_t own_mktime(struct tm* from) { return mktime(from); }
REPLACES(clock_settime) int own_clock_settime(clockid_t clock, const struct timespec* time) {
  return told(clock_settime(clock, time));
}
REPLACES(clock) long own_clock(void) { return clock(); }

REPLACES(uname) int own_uname(struct utsname* names) { return told(uname(names)); }
REPLACES(gethostname) int own_gethostname(char* name, size_t size) { return told(gethostname(name, size)); }
REPLACES(sysconf) long own_sysconf(int name) { return told(sysconf(name)); }
REPLACES(isatty) int own_isatty(int fd) {
  const int is = isatty(fd);
  if (!is) *foreign_errno_location() = foreign_errno(errno);
  return is;
}
REPLACES(ttyname_r) int own_ttyname_r(int fd, char* name, size_t size) {
  const int error = ttyname_r(fd, name, size);
  return error == 0 ? 0 : foreign_errno(error);
}
REPLACES(link) int own_link(const char* from, const char* to) { return told(link(from, to)); }
REPLACES(linkat) int own_linkat(int from_at, const char* from, int to_at, const char* to, int flags) {
  return told(linkat(from_at, from, to_at, to, flags));
}
REPLACES(mkfifo) int own_mkfifo(const char* path, mode_t mode) { return told(mkfifo(path, mode)); }
REPLACES(pipe2) int own_pipe2(int ends[2], int flags) { return told(pipe2(ends, flags)); }
REPLACES(lockf) int own_lockf(int fd, int operation, off_t size) { return told(lockf(fd, operation, size)); }
REPLACES(select) int own_select(int count, fd_set* read, fd_set* write, fd_set* except, struct timeval* timeout) {
  return told(select(count, read, write, except, timeout));
}
REPLACES(socketpair) int own_socketpair(int family, int type, int protocol, int* pair) {
  return told(socketpair(family, type, protocol, pair));
}
REPLACES(shutdown) int own_shutdown(int fd, int how) { return told(shutdown(fd, how)); }
REPLACES(setsockopt) int own_setsockopt(int fd, int level, int name, const void* value, socklen_t size) {
  return told(setsockopt(fd, level, name, value, size));
}
REPLACES(freeaddrinfo) void own_freeaddrinfo(struct addrinfo* list) { freeaddrinfo(list); }
// As the C library of Linux's distributions says it.
REPLACES(gai_strerror) const char* own_gai_strerror(int error) {
  switch (error) {
    case EAI_BADFLAGS:
      return "Bad value for ai_flags";
    case EAI_NONAME:
      return "Name or service not known";
    case EAI_AGAIN:
      return "Temporary failure in name resolution";
    case EAI_FAIL:
      return "Non-recoverable failure in name resolution";
    case EAI_NODATA:
      return "No address associated with hostname";
    case EAI_FAMILY:
      return "ai_family not supported";
    case EAI_SOCKTYPE:
      return "ai_socktype not supported";
    case EAI_SERVICE:
      return "Servname not supported for ai_socktype";
    case EAI_MEMORY:
      return "Memory allocation failure";
    case EAI_SYSTEM:
      return "System error";
    case EAI_OVERFLOW:
      return "Argument buffer overflow";
    default:
      return "Unknown error";
  }
}
REPLACES(gethostbyname) struct hostent* own_gethostbyname(const char* name) { return gethostbyname(name); }
REPLACES(gethostbyaddr) struct hostent* own_gethostbyaddr(const void* address, socklen_t size, int family) {
  return gethostbyaddr(address, size, family);
}
REPLACES(getservbyname) struct servent* own_getservbyname(const char* name, const char* protocol) {
  return getservbyname(name, protocol);
}
REPLACES(getservbyport) struct servent* own_getservbyport(int port, const char* protocol) {
  return getservbyport(port, protocol);
}
// By Linux's numbers, which are those that Python shows.
REPLACES(Py_GetPlatform) const char* own_platform(void) { return interpreter_is_made ? "linux" : "emscripten"; }
