// How a state is written down again and again into one place: each time what is new there. A writing is settled before
// the next begins. The tree of the last one that was kept lives as long as it: nothing of that counts for the sandbox.
#pragma once

#include <optional>

#include "kernel/state/written_state.h"
#include "kernel/state/written_tree.h"

namespace wasmsand {

class StateJournal {
 public:
  struct Writing {
    Ref<WrittenState> state;      // the new objects
    std::vector<Digest> dropped;  // those that nothing refers to any more
  };

  Writing write(const Snapshot& snapshot, std::span<const std::byte> host);
  // Whether it is kept: the next is relative to it, or it has not happened. What goes with that may take long to free.
  [[nodiscard]] Ref<RefCounted> settle(bool kept);
  // What is kept is what a state was read from, or nothing.
  [[nodiscard]] Ref<RefCounted> begin_from(ReadObjects objects);

 private:
  struct Pending {
    WrittenTree tree;
    bool all_leaves = false;
    std::vector<uint64_t> rewritten;
    ObjectKey root;
    std::vector<ObjectPart> gone;
  };
  void adopt(Pending& pending);

  ObjectLedger ledger_;
  WrittenTree tree_;
  std::optional<ObjectKey> root_;
  std::vector<Digest> strays_;  // kept, and of no use
  std::optional<Pending> pending_;
};

}  // namespace wasmsand
