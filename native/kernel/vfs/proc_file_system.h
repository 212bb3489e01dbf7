// /proc: processes and facts of the sandbox in Linux's formats. Nothing of the host shows.
#pragma once

#include "kernel/vfs/file_system.h"

namespace wasmsand {

class Kernel;

Ref<FileSystem> make_proc_file_system(Kernel& kernel);

}  // namespace wasmsand
