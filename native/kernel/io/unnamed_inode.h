// The result of stat for open files without a directory: those that Linux keeps in sockfs, pipefs and anon_inodefs.
#pragma once

#include "kernel/vfs/types.h"

namespace wasmsand {

inline Attributes unnamed_attributes(uint32_t device, FileType type, uint16_t permissions, Ino number,
                                     Nanoseconds created_at) {
  Attributes result;
  result.ino = number;
  result.device = device;
  result.type = type;
  result.permissions = permissions;
  result.uid = result.gid = kUserId;
  result.accessed = result.modified = result.changed = result.born = created_at;
  return result;
}

inline Attributes socket_attributes(Ino number, Nanoseconds created_at) {
  return unnamed_attributes(8, FileType::socket, 0777, number, created_at);
}

inline Attributes pipe_attributes(Ino number, Nanoseconds created_at) {
  return unnamed_attributes(13, FileType::fifo, 0600, number, created_at);
}

// One inode stands for all of them, which has neither a type nor an owner of its own.
inline Attributes anonymous_attributes() {
  Attributes result;
  result.device = 14;
  result.permissions = 0600;
  return result;
}

}  // namespace wasmsand
