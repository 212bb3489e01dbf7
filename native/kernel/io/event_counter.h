// eventfd(2): a number that is written to and read from.
#pragma once

#include "kernel/io/open_file.h"

namespace wasmsand {

class EventCounter final : public OpenFile {
 public:
  EventCounter(uint32_t flags, uint64_t count, bool counts_down)
      : OpenFile(kReadWrite | flags), count_(count), counts_down_(counts_down) {}

  Result<size_t> read(IoContext&, std::span<std::byte>) override;
  Result<size_t> write(IoContext&, std::span<const std::byte>) override;
  Result<Attributes> attributes() override;
  uint32_t poll_events() override;
  void add_poll_queues(uint32_t, std::vector<WaitQueue*>& queues) override { queues.push_back(&changed_); }
  std::string describe() override { return "anon_inode:[eventfd]"; }
  std::string details() override;

 private:
  static constexpr uint64_t kMost = UINT64_MAX - 1;
  uint64_t count_;
  const bool counts_down_;  // EFD_SEMAPHORE: a read takes one
  WaitQueue changed_;
};

}  // namespace wasmsand
