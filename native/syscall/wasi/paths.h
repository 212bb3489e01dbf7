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

enum class Concerns : uint8_t {
  file,  // what the path leads to, which must exist
  name,  // an entry of a directory, to be made, moved or removed
};

// Reads the path of `length` bytes at `address`. EINVAL when it holds a NUL, ENAMETOOLONG, ENOTDIR, ENOTCAPABLE for
// missing rights and for paths that leave the directory: absolute ones, too many "..", symlinks that lead out. What
// leaves the preopened "." is still beneath the preopened "/", and the root contains everything. `follow_last`: whether
// the call follows a symlink that comes last.
//
// The public C library (and what is built on it: Rust, Swift, TinyGo) takes "/x" and "x" for the same and sends both to
// "." as "x". So a path that leads nowhere from there is looked for from the root; for a name its directory decides.
Outcome<Path> read_path(Call& call, uint32_t fd, uint64_t base_rights, uint32_t address, uint32_t length,
                        Concerns concerns, bool follow_last, uint64_t inheriting_rights = 0);

// The text alone: a symlink's target.
Outcome<std::string> read_path_text(Call& call, uint32_t address, uint32_t length);

// EINVAL for unknown lookupflags.
Outcome<bool> follows(uint32_t lookupflags);

}  // namespace wasmsand::wasi
