#include "binding/pool/reclaimer.h"

#include <malloc.h>

#include <chrono>

namespace wasmsand {

// So long after the last job memory is given back: who goes on at once would only ask for it again.
constexpr std::chrono::milliseconds kQuiet{2000};

void Reclaimer::start() {
  std::lock_guard lock(mutex_);
  start_locked();
}

void Reclaimer::start_locked() {
  if (!stopped_ && !thread_.joinable()) thread_ = std::thread([this] { run(); });
}

void Reclaimer::add(Job job) {
  {
    std::lock_guard lock(mutex_);
    if (!stopped_) {
      jobs_.push_back(std::move(job));
      start_locked();
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
  const auto awaited = [this] { return !jobs_.empty() || stopped_; };
  for (bool freed = false;; freed = true) {
    if (freed && !changed_.wait_for(lock, kQuiet, awaited)) {
      lock.unlock();
      malloc_trim(0);  // the C library keeps what lies between blocks in use, whoever had it
      lock.lock();
    }
    changed_.wait(lock, awaited);
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
