// Where a process runs, as the kernel and the pool see it: a worker has one at a time. JavaScript drives it (it alone
// can instantiate and call wasm); what must happen whether or not JavaScript still runs is done here. A `Worker` has a
// thread of Node to itself; those that share one are `StackWorker`s.
//
// Here is the job and its end, and what ends a guest in the middle: unwinding and interruption. What the process loads,
// its memory, how long it computes and what it makes the thread hold are members of their own.
#pragma once

#include <napi.h>
#include <time.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "binding/engine/execution_control.h"
#include "binding/pool/worker_pool.h"
#include "binding/worker/bound_memory.h"
#include "binding/worker/memory_probe.h"
#include "binding/worker/program_load.h"
#include "binding/worker/slice.h"
#include "binding/worker/thread_holdings.h"
#include "syscall/door.h"
#include "syscall/process_thread.h"

namespace wasmsand {

class Worker : public ProcessThread {
 public:
  Worker(Napi::Env env, std::shared_ptr<WorkerPool> pool, WorkerKind kind, uint32_t id, Napi::Int32Array block,
         Napi::Object unwind, Napi::Function probe);
  ~Worker() override;

  // The worker that has the calling thread now; null elsewhere.
  static Worker* current_thread();
  static void set_current_thread(Worker* worker);

  int32_t* block() { return block_; }
  [[nodiscard]] WorkerPool& pool() const { return *pool_; }
  [[nodiscard]] Napi::Env env() const { return env_; }
  ProgramLoad& load() { return load_; }
  BoundMemory& memory() { return memory_; }
  Slice& slice() { return slice_; }
  ThreadHoldings& holdings() { return holdings_; }

  // For the pool, with its lock held: handing over a job to a sleeping worker.
  void hand_over(Job job);
  std::optional<Job> take_job() { return std::exchange(handed_over_, std::nullopt); }
  void end_sleep() { job_ready_->ring(); }
  // Without that lock: until it has one, or is to end, or `at_most`.
  void sleep(Nanoseconds at_most) { job_ready_->sleep(at_most); }

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
  // ProcessRunner.
  [[nodiscard]] bool scarce() const override { return kind_ == WorkerKind::threads && pool_->overdrawn(); }

  // What follows is for the worker's own JavaScript.
  bool wait_for_job();
  // Calls `function`, which runs the guest to its end, and ends the process.
  void run_job(Napi::Function function);
  GuestCall* call() { return call_ ? &*call_ : nullptr; }
  // While the program is read and compiled no code of it runs, and nothing can interrupt the engine: a process that is
  // killed meanwhile ends at once, and its worker follows. False: it was killed, and must unwind.
  bool begin_loading();
  bool end_loading();
  // With the kernel locked: nothing can interrupt what its thread does now. Its process ends without it.
  [[nodiscard]] virtual bool unreachable() const { return load_.loading(); }

  // With the kernel of `process`, its own, locked: what that waits for, in a call or of the host.
  [[nodiscard]] std::optional<WaitCause> waits_for(const Process& process) const;
  // Whether the process is to be left to another worker, now that it is another program.
  [[nodiscard]] virtual bool misplaced() const { return false; }
  // Asked by the process itself: whether it is to give up its turn (Slice::yield_asked). Then it has been put last in
  // the queue, and waits.
  virtual bool yield() { return false; }
  // From any thread: the guest is to make a call soon, where that can be asked (BoundMemory::ask_for_call).
  virtual void ask_for_call() { memory_.ask_for_call(); }
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
  // Its instance is there; it is gone. Whether its memory is all zero again, so that another process may have it.
  void begin_image();
  bool end_image();
  // Throws what unwinds the guest, unless something else is on its way.
  void throw_unwind();

 protected:
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
    load_.drop(process());
    trace("leaves its thread");
    const std::shared_ptr<KernelHandle> kernel = job_->kernel;
    CallLock lock(*job_->process);
    // In a queue a process counts as one that could run, whatever the ticker has just said.
    slice_.begin_short(cpu_clock());
    slice_.goes_on(*kernel);
    load_.end();
    if (job_->process->killed) return false;
    kernel->kernel().left(*job_->process);
    call_.reset();
    Job job = std::move(*job_);
    job_.reset();
    job.program = job.process->image.program;
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
  const Napi::Env env_;
  const std::shared_ptr<WorkerPool> pool_;
  const WorkerKind kind_;
  const Napi::Reference<Napi::Int32Array> block_reference_;
  int32_t* const block_;
  const Napi::ObjectReference unwind_;
  const Napi::FunctionReference probe_;
  bool dead_ = false;

  const Ref<ThreadBell> job_ready_ = make_ref<ThreadBell>();
  std::optional<Job> handed_over_;
  std::optional<Job> job_;

  ExecutionControl control_;
  std::mutex run_mutex_;  // orders interrupt() and the end of the guarded call; below it only the event queue's
  bool running_ = false, terminated_ = false;
  std::atomic<Nanoseconds> unwinding_since_ = 0;  // on cpu_clock(); 0: not unwinding

  ProgramLoad load_;
  BoundMemory memory_;
  Slice slice_;
  ThreadHoldings holdings_;
  std::optional<GuestCall> call_;
  ExitStatus status_;
  bool rests_ = false;
  const uint32_t id_;
  const clockid_t thread_clock_;
};

}  // namespace wasmsand
