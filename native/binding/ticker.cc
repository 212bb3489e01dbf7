#include "binding/ticker.h"

#include <algorithm>

#include "binding/worker.h"
#include "binding/worker_pool.h"

namespace wasmsand {
namespace {

constexpr Nanoseconds kInterval = 10 * kMillisecond;
// So long it stays awake when nothing runs any more: waking a thread costs a short command line more than its own time.
constexpr Nanoseconds kLinger = 100 * kMillisecond;

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
    pool_.job_done();
  }
  const Nanoseconds now = monotonic_now();
  Nanoseconds next = 0;
  dormant_ = now - last_run_ >= kLinger;
  for (const auto& handle : pool_.active_kernels()) {
    KernelLock lock(handle->kernel().mutex());
    const Nanoseconds timer = handle->kernel().tick(now);
    if (timer != 0 && (next == 0 || timer < next)) next = timer;
    for (const auto& [pid, process] : handle->kernel().processes()) {
      if (!process->may_run()) continue;
      last_run_ = now;
      if (process->thread != nullptr) static_cast<Worker*>(process->thread)->tick(*process, probe_);
    }
  }
  if (now - last_run_ < kLinger) {
    dormant_ = false;
    next = next == 0 ? now + kInterval : std::min(next, now + kInterval);
  }
  return next;
}

}  // namespace wasmsand
