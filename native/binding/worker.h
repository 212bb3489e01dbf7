// One worker thread of Node, as the kernel and the pool see it: it runs one process at a time. JavaScript drives it (it
// alone can instantiate and call wasm); what must happen whether or not JavaScript still runs is done here.
#pragma once

#include <time.h>

#include <atomic>
#include <condition_variable>
#include <optional>

#include "binding/execution_control.h"
#include "binding/js_values.h"
#include "binding/memory_probe.h"
#include "binding/worker_pool.h"
#include "syscall/door.h"

namespace wasmsand {

class Worker final : public HostThread, public GuestMemory::Source {
 public:
  Worker(napi_env env, std::shared_ptr<WorkerPool> pool, uint32_t id, napi_value block, napi_value unwind,
         napi_value probe);
  ~Worker() override;

  // The worker of the calling thread; null elsewhere.
  static Worker* current_thread();

  int32_t* block() { return block_; }
  WorkerPool& pool() { return *pool_; }

  // For the pool, with its lock held: handing over a job to a sleeping worker.
  void hand_over(Job job);
  std::optional<Job> take_job() { return std::exchange(handed_over_, std::nullopt); }
  void sleep(std::unique_lock<std::mutex>& lock);
  void wake() { job_ready_.notify_one(); }

  // From any thread: stops the guest code that runs here.
  void interrupt();
  // HostThread: the process that runs here needs the instance for itself.
  void before_sleep() override;
  // From the ticker, with the kernel of `process` locked.
  void tick(Process& process, MemoryProbe& probe);

  // HostThread: whether this environment can still run JavaScript.
  bool alive() override;
  // GuestMemory::Source: asks the engine again.
  std::span<std::byte> current() override;

  // What follows is for the worker's own JavaScript.
  bool wait_for_job();
  // Calls `function`, which runs the guest to its end, and ends the process.
  void run_job(napi_value function);
  GuestCall* call() { return call_ ? &*call_ : nullptr; }
  void bind(napi_value memory);
  // Whether the memory bound last is all zero again, as new: another process may have it.
  bool memory_is_clean() const { return memory_clean_; }
  // The guest gave up or was given up: what its status is, unless the kernel knows better.
  void set_status(ExitStatus status) { status_ = status; }
  void write_error(const std::string& message);
  // The old program is gone from now on; its instance unwinds, then the next image starts. False: it starts on another
  // thread, for a parent waits here.
  bool commit_exec();
  // fork (worker_fork.cc). Saves the parent, which waits from now on, and goes on as its child: 0, or -errno.
  int32_t fork(uint32_t asyncify_data, uint32_t stack_pointer, bool through_clone);
  // The process that ran has left. When its parent waits here, that one takes its place, with its memory as it was; how
  // to enter it is in the block.
  bool return_to_parent();
  // Must the guest unwind instead of running on?
  bool unwinding() const { return unwinding_since_.load(std::memory_order_relaxed) != 0; }
  void begin_unwinding();
  void begin_image();
  napi_value unwind_sentinel();

 private:
  // A process that lent its instance to its child; `image` is its memory.
  struct Waiting {
    Ref<Process> process;
    int child = 0;  // what its fork() returns
    std::shared_ptr<std::byte[]> image;
    size_t size = 0;
    uint32_t asyncify_data = 0, stack_pointer = 0;
    bool through_clone = false;
    Nanoseconds since = 0;
  };

  // The CPU time of this thread from now on, for any thread to read.
  std::function<Nanoseconds()> cpu_time_from_now() const;
  void call_guarded(napi_value function, bool returning);
  bool waits_here();
  void end_job();
  void release_memory();
  void give_waiting_threads();

  napi_env env_;
  const std::shared_ptr<WorkerPool> pool_;
  napi_ref block_reference_ = nullptr, unwind_reference_ = nullptr, probe_reference_ = nullptr;
  napi_ref memory_reference_ = nullptr;
  int32_t* block_ = nullptr;
  bool dead_ = false;

  std::condition_variable job_ready_;
  std::optional<Job> handed_over_;
  std::optional<Job> job_;

  ExecutionControl control_;
  std::mutex run_mutex_;  // a leaf: orders interrupt() and the end of the guarded call
  bool running_ = false, terminated_ = false;
  std::atomic<Nanoseconds> unwinding_since_ = 0;  // on cpu_clock_; 0: not unwinding

  std::atomic<std::byte*> memory_base_ = nullptr;
  size_t memory_length_ = 0;
  bool memory_length_known_ = false;  // by the last question; an environment that is torn down gives no answer
  bool memory_clean_ = false;
  GuestMemory memory_{*this};
  std::optional<GuestCall> call_;
  ExitStatus status_;

  // Guarded by the kernel's lock. The last one is the parent of the process that runs.
  std::vector<Waiting> waiting_;
  bool leaving_by_exec_ = false;  // what runs here has become a program that starts elsewhere
  // Kept for the next fork: fresh memory from the system costs a page fault every 4 KiB.
  std::shared_ptr<std::byte[]> spare_image_;
  size_t spare_size_ = 0;
  const uint32_t id_;
  const clockid_t cpu_clock_;  // of this thread
};

}  // namespace wasmsand
