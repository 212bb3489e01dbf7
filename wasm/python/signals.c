// Handlers run within the next call of the kernel's, whichever that is: often one for the time, just before a wait
// until then. Python looks at what they have noted between its instructions and when a call was interrupted, and would
// sleep on. So the wait that comes next is interrupted, as if the signal had come in the middle: where there is nothing
// to be done, Python waits again for what is left.
#include "door.h"

#include <signal.h>

#include "replaced.h"

// Emscripten's own word for it.
static const sighandler_t foreign_ignore = (sighandler_t)-2;

static sighandler_t handlers[_NSIG];
static volatile sig_atomic_t has_run;

static void run_handler(int number) {
  has_run = 1;
  handlers[number](number);
}

int interrupts_wait(void) {
  if (!has_run) return 0;
  has_run = 0;
  errno = EINTR;
  return 1;
}

static int has_handler(const struct sigaction* action) {
  return !(action->sa_flags & SA_SIGINFO) && action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
}

REPLACES(sigaction) int own_sigaction(int number, const struct sigaction* action, struct sigaction* old) {
  sighandler_t none = SIG_DFL;
  sighandler_t* const handler = number > 0 && number < _NSIG ? &handlers[number] : &none;
  const sighandler_t before = *handler;
  struct sigaction own;
  if (action != NULL) {
    own = *action;
    if (own.sa_handler == foreign_ignore) own.sa_handler = SIG_IGN;
    if (has_handler(&own)) {
      *handler = own.sa_handler;
      own.sa_handler = run_handler;
    }
  }
  const int result = sigaction(number, action == NULL ? NULL : &own, old);
  if (result != 0) {
    *handler = before;
  } else if (old != NULL && old->sa_handler == run_handler) {
    old->sa_handler = before;
  } else if (old != NULL && old->sa_handler == SIG_IGN) {
    old->sa_handler = foreign_ignore;
  }
  return told(result);
}

REPLACES(signal) sighandler_t own_signal(int number, sighandler_t handler) {
  const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  struct sigaction old;
  return own_sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}
