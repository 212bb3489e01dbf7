#include "binding/worker_pool.h"

#include <algorithm>
#include <thread>

#include "binding/stack_thread.h"
#include "binding/ticker.h"
#include "binding/worker.h"

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

std::shared_ptr<WorkerPool> WorkerPool::create(napi_env env, napi_value callback, uint32_t maximum, Host host) {
  std::shared_ptr<WorkerPool> pool;
  {
    std::lock_guard lock(registry().mutex);
    uint32_t id = ++registry().last_id;
    pool = std::make_shared<WorkerPool>(id, maximum, host);
    registry().pools[id] = pool;
  }
  auto forget = [id = pool->id] {
    // The ticker ends first, here: later the last reference might be dropped on its own thread.
    std::shared_ptr<WorkerPool> last = find(id);
    last->ticker_->stop();
    last->closed_ = true;
    last->finish_cancelled();
    last->reclaimer_.stop();
    std::lock_guard lock(registry().mutex);
    registry().pools.erase(id);
  };
  if (!pool->events_.open(env, callback, forget)) {
    forget();
    return nullptr;
  }
  return pool;
}

std::shared_ptr<WorkerPool> WorkerPool::find(uint32_t id) {
  std::lock_guard lock(registry().mutex);
  auto found = registry().pools.find(id);
  return found == registry().pools.end() ? nullptr : found->second;
}

WorkerPool::WorkerPool(uint32_t id, uint32_t maximum, Host host)
    : id(id),
      base_(host == Host::stacks ? std::max(2U, std::thread::hardware_concurrency())
                                 : std::max(16U, 4 * std::thread::hardware_concurrency())),
      admission_(maximum, std::thread::hardware_concurrency()),
      ticker_(std::make_unique<Ticker>(*this)) {}

WorkerPool::~WorkerPool() = default;

Result<void> WorkerPool::submit(Job job) {
  std::lock_guard lock(mutex_);
  if (stopping_) return Errno::again;
  Admission<Job>::Tenant& tenant = job.kernel->tenant;
  if (job.from_host) {
    admission_.offer_run(tenant, std::move(job));
  } else {
    if (!admission_.fits(tenant)) return Errno::again;
    admission_.offer_spawn(tenant, std::move(job));
  }
  admit();
  return {};
}

void WorkerPool::admit() {
  const Nanoseconds now = monotonic_now();
  while (std::optional<Job> job = admission_.next(now)) dispatch(std::move(*job));
  grow(std::min(admission_.assigned() + kWarmWorkers, base_));
  note_shortage();
}

StackThread* WorkerPool::coolest_thread(Nanoseconds now) {
  const auto load = [now](const StackThread* thread) { return thread->load(now); };
  const auto coolest = std::ranges::min_element(threads_, {}, load);
  return coolest == threads_.end() ? nullptr : *coolest;
}

// What waits for a thread that computes for long goes to another, and there is one more if all do.
void WorkerPool::review_threads(Nanoseconds now) {
  uint32_t waiting = admission_.waiting();
  for (StackThread* thread : std::vector(threads_)) {
    for (Job& job : thread->take_back(now)) {
      waiting++;
      dispatch(std::move(job));
    }
  }
  const bool all_hot = std::ranges::all_of(threads_, [now](const StackThread* thread) { return thread->hot(now); });
  if (!threads_.empty() && all_hot && growing_ == 0) grow(std::min(workers_ + waiting, kHotThreads * base_));
}

void WorkerPool::dispatch(Job job) {
  if (StackThread* thread = coolest_thread(monotonic_now())) return thread->give(std::move(job));
  if (idle_.empty()) {
    queue_.push_back(std::move(job));
    return;
  }
  Worker* worker = idle_.back();
  idle_.pop_back();
  worker->hand_over(std::move(job));
}

void WorkerPool::grow(uint32_t to) {
  const uint32_t present = workers_ + growing_;
  if (stopping_ || present >= to) return;
  const uint32_t count = to - present;
  growing_ += count;
  events_.post({.kind = EventKind::grow, .id = count});
}

// The ticker decides whether a session rests or the pool grows, for it may look into the kernels.
void WorkerPool::note_shortage() {
  const bool is_short = without_worker() > 0 || admission_.short_of_workers() > 0;
  const bool was_short = short_of_workers_.exchange(is_short, std::memory_order_relaxed);
  if (is_short && (!was_short || without_worker() > 0)) ticker_->wake();
}

uint32_t WorkerPool::review() {
  std::lock_guard lock(mutex_);
  admit();
  review_threads(monotonic_now());
  return without_worker() + admission_.short_of_workers();
}

void WorkerPool::grow_past_base(uint32_t resting) {
  std::lock_guard lock(mutex_);
  const uint32_t wanted = without_worker();
  if (wanted > resting) grow(workers_ + growing_ + wanted - resting + kWarmWorkers);
}

void WorkerPool::job_waits() {
  admission_.waits();
  if (!admission_.runs_wait()) return;
  std::lock_guard lock(mutex_);
  admit();
}

WorkerPool::State WorkerPool::state() {
  std::lock_guard lock(mutex_);
  return {workers_, admission_.assigned(), admission_.running(),
          admission_.waiting() + static_cast<uint32_t>(queue_.size())};
}

void WorkerPool::warm_up() {
  std::lock_guard lock(mutex_);
  grow(std::min(admission_.assigned() + kWarmWorkers, base_));
}

