// Signals: dispositions, masks, pending sets, interruption, timers.
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>

#include "conformance.h"

static volatile sig_atomic_t caught, times_caught;
static char order[64];
static void note(int signo) {
  caught = signo;
  times_caught++;
}
static void note_order(int signo) {
  char text[8];
  snprintf(text, sizeof text, "%d ", signo);
  strcat(order, text);
}
static void handle(int signo, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigemptyset(&action.sa_mask);
  if (sigaction(signo, &action, NULL) < 0) printf("sigaction %d: %s\n", signo, errno_text(errno));
}
static void block(int signo) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signo);
  sigprocmask(SIG_BLOCK, &set, NULL);
}
static int pending(int signo) {
  sigset_t set;
  sigpending(&set);
  return sigismember(&set, signo);
}

CASE(default_actions) {
  int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGABRT, SIGFPE, SIGKILL, SIGSEGV, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD,
                   SIGURG, SIGWINCH, SIGCONT, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO, SIGSYS, SIGTRAP, SIGBUS, SIGPWR};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
    pid_t child = fork();
    if (child == 0) {
      kill(getpid(), signals[i]);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    printf("%d: ", signals[i]);
    show_status("child", status & ~0x80);
  }
}

CASE(handler) {
  handle(SIGUSR1, note, 0);
  SHOW(raise(SIGUSR1));
  printf("caught %d\n", caught);
  SHOW(kill(getpid(), SIGUSR1));
  printf("times %d\n", times_caught);
  struct sigaction old;
  SHOW(sigaction(SIGUSR1, NULL, &old));
  printf("same %d\n", old.sa_handler == note);
  SHOW(sigaction(SIGKILL, &old, NULL));
  SHOW(sigaction(SIGSTOP, &old, NULL));
  SHOW(sigaction(SIGKILL, NULL, &old));
  SHOW(sigaction(0, &old, NULL));
  SHOW(sigaction(99, &old, NULL));
  SHOW(kill(getpid(), 99));
  SHOW(kill(getpid(), 0));
  SHOW(signal(SIGUSR1, SIG_IGN) == note);
  SHOW(raise(SIGUSR1));
  printf("times %d\n", times_caught);
}

CASE(masks) {
  handle(SIGUSR1, note, 0);
  block(SIGUSR1);
  raise(SIGUSR1);
  raise(SIGUSR1);
  printf("held %d pending %d\n", caught == 0, pending(SIGUSR1));
  sigset_t set;
  sigemptyset(&set);
  SHOW(sigprocmask(SIG_SETMASK, &set, NULL));
  printf("times %d pending %d\n", times_caught, pending(SIGUSR1));
  sigfillset(&set);
  SHOW(sigprocmask(SIG_SETMASK, &set, NULL));
  SHOW(sigprocmask(SIG_BLOCK, NULL, &set));
  printf("KILL %d STOP %d TERM %d\n", sigismember(&set, SIGKILL), sigismember(&set, SIGSTOP), sigismember(&set, SIGTERM));
  SHOW(sigprocmask(77, &set, NULL));
  block(SIGUSR2);
  signal(SIGUSR2, SIG_IGN);
  raise(SIGUSR2);
  printf("ignored stays pending %d\n", pending(SIGUSR2));
}

CASE(several_pending) {
  block(SIGUSR1), block(SIGUSR2), block(SIGTERM), block(SIGHUP);
  handle(SIGUSR1, note_order, 0), handle(SIGUSR2, note_order, 0), handle(SIGTERM, note_order, 0), handle(SIGHUP, note_order, 0);
  raise(SIGTERM), raise(SIGUSR2), raise(SIGHUP), raise(SIGUSR1);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int count = 0;
  for (char *c = order; *c; c++) count += *c == ' ';
  printf("handlers %d\n", count);
}

static void nested(int signo) {
  printf("enter %d\n", signo);
  if (signo == SIGUSR1) raise(SIGUSR2);
  printf("leave %d\n", signo);
}

