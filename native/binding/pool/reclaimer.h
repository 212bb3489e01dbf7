// The one thread of a pool that frees what the event loop leaves behind: kernels, large files, removed trees. None of
// it is waited for.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace wasmsand {

class Reclaimer {
 public:
  using Job = std::function<void()>;
  // Starts the thread, which is as nice as the calling one: a guest's may be far behind the host's.
  void start();
  // From any thread with any lock held; the job runs with none. After stop() it runs here and now.
  void add(Job job);
  // Does what is left to do and waits for the thread to end.
  void stop();

 private:
  void run();
  void start_locked();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace wasmsand
