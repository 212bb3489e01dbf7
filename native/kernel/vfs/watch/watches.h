// Who is told of changes to files: the watches of one sandbox, by inode. A change is told where it happens, with the
// kernel locked: the Vfs and the descriptions of files call Vfs::tell…, but only if there is any watch (any()), so that
// nothing is paid where nobody watches. The events are those of inotify(7).
//
// Watchers are the inotify descriptions of guests (io/inotify.h) and the watches of the host (host_watch.h). A watcher
// keeps what it was told, within bounds, until it is asked.
//
// A watch does not keep a file alive where the file system reports the end of an inode (FileSystem::report_ends_to).
// Elsewhere it pins the inode, so that its number stays.
#pragma once

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/linux_constants.h"
#include "kernel/vfs/file_system.h"

namespace wasmsand {

class Accounting;
class Watcher;

// One inode that a watcher watches. Lies in its watcher, and does not move.
struct Watch {
  Watcher* watcher = nullptr;
  Node node = {};
  uint32_t events = 0;     // the watcher hears of; and flags of its own
  bool recursive = false;  // hears of all that lies below a directory, too
  int number = 0;          // the watcher's own
};

struct FileEvent {
  uint32_t events = 0;         // one of them, perhaps with IN_ISDIR
  std::string_view name = {};  // in the watched directory; a path if it lies deeper; empty: the watched inode itself
  uint32_t cookie = 0;         // the same for both ends of a move
  bool unlinked = false;       // the name was taken from the file, which is still open
};

class Watcher {
 public:
  // May end this watch, and no other.
  virtual void told(Watch& watch, const FileEvent& event) = 0;
  // The inode is gone, or its file system unmounted. Must end the watch.
  virtual void ended(Watch& watch) = 0;
  // Something was changed as a whole, without a word about each file; `replaced`: what is watched may be another inode.
  virtual void lost(bool replaced) = 0;

 protected:
  Watcher() = default;
  ~Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
};

class Watches final : public InodeEnds {
 public:
  static constexpr uint32_t kWatchesMax = 8192;   // as Linux's max_user_watches
  static constexpr uint32_t kInstancesMax = 128;  // as Linux's max_user_instances
  // The memory of the sandbox that one watch counts as.
  static constexpr uint64_t kWatchBytes = 256;

  explicit Watches(Accounting& accounting) : accounting_(accounting) {}

  bool any() const { return count_ > 0; }
  bool any_recursive() const { return recursive_ > 0; }
  // ENOSPC: there are kWatchesMax. ENOMEM.
  Result<void> add(Watch& watch);
  void remove(Watch& watch);
  // EMFILE: there are kInstancesMax descriptions of inotify.
  Result<void> add_instance();
  void remove_instance() { instances_--; }
  Accounting& accounting() { return accounting_; }

  // Tells those that watch this inode; `deeper`: those that hear of what lies below it alone.
  void tell(const Node& node, const FileEvent& event, bool deeper = false);
  uint32_t next_cookie() { return ++cookie_; }
  void inode_ended(const FileSystem& fs, Ino ino) override;
  void unmounted(const FileSystem& fs);
  void lost(bool replaced);
  // How many pins of inodes of `fs` are those of watches.
  uint64_t pins(const FileSystem& fs) const;

  // While it lives the ends of inodes are kept back: Linux tells of them after the links that the inode lost.
  class EndsLater {
   public:
    explicit EndsLater(Watches& watches) : watches_(watches) { watches_.later_++; }
    ~EndsLater() {
      watches_.later_--;
      tell();
    }
    // Tells of what has ended until now.
    void tell() { watches_.tell_ended(); }
    EndsLater(const EndsLater&) = delete;
    EndsLater& operator=(const EndsLater&) = delete;

   private:
    Watches& watches_;
  };

 private:
  using Key = std::pair<const FileSystem*, Ino>;
  void end(const Key& key);
  void tell_ended();
  // Those that watch now. A copy: who is told may end its watch.
  std::vector<Watch*> on(const Key& key) const;
  std::vector<Watch*> all() const;

  Accounting& accounting_;
  std::map<Key, std::vector<Watch*>> by_inode_;
  uint32_t count_ = 0, recursive_ = 0, instances_ = 0, cookie_ = 0, later_ = 0;
  std::vector<Key> ended_;
};

}  // namespace wasmsand
