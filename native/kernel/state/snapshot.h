// The state of a sandbox as it was: its files, and its session.
#pragma once

#include "kernel/state/session_image.h"
#include "kernel/vfs/image.h"

namespace wasmsand {

struct Snapshot final : RefCounted {
  Ref<FileSystemImage> files;
  Ref<SessionImage> session;  // null: the files alone, or there was no shell
  int last_pid = 0;           // processes that the session may still name had numbers up to it
};

}  // namespace wasmsand
