#include "binding/worker_pool.h"

#include <algorithm>

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

std::shared_ptr<WorkerPool> WorkerPool::create(napi_env env, napi_value callback, uint32_t maximum) {
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

WorkerPool::WorkerPool(uint32_t id, uint32_t maximum)
    : id(id), maximum_(std::max(maximum, kWarmWorkers)), ticker_(std::make_unique<Ticker>(*this)) {}

WorkerPool::~WorkerPool() = default;

Result<void> WorkerPool::submit(Job job, bool from_host) {
  std::lock_guard lock(mutex_);
  if (stopping_) return Errno::again;
  if (admits(*job.kernel, from_host)) {
    assign(std::move(job));
    grow_if_needed();
    return {};
  }
  if (!from_host) return Errno::again;
  host_queue_.push_back(std::move(job));
  return {};
}

bool WorkerPool::admits(const KernelHandle& kernel, bool from_host) const {
  const uint32_t free = maximum_ - assigned_;
  if (from_host && kernel.assigned == 0) return free > 0 && tenants_ < maximum_ - maximum_ / 4;
  return kernel.assigned < free;
}

void WorkerPool::assign(Job job) {
  assigned_++;
  if (job.kernel->assigned++ == 0) tenants_++;
  dispatch(std::move(job));
}

void WorkerPool::unassign(KernelHandle& kernel) {
  assigned_--;
  if (--kernel.assigned == 0) tenants_--;
}

void WorkerPool::dispatch(Job job) {
  if (idle_.empty()) {
    queue_.push_back(std::move(job));
    return;
  }
  Worker* worker = idle_.back();
  idle_.pop_back();
  worker->hand_over(std::move(job));
}

void WorkerPool::grow_if_needed() {
  uint32_t wanted = std::min(assigned_ + kWarmWorkers, maximum_);
  uint32_t present = workers_ + growing_;
  if (stopping_ || present >= wanted) return;
  uint32_t count = wanted - present;
  growing_ += count;
  events_.post({.kind = EventKind::grow, .id = count});
}

void WorkerPool::admit_waiting() {
  for (auto next = host_queue_.begin(); next != host_queue_.end() && assigned_ < maximum_;) {
    if (!admits(*next->kernel, true)) {
      ++next;
      continue;
    }
    Job job = std::move(*next);
    next = host_queue_.erase(next);
    assign(std::move(job));
  }
}

void WorkerPool::warm_up() {
  std::lock_guard lock(mutex_);
  grow_if_needed();
}

void WorkerPool::cancel(Process& process) {
  std::lock_guard lock(mutex_);
  for (auto* queue : {&queue_, &host_queue_}) {
    auto found =
        std::find_if(queue->begin(), queue->end(), [&](const Job& job) { return job.process.get() == &process; });
    if (found == queue->end()) continue;
    if (queue == &queue_) unassign(*found->kernel);
    cancelled_.push_back(std::move(*found));
    queue->erase(found);
    ticker_->wake();
    return;
  }
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

std::vector<Job> WorkerPool::take_cancelled() {
  std::lock_guard lock(mutex_);
  return std::exchange(cancelled_, {});
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
  grow_if_needed();
}

std::optional<Job> WorkerPool::wait_for_job(Worker& worker) {
  std::unique_lock lock(mutex_);
  if (stopping_) return std::nullopt;
  if (!queue_.empty()) {
    Job job = std::move(queue_.front());
    queue_.pop_front();
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

void WorkerPool::job_done(KernelHandle& kernel) {
  std::lock_guard lock(mutex_);
  unassign(kernel);
  admit_waiting();
  grow_if_needed();
}

void WorkerPool::worker_exited(uint32_t worker_id) {
  std::lock_guard lock(mutex_);
  if (arrived_.erase(worker_id) > 0) return;
  if (growing_ > 0) growing_--;
  if (++growth_failures_ < kGrowthRetries) {
    grow_if_needed();
    return;
  }
  // The host gives us no more threads: what nobody can run is ended rather than kept waiting for ever.
  if (growing_ > 0) return;
  for (Job& job : queue_) {
    unassign(*job.kernel);
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
