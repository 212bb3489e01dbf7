// Paths of the guest: relative to a directory descriptor, and not out of it.
#pragma once

#include <string>

#include "syscall/wasi/call.h"

namespace wasmsand::wasi {

// A path argument and the directory it starts from, ready for the Vfs.
struct Path {
  Caller caller;
  std::string text;
};

// Reads the path of `length` bytes at `address`. EINVAL when it holds a NUL, ENAMETOOLONG, ENOTDIR, ENOTCAPABLE for
// missing rights and for paths that leave the directory: absolute ones, too many "..", symlinks that lead out. The root
// directory contains everything, absolute paths too. `follow_last`: whether the call follows a symlink that comes last.
Outcome<Path> read_path(Call& call, uint32_t fd, uint64_t base_rights, uint32_t address, uint32_t length,
                        bool follow_last, uint64_t inheriting_rights = 0);

// The text alone: a symlink's target.
Outcome<std::string> read_path_text(Call& call, uint32_t address, uint32_t length);

// EINVAL for unknown lookupflags.
Outcome<bool> follows(uint32_t lookupflags);

}  // namespace wasmsand::wasi
