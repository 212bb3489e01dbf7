// A description that was made by opening a node of the tree.
#pragma once

#include "kernel/io/open_file.h"
#include "kernel/vfs/vfs.h"

namespace wasmsand {

class NodeFile : public OpenFile {
 public:
  NodeFile(Vfs& vfs, Node node, NodePlace place, uint32_t flags);
  ~NodeFile() override;  // kernel locked: lets go of locks and of the node

  Result<Attributes> attributes() override;
  Node node() const override { return *node_; }
  std::string describe() override;
  const NodePlace* place() const override { return &place_; }

 protected:
  // Tells of bytes that were moved, and passes their number on.
  Result<size_t> told(uint32_t event, Result<size_t> count) {
    if (count.ok() && *count > 0) tell(event);
    return count;
  }
  Result<void> told(uint32_t event, Result<void> done) {
    if (done.ok()) tell(event);
    return done;
  }
  void tell(uint32_t event) {
    if (vfs_.watches().any()) vfs_.tell(*node_, place_, event);
  }

  void tell_closed() { tell(writable() ? abi::kIN_CLOSE_WRITE : abi::kIN_CLOSE_NOWRITE); }

  Vfs& vfs_;
  PinnedNode node_;

 private:
  NodePlace place_;
};

}  // namespace wasmsand