void WorkerPool::cancel(Process& process, KernelHandle& kernel) {
  const auto is_it = [&](const Job& job) { return job.process.get() == &process; };
  std::lock_guard lock(mutex_);
  std::optional<Job> job = admission_.remove(kernel.tenant, is_it);
  if (!job) {
    for (StackThread* thread : threads_) {
      job = thread->remove(is_it);
      if (job) break;
    }
    if (const auto found = std::ranges::find_if(queue_, is_it); found != queue_.end()) {
      job = std::move(*found);
      queue_.erase(found);
    }
    if (job) admission_.done(kernel.tenant, job->from_host, true);
  }
  if (!job) return;
  cancelled_.push_back(std::move(*job));
  ticker_->wake();
}

void WorkerPool::abandon(Job job) {
  std::lock_guard lock(mutex_);
  abandoned_.push_back(std::move(job));
  ticker_->wake();
}

std::vector<Job> WorkerPool::take_abandoned() {
  std::lock_guard lock(mutex_);
  return std::exchange(abandoned_, {});
}

void WorkerPool::finish_later(Job job) {
  std::lock_guard lock(mutex_);
  cancelled_.push_back(std::move(job));
  ticker_->wake();
}

void WorkerPool::finish_cancelled() {
  std::vector<Job> cancelled;
  {
    std::lock_guard lock(mutex_);
    cancelled.swap(cancelled_);
  }
  for (Job& job : cancelled) {
    job.kernel->finish(std::move(job.process), {.code = 0, .signal = kSigKill});
    job.kernel.reset();
  }
}

bool WorkerPool::add(uint32_t worker_id) {
  std::lock_guard lock(mutex_);
  arrived_.insert(worker_id);
  if (growing_ > 0) growing_--;
  if (stopping_) return false;
  workers_++;
  growth_failures_ = 0;
  return true;
}

void WorkerPool::remove(Worker& worker) {
  std::lock_guard lock(mutex_);
  workers_--;
  std::erase(idle_, &worker);
  admit();
}

void WorkerPool::add_thread(StackThread& thread) {
  std::lock_guard lock(mutex_);
  threads_.push_back(&thread);
  for (Job& job : std::exchange(queue_, {})) dispatch(std::move(job));
}

void WorkerPool::remove(StackThread& thread) {
  std::lock_guard lock(mutex_);
  workers_--;
  std::erase(threads_, &thread);
  admit();
}

std::optional<Job> WorkerPool::wait_for_job(Worker& worker) {
  std::unique_lock lock(mutex_);
  if (stopping_) return std::nullopt;
  if (!queue_.empty()) {
    Job job = std::move(queue_.front());
    queue_.pop_front();
    note_shortage();
    return job;
  }
  idle_.push_back(&worker);
  const Nanoseconds since = monotonic_now();
  for (ProbeInterval probe;; probe.lengthen()) {
    worker.sleep(lock, probe.current());
    if (std::optional<Job> job = worker.take_job()) return job;
    lock.unlock();
    bool alive = worker.alive();
    lock.lock();
    if (std::optional<Job> job = worker.take_job()) return job;
    // A surplus worker leaves when it has had nothing to do for a while.
    bool surplus = idle_.size() > kWarmWorkers && monotonic_now() - since > kIdleTime;
    if (!alive || stopping_ || surplus) {
      std::erase(idle_, &worker);
      return std::nullopt;
    }
  }
}

void WorkerPool::job_done(KernelHandle& kernel, bool from_host, bool was_running) {
  std::lock_guard lock(mutex_);
  admission_.done(kernel.tenant, from_host, was_running);
  admit();
}

void WorkerPool::worker_exited(uint32_t worker_id) {
  std::lock_guard lock(mutex_);
  if (arrived_.erase(worker_id) > 0) return;
  if (growing_ > 0) growing_--;
  if (++growth_failures_ < kGrowthRetries) return admit();
  // The host gives us no more threads. What waits does so for those there are; without any it is ended rather than kept
  // waiting for ever.
  if (growing_ > 0 || workers_ > 0) return;
  for (Job& job : queue_) {
    admission_.done(job.kernel->tenant, job.from_host, true);
    cancelled_.push_back(std::move(job));
  }
  queue_.clear();
  ticker_->wake();
}

void WorkerPool::activate(std::shared_ptr<KernelHandle> kernel) {
  {
    std::lock_guard lock(mutex_);
    active_.emplace(kernel.get(), kernel);
  }
  ticker_->wake();
}

void WorkerPool::deactivate(KernelHandle& kernel) {
  std::lock_guard lock(mutex_);
  active_.erase(&kernel);
}

std::vector<std::shared_ptr<KernelHandle>> WorkerPool::active_kernels() {
  std::vector<std::shared_ptr<KernelHandle>> result;
  std::lock_guard lock(mutex_);
  result.reserve(active_.size());
  for (auto& [pointer, weak] : active_) {
    if (auto kernel = weak.lock()) result.push_back(std::move(kernel));
  }
  return result;
}

void WorkerPool::wake_ticker(Nanoseconds at) { ticker_->wake(at); }

bool WorkerPool::stopping() {
  std::lock_guard lock(mutex_);
  return stopping_;
}

void WorkerPool::shut_down() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    for (Worker* worker : idle_) worker->end_sleep();
  }
  for (const auto& kernel : active_kernels()) {
    KernelLock lock(kernel->kernel().mutex());
    kernel->kernel().shut_down();
  }
  ticker_->wake();
}

}  // namespace wasmsand
