// Process groups, sessions, stopping and continuing.
#include <signal.h>

#include "conformance.h"

CASE(own_group) {
  SHOW(getpgrp() == getpgid(0));
  SHOW(getpgid(getpid()) == getpgrp());
  SHOW(getpgid(kNoProcess));
  SHOW(IN_SANDBOX(getsid(0) > 0));  // 0: the leader is outside of a container
  SHOW(getsid(kNoProcess));
  SHOW(setpgid(0, kNoProcess));
  SHOW(setpgid(kNoProcess, 0));
  SHOW(setpgid(0, -1));
}

CASE(new_group) {
  pid_t child = fork();
  if (child == 0) {
    SHOW(setpgid(0, 0));
    SHOW(getpgrp() == getpid());
    SHOW(setpgid(0, 0));
    SHOW(setsid());  // a group leader may not
    pid_t grandchild = fork();
    if (grandchild == 0) {
      SHOW(getpgrp() == getppid());
      SHOW(setsid() == getpid());
      SHOW(getpgrp() == getpid());
      SHOW(getsid(0) == getpid());
      SHOW(setpgid(0, 0));
      _exit(0);
    }
    wait_and_show("grandchild", grandchild);
    _exit(0);
  }
  wait_and_show("child", child);
}

CASE(after_exec) {
  int hold[2];
  pipe2(hold, O_CLOEXEC);
  pid_t child = fork();
  if (child == 0) {
    close(hold[0]);
    execl("/bin/sh", "sh", "-c", "sleep 5", (char *)NULL);
    _exit(127);
  }
  close(hold[1]);
  char byte;
  read(hold[0], &byte, 1);  // end of file: the child has execed
  SHOW(setpgid(child, child));
  SHOW(kill(child, SIGKILL));
  wait_and_show("child", child);
}

CASE(signal_to_group) {
  int ready[2];
  pipe(ready);
  pid_t leader = 0;
  for (int i = 0; i < 3; i++) {
    pid_t child = fork();
    if (child == 0) {
      setpgid(0, leader);
      write(ready[1], "r", 1);
      for (;;) pause();
    }
    setpgid(child, leader);
    if (leader == 0) leader = child;
  }
  char byte;
  for (int i = 0; i < 3; i++) read(ready[0], &byte, 1);
  SHOW(killpg(leader, 0));
  SHOW(kill(-leader, SIGTERM));
  int status, killed = 0;
  while (waitpid(-leader, &status, 0) > 0) killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM;
  printf("killed %d %s\n", killed, errno_text(errno));
  SHOW(killpg(leader, SIGTERM));
}

CASE(wait_for_group) {
  pid_t in_group = fork();
  if (in_group == 0) {
    setpgid(0, 0);
    _exit(1);
  }
  setpgid(in_group, in_group);
  pid_t other = fork();
  if (other == 0) _exit(2);
  int status;
  SHOW(waitpid(-in_group, &status, 0) == in_group);
  show_status("in group", status);
  SHOW(waitpid(0, &status, 0) == other);
  show_status("own group", status);
  SHOW(waitpid(0, &status, 0));
}

CASE(stop_and_continue) {
  int ready[2];
  pipe(ready);
  pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);  // with a parent in another group of the session: SIGTSTP does not stop an orphaned group
    write(ready[1], "r", 1);
    for (;;) pause();
  }
  char byte;
  read(ready[0], &byte, 1);
  int status;
  SHOW(kill(child, SIGSTOP));
  SHOW(waitpid(child, &status, WUNTRACED) == child);
  show_status("child", status);
  SHOW(waitpid(child, &status, WUNTRACED | WNOHANG));
  SHOW(kill(child, SIGCONT));
  SHOW(waitpid(child, &status, WCONTINUED) == child);
  show_status("child", status);
  SHOW(kill(child, SIGTSTP));
  siginfo_t info;
  SHOW(waitid(P_PID, child, &info, WSTOPPED));
  printf("stopped %d by %d\n", info.si_code == CLD_STOPPED, info.si_status);
  SHOW(kill(child, SIGTERM));  // waits until it goes on
  SHOW(waitpid(child, &status, WNOHANG));
  SHOW(kill(child, SIGCONT));
  wait_and_show("child", child);
}

CASE(kill_a_stopped_process) {
  pid_t child = fork();
  if (child == 0) {
    raise(SIGSTOP);
    _exit(1);
  }
  int status;
  SHOW(waitpid(child, &status, WUNTRACED) == child);
  SHOW(kill(child, SIGKILL));
  wait_and_show("child", child);
}

static volatile sig_atomic_t child_reports;
static void on_child(int signo) {
  (void)signo;
  child_reports++;
}

CASE(stop_reports) {
  struct sigaction action = {.sa_handler = on_child, .sa_flags = SA_NOCLDSTOP | SA_RESTART};
  sigaction(SIGCHLD, &action, NULL);
  pid_t child = fork();
  if (child == 0) {
    raise(SIGSTOP);
    _exit(3);
  }
  int status;
  SHOW(waitpid(child, &status, WUNTRACED) == child);
  printf("told of the stop %d\n", child_reports);
  kill(child, SIGCONT);
  wait_and_show("child", child);
  printf("told of the end %d\n", child_reports);
}

static volatile sig_atomic_t continued;
static void on_continue(int signo) {
  (void)signo;
  continued = 1;
}

CASE(continue_handler) {
  struct sigaction action = {.sa_handler = on_continue};
  sigaction(SIGCONT, &action, NULL);
  pid_t child = fork();
  if (child == 0) {
    raise(SIGSTOP);
    _exit(continued ? 11 : 12);
  }
  int status;
  waitpid(child, &status, WUNTRACED);
  kill(child, SIGCONT);
  wait_and_show("child", child);
}
