#include "binding/reclaimer.h"

namespace wasmsand {

void Reclaimer::add(Job job) {
  {
    std::lock_guard lock(mutex_);
    if (!stopped_) {
      jobs_.push_back(std::move(job));
      if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    }
  }
  if (job) return job();
  changed_.notify_one();
}

void Reclaimer::stop() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Reclaimer::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return !jobs_.empty() || stopped_; });
    if (jobs_.empty()) return;
    {
      Job job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
    }
    lock.lock();
  }
}

}  // namespace wasmsand
