// What every call of either door ends with. Called with the kernel locked.
#pragma once

#include "syscall/door.h"

namespace wasmsand {

// Decides what happens next: ask again, leave, run signal handlers, or go on. `error`: of the call, or success;
// `restarts`: SA_RESTART has it issued again after EINTR.
void finish_call(GuestCall& call, Errno error, bool restarts);
void stay_blocked(GuestCall& call);

}  // namespace wasmsand
