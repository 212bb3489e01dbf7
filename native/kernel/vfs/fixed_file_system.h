// A file system with fixed names: nothing can be made, removed or stored in it.
#pragma once

#include "kernel/vfs/file_system.h"

namespace wasmsand {

class FixedFileSystem : public FileSystem {
 public:
  // `touch /dev/null` succeeds and changes nothing.
  Result<void> set_attributes(Ino, const AttributeChange&) override { return {}; }
  Result<Ino> create(Ino, std::string_view, const NewNode&) override { return Errno::perm; }
  Result<void> link(Ino, std::string_view, Ino) override { return Errno::perm; }
  Result<void> unlink(Ino, std::string_view) override { return Errno::perm; }
  Result<void> remove_directory(Ino, std::string_view) override { return Errno::perm; }
  Result<void> rename(Ino, std::string_view, Ino, std::string_view) override { return Errno::perm; }
  Result<void> exchange(Ino, std::string_view, Ino, std::string_view) override { return Errno::perm; }
  Result<size_t> read(Ino, uint64_t, std::span<std::byte>) override { return Errno::inval; }
  Result<size_t> write(Ino, uint64_t, std::span<const std::byte>) override { return Errno::inval; }
  Result<bool> truncate(Ino, uint64_t) override { return Errno::inval; }
  Result<void> allocate(Ino, uint64_t, uint64_t, bool) override { return Errno::nodev; }
  Result<uint64_t> punch_hole(Ino, uint64_t, uint64_t) override { return Errno::nodev; }
  Result<uint64_t> seek_data(Ino, uint64_t, bool) override { return Errno::inval; }
  void pin(Ino) override {}
  void unpin(Ino) override {}
  Result<Ref<Program>> program(Ino) override { return Errno::acces; }
};

}  // namespace wasmsand