// sa_mask holds the other signal back until the handler has returned.
CASE(during_handler) {
  struct sigaction action = {.sa_handler = nested};
  sigemptyset(&action.sa_mask);
  sigaction(SIGUSR2, &action, NULL);
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  sigaddset(&action.sa_mask, SIGUSR2);
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
}

static void count_once(int signo) {
  (void)signo;
  times_caught++;
  if (times_caught == 1) {
    raise(SIGUSR1);
    printf("inside %d pending %d\n", times_caught, pending(SIGUSR1));
  }
}

CASE(own_signal_is_blocked) {
  handle(SIGUSR1, count_once, 0);
  raise(SIGUSR1);
  printf("times %d\n", times_caught);
  times_caught = 0;
  handle(SIGUSR1, count_once, SA_NODEFER);
  raise(SIGUSR1);
  printf("times %d\n", times_caught);
}

CASE(reset_hand) {
  handle(SIGUSR1, note, SA_RESETHAND);
  raise(SIGUSR1);
  struct sigaction now;
  sigaction(SIGUSR1, NULL, &now);
  printf("times %d default %d\n", times_caught, now.sa_handler == SIG_DFL);
}

static void with_info(int signo, siginfo_t *info, void *context) {
  (void)context;
  printf("signal %d info %d code %d mine %d uid %d\n", signo, info->si_signo, info->si_code == SI_USER, info->si_pid == getpid(), (int)info->si_uid);
}

CASE(information) {
  struct sigaction action = {.sa_sigaction = with_info, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &action, NULL);
  kill(getpid(), SIGUSR1);
}

// SIGALRM every 30 ms: a single one may come before the call it is to interrupt.
static void tick(int milliseconds) {
  struct itimerval timer = {{0, milliseconds * 1000}, {0, milliseconds * 1000}};
  setitimer(ITIMER_REAL, &timer, NULL);
}

static int told[2];
static void tell(int signo) {
  caught = signo;
  write(told[1], "t", 1);
}

static void interrupted_read(int flags) {
  int ends[2];
  pipe(ends);
  pipe2(told, O_NONBLOCK);
  handle(SIGALRM, tell, flags);
  if (flags & SA_RESTART) {
    if (fork() == 0) {
      char ticks = 0, byte;
      while (ticks < 3) {
        if (read(told[0], &byte, 1) == 1)
          ticks++;
        else
          sleep_ms(1);
      }
      write(ends[1], "late", 4);
      _exit(0);
    }
  }
  tick(30);
  char buffer[8];
  errno = 0;
  ssize_t count = read(ends[0], buffer, sizeof buffer);
  int error = errno;
  tick(0);
  printf("read %zd %s caught %d\n", count, count < 0 ? errno_text(error) : "", caught);
}

CASE(interrupts_read) { interrupted_read(0); }
CASE(restarts_read) { interrupted_read(SA_RESTART); }

CASE(interrupts_sleep) {
  handle(SIGALRM, note, SA_RESTART);
  tick(50);
  struct timespec request = {60, 0}, left = {0, 0};
  SHOW(nanosleep(&request, &left));
  printf("left %d\n", left.tv_sec >= 30 && left.tv_sec < 60);
  SHOW(sleep(60) >= 30);
  SHOW(pause());
}

CASE(interrupts_wait) {
  int hold[2];
  pipe(hold);
  handle(SIGALRM, note, 0);
  pid_t child = fork();
  if (child == 0) {
    char byte;
    close(hold[1]);
    read(hold[0], &byte, 1);
    _exit(5);
  }
  tick(50);
  int status;
  SHOW(waitpid(child, &status, 0));
  tick(0);
  close(hold[1]);
  wait_and_show("child", child);
}

CASE(suspend) {
  handle(SIGUSR1, note, 0);
  block(SIGUSR1);
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    kill(parent, SIGUSR1);
    _exit(0);
  }
  sigset_t none;
  sigemptyset(&none);
  SHOW(sigsuspend(&none));
  printf("caught %d\n", caught == SIGUSR1);
  raise(SIGUSR1);
  printf("mask is back %d\n", pending(SIGUSR1));
  wait_and_show("child", child);
}

