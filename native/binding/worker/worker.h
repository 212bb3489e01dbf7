// Where a process runs, as the kernel and the pool see it: a worker has one at a time. JavaScript drives it (it alone
// can instantiate and call wasm); what must happen whether or not JavaScript still runs is done here. A `Worker` has a
// thread of Node to itself; those that share one are `StackWorker`s.
#pragma once

#include <napi.h>
#include <time.h>

#include <atomic>
#include <mutex>
#include <optional>

#include "binding/engine/engine_heap.h"
#include "binding/engine/execution_control.h"
#include "binding/pool/worker_pool.h"
#include "binding/worker/linked_claims.h"
#include "binding/worker/memory_probe.h"
#include "binding/worker/thread_stack.h"
#include "syscall/door.h"
#include "syscall/thread_host.h"

namespace wasmsand {

class Worker : public ProcessThread, public GuestMemory::Source {
 public:
  Worker(Napi::Env env, std::shared_ptr<WorkerPool> pool, Host host, uint32_t id, Napi::Int32Array block,
         Napi::Object unwind, Napi::Function probe);
  ~Worker() override;

  // The worker that has the calling thread now; null elsewhere.
  static Worker* current_thread();
  static void set_current_thread(Worker* worker);

  int32_t* block() { return block_; }
  [[nodiscard]] WorkerPool& pool() const { return *pool_; }
  [[nodiscard]] Napi::Env env() const { return env_; }

  // For the pool, with its lock held: handing over a job to a sleeping worker.
  void hand_over(Job job);
  std::optional<Job> take_job() { return std::exchange(handed_over_, std::nullopt); }
  void end_sleep() { job_ready_->ring(); }
  // Without that lock: until it has one, or is to end, or `at_most`.
  void sleep(Nanoseconds at_most) { job_ready_->sleep(at_most); }
  // Its thread is behind those of others, and cannot come forward again.
  [[nodiscard]] bool stands_back() const { return stands_back_; }

  // From any thread, with the kernel of its process locked: stops the guest code that runs here.
  virtual void interrupt();
  // From the ticker, with the kernel of `process` locked.
  void tick(Process& process, MemoryProbe& probe);
  // Likewise, also of a process that waits: what it makes this thread hold beside its memory. False: that is known.
  virtual bool measure_thread(Process& process);
  // The thread is this worker's alone, for as long as both last: it is measured.
  void take_thread();

  // ProcessThread: whether this environment can still run JavaScript.
  bool alive() override;
  void falls_asleep(Process& process) override;
  void wakes() override;
  // HostThread.
  [[nodiscard]] bool scarce() const override { return host_ == Host::threads && pool_->overdrawn(); }
  // GuestMemory::Source: asks the engine again.
  std::span<std::byte> current() override;

  // What follows is for the worker's own JavaScript.
  bool wait_for_job();
  // Calls `function`, which runs the guest to its end, and ends the process.
  void run_job(Napi::Function function);
  GuestCall* call() { return call_ ? &*call_ : nullptr; }
  void bind(Napi::Object memory);
  // Whether the program is no larger than one may be.
  bool may_load(const Program& program);
  // Likewise a module that the guest has in its memory.
  bool may_link(uint64_t bytes);
  // The copy of a guest's program counts against its sandbox while it is made into a module: what is a hole in its file
  // is none in the copy. False: there is no room for it.
  bool charge_program(const Program& program);
  // A module that the program links, with what the engine takes for it: charged until the process or its program ends,
  // or drop_linked(). False: there is no room for it.
  bool charge_linked(uint64_t bytes);
  void drop_linked();
  LinkedClaims& linked_claims() { return linked_claims_; }
  // The same module, read to be linked; and it is linked. `copyable`: as in Kernel::keep_linked.
  void begin_link(Ref<LinkedModule> module, bool copyable);
  void keep_linked();
  void keep_program(Napi::ArrayBuffer bytes);  // freed by drop_program
  void drop_program();

  // While the program is read and compiled no code of it runs, and nothing can interrupt the engine: a process that is
  // killed meanwhile ends at once, and its worker follows. False: it was killed, and must unwind.
  bool begin_loading();
  bool end_loading();
  // With the kernel locked.
  [[nodiscard]] bool loading() const { return loading_; }
  // The same: nothing can interrupt what its thread does now. Its process ends without it.
  [[nodiscard]] virtual bool unreachable() const { return loading_; }

