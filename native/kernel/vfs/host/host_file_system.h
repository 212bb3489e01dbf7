// A folder of the host as a file system of the sandbox: what a mount is.
//
// The folder is opened once. Each call resolves beneath that handle: a directory by the names that lead to it, in one
// call of the host that follows no link, leaves nothing and enters no other mount (host_call.h); an entry by its one
// name. The result is then compared with the known identity. A directory that is no longer at its place counts as
// removed: neither it nor its content can be reached. Links are read, not followed: the Vfs resolves their text in the
// sandbox.
//
// The guest's user stands for the user of the host process: files of that user have uid 1000, files of its groups have
// gid 1000, and all others belong to nobody. Modes are the host's. Guests cannot set set-user-id and set-group-id bits
// of files, and a write clears them. Special files are visible, but cannot be opened: EACCES, as on a file system
// without devices; ENXIO for sockets.
//
// For kTrusted, guests see the last known place and search permission of a directory, unless this file system has
// changed them. Otherwise a tool that works on thousands of files of a directory would check the way there thousands of
// times.
//
// All functions are called with the kernel locked, and release the lock while they wait for the host. So a caller must
// not rely on data that others may remove meanwhile. parent() and name_of() keep the lock. A thread that waits for a
// disk cannot be killed until the disk answers.
#pragma once

#include <array>
#include <atomic>

#include "kernel/io/open_file.h"
#include "kernel/vfs/host/host_nodes.h"
#include "kernel/vfs/host/host_program.h"
#include "kernel/vfs/vfs.h"

namespace wasmsand {

class HostFileSystem final : public FileSystem {
 public:
  // How many of its files and directories may be open at a time: ENFILE.
  static constexpr uint32_t kOpenMax = 1024;
  // Shorter than the time to tell a guest of a change by other means.
  static constexpr Nanoseconds kTrusted = 200 * kMicrosecond;

  // ENOENT, ENOTDIR, EACCES of the host's folder. Call it without the kernel's lock.
  static Result<Ref<HostFileSystem>> open(KernelMutex& mutex, const std::string& folder, bool read_only);
  // How many bytes may be written through it, including bytes that are overwritten; each new name counts as kMadeBytes.
  // ENOSPC.
  static constexpr uint64_t kMadeBytes = 4096;
  void set_budget(uint64_t bytes) { budget_ = bytes; }
  // Takes up to `wanted` bytes of that budget, and returns how many. Give back the unused part.
  Result<uint64_t> take_budget(uint64_t wanted);
  void return_budget(uint64_t unused) { budget_ += unused; }
  // st_dev of its files.
  void set_device(uint32_t device) { device_ = device; }

  const char* type_name() const override { return "hostfs"; }
  Ino root() const override { return HostNodes::kRoot; }
  bool read_only() const override { return read_only_; }
  bool slow() const override { return true; }
  bool in_use(uint64_t watched) const override { return calls_ > 0 || nodes_.pinned() > watched; }

  Result<Ino> lookup(Ino directory, std::string_view name, Process*) override;
  Result<Ino> lookup_to_pass(Ino directory, std::string_view name, Process*) override;
  Result<Attributes> attributes_to_pass(Ino directory) override;
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
  Result<bool> truncate(Ino ino, uint64_t size) override;
  Result<uint64_t> seek_data(Ino ino, uint64_t offset, bool hole) override;
  Result<void> list(Ino directory, uint64_t cookie, Process*,
                    const std::function<bool(const DirectoryEntry&)>& visit) override;
  void pin(Ino ino) override { nodes_.pin(ino); }
  void unpin(Ino ino) override { nodes_.unpin(ino); }
  Result<Ref<OpenFile>> open_node(Vfs& vfs, Ino ino, NodePlace place, uint32_t flags, bool created) override;
  Result<Ref<OpenFile>> open_special(Ino, uint32_t, Process*) override { return Ref<OpenFile>(); }
  Result<Ref<Program>> program(Ino ino) override;
  FileSystemUsage usage() override;

  // Files are read and written by their descriptions (host_file.h), which have descriptors of their own.
  Result<size_t> read(Ino, uint64_t, std::span<std::byte>) override { return Errno::inval; }
  Result<size_t> write(Ino, uint64_t, std::span<const std::byte>) override { return Errno::inval; }
  Result<void> allocate(Ino, uint64_t, uint64_t, bool) override { return Errno::inval; }
  Result<uint64_t> punch_hole(Ino, uint64_t, uint64_t) override { return Errno::inval; }

