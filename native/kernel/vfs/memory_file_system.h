// The root file system: inodes in a persistent radix table, so that a snapshot is a copy of one root pointer. Files are
// sequences of reference-counted extents, directories persistent maps.
//
// Against the sandbox's limits count the parts of its own tree that are not in the base image, and the parts that only
// its snapshots have: see space_ledger.h.
#pragma once

#include <unordered_map>

#include "kernel/seeded_hash.h"
#include "kernel/vfs/file_system.h"
#include "kernel/vfs/image.h"
#include "kernel/vfs/space_ledger.h"

namespace wasmsand {

// Inode numbers and an epoch that one file system reserves for a tree that another makes for it.
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

  // O(1): shares every page until one side writes. The data that it keeps counts for this sandbox until the snapshot is
  // dropped.
  Ref<FileSystemImage> snapshot();
  // The same for another sandbox, or for reading: nothing counts here.
  Ref<FileSystemImage> freeze() const;
  // O(1). The tree becomes that of a snapshot, or of another file system's image. Open files stay open; those that the
  // image lacks give ESTALE from then on. Inodes of the image without a name that nobody opens are removed by
  // remove_detached().
  void restore(const Ref<FileSystemImage>& image);
  // The snapshot is no longer needed.
  void drop(const Ref<FileSystemImage>& image) { ledger_.dropped(image.get()); }
  const SpaceLedger& ledger() const { return ledger_; }
  // The base that the tree started from, here or in another sandbox; null: an empty root.
  const Ref<FileSystemImage>& base() const { return base_; }

  // For another file system to make a tree that graft() (state/graft.h) adds to this one. One at a time.
  Plot set_apart();
  // From now on, new inodes are for the file system that has reserved `plot`. ENOSPC when its numbers are used up.
  void make_on(const Plot& plot);
  const std::optional<Plot>& plot() const { return plot_; }

  const char* type_name() const override { return "tmpfs"; }
  Ino root() const override { return kRoot; }
  Result<Ino> lookup(Ino directory, std::string_view name, Process* viewer) override;
  Result<Ino> parent(Ino directory) override;
  Result<std::string> name_of(Ino directory) override;
  InodePlace place_of(Ino ino, const InodePlace& known) override;
  bool reports_ends() const override { return true; }
  void report_ends_to(InodeEnds* ends) override { ends_ = ends; }
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
  // ESTALE: restore() removed it while it was open.
  Result<const Inode*> find(Ino ino) const;
  Result<const Inode*> find_directory(Ino ino) const;
  Result<const Directory::Entry*> find_entry(Ino directory, std::string_view name) const;
  Inode* edit(Ino ino);
  // Prepares a regular file for a change: its bytes are in `content`, and it is no longer a known program. Sets its
  // times. ETXTBSY.
  Result<Inode*> edit_content(Ino ino);
  void touch_directory(Inode& directory);
  void note_read(Ino ino, const Inode& inode);
  BorrowedBytes lend_lazy(const Ref<Program>& program, uint64_t offset, size_t length) const;

  // The name is gone: one link less. The inode ends with its last name, unless it is open.
  void drop_link(Ino ino, const NamePlace& place);
  void destroy(Ino ino);
  // The space that is given back, at least, when one of its names is removed.
  Space freed_without(Ino ino, const Inode& inode) const;
  void moved(Ino ino, const NamePlace& from, const NamePlace& to, std::string_view name);
  // The directory `ino` has lost its name. remove_detached() will empty it.
  void detach(Ino ino);
  // Charges the sandbox. Charges nobody while a base image is built.
  SpaceLedger* payer() { return building_image_ ? nullptr : &ledger_; }
  Result<void> charge_inode(Inode& inode);
  void release_inodes(Inode& inode, uint32_t count);
  bool is_nameless(Ino ino) const { return nameless_.find(ino) != nullptr; }
  // Continues the work that restore() has left. False: nothing is left.
  bool sweep_nameless(int& budget);

  SpaceLedger ledger_;
  InodeEnds* ends_ = nullptr;
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
