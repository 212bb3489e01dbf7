// The descriptions that are open at the two ends of a pseudo-terminal.
#pragma once

#include "kernel/io/node_file.h"
#include "kernel/terminal/terminal.h"

namespace wasmsand {

class TerminalFile : public NodeFile {
 public:
  void add_poll_queues(uint32_t, std::vector<WaitQueue*>& queues) override { queues.push_back(&terminal_->changes()); }
  TerminalFile* as_terminal() override { return this; }
  // The terminal goes when all its files do, so no snapshot can open one again.
  const NodePlace* place() const override { return nullptr; }

  Terminal& terminal() { return *terminal_; }
  virtual bool is_master() const = 0;

 protected:
  TerminalFile(Vfs& vfs, Node node, NodePlace place, uint32_t flags, Ref<Terminal> terminal)
      : NodeFile(vfs, std::move(node), std::move(place), flags), terminal_(std::move(terminal)) {}
  [[nodiscard]] bool waits_not(const IoContext& context) const {
    return (flags_ & kNonBlocking) != 0 || context.non_blocking || context.process == nullptr;
  }

  const Ref<Terminal> terminal_;
};

// The end that processes have as their terminal: /dev/pts/N or /dev/tty.
class PtsFile final : public TerminalFile {
 public:
  PtsFile(Vfs& vfs, Node node, NodePlace place, uint32_t flags, Ref<Terminal> terminal);
  ~PtsFile() override;

  // Errors of both, beside those of OpenFile: EIO – the master's end has gone, or the group is in the background and
  // would be stopped for good.
  Result<size_t> read(IoContext&, std::span<std::byte>) override;
  Result<size_t> write(IoContext&, std::span<const std::byte>) override;
  Result<Attributes> attributes() override;
  uint32_t poll_events() override;
  Result<size_t> readable_bytes() override;
  bool is_terminal() const override { return !terminal_->is_hung_up(); }
  bool is_master() const override { return false; }

 private:
  Result<void> wait_for_input(IoContext& context, size_t wanted);
  // Whether a read finds enough now. If not: when to look again in any case (0: never).
  bool is_enough(Process* reader, size_t wanted, Nanoseconds* again_at);
};

// The other end, of /dev/ptmx. When it is closed the terminal is hung up.
class MasterFile final : public TerminalFile {
 public:
  MasterFile(Vfs& vfs, Node node, NodePlace place, uint32_t flags, Ref<Terminal> terminal)
      : TerminalFile(vfs, std::move(node), std::move(place), flags, std::move(terminal)) {}
  ~MasterFile() override { terminal_->hang_up(); }

  // Errors: EIO – no process has the other end open any more. What is typed waits for one that opens it.
  Result<size_t> read(IoContext&, std::span<std::byte>) override;
  Result<size_t> write(IoContext&, std::span<const std::byte>) override;
  uint32_t poll_events() override;
  Result<size_t> readable_bytes() override { return terminal_->output_bytes(); }
  bool is_terminal() const override { return true; }
  bool is_master() const override { return true; }

 private:
  // It was open, and is no more.
  [[nodiscard]] bool is_left() const { return terminal_->was_opened() && !terminal_->is_open(); }
};

}  // namespace wasmsand
