// What one sandbox uses and may use. Charged at the place of change, refused there. Limits of 0 mean none.
#pragma once

#include <cstdint>

#include <vector>

#include "kernel/ref.h"
#include "kernel/result.h"

namespace wasmsand {

struct Limits {
  uint64_t memory_bytes = 256ull << 20;       // wasm memory of all processes together
  uint64_t file_system_bytes = 256ull << 20;  // data written, beyond the base image, and what snapshots keep of it
  uint64_t file_count = 100'000;              // inodes beyond the base image, and those that snapshots keep
  uint32_t processes = 64;
  uint32_t descriptors = 16'384;  // of all processes together
  uint32_t snapshots = 64;
};

// As Linux's pipe-user-pages-soft; for a sandbox that has little memory, a quarter of that.
inline constexpr uint64_t kPipeBytesMax = 64ull << 20;
// fcntl's record locks of all processes: each call looks at all of a file.
inline constexpr uint32_t kRecordLocksMax = 8192;

class Accounting {
 public:
  explicit Accounting(const Limits& limits) : limits_(limits) {}
  const Limits& limits() const { return limits_; }

  Result<void> charge_file_bytes(uint64_t bytes);  // ENOSPC
  void release_file_bytes(uint64_t bytes);
  Result<void> charge_inode();  // ENOSPC
  void release_inodes(uint64_t count);
  // Whether there is room for as much more, or the limit is not passed yet: ENOSPC.
  Result<void> check_files(uint64_t bytes = 0, uint64_t inodes = 0) const;
  // Past the limit too: see SpaceLedger.
  void force_files(uint64_t bytes, uint64_t inodes) {
    usage_.file_bytes += bytes;
    usage_.inodes += inodes;
  }
  // EAGAIN. The host may go one beyond the limit: it must be able to clear up after a fork bomb.
  Result<void> charge_process(bool from_host);
  void release_process();
  Result<void> charge_descriptors(uint32_t count);  // ENFILE
  void release_descriptors(uint32_t count);
  Result<void> charge_pipe(uint64_t bytes);  // EPERM: rings are host memory; past the limit pipes are small
  void force_pipe(uint64_t bytes) { usage_.pipe_bytes += bytes; }
  void release_pipe(uint64_t bytes);
  Result<void> charge_memory(uint64_t bytes);  // ENOMEM
  void force_memory(uint64_t bytes) {
    usage_.memory_bytes += bytes;
    note_peak();
  }  // grown already: see Kernel::tick
  void release_memory(uint64_t bytes);
  // Whether as much could be charged: ENOMEM.
  Result<void> check_memory(uint64_t bytes) const;
  // Memory that is the sandbox's no longer, to be freed when the lock is given up.
  void discard(Ref<RefCounted> memory) {
    if (discards_ != nullptr && memory && memory->unique()) discards_->push_back(std::move(memory));
  }
  // The same of what other sandboxes share, and may let go of at this moment.
  void discard_shared(Ref<RefCounted> memory) {
    if (discards_ != nullptr && memory) discards_->push_back(std::move(memory));
  }
  void set_discards(std::vector<Ref<RefCounted>>* discards) { discards_ = discards; }

  struct Usage {
    uint64_t memory_bytes = 0, peak_memory_bytes = 0, file_bytes = 0, inodes = 0, pipe_bytes = 0;
    uint32_t processes = 0, descriptors = 0;
    uint64_t processes_started = 0;
    int64_t cpu_ns = 0;  // of processes that have ended
  };
  Usage& usage() { return usage_; }
  const Usage& usage() const { return usage_; }
  void reset_peak_memory() { usage_.peak_memory_bytes = usage_.memory_bytes; }

 private:
  void note_peak() {
    if (usage_.memory_bytes > usage_.peak_memory_bytes) usage_.peak_memory_bytes = usage_.memory_bytes;
  }
  Limits limits_;
  Usage usage_;
  std::vector<Ref<RefCounted>>* discards_ = nullptr;  // null: freed at once
};

}  // namespace wasmsand
