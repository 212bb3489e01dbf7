#include "binding/pool/worker_pool.h"

#include "binding/pool/schedule_trace.h"
#include "binding/pool/ticker.h"
#include "binding/worker/worker.h"

namespace wasmsand {
namespace {

// All pools of this copy of the addon, for the workers that look theirs up by number.
struct Registry {
  std::mutex mutex;
  std::map<uint32_t, std::shared_ptr<WorkerPool>> pools;
  uint32_t last_id = 0;
};

Registry& registry() {
  static auto* instance = new Registry;  // outlives every thread that may still look into it at exit
  return *instance;
}

}  // namespace

std::shared_ptr<WorkerPool> WorkerPool::create(Napi::Env env, Napi::Function callback, Maximum maximum) {
  std::shared_ptr<WorkerPool> pool;
  {
    std::lock_guard lock(registry().mutex);
    uint32_t id = ++registry().last_id;
    pool = std::make_shared<WorkerPool>(id, maximum);
    registry().pools[id] = pool;
  }
  auto forget = [id = pool->id] {
    // The ticker ends first, here: later the last reference might be dropped on its own thread.
    std::shared_ptr<WorkerPool> last = find(id);
    last->ticker_->stop();
    last->closed_ = true;
    last->kill_runs();
    last->finish_cancelled();
    last->reclaimer_.stop();
    std::lock_guard lock(registry().mutex);
    registry().pools.erase(id);
  };
  pool->events_.open(env, callback, forget);
  return pool;
}

std::shared_ptr<WorkerPool> WorkerPool::find(uint32_t id) {
  std::lock_guard lock(registry().mutex);
  auto found = registry().pools.find(id);
  return found == registry().pools.end() ? nullptr : found->second;
}

WorkerPool::WorkerPool(uint32_t id, Maximum maximum)
    : id(id),
      threads_(WorkerKind::threads, maximum.threads, maximum.workers, growth(WorkerKind::threads)),
      ticker_(std::make_unique<Ticker>(*this)) {
  if (maximum.stacks > 0) stacks_.emplace(WorkerKind::stacks, maximum.stacks, std::nullopt, growth(WorkerKind::stacks));
}

WorkerPool::~WorkerPool() = default;

std::function<void(uint32_t)> WorkerPool::growth(WorkerKind kind) {
  return [this, kind](uint32_t count) {
    if (!stopping_) events_.post({.kind = EventKind::grow, .id = count, .a = static_cast<double>(kind)});
  };
}

// A session's shell, and a clone of a shell, which is about to become another program. What the image says is no shell,
// an interpreter, may compute on and on in either.
bool WorkerPool::is_shell(const Process& process) {
  // One that was killed has no program any more.
  if (!process.image.program || !process.image.program->shell) return false;
  return process.session_channel || process.launch.kind == Launch::Kind::clone;
}

WorkerKind WorkerPool::kind_of(const Process& process) const {
  const Program* const program = process.image.program.get();
  const bool apart = program != nullptr && (program->copies() || program->links);
  return stacks_ && !apart ? WorkerKind::stacks : WorkerKind::threads;
}

// What threads need to know of it while it waits for one. With the kernel locked.
void WorkerPool::describe(Job& job) {
  job.shell = is_shell(*job.process);
  job.program = job.process->image.program;
}

Result<void> WorkerPool::submit(Job job) {
  const WorkerKind kind = kind_of(*job.process);
  describe(job);
  const Lock lock(*this);
  if (stopping_) return Errno::again;
  WS_TRY(crew(kind).submit(std::move(job)));
  note_shortage();
  return {};
}

// The ticker decides whether a session rests or the pool grows, for it may look into the kernels.
void WorkerPool::note_shortage() {
  const std::array was_short{short_of_workers(WorkerKind::threads), short_of_workers(WorkerKind::stacks)};
  const PerKind wanted = keep_shortage();
  for (size_t kind = 0; kind < wanted.size(); kind++)
    if (wanted[kind] > 0 && !was_short[kind]) return ticker_->wake();
  for (const Nanoseconds due : {main_crew().growth_due(), threads_.growth_due()})
    if (due != 0) ticker_->wake(due);
}

WorkerPool::PerKind WorkerPool::keep_shortage() {
  const PerKind wanted{threads_.wanted(), stacks_ ? stacks_->wanted() : 0};
  for (size_t kind = 0; kind < wanted.size(); kind++)
    short_of_workers_[kind].store(wanted[kind] > 0, std::memory_order_relaxed);
  overdrawn_.store(threads_.overdrawn(), std::memory_order_relaxed);
  return wanted;
}

WorkerPool::PerKind WorkerPool::review() {
  const Lock lock(*this);
  threads_.admit();
  if (stacks_) {
    stacks_->admit();
    stacks_->review_threads(monotonic_now());
  }
  // It looks again by itself.
  return keep_shortage();
}

void WorkerPool::grow_past_base(const PerKind& resting) {
  const Lock lock(*this);
  threads_.grow_past_base(resting[static_cast<size_t>(WorkerKind::threads)]);
  if (stacks_) stacks_->grow_past_base(resting[static_cast<size_t>(WorkerKind::stacks)]);
}

void WorkerPool::job_waits(WorkerKind kind, KernelHandle& kernel, bool computes) {
  crew(kind).job_waits(kernel, computes);
  if (!crew(kind).runs_wait()) return;
  const Lock lock(*this);
  crew(kind).admit();
  note_shortage();
}

void WorkerPool::keep_state() {
  workers_.store(threads_.workers() + (stacks_ ? stacks_->workers() : 0), std::memory_order_relaxed);
  waiting_.store(threads_.waiting() + (stacks_ ? stacks_->waiting() : 0), std::memory_order_relaxed);
}

WorkerPool::State WorkerPool::state() const {
  const uint32_t running = threads_.running() + (stacks_ ? stacks_->running() : 0);
  return {workers_.load(std::memory_order_relaxed), running, waiting_.load(std::memory_order_relaxed)};
}

void WorkerPool::warm_up() {
  const Lock lock(*this);
  main_crew().warm_up();
}

void WorkerPool::expect_worker() {
  const Lock lock(*this);
  main_crew().expect_worker();
}

void WorkerPool::cancel(Process& process, KernelHandle& kernel) {
  const Lock lock(*this);
  std::optional<Job> job = threads_.remove(process, kernel);
  if (!job && stacks_) job = stacks_->remove(process, kernel);
  if (!job) return;
  cancelled_.push_back(std::move(*job));
  ticker_->wake();
}

void WorkerPool::abandon(Job job) {
  const Lock lock(*this);
  abandoned_.push_back(std::move(job));
  ticker_->wake();
}

std::vector<Job> WorkerPool::take_abandoned() {
  const Lock lock(*this);
  return std::exchange(abandoned_, {});
}

void WorkerPool::kill_later(std::shared_ptr<KernelHandle> kernel, uint64_t run) {
  const Lock lock(*this);
  killed_runs_.emplace_back(std::move(kernel), run);
  ticker_->wake();
}

void WorkerPool::kill_runs() {
  std::vector<std::pair<std::shared_ptr<KernelHandle>, uint64_t>> runs;
  {
    const Lock lock(*this);
    runs.swap(killed_runs_);
  }
  for (const auto& [kernel, run] : runs) {
    const KernelLock lock(kernel->kernel().mutex());
    kernel->kernel().kill_run(run);
  }
}

void WorkerPool::finish_later(Job job) {
  const Lock lock(*this);
  cancelled_.push_back(std::move(job));
  ticker_->wake();
}

void WorkerPool::finish_cancelled() {
  std::vector<Job> cancelled;
  {
    const Lock lock(*this);
    cancelled.swap(cancelled_);
  }
  for (Job& job : cancelled) {
    trace_scheduling(job, "ends without a thread");
    job.kernel->finish(std::move(job.process), {.code = 0, .signal = kSigKill});
    job.kernel.reset();
  }
}

bool WorkerPool::add(WorkerKind kind, uint32_t worker_id) {
  const Lock lock(*this);
  arrived_.insert(worker_id);
  if (stopping_) return false;
  crew(kind).arrived();
  return true;
}

void WorkerPool::remove(Worker& worker) {
  const Lock lock(*this);
  threads_.left();
  threads_.remove_idle(worker);
  threads_.admit();
  note_shortage();
}

void WorkerPool::add_thread(StackThread& thread) {
  const Lock lock(*this);
  stacks_->add(thread);
}

bool WorkerPool::let_go(StackThread& thread) {
  const Lock lock(*this);
  return stacks_->let_go(thread);
}

void WorkerPool::go_on_elsewhere(Job job, WorkerKind left) {
  const WorkerKind kind = kind_of(*job.process);
  describe(job);
  const Lock lock(*this);
  if (kind == left) return crew(kind).dispatch(std::move(job));
  crew(left).done(*job.kernel, job.from_host, true);
  Job refused = job;
  if (stopping_ || !crew(kind).submit(std::move(job)).ok()) {
    cancelled_.push_back(std::move(refused));
    ticker_->wake();
  }
  note_shortage();
}

void WorkerPool::remove(StackThread& thread) {
  const Lock lock(*this);
  stacks_->remove(thread);
  note_shortage();
}

std::optional<Job> WorkerPool::wait_for_job(Worker& worker) {
  {
    const Lock lock(*this);
    if (stopping_ || (worker.slice().stands_back() && threads_.replace())) return std::nullopt;
    if (std::optional<Job> job = threads_.take_queued()) {
      note_shortage();
      return job;
    }
    threads_.add_idle(worker);
  }
  const Nanoseconds since = monotonic_now();
  for (ProbeInterval probe;; probe.lengthen()) {
    worker.sleep(probe.current());
    {
      const Lock lock(*this);
      if (std::optional<Job> job = worker.take_job()) return job;
    }
    const bool alive = worker.alive();
    const Lock lock(*this);
    if (std::optional<Job> job = worker.take_job()) return job;
    // A surplus worker leaves when it has had nothing to do for a while.
    const bool surplus = threads_.has_surplus() && monotonic_now() - since > policy::kIdleThreadTime;
    if (!alive || stopping_ || surplus) {
      threads_.remove_idle(worker);
      return std::nullopt;
    }
  }
}

void WorkerPool::job_done(WorkerKind kind, KernelHandle& kernel, bool from_host, bool was_running) {
  const Lock lock(*this);
  crew(kind).done(kernel, from_host, was_running);
  note_shortage();
}

void WorkerPool::worker_exited(WorkerKind kind, uint32_t worker_id) {
  const Lock lock(*this);
  Crew& its = crew(kind);
  if (arrived_.erase(worker_id) > 0 || its.failed_to_arrive()) return;
  note_shortage();
  // The host gives us no more threads. What waits does so for those there are; without any it is ended rather than kept
  // waiting for ever.
  if (its.coming() > 0 || its.workers() > 0) return;
  for (Job& job : its.give_up()) cancelled_.push_back(std::move(job));
  ticker_->wake();
}

void WorkerPool::activate(std::shared_ptr<KernelHandle> kernel) {
  {
    const Lock lock(*this);
    active_.emplace(kernel.get(), kernel);
  }
  reclaimer_.start();
  ticker_->wake();
}

void WorkerPool::deactivate(KernelHandle& kernel) {
  const Lock lock(*this);
  active_.erase(&kernel);
}

std::vector<std::shared_ptr<KernelHandle>> WorkerPool::active_kernels() {
  std::vector<std::shared_ptr<KernelHandle>> result;
  const Lock lock(*this);
  result.reserve(active_.size());
  for (auto& [pointer, weak] : active_) {
    if (auto kernel = weak.lock()) result.push_back(std::move(kernel));
  }
  return result;
}

void WorkerPool::wake_ticker(Nanoseconds at) { ticker_->wake(at); }

bool WorkerPool::stopping() {
  const Lock lock(*this);
  return stopping_;
}

void WorkerPool::shut_down() {
  {
    const Lock lock(*this);
    stopping_ = true;
    for (Worker* worker : threads_.idle()) worker->end_sleep();
  }
  for (const auto& kernel : active_kernels()) {
    KernelLock lock(kernel->kernel().mutex());
    kernel->kernel().shut_down();
  }
  ticker_->wake();
}

}  // namespace wasmsand
