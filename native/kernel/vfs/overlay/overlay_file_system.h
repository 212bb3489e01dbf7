// A folder of the host with changes on top that the host does not see: copy on write, as Linux's overlayfs.
//
// The lower layer is the folder, read-only. The upper layer has files of the sandbox, which count against its limits:
// changed and new files; directories of the same name that hold such files; and for each removed name of the folder a
// *whiteout*, a device 0:0. A new directory over a lower one is opaque: it hides all of that, for only copied-up inodes
// have a lower part (`below_`). As with overlayfs, a directory of the folder cannot be renamed (EXDEV: mv copies it), a
// file that was open for reading when it is copied up still shows the lower content, and later changes in the host's
// folder show where the upper layer has nothing.
//
// Inode numbers: files of the lower layer keep theirs; new and copied-up files have the number of the upper layer with
// a bit set. A caller that saw a file before it was copied up may still use the old number.
#pragma once

#include <list>
#include <unordered_map>

#include "kernel/seeded_hash.h"
#include "kernel/vfs/host/host_file_system.h"
#include "kernel/vfs/memory_file_system.h"
#include "kernel/vfs/overlay/overlay_change.h"

namespace wasmsand {

class OverlayFileSystem final : public FileSystem {
 public:
  OverlayFileSystem(KernelMutex& mutex, Accounting& accounting, Ref<HostFileSystem> below, uint32_t device);
  // Called when it is unmounted: frees the upper layer.
  void discard();

  // The files of the upper layer in the order of a walk, with paths relative to the root, down to PATH_MAX. E2BIG.
  Result<std::vector<OverlayChange>> changes();
  // Applies changes to the folder and removes them here; `only`: those at and below these paths. After an error the
  // earlier changes stay applied. FIFOs and sockets are skipped.
  Result<void> commit(const std::vector<std::string>* only);

  const char* type_name() const override { return "overlay"; }
  Ino root() const override { return below_root_; }
  bool slow() const override { return true; }
  bool in_use(uint64_t watched) const override;

  Result<Ino> lookup(Ino directory, std::string_view name, Process*) override;
  Result<Ino> parent(Ino directory) override;
  Result<std::string> name_of(Ino directory) override;
  InodePlace place_of(Ino ino, const InodePlace& known) override;
  Result<Attributes> attributes(Ino ino) override;
  Result<void> set_attributes(Ino ino, const AttributeChange& change) override;
  Result<std::string> read_link(Ino ino, Process*) override;
  Result<Ino> create(Ino directory, std::string_view name, const NewNode& node) override;
  Result<void> link(Ino directory, std::string_view name, Ino target) override;
  Result<void> unlink(Ino directory, std::string_view name) override;
  Result<void> remove_directory(Ino directory, std::string_view name) override;
  Result<void> rename(Ino from, std::string_view from_name, Ino to, std::string_view to_name) override;
  Result<void> exchange(Ino a, std::string_view a_name, Ino b, std::string_view b_name) override;
  Result<void> detach_tree(Ino directory, std::string_view name) override;
  uint64_t moves() const override { return above_->moves(); }
  Result<size_t> read(Ino ino, uint64_t offset, std::span<std::byte> out) override;
  Result<size_t> write(Ino ino, uint64_t offset, std::span<const std::byte> data) override;
  PreparedBytes prepare(uint64_t offset, std::span<const std::byte> data) const override {
    return above_->prepare(offset, data);
  }
  Result<size_t> write_prepared(Ino ino, uint64_t offset, std::span<const std::byte> data,
                                const PreparedBytes& prepared) override;
  Result<std::optional<BorrowedBytes>> borrow(Ino ino, uint64_t offset, size_t length) override;
  Result<bool> truncate(Ino ino, uint64_t size) override;
  Result<void> allocate(Ino ino, uint64_t offset, uint64_t length, bool keep_size) override;
  Result<uint64_t> punch_hole(Ino ino, uint64_t offset, uint64_t length) override;
  Result<uint64_t> seek_data(Ino ino, uint64_t offset, bool hole) override;
  Result<void> list(Ino directory, uint64_t cookie, Process*,
                    const std::function<bool(const DirectoryEntry&)>& visit) override;
  void pin(Ino ino) override;
  void unpin(Ino ino) override;
  Result<Ref<OpenFile>> open_node(Vfs& vfs, Ino ino, NodePlace place, uint32_t flags, bool created) override;
  Result<Ref<OpenFile>> open_special(Ino, uint32_t, Process*) override { return Ref<OpenFile>(); }
  Result<Ref<Program>> program(Ino ino) override;
  FileSystemUsage usage() override { return above_->usage(); }

