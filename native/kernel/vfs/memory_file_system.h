// The root file system: inodes in a persistent radix table, so that a snapshot is a copy of one root pointer. Files are
// sequences of reference-counted extents, directories persistent maps.
//
// What counts against the sandbox's limits is what its own tree holds beyond the base image, and what only its
// snapshots do: see space_ledger.h.
#pragma once

#include <unordered_map>

#include "kernel/seeded_hash.h"
#include "kernel/vfs/file_system.h"
#include "kernel/vfs/image.h"
#include "kernel/vfs/space_ledger.h"

namespace wasmsand {

// Inode numbers, and an epoch, that one file system has set apart for what another makes in its stead.
struct Plot {
  Ino first = 0;
  int level = 0;  // the numbers are those of one node of the inodes' table, which is so high
  Epoch epoch = 0;
  Space before = {};  // what the other had already
  Ino end() const { return first + RadixTable<Inode>::range(level); }
};

class MemoryFileSystem final : public FileSystem {
 public:
  // Starts as a copy of `base` (null: an empty root directory, mode 0755, owned by root).
  MemoryFileSystem(Accounting& accounting, const Ref<FileSystemImage>& base, uint32_t device);

  // O(1): shares every page until one side writes. What it keeps counts for this sandbox until it is dropped.
  Ref<FileSystemImage> snapshot();
  // The same for another sandbox, or to look at: nothing counts here.
  Ref<FileSystemImage> freeze() const;
  // O(1). The tree is that of a snapshot, or of another file system's image. Open files stay open; those that the image
  // does not have answer ESTALE from then on. What it has without a name, and nobody has opened by the time that
  // remove_detached() comes to it, goes.
  void restore(const Ref<FileSystemImage>& image);
  // The snapshot is not asked for any more.
  void drop(const Ref<FileSystemImage>& image) { ledger_.dropped(image.get()); }
  const SpaceLedger& ledger() const { return ledger_; }
  // What the tree began as, here or where it was before; null: an empty root.
  const Ref<FileSystemImage>& base() const { return base_; }

  // For another file system to make a tree that graft() (state/graft.h) adds to this one. One at a time.
  Plot set_apart();
  // What is made from now on is for the file system that has set `plot` apart. ENOSPC when its numbers are used up.
  void make_on(const Plot& plot);
  const std::optional<Plot>& plot() const { return plot_; }

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
  bool has_detached() const { return !detached_.empty() || !unswept_.empty(); }
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
  friend class Grafting;
  friend class Audit;  // test/audit.h
  static constexpr Ino kRoot = kRootIno;
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
  void drop_link(Ino ino, const NamePlace& place);
  void destroy(Ino ino);
  // What is given back, at least, when one of its names goes.
  Space freed_without(Ino ino, const Inode& inode) const;
  void moved(Ino ino, const NamePlace& from, const NamePlace& to, std::string_view name);
  // The directory `ino`, whose name is gone, is to be emptied by remove_detached().
  void detach(Ino ino);
  // Charges go to the sandbox, and nowhere while a base image is built.
  SpaceLedger* payer() { return building_image_ ? nullptr : &ledger_; }
  Result<void> charge_inode(Inode& inode);
  void release_inodes(Inode& inode, uint32_t count);
  bool is_nameless(Ino ino) const { return nameless_.find(ino) != nullptr; }
  // Goes on with what restore() has left. False: nothing is left.
  bool sweep_nameless(int& budget);

  SpaceLedger ledger_;
  const uint32_t device_;
  bool building_image_ = false;
  Ref<FileSystemImage> base_;
  RadixTable<Inode> inodes_;
  Ino next_ino_ = kRoot + 1;
  std::optional<Plot> plot_;
  uint64_t moves_ = 0;
  std::unordered_map<Ino, uint32_t, SeededHash> pins_, running_;
  RadixTable<Member> nameless_;  // pinned, without a name; and what restore() has left
  const Ref<Member> member_ = make_ref<Member>();
  RadixTable<Member> unswept_;  // of a restored image, those without a name that have still to be looked at
  Ino next_unswept_ = 0;
  std::vector<Ino> detached_;  // directories that are being emptied, each below the one before; pinned
};

}  // namespace wasmsand
