#include "binding/worker/worker.h"

#include <algorithm>
#include <chrono>

#include "binding/engine/calls.h"
#include "binding/engine/memory_pressure.h"
#include "binding/pool/niceness.h"
#include "binding/pool/policy.h"
#include "binding/pool/schedule_trace.h"
#include "binding/pool/thread_clock.h"
#include "binding/worker/block.h"
#include "binding/worker/memory_copy.h"
#include "kernel/io/transfer.h"
#include "module/limits.h"
#include "module/module.h"
#include "module/yield_points.h"

namespace wasmsand {
namespace {

thread_local Worker* current_worker = nullptr;

}  // namespace

Worker::Worker(Napi::Env env, std::shared_ptr<WorkerPool> pool, Host host, uint32_t id, Napi::Int32Array block,
               Napi::Object unwind, Napi::Function probe)
    : env_(env),
      pool_(std::move(pool)),
      host_(host),
      block_reference_(Napi::Persistent(block)),
      block_(block.Data()),
      unwind_(Napi::Persistent(unwind)),
      probe_(Napi::Persistent(probe)),
      control_(ExecutionControl::of_this_thread()),
      id_(id),
      thread_(this_thread()),
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
  heap_.emplace();
  stack_ = ThreadStack::of_this_thread();
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

std::span<std::byte> Worker::current() {
  std::byte* base = memory_base_.load(std::memory_order_relaxed);
  if (memory_reference_.IsEmpty()) return {};
  const Napi::HandleScope scope(env_);
  napi_value buffer = nullptr;
  void* data = nullptr;
  size_t length = 0;
  // As in calls.h: where JavaScript is stopped there is no answer, which is no error.
  memory_length_known_ = napi_get_named_property(env_, memory_reference_.Value(), "buffer", &buffer) == napi_ok &&
                         napi_get_arraybuffer_info(env_, buffer, &data, &length) == napi_ok;
  if (!memory_length_known_) return {base, memory_length_};
  memory_base_.store(static_cast<std::byte*>(data), std::memory_order_relaxed);
  memory_length_ = length;
  return {static_cast<std::byte*>(data), length};
}

void Worker::bind(Napi::Object memory) {
  clear_bound_memory();
  memory_clean_ = false;
  memory_reference_ = Napi::Persistent(memory);
  memory_.bind(current());
  Ref<Program> program;
  {
    KernelLock lock(job_->kernel->kernel().mutex());
    program = job_->process->image.program;
  }
  if (!program) return;
  // A memory that is bound is all zero, and has no instance yet.
  if (const Ref<SharedPages> pages = program->initial_pages.get()) pages->show_in(memory_.whole());
}

void Worker::begin_yielding() {
  std::byte* const base = memory_base_.load(std::memory_order_relaxed);
  if (base == nullptr) return;
  std::lock_guard lock(yield_word_mutex_);
  yield_word_ = reinterpret_cast<uint32_t*>(base + kYieldWord);
  *yield_word_ = 0;
}

void Worker::ask_for_call() {
  std::lock_guard lock(yield_word_mutex_);
  if (yield_word_ != nullptr) std::atomic_ref(*yield_word_).store(1, std::memory_order_relaxed);
}

bool Worker::may_load(const Program& program) {
  KernelLock lock(job_->kernel->kernel().mutex());
  lock.act_for(job_->process->acting_run());
  Accounting& accounting = job_->kernel->kernel().accounting();
  const uint64_t most = program.copies() ? accounting.limits().program_bytes : kMaxModuleBytes;
  if (program.size() <= most) return true;
  (void)accounting.refuse(Limit::max_program_bytes, Errno::noexec);
  return false;
}

bool Worker::charge_program(const Program& program) {
  drop_program();
  if (!program.copies()) return true;
  // There are two copies at a time: as it was and rewritten, then ours and the engine's.
  const uint64_t bytes = 2 * program.size();
  KernelLock lock(job_->kernel->kernel().mutex());
  lock.act_for(job_->process->acting_run());
  if (!job_->kernel->kernel().accounting().charge_memory(bytes).ok()) return false;
  program_charge_ = bytes;
  return true;
}

bool Worker::may_link(uint64_t bytes) {
  KernelLock lock(job_->kernel->kernel().mutex());
  lock.act_for(job_->process->acting_run());
  Accounting& accounting = job_->kernel->kernel().accounting();
  if (bytes <= accounting.limits().program_bytes) return true;
  (void)accounting.refuse(Limit::max_program_bytes, Errno::noexec);
  return false;
}

bool Worker::charge_linked(uint64_t bytes) {
  KernelLock lock(job_->kernel->kernel().mutex());
  lock.act_for(job_->process->acting_run());
  if (!job_->kernel->kernel().charge_linked(*job_->process, bytes).ok()) return false;
  linked_charge_ = bytes;
  return true;
}

void Worker::drop_linked() {
  link_begun_ = {};
  linked_claims_.drop(*job_->process);
  KernelLock lock(job_->kernel->kernel().mutex());
  job_->kernel->kernel().release_linked(*job_->process, std::exchange(linked_charge_, 0));
}

void Worker::collect_garbage() {
  control_.collect_garbage();
  linked_claims_.collected();
}

void Worker::begin_link(Ref<LinkedModule> module, bool copyable) {
  link_begun_ = std::move(module);
  link_copyable_ = copyable;
}

void Worker::keep_linked() {
  linked_claims_.keep();
  if (!link_begun_) return;
  KernelLock lock(job_->kernel->kernel().mutex());
  job_->kernel->kernel().keep_linked(*job_->process, std::exchange(link_begun_, {}), link_copyable_);
}

void Worker::keep_program(Napi::ArrayBuffer bytes) { program_ = Napi::Persistent(bytes); }

void Worker::drop_program() {
  if (!program_.IsEmpty()) {
    const Napi::HandleScope scope(env_);
    program_.Value().Detach();
    program_.Reset();
  }
  if (program_charge_ == 0) return;
  KernelLock lock(job_->kernel->kernel().mutex());
  job_->kernel->kernel().accounting().release_memory(std::exchange(program_charge_, 0));
}

bool Worker::begin_loading() {
  KernelLock lock(job_->kernel->kernel().mutex());
  loading_ = !job_->process->killed;
  if (!loading_) begin_unwinding();
  return loading_;
}

std::optional<WaitCause> Worker::waits_for(const Process& process) const {
  if (loading_) return WaitCause::compilation;
  if (awaits_turn()) return WaitCause::turn;
  return process.waits_for();
}

bool Worker::end_loading() {
  KernelLock lock(job_->kernel->kernel().mutex());
  loading_ = false;
  if (job_->process->killed) begin_unwinding();
  return !job_->process->killed;
}

void Worker::memory_changed() {
  const size_t before = memory_.size();
  memory_.bind(current());
  MemoryPressure::of_thread(env_).made(memory_.size() - std::min(before, memory_.size()));
  KernelLock lock(job_->kernel->kernel().mutex());
  job_->kernel->kernel().note_memory(*job_->process, memory_.size());
}

bool Worker::release_memory() {
  // It has unwound, and clearing what it had may take longer than that may.
  begin_image();
  if (job_) linked_claims_.leave(*job_->process);
  if (!memory_reference_.IsEmpty()) {
    clear_bound_memory();
    KernelLock lock(job_->kernel->kernel().mutex());
    (void)job_->kernel->kernel().resize_memory(*job_->process, 0);  // giving back cannot fail
  }
  return memory_clean_;
}

// What a dead process wrote stays resident until a garbage collection that an idle worker never does: give it back now.
void Worker::clear_bound_memory() {
  if (memory_reference_.IsEmpty()) return;
  {
    std::lock_guard lock(yield_word_mutex_);
    yield_word_ = nullptr;
  }
  memory_length_known_ = false;
  std::span<std::byte> memory = current();
  bool cleared = !memory.empty() && clear_memory(memory);
  memory_clean_ = memory_length_known_ && cleared;
  memory_.unbind();
  memory_base_.store(nullptr, std::memory_order_relaxed);
  memory_length_ = 0;
  memory_reference_.Reset();
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
    trace(std::string("waits for ") + describe(loading_ ? WaitCause::compilation : process.wait_cause));
  if (counted_.exchange(false)) pool_->job_waits(host_, *job_->kernel);
  if (process.wait_cause == WaitCause::request) begin_short();
  if (!pool_->short_of_workers(host_)) return;
  KernelLock lock(process.kernel.mutex());
  if (process.idle_since != 0) process.ask_to_rest();
}

void Worker::wakes() {
  trace("goes on");
  goes_on();
}

void Worker::goes_on() {
  times_gone_on_++;
  if (!is_long_ && !counted_.exchange(true)) pool_->job_goes_on(host_, *job_->kernel);
}

void Worker::begin_short() {
  is_long_ = false;
  short_began_ = cpu_clock();
}

void Worker::watch_slice(const Process& process) {
  if (process.waiting()) return;
  const Nanoseconds now = cpu_clock();
  const uint64_t slice = times_gone_on_;
  if (std::exchange(slice_, slice) != slice) slice_began_ = now;
  if (now - short_began_ < policy::kShortWork) return;
  is_long_ = true;
  // Again, if it has just gone on.
  if (counted_.exchange(false)) pool_->job_waits(host_, *job_->kernel, true);
  if (host_ != Host::threads || now - slice_began_ < policy::kLongSlice || stands_back_.exchange(true)) return;
  stand_back(thread_, policy::kBehindGuests);
}

void Worker::tick(Process& process, MemoryProbe& probe) {
  watch_slice(process);
  Nanoseconds since = unwinding_since_.load(std::memory_order_relaxed);
  if (since == 0 ? process.killed : cpu_clock() - since > policy::kUnwindTime) interrupt();
  if (process.interrupted() || process.pending_stop() != 0) ask_for_call();
  std::byte* base = memory_base_.load(std::memory_order_relaxed);
  if (base == nullptr) return;
  size_t size = probe.measure(base, process.memory_bytes, kMaxMemoryPages * kWasmPageBytes);
  if (size > process.memory_bytes) process.kernel.note_memory(process, size);
}

bool Worker::measure_thread(Process& process) {
  const bool runs = process.may_run();
  const uint64_t turn = times_gone_on_;
  const Nanoseconds now = monotonic_now();
  if ((!runs && measured_ == turn) || now - measured_at_ < policy::kMeasurePause) return false;
  measured_ = runs ? 0 : turn;
  measured_at_ = now;
  const auto beyond = [](uint64_t bytes, uint64_t usual) { return bytes > usual ? bytes - usual : 0; };
  // Tables are charged before they are made.
  const uint64_t bytes = beyond(heap_->size(), policy::kUsualHeap + process.engine_bytes + linked_claims_.bytes()) +
                         beyond(stack_.touched(), policy::kUsualStack);
  if (bytes != process.thread_bytes) process.kernel.note_thread(process, bytes);
  return true;
}

bool Worker::wait_for_job() {
  // What the last process made the engine keep is not the next one's.
  if (heap_->size() > policy::kUsualHeap || linked_claims_.many_uncollected()) collect_garbage();
  job_ = pool_->wait_for_job(*this);
  return job_.has_value();
}

bool Worker::begin_job(Job job) {
  job_ = std::move(job);
  trace_scheduling(*job_, "begins on thread ", id_);
  Process& process = *job_->process;
  Kernel& kernel = job_->kernel->kernel();
  status_ = {};
  rests_ = false;
  call_.emplace(kernel, process, memory_);
  begin_image();
  KernelLock lock(kernel.mutex());
  begin_short();
  kernel.started(process, this, [this, start = short_began_.load()] { return cpu_clock() - start; });
  counted_ = true;
  times_gone_on_++;
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
  if (killed && !program_.IsEmpty() && !alive()) program_.Reset();
  drop_program();
  link_begun_ = {};
  linked_claims_.leave(*job_->process);
  stack_.give_back();
  {
    KernelLock lock(kernel->kernel().mutex());
    loading_ = false;
    if (call_) call_->next_image = {};
    small = job_->process->memory_bytes <= policy::kSmallMemory;
  }
  // Whoever waits for the process need not wait for a small memory to be given back. A large one must be gone before
  // another process may have as much.
  if (!small) clear_bound_memory();
  const bool from_host = job_->from_host;
  trace(rests_ ? "rests" : "ends");
  if (!rests_ || !kernel->rested(job_->process)) kernel->finish(std::move(job_->process), status_);
  call_.reset();
  clear_bound_memory();
  job_.reset();
  // The process has another thread now, or none: the ticker does not count for it any more.
  pool_->job_done(host_, *kernel, from_host, counted_);
}

bool Worker::write_error(const std::string& message) {
  if (rests_) return true;
  Process& process = *job_->process;
  KernelLock lock(job_->kernel->kernel().mutex());
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

// As in calls.h.
void Worker::throw_unwind() { napi_throw(env_, unwind_.Value()); }

}  // namespace wasmsand
