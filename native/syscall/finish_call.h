// What every call of either door ends with.
#pragma once

#include "syscall/door.h"

namespace wasmsand {

// Decides what the guest does next: leave, run signal handlers, or go on. `restartable`: the call answered EINTR and is
// one that SA_RESTART restarts. Called with the kernel locked.
void finish_call(GuestCall& call, bool restartable);

}  // namespace wasmsand
