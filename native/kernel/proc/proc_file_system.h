// /proc: processes and facts of the sandbox in Linux's formats. Nothing of the host shows. A room of its own: it tells
// of the whole kernel, and vfs/, which has it mounted, knows only a FileSystem.
#pragma once

#include "kernel/vfs/file_system.h"

namespace wasmsand {

class Kernel;

Ref<FileSystem> make_proc_file_system(Kernel& kernel);

}  // namespace wasmsand