  // No instance can reach the memory that was bound any more: makes it new and gives it back to the sandbox. Whether it
  // is all zero again, so that another process may have it.
  bool release_memory();
  // The guest has grown its memory by itself, which may have moved it.
  void memory_changed();
  // With the kernel of `process`, its own, locked: what that waits for, in a call or of the host.
  [[nodiscard]] std::optional<WaitCause> waits_for(const Process& process) const;
  // Whether what it makes its thread hold is known to be its own.
  [[nodiscard]] bool owns_thread() const { return heap_.has_value(); }
  // Whether the process is to be left to another worker, now that it is another program.
  [[nodiscard]] virtual bool misplaced() const { return false; }
  // From any thread: others wait for this one's turn, which ends with the first call from then on (monotonic; 0: it
  // need not). Asked by the process itself, whether that is so; then it has been put last in the queue, and waits.
  void yield_from(Nanoseconds at) { yield_from_.store(at, std::memory_order_relaxed); }
  [[nodiscard]] bool yield_asked() const {
    const Nanoseconds from = yield_from_.load(std::memory_order_relaxed);
    return from != 0 && monotonic_now() >= from;
  }
  virtual bool yield() { return false; }
  // From now on the guest looks at a word of its memory (module/yield_points.h). It is clear, whatever the memory was
  // made from.
  void begin_yielding();
  // From any thread: the guest is to make a call soon, also in a loop that makes none. For programs that yield.
  virtual void ask_for_call();
  // The guest gave up or was given up: what its status is, unless the kernel knows better.
  void set_status(ExitStatus status) { status_ = status; }
  // False: it is to be asked again when the worker was woken.
  bool write_error(const std::string& message);
  void collect_garbage();
  // The old program is gone from now on; its instance unwinds, then the next image starts. Till then the instance may
  // write to its memory: wasm can catch what unwinds it.
  void commit_exec();
  // Must the guest unwind instead of running on?
  bool unwinding() const { return unwinding_since_.load(std::memory_order_relaxed) != 0; }
  void begin_unwinding();
  // The process rests from now on; its instance unwinds, and nothing it still does is the process's.
  void begin_rest() { rests_ = true; }
  void begin_image();
  // Throws what unwinds the guest, unless something else is on its way.
  void throw_unwind();

 protected:
  std::atomic<Nanoseconds> yield_from_ = 0;
  // The process can go on, and others have their turn before it.
  [[nodiscard]] virtual bool awaits_turn() const { return false; }
  // Processor time that processes have taken here. From any thread.
  [[nodiscard]] virtual Nanoseconds cpu_clock() const;
  // False: it was killed before it began.
  bool begin_job(Job job);
  // `killed`: nothing has said how the guest ended.
  void end_job(bool killed);
  // The process has no frames here and no memory: it begins, or its next image does, elsewhere or later. `take` gets
  // the job with the kernel locked. False: it was killed, and is to be ended.
  template <typename Take>
  bool leave_job(Take take) {
    drop_program();
    trace("leaves its thread");
    const std::shared_ptr<KernelHandle> kernel = job_->kernel;
    KernelLock lock(kernel->kernel().mutex());
    // In a queue a process counts as one that could run, whatever the ticker has just said.
    begin_short();
    goes_on();
    loading_ = false;
    if (job_->process->killed) return false;
    kernel->kernel().left(*job_->process);
    call_.reset();
    Job job = std::move(*job_);
    job_.reset();
    take(std::move(job));
    return true;
  }
  // The thread is torn down.
  void end_for_good();
  void trace(std::string_view event) const;
  // The engine cannot be told to stop a thread: the owner of the pool ends it.
  void ask_to_terminate();
  Process& process() const { return *job_->process; }
  [[nodiscard]] const ExecutionControl& control() const { return control_; }

 private:
  void goes_on();
  void begin_short();
  void watch_slice(const Process& process);
  void clear_bound_memory();

  const Napi::Env env_;
  const std::shared_ptr<WorkerPool> pool_;
  const Host host_;
  const Napi::Reference<Napi::Int32Array> block_reference_;
  int32_t* const block_;
  const Napi::ObjectReference unwind_;
  const Napi::FunctionReference probe_;
  Napi::ObjectReference memory_reference_;
  Napi::Reference<Napi::ArrayBuffer> program_;
  uint64_t program_charge_ = 0;
  uint64_t linked_charge_ = 0;  // of the module linked last
  LinkedClaims linked_claims_;
  Ref<LinkedModule> link_begun_;
  bool link_copyable_ = false;
  bool loading_ = false;  // guarded by the lock of the process's kernel
  bool dead_ = false;

  const Ref<ThreadBell> job_ready_ = make_ref<ThreadBell>();
  std::optional<Job> handed_over_;
  std::optional<Job> job_;

  ExecutionControl control_;
  std::mutex run_mutex_;  // orders interrupt() and the end of the guarded call; below it only the event queue's
  bool running_ = false, terminated_ = false;
  std::atomic<Nanoseconds> unwinding_since_ = 0;  // on cpu_clock(); 0: not unwinding

  std::atomic<std::byte*> memory_base_ = nullptr;
  size_t memory_length_ = 0;
  bool memory_length_known_ = false;  // by the last question; an environment that is torn down gives no answer
  bool memory_clean_ = false;
  std::mutex yield_word_mutex_;  // a leaf: nobody writes to a memory that is not bound any more
  uint32_t* yield_word_ = nullptr;
  GuestMemory memory_{*this};
  std::optional<GuestCall> call_;
  ExitStatus status_;
  bool rests_ = false;
  // Whether the pool counts the process among those that could run.
  std::atomic<bool> counted_ = false;
  // What cpu_clock() said when it began, or its last request; it has computed for long since then.
  std::atomic<Nanoseconds> short_began_ = 0;
  std::atomic<bool> is_long_ = false;
  // How often it went on; the ticker's: at which of those it looked last, and what the clock said when it looked first.
  std::atomic<uint64_t> times_gone_on_ = 0;
  uint64_t slice_ = 0;
  Nanoseconds slice_began_ = 0;
  // Where it has a thread to itself.
  std::optional<EngineHeap> heap_;
  ThreadStack stack_;
  // The ticker's too: how often the process had gone on when its thread was measured last, while it did not run.
  uint64_t measured_ = 0;
  Nanoseconds measured_at_ = 0;
  // It has let a process compute for long.
  std::atomic<bool> stands_back_ = false;
  const uint32_t id_;
  const pid_t thread_;
  const clockid_t thread_clock_;
};

}  // namespace wasmsand