  // Calls the host, without the lock.
  template <typename Ask>
  auto outside(Ask ask) {
    const Ref<HostFileSystem> keep(this);
    if (created_.handle) mutex_.discards.push_back(std::exchange(created_.handle, {}));
    calls_++;
    auto answer = [&] {
      if (mutex_.holder == nullptr) return ask();  // in tests
      Unlocked unlocked(*mutex_.holder);
      return ask();
    }();
    calls_--;
    return answer;
  }
  // For an overlay (overlay/overlay_file_system.h): the same folder, writable; a file opened for reading, either as
  // `shown` or for the overlay itself; a new file, open.
  Ref<HostFileSystem> writable();
  Result<Ref<OpenFile>> open_as(Node shown, Vfs& vfs, Ino ino, NodePlace place, uint32_t flags);
  Result<Ref<host::Handle>> open_to_read(Ino ino);
  Result<Ref<host::Handle>> take_created(Ino ino);
  // The count of open files, for descriptions.
  Attributes shown(const host::Status& found);
  // The time of an observation, 0: never. It counts as current for kTrusted, if no other thread had the lock meanwhile.
  struct Moment {
    uint64_t tenure = 0;
    Nanoseconds since = 0;
  };
  // The attributes of a file when it was opened.
  struct Finding : Moment {
    Attributes attributes;
  };
  // If so, until the next time that the lock is taken as well.
  bool undisturbed(Moment& moment) const;
  bool still(Moment& moment) const;
  Result<void> list_from(const host::Handle& listing, uint64_t cookie,
                         const std::function<bool(const DirectoryEntry&)>& visit, size_t room = host::kListedAtOnce);
  // Counts one more that is open: ENFILE.
  Result<void> count_open();
  void closed(Ref<host::Handle> handle);

 private:
  // The way into a directory, after the lock is released.
  struct Link {
    Ref<host::Handle> in;
    std::string name;
    host::Identity identity;
  };
  struct Way {
    Ref<host::Handle> root;
    Ref<host::Handle> handle;  // null: there is none yet
    bool fresh;                // found where it should be since the lock was taken, or not long ago
    Nanoseconds since;         // when looking begins
    std::vector<Link> links;   // the names that lead there, each in a directory whose handle is known; else `path`
    std::string path;
    host::Identity identity;
    Ino directory;
  };
  struct Inside {
    Ref<host::Handle> handle;
    std::optional<host::Status> found;  // what was asked on the way
    bool gone = false;
  };

  HostFileSystem(KernelMutex& mutex, Ref<host::Handle> root, const host::Status& found, bool read_only);
  Result<HostNode*> node(Ino ino);
  // Here and below: `now`, a time after the beginning of the call, decides how old the known data is.
  Result<Way> way_to(Ino directory, Nanoseconds now = monotonic_now());
  bool add_links(Way& way);
  [[nodiscard]] bool trusted(const HostNode& directory, Nanoseconds now) const;
  void see(Ino directory, Nanoseconds since, const host::Status& found);
  Ino learn(Ino directory, std::string_view name, Nanoseconds since, const host::Status& found);
  static void directories_changed() { changed_.store(monotonic_now(), std::memory_order_release); }
  static Result<void> enter(const Way& way, Inside& inside);
  void entered(const Way& way, Inside inside);
  // Calls `ask(handle)`, without the lock, for a directory.
  template <typename Ask>
  auto in_directory(Ino directory, Ask ask, Nanoseconds now = monotonic_now())
      -> decltype(ask(std::declval<const host::Handle&>()));
  // The same for two directories.
  template <typename Ask>
  Result<void> in_directories(Ino a, Ino b, Ask ask);
  // Calls `ask(handle)`, without the lock, for any node; the handle is only a reference.
  template <typename Ask>
  auto with_entry(Ino ino, Ask ask) -> decltype(ask(std::declval<const host::Handle&>()));
  Result<void> check_name(std::string_view name) const;
  Result<void> pay_for_name();
  Result<void> check_writable() const { return read_only_ ? Result<void>(Errno::rofs) : Result<void>(); }
  Result<host::Opened> open_file(Ino ino, const NodePlace& place, int flags, Nanoseconds now = monotonic_now());
  bool fresh(Ino ino) const { return known_.tenure == mutex_.tenure && mutex_.holder != nullptr && known_.has(ino); }
  Result<Attributes> attributes_of_directory(Ino ino);
  Attributes note(Ino ino, const host::Status& found);
  Result<void> renamed(Ino from, std::string_view from_name, Ino to, std::string_view to_name, bool exchange);

  // The last time a directory of any mount was moved, removed, or closed to a user.
  static std::atomic<Nanoseconds> changed_;

  KernelMutex& mutex_;
  const Ref<host::Handle> root_;
  const host::Identity identity_;
  const bool read_only_;
  const host::Owner owner_ = host::owner();
  uint32_t device_ = 0;
  uint64_t budget_ = INT64_MAX;
  std::vector<uint64_t> devices_;  // of the host, others than the root's, in the order they were met
  HostNodes nodes_;
  uint32_t calls_ = 0, open_ = 0;
  // The result of the last call, valid while no other thread had the lock.
  struct Known {
    uint64_t tenure = 0;
    Ino directory = 0, node = 0;
    Attributes attributes;  // of `node`
    bool has(Ino ino) const { return ino == directory || ino == node; }
  } known_;
  // A new file, open: its maker may write whatever its mode is.
  struct {
    Ino ino = 0;
    Ref<host::Handle> handle;
  } created_;
  HostPrograms programs_;
};

template <typename Ask>
auto HostFileSystem::in_directory(Ino directory, Ask ask, Nanoseconds now)
    -> decltype(ask(std::declval<const host::Handle&>())) {
  WS_ASSIGN(way, way_to(directory, now));
  Inside inside;
  auto answer = outside([&]() -> decltype(ask(std::declval<const host::Handle&>())) {
    WS_TRY(enter(way, inside));
    return ask(*inside.handle);
  });
  entered(way, std::move(inside));
  return answer;
}

}  // namespace wasmsand
