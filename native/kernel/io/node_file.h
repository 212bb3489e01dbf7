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
  Vfs& vfs_;
  PinnedNode node_;

 private:
  NodePlace place_;
};

}  // namespace wasmsand
