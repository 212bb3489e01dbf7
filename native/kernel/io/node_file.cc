#include "kernel/io/node_file.h"

#include "kernel/kernel.h"

namespace wasmsand {

NodeFile::NodeFile(Kernel& kernel, Node node, NodePlace place, uint32_t flags)
    : OpenFile(flags), kernel_(kernel), node_(std::move(node)), place_(std::move(place)) {}

NodeFile::~NodeFile() { kernel_.vfs().locks().description_ended(*this); }

Result<Attributes> NodeFile::attributes() { return node_->fs->attributes(node_->ino); }

std::string NodeFile::describe() { return kernel_.vfs().path_of(*node_, place_); }

}  // namespace wasmsand