 private:
  static constexpr Ino kAbove = Ino{1} << 62;
  // 0: nothing there.
  struct Parts {
    Ino above = 0, below = 0;
  };
  struct Below {
    Ino ino;
    Nanoseconds born;
    Ino shown;
  };
  struct Pin {
    uint32_t count = 0;
    Parts parts;
  };
  struct Listing {
    Ino directory;
    std::vector<DirectoryEntry> entries;
  };
  // A call is under way, so the overlay is in use.
  class Call {
   public:
    explicit Call(OverlayFileSystem& fs) : fs_(&fs) { fs_->calls_++; }
    ~Call() { fs_->calls_--; }

   private:
    const Ref<OverlayFileSystem> fs_;
  };

  Parts parts_of(Ino ino) const;
  Ino number_above(Ino above) const;
  Result<Ino> above_of(Ino ino) const;
  // The lower inode of a name in a directory, even if the upper layer hides it; 0: none.
  Result<Ino> look_below(const Parts& directory, std::string_view name);
  Result<bool> is_whiteout(Ino above);
  Attributes shown(const Parts& parts, Attributes attributes) const;

  Result<Ino> copy_up(Ino ino);
  Result<Ino> copy_one_up(Ino below, Ino parent_above);
  Result<void> copy_data_out(HostFileSystem& folder, Ino above, const host::Handle& file);
  Result<void> copy_data_up(Ino below, Ino above);
  Result<Ino> copy_content_up(Ino below, const Attributes& found);
  void raise(Ino below, Ino above, const Attributes& found);
  Result<void> take_whiteout(Ino above_directory, std::string_view name);
  Result<void> put_whiteout(Ino above_directory, std::string_view name);
  Result<bool> is_empty(Ino directory);
  // Removes the upper files of a directory that shows no entries.
  Result<void> remove_above(Ino parent, std::string_view name, Ino directory);
  void forget(Ino above);
  Result<void> remove_tree(Ino directory, std::string_view name, int depth);
  Result<const Listing*> listing_of(Ino directory, uint64_t cookie);
  Result<void> find_changes(Ino directory, Ino below, const std::string& path, std::vector<OverlayChange>& found);
  Result<void> apply(HostFileSystem& folder, const OverlayChange& change);
  Result<void> apply_file(HostFileSystem& folder, Ino parent, const std::string& name, Ino above,
                          const Attributes& attributes);
  Result<Ino> find_below(std::string_view path);
  void settle(const OverlayChange& change);

  KernelMutex& mutex_;
  const Ref<HostFileSystem> below_;
  const Ref<MemoryFileSystem> above_;
  const Ref<FileSystemImage> nothing_;
  const Ino below_root_;
  const uint32_t device_;
  Ino tree_ = 0, work_ = 0;  // directories of `above_`: what shows, and what is being copied
  uint64_t copies_ = 0;
  std::unordered_map<Ino, Ino, SeededHash> raised_;      // from what lies below to its copy
  std::unordered_map<Ino, Below, SeededHash> below_of_;  // and back; pinned below
  std::unordered_map<Ino, Pin, SeededHash> pins_;
  std::list<Listing> listings_;  // the last one first
  uint32_t calls_ = 0;
};

}  // namespace wasmsand
