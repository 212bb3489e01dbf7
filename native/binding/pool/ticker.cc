#include "binding/pool/ticker.h"

#include <algorithm>
#include <vector>

#include "binding/pool/policy.h"
#include "binding/pool/worker_pool.h"
#include "binding/worker/worker.h"

namespace wasmsand {
namespace {

// Unless it is woken.
constexpr Nanoseconds kForever = 3600 * kSecond;
// Which sessions are to rest: those that have been idle for some time, and as many more as workers of their kind are
// wanted, the longest idle first.
class Rests {
 public:
  using PerKind = WorkerPool::PerKind;
  Rests(const PerKind& wanted, bool crowd)
      : wanted_(wanted), time_(crowd ? policy::kRestTimeInCrowd : policy::kRestTime) {}

  // With the kernel locked.
  void look_at(const std::shared_ptr<KernelHandle>& kernel, Process& process, WorkerKind of, Nanoseconds now) {
    const auto kind = static_cast<size_t>(of);
    const Nanoseconds time = process.memory_bytes > policy::kLargeSession ? policy::kRestTimeOfLarge : time_;
    if (process.rest == Rest::leaving || (process.idle_since != 0 && process.rest_asked)) {
      coming_[kind]++;
    } else if (process.idle_since != 0 && now - process.idle_since >= time) {
      process.ask_to_rest();
      coming_[kind]++;
    } else if (process.idle_since != 0 && wanted_[kind] > 0) {
      idle_.push_back({process.idle_since, kernel, process.pid, kind});
    }
  }

  // With no lock held. How many give their worker up.
  PerKind find() {
    std::ranges::sort(idle_, {}, &Idle::since);
    for (const auto& [since, kernel, pid, kind] : idle_) {
      if (coming_[kind] >= wanted_[kind]) continue;
      KernelLock lock(kernel->kernel().mutex());
      Process* process = kernel->kernel().processes().find(pid);
      if (process == nullptr || process->idle_since != since) continue;
      process->ask_to_rest();
      coming_[kind]++;
    }
    return coming_;
  }

 private:
  struct Idle {
    Nanoseconds since;
    std::shared_ptr<KernelHandle> kernel;
    int pid;
    size_t kind;
  };
  const PerKind wanted_;
  const Nanoseconds time_;
  PerKind coming_ = {};
  std::vector<Idle> idle_;
};

}  // namespace

void Ticker::stop() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  bell_->ring();
  if (thread_.joinable()) thread_.join();
}

void Ticker::wake(Nanoseconds at) {
  {
    std::lock_guard lock(mutex_);
    if (stopped_ || (at != 0 && planned_ != 0 && at >= planned_)) return;
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  }
  bell_->ring();
}

void Ticker::run() {
  const auto plan = [this](Nanoseconds at) {
    std::lock_guard lock(mutex_);
    planned_ = at;
    return !stopped_;
  };
  while (plan(0)) {
    bell_->take();
    const Nanoseconds next = tick();
    std::this_thread::sleep_for(std::chrono::nanoseconds(policy::kLeastTickPause));
    if (plan(next)) bell_->sleep(next == 0 ? kForever : std::max<Nanoseconds>(next - monotonic_now(), 0));
  }
}

Nanoseconds Ticker::tick() {
  pool_.kill_runs();
  pool_.finish_cancelled();
  for (Job& job : pool_.take_abandoned()) job.kernel->finish_early(*job.process);
  const WorkerPool::PerKind wanted = pool_.review();
  const Nanoseconds now = monotonic_now();
  Nanoseconds next = 0;
  const auto kernels = pool_.active_kernels();
  Rests rests(wanted, pool_.runs_wait());
  for (const auto& handle : kernels) {
    KernelLock lock(handle->kernel().mutex());
    const Nanoseconds timer = handle->kernel().tick(now);
    if (timer != 0 && (next == 0 || timer < next)) next = timer;
    int measured = 0;
    for (const auto& [pid, process] : handle->kernel().processes()) {
      if (process->idle_since != 0 || process->rest == Rest::leaving)
        rests.look_at(handle, *process, pool_.kind_of(*process), now);
      auto* const worker = static_cast<Worker*>(process->thread);
      if (worker != nullptr && measured < policy::kMeasuredAtOnce && worker->measure_thread(*process)) measured++;
      if (!process->may_run()) continue;
      last_run_ = now;
      if (worker != nullptr) worker->tick(*process, probe_);
    }
    handle->leave_if_idle();
  }
  if (std::ranges::any_of(wanted, [](uint32_t workers) { return workers > 0; })) pool_.grow_past_base(rests.find());
  if (kernels.empty()) return next;
  const Nanoseconds again =
      now + (now - last_run_ < policy::kIdleTickInterval ? policy::kTickInterval : policy::kIdleTickInterval);
  return next == 0 ? again : std::min(next, again);
}

}  // namespace wasmsand