CASE(waiting_for_signals) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  sigprocmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR2);
  int signo = 0;
  SHOW(sigwait(&set, &signo));
  printf("got %d\n", signo == SIGUSR2);
  siginfo_t info;
  struct timespec brief = {0, 30000000};
  SHOW(sigtimedwait(&set, &info, &brief));
  if (fork() == 0) {
    sleep_ms(30);
    kill(getppid(), SIGUSR1);
    _exit(0);
  }
  SHOW(sigwaitinfo(&set, &info) == SIGUSR1);
  printf("from another %d\n", info.si_pid != getpid());
  wait(NULL);
}

CASE(alarms) {
  handle(SIGALRM, note, 0);
  SHOW(alarm(10));
  SHOW(alarm(0) > 0);
  struct itimerval timer = {{0, 20000}, {0, 20000}}, now;
  SHOW(setitimer(ITIMER_REAL, &timer, NULL));
  while (times_caught < 3) pause();
  SHOW(getitimer(ITIMER_REAL, &now));
  printf("repeats %d\n", now.it_interval.tv_usec == 20000);
  memset(&timer, 0, sizeof timer);
  SHOW(setitimer(ITIMER_REAL, &timer, NULL));
  SHOW(setitimer(99, &timer, NULL));
  timer.it_value.tv_usec = 2000000;
  SHOW(setitimer(ITIMER_REAL, &timer, NULL));
  pid_t child = fork();
  if (child == 0) {
    signal(SIGALRM, SIG_DFL);
    struct itimerval brief = {{0, 0}, {0, 20000}};
    setitimer(ITIMER_REAL, &brief, NULL);
    for (;;) pause();
  }
  wait_and_show("child", child);
}

// A timer is not inherited by fork but survives exec.
CASE(alarm_inheritance) {
  pid_t child = fork();
  if (child == 0) {
    alarm(1);
    execl("/bin/sh", "sh", "-c", "while :; do sleep 5; done", (char *)NULL);
  }
  wait_and_show("exec", child);
  alarm(100);
  child = fork();
  if (child == 0) _exit(alarm(0));
  wait_and_show("fork", child);
}

static sigjmp_buf jump;
static void leave(int signo) { siglongjmp(jump, signo); }

CASE(jump_out) {
  handle(SIGUSR1, leave, 0);
  volatile int rounds = 0;
  int signo = sigsetjmp(jump, 1);
  printf("returned %d\n", signo == SIGUSR1);
  if (rounds++ < 2) raise(SIGUSR1);
  sigset_t mask;
  sigprocmask(SIG_BLOCK, NULL, &mask);
  printf("unblocked %d\n", !sigismember(&mask, SIGUSR1));
}

CASE(jump_out_of_read) {
  int ends[2];
  pipe(ends);
  handle(SIGALRM, leave, SA_RESTART);
  if (sigsetjmp(jump, 1) == 0) {
    struct itimerval timer = {{0, 0}, {0, 30000}};
    setitimer(ITIMER_REAL, &timer, NULL);
    char byte;
    read(ends[0], &byte, 1);
    printf("not reached\n");
  }
  printf("out\n");
}

static volatile sig_atomic_t children;
static void reap(int signo) {
  (void)signo;
  int saved = errno;
  while (waitpid(-1, NULL, WNOHANG) > 0) children++;
  errno = saved;
}

CASE(child_signals) {
  handle(SIGCHLD, reap, SA_RESTART);
  for (int i = 0; i < 5; i++)
    if (fork() == 0) _exit(i);
  while (children < 5) sleep_ms(5);
  printf("reaped %d\n", children);
  SHOW(waitpid(-1, NULL, 0));
  signal(SIGCHLD, SIG_IGN);
  pid_t child = fork();
  if (child == 0) _exit(0);
  SHOW(waitpid(child, NULL, 0));
}

CASE(handlers_over_exec) {
  handle(SIGUSR1, note, 0);
  signal(SIGUSR2, SIG_IGN);
  block(SIGHUP);
  pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", "kill -USR2 $$; kill -HUP $$; echo ignored and blocked; kill -USR1 $$; echo not reached", (char *)NULL);
    _exit(127);
  }
  wait_and_show("sh", child);
}

