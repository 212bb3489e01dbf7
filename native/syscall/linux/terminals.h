// ioctl of terminals.
#pragma once

#include "kernel/terminal/terminal_file.h"
#include "syscall/linux/context.h"

namespace wasmsand {

// Errors: ENOTTY – no request of this end, or of a terminal that is not the caller's. EIO – it was hung up, or the
// caller is in the background for good. EPERM, ESRCH, EINVAL – as tcsetpgrp(3) and ioctl_tty(2) say.
Result<int32_t> terminal_request(LinuxContext& context, TerminalFile& file, uint32_t request, uint32_t argument);

}  // namespace wasmsand
