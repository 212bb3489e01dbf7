#include "binding/worker/worker.h"

#include "binding/engine/calls.h"
#include "binding/pool/policy.h"
#include "binding/pool/schedule_trace.h"
#include "binding/pool/thread_clock.h"
#include "kernel/io/transfer.h"

namespace wasmsand {
namespace {

thread_local Worker* current_worker = nullptr;

}  // namespace

Worker::Worker(Napi::Env env, std::shared_ptr<WorkerPool> pool, WorkerKind kind, uint32_t id, Napi::Int32Array block,
               Napi::Object unwind, Napi::Function probe)
    : env_(env),
      pool_(std::move(pool)),
      kind_(kind),
      block_reference_(Napi::Persistent(block)),
      block_(block.Data()),
      unwind_(Napi::Persistent(unwind)),
      probe_(Napi::Persistent(probe)),
      control_(ExecutionControl::of_this_thread()),
      load_(env),
      memory_(env),
      slice_(*pool_, kind),
      id_(id),
      thread_clock_(clock_of_this_thread()) {}

// Runs when the environment is torn down. A process that was running goes with it: whoever waits for it must hear of
// it.
Worker::~Worker() { end_for_good(); }

void Worker::end_for_good() {
  rests_ = false;
  if (job_) end_job(true);
}

Worker* Worker::current_thread() { return current_worker; }

void Worker::take_thread() {
  current_worker = this;
  holdings_.own();
}

void Worker::set_current_thread(Worker* worker) { current_worker = worker; }

Nanoseconds Worker::cpu_clock() const { return read_clock(thread_clock_); }

void Worker::hand_over(Job job) {
  handed_over_ = std::move(job);
  job_ready_->ring();
}

bool Worker::alive() {
  if (dead_) return false;
  const Napi::HandleScope scope(env_);
  if (!js::call(env_, probe_.Value()).IsEmpty()) return true;
  std::lock_guard lock(run_mutex_);
  // A process that is being killed cannot run JavaScript either; the worker survives that.
  if (!terminated_) dead_ = true;
  return false;
}

void Worker::collect_garbage() {
  control_.collect_garbage();
  load_.linked_claims().collected();
}

bool Worker::begin_loading() {
  KernelLock lock(job_->kernel->kernel().mutex());
  if (!process().killed) {
    load_.begin();
    return true;
  }
  load_.end();
  begin_unwinding();
  return false;
}

bool Worker::end_loading() {
  KernelLock lock(job_->kernel->kernel().mutex());
  load_.end();
  if (process().killed) begin_unwinding();
  return !process().killed;
}

std::optional<WaitCause> Worker::waits_for(const Process& process) const {
  if (load_.loading()) return WaitCause::compilation;
  if (awaits_turn()) return WaitCause::turn;
  return process.waits_for();
}

void Worker::interrupt() {
  std::lock_guard lock(run_mutex_);
  if (!running_ || terminated_) return;
  // On its own thread the guest is in a call, and unwinds by the exception the call ends with.
  if (current_worker == this) {
    begin_unwinding();
    return;
  }
  if (!control_.available()) return ask_to_terminate();
  terminated_ = true;
  control_.terminate();
}

void Worker::ask_to_terminate() { pool_->events().post({.kind = EventKind::terminate, .id = id_}); }

void Worker::trace(std::string_view event) const { trace_scheduling(*job_, event); }

void Worker::falls_asleep(Process& process) {
  if (scheduling_traced())
    trace(std::string("waits for ") + describe(load_.loading() ? WaitCause::compilation : process.wait_cause));
  slice_.waits(*job_->kernel);
  if (process.wait_cause == WaitCause::request) slice_.begin_short(cpu_clock());
  if (!pool_->short_of_workers(kind_)) return;
  CallLock lock(process);
  if (process.idle_since != 0) process.ask_to_rest();
}

void Worker::wakes() {
  trace("goes on");
  slice_.goes_on(*job_->kernel);
}

void Worker::tick(Process& process, MemoryProbe& probe) {
  if (!process.waiting()) slice_.watch(*job_->kernel, cpu_clock());
  Nanoseconds since = unwinding_since_.load(std::memory_order_relaxed);
  if (since == 0 ? process.killed : cpu_clock() - since > policy::kUnwindTime) interrupt();
  if (process.interrupted() || process.pending_stop() != 0) ask_for_call();
  memory_.measure(process, probe);
}

bool Worker::measure_thread(Process& process) {
  return holdings_.measure(process, slice_.times_gone_on(), load_.linked_claims().bytes());
}

bool Worker::wait_for_job() {
  // What the last process made the engine keep is not the next one's.
  if (holdings_.heap_is_large() || load_.linked_claims().many_uncollected()) collect_garbage();
  job_ = pool_->wait_for_job(*this);
  return job_.has_value();
}

bool Worker::begin_job(Job job) {
  job_ = std::move(job);
  job_->program.reset();
  trace_scheduling(*job_, "begins on thread ", id_);
  Process& process = *job_->process;
  Kernel& kernel = job_->kernel->kernel();
  status_ = {};
  rests_ = false;
  call_.emplace(kernel, process, memory_.guest());
  begin_image();
  KernelLock lock(kernel.mutex());
  const Nanoseconds start = cpu_clock();
  slice_.begin(start);
  kernel.started(process, this, [this, start] { return cpu_clock() - start; });
  return !process.killed;
}

void Worker::run_job(Napi::Function function) {
  if (!job_) return;
  {
    std::lock_guard lock(run_mutex_);
    running_ = true;
    terminated_ = false;
  }
  const bool returned = begin_job(std::move(*job_)) && !js::call(env_, function).IsEmpty();
  bool terminated;
  {
    std::lock_guard lock(run_mutex_);
    running_ = false;
    terminated = terminated_;
  }
  if (terminated) control_.cancel();
  js::clear_exception(env_);
  // Terminated by us or by Node, or a mistake of our own JavaScript: it has not said how the guest ended.
  end_job(!returned);
}

void Worker::end_job(bool killed) {
  if (killed) status_ = {.code = 0, .signal = kSigKill};
  const std::shared_ptr<KernelHandle> kernel = job_->kernel;
  bool small;
  // Where JavaScript is stopped for good, detaching ends the whole process; the bytes go with the thread's heap.
  if (killed && load_.keeps_bytes() && !alive()) load_.abandon_bytes();
  load_.leave(*job_->process);
  holdings_.give_back_stack();
  {
    KernelLock lock(kernel->kernel().mutex());
    load_.end();
    if (call_) call_->next_image = {};
    small = job_->process->memory_bytes <= policy::kSmallMemory;
  }
  // Whoever waits for the process need not wait for a small memory to be given back. A large one must be gone before
  // another process may have as much.
  if (!small) memory_.clear();
  const bool from_host = job_->from_host;
  trace(rests_ ? "rests" : "ends");
  if (!rests_ || !kernel->rested(job_->process)) kernel->finish(std::move(job_->process), status_);
  call_.reset();
  memory_.clear();
  job_.reset();
  // The process has another thread now, or none: the ticker does not count for it any more.
  pool_->job_done(kind_, *kernel, from_host, slice_.counted());
}

bool Worker::write_error(const std::string& message) {
  if (rests_) return true;
  Process& process = *job_->process;
  CallLock lock(*job_->process);
  const Result<size_t> written = see_through(lock, process, [&]() -> Result<size_t> {
    WS_ASSIGN(file, process.descriptors->get(2));
    IoContext context{lock, &process};
    return write_all(context, *file, std::as_bytes(std::span(message)));
  });
  return written.error() != Errno::blocked;
}

void Worker::commit_exec() {
  linux_commit_exec(*call_);
  begin_unwinding();
}

void Worker::begin_unwinding() { unwinding_since_.store(cpu_clock(), std::memory_order_relaxed); }

void Worker::begin_image() { unwinding_since_.store(0, std::memory_order_relaxed); }

bool Worker::end_image() {
  // It has unwound, and clearing what it had may take longer than that may.
  begin_image();
  if (job_) {
    load_.linked_claims().leave(process());
    memory_.release(process());
  }
  return memory_.clean();
}

// As in calls.h.
void Worker::throw_unwind() { napi_throw(env_, unwind_.Value()); }

}  // namespace wasmsand
