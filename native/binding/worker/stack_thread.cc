#include "binding/worker/stack_thread.h"

#include <algorithm>

#include "binding/engine/calls.h"
#include "binding/engine/memory_pressure.h"
#include "binding/objects/arguments.h"
#include "binding/pool/policy.h"
#include "binding/pool/schedule_trace.h"
#include "binding/pool/thread_clock.h"
#include "kernel/platform/spin.h"

namespace wasmsand {
namespace {

thread_local StackThread* current_thread = nullptr;

}  // namespace

// Without a probe: no native wait holds the thread.
StackWorker::StackWorker(StackThread& thread, uint32_t slot, Napi::Env env, std::shared_ptr<WorkerPool> pool,
                         uint32_t id, Napi::Int32Array block, Napi::Object unwind)
    : Worker(env, std::move(pool), WorkerKind::stacks, id, block, unwind, {}), thread_(thread), slot_(slot) {}

void StackWorker::wake() {
  std::lock_guard lock(thread_.mutex_);
  woken_ = true;
  if (waits_) thread_.enqueue(*this);
}

bool StackWorker::wait(Process& process, Nanoseconds deadline, bool soon) {
  falls_asleep(process);
  {
    std::lock_guard lock(thread_.mutex_);
    if (!std::exchange(woken_, false)) {
      waits_ = true;
      if (deadline != 0) thread_.deadlines_.add(deadline_, deadline, this);
      thread_.woken_soon_ |= soon;
      return false;
    }
  }
  wakes();
  return true;
}

void StackWorker::wait_for_host() {
  falls_asleep(process());
  std::lock_guard lock(thread_.mutex_);
  waits_ = waits_for_host_ = true;
  woken_ = false;
  thread_.wait_for_host_++;
}

bool StackWorker::yield() {
  if (!slice().yield_asked()) return false;
  slice().yield_from(0);
  std::lock_guard lock(thread_.mutex_);
  trace("yields");
  waits_ = yielded_ = true;
  thread_.enqueue(*this);
  return true;
}

// Not while it is suspended: then its memory may be copied, and it is in a call.
void StackWorker::ask_for_call() {
  std::lock_guard lock(thread_.run_mutex_);
  if (thread_.running_ == this) memory().ask_for_call();
}

bool StackWorker::awaits_turn() const {
  std::lock_guard lock(thread_.mutex_);
  return queued_;
}

bool StackWorker::misplaced() const {
  CallLock lock(process());
  return pool().kind_of(process()) != WorkerKind::stacks || (thread_.for_shells && !WorkerPool::is_shell(process()));
}

void StackWorker::interrupt() {
  if (current_thread() == this) return begin_unwinding();
  // Others may wait for what it loads: it goes on until that is on its way.
  if (load().loading()) return;
  std::lock_guard lock(thread_.run_mutex_);
  if (thread_.running_ != this || thread_.terminated_) return;
  if (!control().available()) return ask_to_terminate();
  thread_.terminated_ = true;
  control().terminate();
}

bool StackWorker::unreachable() const {
  if (Worker::unreachable()) return true;
  std::lock_guard lock(thread_.run_mutex_);
  return thread_.running_ != nullptr && thread_.running_ != this;
}

Nanoseconds StackWorker::cpu_clock() const {
  std::lock_guard lock(thread_.run_mutex_);
  if (thread_.running_ != this) return cpu_before_;
  return cpu_before_ + read_clock(thread_.clock_) - thread_.cpu_at_turn_;
}

StackThread::StackThread(Napi::Env env, std::shared_ptr<WorkerPool> pool, uint32_t id, Napi::Int32Array block,
                         Napi::Object unwind, Napi::Function turn, Napi::Function tidy)
    : env_(env),
      pool_(std::move(pool)),
      id_(id),
      block_(Napi::Persistent(block)),
      unwind_(Napi::Persistent(unwind)),
      turn_(Napi::Persistent(turn)),
      tidy_(Napi::Persistent(tidy)),
      resource_(Napi::Persistent(Napi::Object::New(env))),
      context_(std::in_place, env, "wasmsand", resource_.Value()),
      clock_(clock_of_this_thread()) {
  uv_loop_t* loop = nullptr;
  napi_get_uv_event_loop(env, &loop);
  bell_ = make_ref<LoopBell>(env, [](void* thread) { static_cast<StackThread*>(thread)->run(); }, this);
  uv_timer_init(loop, &timer_);
  timer_.data = this;
  uv_unref(reinterpret_cast<uv_handle_t*>(&timer_));
  napi_add_async_cleanup_hook(env, shut_down, this, &cleanup_);
  idle_since_ = monotonic_now();
  signal();
  current_thread = this;
  MemoryPressure::of_thread(env).weigh_nothing();
}

StackThread* StackThread::current() { return current_thread; }

void StackThread::shut_down(napi_async_cleanup_hook_handle, void* data) {
  auto& thread = *static_cast<StackThread*>(data);
  thread.pool_->remove(thread);
  // Processes that were here go with the thread: whoever waits for them hears of it.
  for (const auto& worker : thread.workers_) {
    Worker::set_current_thread(worker.get());
    worker->end_for_good();
  }
  Worker::set_current_thread(nullptr);
  {
    std::lock_guard lock(thread.mutex_);
    thread.awake_ = true;  // nobody signals any more
  }
  thread.context_.reset();
  thread.bell_->close([](void* closed) { static_cast<StackThread*>(closed)->closed(); });
  uv_close(reinterpret_cast<uv_handle_t*>(&thread.timer_),
           [](uv_handle_t* handle) { static_cast<StackThread*>(handle->data)->closed(); });
}

void StackThread::closed() {
  if (--open_handles_ > 0) return;
  const napi_async_cleanup_hook_handle cleanup = cleanup_;
  delete this;
  napi_remove_async_cleanup_hook(cleanup);
}

void StackThread::signal() {
  if (!std::exchange(awake_, true)) bell_->give();
}

void StackThread::enqueue(StackWorker& worker) {
  if (std::exchange(worker.queued_, true)) return;
  end_wait(worker);
  ready_.push(*worker.tenant_, &worker);
  queued_++;
  signal();
  bound_turn(&worker);
}

void StackThread::end_wait(StackWorker& worker) {
  deadlines_.remove(worker.deadline_);
  if (std::exchange(worker.waits_for_host_, false)) wait_for_host_--;
}

void StackThread::expire_deadlines(Nanoseconds now) {
  std::lock_guard lock(mutex_);
  deadlines_.expire(now, [this](StackWorker* worker) { enqueue(*worker); });
}

void StackThread::give(Job job) {
  trace_scheduling(job, "waits for its first turn on thread ", id_);
  // From another thread it brings the time that it has waited.
  if (job.queued_at == 0) job.queued_at = monotonic_now();
  std::lock_guard lock(mutex_);
  enqueue(std::move(job));
}

void StackThread::enqueue(Job job) {
  const bool may_share = shares_turns(job);
  jobs_.push_back(std::move(job));
  queued_++;
  signal();
  if (may_share) bound_turn();
}

// Who gives its turn up for it may be suspended beside it for as long as it computes.
bool StackThread::shares_turns(const Job& job) { return !job.program || !job.program->unyielding; }

std::deque<Job> StackThread::take_back() {
  std::lock_guard lock(mutex_);
  queued_ -= jobs_.size();
  std::deque<Job> jobs = std::exchange(jobs_, {});
  // Another thread compiles it anew: what this one's engine has finished it cannot be told.
  for (Loading& loading : std::exchange(loading_, {})) jobs.push_back(std::move(loading.job));
  return jobs;
}

void StackThread::bound_turn(const StackWorker* waiting) {
  std::lock_guard lock(run_mutex_);
  if (running_ == nullptr || running_ == waiting) return;
  running_->slice().yield_from(turn_began_ + policy::kShortTurn);
  ask_for_end();
}

void StackThread::end_long_turn() {
  std::lock_guard lock(run_mutex_);
  if (running_ != nullptr) ask_for_end();
}

// With run_mutex_ held. It may make no calls.
void StackThread::ask_for_end() {
  if (running_->slice().yield_asked()) running_->memory().ask_for_call();
}

void StackThread::program_settled(uint64_t program) {
  if (running_ != nullptr && running_->left_ == program) running_->left_ = 0;
  std::lock_guard lock(mutex_);
  std::erase_if(loading_, [this, program](Loading& loading) {
    if (loading.program != program) return false;
    enqueue(std::move(loading.job));
    return true;
  });
}

bool StackThread::hot(Nanoseconds now) const {
  const Nanoseconds began = turn_began_;
  return began != 0 && now - began >= policy::kLongTurn;
}

bool StackThread::computes() const {
  std::lock_guard lock(run_mutex_);
  return running_ != nullptr && read_clock(clock_) - cpu_at_turn_ >= policy::kLongWork;
}

uint64_t StackThread::load(Nanoseconds now) const {
  constexpr uint64_t kHot = 1 << 20;
  const uint64_t to_do = queued_ + (hot(now) ? kHot : turn_began_ != 0 ? 1 : 0);
  return (to_do << 32) + residents_;
}

void StackThread::run() {
  const Nanoseconds until = monotonic_now() + policy::kBusyTime;
  while (step()) {
    if (monotonic_now() < until) continue;
    bell_->give();
    break;
  }
  tidy();
  arm_timer();
}

// Gives one process a turn. False: nobody waits for one.
bool StackThread::step() {
  StackWorker* worker = nullptr;
  std::optional<Job> job;
  bool went_on = false;
  {
    std::unique_lock lock(mutex_);
    if (!deadlines_.empty()) deadlines_.expire(monotonic_now(), [this](StackWorker* due) { enqueue(*due); });
    if (ready_.empty() && jobs_.empty() && std::exchange(woken_soon_, false)) {
      lock.unlock();
      spin_until([this] { return queued_ > 0; });
      lock.lock();
    }
    awake_ = !ready_.empty() || !jobs_.empty();
    if (!awake_) return false;
    queued_--;
    // In turns, so that neither waits for the other's end.
    prefers_jobs_ = !prefers_jobs_;
    if (!ready_.empty() && (jobs_.empty() || !prefers_jobs_)) {
      worker = ready_.pop();
      worker->queued_ = false;
      // What has given up its turn goes on where it was, not from a wait.
      went_on = !std::exchange(worker->yielded_, false);
      worker->waits_ = worker->woken_ = false;
    } else {
      const auto next = next_job();
      job = std::move(*next);
      jobs_.erase(next);
    }
  }
  if (job) {
    begin(std::move(*job));
  } else {
    if (went_on) {
      worker->wakes();
    } else {
      worker->trace("goes on");
    }
    take_turn(*worker, Turn::resume);
  }
  return true;
}

// The first one, or when that has waited for long one of the sandbox of which none has begun for the longest time.
std::deque<Job>::iterator StackThread::next_job() {
  if (monotonic_now() - jobs_.front().queued_at < policy::kLongWait) return jobs_.begin();
  return std::ranges::min_element(jobs_, {}, [](const Job& job) { return job.kernel->begun_at.load(); });
}

void StackThread::begin(Job job) {
  // It has been found out while the job waited.
  if (job.program && job.program->links) {
    const std::shared_ptr<KernelHandle> kernel = job.kernel;
    const CallLock lock(*job.process);
    return pool_->go_on_elsewhere(std::move(job), WorkerKind::stacks);
  }
  job.kernel->begun_at = monotonic_now();
  job.queued_at = 0;
  if (idle_.empty()) {
    const Napi::HandleScope scope(env_);
    const auto slot = static_cast<uint32_t>(workers_.size());
    workers_.push_back(std::make_unique<StackWorker>(*this, slot, env_, pool_, id_, block_.Value(), unwind_.Value()));
    idle_.push_back(workers_.back().get());
  }
  StackWorker& worker = *idle_.back();
  idle_.pop_back();
  residents_++;
  idle_since_ = 0;
  {
    std::lock_guard lock(mutex_);
    worker.tenant_ = &ready_.enter(job.kernel.get());
  }
  if (worker.begin_job(std::move(job))) {
    take_turn(worker, Turn::start);
  } else {
    settle(worker, true);
  }
}

void StackThread::take_turn(StackWorker& worker, Turn what) {
  const auto [done, terminated] = guarded_turn(worker, what);
  if (worker.left_ && !terminated && done) return leave(worker);
  if (terminated && !worker.ended_) unwind(worker);
  if (terminated || worker.ended_ || !done) settle(worker, !worker.ended_);
}

// Stacks that wait for one that was ended in the middle end as well, one turn for each, by the exception that any call
// of theirs ends with. Their code may catch it, and is ended in turn.
void StackThread::unwind(StackWorker& worker) {
  worker.begin_unwinding();
  for (bool more = true; more && !worker.ended_;) {
    const auto [done, terminated] = guarded_turn(worker, Turn::unwind);
    more = done || terminated;
  }
}

// A turn that can be ended in the middle.
StackThread::Taken StackThread::guarded_turn(StackWorker& worker, Turn what) {
  {
    std::lock_guard queues(mutex_);
    std::lock_guard lock(run_mutex_);
    running_ = &worker;
    terminated_ = false;
    cpu_at_turn_ = read_clock(clock_);
    turn_began_ = monotonic_now();
    worker.slice().yield_from(end_of_turn());
  }
  Taken taken{.done = call_turn(worker, what)};
  turn_began_ = 0;
  {
    std::lock_guard queues(mutex_);
    std::lock_guard lock(run_mutex_);
    const Nanoseconds took = read_clock(clock_) - cpu_at_turn_;
    worker.cpu_before_ += took;
    ready_.charge(*worker.tenant_, took);
    running_ = nullptr;
    taken.terminated = terminated_;
  }
  if (taken.terminated) worker.control().cancel();
  return taken;
}

// From when on the turn that begins now is awaited; 0: by nobody. What the engine has compiled it tells between turns.
Nanoseconds StackThread::end_of_turn() const {
  const Nanoseconds end = turn_began_ + policy::kShortTurn;
  const bool loads = wait_for_host_ > 0 || !loading_.empty();
  const bool awaited = loads || !ready_.empty() || std::ranges::any_of(jobs_, shares_turns);
  return awaited ? end : deadlines_.end_of_turn(end);
}

// False: there was nothing to be done, or our own JavaScript could not run.
bool StackThread::call_turn(StackWorker& worker, Turn what) {
  Worker::set_current_thread(&worker);
  const Napi::HandleScope scope(env_);
  bool done = false;
  {
    // At its end the engine runs its microtasks, and with them what the turn is for.
    const Napi::CallbackScope callback(env_, *context_);
    done = js::to_bool(
        js::call(env_, turn_.Value(),
                 {Napi::Number::New(env_, worker.slot_), Napi::Number::New(env_, static_cast<double>(what))}));
    js::clear_exception(env_);
  }
  js::clear_exception(env_);
  Worker::set_current_thread(nullptr);
  return done;
}

// The process has ended, and its stack will not go on.
void StackThread::settle(StackWorker& worker, bool killed) {
  Worker::set_current_thread(&worker);
  worker.end_job(killed);
  call_turn(worker, killed ? Turn::dropped : Turn::ended);
  vacate(worker);
}

// The process has no stack, for it has not begun or its next image has not: it goes on elsewhere, or later.
void StackThread::leave(StackWorker& worker) {
  call_turn(worker, Turn::ended);
  const uint64_t program = *worker.left_;
  const bool left = worker.leave_job([&](Job job) {
    if (program == 0) return pool_->go_on_elsewhere(std::move(job), WorkerKind::stacks);
    job.process->wait_cause = WaitCause::compilation;
    trace_scheduling(job, "waits for its program");
    std::lock_guard lock(mutex_);
    loading_.push_back({program, std::move(job)});
  });
  if (!left) return settle(worker, true);
  vacate(worker);
}

void StackThread::vacate(StackWorker& worker) {
  {
    std::lock_guard lock(mutex_);
    worker.waits_ = worker.woken_ = worker.yielded_ = false;
    end_wait(worker);
    if (std::exchange(worker.queued_, false)) {
      ready_.remove(*worker.tenant_, &worker);
      queued_--;
    }
    ready_.leave(*std::exchange(worker.tenant_, nullptr));
  }
  worker.ended_ = false;
  worker.left_.reset();
  idle_.push_back(&worker);
  if (--residents_ == 0) idle_since_ = monotonic_now();
}

void StackThread::tidy() {
  const Nanoseconds now = monotonic_now();
  if (now - tidied_at_ < policy::kTidyInterval) return;
  tidied_at_ = now;
  const Napi::HandleScope scope(env_);
  js::call(env_, tidy_.Value(), {Napi::Boolean::New(env_, residents_ == 0)});
  js::clear_exception(env_);
}

// For the next deadline of a process that waits; to tidy up once after the last one has gone, and to end when none
// comes.
void StackThread::arm_timer() {
  const Nanoseconds now = monotonic_now();
  Nanoseconds next = 0;
  if (idle_since_ != 0) {
    const bool tidied = tidied_at_ > idle_since_;
    next = tidied ? idle_since_ + policy::kIdleThreadTime : tidied_at_ + policy::kTidyInterval;
    if (tidied && next <= now) {
      next = idle_since_ = 0;
      if (pool_->let_go(*this)) bell_->keep_alive(false);
    }
  }
  {
    std::lock_guard lock(mutex_);
    if (!deadlines_.empty() && (next == 0 || deadlines_.earliest() < next)) next = deadlines_.earliest();
  }
  if (next == 0) {
    uv_timer_stop(&timer_);
    return;
  }
  uv_update_time(timer_.loop);
  const uint64_t milliseconds = next <= now ? 0 : (next - now + kMillisecond - 1) / kMillisecond;
  uv_timer_start(&timer_, [](uv_timer_t* handle) { static_cast<StackThread*>(handle->data)->run(); }, milliseconds, 0);
}

}  // namespace wasmsand
