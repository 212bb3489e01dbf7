// The state of a sandbox as it was: its files, and its sessions.
#pragma once

#include "kernel/state/session_image.h"
#include "kernel/vfs/image.h"

namespace wasmsand {

struct Snapshot final : RefCounted {
  Ref<FileSystemImage> files;
  // None: the files alone, or there was no session. A null one could not be brought along.
  std::vector<Ref<SessionImage>> sessions;
  int last_pid = 0;  // processes that the sessions may still name had numbers up to it
};

}  // namespace wasmsand
