// What one sandbox uses and may use. Charged at the place of change, refused there. Limits of 0 mean none.
#pragma once

#include <cstdint>

#include <vector>

#include "kernel/ref.h"
#include "kernel/resources/host_memory.h"
#include "kernel/resources/refusals.h"
#include "kernel/result.h"

namespace wasmsand {

struct Limits {
  uint64_t memory_bytes = 256ull << 20;       // wasm memory of all processes together
  uint64_t file_system_bytes = 256ull << 20;  // data written, beyond the base image, and what snapshots keep of it
  uint64_t file_count = 100'000;              // inodes beyond the base image, and those that snapshots keep
  uint32_t processes = 64;
  uint32_t descriptors = 16'384;  // of all processes together
  uint32_t snapshots = 64;
  uint64_t pipe_bytes = 64ull << 20;     // as Linux's pipe-user-pages-soft
  uint32_t locks = 8192;                 // fcntl's record locks of all processes: each call looks at all of a file
  uint32_t sockets = 4096;               // with connections that wait to be accepted
  uint64_t file_bytes = 0;               // of one file that a process writes: RLIMIT_FSIZE
  uint32_t open_files = 4096;            // of one process, at most: the hard limit of RLIMIT_NOFILE
  uint64_t argument_bytes = 2ull << 20;  // arguments and environment of one process
  uint32_t timers = 64;                  // of one process, by timer_create
  uint32_t queued_signals = 1024;        // for one process: RLIMIT_SIGPENDING
  uint64_t program_bytes = 64ull << 20;  // of a program that the sandbox brings itself

  // The soft limit of RLIMIT_NOFILE that processes begin with.
  uint32_t open_files_at_first() const { return open_files < 1024 ? open_files : 1024; }
};

class Accounting {
 public:
  explicit Accounting(const Limits& limits) : limits_(limits) {}
  ~Accounting() { HostMemory::release(usage_.memory_bytes); }
  Accounting(const Accounting&) = delete;
  Accounting& operator=(const Accounting&) = delete;
  const Limits& limits() const { return limits_; }
  Refusals& refusals() { return refusals_; }
  const Refusals& refusals() const { return refusals_; }
  // Every refusal for a limit's sake goes by here, and is `error` to who asked.
  Errno refuse(Limit limit, Errno error) {
    refusals_.note(limit);
    return error;
  }

  Result<void> charge_file_bytes(uint64_t bytes);  // ENOSPC
  void release_file_bytes(uint64_t bytes);
  Result<void> charge_inode();  // ENOSPC
  void release_inodes(uint64_t count);
  // Whether there is room for as much more, or the limit is not passed yet: ENOSPC.
  Result<void> check_files(uint64_t bytes = 0, uint64_t inodes = 0);
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
  Result<void> charge_pipe(uint64_t bytes);  // EPERM: rings are host memory
  void force_pipe(uint64_t bytes) { usage_.pipe_bytes += bytes; }
  // The same of a new pipe, which does without: no limit has refused anything.
  bool can_have_pipe(uint64_t bytes) const { return fits(usage_.pipe_bytes, limits_.pipe_bytes, bytes); }
  void release_pipe(uint64_t bytes);
  // `after` record locks in the place of `before`: ENOLCK, when there are more of them.
  Result<void> exchange_locks(size_t after, size_t before);
  void release_locks(size_t count);
  Result<void> charge_socket();  // ENOBUFS
  void release_sockets(uint32_t count);
  Result<void> charge_memory(uint64_t bytes);  // ENOMEM
  void force_memory(uint64_t bytes) {
    HostMemory::force(bytes);
    usage_.memory_bytes += bytes;
    note_peak();
  }  // grown already: see Kernel::tick
  void release_memory(uint64_t bytes);
  // Whether as much could be charged: ENOMEM.
  Result<void> check_memory(uint64_t bytes);
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
    uint32_t processes = 0, descriptors = 0, locks = 0, sockets = 0;
    uint64_t processes_started = 0;
    int64_t cpu_ns = 0;  // of processes that have ended
  };
  Usage& usage() { return usage_; }
  const Usage& usage() const { return usage_; }
  void reset_peak_memory() { usage_.peak_memory_bytes = usage_.memory_bytes; }

 private:
  // Whether `amount` more does not pass `limit` (0: none).
  template <typename T>
  static bool fits(T used, T limit, T amount) {
    return limit == 0 || (amount <= limit && used <= limit - amount);
  }
  template <typename T>
  Result<void> charge(T& used, T limit, T amount, Limit name, Errno error) {
    if (!fits(used, limit, amount)) return refuse(name, error);
    used += amount;
    return {};
  }
  void note_peak() {
    if (usage_.memory_bytes > usage_.peak_memory_bytes) usage_.peak_memory_bytes = usage_.memory_bytes;
  }
  Limits limits_;
  Usage usage_;
  Refusals refusals_;
  std::vector<Ref<RefCounted>>* discards_ = nullptr;  // null: freed at once
};

}  // namespace wasmsand
