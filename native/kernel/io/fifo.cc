#include "kernel/io/fifo.h"

#include "kernel/kernel.h"

namespace wasmsand {

class FifoEnd : public PipeEnd {
 public:
  FifoEnd(FifoTable& table, Node node, Ref<Pipe> pipe, uint32_t flags, std::string path)
      : PipeEnd(std::move(pipe), flags), table_(table), node_(std::move(node)), path_(std::move(path)) {}

  ~FifoEnd() override {
    table_.kernel_.vfs().locks().description_ended(*this);
    if (attached_) pipe_->remove_end(readable(), writable());
    attached_ = false;
    pipe_.reset();
    table_.forget_unused(*node_);
  }

  Result<void> connect(IoContext& context) override {
    bool waits = !(flags_ & kNonBlocking);
    if (writable() && !readable() && pipe_->readers() == 0 && (!waits || !context.process)) return Errno::nxio;
    attach();
    if (!waits || (readable() && writable())) return {};
    Pipe& pipe = *pipe_;
    if (readable()) {
      if (pipe.writers() > 0) return {};
      return await(context, [&pipe, seen = pipe.writer_opens()] { return pipe.writer_opens() != seen; });
    }
    if (pipe.readers() > 0) return {};
    return await(context, [&pipe, seen = pipe.reader_opens()] { return pipe.reader_opens() != seen; });
  }

  Result<Attributes> attributes() override { return node_->fs->attributes(node_->ino); }
  Node node() const override { return *node_; }
  std::string describe() override { return path_; }

 private:
  template <typename Ready>
  Result<void> await(IoContext& context, Ready ready) {
    if (!context.process) return Errno::again;
    WaitQueue* queue = &pipe_->changed();
    return context.process->block(context.lock, {&queue, 1}, 0, ready);
  }

  FifoTable& table_;
  PinnedNode node_;
  std::string path_;
};

Result<Ref<OpenFile>> FifoTable::open(const Node& node, uint32_t flags, std::string path) {
  Ref<Pipe>& pipe = pipes_[Key(node.fs.get(), node.ino)];
  if (!pipe) pipe = make_ref<Pipe>(kernel_);
  return Ref<OpenFile>(make_ref<FifoEnd>(*this, node, pipe, flags, std::move(path)));
}

void FifoTable::forget_unused(const Node& node) {
  auto found = pipes_.find(Key(node.fs.get(), node.ino));
  if (found != pipes_.end() && found->second->unique()) pipes_.erase(found);
}

}  // namespace wasmsand
