// Accounts for the space of one file system against its sandbox's limits: its tree, and data that only snapshots keep.
//
// All data is born in an epoch, and a snapshot ends the epoch. The snapshots form a tree of versions. One leaf still
// changes: the file system itself. A version comes from the snapshot that was taken before it, or from the one that was
// restored. Data that was born since the last version belongs to the tree alone, and is free when the tree drops it.
// All other data also belongs to that version, and counts while a snapshot has it. For each version the ledger knows
// how much was born since its parent, and how much of the data that died was first in which version. So dropping a
// version gives back exactly the data that no other version has, without a look at any file.
//
// A version from which several others come is not known so exactly. It is kept, and counts, until at most one does.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "kernel/resources/accounting.h"

namespace wasmsand {

using Epoch = uint64_t;
inline constexpr Epoch kBaseEpoch = 0;  // of what belongs to a base image, and counts for nobody

struct Space {
  uint64_t bytes = 0, inodes = 0;
  Space& operator+=(const Space& more) {
    bytes += more.bytes;
    inodes += more.inodes;
    return *this;
  }
  friend Space operator-(const Space& a, const Space& b) { return {a.bytes - b.bytes, a.inodes - b.inodes}; }
  friend bool operator==(const Space&, const Space&) = default;
};

class SpaceLedger {
 public:
  explicit SpaceLedger(Accounting& accounting) : accounting_(accounting) {}
  ~SpaceLedger();
  SpaceLedger(const SpaceLedger&) = delete;
  SpaceLedger& operator=(const SpaceLedger&) = delete;

  Accounting& accounting() const { return accounting_; }
  // The data of the tree itself, and the further data that counts because snapshots have it.
  const Space& tree() const { return size_; }
  Space only_in_snapshots() const;
  size_t versions() const { return versions_.size(); }

  // The epoch in which new data is born.
  Epoch now() const { return now_; }
  // Whether data born then is in a snapshot that the tree comes from.
  bool held(Epoch born) const { return tree_.parent != nullptr && born <= tree_.parent->epoch; }
  // Whether the same snapshots have the data born in the two epochs.
  bool alike(Epoch a, Epoch b) const { return first_with(a) == first_with(b); }

  Result<void> charge_bytes(uint64_t count);
  void release_bytes(uint64_t count, Epoch born) { release({.bytes = count}, born); }
  // `after` replaces `before`, which was born in that epoch.
  Result<void> exchange_bytes(uint64_t after, uint64_t before, Epoch born);
  Result<void> charge_inode();
  void release(const Space& space, Epoch born);
  // Data born then is about to change in the tree. If a snapshot has the old data, that counts once more, whatever the
  // limit is: before the next snapshot no more than the whole tree can change, and that snapshot is refused past the
  // limit. Returns the epoch of the new data.
  Epoch renew(const Space& space, Epoch born);
  // How far ahead a reserved epoch lies, for a tree that is made elsewhere: each snapshot ends one epoch.
  static constexpr Epoch kFarEpochs = Epoch{1} << 32;
  void begin_epoch(Epoch epoch) { now_ = epoch; }
  // A tree that was made elsewhere, in an epoch that no snapshot has seen, has been added. The caller has checked that
  // there is room for it.
  void adopt(const Space& space, Epoch born);
  // Dropped data, to be freed later without the lock.
  void discard(Ref<RefCounted> memory) { accounting_.discard(std::move(memory)); }
  void discard_shared(Ref<RefCounted> memory) { accounting_.discard_shared(std::move(memory)); }

  // From now on `image` is the present tree.
  void taken(Ref<RefCounted> image);
  // The tree is `image` again, which has `size`; or the image of another file system, whose last epoch is `epoch`: then
  // all of it counts here too, whatever the limit is.
  void restored(const RefCounted* image, const Space& size, Epoch epoch);
  // The snapshot was deleted.
  void dropped(const RefCounted* image);

 private:
  friend class Audit;  // test/audit.h
  struct Version {
    Ref<RefCounted> image;      // null: the tree
    Epoch epoch = 0;            // the last one that it has seen
    Version* parent = nullptr;  // what it comes from
    uint32_t children = 0;      // how many come from it
    bool dropped = false;
    Space born;                   // since the parent, and still there
    std::map<Epoch, Space> died;  // since the parent: by the epoch of the version that had it first
  };
  // The first of the tree's versions that had the data born then: its epoch. 0: none.
  Epoch first_with(Epoch born) const;
  Version* find(const RefCounted* image) const;
  void follow_ancestors();
  // Removes a dropped version from which at most one comes, and then the versions above that were kept only for it.
  void settle(Version* version);
  void join(Version& version, Version& child);
  void give_back(const Space& space);
  void add(const Space& space);

  Accounting& accounting_;
  Epoch now_ = kBaseEpoch + 1;
  Space size_;
  Space held_;    // by any snapshot
  Version tree_;  // `born` is what no snapshot has
  std::vector<std::unique_ptr<Version>> versions_;
  std::vector<Epoch> ancestors_;  // of the versions that the tree comes from, the eldest first
};

}  // namespace wasmsand
