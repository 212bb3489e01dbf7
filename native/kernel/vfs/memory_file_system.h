// The root file system: inodes in a persistent radix table, so that a snapshot is a copy of one root pointer. Files are
// sequences of reference-counted extents, directories persistent maps.
//
// What counts against the sandbox's limits is what its own tree holds beyond the base image: an extent that a snapshot
// shares counts once, in the tree, and is given back when the tree lets go of it.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "kernel/vfs/file_system.h"
#include "kernel/vfs/image.h"
#include "kernel/vfs/space_ledger.h"

namespace wasmsand {

class MemoryFileSystem final : public FileSystem {
 public:
  // Starts as a copy of `base` (null: an empty root directory, mode 0755, owned by root).
  MemoryFileSystem(Accounting& accounting, const Ref<FileSystemImage>& base, uint32_t device);

  // O(1): shares every page until one side writes.
  Ref<FileSystemImage> snapshot();
  // Open files stay open; those that the image does not have answer ESTALE from then on.
  void restore(const Ref<FileSystemImage>& image);

  const char* type_name() const override { return "tmpfs"; }
  Ino root() const override { return kRoot; }
  Result<Ino> lookup(Ino directory, std::string_view name, Process* viewer) override;
  Result<Ino> parent(Ino directory) override;
  Result<std::string> name_of(Ino directory) override;
  Result<Attributes> attributes(Ino ino) override;
  Result<void> set_attributes(Ino ino, const AttributeChange& change) override;
  Result<std::string> read_link(Ino ino, Process* viewer) override;

  Result<Ino> create(Ino directory, std::string_view name, const NewNode& node) override;
  Result<void> link(Ino directory, std::string_view name, Ino target) override;
  Result<void> unlink(Ino directory, std::string_view name) override;
  Result<void> remove_directory(Ino directory, std::string_view name) override;
  Result<void> rename(Ino from, std::string_view from_name, Ino to, std::string_view to_name) override;
  Result<void> exchange(Ino a, std::string_view a_name, Ino b, std::string_view b_name) override;
  uint64_t moves() const override { return moves_; }

  Result<size_t> read(Ino ino, uint64_t offset, std::span<std::byte> out) override;
  Result<size_t> write(Ino ino, uint64_t offset, std::span<const std::byte> data) override;
  PreparedBytes prepare(uint64_t offset, std::span<const std::byte> data) const override;
  Result<size_t> write_prepared(Ino ino, uint64_t offset, std::span<const std::byte> data,
                                const PreparedBytes& prepared) override;
  Result<std::optional<BorrowedBytes>> borrow(Ino ino, uint64_t offset, size_t length) override;
  Ref<Program> unread(Ino ino) const override;
  Result<bool> truncate(Ino ino, uint64_t size) override;
  Result<void> allocate(Ino ino, uint64_t offset, uint64_t length, bool keep_size) override;
  Result<uint64_t> punch_hole(Ino ino, uint64_t offset, uint64_t length) override;
  Result<void> share_content(Ino from, Ino to) override;
  Result<void> detach_tree(Ino directory, std::string_view name) override;
  bool remove_detached() override;
  Result<uint64_t> seek_data(Ino ino, uint64_t offset, bool hole) override;

  Result<void> list(Ino directory, uint64_t cookie, Process* viewer,
                    const std::function<bool(const DirectoryEntry&)>& visit) override;
  void pin(Ino ino) override;
  void unpin(Ino ino) override;
  void begin_running(Ino ino) override { running_[ino]++; }
  void end_running(Ino ino) override;
  Result<Ref<OpenFile>> open_special(Ino ino, uint32_t flags, Process* opener) override;
  Result<Ref<Program>> program(Ino ino) override;
  FileSystemUsage usage() override;

 private:
  friend class ImageBuilder;
  friend class Audit;  // test/audit.h
  static constexpr Ino kRoot = 1;
  static constexpr uint32_t kLinkMax = 65'000;

  void make_root();
  // ESTALE: restore() took it away while it was open.
  Result<const Inode*> find(Ino ino) const;
  Result<const Inode*> find_directory(Ino ino) const;
  Result<const Directory::Entry*> find_entry(Ino directory, std::string_view name) const;
  Inode* edit(Ino ino);
  // A regular file about to change: its bytes in `content`, no longer known as a program. Sets its times. ETXTBSY.
  Result<Inode*> edit_content(Ino ino);
  void touch_directory(Inode& directory);
  void note_read(Ino ino, const Inode& inode);
  BorrowedBytes lend_lazy(const Ref<Program>& program, uint64_t offset, size_t length) const;

  // The name is gone: one link less, and the end of the inode when it was the last and nobody has it open.
  void drop_link(Ino ino);
  void destroy(Ino ino);
  void moved(Ino ino, Ino directory, std::string_view name);
  // The directory `ino`, whose name is gone, is to be emptied by remove_detached().
  void detach(Ino ino);
  // Charges go to the sandbox, and nowhere while a base image is built.
  SpaceLedger* payer() { return building_image_ ? nullptr : &ledger_; }
  Result<void> charge_inode(Inode& inode);
  void release_inodes(Inode& inode, uint32_t count);

  SpaceLedger ledger_;
  const uint32_t device_;
  bool building_image_ = false;
  RadixTable<Inode> inodes_;
  Ino next_ino_ = kRoot + 1;
  uint64_t moves_ = 0;
  std::unordered_map<Ino, uint32_t> pins_, running_;
  std::unordered_set<Ino> nameless_;  // pinned, without a name
  std::vector<Ino> detached_;         // directories that are being emptied, each below the one before; pinned
};

}  // namespace wasmsand
