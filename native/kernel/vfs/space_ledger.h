// What one file system holds of its sandbox's limits: its tree, and what only snapshots of it still have.
//
// Everything is born in an epoch; a snapshot ends one. The snapshots that there are form a tree of versions, whose one
// leaf that still changes is the file system's own: a version comes from the snapshot taken before it, or from that
// which was restored. What was born since the version that the tree comes from is the tree's alone, and free when that
// lets go of it; all else that version has too, and it counts for as long as a snapshot has it. For each version it is
// known how much was born since the one it comes from, and how much died by the version that had it first, so that
// dropping one gives back exactly what no other has, without looking at a single file.
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
  // What the tree itself holds, and what counts besides because snapshots have it.
  const Space& tree() const { return size_; }
  Space only_in_snapshots() const;
  size_t versions() const { return versions_.size(); }

  // What is made now is born in it.
  Epoch now() const { return now_; }
  // Whether what was born then is in a snapshot that the tree comes from.
  bool held(Epoch born) const { return tree_.parent != nullptr && born <= tree_.parent->epoch; }
  // Whether the same snapshots have what was born in the one and in the other.
  bool alike(Epoch a, Epoch b) const { return first_with(a) == first_with(b); }

  Result<void> charge_bytes(uint64_t count);
  void release_bytes(uint64_t count, Epoch born) { release({.bytes = count}, born); }
  // `before`, of that epoch, gives way to `after`.
  Result<void> exchange_bytes(uint64_t after, uint64_t before, Epoch born);
  Result<void> charge_inode();
  void release(const Space& space, Epoch born);
  // What was born then is about to change in the tree. Where a snapshot has it as it was, that counts once more,
  // whatever the limit is: only as much as the tree has can be changed before the next snapshot, and that is refused
  // past the limit. The epoch of what the tree has from now on.
  Epoch renew(const Space& space, Epoch born);
  // How far ahead an epoch lies that is set apart for what is made elsewhere: each snapshot ends one.
  static constexpr Epoch kFarEpochs = Epoch{1} << 32;
  void begin_epoch(Epoch epoch) { now_ = epoch; }
  // What was made elsewhere, in an epoch that no snapshot has seen, has come into the tree. Whether there is room for
  // it has been asked before.
  void adopt(const Space& space, Epoch born);
  // Freed later, without the lock.
  void discard(Ref<RefCounted> memory) { accounting_.discard(std::move(memory)); }
  void discard_shared(Ref<RefCounted> memory) { accounting_.discard_shared(std::move(memory)); }

  // The tree as it is now is `image` from now on.
  void taken(Ref<RefCounted> image);
  // The tree is `image` again, which has `size`; or the image of another file system, whose last epoch is `epoch`: then
  // all of it counts here too, whatever the limit is.
  void restored(const RefCounted* image, const Space& size, Epoch epoch);
  // Nobody can ask for the snapshot any more.
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
  // The version, of those that the tree comes from, that had first what was born then: its epoch. 0: none.
  Epoch first_with(Epoch born) const;
  Version* find(const RefCounted* image) const;
  void follow_ancestors();
  // Unties a dropped version from which at most one comes, and then those above it that were kept only for that.
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
