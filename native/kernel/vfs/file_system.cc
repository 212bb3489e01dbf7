#include "kernel/vfs/file_system.h"

#include "kernel/io/open_file.h"
#include "kernel/vfs/vfs.h"

#include <algorithm>
#include <cstring>

namespace wasmsand {

bool Credentials::in_group(uint32_t group) const {
  return gid == group || std::find(groups.begin(), groups.end(), group) != groups.end();
}

void BorrowedBytes::add(Ref<RefCounted> owner, const std::byte* data, size_t size) {
  if (!data && !pieces.empty() && !pieces.back().data)
    pieces.back().length += size;
  else
    pieces.push_back({std::move(owner), data, size});
  length += size;
}

void BorrowedBytes::copy_to(std::span<std::byte> out, bool zeroed) const {
  for (const Piece& piece : pieces) {
    if (piece.data)
      std::memcpy(out.data(), piece.data, piece.length);
    else if (!zeroed)
      std::memset(out.data(), 0, piece.length);
    out = out.subspan(piece.length);
  }
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): those that open something keep it.
Result<Ref<OpenFile>> FileSystem::open_node(Vfs&, Ino, NodePlace, uint32_t, bool) { return Ref<OpenFile>(); }

Result<Node> FileSystem::jump(Ino, Process*) { return Node{}; }

Result<std::string> FileSystem::name_of(Ino directory) {
  WS_ASSIGN(above, parent(directory));
  std::optional<std::string> found;
  WS_TRY(list(above, 0, nullptr, [&](const DirectoryEntry& entry) {
    if (entry.ino == directory) found = entry.name;
    return !found;
  }));
  if (!found) return Errno::noent;
  return *found;
}

}  // namespace wasmsand
