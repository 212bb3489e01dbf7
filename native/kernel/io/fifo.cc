#include "kernel/io/fifo.h"

#include "kernel/process/process.h"

namespace wasmsand {

class FifoEnd : public PipeEnd {
 public:
  FifoEnd(FifoTable& table, Node node, Ref<Pipe> pipe, uint32_t flags, std::string path)
      : PipeEnd(std::move(pipe), flags), table_(table), node_(std::move(node)), path_(std::move(path)) {}

  ~FifoEnd() override {
    table_.locks_.description_ended(*this);
    if (attached_) pipe_->remove_end(readable(), writable());
    attached_ = false;
    pipe_.reset();
    table_.forget_unused(*node_);
  }

  Result<void> connect(IoContext& context) override {
    const bool waits = !(flags_ & kNonBlocking);
    const Pipe& pipe = *pipe_;
    if (!attached_) {
      if (writable() && !readable() && pipe.readers() == 0 && (!waits || !context.process)) return Errno::nxio;
      opens_before_ = readable() ? pipe.writer_opens() : pipe.reader_opens();
      attach();
    }
    if (!waits || (readable() && writable())) return {};
    // The other end counts also when it has come and gone meanwhile.
    const auto met = [this, &pipe] {
      return readable() ? pipe.writers() > 0 || pipe.writer_opens() != opens_before_
                        : pipe.readers() > 0 || pipe.reader_opens() != opens_before_;
    };
    if (context.process) return context.process->block(WaitCause::fifo, pipe_->changed(), met);
    return met() ? Result<void>() : Errno::again;
  }

  Result<Attributes> attributes() override { return node_->fs->attributes(node_->ino); }
  Node node() const override { return *node_; }
  std::string describe() override { return path_; }

 private:
  FifoTable& table_;
  PinnedNode node_;
  std::string path_;
  uint64_t opens_before_ = 0;  // of the other side, when this one came
};

Result<Ref<OpenFile>> FifoTable::open(const Node& node, uint32_t flags, std::string path) {
  Ref<Pipe>& pipe = pipes_[Key(node.fs.get(), node.ino)];
  if (!pipe) pipe = make_ref<Pipe>(ledger_);
  return Ref<OpenFile>(make_ref<FifoEnd>(*this, node, pipe, flags, std::move(path)));
}

void FifoTable::forget_unused(const Node& node) {
  auto found = pipes_.find(Key(node.fs.get(), node.ino));
  if (found != pipes_.end() && found->second->unique()) pipes_.erase(found);
}

}  // namespace wasmsand
