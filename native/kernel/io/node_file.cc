#include "kernel/io/node_file.h"

namespace wasmsand {

NodeFile::NodeFile(Vfs& vfs, Node node, NodePlace place, uint32_t flags)
    : OpenFile(flags), vfs_(vfs), node_(std::move(node)), place_(std::move(place)) {}

NodeFile::~NodeFile() { vfs_.locks().description_ended(*this); }

Result<Attributes> NodeFile::attributes() { return node_->fs->attributes(node_->ino); }

std::string NodeFile::describe() { return vfs_.path_of(*node_, place_); }

}  // namespace wasmsand
