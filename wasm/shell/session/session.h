// The session shell: serves the host's requests one after the other until there are no more. Between two it may be put
// aside by the kernel, as an image of its memory, and goes on where it waits for the next.
#pragma once

namespace shell {

class Shell;

[[noreturn]] void run_session(Shell& shell);

}  // namespace shell
