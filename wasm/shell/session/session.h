// The session shell: serves the host's requests one after the other until there are no more.
#pragma once

namespace shell {

class Shell;

// The status to exit with.
int run_session(Shell& shell);

}  // namespace shell
