#include "binding/ticker.h"

#include <algorithm>

#include "binding/worker.h"
#include "binding/worker_pool.h"

namespace wasmsand {
namespace {

constexpr Nanoseconds kInterval = 10 * kMillisecond;
// Between two looks, however often guests set their timers.
constexpr Nanoseconds kLeastPause = kMillisecond / 2;
// When nothing has run for a while. No process that goes on wakes the ticker: it may run so long unwatched, while
// timers and deadlines are kept to.
constexpr Nanoseconds kIdleInterval = 100 * kMillisecond;

}  // namespace

void Ticker::stop() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Ticker::wake(Nanoseconds at) {
  std::lock_guard lock(mutex_);
  if (stopped_ || (at != 0 && planned_ != 0 && at >= planned_)) return;
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  woken_ = true;
  changed_.notify_one();
}

void Ticker::run() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    woken_ = false;
    planned_ = 0;
    lock.unlock();
    Nanoseconds next = tick();
    lock.lock();
    changed_.wait_for(lock, std::chrono::nanoseconds(kLeastPause), [this] { return stopped_; });
    planned_ = next;
    auto due = [this] { return woken_ || stopped_; };
    if (next == 0) {
      changed_.wait(lock, due);
    } else {
      changed_.wait_for(lock, std::chrono::nanoseconds(std::max<Nanoseconds>(next - monotonic_now(), 0)), due);
    }
  }
}

Nanoseconds Ticker::tick() {
  // Processes that were killed before any worker took them.
  for (Job& job : pool_.take_cancelled()) {
    job.kernel->finish(std::move(job.process), {.code = 0, .signal = 9});
    job.kernel.reset();
  }
  for (Job& job : pool_.take_abandoned()) job.kernel->finish_early(*job.process);
  const Nanoseconds now = monotonic_now();
  Nanoseconds next = 0;
  const auto kernels = pool_.active_kernels();
  for (const auto& handle : kernels) {
    KernelLock lock(handle->kernel().mutex());
    const Nanoseconds timer = handle->kernel().tick(now);
    if (timer != 0 && (next == 0 || timer < next)) next = timer;
    for (const auto& [pid, process] : handle->kernel().processes()) {
      if (!process->may_run()) continue;
      last_run_ = now;
      if (process->thread != nullptr) static_cast<Worker*>(process->thread)->tick(*process, probe_);
    }
  }
  if (kernels.empty()) return next;
  const Nanoseconds again = now + (now - last_run_ < kIdleInterval ? kInterval : kIdleInterval);
  return next == 0 ? again : std::min(next, again);
}

}  // namespace wasmsand
