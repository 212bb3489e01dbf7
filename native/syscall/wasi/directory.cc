#include <algorithm>

#include "syscall/generated/abi_structs.h"
#include "syscall/generated/flags.h"
#include "syscall/wasi/call.h"

namespace wasmsand::wasi {

// Fills the buffer to its last byte while entries are left, the last one cut off where need be: fewer bytes than asked
// for mean the end. A program that finds a cut entry asks again from the cookie of the entry before it.
Status fd_readdir(Call& call) {
  WASI_ASSIGN(directory, call.descriptors.directory(call.u32(0), rights::kFdReaddir));
  WASI_ASSIGN(buffer, call.memory().range(call.u32(1), call.u32(2)));
  WASI_TRY(call.memory().range(call.u32(4), 4));
  if (call.u64(3) > INT64_MAX) return status_of(Errno::inval);
  WASI_TRY(directory->seek(static_cast<int64_t>(call.u64(3)), whence::kSet));
  size_t used = 0;
  auto append = [&](const void* data, size_t size) {
    const size_t part = std::min(size, buffer.size() - used);
    if (part > 0) std::memcpy(buffer.data() + used, data, part);
    used += part;
    return part == size;
  };
  IoContext io = call.io();
  // In turns: the buffer may have room for 100 000 entries.
  constexpr size_t kEntriesAtOnce = 1024;
  bool more = true;
  while (more && !call.process().killed) {
    size_t entries = 0;
    bool full = false;
    WASI_TRY(directory->list(io, [&](const DirectoryEntry& entry) {
      if (entries++ == kEntriesAtOnce) return false;
      Dirent dirent{};
      dirent.next = entry.cookie;
      dirent.inode = entry.ino;
      dirent.name_length = static_cast<uint32_t>(entry.name.size());
      dirent.type = filetype_of(entry.type);
      full = !append(&dirent, sizeof dirent) || !append(entry.name.data(), entry.name.size());
      return !full;
    }));
    more = !full && entries > kEntriesAtOnce;
    if (more) call.lock.pass();
  }
  return status_of(call.memory().store(call.u32(4), static_cast<uint32_t>(used)));
}

}  // namespace wasmsand::wasi
