// /dev: null, zero, full, random, urandom, tty, ptmx, and the links to /proc/self/fd.
#pragma once

#include "kernel/vfs/file_system.h"

namespace wasmsand {

class Accounting;
class MemoryFileSystem;
class PtyFileSystem;
class Vfs;

Ref<FileSystem> make_device_file_system(Vfs& vfs, Ref<PtyFileSystem> terminals);

// An empty file system for /dev/shm (mode 1777), counted against the sandbox's limits like the root.
Ref<MemoryFileSystem> make_shared_memory_file_system(Accounting& accounting);

}  // namespace wasmsand