CASE(no_such_process) {
  SHOW(kill(kNoProcess, 0));
  SHOW(kill(-kNoProcess, SIGTERM));
  SHOW(IN_SANDBOX(kill(1, 0) < 0 && errno == EPERM));  // a container's may be the same user's
  SHOW(IN_SANDBOX(kill(1, SIGTERM) < 0 && errno == EPERM));
  pid_t child = fork();
  if (child == 0) _exit(0);
  siginfo_t info;
  waitid(P_PID, child, &info, WEXITED | WNOWAIT);
  SHOW(kill(child, SIGTERM));  // a zombie still counts
  wait_and_show("child", child);
  SHOW(kill(child, 0));
}

CASE(abort_and_core) {
  pid_t child = fork();
  if (child == 0) {
    handle(SIGABRT, note, 0);
    abort();
  }
  wait_and_show("abort with handler", child);
  child = fork();
  if (child == 0) {
    block(SIGABRT);
    abort();
  }
  wait_and_show("abort while blocked", child);
}

CASE(queued_values) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  union sigval value = {.sival_int = 42};
  SHOW(sigqueue(getpid(), SIGUSR1, value));
  siginfo_t info;
  SHOW(sigwaitinfo(&set, &info) == SIGUSR1);
  printf("value %d queue %d\n", info.si_value.sival_int, info.si_code == SI_QUEUE);
}

static void with_timer(int signo, siginfo_t *info, void *context) {
  (void)context;
  printf("signal %d from a timer %d value %d\n", signo == SIGUSR1, info->si_code == SI_TIMER, info->si_value.sival_int);
}

CASE(posix_timers) {
  struct sigaction action = {.sa_sigaction = with_timer, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &action, NULL);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value.sival_int = 7};
  timer_t timer, other;
  SHOW(timer_create(CLOCK_MONOTONIC, &event, &timer));
  struct itimerspec setting = {.it_value = {0, 30000000}}, now;
  struct itimerspec minute = {.it_value = {60, 0}};
  SHOW(timer_settime(timer, 0, &minute, NULL));
  SHOW(timer_gettime(timer, &now));
  printf("left %d\n", now.it_value.tv_sec >= 30 && now.it_value.tv_sec <= 60);
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  block(SIGUSR1);  // until the wait, which it could precede
  SHOW(timer_settime(timer, 0, &setting, NULL));
  sigset_t none;
  sigemptyset(&none);
  SHOW(sigsuspend(&none));
  clock_gettime(CLOCK_MONOTONIC, &end);
  long long waited = (end.tv_sec - start.tv_sec) * 1000000000ll + end.tv_nsec - start.tv_nsec;
  printf("waited %d\n", waited >= 30000000);
  SHOW(timer_gettime(timer, &now));
  printf("off %d\n", now.it_value.tv_sec == 0 && now.it_value.tv_nsec == 0);
  signal(SIGALRM, note);
  SHOW(timer_create(CLOCK_REALTIME, NULL, &other));
  setting = (struct itimerspec){{0, 20000000}, {0, 20000000}};
  SHOW(timer_settime(other, 0, &setting, NULL));
  while (times_caught < 3) pause();
  SHOW(timer_delete(other));
  clock_gettime(CLOCK_MONOTONIC, &setting.it_value);
  times_caught = 0;
  SHOW(timer_create(CLOCK_MONOTONIC, NULL, &other));
  setting.it_interval.tv_nsec = 0;
  SHOW(timer_settime(other, TIMER_ABSTIME, &setting, NULL));
  while (times_caught == 0) sleep_ms(1);
  printf("a time that has passed fires at once %d\n", times_caught);
  setting.it_value.tv_nsec = 1000000000;
  SHOW(timer_settime(timer, 0, &setting, NULL));
  SHOW(timer_create(99, &event, &other));
  event.sigev_signo = 99;
  SHOW(timer_create(CLOCK_REALTIME, &event, &other));
  pid_t child = fork();
  if (child == 0) _exit(timer_gettime(timer, &now) < 0 ? 1 : 0);
  wait_and_show("not inherited", child);
}
